//! Short texts that stand for pages in navigation: titles and emoji.

use quire_content::record::PageRecord;

/// Returns the title for navigation.
pub(crate) fn short_title(page: &PageRecord) -> &str {
    page.nav_title.as_deref().unwrap_or(&page.title)
}

/// Returns an emoji as text; it is stored as text, or as code points in hexadecimal.
pub(crate) fn emoji(written: &str) -> String {
    let points: Option<String> =
        written.split('-').map(|point| u32::from_str_radix(point, 16).ok().and_then(char::from_u32)).collect();
    match points {
        Some(text) if written.len() > 1 && !text.is_ascii() => text,
        _ => written.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emoji_are_texts() {
        assert_eq!(emoji("1f4d8"), "📘");
        assert_eq!(emoji("1f468-200d-1f4bb"), "👨‍💻");
        assert_eq!(emoji("📘"), "📘");
        assert_eq!(emoji("a"), "a");
    }
}
