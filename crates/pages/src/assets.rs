//! Stylesheets, scripts and images of the pages, compiled into the binary. Each URL carries a content hash, so
//! browsers may cache a file indefinitely and still fetch the new one after an upgrade.

use std::borrow::Cow;
use std::sync::LazyLock;

use base64::prelude::{BASE64_STANDARD, Engine};
use sha2::{Digest, Sha256};

const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";
const HASH_BYTES: usize = 8;

/// A static file with the headers it is served with.
pub struct Asset {
    name: &'static str,
    pub content_type: &'static str,
    pub text: Cow<'static, str>,
    /// The start of the SHA-256 of `text`, in hexadecimal.
    pub hash: String,
}

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    [
        ("canvass.css", CSS, include_str!("../static/canvass.css")),
        ("comparison.css", CSS, include_str!("../static/comparison.css")),
        ("copy.js", SCRIPT, include_str!("../static/copy.js")),
        ("report.css", CSS, include_str!("../static/report.css")),
        ("report.js", SCRIPT, include_str!("../static/report.js")),
        ("respondents.js", SCRIPT, include_str!("../static/respondents.js")),
        ("workspace.css", CSS, include_str!("../static/workspace.css")),
        ("workspace.js", SCRIPT, include_str!("../static/workspace.js")),
        ("study.css", CSS, include_str!("../static/study.css")),
        ("survey.css", CSS, include_str!("../static/survey.css")),
        ("icon.svg", SVG, include_str!("../static/icon.svg")),
    ]
    .into_iter()
    .map(|(name, content_type, text)| {
        let text = if content_type == CSS { Cow::Owned(squeezed(text)) } else { Cow::Borrowed(text) };
        Asset { name, content_type, hash: hash(&text), text }
    })
    .collect()
});

/// Returns the stylesheet without comments and redundant white space. Strings inside the stylesheet must not contain
/// the punctuation beside which white space is removed; a test checks this.
fn squeezed(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    let notes_off = css.split("/*").enumerate().map(|(at, part)| match part.split_once("*/") {
        Some((_, rest)) if at > 0 => rest,
        _ => part,
    });
    for word in notes_off.flat_map(str::split_whitespace) {
        let is_apart = out.ends_with(['{', '}', ';', ',', ':']) || word.starts_with(['{', '}', ';', ',']);
        if !out.is_empty() && !is_apart {
            out.push(' ');
        }
        out.push_str(word);
    }
    out.replace(";}", "}")
}

fn hash(text: &str) -> String {
    foundation::hex(&Sha256::digest(text.as_bytes())[..HASH_BYTES])
}

/// Returns the file with this name.
pub fn find(name: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.name == name)
}

/// Returns the versioned URL of a file under `static/`. The URL of an unknown name answers 404.
pub fn asset(name: &str) -> String {
    match find(name) {
        Some(asset) => format!("/static/{name}?v={}", asset.hash),
        None => format!("/static/{name}"),
    }
}

/// Concatenates stylesheets, for a self-contained HTML file.
pub fn stylesheets(names: &[&str]) -> String {
    names.iter().filter_map(|name| find(name)).map(|asset| asset.text.as_ref()).collect()
}

/// Returns the text of a script, for a self-contained HTML file; empty if there is no such script.
pub fn script(name: &str) -> &'static str {
    find(name).map_or("", |asset| asset.text.as_ref())
}

/// Returns the source expression that allows this inline script in a Content-Security-Policy.
pub fn integrity(script: &str) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(script.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_squeezed_stylesheet_means_the_same() {
        let css = "/* Why. */\n:root { --a: light-dark(#fff, #000); }\n.a :hover,\n.b > p { width: calc(1px + 2px); font: 1rem/1.5 \"A B\", serif; }\n";
        let squeezed = squeezed(css);
        let expected =
            ":root{--a:light-dark(#fff,#000)}.a :hover,.b > p{width:calc(1px + 2px);font:1rem/1.5 \"A B\",serif}";
        assert_eq!(squeezed, expected);
    }

    #[test]
    fn no_stylesheet_has_a_string_that_squeezing_would_change() {
        for asset in ASSETS.iter().filter(|asset| asset.content_type == CSS) {
            let strings = asset.text.split('"').skip(1).step_by(2);
            for string in strings {
                assert!(!string.contains(['{', '}', ';', ',', ':', '*']), "{}: {string:?}", asset.name);
            }
        }
    }
}
