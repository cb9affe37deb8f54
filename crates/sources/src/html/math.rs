//! Formulas: the TeX that MathJax, KaTeX, MediaWiki and Sphinx keep in their pages.

use quire_content::document::model::{InlineKind, Kind};

use super::read::{Flow, Read, Style};
use crate::dom::{Dom, Id};

/// Returns true if an element is a script for MathJax that holds a formula.
pub(super) fn is_script(dom: &Dom, id: Id) -> bool {
    dom.name(id) == "script" && dom.attr(id, "type").is_some_and(|kind| kind.starts_with("math/tex"))
}

impl Read<'_> {
    /// Reads a formula; returns false if the element is none.
    pub(super) fn math(&mut self, id: Id, style: &Style, flow: &mut Flow) -> bool {
        if self.is_preview(id) {
            return true;
        }
        let Some((formula, display)) = self.formula(id) else { return false };
        let formula = quire_content::title::one_line(&formula);
        if formula.is_empty() {
            return true;
        }
        self.settle_names();
        if display && !style.only_line {
            self.push(Kind::Math { formula }, style, flow);
        } else {
            self.report.mapped("math");
            flow.line.node(InlineKind::Math { formula }, style.link.as_ref());
        }
        true
    }

    /// Returns true if an element is shown until the script after it has drawn the formula.
    fn is_preview(&self, id: Id) -> bool {
        let dom = self.dom;
        let after = || {
            let parent = dom.parent(id)?;
            dom.elements(parent).skip_while(|sibling| *sibling != id).nth(1)
        };
        dom.has_class(id, "MathJax_Preview") && after().is_some_and(|next| is_script(dom, next))
    }

    /// Returns the TeX of an element, and whether it stands on lines of its own.
    fn formula(&self, id: Id) -> Option<(String, bool)> {
        let dom = self.dom;
        match dom.name(id) {
            "math" => {
                let display = dom.attr(id, "display") == Some("block");
                let tex = self.annotation(id).or_else(|| dom.attr(id, "alttext").map(str::to_owned));
                let tex = tex.map(|tex| without_style(&tex)).or_else(|| super::mathml::tex(dom, id));
                return tex.map(|tex| (tex, display));
            }
            "script" if is_script(dom, id) => {
                let display = dom.attr(id, "type").is_some_and(|kind| kind.contains("mode=display"));
                return Some((dom.own_text(*dom.children(id).first()?).to_owned(), display));
            }
            _ => {}
        }
        dom.attr(id, "class")?;
        if dom.has_any_class(id, &["katex", "katex-display"]) {
            let parent = dom.parent(id);
            let display =
                dom.has_class(id, "katex-display") || parent.is_some_and(|id| dom.has_class(id, "katex-display"));
            return self.annotation(id).map(|tex| (tex, display));
        }
        if dom.has_class(id, "mwe-math-element") {
            let display = dom.has_class(id, "mwe-math-element-block");
            let image = dom.find(id, |id| dom.name(id) == "img").and_then(|id| dom.attr(id, "alt")).map(str::to_owned);
            return self.annotation(id).or(image).map(|tex| (without_style(&tex), display));
        }
        if dom.has_any_class(id, &["math", "arithmatex", "MathJax_Preview"])
            && dom
                .find(id, |id| dom.name(id) == "math" || dom.has_class(id, "katex") || dom.name(id) == "script")
                .is_none()
        {
            let text = dom.text(id);
            let text = text.trim();
            for (open, close, display) in
                [("\\[", "\\]", true), ("\\(", "\\)", false), ("$$", "$$", true), ("$", "$", false)]
            {
                if let Some(tex) = text.strip_prefix(open).and_then(|text| text.strip_suffix(close)) {
                    return Some((tex.to_owned(), display));
                }
            }
            let display = dom.name(id) == "div";
            return dom
                .has_class(id, "math")
                .then(|| (text.to_owned(), display))
                .filter(|(text, _)| !text.is_empty() && dom.elements(id).next().is_none());
        }
        None
    }

    fn annotation(&self, id: Id) -> Option<String> {
        let dom = self.dom;
        let is_tex = |id: Id| {
            dom.name(id) == "annotation"
                && dom.attr(id, "encoding").is_some_and(|encoding| encoding.contains("tex") || encoding.contains("TeX"))
        };
        dom.find(id, is_tex).map(|id| dom.text(id))
    }
}

/// Removes what MediaWiki wraps around a formula.
fn without_style(tex: &str) -> String {
    let tex = tex.trim();
    let inner = tex.strip_prefix("{\\displaystyle").and_then(|tex| tex.strip_suffix('}'));
    inner
        .or_else(|| tex.strip_prefix("{\\textstyle").and_then(|tex| tex.strip_suffix('}')))
        .unwrap_or(tex)
        .trim()
        .to_owned()
}
