//! The text of what is not understood as a document: HTML of authors without its tags, TeX in a readable form.

/// Returns the text of HTML, with line breaks where elements end that stand on lines of their own.
pub(crate) fn text(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        out.push_str(&entities(&rest[..at]));
        rest = &rest[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        let is_tag = rest[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        match rest.find('>').filter(|_| is_tag) {
            Some(end) => {
                let name: String =
                    rest[1..end].chars().skip_while(|c| *c == '/').take_while(char::is_ascii_alphanumeric).collect();
                let name = name.to_ascii_lowercase();
                let closes = rest.starts_with("</");
                // What stands on lines of its own begins one, too.
                let begins_line = !closes && is_block(&name) && !out.is_empty() && !out.ends_with('\n');
                if name == "br" || begins_line || closes && is_block(&name) && !out.ends_with('\n') {
                    out.push('\n');
                } else if closes && matches!(&*name, "td" | "th") {
                    out.push(' ');
                }
                rest = &rest[end + 1..];
                if matches!(&*name, "script" | "style") && !closes {
                    rest = rest.find("</").map_or("", |at| &rest[at..]);
                }
            }
            None => {
                out.push('<');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(&entities(rest));
    out
}

/// Returns true for names of elements that stand on lines of their own.
fn is_block(name: &str) -> bool {
    matches!(
        name,
        "p" | "div"
            | "section"
            | "article"
            | "ul"
            | "ol"
            | "li"
            | "dl"
            | "dt"
            | "dd"
            | "table"
            | "tr"
            | "pre"
            | "blockquote"
            | "figure"
            | "figcaption"
            | "details"
            | "summary"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
    )
}

/// Returns a text with its character references replaced.
fn entities(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let known =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", "\u{00A0}"), ("&#x20;", " ")];
    let text = known.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    numbered(&text).replace("&amp;", "&")
}

/// Returns a text with its references by number replaced.
fn numbered(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("&#") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.bytes().take(10).position(|byte| byte == b';');
        let found = end.and_then(|end| {
            let digits = &rest[2..end];
            let number = match digits.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => digits.parse().ok()?,
            };
            char::from_u32(number).filter(|c| !c.is_control()).map(|c| (c, end + 1))
        });
        let (character, length) = found.unwrap_or(('&', 1));
        out.push(character);
        rest = &rest[length..];
    }
    out.push_str(rest);
    out
}

/// Commands of TeX and the signs that they stand for.
const SIGNS: &[(&str, &str)] = &[
    ("alpha", "α"),
    ("beta", "β"),
    ("gamma", "γ"),
    ("delta", "δ"),
    ("epsilon", "ε"),
    ("varepsilon", "ε"),
    ("zeta", "ζ"),
    ("eta", "η"),
    ("theta", "θ"),
    ("iota", "ι"),
    ("kappa", "κ"),
    ("lambda", "λ"),
    ("mu", "μ"),
    ("nu", "ν"),
    ("xi", "ξ"),
    ("pi", "π"),
    ("rho", "ρ"),
    ("sigma", "σ"),
    ("tau", "τ"),
    ("phi", "φ"),
    ("varphi", "φ"),
    ("chi", "χ"),
    ("psi", "ψ"),
    ("omega", "ω"),
    ("Gamma", "Γ"),
    ("Delta", "Δ"),
    ("Theta", "Θ"),
    ("Lambda", "Λ"),
    ("Xi", "Ξ"),
    ("Pi", "Π"),
    ("Sigma", "Σ"),
    ("Phi", "Φ"),
    ("Psi", "Ψ"),
    ("Omega", "Ω"),
    ("times", "×"),
    ("cdot", "·"),
    ("div", "÷"),
    ("pm", "±"),
    ("mp", "∓"),
    ("leq", "≤"),
    ("le", "≤"),
    ("geq", "≥"),
    ("ge", "≥"),
    ("neq", "≠"),
    ("ne", "≠"),
    ("approx", "≈"),
    ("equiv", "≡"),
    ("sim", "∼"),
    ("infty", "∞"),
    ("partial", "∂"),
    ("nabla", "∇"),
    ("sum", "∑"),
    ("prod", "∏"),
    ("int", "∫"),
    ("in", "∈"),
    ("notin", "∉"),
    ("subset", "⊂"),
    ("subseteq", "⊆"),
    ("cup", "∪"),
    ("cap", "∩"),
    ("emptyset", "∅"),
    ("forall", "∀"),
    ("exists", "∃"),
    ("neg", "¬"),
    ("land", "∧"),
    ("lor", "∨"),
    ("to", "→"),
    ("rightarrow", "→"),
    ("leftarrow", "←"),
    ("Rightarrow", "⇒"),
    ("Leftrightarrow", "⇔"),
    ("mapsto", "↦"),
    ("ldots", "…"),
    ("cdots", "⋯"),
    ("dots", "…"),
    ("quad", "  "),
    ("qquad", "    "),
    ("left", ""),
    ("right", ""),
    ("displaystyle", ""),
    ("sqrt", "√"),
    ("lim", "lim"),
    ("log", "log"),
    ("ln", "ln"),
    ("sin", "sin"),
    ("cos", "cos"),
    ("tan", "tan"),
    ("max", "max"),
    ("min", "min"),
    ("exp", "exp"),
    ("text", ""),
    ("mathrm", ""),
    ("mathbf", ""),
    ("operatorname", ""),
    ("mathbb", ""),
    ("mathcal", ""),
];

/// Returns a formula in one line: signs in place of the commands that name them, the rest as it was written.
pub(crate) fn formula(tex: &str) -> String {
    let mut out = String::with_capacity(tex.len());
    let mut rest = tex;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        if length == 0 {
            let next = rest.chars().next().unwrap_or(' ');
            out.push(if matches!(next, ',' | ';' | ':' | '!' | ' ') { ' ' } else { next });
            rest = &rest[next.len_utf8().min(rest.len())..];
            continue;
        }
        let name = &rest[..length];
        match SIGNS.iter().find(|(known, _)| *known == name) {
            Some((_, sign)) => out.push_str(sign),
            None => {
                out.push('\\');
                out.push_str(name);
            }
        }
        rest = &rest[length..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_is_text() {
        assert_eq!(text("a <b>b</b><br>c &lt; d<!-- e --> 1 < 2"), "a b\nc < d 1 < 2");
        assert_eq!(text("<script>x()</script>y"), "y");
        assert_eq!(text("a<ul><li>one</li><li>tw&#x6f;</li></ul>b &#38;lt;"), "a\none\ntwo\nb &lt;");
    }

    #[test]
    fn formulas_are_read() {
        assert_eq!(formula(r"\alpha \leq x^2 \cdot \foo{1}"), r"α ≤ x^2 · \foo{1}");
    }
}
