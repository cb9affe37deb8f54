//! Texts for language models: a list of pages (llmstxt.org), and all pages in one.

use std::fmt::Write as _;

/// The greatest indentation of a list, in levels; deeper items would be read as code blocks in Markdown.
const DEEPEST: usize = 6;

/// A list of pages under one heading.
#[derive(Debug, Clone, Default)]
pub struct Listing {
    /// The heading: the name of a section or a space.
    pub title: String,
    /// The pages, in the order of the table of contents.
    pub pages: Vec<Listed>,
}

/// A page, or the title of a group of pages.
#[derive(Debug, Clone, Default)]
pub struct Listed {
    /// The title, as plain text.
    pub title: String,
    /// The absolute address of the page's Markdown; `None` for a group.
    pub url: Option<String>,
    /// The description of the page.
    pub description: Option<String>,
    /// The number of ancestors in the page tree.
    pub depth: usize,
}

/// A page of `llms-full.txt`.
#[derive(Debug, Clone, Copy)]
pub struct FullPage<'a> {
    /// The title, as plain text.
    pub title: &'a str,
    /// The absolute address of the page.
    pub url: &'a str,
    /// The description of the page.
    pub description: Option<&'a str>,
    /// The Markdown of the page, without its title.
    pub markdown: &'a str,
}

/// Returns `llms.txt`: the name and description of a site, and the addresses of its pages.
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

/// Returns the beginning of `llms-full.txt`, which the pages of the site follow.
pub fn llms_full_head(title: &str) -> String {
    format!("# {}\n", line(title))
}

/// Appends a page to `llms-full.txt`.
pub fn llms_full_page(text: &mut String, page: FullPage<'_>) {
    let _ = write!(text, "\n---\n\n# {}\n\nSource: {}\n", line(page.title), address(page.url));
    if let Some(description) = page.description {
        let _ = write!(text, "\n> {}\n", line(description));
    }
    let _ = write!(text, "\n{}\n", page.markdown.trim_matches('\n'));
}

/// Returns a text in one line, with the characters of links escaped.
fn line(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ").replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]")
}

/// Escapes the characters of an address that would end a Markdown link.
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
