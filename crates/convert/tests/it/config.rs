//! `.gitbook.yaml`.

use quire_convert::{Limits, read};

use crate::support::{Memory, check, directory};

#[test]
fn a_root_below_the_top() {
    let files = "
== .gitbook.yaml
root: ./docs/
structure:
  readme: README.md
redirects:
  old: README.md
== docs/SUMMARY.md
* [A](a.md)
* [Out](../out.md)
== docs/README.md
== docs/a.md
== docs/.gitbook/vars.yaml
a: 1
== docs/logo.png
== docs/.gitbook.yaml
== out.md
== src/main.rs
";
    check(
        files,
        "
A (a.md)
variable a = Number(1.0)
meta .gitbook.yaml
meta .gitbook/vars.yaml
meta SUMMARY.md
file README.md
file logo.png
aside docs/.gitbook.yaml
aside out.md
aside src/main.rs
warning SUMMARY.md:2: `../out.md`: left out: leads outside the root
warning SUMMARY.md: 1 Markdown files are not named here and kept as files: README.md
warning .gitbook.yaml: 3 files lie outside the root and are kept for export only
",
    );
    let directory = directory(&Memory::text(files)).unwrap();
    assert!(directory.meta[".gitbook.yaml"].starts_with(b"root: ./docs/\n"));
    assert_eq!(directory.files[1].tree_path, "docs/logo.png");
}

#[test]
fn what_lies_outside_and_is_too_large_is_left_out() {
    let tree = Memory::text("== .gitbook.yaml\nroot: d\n== big\n123456789\n== d/a.md\n123\n== e\n12\n== f\n1234567\n");
    let limits = Limits { max_file_bytes: 9, max_total_bytes: 11, ..Limits::default() };
    let directory = read(&tree, &limits, &mut |_| {}).unwrap();
    assert_eq!(directory.asides.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), ["e"]);
    assert_eq!(directory.warnings.list[1].message, "2 files lie outside the root, are too large and are left out");
}

#[test]
fn the_other_extension() {
    check("== .gitbook.yml\nroot: d\n== d/a.md\n", "A (a.md)\nmeta .gitbook.yml");
}

#[test]
fn files_that_are_set_but_not_there() {
    check(
        "== .gitbook.yaml\nstructure:\n  readme: x.md\n  summary: y.md\n== a.md\n",
        "
A (a.md)
meta .gitbook.yaml
warning .gitbook.yaml: `x.md` is not there
warning .gitbook.yaml: `y.md` is not there
",
    );
}

#[test]
fn errors_name_the_line() {
    for (yaml, expected) in [
        ("root: [\n", "error .gitbook.yaml:2: "),
        ("a: 1\nroot: 3\n", "error .gitbook.yaml:2: `root` is not a text"),
        ("- a\n", "error .gitbook.yaml:1: expected keys and values"),
        ("a: &a b\nroot: *a\n", "error .gitbook.yaml:2: `root` is not a text"),
        ("structure:\n  summary: ../x.md\n", "error .gitbook.yaml:2: `summary` leads outside the root"),
        ("root: ../x\n", "error .gitbook.yaml: root `../x` leads outside"),
        ("root: gone\n", "error .gitbook.yaml: root `gone` is no folder with files in it"),
    ] {
        let tree = Memory::text(&format!("== .gitbook.yaml\n{yaml}== a.md\n"));
        let error = format!("error {}", directory(&tree).unwrap_err());
        assert!(error.starts_with(expected), "{error}");
    }
    let error = directory(&Memory::text("== .gitbook/vars.yaml\na: 1\nb: }\n")).unwrap_err().to_string();
    assert!(error.starts_with(".gitbook/vars.yaml:2: "), "{error}");
}

#[test]
fn an_empty_configuration() {
    check("== .gitbook.yaml\n# nothing\n== a.md\n", "A (a.md)\nmeta .gitbook.yaml");
}
