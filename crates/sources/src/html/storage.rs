//! Elements of Confluence's storage format: macros, links by title, attachments, tasks, layouts.

use std::borrow::Cow;
use std::rc::Rc;

use quire_content::document::model::{
    Block, Code, Color, ContentRef, HintStyle, ImageSize, InlineImage, InlineKind, Kind, Lines, ListStyle, Mark, Node,
    Tint,
};

use super::read::{Flow, MOST_NESTED, Read, Style, figure_of};
use crate::dom::{Dom, Id};

/// Macros that show something within a line.
const IN_LINE: [&str; 6] = ["status", "anchor", "jira", "mathinline", "mathjax-inline-macro", "jiraissues"];

/// Returns true for elements of the format that stand on lines of their own.
pub(super) fn is_block(dom: &Dom, id: Id) -> bool {
    match dom.name(id) {
        "ac:structured-macro" | "ac:macro" => !IN_LINE.contains(&dom.attr(id, "ac:name").unwrap_or_default()),
        "ac:task-list" | "ac:task" | "ac:layout" | "ac:layout-section" | "ac:layout-cell" | "ac:rich-text-body"
        | "ac:image" => true,
        _ => false,
    }
}

/// Makes the format readable as HTML: sections of character data become text, and empty elements get an end.
pub(crate) fn as_html(storage: &str) -> String {
    let storage = &*unescaped(storage);
    let mut out = String::with_capacity(storage.len() + storage.len() / 8);
    let mut rest = storage;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(data) = rest.strip_prefix("<![CDATA[") {
            let (end, after) = section(data);
            for c in data[..end].chars() {
                match c {
                    '<' => out.push_str("&lt;"),
                    '&' => out.push_str("&amp;"),
                    c => out.push(c),
                }
            }
            rest = &data[after..];
            continue;
        }
        let end = rest.find('>').map_or(rest.len(), |end| end + 1);
        let tag = &rest[..end];
        let name = tag[1..].split(|c: char| c.is_whitespace() || matches!(c, '/' | '>')).next().unwrap_or_default();
        match tag.strip_suffix("/>") {
            Some(open) if name.contains(':') => {
                out.push_str(open);
                out.push_str("></");
                out.push_str(name);
                out.push('>');
            }
            _ => out.push_str(tag),
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// The beginning of a section of character data.
const SECTION: &str = "<![CDATA[";

/// Returns a text without the spaces that an export adds after each `]]`, so that no section of its own ends there. Where
/// a `]]` has no space, the export added none.
fn unescaped(storage: &str) -> Cow<'_, str> {
    let is_escaped = storage.contains(SECTION) && storage.split("]]").skip(1).all(|rest| rest.starts_with(' '));
    if is_escaped { Cow::Owned(storage.replace("]] ", "]]")) } else { Cow::Borrowed(storage) }
}

/// Returns the end of a section of character data in a text that begins with it, and the place where the text goes on.
///
/// Exports write the end as `]]>` or as `]] >`. Both may stand in code too, but there no element ends after it.
fn section(data: &str) -> (usize, usize) {
    let data = &data[..data.find(SECTION).unwrap_or(data.len())];
    let ends = |mark: &'static str| data.match_indices(mark).map(move |(at, mark)| (at, at + mark.len()));
    let is_last = |(_, after): &(usize, usize)| {
        let rest = data[*after..].trim_start();
        rest.is_empty() || rest.starts_with("</ac:")
    };
    let mut all = ends("]]>").filter(is_last).chain(ends("]] >").filter(is_last)).min();
    all = all.or_else(|| ends("]]>").next()).or_else(|| ends("]] >").next());
    all.unwrap_or((data.len(), data.len()))
}

impl Read<'_> {
    /// Reads an element of the format; returns false if the element is none.
    pub(super) fn storage(&mut self, id: Id, style: &Style, flow: &mut Flow) -> bool {
        let dom = self.dom;
        let name = dom.name(id);
        if !(name.starts_with("ac:") || name.starts_with("ri:") || name == "time") {
            return false;
        }
        match name {
            "ac:structured-macro" | "ac:macro" => self.macro_(id, style, flow),
            "ac:link" => self.titled_link(id, style, flow),
            "ac:image" => self.attached_image(id, style, flow),
            "ac:task-list" => self.tasks(id, style, flow),
            "ac:emoticon" | "ac:emoji" => {
                let text =
                    dom.attr(id, "ac:emoji-fallback").or_else(|| emoticon(dom.attr(id, "ac:name").unwrap_or_default()));
                flow.line.flow(text.unwrap_or_default(), style.marks, style.link.as_ref());
            }
            "time" => {
                let text = dom
                    .attr(id, "datetime")
                    .filter(|_| dom.text(id).trim().is_empty())
                    .map_or_else(|| dom.text(id), str::to_owned);
                flow.line.flow(&text, style.marks, style.link.as_ref());
            }
            "ac:placeholder" | "ac:parameter" | "ac:task-id" | "ac:task-uuid" | "ac:adf-attribute" => {}
            "ac:layout-section" => return false,
            _ => {
                if is_block(dom, id) && !style.only_line {
                    self.flush(style, flow);
                    self.children(id, style, flow);
                    self.flush(style, flow);
                } else {
                    self.children(id, style, flow);
                }
            }
        }
        true
    }

    fn parameter(&self, id: Id, name: &str) -> Option<String> {
        let dom = self.dom;
        let found = dom.elements(id).find(|child| {
            dom.name(*child) == "ac:parameter" && dom.attr(*child, "ac:name").unwrap_or_default() == name
        })?;
        Some(dom.text(found).trim().to_owned()).filter(|value| !value.is_empty())
    }

    fn part(&self, id: Id, name: &str) -> Option<Id> {
        self.dom.elements(id).find(|child| self.dom.name(*child) == name)
    }

    fn macro_(&mut self, id: Id, style: &Style, flow: &mut Flow) {
        let dom = self.dom;
        let name = dom.attr(id, "ac:name").unwrap_or_default().to_owned();
        let body = self.part(id, "ac:rich-text-body");
        let plain = self.part(id, "ac:plain-text-body");
        let shallow = style.nested < MOST_NESTED && !style.only_line;
        match (name.as_str(), body) {
            ("info" | "note" | "warning" | "tip" | "panel" | "success" | "error", Some(body)) if shallow => {
                let hint = match name.as_str() {
                    "note" => HintStyle::Warning,
                    "warning" | "error" => HintStyle::Danger,
                    "tip" | "success" => HintStyle::Success,
                    _ => HintStyle::Info,
                };
                self.flush(style, flow);
                let mut nodes = Vec::new();
                if let Some(title) = self.parameter(id, "title") {
                    self.begin_heading(None);
                    nodes.push(Block::new(Kind::Heading { level: 3, align: None, nodes: vec![Node::text(title)] }));
                }
                nodes.append(&mut self.blocks(body, &style.deeper()));
                if !nodes.is_empty() {
                    self.push(Kind::Hint { style: hint, nodes }, style, flow);
                }
            }
            ("expand", Some(body)) if shallow => {
                let title = self.parameter(id, "title").unwrap_or_else(|| "Details".to_owned());
                self.flush(style, flow);
                let body = self.blocks(body, &style.deeper());
                self.push(Kind::Expandable { title: vec![Node::text(title)], body, open: false }, style, flow);
            }
            ("quote", Some(body)) if shallow => self.nested(body, style, flow, |nodes| Kind::Quote { nodes }),
            ("code" | "noformat" | "markdown" | "html" | "mermaid" | "mermaid-macro" | "plantuml", _)
                if plain.is_some() && !style.only_line =>
            {
                let text = plain.map(|plain| dom.text(plain)).unwrap_or_default();
                let language = self.parameter(id, "language").filter(|language| language != "none");
                let language = language.or_else(|| {
                    (!matches!(name.as_str(), "code" | "noformat")).then(|| name.trim_end_matches("-macro").to_owned())
                });
                let title = self.parameter(id, "title");
                let line_numbers = self.parameter(id, "linenumbers").filter(|on| on == "true").map(|_| true);
                let lines = Lines::Plain(text.trim_matches('\n').trim_end().to_owned());
                let code = Code {
                    syntax: language,
                    info: None,
                    title,
                    overflow: None,
                    line_numbers,
                    full_width: false,
                    lines,
                };
                self.push(Kind::Code(Box::new(code)), style, flow);
            }
            ("mathblock" | "latex" | "mathjax-block-macro", _) if !style.only_line => {
                let formula =
                    plain.map(|plain| dom.text(plain)).or_else(|| self.parameter(id, "equation")).unwrap_or_default();
                self.push(Kind::Math { formula: quire_content::title::one_line(&formula) }, style, flow);
            }
            ("mathinline" | "mathjax-inline-macro", _) => {
                let formula = self
                    .parameter(id, "body")
                    .or_else(|| self.parameter(id, "equation"))
                    .or(plain.map(|plain| dom.text(plain)));
                flow.line.node(InlineKind::Math { formula: formula.unwrap_or_default() }, style.link.as_ref());
            }
            ("status", _) => {
                let text = self.parameter(id, "title").unwrap_or_default();
                let tint = match self.parameter(id, "colour").unwrap_or_default().to_ascii_lowercase().as_str() {
                    "green" => Tint::Green,
                    "yellow" => Tint::Yellow,
                    "red" => Tint::Red,
                    "blue" => Tint::Blue,
                    "purple" => Tint::Purple,
                    _ => Tint::Default,
                };
                let mut inner = style.clone();
                inner.marks.color = (tint != Tint::Default).then_some(Color { text: Tint::Default, background: tint });
                self.settle_names();
                self.report.mapped("status");
                flow.line.exact(&text, inner.marks.with(Mark::Bold), style.link.as_ref());
            }
            ("anchor", _) => {
                if let Some(name) = self.parameter(id, "") {
                    self.report.mapped("anchor");
                    self.names.meet(&name);
                }
            }
            ("jira" | "jiraissues", _) => {
                let key = self.parameter(id, "key").or_else(|| self.parameter(id, "jqlQuery")).unwrap_or_default();
                self.report.keep("a reference to Jira, as its text", key.clone());
                self.settle_names();
                flow.line.exact(&key, style.marks, style.link.as_ref());
            }
            ("section", Some(body)) if shallow && self.section(body, style, flow) => {}
            ("include" | "excerpt-include" | "include-page", _) => {
                let page = dom.find(id, |id| dom.name(id) == "ri:page");
                let title = page.and_then(|id| dom.attr(id, "ri:content-title")).map(str::to_owned).unwrap_or_default();
                self.report.keep("an included page, as a link to it", title.clone());
                self.flush(style, flow);
                let target = self.targets.titled(&title, page.and_then(|id| dom.attr(id, "ri:space-key")));
                flow.line.exact(&title, style.marks, target.map(Rc::from).as_ref());
                self.flush(style, flow);
            }
            ("widget" | "iframe" | "multimedia" | "lucidchart" | "vimeo" | "youtube", _) if !style.only_line => {
                let url = dom
                    .find(id, |id| dom.name(id) == "ri:url")
                    .and_then(|id| dom.attr(id, "ri:value"))
                    .map(str::to_owned);
                let url = url.or_else(|| self.parameter(id, "url")).or_else(|| self.parameter(id, "src"));
                match url.filter(|url| url.starts_with("http")) {
                    Some(url) => self.push(Kind::Embed { url, full_width: false, caption: Vec::new() }, style, flow),
                    None => self.file_or_drop(id, &name, style, flow),
                }
            }
            (
                "toc" | "toc-zone" | "children" | "pagetree" | "recently-updated" | "livesearch" | "contentbylabel"
                | "pagetreesearch" | "listlabels" | "blog-posts" | "attachments" | "gallery" | "profile"
                | "contributors" | "space-details" | "index",
                None,
            ) => {
                self.report.drop(format!("the macro `{name}`, which lists other content"), self.place.clone());
            }
            ("view-file" | "viewpdf" | "viewdoc" | "viewxls" | "viewppt", _) => {
                self.file_or_drop(id, &name, style, flow);
            }
            (_, Some(body)) => {
                if !matches!(
                    name.as_str(),
                    "excerpt"
                        | "details"
                        | "div"
                        | "span"
                        | "column"
                        | "toc-zone"
                        | "section"
                        | "info"
                        | "note"
                        | "tip"
                        | "warning"
                        | "panel"
                        | "quote"
                        | "expand"
                ) {
                    self.report.keep(format!("the macro `{name}`, as its content"), self.place.clone());
                }
                self.children(body, style, flow);
            }
            (_, None) => {
                let text = plain.map(|plain| dom.text(plain)).filter(|text| !text.trim().is_empty());
                match text {
                    Some(text) => {
                        self.report.keep(format!("the macro `{name}`, as its text"), self.place.clone());
                        self.push(super::table::plain_code(text.trim_matches('\n').to_owned()), style, flow);
                    }
                    None => self.report.drop(format!("the macro `{name}`"), self.place.clone()),
                }
            }
        }
    }

    fn file_or_drop(&mut self, id: Id, name: &str, style: &Style, flow: &mut Flow) {
        let dom = self.dom;
        let attached = dom.find(id, |id| dom.name(id) == "ri:attachment").and_then(|id| dom.attr(id, "ri:filename"));
        match attached.and_then(|file| self.targets.file(file)).filter(|_| !style.only_line) {
            Some(target) => self.push(Kind::File { source: ContentRef::url(target), caption: Vec::new() }, style, flow),
            None => self.report.drop(format!("the macro `{name}`"), attached.unwrap_or_default()),
        }
    }

    /// Reads columns that macros make; returns false if there are fewer than two.
    fn section(&mut self, body: Id, style: &Style, flow: &mut Flow) -> bool {
        let dom = self.dom;
        let is_column = |id: &Id| dom.attr(*id, "ac:name") == Some("column");
        let cells: Vec<Id> = dom.elements(body).filter(is_column).collect();
        if cells.len() < 2 {
            return false;
        }
        let mut columns = Vec::new();
        for cell in cells {
            let Some(inner) = self.part(cell, "ac:rich-text-body") else { continue };
            let nodes = self.blocks(inner, &style.deeper());
            columns.push(Block::new(Kind::Column { width: None, vertical: None, nodes }));
        }
        self.push(Kind::Columns { full_width: false, columns }, style, flow);
        true
    }

    fn titled_link(&mut self, id: Id, style: &Style, flow: &mut Flow) {
        let dom = self.dom;
        let page = self.part(id, "ri:page").or_else(|| self.part(id, "ri:blog-post"));
        let attachment = self.part(id, "ri:attachment").and_then(|id| dom.attr(id, "ri:filename"));
        let title = page.and_then(|id| dom.attr(id, "ri:content-title"));
        let space = page.or_else(|| self.part(id, "ri:space")).and_then(|id| dom.attr(id, "ri:space-key"));
        let anchor = dom.attr(id, "ac:anchor");
        let target = match (title, attachment, anchor) {
            (Some(title), _, Some(anchor)) => self.targets.anchor(title, anchor),
            (Some(title), _, None) => self.targets.titled(title, space),
            (None, Some(file), _) => self.targets.file(file),
            (None, None, Some(anchor)) => self.targets.anchor("", anchor),
            (None, None, None) => None,
        };
        if let Some(target) = &target {
            self.report.mapped("link");
            if let Some(anchor) = anchor.filter(|_| !target.contains('#')) {
                self.report.keep("a link to a place within a page, as one to the page", anchor);
            }
        } else if let Some(title) = title {
            self.report.keep("a link to a page that is not in the export, as its text", title);
        }
        let body = self.part(id, "ac:link-body").or_else(|| self.part(id, "ac:plain-text-link-body"));
        let inner = Style { link: target.map(Rc::from), ..style.clone() };
        let said = body.filter(|body| !dom.text(*body).trim().is_empty() || dom.elements(*body).next().is_some());
        self.settle_names();
        match said {
            Some(body) => self.children(body, &inner, flow),
            None => {
                let user = self.part(id, "ri:user").and_then(|id| {
                    dom.attr(id, "ri:username")
                        .or_else(|| dom.attr(id, "ri:account-id"))
                        .or_else(|| dom.attr(id, "ri:userkey"))
                });
                let user = user.map(|user| format!("@{user}"));
                if let Some(user) = &user {
                    self.report.keep("a mention of a user, as text", user.clone());
                }
                let text = title
                    .or(attachment)
                    .map(str::to_owned)
                    .or(user)
                    .or(anchor.map(str::to_owned))
                    .or(space.map(str::to_owned));
                flow.line.exact(&text.unwrap_or_default(), inner.marks, inner.link.as_ref());
            }
        }
    }

    fn attached_image(&mut self, id: Id, style: &Style, flow: &mut Flow) {
        let dom = self.dom;
        let attached = self.part(id, "ri:attachment").and_then(|id| dom.attr(id, "ri:filename"));
        let url = self.part(id, "ri:url").and_then(|id| dom.attr(id, "ri:value"));
        let Some(target) = attached.or(url).and_then(|src| self.targets.file(src)) else {
            self.report.drop("an image", attached.or(url).unwrap_or_default());
            return;
        };
        let alt = dom.attr(id, "ac:alt").map(str::to_owned).filter(|alt| !alt.is_empty());
        let image =
            InlineImage { source: ContentRef::url(target), dark: None, alt, caption: None, size: ImageSize::Original };
        self.settle_names();
        let caption =
            self.part(id, "ac:caption").map(|caption| self.line(caption, &Style::default())).unwrap_or_default();
        let inside = style.only_line || !flow.line.is_blank();
        if inside {
            self.report.mapped("image");
            flow.line.node(InlineKind::Image(Box::new(image)), style.link.as_ref());
            return;
        }
        let mut block = figure_of(&image);
        if let Kind::Image(image) = &mut block.kind {
            image.caption = caption;
            image.width = dom.attr(id, "ac:width").and_then(quire_content::document::model::Length::parse);
        }
        self.push(Kind::Images { align: None, full_width: false, with_frame: false, images: vec![block] }, style, flow);
    }

    fn tasks(&mut self, id: Id, style: &Style, flow: &mut Flow) {
        let dom = self.dom;
        self.flush(style, flow);
        let mut items = Vec::new();
        for task in dom.elements(id).filter(|child| dom.name(*child) == "ac:task") {
            let done = self.part(task, "ac:task-status").is_some_and(|id| dom.text(id).trim() == "complete");
            let nodes =
                self.part(task, "ac:task-body").map(|body| self.blocks(body, &style.deeper())).unwrap_or_default();
            self.report.mapped("task");
            items.push(Block::new(Kind::ListItem { checked: Some(done), nodes }));
        }
        if !items.is_empty() && !style.only_line {
            self.push(Kind::List { style: ListStyle::Tasks, items }, style, flow);
        }
    }
}

pub(super) fn emoticon(name: &str) -> Option<&'static str> {
    Some(match name {
        "smile" => "🙂",
        "sad" => "🙁",
        "cheeky" => "😛",
        "laugh" => "😀",
        "wink" => "😉",
        "thumbs-up" => "👍",
        "thumbs-down" => "👎",
        "information" => "ℹ️",
        "tick" => "✅",
        "cross" => "❌",
        "warning" => "⚠️",
        "plus" => "➕",
        "minus" => "➖",
        "question" => "❓",
        "light-on" => "💡",
        "yellow-star" | "blue-star" | "red-star" | "green-star" => "⭐",
        "heart" => "❤️",
        _ => return None,
    })
}
