//! Pages of folders as blocks, and the texts that are made of them.

use std::error::Error;
use std::path::{Path, PathBuf};

use super::random::Random;

/// The blocks of a text in order.
pub(crate) type Text = Vec<Block>;

#[derive(Clone, PartialEq)]
pub(crate) struct Block {
    pub(crate) kind: Kind,
    pub(crate) lines: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Kind {
    Heading,
    Text,
    List,
    Table,
    Code,
    /// A line with a tag that opens or closes.
    Tag,
    Other,
}

impl Block {
    pub(crate) fn new(kind: Kind, lines: &[&str]) -> Self {
        Self { kind, lines: lines.iter().map(|line| (*line).to_owned()).collect() }
    }
}

/// The ways to write a heading, besides that of the page.
pub(crate) const STYLES: usize = 12;

/// Writes a heading.
pub(crate) fn heading(title: &str, style: usize) -> Block {
    let line = match style {
        0 => format!("**{title}**"),
        1 => format!("**{title}**:"),
        2 => format!("**{title}:**"),
        3 => format!("_{title}_"),
        4 => format!("<b>{title}</b>"),
        5 => format!("<p><strong>{title}</strong></p>"),
        6 => format!("<h3>{title}</h3>"),
        7 => format!("<mark style=\"color:blue;\">**{title}**</mark>"),
        8 => return Block::new(Kind::Heading, &[title, "-----"]),
        9 => return Block::new(Kind::Heading, &["<h3 align=\"center\">", title, "</h3>"]),
        10 => format!("### {title}"),
        _ => format!("## {title}"),
    };
    Block::new(Kind::Heading, &[&line])
}

pub(crate) fn written(text: &Text) -> String {
    let blocks: Vec<String> = text.iter().map(|block| block.lines.join("\n")).collect();
    if blocks.is_empty() { String::new() } else { blocks.join("\n\n") + "\n" }
}

/// All pages of some folders.
pub(crate) struct Corpus {
    pages: Vec<Text>,
    sentences: Vec<String>,
}

impl Corpus {
    pub(crate) fn read<'p>(folders: impl Iterator<Item = &'p Path>) -> Result<Self, Box<dyn Error>> {
        let mut pages = Vec::new();
        let mut folders: Vec<PathBuf> = folders.map(Path::to_owned).collect();
        while let Some(folder) = folders.pop() {
            let entries: Result<Vec<_>, _> = folder.read_dir()?.collect();
            let mut paths: Vec<PathBuf> = entries?.into_iter().map(|entry| entry.path()).collect();
            paths.sort();
            for path in paths {
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "md") {
                    pages.push(blocks(&String::from_utf8_lossy(&std::fs::read(path)?)));
                }
            }
        }
        let texts = pages.iter().flatten().filter(|block| block.kind == Kind::Text);
        let lines = texts.flat_map(|block| block.lines.iter()).filter(|line| line.len() < 200);
        let sentences = lines.map(|line| own_words(line)).collect();
        if pages.iter().all(Vec::is_empty) { Err("no pages".into()) } else { Ok(Self { pages, sentences }) }
    }

    /// Returns a line of a random paragraph.
    pub(crate) fn sentence(&self, random: &mut Random) -> &str {
        random.pick(&self.sentences).map_or("", String::as_str)
    }

    /// Returns some blocks of a random page, with others among them so that there are all kinds.
    pub(crate) fn text(&self, random: &mut Random) -> Text {
        let Some(page) = random.pick(&self.pages) else { return Text::new() };
        let start = random.below(page.len());
        let count = 2 + random.below(10);
        let mut text: Text = page.iter().skip(start).take(count).cloned().collect();
        if !is_balanced(&text) {
            text.retain(|block| block.kind != Kind::Tag && block.kind != Kind::Other);
        }
        for n in 0..1 + random.below(4) {
            let at = random.below(text.len() + 1);
            let new = extra(random, n);
            text.splice(at..at, new);
        }
        let style = random.below(STYLES * 2);
        for block in text.iter_mut().filter(|block| block.kind == Kind::Heading && style < STYLES) {
            let title = block.lines[0].trim_start_matches(['#', ' ']).replace(['*', '_', '`', '<', '>'], "");
            if block.lines.len() == 1 && title.chars().any(char::is_alphanumeric) {
                *block = heading(title.trim(), style);
            }
        }
        text
    }
}

/// Returns a line with other words than pages have, so that what is inserted is not taken for what was there.
fn own_words(line: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        words.push(format!("{word}q"));
    }
    words.join(" ")
}

/// Returns blocks that real pages have more seldom.
fn extra(random: &mut Random, n: usize) -> Text {
    let said =
        |what: &str| ["one", "two", "three", "four", "five", "six"].map(|word| format!("b{n}{what}{word}")).join(" ");
    match random.below(8) {
        0 => {
            let title = if random.below(2) == 0 { "info" } else { "danger" };
            vec![
                Block::new(Kind::Tag, &[&format!("{{% hint style=\"{title}\" %}}")]),
                Block::new(Kind::Text, &[&said("hinta")]),
                Block::new(Kind::Text, &[&said("hintb")]),
                Block::new(Kind::Tag, &["{% endhint %}"]),
            ]
        }
        1 => {
            let (first, second) =
                (format!("{{% tab title=\"First{n}\" %}}"), format!("{{% tab title=\"Second{n}\" %}}"));
            vec![
                Block::new(Kind::Tag, &["{% tabs %}", &first]),
                Block::new(Kind::Text, &[&said("taba")]),
                Block::new(Kind::Tag, &["{% endtab %}", "", &second]),
                Block::new(Kind::Text, &[&said("tabb")]),
                Block::new(Kind::Tag, &["{% endtab %}", "{% endtabs %}"]),
            ]
        }
        2 => vec![
            Block::new(Kind::Tag, &["<details>", "", &format!("<summary>More{n}</summary>")]),
            Block::new(Kind::Text, &[&said("details")]),
            Block::new(Kind::Tag, &["</details>"]),
        ],
        3 => vec![Block::new(
            Kind::Table,
            &["| Name | Type |", "|---|---|", &format!("| b{n}one | int |"), &format!("| b{n}two | text |")],
        )],
        4 => {
            let items = ["itema", "itemb", "itemc"].map(said);
            let items = [format!("* {}", items[0]), format!("  * {}", items[1]), format!("* {}", items[2])];
            vec![Block::new(Kind::List, &items.each_ref().map(String::as_str))]
        }
        5 => vec![Block::new(Kind::Code, &["```js", &format!("b{n}run()"), &format!("b{n}stop()"), "```"])],
        _ => {
            vec![heading(&format!("b{n}part of b{n}title and b{n}more"), 11), Block::new(Kind::Text, &[&said("text")])]
        }
    }
}

fn is_balanced(text: &Text) -> bool {
    let mut open = Vec::new();
    for line in text.iter().filter(|block| block.kind != Kind::Code).flat_map(|block| &block.lines) {
        for tag in line.split("{%").skip(1) {
            let name = tag.trim_start_matches(['-', ' ']).split([' ', '%']).next().unwrap_or_default();
            match name.strip_prefix("end") {
                Some(name) if open.pop() != Some(name) => return false,
                Some(_) => {}
                None if ["embed", "file", "content-ref", "include"].contains(&name) => {}
                None => open.push(name),
            }
        }
    }
    open.is_empty() && !text.iter().any(|block| block.kind == Kind::Other)
}

/// Returns true for a line that begins or ends code: after three backticks, others would make it a code span.
pub(crate) fn is_fence(line: &str) -> bool {
    let text = line.trim_start();
    text.starts_with("~~~") || text.starts_with("```") && !text.trim_start_matches('`').contains('`')
}

/// Splits a page into blocks.
fn blocks(page: &str) -> Text {
    let page = page.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")).map_or(page, |(_, body)| body);
    let mut text = Text::new();
    let mut fence: Option<&str> = None;
    let mut fresh = true;
    for line in page.lines().map(str::trim_end) {
        let begins = ["```", "~~~"].into_iter().find(|mark| line.trim_start().starts_with(mark) && is_fence(line));
        if let Some(mark) = fence {
            if let Some(block) = text.last_mut() {
                block.lines.push(line.to_owned());
            }
            if begins == Some(mark) {
                (fence, fresh) = (None, true);
            }
        } else if line.is_empty() {
            fresh = true;
        } else if begins.is_some() {
            fence = begins;
            text.push(Block::new(Kind::Code, &[line]));
        } else {
            let kind = kind(line);
            match text.last_mut() {
                Some(last) if !fresh && (last.kind == kind || last.kind == Kind::List) => {
                    last.lines.push(line.to_owned());
                }
                _ => text.push(Block::new(kind, &[line])),
            }
            fresh = kind == Kind::Heading || kind == Kind::Tag;
        }
    }
    if fence.is_some() {
        text.pop();
    }
    text
}

fn kind(line: &str) -> Kind {
    let text = line.trim_start();
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    match text {
        _ if text.starts_with('#') => Kind::Heading,
        _ if text.starts_with('|') => Kind::Table,
        _ if text.starts_with("{%") => Kind::Tag,
        _ if text.starts_with('<') || text.starts_with('>') || text.starts_with('[') || text.starts_with('$') => {
            Kind::Other
        }
        _ if text.starts_with(['*', '-', '+']) && text[1..].starts_with(' ') => Kind::List,
        _ if digits.len() < text.len() && digits.starts_with([')', '.']) => Kind::List,
        _ if line.starts_with("    ") || line.starts_with('\t') => Kind::Other,
        _ => Kind::Text,
    }
}
