use super::*;
use crate::replies::take;

const BODY: &str = r#"# Title

A *line* with [a link](other.md) and `code`.[^1]

{% hint style="info" %}
### Careful now

* first item
* second **item**
{% endhint %}

```sh
echo never translated
```

{% tabs %}
{% tab title="On Linux" %}
Some text.
{% endtab %}
{% endtabs %}

| Name | Meaning |
| ---- | ------- |
| `a`  | letter  |

<details>

<summary>More to read</summary>

Hidden text.

</details>

[^1]: A note of words.
"#;

fn entry() -> Entry {
    Entry {
        title: Some("Title".to_owned()),
        description: Some("About".to_owned()),
        body: Some(BODY.to_owned()),
        nav_title: None,
    }
}

/// Translates words by writing them in capitals, and leaves tags and escapes.
fn loud(text: &str) -> String {
    let mut out = String::new();
    let (mut tag, mut escape) = (false, false);
    for c in text.chars() {
        match c {
            '<' => tag = true,
            '>' => tag = false,
            '&' => escape = true,
            ';' => escape = false,
            _ => {}
        }
        out.extend(if tag || escape { vec![c] } else { c.to_uppercase().collect() });
    }
    out
}

#[test]
fn everything_that_readers_see_as_text_is_a_segment() {
    let texts: Vec<String> = read(&entry()).iter().map(Content::marked_up).collect();
    let expected = [
        "Title",
        "About",
        "A note of words.",
        "A <x id=\"1\">line</x> with <x id=\"2\">a link</x> and ",
        "Careful now",
        "first item",
        "second <x id=\"1\">item</x>",
        "On Linux",
        "Some text.",
        "Name",
        "Meaning",
        "<x id=\"1\"/>",
        "letter",
        "More to read",
        "Hidden text.",
    ];
    for (text, expected) in texts.iter().zip(expected) {
        assert!(text.starts_with(expected), "{text:?} is not {expected:?}");
    }
    assert_eq!(texts.len(), expected.len());
}

#[test]
fn a_translated_page_has_the_blocks_of_its_source() {
    let source = entry();
    let contents: Vec<Content> = read(&source)
        .iter()
        .map(|content| {
            if content.has_words() {
                take(content, &format!("{} Z", loud(&content.marked_up()))).unwrap()
            } else {
                content.clone()
            }
        })
        .collect();
    let written = write(&source, &contents).unwrap();
    let body = written.body.as_deref().unwrap();
    for kept in ["echo never translated", "](other.md)", "`code`", "style=\"info\"", "# Title\n", "{% endtabs %}"] {
        assert!(body.contains(kept), "{kept} is not in\n{body}");
    }
    for translated in ["A _LINE_ WITH [A LINK]", "title=\"ON LINUX Z\"", "MORE TO READ", "LETTER", "A NOTE OF WORDS"] {
        assert!(body.contains(translated), "{translated} is not in\n{body}");
    }
    assert!(body.contains("id=\"careful-now\""), "links to the heading would break:\n{body}");
    assert_eq!(read(&written), contents);
    assert_eq!(write(&source, &read(&source)), Ok(source));
}

#[test]
fn segments_that_do_not_fit_are_refused() {
    let source = entry();
    assert_eq!(write(&source, &[]), Err(Unfit));
    let mut few = read(&source);
    few.pop();
    assert_eq!(write(&source, &few), Err(Unfit));
}
