//! The structure, the outline and the links of files.

use quire_pdf::{Book, Paper};

use crate::{BLOCKS, count, entry, page, print};

#[test]
fn every_kind_of_block_has_its_part_in_the_structure() {
    let pdf = page(BLOCKS);
    for kind in [
        "H1",
        "H2",
        "P",
        "L",
        "LI",
        "Lbl",
        "LBody",
        "Table",
        "TR",
        "TH",
        "TD",
        "Figure",
        "Formula",
        "BlockQuote",
        "Link",
        "Code",
        "Caption",
    ] {
        assert!(count(&pdf, &format!("/S/{kind}/")) > 0, "no {kind}");
    }
    assert!(count(&pdf, "(A gradient)") > 0, "pictures have alternative texts");
    assert!(count(&pdf, "/Lang") > 0 && count(&pdf, "/MarkInfo") > 0);
}

#[test]
fn the_outline_is_the_page_tree() {
    let entries = vec![
        entry("a", "First", 0, true),
        entry("g", "Group", 0, false),
        entry("b", "Inner", 1, true),
        entry("c", "Innermost", 2, true),
        entry("d", "Last", 0, true),
    ];
    let book = Book { title: "Book".to_owned(), language: "de".to_owned(), front: true, entries, ..Book::default() };
    let texts = ["To [the last](d.md#there) and [nowhere](x.md)", "", "# x", "x", "## There\n\n[first](a.md)"];
    let pdf = print(&book, &texts);
    let whole = String::from_utf8_lossy(&pdf);
    let at = |title: &str| whole.find(&format!("/Title({title})")).unwrap_or_else(|| panic!("no {title}"));
    assert!(["First", "Group", "Inner", "Innermost", "Last"].into_iter().all(|title| at(title) > 0));
    // A link from the contents to each entry, twice with its number, and those of the texts that lead somewhere.
    assert_eq!(count(&pdf, "/Subtype/Link"), 5 * 2 + 2);
    // The cover, the contents, and a sheet for each page.
    assert_eq!(count(&pdf, "/Type/Page/"), 2 + 4);
}

#[test]
fn the_same_book_has_the_same_bytes() {
    let book = |paper| Book {
        paper,
        title: "Book".to_owned(),
        language: "en".to_owned(),
        front: true,
        entries: vec![entry("blocks", "Every block", 0, true), entry("b", "B", 1, true)],
        ..Book::default()
    };
    let (a4, letter) = (book(Paper::A4), book(Paper::Letter));
    let first = print(&a4, &[BLOCKS, "b"]);
    assert!(first == print(&a4, &[BLOCKS, "b"]), "two files of one book differ");
    assert!(first != print(&letter, &[BLOCKS, "b"]));
    assert!(count(&first, "595.28 841.89") > 0);
}

#[test]
fn the_end_names_what_is_missing() {
    // Without fonts of the system, no font has Thai. A picture that is elsewhere is not fetched.
    let whole = |text: &str| count(&page(text), "/Type/Page/");
    assert_eq!(whole("x"), 1);
    assert_eq!(whole("ไทย"), 2);
    assert_eq!(whole("![x](https://example.org/x.png)"), 2);
    assert_eq!(whole("![x](broken.gif)"), 2);
    assert_eq!(whole("![x](a.svg)"), 1);
}

#[test]
fn text_runs_in_both_directions() {
    let pdf = page("العربية مع English في الوسط 123\n\nעברית 42\n");
    assert!(pdf.len() > 1000 && count(&pdf, "/Type/Page/") == 1);
}
