//! Headings in all the forms that writers give them: what one side inserts is under the heading that it has there.

use quire_content::merge::text::{self, Hunk};

/// What is before and after the title of a heading in each form.
pub(super) const FORMS: [[&str; 2]; 16] = [
    ["## ", ""],
    ["**", "**"],
    ["__", "__"],
    ["***", "***"],
    ["**", "**:"],
    ["**", ":**"],
    ["**", "**  "],
    ["_", "_"],
    ["*", "*:"],
    ["<b>", "</b>"],
    ["<strong>", "</strong>:"],
    ["<p><strong>", "</strong></p>"],
    ["<h2>", "</h2>"],
    ["<h2 align=\"center\">\n  ", "\n</h2>"],
    ["<mark style=\"color:blue;\">**", "**</mark>"],
    ["🚀 **", "**"],
];

/// Returns a text in which each line `# title` is a heading of a form.
fn written(text: &str, form: [&str; 2]) -> String {
    let line = |line: &str| match line.strip_prefix("# ") {
        Some(title) => [form[0], title, form[1], "\n"].concat(),
        None => [line, "\n"].concat(),
    };
    text.lines().map(line).collect()
}

/// Checks the merge for headings of all forms. What is expected is a text, or `conflict`.
#[track_caller]
fn check(base: &str, main: &str, change: &str, expected: &str) {
    for form in FORMS {
        let [base, main, change, text] = [base, main, change, expected].map(|text| written(text, form));
        let merged = text::merge(&base, &main, &change);
        match expected {
            "conflict" => assert_ne!(merged.conflicts(), 0, "{form:?}: {merged:#?}"),
            _ => assert_eq!(merged.hunks, [Hunk::Clean(text)], "{form:?}"),
        }
    }
}

/// Checks that the sides are merged in the same way if each is the other one.
#[track_caller]
fn check_both(base: &str, main: &str, change: &str, expected: &str) {
    check(base, main, change, expected);
    check(base, change, main, expected);
}

#[test]
fn text_that_both_insert_where_one_begins_a_section() {
    let base = "Alpha one here.\n\nOmega last here.\n";
    let text = "Alpha one here.\n\nAnother remark.\n\nOmega last here.\n";
    let section = "Alpha one here.\n\n# Linux\n\nRun it now.\n\nOmega last here.\n";
    let expected = "Alpha one here.\n\nAnother remark.\n\n# Linux\n\nRun it now.\n\nOmega last here.\n";
    check_both(base, text, section, expected);
    let end = |text: &str| text.replace("\n\nOmega last here.", "");
    check_both(&end(base), &end(text), &end(section), &end(expected));
}

#[test]
fn text_that_both_insert_where_one_puts_a_heading_over_what_follows() {
    check_both(
        "Alpha one here.\n\nOmega last here.\n",
        "Alpha one here.\n\nAnother remark.\n\nOmega last here.\n",
        "Alpha one here.\n\n# Linux\n\nOmega last here.\n",
        "Alpha one here.\n\nAnother remark.\n\n# Linux\n\nOmega last here.\n",
    );
}

#[test]
fn sections_that_both_insert() {
    check(
        "Alpha one here.\n",
        "Alpha one here.\n\n# Linux\n\nRun it now.\n",
        "Alpha one here.\n\n# Mac\n\nOpen it there.\n",
        "Alpha one here.\n\n# Linux\n\nRun it now.\n\n# Mac\n\nOpen it there.\n",
    );
    let text = "Alpha one here.\n\nOmega last here.\n";
    let with = |section: &str| text.replace("\n\n", &format!("\n\n{section}\n\n"));
    check_both(text, &with("# Linux\n\nRun it now."), &with("# Mac\n\nOpen it there."), "conflict");
}

#[test]
fn text_under_a_heading_that_is_exchanged_with_another_one() {
    let base = "# Linux\n\nRun it now.\n\n# Mac\n\nRun it now.\n";
    let exchanged = "# Mac\n\nRun it now.\n\n# Linux\n\nRun it now.\n";
    check_both(base, exchanged, "# Linux\n\nRun it now.\n\nReboot after that.\n\n# Mac\n\nRun it now.\n", "conflict");
}

#[test]
fn text_under_a_heading_that_gets_another_title() {
    let text = |title: &str, more: &str| format!("# {title}\n\nRun it now.\n{more}\n# Mac\n\nOpen it there.\n");
    let more = "\nReboot after that.\n";
    check_both(&text("Linux", ""), &text("Linux and BSD", ""), &text("Linux", more), &text("Linux and BSD", more));
    check_both(&text("Linux", ""), &text("Windows", ""), &text("Linux", more), &text("Windows", more));
}

#[test]
fn text_under_a_heading_that_is_deleted() {
    let base = "Alpha one here.\n\n# Linux\n\nRun it now.\n\nStop it then.\n";
    let deleted = "Alpha one here.\n\nRun it now.\n\nStop it then.\n";
    let text = "Alpha one here.\n\n# Linux\n\nRun it now.\n\nReboot after that.\n\nStop it then.\n";
    check_both(base, deleted, text, "conflict");
}

#[test]
fn text_directly_below_a_heading_that_is_deleted_with_its_section() {
    let base = "Alpha one here.\n\n# Linux\n\nRun it now.\n\n# Mac\n\nOpen it there.\n";
    let deleted = "Alpha one here.\n\n# Mac\n\nOpen it there.\n";
    for text in ["# Linux\n\nReboot.\n\nRun it now.", "# Linux\n\nRun it now.\n\nReboot after that."] {
        let text = base.replace("# Linux\n\nRun it now.", text);
        check_both(base, deleted, &text, "conflict");
    }
}

#[test]
fn a_heading_that_is_put_between_a_place_and_its_own() {
    let base = "# Linux\n\nRun it now.\n\nStop it then.\n";
    let heading = "# Linux\n\nRun it now.\n\n# Mac\n\nStop it then.\n";
    let text = "# Linux\n\nRun it now.\n\nStop it then.\n\nReboot after that.\n";
    check_both(base, heading, text, "conflict");
}

#[test]
fn a_heading_that_moves_up_or_down() {
    let base = "# Linux\n\nRun it now.\n\nStop it then.\n\nGo home after it.\n";
    let moved = "Run it now.\n\nStop it then.\n\n# Linux\n\nGo home after it.\n";
    let text = "# Linux\n\nRun it now.\n\nReboot after that.\n\nStop it then.\n\nGo home after it.\n";
    check_both(base, moved, text, "conflict");
}

#[test]
fn a_bold_first_line_of_a_paragraph_is_over_what_follows_it() {
    let text = |first: &str, second: &str, more: &str| {
        format!("**{first}**\nRun it now.\n\n{more}**{second}**\nRun it now.\n")
    };
    let [base, exchanged] = [text("Linux", "Mac", ""), text("Mac", "Linux", "")];
    let more = text("Linux", "Mac", "Reboot after that.\n\n");
    for [main, change] in [[&exchanged, &more], [&more, &exchanged]] {
        assert_ne!(text::merge(&base, main, change).conflicts(), 0, "{main}");
    }
}

#[test]
fn text_that_is_bold_in_part_is_no_heading() {
    let base = "Alpha one here.\n\nOmega last here.\n";
    let with = |text: &str| base.replace("\n\n", &format!("\n\n{text}\n\n"));
    let merged = text::merge(base, &with("**Note**: stop it."), &with("Another remark."));
    assert_eq!(merged.hunks, [Hunk::Clean(with("**Note**: stop it.\n\nAnother remark."))]);
}
