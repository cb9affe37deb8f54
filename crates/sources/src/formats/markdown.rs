//! Files of Markdown that other tools have their own syntax in: what they have in common.
//!
//! Text that is Markdown already keeps its bytes. Constructs of a tool are rewritten line by line, outside of code; links
//! and images are retargeted in place.

use std::collections::HashMap;

use quire_content::document::{retarget, targets_of};
use quire_content::path;
use quire_content::yaml::{self, Mode, Node, Typed, Value};

use super::Job;
use crate::error::Error;
use crate::html::is_address;
use crate::literal;
use crate::origin::Origin;
use crate::report::PageReport;
use crate::site::{decoded, relative};

/// A page before it is written.
#[derive(Debug, Default)]
pub(crate) struct Page {
    pub(crate) source: String,
    pub(crate) path: String,
    pub(crate) title: String,
    /// The Markdown of the title, if the text had one.
    pub(crate) heading: Option<String>,
    pub(crate) body: String,
    pub(crate) description: String,
    /// True if the page is in no list of pages.
    pub(crate) is_hidden: bool,
    pub(crate) report: PageReport,
}

/// The front matter of a text.
pub(crate) struct Front {
    fields: Option<Node>,
}

impl Front {
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        scalar(self.fields.as_ref()?.get(name)?).filter(|text| !text.trim().is_empty())
    }

    /// Reports the fields that say something and are not among those that a format reads.
    pub(crate) fn report_others(&self, read: &[&str], report: &mut PageReport) {
        let Some(Value::Map(fields)) = self.fields.as_ref().map(|fields| &fields.value) else { return };
        for (name, value) in fields.iter().filter(|(name, _)| !read.contains(&name.as_str())) {
            let said = match &value.value {
                Value::List(items) => items.iter().filter_map(scalar).collect::<Vec<_>>().join(", "),
                _ => scalar(value).unwrap_or_default(),
            };
            report.drop(format!("the field `{name}` of the front matter"), said);
        }
    }

    pub(crate) fn number(&self, name: &str) -> Option<f64> {
        self.text(name)?.trim().parse().ok()
    }
}

/// Returns the text of a scalar.
pub(crate) fn scalar(node: &Node) -> Option<String> {
    match node.typed()? {
        Typed::Null => None,
        Typed::Bool(value) => Some(value.to_string()),
        Typed::Integer(value) => Some(value.to_string()),
        Typed::Number(value) => Some(value.to_string()),
        Typed::Text(text) => Some(text.to_owned()),
    }
}

/// Splits a text into its front matter and its body.
pub(crate) fn front(text: &str) -> (Front, &str) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let first = text.lines().next().unwrap_or_default();
    if first.trim_end() != "---" {
        return (Front { fields: None }, text);
    }
    let mut at = first.len() + 1;
    for line in text.get(at..).unwrap_or_default().split_inclusive('\n') {
        if matches!(line.trim_end(), "---" | "...") {
            let fields = yaml::read(&text[first.len() + 1..at], Mode::Lenient).ok().flatten();
            return (Front { fields }, text.get(at + line.len()..).unwrap_or_default());
        }
        at += line.len();
    }
    (Front { fields: None }, text)
}

/// Takes the title from the beginning of a body: the Markdown of the heading, and the rest.
pub(crate) fn heading(body: &str) -> (Option<String>, &str) {
    let trimmed = body.trim_start_matches(['\n', '\r', ' ']);
    let line = trimmed.lines().next().unwrap_or_default();
    if let Some(title) = line.strip_prefix("# ") {
        let rest = &trimmed[line.len()..];
        let title = title.split(" <a href=\"#").next().unwrap_or_default();
        let (title, _) = without_attributes(title.trim().trim_end_matches('#').trim());
        return (Some(title), rest.trim_start_matches(['\n', '\r']));
    }
    let mut lines = trimmed.split_inclusive('\n');
    if let (Some(first), Some(under)) = (lines.next(), lines.next())
        && !first.trim().is_empty()
        && under.trim_end().len() >= 3
        && under.trim_end().bytes().all(|byte| byte == b'=')
    {
        return (Some(first.trim().to_owned()), trimmed[first.len() + under.len()..].trim_start_matches(['\n', '\r']));
    }
    (None, body)
}

/// Returns the title, the Markdown of its heading and the body of a page whose front matter may have a title, too: then a
/// heading that says another one belongs to the body.
pub(crate) fn titled(said: Option<String>, text: &str) -> (Option<String>, Option<String>, String) {
    let (heading, body) = heading(text);
    let own = heading.as_deref().map(plain_title);
    match (said, own, heading) {
        (Some(said), Some(own), Some(heading)) if folded(&said) != folded(&own) => {
            (Some(said), None, format!("# {heading}\n\n{body}"))
        }
        (Some(said), None, _) => (Some(said), None, body.to_owned()),
        (said, own, heading) => (said.or(own), heading, body.to_owned()),
    }
}

fn folded(title: &str) -> String {
    quire_content::title::one_line(title).to_lowercase()
}

/// Returns the words of a title that is written in Markdown.
pub(crate) fn plain_title(markdown: &str) -> String {
    // What is marked is escaped here, so that it is text.
    let markdown = literal::restored(markdown);
    quire_content::title::title_of(&format!("# {markdown}\n"))
        .unwrap_or_else(|| quire_content::title::one_line(&markdown))
}

/// Removes `{#id}` or `{: …}` from the end of a line, and returns the identifier.
pub(crate) fn without_attributes(line: &str) -> (String, Option<String>) {
    let end = line.trim_end();
    let Some(open) = end.rfind('{').filter(|_| end.ends_with('}')) else { return (line.to_owned(), None) };
    let list = end[open + 1..end.len() - 1].trim();
    let marked = list.starts_with(['#', '.', ':']) && !list.contains(['{', '}']);
    if !marked {
        return (line.to_owned(), None);
    }
    let id = list.trim_start_matches(':').split_whitespace().find_map(|part| part.strip_prefix('#'));
    (end[..open].trim_end().to_owned(), id.filter(|id| !id.is_empty()).map(str::to_owned))
}

/// Rewrites a heading with an identifier as one with an anchor.
pub(crate) fn anchored(line: &str) -> Option<String> {
    let hashes = line.bytes().take_while(|byte| *byte == b'#').count();
    if !(1..=6).contains(&hashes) || !line[hashes..].starts_with(' ') {
        return None;
    }
    let (text, id) = without_attributes(line);
    if text.len() == line.len() {
        return None;
    }
    let id = id.filter(|id| quire_content::document::anchors::is_anchor(id));
    Some(id.map_or(text.clone(), |id| format!("{text} <a href=\"#{id}\" id=\"{id}\"></a>")))
}

/// Tells which lines are code, within fences.
#[derive(Default)]
pub(crate) struct Fences {
    open: Option<(char, usize)>,
}

impl Fences {
    /// Returns true after a line that begins or continues code.
    pub(crate) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Returns true if the next line is code, or begins or ends it.
    pub(crate) fn is_code(&mut self, line: &str) -> bool {
        let text = line.trim_start();
        let mark = text.chars().next().filter(|c| matches!(c, '`' | '~'));
        let length = mark.map_or(0, |mark| text.chars().take_while(|c| *c == mark).count());
        match (self.open, mark) {
            (Some((open, least)), Some(mark))
                if mark == open && length >= least && text[length..].trim().is_empty() =>
            {
                self.open = None;
                true
            }
            (Some(_), _) => true,
            (None, Some(mark)) if length >= 3 && !(mark == '`' && text[length..].contains('`')) => {
                self.open = Some((mark, length));
                true
            }
            _ => false,
        }
    }
}

/// Writes the fences of code, with what tools say beside the language as options of the block.
#[derive(Default)]
pub(crate) struct Captions {
    is_open: bool,
}

impl Captions {
    /// Appends a line of code, or a fence; the flags say if the lines before and after it are code.
    pub(crate) fn push(&mut self, out: &mut Vec<String>, line: &str, (before, after): (bool, bool)) {
        let trimmed = line.trim_start();
        let indent = &line[..line.len() - trimmed.len()];
        if !before && after {
            let ticks = trimmed.len() - trimmed.trim_start_matches(['`', '~']).len();
            let info = &trimmed[ticks..];
            let options = options_of_code(info);
            self.is_open = !options.is_empty();
            if self.is_open {
                let language = info.split([' ', '{', '\t']).next().unwrap_or_default();
                out.push(format!("{indent}{{% code{options} %}}"));
                out.push(format!("{indent}{}{language}", &trimmed[..ticks]));
                return;
            }
        }
        out.push(line.to_owned());
        if before && !after && std::mem::take(&mut self.is_open) {
            out.push(format!("{indent}{{% endcode %}}"));
        }
    }
}

/// Returns the options of a block of code that stand after its language: its title, and if its lines have numbers.
fn options_of_code(info: &str) -> String {
    let title = info.split_once("title=").and_then(|(_, rest)| {
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        rest[1..].split(quote).next()
    });
    let title =
        title.filter(|title| !title.is_empty() && !title.contains(['%', '{', '}']) && !title.contains('\u{fdd0}'));
    let mut options = title.map(|title| format!(" title=\"{}\"", attribute(title))).unwrap_or_default();
    if info.contains("showLineNumbers") || info.contains("linenums=") {
        options.push_str(" lineNumbers=\"true\"");
    }
    options
}

/// Returns the number of spaces at the beginning of a line; a tab counts for four.
pub(crate) fn indentation(line: &str) -> usize {
    line.chars().take_while(|c| matches!(c, ' ' | '\t')).map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

/// Removes so many columns from the beginning of a line.
pub(crate) fn dedent(line: &str, columns: usize) -> &str {
    let mut left = columns;
    let mut rest = line;
    while left > 0 {
        if let Some(after) = rest.strip_prefix(' ') {
            rest = after;
            left -= 1;
        } else if let Some(after) = rest.strip_prefix('\t') {
            rest = after;
            left = left.saturating_sub(4);
        } else {
            break;
        }
    }
    rest
}

/// Returns a callout in the syntax of the format.
pub(crate) fn hint(kind: &str, title: Option<&str>, body: &[String]) -> Vec<String> {
    use quire_content::document::model::Word as _;
    let style = crate::html::style_of(kind).map_or("info", |style| style.word());
    let mut out = vec![format!("{{% hint style=\"{style}\" %}}")];
    if let Some(title) = title.filter(|title| !title.is_empty()) {
        out.extend([format!("#### {title}"), String::new()]);
    }
    out.extend(body.iter().cloned());
    out.push("{% endhint %}".to_owned());
    out
}

/// Returns a section that opens.
pub(crate) fn details(title: &str, open: bool, body: &[String]) -> Vec<String> {
    let mut out = vec![if open { "<details open>".to_owned() } else { "<details>".to_owned() }, String::new()];
    out.extend([format!("<summary>{}</summary>", title.replace('<', "&lt;")), String::new()]);
    out.extend(body.iter().cloned());
    out.extend([String::new(), "</details>".to_owned()]);
    out
}

/// Appends lines with an indentation, apart from what is before them.
pub(crate) fn append(out: &mut Vec<String>, lines: Vec<String>, indent: usize) {
    if out.last().is_some_and(|last| !last.trim().is_empty()) {
        out.push(String::new());
    }
    let lines = lines.into_iter().map(|line| if line.is_empty() { line } else { format!("{:indent$}{line}", "") });
    out.extend(lines);
    out.push(String::new());
}

/// Returns a value for an attribute of a tag.
pub(crate) fn attribute(text: &str) -> String {
    text.replace('"', "&quot;")
}

/// Writes pages: links between them are rewritten, and the files that they show are copied.
pub(crate) fn write(
    job: &mut Job<'_>,
    pages: Vec<Page>,
    resolve: &dyn Fn(&Origin, &str, &str) -> Option<String>,
) -> Result<HashMap<String, Vec<String>>, Error> {
    let paths: HashMap<String, String> = pages.iter().map(|page| (page.source.clone(), page.path.clone())).collect();
    let mut copied: HashMap<String, String> = HashMap::new();
    let mut linked = HashMap::new();
    let total = pages.len();
    for mut page in pages {
        let mut targets: HashMap<String, String> = HashMap::new();
        let mut to = Vec::new();
        for written in targets_of(&page.body) {
            let target = written.target;
            if target.starts_with('#') || targets.contains_key(&target) {
                continue;
            }
            let address = super::html::redirected(&target);
            if address != target {
                targets.insert(target, address);
                continue;
            }
            let (bare, _) = path::split_suffix(&target);
            if job.site.is_file(&path::join(path::folder(&page.path), &decoded(bare))) {
                continue;
            }
            let Some(source) = resolve(&job.origin, &page.source, &target) else {
                if !is_elsewhere(&target) && is_address(&target) && !target.starts_with("mailto") {
                    page.report.keep("a link to what is not there, as it was", target);
                }
                continue;
            };
            let anchor = target.split_once('#').map(|(_, anchor)| decoded(anchor)).unwrap_or_default();
            let new = match paths.get(&source) {
                Some(path) => {
                    to.push(source);
                    page.report.mapped("link");
                    relative(&page.path, path, &anchor)
                }
                None => {
                    if !copied.contains_key(&source) {
                        let file = job.site.file(&source, &mut job.origin.open_file(&source)?)?;
                        copied.insert(source.clone(), file);
                    }
                    page.report.mapped("file");
                    relative(&page.path, &copied[&source], "")
                }
            };
            targets.insert(target, new);
        }
        if !targets.is_empty() {
            match retarget(&page.body, &|target| targets.get(target).cloned()) {
                Some(body) => page.body = body,
                None if targets.iter().any(|(old, new)| old != new) => {
                    page.report.keep("the links of a page, as they were", "");
                }
                None => {}
            }
        }
        linked.insert(page.source.clone(), to);
        put(job, page)?;
        job.done(total, "")?;
    }
    Ok(linked)
}

fn put(job: &mut Job<'_>, page: Page) -> Result<(), Error> {
    let mut text = String::new();
    let mut front = String::new();
    if !page.description.is_empty() {
        let description = serde_json::Value::from(quire_content::title::one_line(&page.description));
        front.push_str(&format!("description: {description}\n"));
    }
    if page.is_hidden {
        front.push_str("hidden: true\n");
    }
    if !front.is_empty() {
        text.push_str(&format!("---\n{front}---\n\n"));
    }
    match &page.heading {
        Some(heading) => text.push_str(&format!("# {heading}\n")),
        None => text.push_str(&format!("# {}", crate::html::title_line(&page.title))),
    }
    let body = page.body.trim_start_matches('\n');
    if !body.trim().is_empty() {
        text.push('\n');
        text.push_str(body);
        if !body.ends_with('\n') {
            text.push('\n');
        }
    }
    let report = PageReport { source: page.source.clone(), ..page.report };
    job.site.raw_page(&page.path, &page.title, &text, report)
}

/// Returns the source to which a target leads, where the end of the name may be missing.
pub(crate) fn resolve(origin: &Origin, from: &str, target: &str) -> Option<String> {
    if let Some(found) = origin.resolve(from, target) {
        return Some(found);
    }
    let (bare, _) = path::split_suffix(target);
    if bare.is_empty() || path::has_scheme(bare) {
        return None;
    }
    let inside = path::join(path::folder(from), &decoded(bare));
    let inside = inside.trim_end_matches('/');
    let stem = inside.strip_suffix(".html").unwrap_or(inside);
    let candidates = [".md", ".mdx", "/index.md", "/README.md", "/index.mdx", ".markdown"];
    candidates.iter().map(|end| format!("{stem}{end}").trim_start_matches('/').to_owned()).find(|path| origin.has(path))
}

/// Returns true for addresses of other servers.
pub(crate) fn is_elsewhere(target: &str) -> bool {
    path::has_scheme(target) || target.starts_with("//")
}

/// Reads a file as a page: its title is that of the front matter, of the heading, or of the name.
pub(crate) fn read(job: &mut Job<'_>, source: &str) -> Result<(Front, String), Error> {
    let text = job.origin.page_text(source)?.replace("\r\n", "\n");
    let (front, body) = front(&text);
    Ok((front, literal::marked(body)))
}

/// Returns a text as a block of code, with a fence that is longer than any in it.
pub(crate) fn fenced(language: &str, text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat((longest + 1).max(3));
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{language}\n{text}{end}{fence}\n")
}

/// Returns the name of a file as a title.
pub(crate) fn title_of_name(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let words = quire_content::title::one_line(&stem.replace(['-', '_'], " "));
    let mut chars = words.chars();
    chars.next().map_or_else(|| "Untitled".to_owned(), |first| first.to_uppercase().chain(chars).collect())
}
