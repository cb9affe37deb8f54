//! Formulas in MathML that have no TeX beside them, as TeX. What has no form there is its text.

use crate::dom::{Dom, Id};

/// The deepest element of a formula that is read as one; what is deeper is text.
const MOST_DEPTH: usize = 60;

/// Returns the TeX of an element `math`; `None` if there is nothing in it.
pub(super) fn tex(dom: &Dom, math: Id) -> Option<String> {
    let formula = inside(dom, math, 0);
    Some(quire_content::title::one_line(&formula)).filter(|formula| !formula.is_empty())
}

fn inside(dom: &Dom, id: Id, depth: usize) -> String {
    dom.elements(id).map(|child| part(dom, child, depth + 1)).collect::<Vec<_>>().join("")
}

/// Returns the TeX of the children of an element, each as one argument.
fn arguments(dom: &Dom, id: Id, depth: usize) -> Vec<String> {
    dom.elements(id).map(|child| part(dom, child, depth + 1)).collect()
}

fn part(dom: &Dom, id: Id, depth: usize) -> String {
    if depth > MOST_DEPTH {
        return text(dom, id);
    }
    let all = || arguments(dom, id, depth);
    let two = |form: &dyn Fn(&str, &str) -> String| match &all()[..] {
        [one, other] => form(one, other),
        parts => parts.join(""),
    };
    let three = |form: &dyn Fn(&str, &str, &str) -> String| match &all()[..] {
        [one, other, third] => form(one, other, third),
        parts => parts.join(""),
    };
    match dom.name(id) {
        "mi" | "mn" | "ms" => symbol(&text(dom, id)),
        "mo" => operator(&text(dom, id)),
        "mtext" => format!("\\text{{{}}}", text(dom, id).replace(['{', '}', '\\', '$'], "")),
        "mspace" => "\\;".to_owned(),
        "mfrac" => two(&|above, below| match dom.attr(id, "linethickness") {
            Some("0" | "0px" | "0pt") => format!("{{{above} \\atop {below}}}"),
            _ => format!("\\frac{{{above}}}{{{below}}}"),
        }),
        "msup" => two(&|base, up| format!("{{{base}}}^{{{up}}}")),
        "msub" => two(&|base, down| format!("{{{base}}}_{{{down}}}")),
        "msubsup" => three(&|base, down, up| format!("{{{base}}}_{{{down}}}^{{{up}}}")),
        "munder" => two(&|base, down| limit(base, Some(down), None)),
        "mover" => two(&|base, up| accent(base, up)),
        "munderover" => three(&|base, down, up| limit(base, Some(down), Some(up))),
        "msqrt" => format!("\\sqrt{{{}}}", inside(dom, id, depth)),
        "mroot" => two(&|base, degree| format!("\\sqrt[{degree}]{{{base}}}")),
        "mfenced" => {
            let said = |name: &str, usual: &'static str| dom.attr(id, name).unwrap_or(usual).trim().to_owned();
            let between = said("separators", ",").chars().next().map(String::from).unwrap_or_default();
            let (open, close) = (said("open", "("), said("close", ")"));
            format!("\\left{}{}\\right{}", fence(&open), all().join(&between), fence(&close))
        }
        "mtable" => {
            let rows = dom.elements(id).filter(|row| matches!(dom.name(*row), "mtr" | "mlabeledtr"));
            let rows = rows.map(|row| arguments(dom, row, depth + 1).join(" & ")).collect::<Vec<_>>();
            format!("\\begin{{matrix}} {} \\end{{matrix}}", rows.join(" \\\\ "))
        }
        "mphantom" | "annotation" | "annotation-xml" | "mprescripts" | "none" => String::new(),
        _ if dom.elements(id).next().is_none() => symbol(&text(dom, id)),
        _ => inside(dom, id, depth),
    }
}

fn text(dom: &Dom, id: Id) -> String {
    quire_content::title::one_line(&dom.text(id))
}

/// Returns a name or a number; a name of several letters is upright, as MathML has it.
fn symbol(text: &str) -> String {
    let is_name = text.chars().count() > 1 && text.chars().all(char::is_alphabetic);
    if is_name { format!("\\operatorname{{{text}}} ") } else { escaped(text) }
}

fn operator(text: &str) -> String {
    let known = match text {
        "∑" => "\\sum ",
        "∏" => "\\prod ",
        "∫" => "\\int ",
        "∮" => "\\oint ",
        "∬" => "\\iint ",
        "⋃" => "\\bigcup ",
        "⋂" => "\\bigcap ",
        "−" => "-",
        // Signs that are not seen: of application, of multiplication, of separation.
        "\u{2061}" | "\u{2062}" | "\u{2063}" | "\u{2064}" => "",
        other if other.chars().count() > 1 && other.chars().all(char::is_alphabetic) => {
            return format!("\\operatorname{{{other}}} ");
        }
        other => return escaped(other),
    };
    known.to_owned()
}

/// Returns a text with a backslash before what TeX reads as its own.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\backslash "),
            '{' | '}' | '%' | '#' | '&' | '$' | '_' => out.extend(['\\', c]),
            '^' => out.push_str("\\hat{}"),
            c => out.push(c),
        }
    }
    out
}

fn fence(sign: &str) -> String {
    match sign {
        "" => ".".to_owned(),
        "{" | "}" => format!("\\{sign}"),
        sign => sign.to_owned(),
    }
}

/// Returns what stands under or over a base: at its side for signs such as sums.
fn limit(base: &str, below: Option<&str>, above: Option<&str>) -> String {
    if ["\\sum", "\\prod", "\\int", "\\bigcup", "\\bigcap", "\\oint", "\\iint"]
        .iter()
        .any(|sign| base.starts_with(sign))
        || ["\\operatorname{lim}", "\\operatorname{max}", "\\operatorname{min}"].iter().any(|it| base.starts_with(it))
    {
        let bound = |mark: &str, it: Option<&str>| it.map(|it| format!("{mark}{{{it}}}")).unwrap_or_default();
        return format!("{}{}{} ", base.trim_end(), bound("_", below), bound("^", above));
    }
    let mut out = base.to_owned();
    if let Some(below) = below {
        out = format!("\\underset{{{below}}}{{{out}}}");
    }
    if let Some(above) = above {
        out = format!("\\overset{{{above}}}{{{out}}}");
    }
    out
}

fn accent(base: &str, sign: &str) -> String {
    let name = match sign {
        "\\hat{}" | "\u{302}" => "hat",
        "~" | "\u{303}" => "tilde",
        "¯" | "\u{304}" | "\u{305}" | "‾" => "overline",
        "˙" | "\u{307}" => "dot",
        "¨" | "\u{308}" => "ddot",
        "→" | "\u{20d7}" => "vec",
        "⏞" => "overbrace",
        _ => return limit(base, None, Some(sign)),
    };
    format!("\\{name}{{{base}}}")
}
