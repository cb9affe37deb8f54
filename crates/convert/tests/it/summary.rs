//! Tables of contents.

use quire_convert::{Error, Limits, read};

use crate::support::{Memory, check, directory};

#[test]
fn groups_pages_and_links() {
    check(
        "
== SUMMARY.md
# Table of contents

* [Welcome](README.md)
* [Elsewhere](https://example.com/a?b#c)
* [Write to us](mailto:a@example.com)

## Guides

* [Start](guides/README.md)
  * [Install](guides/install.md)
    * [On a server](guides/server.md)
  * [Use](guides/use.md)
* Later
  * [Draft]()

# Part two <a href=\"#two\" id=\"two\"></a>

1. [Start again](guides/README.md)
== README.md
== guides/README.md
== guides/install.md
== guides/server.md
== guides/use.md
",
        "
Welcome (README.md)
Elsewhere -> https://example.com/a?b#c
Write to us -> mailto:a@example.com
# Guides
  Start (guides/README.md)
    Install (guides/install.md)
      On a server (guides/server.md)
    Use (guides/use.md)
  # Later
    # Draft
# Part two
  Start again (guides/README.md)
meta SUMMARY.md
",
    );
}

#[test]
fn indentation_as_people_write_it() {
    check(
        "
== summary.md
Summary
=======

- [A](a.md)
\t- [B](b.md)
\t\t- [C](c.md)
+ [A](a.md)
   + [B](b.md)
      + [C](c.md)
 + [A](a.md)
    1) [B](b.md)
  2) [C](c.md)
***
  <!-- * [hidden](a.md)
* [hidden](b.md) -->
* [A](a.md) <!-- remark -->
== a.md
== b.md
== c.md
",
        "
A (a.md)
  B (b.md)
    C (c.md)
A (a.md)
  B (b.md)
    C (c.md)
A (a.md)
  B (b.md)
C (c.md)
A (a.md)
meta summary.md
warning summary.md:1: text that is neither a heading nor a list item is ignored
",
    );
}

#[test]
fn carriage_returns_and_marks_of_order() {
    check(
        "== SUMMARY.md\n\u{feff}# Contents\r\n\r\n* [A](a.md)\r\n  * [B](b.md)\r\n== a.md\n== b.md\n",
        "
A (a.md)
  B (b.md)
meta SUMMARY.md
",
    );
}

#[test]
fn addresses_of_files() {
    check(
        "
== docs/SUMMARY.md
* [Spaces](<a file.md>)
* [Encoded](a%20file.md \"tip\")
* [Literal](100%25.md)
* [Hash](C#.md)
* [Anchor](plain.md#part)
* [Folder](sub/)
* [From here](../other/x.md)
* [From the root](/other/x.md)
* [](plain.md)
* [ünï](%C3%BCn%C3%AF.md)
* [Two
  lines](plain.md)
== .gitbook.yaml
structure:
  summary: ./docs/SUMMARY.md
== docs/a file.md
== docs/100%.md
== docs/C#.md
== docs/plain.md
== docs/sub/README.md
== docs/ünï.md
== other/x.md
",
        "
Spaces (docs/a file.md)
Encoded (docs/a file.md)
Literal (docs/100%.md)
Hash (docs/C#.md)
Anchor (docs/plain.md)
Folder (docs/sub/README.md)
From here (other/x.md)
From the root (other/x.md)
Plain (docs/plain.md)
ünï (docs/ünï.md)
Two lines (docs/plain.md)
meta .gitbook.yaml
meta docs/SUMMARY.md
warning docs/SUMMARY.md:5: `plain.md#part`: the anchor is left out
",
    );
}

#[test]
fn what_is_missing_leaves_its_children() {
    check(
        "
== SUMMARY.md
* [A](a.md)
  * [Gone](gone.md)
    * [B](b.md)
      * [C](c.md)
  * [C](c.md)
* [Out](../../etc/passwd.md)
* [Self](SUMMARY.md)
* [Picture](p.png)
* [Script](javascript:alert)
* [Part](#part)
*
== a.md
== b.md
== c.md
== p.png
",
        "
A (a.md)
  B (b.md)
    C (c.md)
  C (c.md)
# Part
meta SUMMARY.md
file p.png
warning SUMMARY.md:2: `gone.md`: left out: there is no such file
warning SUMMARY.md:6: `../../etc/passwd.md`: left out: leads outside the root
warning SUMMARY.md:7: `SUMMARY.md`: left out: the table of contents is no page
warning SUMMARY.md:8: `p.png`: left out: not a Markdown file
warning SUMMARY.md:9: `javascript:alert`: left out: an address of this scheme is not supported
warning SUMMARY.md:10: `#part`: names no file, so the entry is a heading
",
    );
}

#[test]
fn computed_pages() {
    check(
        "
== SUMMARY.md
* ```yaml
  type: builtin:openapi
  props:
    models: true
  ```
  * [A](a.md)
* API
  ```yaml
  a: 1
  ```
* [A](a.md)
  ```js
  x
  ```
* ~~~
  b: 2
* [A](a.md)

```yaml
* [Hidden](a.md)
```
== a.md
",
        "
 = \"type: builtin:openapi\\nprops:\\n  models: true\\n\"
  A (a.md)
API = \"a: 1\\n\"
A (a.md)
 = \"b: 2\\n\"
A (a.md)
meta SUMMARY.md
warning SUMMARY.md:12: a code block that is not YAML in a list item is ignored
warning SUMMARY.md:15: the code block is not closed
warning SUMMARY.md:19: a code block that is not YAML in a list item is ignored
",
    );
}

#[test]
fn stray_text() {
    check(
        "
== SUMMARY.md
---
title: x
---
# T
Some words.

* [A](a.md) more
---
## [G](a.md)
##
* [A](a.md)
<!-- open
* [A](a.md)
== a.md
",
        "
A (a.md)
# G
A (a.md)
meta SUMMARY.md
warning SUMMARY.md:5: text that is neither a heading nor a list item is ignored
warning SUMMARY.md:7: text beside the link is ignored
warning SUMMARY.md:9: the link in a heading is ignored
warning SUMMARY.md:12: the comment is not closed
",
    );
}

#[test]
fn markdown_that_is_not_named() {
    let mut files = "== SUMMARY.md\n* [A](a.md)\n== a.md\n== .github/x.md\n".to_owned();
    for index in 10..22 {
        files.push_str(&format!("== n{index}.md\n"));
    }
    let directory = directory(&Memory::text(&files)).unwrap();
    assert_eq!(directory.files.len(), 13);
    assert_eq!(
        directory.warnings.list[0].message,
        "12 Markdown files are not named here and kept as files: n10.md, n11.md, n12.md, n13.md, n14.md, n15.md, \
         n16.md, n17.md, n18.md, n19.md, …"
    );
}

fn nested(levels: usize) -> Memory {
    let mut summary = String::new();
    for level in 0..levels {
        summary.push_str(&format!("{}* [P](p.md)\n", "  ".repeat(level)));
    }
    Memory::new([("SUMMARY.md".to_owned(), summary.into_bytes()), ("p.md".to_owned(), Vec::new())])
}

#[test]
fn nesting_has_a_bound() {
    for levels in [50, 100] {
        let outline = directory(&nested(levels)).unwrap().outline;
        let (mut depth, mut nodes) = (0, &outline);
        while let Some(node) = nodes.first() {
            depth += 1;
            nodes = &node.children;
        }
        assert_eq!(depth, levels);
    }
    let error = directory(&nested(101)).unwrap_err();
    assert_eq!(error.to_string(), "SUMMARY.md:101: nested deeper than 100 levels");
}

#[test]
fn sizes_have_bounds() {
    let tree = Memory::text("== SUMMARY.md\n* [A](a.md)\n* [A](a.md)\n== a.md\n123456789\n");
    let fails = |limits: Limits| read(&tree, &limits, &mut |_| {}).unwrap_err().to_string();
    let page = Limits { max_page_bytes: 24, ..Limits::default() };
    assert!(read(&tree, &page, &mut |_| {}).is_ok());
    let page = Limits { max_page_bytes: 9, ..Limits::default() };
    assert_eq!(fails(page), "SUMMARY.md: 24 bytes, but a table of contents may have 9");
    let text = Limits { max_text_bytes: 19, ..Limits::default() };
    assert_eq!(fails(text), "a.md: with it the texts have more than 19 bytes together");
    let file = Limits { max_file_bytes: 9, ..Limits::default() };
    assert_eq!(fails(file), "SUMMARY.md: 24 bytes, but a file may have 9");
    let total = Limits { max_total_bytes: 33, ..Limits::default() };
    assert_eq!(fails(total), "a.md: with it the files have more than 33 bytes together");
    let entries = Limits { max_entries: 1, ..Limits::default() };
    assert_eq!(fails(entries), "more than 1 entries of the outline");

    let tree = Memory::text("== a.md\n123456789\n");
    let error = read(&tree, &Limits { max_page_bytes: 9, ..Limits::default() }, &mut |_| {}).unwrap_err();
    assert!(matches!(&error, Error::TooLarge { path, what: "page", size: 10, bound: 9 } if path == "a.md"), "{error}");
}
