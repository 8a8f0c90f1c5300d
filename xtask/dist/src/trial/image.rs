//! The image, run by buildah, which needs no daemon.

use std::process::{Command, Stdio};

use super::{Server, fetched, said};
use crate::image::file;
use crate::{Result, printed, run, tools};

/// Where the image serves: it has no network of its own here.
const PORT: u16 = 8080;

pub fn image() -> Result<()> {
    tools::needs("buildah", "buildah")?;
    let from = format!("oci-archive:{}", file().display());
    let container = printed(&mut buildah(&["from", "--pull-never", &from]))?.trim().to_owned();
    let done = checked(&container);
    run(buildah(&["rm", &container]).stdout(Stdio::null()))?;
    done
}

fn checked(container: &str) -> Result<()> {
    let about = printed(&mut buildah(&[
        "inspect",
        "--format",
        "{{.OCIv1.Config.User}} {{.OCIv1.Config.Entrypoint}} {{.OCIv1.Config.Cmd}}",
        container,
    ]))?;
    println!("{}", about.trim());
    if !about.starts_with("65532:65532 [/omnisweep] [serve") {
        return Err("the image does not say who runs what".into());
    }
    let version = said(&mut buildah(&["run", container, "/omnisweep", "--version", "--verbose"]), "")?;
    print!("{version}");
    let mut serve =
        buildah(&["run", container, "/omnisweep", "serve", "--addr", &format!("127.0.0.1:{PORT}")]);
    let server = Server::start(&mut serve)?;
    let url = format!("http://127.0.0.1:{PORT}/");
    let check = || said(&mut buildah(&["run", container, "/omnisweep", "serve", "--check", &url]), "");
    // The container takes its time to start.
    let begun = std::time::Instant::now();
    while check().is_err() {
        if begun.elapsed().as_secs() > 60 {
            return Err("the image does not serve".into());
        }
    }
    let user = printed(Command::new("sh").args(["-c", "ps -o uid= -C omnisweep | sort -u"]))?;
    println!("users that run it: {}", user.split_whitespace().collect::<Vec<_>>().join(" "));
    if !user.split_whitespace().any(|user| user == "65532") {
        return Err("it does not run as the user of the image".into());
    }
    if !fetched(PORT, "/")?.contains("<title>Omnisweep</title>") {
        return Err("the page is not served".into());
    }
    drop(server);
    Ok(())
}

fn buildah(words: &[&str]) -> Command {
    let mut command = Command::new("buildah");
    command.args(words).env("BUILDAH_ISOLATION", "chroot").env("STORAGE_DRIVER", "vfs");
    command
}
