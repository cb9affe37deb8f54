//! The style sheets and scripts of published pages.
//!
//! A file name carries a hash of its content, so the content behind an address never changes and browsers may cache it
//! forever. Nothing in the files depends on a site; what differs by site is in its [own style sheet](crate::theme).

use std::sync::LazyLock;

use quire_fonts::{FACES, Face};

/// A static file that published pages load.
#[derive(Debug, Clone, Copy)]
pub struct Asset {
    /// The file name, which includes a hash of the content.
    pub name: &'static str,
    /// The value of the `Content-Type` header.
    pub content_type: &'static str,
    /// The bytes of the file, as they are served.
    pub bytes: &'static [u8],
}

/// The style sheet of all pages.
pub static STYLE: LazyLock<Asset> = LazyLock::new(|| Asset::new("quire", "css", squeeze(STYLE_SOURCE)));
/// The script that applies the reader's colour scheme before the first paint.
pub static EARLY: LazyLock<Asset> = LazyLock::new(|| Asset::new("early", "js", include_str!("assets/early.js")));
/// The script that adds the interactive parts of pages: navigation, table of contents, blocks and search.
pub static SCRIPT: LazyLock<Asset> = LazyLock::new(|| Asset::new("quire", "js", SCRIPT_SOURCE));
/// The style sheet of print documents, loaded after [`STYLE`].
pub static PAPER: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("paper", "css", squeeze(include_str!("assets/paper.css"))));
/// The script of print documents.
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
    include_str!("assets/start.js"),
    include_str!("assets/page.js"),
    include_str!("assets/menu.js"),
    include_str!("assets/contents.js"),
    include_str!("assets/outline.js"),
    include_str!("assets/blocks.js"),
    include_str!("assets/actions.js"),
    include_str!("assets/images.js"),
    include_str!("assets/feedback.js"),
    include_str!("assets/trial.js"),
    include_str!("assets/search.js"),
    include_str!("assets/moving.js"),
);

/// The files of fonts.
static FONTS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let asset = |face| Asset { name: font_name(face).leak(), content_type: "font/woff2", bytes: face.bytes };
    FACES.iter().map(asset).collect()
});

/// Returns every static file of published pages.
pub fn all() -> impl Iterator<Item = &'static Asset> {
    [&STYLE, &EARLY, &SCRIPT, &PAPER, &PRINT].into_iter().map(|asset| &**asset).chain(FONTS.iter())
}

/// Returns the file name of a font.
pub(crate) fn font_name(face: &Face) -> String {
    format!("{}-{}.woff2", face.file, hash(face.bytes))
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

/// Returns the part of a file name that tells versions apart: the first 16 hex digits of the content's BLAKE3 hash.
pub(crate) fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..16].to_owned()
}

/// Removes comments, indentation and empty lines from a style sheet.
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
