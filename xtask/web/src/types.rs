//! What the page's scripts are type-checked against, beside what wasm-bindgen
//! says of Rust: which element each id of `index.html` is.

use std::fmt::Write as _;

const HEAD: &str = "\
// Written by `cargo xtask web` from index.html: the elements of the page by their ids.
type Tags = Omit<SVGElementTagNameMap, keyof HTMLElementTagNameMap> & HTMLElementTagNameMap;
interface Elements {
";

/// A declaration of the elements of a page that have an id.
#[must_use]
pub fn elements(index: &str) -> String {
    let mut text = HEAD.to_owned();
    for (tag, id) in index.split('<').filter_map(with_id) {
        // Writing to a string does not fail.
        _ = writeln!(text, "  \"{id}\": Tags[\"{tag}\"];");
    }
    text + "}\n"
}

/// The tag and the id of an element, by what follows its `<`.
fn with_id(element: &str) -> Option<(&str, &str)> {
    let (inside, _) = element.split_once('>')?;
    let (tag, attributes) = inside.split_once(char::is_whitespace)?;
    // An attribute of that name, and none that ends with it.
    let own = |before: &str| before.is_empty() || before.ends_with(char::is_whitespace);
    let (at, _) = attributes.match_indices("id=\"").find(|&(at, _)| own(&attributes[..at]))?;
    Some((tag, attributes[at..].split('"').nth(1)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_has_the_element_that_it_is() {
        let page = "<main>\n<p class=\"a\" id=\"status\"></p><button\n  data-id=\"no\" id=\"go-on\" hidden>Go</button><br></main>";
        let text = elements(page);
        let lines: Vec<&str> = text.lines().skip(HEAD.lines().count()).collect();
        assert_eq!(lines, ["  \"status\": Tags[\"p\"];", "  \"go-on\": Tags[\"button\"];", "}"]);
    }
}
