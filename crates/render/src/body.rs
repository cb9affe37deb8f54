//! The body of a page: a document as HTML, with the facts that the page around it depends on.
//!
//! The document is given as one reader sees it: expressions evaluated, conditions decided. Drawing cannot fail: broken
//! parts are left out or shown as plain text. Every element has classes that begin with `q-`; there are no styles, no
//! scripts and no handlers in the HTML.
//!
//! | Block | Classes |
//! | --- | --- |
//! | paragraph, heading | `p.q-p`, `h2.q-h`, `h3.q-h`, `h4.q-h`; aligned `q-align-start`, `q-align-center`, `q-align-end`; `a.q-anchor` in a heading, shown on hover and focus; an empty `span` with an `id` for each other name of a heading |
//! | lists | `ul.q-ul`, `ol.q-ol`, `ul.q-tasks`; `li.q-task` (`q-done`) with `input.q-check` and `div.q-task-body` |
//! | rule, quotation | `hr.q-hr`, `blockquote.q-quote` |
//! | hint | `div.q-hint.q-info` (`q-success`, `q-warning`, `q-danger`): `span.q-hint-icon`, `div.q-hint-body`; `q-titled` if it begins with a heading |
//! | code | `figure.q-code` (`q-wrap`, `q-numbered`, `q-wide`; on paper `q-long`): `figcaption.q-code-head` with `span.q-code-title`, `span.q-code-lang`, `button.q-copy[hidden]` (a script shows it; `data-copied` is what it then says); `pre.q-pre > code`; lines are `span.q-line` where they are numbered or marked (`q-line-marked`) |
//! | tokens of code | `q-tk` keyword, `q-ts` string, `q-tc` comment, `q-tn` number or constant, `q-tf` function, `q-tt` type, `q-tv` variable, `q-ta` attribute, `q-tg` tag, `q-tp` punctuation or operator, `q-ti` inserted, `q-td` deleted, `q-th` heading |
//! | tabs | `div.q-tabs`: each tab `section.q-tab` (its `id` is the anchor) with `p.q-tab-title` and `div.q-tab-body`; all are visible, a script makes a tab list of them |
//! | expandable | `details.q-expandable > summary` and `div.q-expandable-body` |
//! | steps | `ol.q-stepper > li.q-step`: `span.q-step-mark` (number or icon), `div.q-step-body` |
//! | columns | `div.q-columns > div.q-col` with `q-col-1` … `q-col-12` (twelfths) where a width is given; `q-middle`, `q-bottom` |
//! | images | `div.q-images` (`q-align-left`, `q-align-center`, `q-align-right`, `q-wide`, `q-frame`, `q-row`): `figure.q-image`, `img`, `figcaption`; `q-pct-5` … `q-pct-100` for widths in per cent; `q-only-light`, `q-only-dark` on images with a variant |
//! | drawing | `figure.q-image.q-drawing` |
//! | file | `figure.q-file`: `a.q-file-link` with `q-file-name`, `q-file-meta` |
//! | embed | `figure.q-embed`: `div.q-frame-box` (`q-frame-video`, `q-frame-tall`, `q-frame-audio`) with `iframe`, or `a.q-card-link.q-embed-link` |
//! | card | `a.q-card-link`: `q-card-icon`, `q-card-title`, `q-card-text`, `q-card-host` |
//! | table | `div.q-table-box[tabindex]` (`q-wide`): `table.q-table`; cells `q-align-center`, `q-align-right`, `q-middle`, `q-bottom`; `q-num`, `q-option` (`q-tint-…`), `q-stars`, `q-check`, `q-person`, `img.q-cell-image` |
//! | end of a page that is too long | `p.q-notice` |
//! | cards | `ul.q-cards` (`q-large`): `li.q-card`: `div.q-card-cover` (`q-fit-contain`, `q-fit-fill`, `q-fit-cover`), `div.q-card-body`, `q-card-field` (`q-card-first`), `q-card-label`; `a.q-card-target` covers the card |
//! | formula | `div.q-math` and `span.q-math-inline` around `math`; `code.q-math-error`; within tables of formulas `menv-arraylike`, `menv-alignlike`, `menv-cells-left`, `menv-cells-right`, `menv-hline`, `menv-right-solid` and others of that prefix |
//! | diagram | `figure.q-diagram`: `div.q-diagram-box` (`q-broad`, `q-long`) with `img.q-drawn`, `details.q-source > summary` and in it `figure.q-code`; or `figure.q-code` alone where it can't be drawn |
//! | updates | `div.q-updates > article.q-update`: `div.q-update-head` with `a.q-update-date > time`, `span.q-tag`; `div.q-update-body` |
//! | prompt | `figure.q-prompt`: `figcaption.q-prompt-head` with `span.q-prompt-title`, `div.q-prompt-body`, `button.q-copy[hidden]` |
//! | marks | `strong`, `em`, `s`, `code.q-c` (`q-long`), `kbd`, `sup`, `sub`, `span.q-fg-red`, `span.q-bg-red` (`green`, `blue`, `red`, `orange`, `yellow`, `purple`, `primary`, `info`, `success`, `warning`, `danger`) |
//! | inlines | `a.q-link` (`q-external`), `span.q-broken`, `a.q-mention`, `span.q-emoji`, `svg.q-icon`, `img.q-inline-image` (`q-line-high`), `a.q-button` (`q-primary`, `q-secondary`); `button.q-button[hidden]` with `data-action` `ask` or `search` and `data-query`, which a script shows if it can do that |
//! | notes | `a.q-note-ref` around the text, `section.q-notes` at the end with `ol > li > a.q-note-back`; `span.q-note-inline` where there is no place for a note |
//! | OpenAPI | `section.q-api` (`q-deprecated`, `q-api-schemas`): `h2.q-api-title`, `p.q-api-head` with `span.q-method` (`q-get`, `q-post`, …) and `code.q-path` (`span.q-server` in it), `div.q-api-columns` (`q-api-single`) with `div.q-api-main` and `div.q-api-side`; `div.q-api-text`, `div.q-api-part` with `p.q-api-part-title`, `div.q-api-content`, `details.q-api-response` and `details.q-api-schema` with `div.q-api-response-body`, `span.q-status` (`q-status-1` … `q-status-5`), `span.q-api-schema-name`, `ul.q-api-values`, `div.q-api-examples`, `details.q-try[hidden]` with `form.q-try-form`, which a script shows; `p.q-api-missing` where there is no such part |
//! | fields | `ul.q-fields > li.q-field`: `div.q-field-head` with `code.q-field-name`, `span.q-field-type`, `span.q-flag` (`q-required`, `q-old`); `div.q-field-text`, `ul.q-field-facts`, `p.q-field-label`, `details.q-fields-more`, `div.q-api-variants` |
//! | integration | `figure.q-integration` |
//! | HTML of authors | elements of an allow list, with the classes of the blocks that they are like (`q-p`, `q-ul`, `q-table`, …) |

use quire_content::budget::Budget;
use quire_content::document::Document;

pub use crate::drawn::{Body, Options, OutlineEntry, Update, Uses};
use crate::html_renderer::HtmlRenderer;
use crate::reference_resolver::ReferenceResolver;

/// Draws a document as the body of a page.
pub fn body(document: &Document, around: &dyn ReferenceResolver, options: &Options<'_>) -> Body {
    let own = Budget::page();
    let mut html_renderer = HtmlRenderer::new(around, options, options.budget.unwrap_or(&own));
    html_renderer.ids.reserve(&document.nodes);
    html_renderer.title_of_only_block = options.title.filter(|_| document.nodes.len() == 1);
    let mut html = html_renderer.document(document).0;
    let cut = html_renderer.cut();
    html.push_str(&html_renderer.end().0);
    if cut.is_some() {
        html.push_str(&maud::html! { p.q-notice role="note" { (options.labels.cut) } }.0);
    }
    Body { html, cut, ..html_renderer.body }
}
