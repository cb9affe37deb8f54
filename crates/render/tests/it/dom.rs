//! HTML as a browser reads it, and what must hold of every page.

use std::collections::BTreeSet;

use html5ever::tendril::TendrilSink as _;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use quire_render::FRAME_SOURCES;

/// An element.
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
}

/// A page's body as a tree, flattened.
#[derive(Default)]
pub(crate) struct Dom {
    pub(crate) elements: Vec<Element>,
    pub(crate) text: String,
    comments: usize,
    errors: Vec<String>,
}

const HEAD: &str = "<!DOCTYPE html><html lang=\"en\"><head><title>t</title></head><body><main>";
const FOOT: &str = "</main></body></html>";

impl Element {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

impl Dom {
    pub(crate) fn read(html: &str) -> Self {
        let dom = parse_document(RcDom::default(), ParseOpts::default()).one(format!("{HEAD}{html}{FOOT}"));
        let mut found =
            Self { errors: dom.errors.borrow().iter().map(ToString::to_string).collect(), ..Self::default() };
        found.walk(&dom.document);
        found
    }

    fn walk(&mut self, node: &Handle) {
        match &node.data {
            NodeData::Element { name, attrs, .. } => {
                let attributes =
                    attrs.borrow().iter().map(|it| (it.name.local.to_string(), it.value.to_string())).collect();
                self.elements.push(Element { name: name.local.to_string(), attributes });
            }
            NodeData::Text { contents } => self.text.push_str(&contents.borrow()),
            NodeData::Comment { .. } => self.comments += 1,
            _ => {}
        }
        node.children.borrow().iter().for_each(|child| self.walk(child));
    }

    /// The text, with blanks as a reader sees them.
    pub(crate) fn words(&self) -> String {
        words(&self.text)
    }

    /// Fails unless browsers read what was meant, and nothing of it can run, load or restyle anything.
    pub(crate) fn check(&self, html: &str) {
        self.check_but(html, &[]);
    }

    /// The same, where elements of forms are expected that send nothing by themselves.
    pub(crate) fn check_but(&self, html: &str, expected: &[&str]) {
        assert_eq!(self.errors, Vec::<String>::new(), "not well formed: {html}");
        assert_eq!(self.comments, 0, "a comment: {html}");
        let mut ids = BTreeSet::new();
        for element in &self.elements {
            assert!(
                !NEVER.contains(&&*element.name) || expected.contains(&&*element.name),
                "<{}>: {html}",
                element.name
            );
            check_element(element, html);
            if let Some(id) = element.attribute("id") {
                assert!(ids.insert(id), "twice #{id}: {html}");
            }
        }
    }
}

/// A text with its blanks as a reader sees them.
pub(crate) fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Elements that never come out.
const NEVER: [&str; 21] = [
    "applet",
    "audio",
    "base",
    "embed",
    "form",
    "frame",
    "frameset",
    "foreignObject",
    "image",
    "link",
    "meta",
    "noscript",
    "object",
    "option",
    "script",
    "select",
    "source",
    "style",
    "template",
    "textarea",
    "video",
];

fn check_element(element: &Element, html: &str) {
    let around = ["html", "head", "title", "body", "main"];
    for (name, value) in &element.attributes {
        assert!(!name.starts_with("on"), "{name} of <{}>: {html}", element.name);
        let never =
            ["style", "srcdoc", "formaction", "action", "ping", "background", "xlink:href", "srcset", "http-equiv"];
        assert!(!never.contains(&name.as_str()), "{name} of <{}>: {html}", element.name);
        if matches!(name.as_str(), "href" | "src") {
            check_address(element, value, html);
        }
        if name == "class" && !element.name.starts_with('m') {
            assert!(value.split(' ').all(|class| class.starts_with("q-")), "class {value}: {html}");
        }
    }
    let frame = element.name != "iframe" || element.attribute("sandbox").is_some();
    assert!(
        frame && (around.contains(&element.name.as_str()) || !element.name.contains(':')),
        "<{}>: {html}",
        element.name
    );
}

/// Reads an address as leniently as browsers ever did.
fn check_address(element: &Element, address: &str, html: &str) {
    let plain: String = address.chars().filter(|c| !c.is_control() && !c.is_whitespace()).collect();
    let plain = plain.to_ascii_lowercase();
    let scheme = plain.split(['/', '?', '#']).next().unwrap_or_default();
    let scheme = scheme.split_once(':').map(|(scheme, _)| scheme);
    let fine = match (element.name.as_str(), scheme) {
        ("iframe", _) => FRAME_SOURCES.iter().any(|origin| address.starts_with(&format!("{origin}/"))),
        ("img", Some("data")) if element.attribute("class") == Some("q-drawn") => {
            let text = address.strip_prefix("data:image/svg+xml,");
            text.is_some_and(|text| !text.contains(['"', '<', '>', '#']))
        }
        ("img", Some("data")) => plain.starts_with("data:image/") && !plain.contains("svg"),
        (_, scheme) => matches!(scheme, None | Some("http" | "https" | "mailto" | "tel")),
    };
    assert!(fine, "{address} of <{}>: {html}", element.name);
}
