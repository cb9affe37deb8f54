//! Content without a table of contents, single pages, and what lies beside the pages.

use quire_content::incoming::NodeKind;
use quire_convert::{Limits, Progress, page, read};

use crate::support::{Memory, check, print};

#[test]
fn folders_are_the_outline() {
    check(
        "
== README.md
== zebra.md
== chapter-10.md
== chapter-9.md
== getting-started/index.md
== getting-started/first_steps.md
== api/v2/auth.MARKDOWN
== api/logo.png
== images/a.png
== .hidden/x.md
== .gitignore
",
        "
README (README.md)
# Api
  # V2
    Auth (api/v2/auth.MARKDOWN)
Chapter 9 (chapter-9.md)
Chapter 10 (chapter-10.md)
Getting started (getting-started/index.md)
  First steps (getting-started/first_steps.md)
Zebra (zebra.md)
file .gitignore
file .hidden/x.md
file api/logo.png
file images/a.png
",
    );
}

#[test]
fn without_a_table_of_contents_pages_are_called_as_they_call_themselves() {
    check(
        "
== README.md
# Welcome to *it*

Words.
== guides/set-up.md
---
title: Setting up
---
== guides/use.md
## No title
",
        "
Welcome to it (README.md)
# Guides
  Setting up (guides/set-up.md)
  Use (guides/use.md)
",
    );
}

#[test]
fn a_front_page_of_another_name() {
    check(
        "
== .gitbook.yaml
structure: {readme: docs/home.md}
== README.md
== docs/home.md
== docs/more.md
",
        "
Home (docs/home.md)
# Docs
  More (docs/more.md)
README (README.md)
meta .gitbook.yaml
",
    );
}

#[test]
fn folders_have_a_bound_too() {
    let path = format!("{}p.md", "d/".repeat(100));
    check(&format!("== {path}\n"), &format!("error {path}: nested deeper than 100 levels"));
}

#[test]
fn beside_the_pages() {
    check(
        "
== SUMMARY.md
* [A](a.md)
* [Shared](.gitbook/includes/page.md)
== a.md
{% hint %}
{% youtube id=1 %}
{% youtube id=2 %}
== .gitbook/assets/a.png
== .gitbook/includes/deep/one.md
---
title: One
---
== .gitbook/includes/two.md
# Two
{% nope %}
== .gitbook/includes/page.md
== .gitbook/includes/x.png
== .gitbook/tags.yaml
- beta
== .gitbook/vars.yaml
name: Quire
count: 3
ratio: 1.5
on: true
quoted: \"3\"
bad-name: x
list: [1]
none:
inf: .inf
name: Again
",
        "
A (a.md)
Shared (.gitbook/includes/page.md)
reusable One (.gitbook/includes/deep/one.md)
reusable Two (.gitbook/includes/two.md)
variable count = Number(3.0)
variable name = Text(\"Again\")
variable on = Bool(true)
variable quoted = Text(\"3\")
variable ratio = Number(1.5)
meta .gitbook/tags.yaml
meta .gitbook/vars.yaml
meta SUMMARY.md
file .gitbook/assets/a.png
file .gitbook/includes/x.png
warning .gitbook/vars.yaml:6: variable `bad-name` left out: a name is a letter, then letters, digits and underscores
warning .gitbook/vars.yaml:7: variable `list` left out: a value is a text, a finite number or a truth value
warning .gitbook/vars.yaml:8: variable `none` left out: a value is a text, a finite number or a truth value
warning .gitbook/vars.yaml:9: variable `inf` left out: a value is a text, a finite number or a truth value
warning .gitbook/vars.yaml:10: variable `name` is there twice: the last one counts
warning .gitbook/includes/page.md: a page of the outline, so no reusable content
warning a.md:2: block `youtube` is not understood and kept as written
warning .gitbook/includes/two.md:2: block `nope` is not understood and kept as written
",
    );
}

#[test]
fn bytes_are_not_touched() {
    let bytes = b"\xef\xbb\xbf# \xff\r\n \r\n".to_vec();
    let tree = Memory::new([("a.md".to_owned(), bytes.clone()), ("b.md".to_owned(), Vec::new())]);
    let mut told = Vec::new();
    let mut progress = |Progress { done, total, path }: Progress<'_>| told.push((done, total, path.to_owned()));
    let directory = read(&tree, &Limits::default(), &mut progress).unwrap();
    let NodeKind::Page { source, .. } = &directory.outline[0].kind else { panic!("a page") };
    assert_eq!(*source, bytes);
    assert_eq!(told, [(1, 2, "a.md".to_owned()), (2, 2, "b.md".to_owned())]);
}

#[test]
fn a_single_page() {
    let limits = Limits { max_page_bytes: 9, ..Limits::default() };
    let directory = page("my-notes.md", b"{% x %}\n".to_vec(), &limits).unwrap();
    assert_eq!(
        print(&directory),
        "My notes (my-notes.md)\nwarning my-notes.md:1: block `x` is not understood and kept as written\n"
    );
    let error = page("a.md", vec![b'x'; 10], &limits).unwrap_err();
    assert_eq!(error.to_string(), "a.md: 10 bytes, but a page may have 9");
    let error = page("../a.md", Vec::new(), &limits).unwrap_err();
    assert_eq!(error.to_string(), "`../a.md`: the name leads upwards");
}
