//! What holds for any input. The targets look for one for which it doesn't; tests hold it against the kept inputs.

use std::io::Read;

use quire_content::document::{Unresolved, normalize, parse, print, splice};
use quire_content::expression::{Condition, Expression, Root, Scope, Value};
use quire_convert::{Entry, Error, Limits, Tree, Warnings};

/// Any text has a syntax tree: spans nest, and the blocks cover the text.
pub fn markdown(text: &str) {
    let tree = quire_markdown::parse(text);
    let mut at = 0;
    for block in &tree.blocks {
        assert!(is_blank(&text[at..block.span.start]));
        at = block.span.end;
    }
    assert!(is_blank(&text[at..]));
}

/// Other space, such as a form feed, is text.
fn is_blank(text: &str) -> bool {
    text.chars().all(|it| " \t\r\n".contains(it))
}

/// A text's document, printed and read again, is the same document; untouched, the text stays as it is.
pub fn document(text: &str) {
    let parsed = parse(text, &Unresolved);
    assert_eq!(splice(text, &parsed, &parsed.document, &Unresolved), text);
    let printed = print(&parsed.document, &Unresolved);
    let mut read = parsed.document;
    normalize(&mut read, &Unresolved);
    assert_eq!(parse(&printed, &Unresolved).document, read, "printed as {printed:?}");
}

/// Any text is an expression or is refused; what is one ends within its bounds.
pub fn expression(text: &str) {
    let _ = Condition::parse(text, &Root::OF_SITES);
    let Ok(expression) = Expression::parse(text) else { return };
    let claims = Value::array(["pro".into(), 3.0.into(), true.into()]).and_then(|all| Value::object([("claims", all)]));
    let scope = Scope::default().with(Root::Visitor, claims.expect("two levels are not too deep"));
    let _ = expression.decide(&scope);
    let _ = expression.text(&scope);
}

/// Any bytes have front matter, or none.
pub fn front_matter(bytes: &[u8]) {
    let _ = quire_content::front_matter::parse(bytes);
}

/// Any table of contents is read.
pub fn summary(text: &[u8]) {
    let entry = |(path, size): (&str, usize)| Entry { path: path.to_owned(), size: size as u64 };
    let files = [("SUMMARY.md", text.len()), ("a.md", 9), ("b/c.md", 9)];
    let tree = Summary { text, entries: files.map(entry).into() };
    let _ = quire_convert::read(&tree, &Limits::default(), &mut |_| {});
}

struct Summary<'a> {
    text: &'a [u8],
    entries: Vec<Entry>,
}

impl Tree for Summary<'_> {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn warnings(&self) -> Warnings {
        Warnings::default()
    }

    fn open(&self, path: &str) -> Result<Box<dyn Read + Send + '_>, Error> {
        Ok(Box::new(if path == "SUMMARY.md" { self.text } else { b"# A page\n" }))
    }
}
