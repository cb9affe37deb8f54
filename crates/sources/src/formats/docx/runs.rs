//! Runs: text with its marks, links, fields, images and notes.

use std::rc::Rc;

use quire_content::document::model::{
    Block, Color, ContentRef, ImageSize, InlineImage, InlineKind, Kind, Mark, Marks, Tint,
};
use quire_content::path;

use super::body::{Body, has};
use super::math;
use super::styles::{Role, apply, marks_of};
use crate::line::Line;
use crate::xml::{Child, Element};

/// The fields that are open: instructions, then a result.
#[derive(Default)]
pub(super) struct Fields {
    open: Vec<Field>,
}

#[derive(Default)]
struct Field {
    instruction: String,
    in_result: bool,
    link: Option<Rc<str>>,
}

impl Fields {
    fn in_instruction(&self) -> bool {
        self.open.last().is_some_and(|field| !field.in_result)
    }

    fn link(&self) -> Option<Rc<str>> {
        self.open.iter().rev().find_map(|field| field.link.clone())
    }
}

/// The properties that a paragraph or a link hands down to runs.
#[derive(Clone, Default)]
struct Around {
    link: Option<Rc<str>>,
    code: bool,
    heading: bool,
}

impl Body<'_> {
    /// Reads the runs of a paragraph.
    pub(super) fn runs(&mut self, paragraph: &Element, line: &mut Line, role: Role) {
        let around = Around { link: None, code: role == Role::Code, heading: matches!(role, Role::Heading(_)) };
        self.inside(paragraph, line, &around);
    }

    fn inside(&mut self, element: &Element, line: &mut Line, around: &Around) {
        for child in element.elements() {
            self.part(child, line, around);
        }
    }

    fn part(&mut self, element: &Element, line: &mut Line, around: &Around) {
        match &*element.name {
            "w:r" => self.run(element, line, around),
            "w:hyperlink" => {
                let target = self.target(element);
                if target.is_some() {
                    self.report.mapped("link");
                }
                let inner = Around { link: target.or(around.link.clone()), ..around.clone() };
                self.inside(element, line, &inner);
            }
            "w:fldSimple" => {
                let link = link_of(element.attr("w:instr").unwrap_or_default());
                let inner = Around { link: link.or(around.link.clone()), ..around.clone() };
                self.inside(element, line, &inner);
            }
            "w:bookmarkStart" => {
                if let Some(name) = element.attr("w:name").filter(|name| *name != "_GoBack") {
                    self.names.meet(name);
                }
            }
            "w:del" | "w:moveFrom" => {}
            "w:sdt" => {
                if let Some(content) = element.child("w:sdtContent") {
                    self.inside(content, line, around);
                }
            }
            "m:oMath" => {
                let formula = math::tex(element);
                if !formula.is_empty() {
                    self.report.mapped("math");
                    line.node(InlineKind::Math { formula }, around.link.as_ref());
                }
            }
            "m:oMathPara" => {
                let blocks = self.formulas(element);
                if line.is_blank() {
                    self.floating.extend(blocks);
                } else {
                    for math in element.elements().filter(|it| &*it.name == "m:oMath") {
                        line.node(InlineKind::Math { formula: math::tex(math) }, None);
                    }
                }
            }
            "mc:AlternateContent" => {
                if let Some(choice) = element.child("mc:Choice").or_else(|| element.child("mc:Fallback")) {
                    self.inside(choice, line, around);
                }
            }
            "w:ins" | "w:moveTo" | "w:smartTag" | "w:customXml" | "w:dir" | "w:bdo" | "w:rubyBase" => {
                self.inside(element, line, around);
            }
            _ => {}
        }
    }

    /// Returns the formulas of a paragraph of them.
    pub(super) fn formulas(&mut self, element: &Element) -> Vec<Block> {
        let all = element.elements().filter(|it| &*it.name == "m:oMath").map(math::tex).filter(|tex| !tex.is_empty());
        let blocks: Vec<Block> = all.map(|formula| Block::new(Kind::Math { formula })).collect();
        blocks.iter().for_each(|_| self.report.mapped("math"));
        blocks
    }

    fn target(&self, element: &Element) -> Option<Rc<str>> {
        let anchor = element.attr("w:anchor").filter(|anchor| !anchor.is_empty());
        let relation = element.attr("r:id").and_then(|id| self.package.relation(&self.part, id));
        let target = match (relation, anchor) {
            (Some(relation), Some(anchor)) if !relation.target.contains('#') => format!("{}#{anchor}", relation.target),
            (Some(relation), _) => relation.target.clone(),
            (None, Some(anchor)) => format!("#{anchor}"),
            (None, None) => return None,
        };
        crate::html::is_address(&target).then(|| Rc::from(target.trim()))
    }

    fn run(&mut self, element: &Element, line: &mut Line, around: &Around) {
        let properties = element.child("w:rPr");
        if has(properties, "w:vanish") {
            let text = element.text();
            if !text.trim().is_empty() {
                self.report.drop("hidden text", text);
            }
            return;
        }
        let mut marks = self.marks(properties, around);
        let link = around.link.clone().or_else(|| self.fields.link());
        if around.code {
            marks = Marks::NONE;
        }
        for child in &element.children {
            let Child::Element(child) = child else { continue };
            self.content(child, line, marks, link.as_ref(), around);
        }
    }

    fn marks(&self, properties: Option<&Element>, around: &Around) -> Marks {
        let mut marks = Marks::NONE;
        let Some(properties) = properties else { return marks };
        if let Some(style) = properties.of("w:rStyle", "w:val") {
            self.package.styles.mark(style, &mut marks);
        }
        apply(&marks_of(properties), &mut marks);
        if let Some(color) = properties.of("w:highlight", "w:val").filter(|_| !around.heading) {
            let background = match color {
                "green" | "darkGreen" => Tint::Green,
                "blue" | "cyan" | "darkBlue" | "darkCyan" => Tint::Blue,
                "red" | "darkRed" => Tint::Red,
                "magenta" | "darkMagenta" => Tint::Purple,
                "yellow" | "darkYellow" => Tint::Yellow,
                _ => Tint::Default,
            };
            if background != Tint::Default {
                marks.color = Some(Color { text: Tint::Default, background });
            }
        }
        if marks.has(Mark::Code) {
            // Code is shown as it is.
            marks.color = None;
        }
        marks
    }

    fn content(&mut self, element: &Element, line: &mut Line, marks: Marks, link: Option<&Rc<str>>, around: &Around) {
        let shown = !self.fields.in_instruction();
        match &*element.name {
            "w:t" if shown => {
                let text = element.own_text();
                if element.attr("xml:space") == Some("preserve") || around.code {
                    line.exact(&text.replace(['\n', '\r'], " "), marks, link);
                } else {
                    line.exact(text.trim_matches([' ', '\n', '\t', '\r']), marks, link);
                }
            }
            "w:tab" | "w:ptab" if shown => line.exact(if around.code { "\t" } else { " " }, marks, link),
            "w:br" | "w:cr" if shown && element.attr("w:type").is_none_or(|kind| kind == "textWrapping") => {
                line.exact(if around.heading { " " } else { "\n" }, marks, link);
            }
            "w:noBreakHyphen" if shown => line.exact("\u{2011}", marks, link),
            "w:sym" if shown => {
                let code = element.attr("w:char").and_then(|code| u32::from_str_radix(code, 16).ok());
                let font = element.attr("w:font").unwrap_or_default();
                match code.and_then(|code| symbol(font, code)) {
                    Some(c) => line.exact(c.encode_utf8(&mut [0; 4]), marks, link),
                    None => self.report.drop(format!("a symbol of the font {font}"), self.place.clone()),
                }
            }
            "w:instrText" => {
                if let Some(field) = self.fields.open.last_mut() {
                    field.instruction.push_str(&element.own_text());
                }
            }
            "w:fldChar" => self.field(element.attr("w:fldCharType").unwrap_or_default()),
            "w:footnoteReference" | "w:endnoteReference" => {
                let kind = if &*element.name == "w:footnoteReference" { 'f' } else { 'e' };
                let id = element.attr("w:id").unwrap_or_default().to_owned();
                if let Some(body) = self.notes.get(&(kind, id.clone())).filter(|body| !body.is_empty() && !self.in_note)
                {
                    self.report.mapped("footnote");
                    line.annotate(body.clone());
                }
            }
            "w:drawing" | "w:pict" | "w:object" => self.drawing(element, line, link),
            "mc:AlternateContent" => {
                if let Some(choice) = element.child("mc:Choice").or_else(|| element.child("mc:Fallback")) {
                    choice.elements().for_each(|child| self.content(child, line, marks, link, around));
                }
            }
            "w:ruby" => {
                if let Some(base) = element.child("w:rubyBase") {
                    self.inside(base, line, around);
                }
            }
            _ => {}
        }
    }

    fn field(&mut self, kind: &str) {
        match kind {
            "begin" if self.fields.open.len() < 50 => self.fields.open.push(Field::default()),
            "separate" => {
                if let Some(field) = self.fields.open.last_mut() {
                    field.in_result = true;
                    field.link = link_of(&field.instruction);
                    if field.link.is_some() {
                        self.report.mapped("link");
                    }
                }
            }
            "end" => {
                self.fields.open.pop();
            }
            _ => {}
        }
    }

    /// Reads the images and text boxes of a drawing.
    fn drawing(&mut self, element: &Element, line: &mut Line, link: Option<&Rc<str>>) {
        let alt = element.find("wp:docPr").and_then(|it| it.attr("descr").or_else(|| it.attr("title")));
        let alt = alt
            .or_else(|| element.find("v:shape").and_then(|it| it.attr("alt")))
            .map(quire_content::title::one_line)
            .filter(|alt| !alt.is_empty());
        let boxed = element.find("w:txbxContent");
        if let Some(boxed) = boxed {
            let mut blocks = self.blocks(boxed);
            if !blocks.is_empty() {
                self.report.keep("a text box, as paragraphs after the one that it is at", self.place.clone());
                self.floating.append(&mut blocks);
            }
        }
        let mut images = Vec::new();
        find_images(element, &mut images);
        for (id, is_linked) in images {
            let Some(relation) = self.package.relation(&self.part, &id) else { continue };
            let target = if relation.is_external || is_linked {
                Some(relation.target.clone()).filter(|target| crate::html::is_address(target))
            } else {
                let path = self.package.path(&self.part, &relation.target);
                self.copy(&path).map(|file| quire_content::path::encoded(&file))
            };
            let Some(target) = target else {
                self.report.drop("an image", alt.clone().unwrap_or_default());
                continue;
            };
            self.names.settle();
            let end = target.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
            if ["emf", "wmf", "bin", "vsd", "emz", "wmz"].contains(&end.as_str()) {
                self.report.keep(
                    "a picture in a format that browsers do not show, as a file",
                    alt.clone().unwrap_or_default(),
                );
                self.floating.push(Block::new(Kind::File { source: ContentRef::url(target), caption: Vec::new() }));
                continue;
            }
            self.report.mapped("image");
            let image = InlineImage {
                source: ContentRef::url(target),
                dark: None,
                alt: alt.clone(),
                caption: None,
                size: ImageSize::Original,
            };
            line.node(InlineKind::Image(Box::new(image)), link);
        }
        if let Some(chart) = element.find("c:chart").or_else(|| element.find("dgm:relIds")) {
            let what = if &*chart.name == "c:chart" { "a chart" } else { "a diagram" };
            self.report.drop(what, alt.unwrap_or_else(|| self.place.clone()));
        }
    }

    fn copy(&mut self, part: &str) -> Option<String> {
        if let Some(known) = self.copied.get(part) {
            return Some(known.clone());
        }
        if !self.origin.has(part) {
            return None;
        }
        let copied = self.origin.open_file(part).and_then(|mut file| self.site.file(part, &mut file));
        match copied {
            Ok(file) => {
                let file = path::relative(path::folder(&self.page), &file);
                self.copied.insert(part.to_owned(), file.clone());
                Some(file)
            }
            Err(error) => {
                self.error.get_or_insert(error);
                None
            }
        }
    }
}

/// Collects the relations of the images in a drawing, those in text boxes left out.
fn find_images(element: &Element, found: &mut Vec<(String, bool)>) {
    for child in element.elements() {
        match &*child.name {
            "w:txbxContent" => continue,
            "a:blip" => {
                let embedded = child.attr("r:embed").map(|id| (id.to_owned(), false));
                found.extend(embedded.or_else(|| child.attr("r:link").map(|id| (id.to_owned(), true))));
            }
            "v:imagedata" => {
                found.extend(child.attr("r:id").or_else(|| child.attr("o:relid")).map(|id| (id.to_owned(), false)));
            }
            "mc:Fallback" if element.child("mc:Choice").is_some() => continue,
            _ => {}
        }
        find_images(child, found);
    }
}

/// Returns the target of a field that is a link.
fn link_of(instruction: &str) -> Option<Rc<str>> {
    let rest = instruction.trim().strip_prefix("HYPERLINK").or_else(|| instruction.trim().strip_prefix("hyperlink"))?;
    let mut target = String::new();
    let mut anchor = String::new();
    let mut words = words(rest).into_iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "\\l" => anchor = words.next().unwrap_or_default(),
            "\\o" | "\\t" | "\\m" | "\\n" => drop(words.next()),
            _ if target.is_empty() && !word.starts_with('\\') => target = word,
            _ => {}
        }
    }
    if !anchor.is_empty() {
        target = format!("{target}#{anchor}");
    }
    (!target.is_empty() && crate::html::is_address(&target)).then(|| Rc::from(target))
}

/// Returns the words of an instruction, in quotes or not.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (word, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}

/// Returns a character of a font of symbols.
fn symbol(font: &str, code: u32) -> Option<char> {
    let code = if (0xf000..0xf100).contains(&code) { code - 0xf000 } else { code };
    let known = match font {
        "Symbol" => match code {
            0xb7 => '•',
            0xae => '→',
            0xac => '←',
            0xad => '↑',
            0xaf => '↓',
            0xde => '⇒',
            0xdb => '⇔',
            0xb3 => '≥',
            0xa3 => '≤',
            0xb9 => '≠',
            0xb1 => '±',
            0xb4 => '×',
            0xb8 => '÷',
            0xa5 => '∞',
            0xb0 => '°',
            0x61 => 'α',
            0x62 => 'β',
            0x67 => 'γ',
            0x64 => 'δ',
            0x65 => 'ε',
            0x6c => 'λ',
            0x6d => 'μ',
            0x70 => 'π',
            0x73 => 'σ',
            0x77 => 'ω',
            0x44 => 'Δ',
            0x57 => 'Ω',
            0x53 => 'Σ',
            0xce => '∈',
            0xd6 => '√',
            0xa2 => '′',
            0xbb => '≈',
            0xba => '≡',
            0xc7 => '∩',
            0xc8 => '∪',
            0xd2 => '®',
            0xd3 => '©',
            0xd4 => '™',
            _ => return None,
        },
        font if font.starts_with("Wingdings") => match code {
            0x28 => '\u{1f57f}',
            0xfc => '✔',
            0xfb => '✘',
            0xfe => '☑',
            0xfd => '☒',
            0xa8 => '☐',
            0x6f => '☐',
            0xe0 => '→',
            0xdf => '←',
            0xe8 => '➔',
            0x4a => '☺',
            0x4c => '☹',
            0xa7 => '▪',
            0x6c => '●',
            0x6e => '■',
            0x76 => '❖',
            0xd8 => '➢',
            0xf0 => '⇨',
            0x21 => '✏',
            _ => return None,
        },
        _ => return char::from_u32(code).filter(|c| !c.is_control()),
    };
    Some(known)
}
