//! Pages that are made to be hard to print.

use std::convert::Infallible;

use quire_pdf::{Book, Error, Nothing, Sheet, Unkept, draw};

use crate::{count, entry, fonts, page, parsed};

fn is_printed(text: &str) {
    let pdf = page(text);
    assert!(pdf.starts_with(b"%PDF") && count(&pdf, "/Type/Page/") > 0);
}

#[test]
fn nesting_is_bounded() {
    is_printed(&"> ".repeat(300));
    is_printed(&(0..200).map(|depth| format!("{}* x\n", "  ".repeat(depth))).collect::<String>());
    is_printed(&"{% hint style=\"info\" %}\n".repeat(200));
    is_printed("{% include \"x\" %}");
    is_printed(&format!("$${}x{}$$", "\\frac{1}{".repeat(500), "}".repeat(500)));
    is_printed(&format!("$$\n{}\n$$", "\\left(".repeat(500)));
}

#[test]
fn long_words_lines_and_tables_break() {
    is_printed(&"x".repeat(100_000));
    is_printed(&format!("```\n{}\n```", "y".repeat(50_000)));
    is_printed(&format!("{}\n{}\n{}", "| a ".repeat(500), "| --- ".repeat(500), "| b ".repeat(500)));
    let rows: String = (0..3000).map(|n| format!("| {n} | {} |\n", "word ".repeat(n % 50))).collect();
    is_printed(&format!("| A | B |\n| --- | --- |\n{rows}"));
    is_printed(&format!("| A |\n| --- |\n| {} |", "a<br>".repeat(5000)));
    is_printed(&"\u{200B}\u{FE0F}\u{202E}\u{0301}é👩‍👩‍👧‍👦".repeat(500));
}

#[test]
fn formulas_that_can_not_be_set_are_shown_as_written() {
    for formula in ["\\def\\x{\\x\\x}\\x", "\\frac{1", "}{", "\\begin{matrix}a&b\\\\c", "^", "\\sqrt[3]{x}", ""] {
        is_printed(&format!("$$\n{formula}\n$$\n\nin a line $${formula}$$"));
    }
}

#[test]
fn drawings_that_ask_for_much_are_bounded() {
    for svg in [
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1e9\" height=\"1e9\"><rect width=\"9\" height=\"9\"/></svg>",
        "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
        "<svg><image href=\"file:///etc/passwd\" width=\"9\" height=\"9\"/></svg>",
        "<svg",
    ] {
        let mut read = |_| {
            let around = Box::new(Picture(svg.to_owned()));
            Ok::<_, Infallible>(Sheet { document: parsed("![x](a.svg)"), description: None, around })
        };
        let book = Book { entries: vec![entry("a", "A", 0, true)], ..Book::default() };
        assert!(draw(&book, &fonts(), &Unkept, &mut read).unwrap().sheets > 0, "{svg}");
    }
}

#[test]
fn a_book_without_end_is_refused() {
    let entries: Vec<_> = (0..20_001).map(|n| entry(&n.to_string(), "Page", 0, true)).collect();
    let book = Book { entries, ..Book::default() };
    let mut read =
        |_| Ok::<_, Infallible>(Sheet { document: parsed("x"), description: None, around: Box::new(Nothing) });
    assert!(matches!(draw(&book, &fonts(), &Unkept, &mut read), Err(Error::TooLong { bound: 20_000 })));
    let mut broken = |_| Err::<Sheet<'_>, _>("broken");
    assert!(matches!(draw(&book, &fonts(), &Unkept, &mut broken), Err(Error::Page("broken"))));
    assert!(draw(&Book::default(), &fonts(), &Unkept, &mut broken).unwrap().sheets == 1);
}

struct Picture(String);

impl quire_pdf::Surroundings for Picture {
    fn picture(&self, _: &quire_content::document::model::ContentRef) -> quire_pdf::PictureSource {
        quire_pdf::PictureSource::Bytes(std::sync::Arc::from(self.0.as_bytes()))
    }

    fn link(&self, _: &quire_content::document::model::ContentRef) -> Option<quire_pdf::Link> {
        None
    }

    fn file(&self, _: &quire_content::document::model::ContentRef) -> Option<quire_pdf::FileFacts> {
        None
    }

    fn reusable(
        &self,
        _: &quire_content::document::model::ContentRef,
    ) -> Option<std::sync::Arc<quire_content::document::Document>> {
        None
    }

    fn of_space(&self, _: &str) -> Option<&dyn quire_pdf::Surroundings> {
        None
    }

    fn described(&self, _: &quire_content::document::model::Kind) -> Option<quire_content::document::Document> {
        None
    }

    fn tag(&self, _: &str) -> Option<String> {
        None
    }

    fn diagram(&self, _: &str) -> Option<quire_pdf::Drawing> {
        None
    }
}
