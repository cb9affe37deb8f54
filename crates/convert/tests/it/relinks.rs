//! Links of an export lead to where things stand in it.

use quire_content::edit::Operation;

use crate::edits::{new_page, operate};
use crate::exports::{Space, check_difference, text};

const FILES: &str = "\
== SUMMARY.md
# Table of contents

* [A](guide/a.md)
* [B](guide/b.md)
== guide/a.md
# A

[b](b.md), ![p](../.gitbook/assets/p%20q.png)
== guide/b.md
# B
== .gitbook/includes/note.md
x
== .gitbook/assets/p q.png
png
";

#[test]
fn what_is_written_here_links_by_relative_paths() {
    let before = text(FILES);
    let mut space = Space::of(&before);
    let whole = space.whole();
    let ((a, _), (file, _), (note, _)) = (space.find("A"), &whole.files[0], &whole.reusable[0]);
    let body = format!(
        "# New\n\n[a](/pages/{a}#x) ![p](/files/{file} \"t\") [b](guide/b.md) <a href=\"/pages/{a}\">a</a> `[a](/pages/{a})`\n\n\
         {{% include \"/reusable-contents/{note}\" %}}\n\n[c]: /pages/{a}\n\n[c] [d](https://x.test/pages/{a}) [e](none.md) [f](#own)\n"
    );
    operate(&mut space, &[new_page("New", &body, Some(a))]);
    let id = a.to_string();
    let expected = format!(
        "== SUMMARY.md
# Table of contents

* [A](guide/a.md)
  * [New](a/new.md)
* [B](guide/b.md)
== a/new.md
# New

[a](../guide/a.md#x) ![p](../.gitbook/assets/p%20q.png \"t\") [b](../guide/b.md) <a href=\"../guide/a.md\">a</a> `[a](/pages/{id})`

{{% include \"../.gitbook/includes/note.md\" %}}

[c]: ../guide/a.md

[c] [d](https://x.test/pages/{id}) [e](none.md) [f](#own)
"
    );
    check_difference(&before, &space, &expected);
}

#[test]
fn covers_are_links_too() {
    let before = text(FILES);
    let mut space = Space::of(&before);
    let file = space.whole().files[0].0;
    let (a, _) = space.find("A");
    operate(&mut space, &[new_page("New", &format!("---\ncover: /files/{file}\n---\n# New\n"), Some(a))]);
    let files = space.export();
    let new = String::from_utf8_lossy(&files["a/new.md"]).into_owned();
    assert_eq!(new, "---\ncover: ../.gitbook/assets/p%20q.png\n---\n# New\n");
}

#[test]
fn identifiers_of_what_is_not_there_stay() {
    let before = text(FILES);
    let mut space = Space::of(&before);
    let (b, _) = space.find("B");
    operate(&mut space, &[new_page("New", &format!("[b](/pages/{b})\n"), None), Operation::DeletePage(b.into())]);
    let files = space.export();
    assert_eq!(files["new.md"], format!("[b](/pages/{b})\n").into_bytes());
    assert_eq!(files["guide/a.md"], before["guide/a.md"]);
}
