//! Documents of Word.

use quire_sources::Source;

use crate::support::{Outcome, bytes, error, zip};

const TYPES: &str = r#"<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#;
const RELS: &str = r#"<Relationships><Relationship Id="r1" Type="http://x/hyperlink" Target="https://a.b/c" TargetMode="External"/><Relationship Id="r2" Type="http://x/image" Target="media/i.png"/></Relationships>"#;
const STYLES: &str = r#"<w:styles><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/></w:style><w:style w:type="paragraph" w:styleId="T"><w:name w:val="Title"/></w:style><w:style w:type="paragraph" w:styleId="Q"><w:name w:val="Quote"/></w:style><w:style w:type="paragraph" w:styleId="C"><w:name w:val="Source Code"/></w:style></w:styles>"#;
const NUMBERING: &str = r#"<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num></w:numbering>"#;
const NOTES: &str = r#"<w:footnotes><w:footnote w:type="separator" w:id="0"><w:p/></w:footnote><w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> A note</w:t></w:r></w:p></w:footnote></w:footnotes>"#;

fn package(body: &str) -> Vec<u8> {
    let text = format!("<?xml version=\"1.0\"?><w:document><w:body>{body}<w:sectPr/></w:body></w:document>");
    let files: [(&str, &[u8]); 7] = [
        ("[Content_Types].xml", TYPES.as_bytes()),
        ("word/document.xml", text.as_bytes()),
        ("word/_rels/document.xml.rels", RELS.as_bytes()),
        ("word/styles.xml", STYLES.as_bytes()),
        ("word/numbering.xml", NUMBERING.as_bytes()),
        ("word/footnotes.xml", NOTES.as_bytes()),
        ("word/media/i.png", b"png"),
    ];
    zip(&files)
}

fn document(body: &str) -> Outcome {
    bytes(Source::Docx, "My file.docx", package(body))
}

fn check(body: &str, markdown: &str) {
    let outcome =
        document(&format!("<w:p><w:pPr><w:pStyle w:val=\"T\"/></w:pPr><w:r><w:t>Title</w:t></w:r></w:p>{body}"));
    outcome.check("title.md", &format!("# Title\n\n{markdown}"));
}

fn p(style: &str, text: &str) -> String {
    format!("<w:p><w:pPr>{style}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>")
}

fn item(number: u8, level: u8, text: &str) -> String {
    p(&format!("<w:numPr><w:ilvl w:val=\"{level}\"/><w:numId w:val=\"{number}\"/></w:numPr>"), text)
}

#[test]
fn styles_and_marks() {
    check(
        &(p("<w:pStyle w:val=\"H1\"/>", "One")
            + &p("<w:pStyle w:val=\"H2\"/>", "Two")
            + &p("<w:pStyle w:val=\"Q\"/>", "Said")
            + &p("", "*text*")),
        "## One\n\n### Two\n\n> Said\n\n\\*text\\*",
    );
    check(
        "<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>a</w:t></w:r><w:r><w:rPr><w:b w:val=\"0\"/><w:i/></w:rPr><w:t xml:space=\"preserve\"> b</w:t></w:r><w:r><w:br/><w:t>c</w:t></w:r></w:p>",
        "**a** _b_\\\nc",
    );
    check(
        &(p("<w:pStyle w:val=\"C\"/>", "let a;") + &p("<w:pStyle w:val=\"C\"/>", "let b;")),
        "```\nlet a;\nlet b;\n```",
    );
}

#[test]
fn lists_nest_go_on_and_restart() {
    let body =
        item(1, 0, "a") + &item(1, 1, "b") + &item(1, 0, "c") + &p("", "text") + &item(1, 0, "d") + &item(2, 0, "e");
    check(&body, "1. a\n   * b\n2. c\n\ntext\n\n3. d\n\n5) e");
    check(&item(1, 1, "☑ yes"), "* [x] yes");
}

#[test]
fn links_notes_images_and_names() {
    let body = "<w:p><w:hyperlink r:id=\"r1\"><w:r><w:t>out</w:t></w:r></w:hyperlink><w:r><w:t xml:space=\"preserve\"> and </w:t></w:r><w:hyperlink w:anchor=\"mark\"><w:r><w:t>in</w:t></w:r></w:hyperlink><w:r><w:t xml:space=\"preserve\"> word</w:t></w:r><w:r><w:footnoteReference w:id=\"2\"/></w:r></w:p><w:p><w:pPr><w:pStyle w:val=\"H1\"/></w:pPr><w:bookmarkStart w:id=\"1\" w:name=\"mark\"/><w:r><w:t>Here</w:t></w:r></w:p><w:p><w:r><w:drawing><wp:inline><wp:docPr descr=\"A b\"/><a:blip r:embed=\"r2\"/></wp:inline></w:drawing></w:r></w:p>";
    check(
        body,
        "[out](https://a.b/c) and [in](#here) word[^1]\n\n## Here\n\n<figure><img src=\".gitbook/assets/i.png\" alt=\"A b\"><figcaption></figcaption></figure>\n\n[^1]: A note",
    );
    let field = "<w:p><w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText> HYPERLINK \"https://x.y\" </w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"separate\"/></w:r><w:r><w:t>z</w:t></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r></w:p>";
    check(field, "[z](https://x.y)");
}

#[test]
fn changes_are_accepted_and_hidden_text_is_listed() {
    check(
        "<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins><w:r><w:t>new</w:t></w:r></w:ins></w:p>",
        "new",
    );
    check(
        "<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:r><w:t xml:space=\"preserve\">one </w:t></w:r></w:p><w:p><w:r><w:t>line</w:t></w:r></w:p>",
        "one line",
    );
    let outcome =
        document("<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r><w:r><w:t>seen</w:t></w:r></w:p>");
    assert_eq!(outcome.dropped(), ["hidden text"]);
}

#[test]
fn tables_and_formulas() {
    let cell = |text: &str, more: &str| format!("<w:tc><w:tcPr>{more}</w:tcPr>{}</w:tc>", p("", text));
    let table = format!(
        "<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>{}{}</w:tr><w:tr>{}</w:tr><w:tr>{}{}</w:tr></w:tbl>",
        cell("A", ""),
        cell("B", ""),
        cell("wide", "<w:gridSpan w:val=\"2\"/>"),
        cell("x", ""),
        cell("y", "")
    );
    check(&table, "| A | B |\n| --- | --- |\n| wide |  |\n| x | y |");
    let math = "<w:p><m:oMath><m:f><m:num><m:r><m:t>α</m:t></m:r></m:num><m:den><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:den></m:f></m:oMath></w:p>";
    check(math, "$$\\frac{\\alpha }{{x}^{2}}$$");
}

#[test]
fn what_is_no_document_is_refused() {
    assert!(error(Source::Docx, "a.docx", b"\xd0\xcf\x11\xe0 old".to_vec()).contains("not a document of Word"));
    assert!(error(Source::Docx, "a.docx", zip(&[("a.txt", b"x")])).contains("not a document of Word"));
    let bomb = b"<!DOCTYPE d [<!ENTITY a \"b\">]><w:document><w:body><w:p>&a;</w:p></w:body></w:document>";
    assert!(
        error(Source::Docx, "a.docx", zip(&[("a.xml", b"x"), ("word/document.xml", bomb)])).contains("document type")
    );
    let short = b"<w:document><w:body><w:p>";
    assert!(
        error(Source::Docx, "a.docx", zip(&[("a.xml", b"x"), ("word/document.xml", short)]))
            .contains("word/document.xml")
    );
}

#[test]
fn archives_have_many_documents() {
    let heading = |text: &str| p("<w:pStyle w:val=\"H1\"/>", text) + &p("", "text");
    let (one, two) = (package(&heading("One")), package(&heading("Two")));
    let all = zip(&[
        ("a.docx", &one),
        ("Our part/b.docx", &two),
        ("Our part/broken.docx", b"no archive"),
        ("Our part/~$b.docx", b"lock"),
        ("notes.txt", b"n"),
    ]);
    let outcome = bytes(Source::Docx, "all.zip", all);
    outcome.check(
        "SUMMARY.md",
        "# Table of contents\n\n* [One](one.md)\n* Our part\n  * [Two](our-part/two.md)\n  * [Broken](our-part/broken.md)",
    );
    outcome.check("our-part/two.md", "# Two\n\ntext");
    assert!(outcome.text("our-part/broken.md").contains("{% file src=\"../.gitbook/assets/broken.docx\" %}"));
    assert!(outcome.files.contains_key(".gitbook/assets/notes.txt"), "{:?}", outcome.files.keys());
    assert!(outcome.kept().contains(&"a document that can't be read, as a file"));
    assert!(error(Source::Docx, "all.zip", zip(&[("a.txt", b"x")])).contains("or an archive of some"));
}

#[test]
fn files_of_documents_in_folders_are_found() {
    let drawing = r#"<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" descr="alt"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="r2"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"#;
    let one = package(&(p("<w:pStyle w:val=\"H1\"/>", "One") + drawing));
    let outcome = bytes(Source::Docx, "all.zip", zip(&[("x/y/a.docx", &one), ("b.docx", &one)]));
    assert!(
        outcome.text("x/y/one.md").contains("src=\"../../.gitbook/assets/i.png\""),
        "{}",
        outcome.text("x/y/one.md")
    );
    assert!(outcome.text("one.md").contains("src=\".gitbook/assets/i.png\""), "{}", outcome.text("one.md"));
}
