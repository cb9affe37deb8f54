//! Formulas of Word as TeX. What has no form there is kept as its text.

use crate::xml::Element;

/// Returns the TeX of a formula.
pub(super) fn tex(element: &Element) -> String {
    quire_content::title::one_line(&inside(element))
}

fn inside(element: &Element) -> String {
    element.elements().map(part).collect::<Vec<_>>().join("")
}

/// Returns the TeX of a child, as one argument.
fn argument(element: &Element, name: &str) -> String {
    element.child(name).map(inside).unwrap_or_default()
}

fn property<'e>(element: &'e Element, group: &str, name: &str) -> Option<&'e str> {
    element.child(group)?.of(name, "m:val")
}

/// The recursion is as deep as a tree may be.
fn part(element: &Element) -> String {
    let arg = |name: &str| argument(element, name);
    match &*element.name {
        "m:r" => run(element),
        "m:f" => {
            let (num, den) = (arg("m:num"), arg("m:den"));
            match property(element, "m:fPr", "m:type") {
                Some("lin") => format!("{{{num}}}/{{{den}}}"),
                Some("noBar") => format!("{{{num} \\atop {den}}}"),
                _ => format!("\\frac{{{num}}}{{{den}}}"),
            }
        }
        "m:sSup" => format!("{{{}}}^{{{}}}", arg("m:e"), arg("m:sup")),
        "m:sSub" => format!("{{{}}}_{{{}}}", arg("m:e"), arg("m:sub")),
        "m:sSubSup" => format!("{{{}}}_{{{}}}^{{{}}}", arg("m:e"), arg("m:sub"), arg("m:sup")),
        "m:sPre" => format!("{{}}_{{{}}}^{{{}}}{{{}}}", arg("m:sub"), arg("m:sup"), arg("m:e")),
        "m:rad" => {
            let degree = arg("m:deg");
            if degree.is_empty() {
                format!("\\sqrt{{{}}}", arg("m:e"))
            } else {
                format!("\\sqrt[{degree}]{{{}}}", arg("m:e"))
            }
        }
        "m:nary" => {
            let sign = match property(element, "m:naryPr", "m:chr").unwrap_or("∫") {
                "∑" => "\\sum",
                "∏" => "\\prod",
                "∬" => "\\iint",
                "∭" => "\\iiint",
                "∮" => "\\oint",
                "⋃" => "\\bigcup",
                "⋂" => "\\bigcap",
                "∐" => "\\coprod",
                "⋁" => "\\bigvee",
                "⋀" => "\\bigwedge",
                _ => "\\int",
            };
            let bound = |mark: char, name: &str| {
                Some(arg(name)).filter(|it| !it.is_empty()).map(|it| format!("{mark}{{{it}}}")).unwrap_or_default()
            };
            format!("{sign}{}{} {{{}}}", bound('_', "m:sub"), bound('^', "m:sup"), arg("m:e"))
        }
        "m:d" => {
            let open = property(element, "m:dPr", "m:begChr").unwrap_or("(");
            let close = property(element, "m:dPr", "m:endChr").unwrap_or(")");
            let between = property(element, "m:dPr", "m:sepChr").unwrap_or("|");
            let parts: Vec<String> = element.elements().filter(|it| &*it.name == "m:e").map(inside).collect();
            format!("\\left{}{}\\right{}", fence(open), parts.join(between), fence(close))
        }
        "m:m" => {
            let rows = element
                .elements()
                .filter(|it| &*it.name == "m:mr")
                .map(|row| row.elements().filter(|it| &*it.name == "m:e").map(inside).collect::<Vec<_>>().join(" & "));
            format!("\\begin{{matrix}} {} \\end{{matrix}}", rows.collect::<Vec<_>>().join(" \\\\ "))
        }
        "m:eqArr" => {
            let rows = element.elements().filter(|it| &*it.name == "m:e").map(inside).collect::<Vec<_>>();
            format!("\\begin{{aligned}} {} \\end{{aligned}}", rows.join(" \\\\ "))
        }
        "m:func" => format!("{} {{{}}}", arg("m:fName"), arg("m:e")),
        "m:acc" => {
            let accent = match property(element, "m:accPr", "m:chr").unwrap_or("\u{302}") {
                "\u{303}" | "~" => "tilde",
                "\u{304}" | "\u{305}" | "¯" => "bar",
                "\u{307}" => "dot",
                "\u{308}" => "ddot",
                "\u{20d7}" | "→" => "vec",
                "\u{30c}" => "check",
                "\u{306}" => "breve",
                "\u{301}" => "acute",
                "\u{300}" => "grave",
                _ => "hat",
            };
            format!("\\{accent}{{{}}}", arg("m:e"))
        }
        "m:bar" => {
            let line = if property(element, "m:barPr", "m:pos") == Some("top") { "overline" } else { "underline" };
            format!("\\{line}{{{}}}", arg("m:e"))
        }
        "m:limLow" => {
            let (base, limit) = (arg("m:e"), arg("m:lim"));
            if base.trim_start().starts_with('\\') {
                format!("{base}_{{{limit}}}")
            } else {
                format!("\\underset{{{limit}}}{{{base}}}")
            }
        }
        "m:limUpp" => format!("\\overset{{{}}}{{{}}}", arg("m:lim"), arg("m:e")),
        "m:groupChr" => {
            let top = property(element, "m:groupChrPr", "m:pos") == Some("top");
            format!("\\{}brace{{{}}}", if top { "over" } else { "under" }, arg("m:e"))
        }
        "m:borderBox" => format!("\\boxed{{{}}}", arg("m:e")),
        "m:phant" | "m:box" | "m:e" | "m:num" | "m:den" | "m:oMath" | "m:oMathPara" | "w:ins" | "w:hyperlink" => {
            inside(element)
        }
        name if name.ends_with("Pr") || name == "w:del" => String::new(),
        _ => inside(element),
    }
}

fn fence(c: &str) -> String {
    match c {
        "" => ".".to_owned(),
        "{" => "\\{".to_owned(),
        "}" => "\\}".to_owned(),
        "‖" => "\\|".to_owned(),
        "⟨" => "\\langle ".to_owned(),
        "⟩" => "\\rangle ".to_owned(),
        "⌊" => "\\lfloor ".to_owned(),
        "⌋" => "\\rfloor ".to_owned(),
        "⌈" => "\\lceil ".to_owned(),
        "⌉" => "\\rceil ".to_owned(),
        c => c.to_owned(),
    }
}

fn run(element: &Element) -> String {
    let text: String =
        element.elements().filter(|it| matches!(&*it.name, "m:t" | "w:t")).map(Element::own_text).collect();
    let normal = element.child("m:rPr").is_some_and(|it| it.child("m:nor").is_some());
    if normal && !text.trim().is_empty() {
        return format!("\\text{{{}}}", text.replace(['{', '}', '\\'], " "));
    }
    const FUNCTIONS: [&str; 17] = [
        "sin", "cos", "tan", "cot", "sec", "csc", "log", "ln", "lim", "max", "min", "exp", "det", "sup", "inf", "gcd",
        "sinh",
    ];
    if FUNCTIONS.contains(&text.trim()) {
        return format!("\\{} ", text.trim());
    }
    let mut out = String::new();
    for c in text.chars() {
        match letter(c) {
            Some(name) => {
                out.push('\\');
                out.push_str(name);
                out.push(' ');
            }
            None => match c {
                '{' | '}' | '%' | '#' | '&' | '$' | '_' => {
                    out.push('\\');
                    out.push(c);
                }
                '\\' => out.push_str("\\backslash "),
                c => out.push(c),
            },
        }
    }
    out
}

/// Returns the name of a letter or sign.
fn letter(c: char) -> Option<&'static str> {
    Some(match c {
        'α' => "alpha",
        'β' => "beta",
        'γ' => "gamma",
        'δ' => "delta",
        'ε' => "varepsilon",
        'ϵ' => "epsilon",
        'ζ' => "zeta",
        'η' => "eta",
        'θ' => "theta",
        'ι' => "iota",
        'κ' => "kappa",
        'λ' => "lambda",
        'μ' => "mu",
        'ν' => "nu",
        'ξ' => "xi",
        'π' => "pi",
        'ρ' => "rho",
        'σ' => "sigma",
        'τ' => "tau",
        'υ' => "upsilon",
        'φ' => "varphi",
        'ϕ' => "phi",
        'χ' => "chi",
        'ψ' => "psi",
        'ω' => "omega",
        'Γ' => "Gamma",
        'Δ' => "Delta",
        'Θ' => "Theta",
        'Λ' => "Lambda",
        'Ξ' => "Xi",
        'Π' => "Pi",
        'Σ' => "Sigma",
        'Φ' => "Phi",
        'Ψ' => "Psi",
        'Ω' => "Omega",
        '∞' => "infty",
        '±' => "pm",
        '∓' => "mp",
        '×' => "times",
        '÷' => "div",
        '⋅' => "cdot",
        '∙' => "bullet",
        '≤' => "leq",
        '≥' => "geq",
        '≠' => "neq",
        '≈' => "approx",
        '≡' => "equiv",
        '∼' => "sim",
        '∝' => "propto",
        '→' => "to",
        '←' => "leftarrow",
        '↔' => "leftrightarrow",
        '⇒' => "Rightarrow",
        '⇐' => "Leftarrow",
        '⇔' => "Leftrightarrow",
        '∈' => "in",
        '∉' => "notin",
        '⊂' => "subset",
        '⊆' => "subseteq",
        '∪' => "cup",
        '∩' => "cap",
        '∅' => "emptyset",
        '∀' => "forall",
        '∃' => "exists",
        '¬' => "neg",
        '∧' => "wedge",
        '∨' => "vee",
        '∂' => "partial",
        '∇' => "nabla",
        '…' => "ldots",
        '⋯' => "cdots",
        '∑' => "sum",
        '∏' => "prod",
        '∫' => "int",
        '√' => "surd",
        '°' => "circ",
        _ => return None,
    })
}
