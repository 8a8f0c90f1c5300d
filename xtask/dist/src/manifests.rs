//! What other package managers want to know of a release: one way of filling in for all of them.

use base64::Engine as _;
use sha2::{Digest as _, Sha256};

use crate::image::hex;
use crate::{REPOSITORY, Result, VERSION, archive, artifacts, root, share};

/// Fills every template of `manifests` in: `@VERSION@`, `@REPOSITORY@`, and for a file of the release
/// `@url:FILE@`, `@sha256:FILE@` (or `SHA256`) and `@sri:FILE@`.
pub fn make() -> Result<()> {
    let templates = root().join("xtask/dist/manifests");
    for path in archive::files(&templates)? {
        let name = path.strip_prefix(&templates)?.to_str().ok_or("a name is no text")?;
        let text = filled(&std::fs::read_to_string(&path)?, |file| {
            std::fs::read(artifacts().join(file))
                .map_err(|error| format!("{file} is not made: {error}").into())
        });
        let text = text.map_err(|error| format!("{name}: {error}"))?;
        share::put(&artifacts(), &format!("manifests/{name}"), text.as_bytes())?;
    }
    Ok(())
}

/// A template with everything in its place.
fn filled(template: &str, file: impl Fn(&str) -> Result<Vec<u8>>) -> Result<String> {
    let template = template.replace("@VERSION@", VERSION).replace("@REPOSITORY@", REPOSITORY);
    let mut text = String::new();
    // Between two signs stands either a name or something that is none.
    let mut rest = template.as_str();
    while let Some((before, after)) = rest.split_once('@') {
        text += before;
        let named = after.split_once('@').and_then(|(inside, after)| Some((inside.split_once(':')?, after)));
        let Some(((kind @ ("url" | "sha256" | "SHA256" | "sri"), name), after)) = named else {
            text.push('@');
            rest = after;
            continue;
        };
        text += &match kind {
            "url" => address(name),
            "sha256" => hex(&file(name)?),
            "SHA256" => hex(&file(name)?).to_uppercase(),
            _ => sri(&file(name)?),
        };
        rest = after;
    }
    Ok(text + rest)
}

/// Where a file of the release is to be had.
pub fn address(name: &str) -> String {
    format!("{REPOSITORY}/releases/download/v{VERSION}/{name}")
}

/// A sum as Nix writes it.
pub fn sri(content: &[u8]) -> String {
    format!("sha256-{}", base64::engine::general_purpose::STANDARD.encode(Sha256::digest(content)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_filled_in() {
        let file =
            |name: &str| if name == "a.zip" { Ok(b"abc".to_vec()) } else { Err("no such file".into()) };
        let text = filled("v@VERSION@ @sha256:a.zip@ @sri:a.zip@ a@b @url:x-@VERSION@.zip@", file).unwrap();
        let words: Vec<&str> = text.split(' ').collect();
        assert_eq!(words[0], format!("v{VERSION}"));
        assert_eq!(words[1], "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(words[2], "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
        assert_eq!(words[3], "a@b");
        assert_eq!(words[4], format!("{REPOSITORY}/releases/download/v{VERSION}/x-{VERSION}.zip"));
        assert!(filled("@sha256:b.zip@", file).is_err());
    }

    #[test]
    fn every_template_names_files_that_are_made() {
        let targets = [
            "x86_64-unknown-linux-musl",
            "aarch64-unknown-linux-musl",
            "aarch64-apple-darwin",
            "x86_64-apple-darwin",
        ];
        let mut known: Vec<String> =
            targets.iter().map(|triple| format!("omnisweep-{VERSION}-{triple}.tar.gz")).collect();
        known.push(format!("omnisweep-{VERSION}-x86_64-pc-windows-gnu.zip"));
        let templates = root().join("xtask/dist/manifests");
        let all = archive::files(&templates).unwrap();
        assert_eq!(all.len(), 8);
        for path in all {
            let text = filled(&std::fs::read_to_string(&path).unwrap(), |name| {
                assert!(known.iter().any(|known| known == name), "{}: {name}", path.display());
                Ok(Vec::new())
            });
            assert!(text.unwrap().contains(VERSION) || path.ends_with("locale"), "{}", path.display());
        }
    }
}
