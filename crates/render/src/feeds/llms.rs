//! Texts for language models: a list of pages (llmstxt.org), and all pages in one.

use std::fmt::Write as _;

/// How deep a list is indented at most; more would be code in Markdown that is read line by line.
const DEEPEST: usize = 6;

/// The pages under one heading.
#[derive(Debug, Clone, Default)]
pub struct Listing {
    /// The heading: a section, or a space.
    pub title: String,
    /// The pages.
    pub pages: Vec<Listed>,
}

/// A page, or the name of a group of pages.
#[derive(Debug, Clone, Default)]
pub struct Listed {
    /// Its title.
    pub title: String,
    /// The address of its Markdown; a group has none.
    pub url: Option<String>,
    /// What it is about.
    pub description: Option<String>,
    /// How many pages are above it.
    pub depth: usize,
}

/// A page in the text of all.
#[derive(Debug, Clone, Copy)]
pub struct FullPage<'a> {
    /// Its title.
    pub title: &'a str,
    /// Its address.
    pub url: &'a str,
    /// What it is about.
    pub description: Option<&'a str>,
    /// Its Markdown, without its title.
    pub markdown: &'a str,
}

/// `llms.txt`: what a site is, and where its pages are.
pub fn llms(title: &str, description: Option<&str>, listings: &[Listing]) -> String {
    let mut text = format!("# {}\n", line(title));
    if let Some(description) = description {
        let _ = write!(text, "\n> {}\n", line(description));
    }
    for listing in listings {
        let _ = write!(text, "\n## {}\n\n", line(&listing.title));
        listing.pages.iter().for_each(|page| entry(&mut text, page));
    }
    text
}

fn entry(text: &mut String, page: &Listed) {
    let indent = "  ".repeat(page.depth.min(DEEPEST));
    let title = line(&page.title);
    let _ = match &page.url {
        Some(url) => write!(text, "{indent}- [{title}]({})", address(url)),
        None => write!(text, "{indent}- {title}"),
    };
    if let Some(description) = page.description.as_deref().filter(|it| !it.trim().is_empty()) {
        let _ = write!(text, ": {}", line(description));
    }
    text.push('\n');
}

/// The beginning of `llms-full.txt`, which the pages of a site follow.
pub fn llms_full_head(title: &str) -> String {
    format!("# {}\n", line(title))
}

/// Adds a page to `llms-full.txt`.
pub fn llms_full_page(text: &mut String, page: FullPage<'_>) {
    let _ = write!(text, "\n---\n\n# {}\n\nSource: {}\n", line(page.title), address(page.url));
    if let Some(description) = page.description {
        let _ = write!(text, "\n> {}\n", line(description));
    }
    let _ = write!(text, "\n{}\n", page.markdown.trim_matches('\n'));
}

/// A text in one line, nothing in it read as a link.
fn line(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ").replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]")
}

/// An address that ends where it ends.
fn address(url: &str) -> String {
    let mut text = String::with_capacity(url.len());
    for c in url.chars() {
        match c {
            '(' => text.push_str("%28"),
            ')' => text.push_str("%29"),
            '<' => text.push_str("%3C"),
            '>' => text.push_str("%3E"),
            c if c.is_whitespace() || c.is_control() => text.push_str("%20"),
            c => text.push(c),
        }
    }
    text
}
