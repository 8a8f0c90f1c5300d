//! Text from before everything was UTF-8: that of the Chinese Windows, or else
//! that of the western one.
//!
//! Browsers know these encodings by themselves, so a page need not carry the
//! tables along. Both ways follow the same standard.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub fn decode(bytes: &[u8]) -> String {
    use encoding_rs::{GB18030, WINDOWS_1252};
    match GB18030.decode_without_bom_handling_and_without_replacement(bytes) {
        Some(text) => text,
        None => WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
    .into_owned()
}

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub fn decode(bytes: &[u8]) -> String {
    use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

    #[wasm_bindgen]
    extern "C" {
        type TextDecoder;
        #[wasm_bindgen(constructor, catch)]
        fn new(label: &str) -> Result<TextDecoder, JsValue>;
        #[wasm_bindgen(method, catch)]
        fn decode(this: &TextDecoder, bytes: &[u8]) -> Result<String, JsValue>;
    }

    let decoded = |label| TextDecoder::new(label).and_then(|decoder| decoder.decode(bytes)).ok();
    let chinese = decoded("gb18030").filter(|text| !text.contains(char::REPLACEMENT_CHARACTER));
    // Every byte is a letter in the western one.
    chinese.or_else(|| decoded("windows-1252")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn names_are_chinese_or_western() {
        assert_eq!(decode(b"\xc4\xe3\xba\xc3"), "\u{4f60}\u{597d}");
        assert_eq!(decode(b"caf\xe9"), "caf\u{e9}");
        assert_eq!(decode(b"plain"), "plain");
    }
}
