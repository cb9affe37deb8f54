//! Reads the statements of an HTML page about itself and about other pages from its tags alone, without a tree.

use std::cell::RefCell;

use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use url::Url;

/// The most links that one page is read for.
const MOST_LINKS: usize = 20_000;

/// The links of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Scan {
    /// The targets of all links, in order, absolute and without fragments.
    pub(super) links: Vec<Url>,
    /// The address that the page says it should have.
    pub(super) canonical: Option<Url>,
    /// The page above it.
    pub(super) up: Option<Url>,
    /// The page after it in reading order.
    pub(super) next: Option<Url>,
    /// The address to which an empty page sends its readers on.
    pub(super) refresh: Option<Url>,
    /// True if the page asks not to be found by search: a form of other pages, such as one for printing.
    pub(super) is_unlisted: bool,
}

struct Sink {
    base: RefCell<Url>,
    scan: RefCell<Scan>,
}

/// Reads the tags of a page at an address.
pub(super) fn scan(html: &str, address: &Url) -> Scan {
    let sink = Sink { base: RefCell::new(address.clone()), scan: RefCell::default() };
    let tokenizer = Tokenizer::new(sink, TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(html));
    // The sink never asks to wait for a script, so one call reads all of it.
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.scan.into_inner()
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        let Token::TagToken(tag) = token else { return TokenSinkResult::Continue };
        if tag.kind != TagKind::StartTag {
            return TokenSinkResult::Continue;
        }
        match &*tag.name {
            "base" => self.rebase(&tag),
            "link" => self.relation(&tag),
            "a" | "area" => self.link(&tag),
            "meta" => self.meta(&tag),
            "script" => return TokenSinkResult::RawData(RawKind::ScriptData),
            "style" | "xmp" | "iframe" | "noembed" | "noframes" => return TokenSinkResult::RawData(RawKind::Rawtext),
            "title" | "textarea" => return TokenSinkResult::RawData(RawKind::Rcdata),
            "plaintext" => return TokenSinkResult::Plaintext,
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl Sink {
    fn rebase(&self, tag: &Tag) {
        if let Some(base) = attribute(tag, "href").and_then(|href| self.join(href)) {
            *self.base.borrow_mut() = base;
        }
    }

    fn relation(&self, tag: &Tag) {
        let (Some(rel), Some(href)) = (attribute(tag, "rel"), attribute(tag, "href")) else { return };
        let target = self.join(href);
        let mut scan = self.scan.borrow_mut();
        for word in rel.split_ascii_whitespace() {
            match word.to_ascii_lowercase().as_str() {
                "canonical" => scan.canonical = target.clone(),
                "up" => scan.up = target.clone(),
                "next" => scan.next = target.clone(),
                _ => {}
            }
        }
    }

    fn link(&self, tag: &Tag) {
        let Some(target) = attribute(tag, "href").and_then(|href| self.join(href)) else { return };
        let mut scan = self.scan.borrow_mut();
        // DocBook says by the key of a link that it leads up.
        let is_up = attribute(tag, "accesskey") == Some("u") || attribute(tag, "rel") == Some("up");
        if is_up && scan.up.is_none() {
            scan.up = Some(target.clone());
        }
        if scan.links.len() < MOST_LINKS && scan.links.last() != Some(&target) {
            scan.links.push(target);
        }
    }

    fn meta(&self, tag: &Tag) {
        if attribute(tag, "name").is_some_and(|name| name.eq_ignore_ascii_case("robots")) {
            let asked = attribute(tag, "content").unwrap_or_default().to_ascii_lowercase();
            self.scan.borrow_mut().is_unlisted = asked.contains("noindex") || asked.contains("none");
        }
        if !attribute(tag, "http-equiv").is_some_and(|name| name.eq_ignore_ascii_case("refresh")) {
            return;
        }
        let content = attribute(tag, "content").unwrap_or_default();
        let target = content.split_once(';').map(|(_, rest)| rest.trim()).and_then(|rest| {
            let rest = rest.get(..3).filter(|key| key.eq_ignore_ascii_case("url")).map_or(rest, |_| &rest[3..]);
            let rest = rest.trim_start().strip_prefix('=').unwrap_or(rest).trim();
            self.join(rest.trim_matches(['"', '\'']))
        });
        self.scan.borrow_mut().refresh = target;
    }

    /// Returns the absolute address of a target, without its fragment; `None` for what is no address of a page.
    fn join(&self, target: &str) -> Option<Url> {
        let mut target = self.base.borrow().join(target.trim()).ok()?;
        target.set_fragment(None);
        matches!(target.scheme(), "http" | "https").then_some(target)
    }
}

fn attribute<'t>(tag: &'t Tag, name: &str) -> Option<&'t str> {
    tag.attrs.iter().find(|attribute| &*attribute.name.local == name).map(|attribute| &*attribute.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_relations_are_absolute() {
        let html = r##"<head><link rel="canonical" href="/docs/a"><link rel=next href=b.html>
            <script>if (x) document.write("<a href='c.html'>")</script></head>
            <a href="b.html#x">b</a> <a href='mailto:x@example.org'>m</a> <a accesskey="u" href="./">up</a>"##;
        let address = Url::parse("https://example.org/docs/a.html").unwrap();
        let found = scan(html, &address);
        let links: Vec<_> = found.links.iter().map(Url::as_str).collect();
        assert_eq!(links, ["https://example.org/docs/b.html", "https://example.org/docs/"]);
        assert_eq!(found.canonical.unwrap().path(), "/docs/a");
        assert_eq!(found.next.unwrap().path(), "/docs/b.html");
        assert_eq!(found.up.unwrap().path(), "/docs/");
    }

    #[test]
    fn a_base_counts_from_where_it_stands() {
        let address = Url::parse("https://example.org/a").unwrap();
        let found = scan(r#"<base href="/x/"><a href="y">"#, &address);
        assert_eq!(found.links[0].path(), "/x/y");
        let found = scan(r#"<meta http-equiv="Refresh" content="0; URL='z'">"#, &address);
        assert_eq!(found.refresh.unwrap().path(), "/z");
    }
}
