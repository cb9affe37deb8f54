//! Callouts of all generators: notes, tips, warnings, as hints.

use quire_content::document::model::{Block, HintStyle, Kind, Node};

use super::read::{Flow, MOST_NESTED, Read, Style};
use crate::dom::Id;

/// The words for kinds of callouts.
const WORDS: [(&str, HintStyle); 44] = [
    ("note", HintStyle::Info),
    ("info", HintStyle::Info),
    ("information", HintStyle::Info),
    ("seealso", HintStyle::Info),
    ("abstract", HintStyle::Info),
    ("summary", HintStyle::Info),
    ("tldr", HintStyle::Info),
    ("important", HintStyle::Info),
    ("question", HintStyle::Info),
    ("help", HintStyle::Info),
    ("faq", HintStyle::Info),
    ("todo", HintStyle::Info),
    ("quote", HintStyle::Info),
    ("cite", HintStyle::Info),
    ("example", HintStyle::Info),
    ("generic", HintStyle::Info),
    ("secondary", HintStyle::Info),
    ("primary", HintStyle::Info),
    ("versionadded", HintStyle::Info),
    ("versionchanged", HintStyle::Info),
    ("default", HintStyle::Info),
    ("topic", HintStyle::Info),
    ("tip", HintStyle::Success),
    ("hint", HintStyle::Success),
    ("success", HintStyle::Success),
    ("check", HintStyle::Success),
    ("done", HintStyle::Success),
    ("warning", HintStyle::Warning),
    ("warn", HintStyle::Warning),
    ("caution", HintStyle::Warning),
    ("attention", HintStyle::Warning),
    ("deprecated", HintStyle::Warning),
    ("experimental", HintStyle::Warning),
    ("danger", HintStyle::Danger),
    ("error", HintStyle::Danger),
    ("failure", HintStyle::Danger),
    ("fail", HintStyle::Danger),
    ("missing", HintStyle::Danger),
    ("bug", HintStyle::Danger),
    ("critical", HintStyle::Danger),
    ("severe", HintStyle::Danger),
    ("deprecated-removed", HintStyle::Danger),
    ("security", HintStyle::Danger),
    ("alert", HintStyle::Danger),
];

/// Returns the style of the kind of callout with a name.
pub(crate) fn style_of(word: &str) -> Option<HintStyle> {
    WORDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, style)| *style)
}

/// Prefixes of the classes that say the kind.
const PREFIXES: [&str; 16] = [
    "admonish-",
    "alert--",
    "alert-",
    "markdown-alert-",
    "confluence-information-macro-",
    "starlight-aside--",
    "wrap_",
    "callout-",
    "theme-admonition-",
    "is-",
    "hint-",
    "admonition-",
    "bg-",
    "notice-",
    "aui-message-",
    "vp-",
];

/// Classes and attributes that make an element a callout, whatever its kind.
const MARKS: [&str; 22] = [
    "admonition",
    "theme-admonition",
    "custom-block",
    "markdown-alert",
    "confluence-information-macro",
    "admonitionblock",
    "starlight-aside",
    "callout",
    "hint-container",
    "notice-block",
    "wrap_box",
    "wrap_note",
    "wrap_info",
    "wrap_tip",
    "wrap_important",
    "wrap_warning",
    "wrap_alert",
    "wrap_danger",
    "alert",
    "hint",
    "deprecated",
    "wrap_help",
];

/// Classes of the title of a callout.
const TITLES: [&str; 9] = [
    "admonition-title",
    "custom-block-title",
    "markdown-alert-title",
    "admonish-title",
    "starlight-aside__title",
    "hint-container-title",
    "callout-title",
    "confluence-information-macro-title",
    "alert-heading",
];

impl Read<'_> {
    /// Reads a callout; returns false if the element is none.
    pub(super) fn callout(&mut self, id: Id, style: &Style, flow: &mut Flow) -> bool {
        let dom = self.dom;
        let name = dom.name(id);
        if dom.attr(id, "class").is_none()
            || !matches!(name, "div" | "aside" | "section" | "blockquote" | "details" | "p" | "figure" | "table")
        {
            return false;
        }
        let Some(hint) = self.hint_style(id) else { return false };
        let title_at = self.title_at(id);
        self.skipped.extend(title_at);
        let mut title =
            title_at.map(|at| self.line(at, &Style { heading: true, ..Style::default() })).unwrap_or_default();
        if name == "details" && style.nested < MOST_NESTED {
            let title = if title.is_empty() { vec![Node::text("Details")] } else { title };
            let body = self.blocks(id, &style.deeper());
            let open = dom.attr(id, "open").is_some();
            self.push(Kind::Expandable { title, body, open }, style, flow);
            return true;
        }
        let text = super::read::text_of(&title);
        // A title that only names the kind says nothing that the hint does not show.
        if style_of(text.trim().trim_end_matches([':', '!'])).is_some() {
            title.clear();
        }
        self.flush(style, flow);
        let whole = dom
            .find(id, |id| dom.name(id) == "td" && dom.has_class(id, "content"))
            .filter(|_| dom.has_class(id, "admonitionblock"));
        let mut nodes = self.blocks(whole.unwrap_or(id), &style.deeper());
        if !title.is_empty() {
            nodes.insert(0, Block::new(Kind::Heading { level: 3, align: None, nodes: title }));
            // The heading is one of the document, and counts before those in the hint, which are rare.
            self.begin_heading(None);
        }
        if nodes.is_empty() {
            return true;
        }
        if style.nested >= MOST_NESTED {
            flow.blocks.append(&mut nodes);
        } else {
            self.push(Kind::Hint { style: hint, nodes }, style, flow);
        }
        true
    }

    fn hint_style(&self, id: Id) -> Option<HintStyle> {
        let dom = self.dom;
        let is_marked =
            dom.has_any_class(id, &MARKS) || dom.classes(id).any(|class| class.starts_with("theme-admonition"));
        let docbook = dom.name(id) == "div"
            && dom.classes(id).count() == 1
            && dom.has_any_class(id, &["note", "warning", "tip", "caution", "important", "info", "danger"]);
        let details = dom.name(id) == "details" && dom.classes(id).any(|class| style_of(class).is_some());
        if !(is_marked || docbook || details) {
            return None;
        }
        if dom.has_class(id, "panel") && dom.has_class(id, "hidden") {
            return None;
        }
        let words = dom.classes(id).filter_map(|class| {
            let bare = PREFIXES.iter().find_map(|prefix| class.strip_prefix(prefix)).unwrap_or(class);
            style_of(bare).filter(|_| !matches!(bare, "hint" | "alert") || class != bare)
        });
        // GitHub's cautions are about danger.
        if dom.has_class(id, "markdown-alert-caution") {
            return Some(HintStyle::Danger);
        }
        // Confluence's notes are yellow, and its warnings red.
        for (class, style) in [("note", HintStyle::Warning), ("warning", HintStyle::Danger)] {
            if dom.has_class(id, &format!("confluence-information-macro-{class}")) {
                return Some(style);
            }
        }
        let color = dom.attr(id, "data-callout").and_then(style_of);
        Some(color.or_else(|| words.into_iter().next()).unwrap_or(HintStyle::Info))
    }

    fn title_at(&self, id: Id) -> Option<Id> {
        let dom = self.dom;
        if dom.name(id) == "details" {
            return dom.elements(id).find(|child| dom.name(*child) == "summary");
        }
        let titled = |id: Id| {
            dom.has_any_class(id, &TITLES)
                || dom.has_class(id, "title")
                    && matches!(dom.name(id), "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "p" | "div" | "strong")
                || dom.classes(id).any(|class| class.starts_with("admonitionHeading"))
        };
        let nested = |found: &Id| {
            let mut at = *found;
            while let Some(parent) = dom.parent(at).filter(|parent| *parent != id) {
                if self.hint_style(parent).is_some() {
                    return true;
                }
                at = parent;
            }
            false
        };
        dom.find(id, titled).filter(|found| !nested(found))
    }
}
