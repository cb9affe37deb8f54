//! The actions on a page beside its title: copy it, read its Markdown, ask an assistant about it.
//!
//! Without scripts the menu has links; copying needs a script, which shows its button.

use maud::{Markup, html};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::glyphs;
use crate::safe;
use crate::words::{Words, fill};

/// The assistants that a page is opened in: name, and the address that a question is appended to.
const ASSISTANTS: [(&str, &str); 2] = [("ChatGPT", "https://chatgpt.com/?q="), ("Claude", "https://claude.ai/new?q=")];

/// The actions on a page.
#[derive(Debug, Clone, Copy, Default)]
pub struct Actions<'a> {
    /// The address of the page's Markdown, to copy it and to read it.
    pub markdown: Option<&'a str>,
    /// The address with scheme and host of the Markdown that assistants are asked about. They read it without any right.
    pub assistants: Option<&'a str>,
}

/// Draws the button that copies the page, and the menu of the other actions; nothing if there are none.
pub(super) fn actions(actions: &Actions<'_>, words: &Words) -> Markup {
    let markdown = actions.markdown.and_then(safe::href);
    let assistants = actions.assistants.map(|address| fill(words.ask_about, address));
    html! {
        @if markdown.is_some() || assistants.is_some() {
            div.actions {
                @if let Some(href) = markdown {
                    button.action.copy-page type="button" hidden data-markdown=(href) data-copied=(words.copied) {
                        (glyphs::COPY) span { (words.copy_page) }
                    }
                }
                details.picker {
                    summary.action aria-label=(words.page_actions) { (glyphs::MORE) }
                    ul {
                        @if let Some(href) = markdown { li { a href=(href) { (glyphs::TEXT) (words.view_markdown) } } }
                        @if let Some(question) = &assistants {
                            @for (name, address) in ASSISTANTS { li { (assistant(name, address, question, words)) } }
                        }
                    }
                }
            }
        }
    }
}

fn assistant(name: &str, address: &str, question: &str, words: &Words) -> Markup {
    let question = utf8_percent_encode(question, NON_ALPHANUMERIC);
    html! {
        a href={ (address) (question) } target="_blank" rel="noopener noreferrer nofollow" {
            (glyphs::EXTERNAL) (fill(words.open_in, name)) span.unseen { " (" (words.external) ")" }
        }
    }
}
