//! Projects of MkDocs: what is marked within text, and what only looks so.

use quire_sources::Source;

use crate::support::{Outcome, files};

const ALL: &str = "site_name: x\nmarkdown_extensions:\n  - pymdownx.caret\n  - pymdownx.tilde\n  - pymdownx.mark\n  - pymdownx.critic\n  - pymdownx.keys\n  - pymdownx.arithmatex: {generic: true}\n";

const FORMULAS_AND_CODE: &str = r"# H

$$
E=a^2+b^2+c^2

F=a^2+b^2
$$

    if a==b and c==d: i++; j++
    x = ~a~ ^b^ 1^2^3

* item

        code ~a~ ^b^

  text ~a~

```
x^2^
```

see https://x.y/~alice/~bob [r]

[r]: https://x.y/~alice/~bob
";

fn project(config: &str, page: &str) -> Outcome {
    files(Source::Mkdocs, &[("mkdocs.yml", config), ("docs/index.md", page)])
}

#[test]
fn formulas_and_code_of_mkdocs_stay() {
    project("site_name: x\n", FORMULAS_AND_CODE).check("README.md", FORMULAS_AND_CODE);
    project(ALL, FORMULAS_AND_CODE).check("README.md", &FORMULAS_AND_CODE.replace("text ~a~", "text <sub>a</sub>"));
    let page = "# H\n\n\\[\nF=a^2+b^2\n\\]\n\n\\begin{align}\nG&=a^2+b^2==c\n\\end{align}\n\n\\(a^2+b^2\\) $c_{~i~}$\n";
    project("site_name: x\n", page).check("README.md", page);
    project(ALL, page).check(
        "README.md",
        "# H\n\n$$\nF=a^2+b^2\n$$\n\n$$\n\\begin{align}\nG&=a^2+b^2==c\n\\end{align}\n$$\n\n$$a^2+b^2$$ $$c_{~i~}$$",
    );
}

#[test]
fn marks_of_mkdocs_are_read_where_the_project_turns_them_on() {
    let page = "# H\n\nH~2~O a^2^ ==two\nlines== ++ctrl+alt++ {++added++} a^2+b^2 c\n\n* ==one\n* two==\n";
    project("site_name: x\n", page).check("README.md", page);
    let outcome = project(ALL, page);
    outcome.check(
        "README.md",
        "# H\n\nH<sub>2</sub>O a<sup>2</sup> <mark style=\"background-color:yellow;\">two\nlines</mark> <kbd>Ctrl</kbd>+<kbd>Alt</kbd> {++added++} a<sup>2+b</sup>2 c\n\n* ==one\n* two==",
    );
    assert_eq!(outcome.kept(), ["a mark of a revision, as text"]);
    let config = "site_name: x\nmarkdown_extensions:\n  - pymdownx.tilde:\n      subscript: false\n";
    project(config, page).check("README.md", page);
}

#[test]
fn projects_of_mkdocs_inherit_settings() {
    let page = ("content/index.md", "# H\n\nH~2~O a^2^ b\n");
    let base = "docs_dir: content\nmarkdown_extensions:\n  pymdownx.tilde: {}\nINHERIT: ../mkdocs.yml\n";
    let read = |config: &str| {
        files(Source::Mkdocs, &[("mkdocs.yml", config), ("base/common.yml", base), page]).text("README.md").to_owned()
    };
    let merged = read("INHERIT: base/common.yml\nmarkdown_extensions:\n  pymdownx.caret: {}\n");
    assert_eq!(merged, "# H\n\nH<sub>2</sub>O a<sup>2</sup> b\n");
    let list = read("INHERIT: base/common.yml\nmarkdown_extensions:\n  - pymdownx.caret\n");
    assert_eq!(list, "# H\n\nH~2~O a<sup>2</sup> b\n");
}
