//! Slugs: the segments of paths, derived from titles.

use std::collections::{HashMap, HashSet};

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// The maximum length of a slug in characters.
pub const MOST_CHARS: usize = 100;

/// Returns the slug of a title: in Unicode form NFKC and lower case, letters, marks and digits of all scripts are kept,
/// and anything else becomes a single `-`; at most [`MOST_CHARS`] characters, and `page` if nothing is left.
pub fn slug(title: &str) -> String {
    spelled(title, |_| false)
}

/// Returns the anchor of a heading: its slug, in which dots between two kept characters are kept, as in
/// `release-4.9`.
pub fn name(heading: &str) -> String {
    spelled(heading, |c| c == '.')
}

/// Returns the slug of a title, in which characters that `joins` accepts are kept between two kept characters.
fn spelled(title: &str, joins: impl Fn(char) -> bool) -> String {
    if title.is_ascii() {
        return joined(title.chars().map(|c| c.to_ascii_lowercase()), joins);
    }
    joined(title.nfkc().flat_map(char::to_lowercase).nfkc(), joins)
}

/// Returns the slug of a title that has its form already.
fn joined(title: impl Iterator<Item = char>, joins: impl Fn(char) -> bool) -> String {
    let mut slug = String::new();
    let mut gap = true;
    let mut all = title.peekable();
    while let Some(c) = all.next() {
        if !gap && joins(c) && all.peek().is_some_and(|next| keeps(*next)) {
            slug.push(c);
            continue;
        }
        if !keeps(c) {
            gap = true;
            continue;
        }
        if gap && !slug.is_empty() {
            slug.push('-');
        }
        gap = false;
        slug.push(c);
    }
    let slug = head(&slug, MOST_CHARS).trim_end_matches(|c| c == '-' || joins(c));
    if slug.is_empty() { "page".to_owned() } else { slug.to_owned() }
}

/// Returns true if a character of a title stays in its slug.
pub fn keeps(c: char) -> bool {
    c.is_alphanumeric() || (!c.is_ascii() && is_combining_mark(c))
}

/// Returns the slug itself, or with the first of `-1`, `-2`, … that is not taken.
pub fn unique(slug: &str, taken: impl Fn(&str) -> bool) -> String {
    if !taken(slug) {
        return slug.to_owned();
    }
    let free = (1..).map(|n| suffixed(slug, n)).find(|slug| !taken(slug));
    free.unwrap_or_else(|| slug.to_owned())
}

/// The slugs of sibling pages. The next number of each slug is remembered, so that the cost per page is constant even
/// if many pages have the same title.
#[derive(Debug, Default)]
pub struct Siblings {
    taken: HashSet<String>,
    /// For a slug, the largest number up to which all are taken.
    numbers: HashMap<String, u64>,
}

impl Siblings {
    /// Takes the slug, or the numbered one that [`unique`] returns.
    pub fn claim(&mut self, slug: &str) -> String {
        if self.taken.insert(slug.to_owned()) {
            return slug.to_owned();
        }
        let number = self.numbers.entry(slug.to_owned()).or_default();
        let free = loop {
            *number += 1;
            let next = suffixed(slug, *number);
            if !self.taken.contains(&next) {
                break next;
            }
        };
        self.taken.insert(free.clone());
        free
    }

    /// Releases a slug.
    pub fn release(&mut self, slug: &str) {
        if self.taken.remove(slug) {
            self.numbers = HashMap::new();
        }
    }

    /// Returns true if a slug is taken.
    pub fn has(&self, slug: &str) -> bool {
        self.taken.contains(slug)
    }
}

fn suffixed(slug: &str, n: u64) -> String {
    let suffix = format!("-{n}");
    let room = MOST_CHARS.saturating_sub(suffix.len());
    head(slug, room.max(1)).to_owned() + &suffix
}

fn head(text: &str, chars: usize) -> &str {
    text.char_indices().nth(chars).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn titles() {
        let cases = [
            ("Getting Started", "getting-started"),
            ("  What's new? (v2.0) ", "what-s-new-v2-0"),
            ("Ünïcode & Ångström", "ünïcode-ångström"),
            ("ﬁle ①", "file-1"),
            ("日本語 ガイド", "日本語-ガイド"),
            ("हिन्दी", "हिन्दी"),
            ("a/b\\c", "a-b-c"),
            ("🚀", "page"),
            ("", "page"),
        ];
        for (title, expected) in cases {
            assert_eq!(slug(title), expected);
        }
        assert_eq!(slug(&"ä ".repeat(80)).chars().count(), 99);
    }

    #[test]
    fn names_keep_dots_within_words() {
        let cases = [
            ("Release 4.9", "release-4.9"),
            ("Version 4.6.0.", "version-4.6.0"),
            (".gitbook.yaml", "gitbook.yaml"),
            ("a . b.. c...d", "a-b-c-d"),
            ("①.é", "1.é"),
            ("...", "page"),
        ];
        for (heading, expected) in cases {
            assert_eq!(name(heading), expected);
        }
        assert_eq!(name(&format!("{}.a", "x".repeat(99))), "x".repeat(99));
    }

    #[test]
    fn taken_slugs_get_the_next_number() {
        let taken = ["a", "a-1", "a-3"];
        assert_eq!(unique("b", |slug| taken.contains(&slug)), "b");
        assert_eq!(unique("a", |slug| taken.contains(&slug)), "a-2");
        let long = "x".repeat(MOST_CHARS);
        let next = unique(&long, |slug| slug == long);
        assert_eq!(next.len(), MOST_CHARS);
        assert!(next.ends_with("x-1"));
    }

    proptest! {
        #[test]
        fn a_slug_is_its_own_slug(title: String) {
            let once = slug(&title);
            prop_assert_eq!(slug(&once), once);
        }

        #[test]
        fn a_name_is_its_own_name_and_a_slug_with_dots(heading in "[a-cÄ.\u{2026} _-]{0,12}|\\PC{0,120}") {
            let once = name(&heading);
            prop_assert_eq!(name(&once), once.clone());
            prop_assert!(!heading.is_ascii() || once.replace('.', "-") == slug(&heading));
        }

        #[test]
        fn plain_titles_have_the_slug_that_unicode_gives_them(title in "[ -~]{0,120}", dots: bool) {
            let joins = |c: char| dots && c == '.';
            prop_assert_eq!(spelled(&title, joins), joined(title.nfkc().flat_map(char::to_lowercase).nfkc(), joins));
        }

        #[test]
        fn siblings_differ(slugs in prop::collection::vec(("a(-[1-3])?", prop::bool::weighted(0.2)), 0..40)) {
            let mut siblings = Siblings::default();
            let mut claimed: Vec<String> = Vec::new();
            for (slug, leaves) in &slugs {
                if *leaves && let Some(slug) = claimed.pop() {
                    siblings.release(&slug);
                }
                let expected = unique(slug, |slug| claimed.iter().any(|other| other == slug));
                claimed.push(siblings.claim(slug));
                prop_assert_eq!(claimed.last(), Some(&expected));
            }
        }
    }
}
