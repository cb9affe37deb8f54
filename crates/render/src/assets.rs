//! The style and the scripts of published pages.
//!
//! A name carries a hash of the content, so an address never changes what it serves and browsers may keep it for
//! ever. Nothing of a site is in them; what differs by site is in its [own style](crate::theme).

use std::sync::LazyLock;

/// A file that pages load.
#[derive(Debug, Clone, Copy)]
pub struct Asset {
    /// Its name, with a hash of its content.
    pub name: &'static str,
    /// Its media type.
    pub content_type: &'static str,
    /// Its content.
    pub bytes: &'static [u8],
}

/// The style of all pages.
pub static STYLE: LazyLock<Asset> = LazyLock::new(|| Asset::new("quire", "css", squeeze(STYLE_SOURCE)));
/// The script that sets the colours before anything is drawn.
pub static EARLY: LazyLock<Asset> = LazyLock::new(|| Asset::new("early", "js", include_str!("assets/early.js")));
/// The script that makes pages handier.
pub static SCRIPT: LazyLock<Asset> = LazyLock::new(|| Asset::new("quire", "js", SCRIPT_SOURCE));
/// The style of documents for paper, after that of all pages.
pub static PAPER: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("paper", "css", squeeze(include_str!("assets/paper.css"))));
/// The script of documents for paper.
pub static PRINT: LazyLock<Asset> = LazyLock::new(|| Asset::new("paper", "js", include_str!("assets/paper.js")));

const STYLE_SOURCE: &str = concat!(
    include_str!("assets/base.css"),
    include_str!("assets/header.css"),
    include_str!("assets/navigation.css"),
    include_str!("assets/page.css"),
    include_str!("assets/blocks.css"),
    include_str!("assets/cards.css"),
    include_str!("assets/code.css"),
    include_str!("assets/openapi.css"),
    include_str!("assets/print.css"),
);

const SCRIPT_SOURCE: &str = concat!(
    include_str!("assets/page.js"),
    include_str!("assets/contents.js"),
    include_str!("assets/blocks.js"),
    include_str!("assets/search.js"),
);

/// All that pages load.
pub fn all() -> [&'static Asset; 5] {
    [&STYLE, &EARLY, &SCRIPT, &PAPER, &PRINT]
}

impl Asset {
    fn new(stem: &str, extension: &str, content: impl Into<Box<str>>) -> Self {
        let content: &'static str = Box::leak(content.into());
        let name = format!("{stem}-{}.{extension}", hash(content.as_bytes()));
        let content_type =
            if extension == "css" { "text/css; charset=utf-8" } else { "text/javascript; charset=utf-8" };
        Self { name: name.leak(), content_type, bytes: content.as_bytes() }
    }
}

/// What names of files carry: enough to tell two versions apart.
pub(crate) fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..16].to_owned()
}

/// Style without comments and indentation.
fn squeeze(source: &str) -> String {
    let mut lines = String::with_capacity(source.len());
    let mut rest = source;
    while let Some((before, comment)) = rest.split_once("/*") {
        lines.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    lines.push_str(rest);
    let lines: Vec<_> = lines.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::{all, squeeze};

    #[test]
    fn names_tell_what_is_in_them() {
        for asset in all() {
            assert!(asset.name.contains(&super::hash(asset.bytes)), "{}", asset.name);
        }
    }

    #[test]
    fn style_asks_no_other_host() {
        for asset in [&super::STYLE, &super::PAPER] {
            let style = std::str::from_utf8(asset.bytes).unwrap();
            assert!(!style.contains("url(") && !style.contains("@import"));
            assert_eq!(style.matches('{').count(), style.matches('}').count());
        }
    }

    #[test]
    fn comments_and_indentation_are_left_out() {
        assert_eq!(squeeze("/* why */\na {\n  color: red; /* so */\n}\n"), "a {\ncolor: red;\n}");
    }
}
