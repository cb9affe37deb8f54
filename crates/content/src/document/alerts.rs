//! Alerts as GitHub writes them: quotes that begin with `[!NOTE]` or the like. They stay quotes in documents and in
//! Markdown, and readers see them as hints.

use super::model::{Block, HintStyle, Kind, Node};

/// The words of alerts, with the hints that look like them.
const WORDS: [(&str, HintStyle); 5] = [
    ("NOTE", HintStyle::Info),
    ("TIP", HintStyle::Success),
    ("IMPORTANT", HintStyle::Info),
    ("WARNING", HintStyle::Warning),
    ("CAUTION", HintStyle::Danger),
];

/// Returns the style of the hint that a quote is shown as, and the content without the mark; `None` if it is no alert.
pub fn alert(quote: &[Block]) -> Option<(HintStyle, Vec<Block>)> {
    let Kind::Paragraph { nodes, .. } = &quote.first()?.kind else { return None };
    let Node::Leaf(leaf) = nodes.first()? else { return None };
    let (word, rest) = leaf.text.strip_prefix("[!").filter(|_| !leaf.raw && leaf.marks.is_empty())?.split_once(']')?;
    let (_, style) = WORDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(word))?;
    if !(rest.is_empty() || rest.starts_with(char::is_whitespace)) {
        return None;
    }
    let mut content = quote.to_vec();
    let Kind::Paragraph { nodes, .. } = &mut content[0].kind else { return None };
    match rest.trim_start() {
        "" => drop(nodes.remove(0)),
        rest => {
            if let Node::Leaf(leaf) = &mut nodes[0] {
                leaf.text = rest.to_owned();
            }
        }
    }
    if nodes.is_empty() {
        content.remove(0);
    }
    Some((*style, content))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Unresolved, parse};

    fn read(markdown: &str) -> Option<(HintStyle, usize, String)> {
        let document = parse(markdown, &Unresolved).document;
        let Kind::Quote { nodes } = &document.nodes[0].kind else { panic!("{markdown}") };
        let (style, content) = alert(nodes)?;
        let first = content.first().map(|block| format!("{:?}", block.kind)).unwrap_or_default();
        Some((style, content.len(), first))
    }

    #[test]
    fn alerts_are_read() {
        for (markdown, style, count, said) in [
            ("> [!NOTE]\n> Look *here*.\n>\n> More.\n", HintStyle::Info, 2, "Look "),
            ("> [!tip]\n> x\n", HintStyle::Success, 1, "x"),
            ("> [!CAUTION]\n", HintStyle::Danger, 0, ""),
            ("> [!WARNING]\n>\n> y\n", HintStyle::Warning, 1, "y"),
            ("> [!IMPORTANT]\n> `a`\n", HintStyle::Info, 1, "a"),
        ] {
            let (found, blocks, first) = read(markdown).unwrap_or_else(|| panic!("{markdown}"));
            assert_eq!((found, blocks), (style, count), "{markdown}");
            assert!(first.contains(said) && !first.contains("[!"), "{first}");
        }
    }

    #[test]
    fn other_quotes_stay() {
        for markdown in
            ["> [!OTHER]\n> x\n", "> x [!NOTE]\n", "> **[!NOTE]**\n", "> [!NOTE]x\n", "> * [!NOTE]\n", "> [NOTE]\n"]
        {
            assert_eq!(read(markdown), None, "{markdown}");
        }
    }
}
