//! Entity tags of pages and reusable contents: `page-<identifier>-<state>`.
//!
//! A response has such a tag with the version of its representation after it, so that a client can send the tag back in
//! `If-None-Match` for the bytes, and in `If-Match` for the state alone. No identifier of a revision has a hyphen, so the
//! two kinds of `If-Match` cannot be confused.

use quire_app::content::states::State;
use quire_content::record::EntryKey;

const PAGE: &str = "page-";
const REUSABLE: &str = "reusable-content-";

/// Returns the tag of a state, without quotes; `None` for entries that are neither pages nor reusable contents.
pub(crate) fn tag(entry: &EntryKey, state: &State) -> Option<String> {
    match entry {
        EntryKey::Page(id) => Some(format!("{PAGE}{id}-{state}")),
        EntryKey::Reusable(id) => Some(format!("{REUSABLE}{id}-{state}")),
        _ => None,
    }
}

/// Reads a tag without quotes, whatever follows the state; `None` if the text is no such tag.
pub(crate) fn parse(text: &str) -> Option<(EntryKey, State)> {
    let (is_page, rest) = match text.strip_prefix(PAGE) {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix(REUSABLE)?),
    };
    let mut parts = rest.split('-');
    let (id, state) = (parts.next()?, State::parse(parts.next()?)?);
    let entry = if is_page { EntryKey::Page(id.parse().ok()?) } else { EntryKey::Reusable(id.parse().ok()?) };
    Some((entry, state))
}

/// Returns true if a text is meant as the tag of a page or a reusable content.
pub(crate) fn is_meant(text: &str) -> bool {
    text.starts_with(PAGE) || text.starts_with(REUSABLE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quire_content::id::{PageId, ReusableId, Uid};

    #[test]
    fn tags_are_read_as_they_were_written() {
        let state = State::parse(&"0a".repeat(16)).unwrap();
        for entry in [EntryKey::Page(PageId(Uid([1; 16]))), EntryKey::Reusable(ReusableId(Uid([2; 16])))] {
            let tag = tag(&entry, &state).unwrap();
            for text in [tag.clone(), format!("{tag}-0123"), format!("{tag}-0123-gzip")] {
                assert_eq!(parse(&text), Some((entry.clone(), state.clone())), "{text}");
            }
            for text in [tag.to_uppercase(), tag[..tag.len() - 1].to_owned(), tag.replace("-0a", "-0g")] {
                assert_eq!(parse(&text), None, "{text}");
            }
        }
        assert!(!is_meant(&quire_model::ids::RevisionId(Uid([255; 16])).to_string()));
    }
}
