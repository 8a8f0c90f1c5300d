//! The container image: from scratch, the program and nothing else, as an OCI layout.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::target::Target;
use crate::{REPOSITORY, Result, VERSION, archive, artifacts, build, commit, empty_stage, root, share};

/// Who runs the program: nobody in particular, and not root.
const USER: &str = "65532:65532";

/// What all of it may weigh.
const MOST: u64 = 15_000_000;

/// The archive that is released: `podman load`, `docker load` and `skopeo` take it.
pub fn file() -> PathBuf {
    artifacts().join(format!("omnisweep-{VERSION}-oci.tar"))
}

pub fn make() -> Result<()> {
    let layout = empty_stage("image")?;
    let manifests = [(Target::LinuxX86, "amd64"), (Target::LinuxArm, "arm64")]
        .into_iter()
        .map(|(target, system)| manifest(&layout, target, system))
        .collect::<Result<Vec<Value>>>()?;
    let index = json!({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.index.v1+json",
        "manifests": manifests,
    });
    // The index of the layout names the image; the image is one for both systems.
    let mut image = blob(&layout, "application/vnd.oci.image.index.v1+json", &serde_json::to_vec(&index)?)?;
    image["annotations"] = json!({ "org.opencontainers.image.ref.name": VERSION });
    let top = json!({ "schemaVersion": 2, "manifests": [image] });
    share::put(&layout, "index.json", &serde_json::to_vec(&top)?)?;
    share::put(&layout, "oci-layout", br#"{"imageLayoutVersion":"1.0.0"}"#)?;
    let out = archive::tar(&layout, "", |_| false, Vec::new())?;
    std::fs::create_dir_all(artifacts())?;
    std::fs::write(file(), &out)?;
    println!("the image: {} bytes for two systems", out.len());
    if out.len() as u64 > MOST {
        return Err(format!("the image has {} bytes, and may have {MOST}", out.len()).into());
    }
    Ok(())
}

/// The image for one system.
fn manifest(layout: &Path, target: Target, system: &str) -> Result<Value> {
    let built = build::program(target)?;
    let (hash, time) = commit()?;
    let folder = empty_stage(&format!("layer-{system}"))?;
    share::put(&folder, "omnisweep", &std::fs::read(&built.program)?)?;
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        share::put(&folder, &format!("licenses/{licence}"), &std::fs::read(root().join(licence))?)?;
    }
    let plain = archive::tar(&folder, "", |name| name == Path::new("omnisweep"), Vec::new())?;
    let layer = blob(layout, "application/vnd.oci.image.layer.v1.tar+gzip", &share::zipped(&plain)?)?;
    let created = time_of_day(time)?;
    let config = json!({
        "created": created,
        "architecture": system,
        "os": "linux",
        "config": {
            "User": USER,
            "ExposedPorts": { "8080/tcp": {} },
            "Entrypoint": ["/omnisweep"],
            "Cmd": ["serve", "--addr", "0.0.0.0:8080"],
            "StopSignal": "SIGTERM",
            "Healthcheck": {
                "Test": ["CMD", "/omnisweep", "serve", "--check", "http://127.0.0.1:8080/"],
            },
            "Labels": {
                "org.opencontainers.image.title": "Omnisweep",
                "org.opencontainers.image.version": VERSION,
                "org.opencontainers.image.revision": hash,
                "org.opencontainers.image.source": REPOSITORY,
                "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
            },
        },
        "rootfs": { "type": "layers", "diff_ids": [format!("sha256:{}", hex(&plain))] },
        "history": [{ "created": created, "created_by": "cargo xtask dist image" }],
    });
    let config = blob(layout, "application/vnd.oci.image.config.v1+json", &serde_json::to_vec(&config)?)?;
    let manifest = json!({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": config,
        "layers": [layer],
    });
    let mut image =
        blob(layout, "application/vnd.oci.image.manifest.v1+json", &serde_json::to_vec(&manifest)?)?;
    image["platform"] = json!({ "architecture": system, "os": "linux" });
    Ok(image)
}

/// Keeps something under its sum, and says what it is.
fn blob(layout: &Path, kind: &str, content: &[u8]) -> Result<Value> {
    let sum = hex(content);
    share::put(layout, &format!("blobs/sha256/{sum}"), content)?;
    Ok(json!({ "mediaType": kind, "digest": format!("sha256:{sum}"), "size": content.len() }))
}

/// The sum of some bytes, as it is written everywhere.
pub fn hex(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn time_of_day(time: u64) -> Result<String> {
    let mut date = std::process::Command::new("date");
    Ok(crate::printed(date.args(["-u", "-d", &format!("@{time}"), "+%Y-%m-%dT%H:%M:%SZ"]))?.trim().to_owned())
}
