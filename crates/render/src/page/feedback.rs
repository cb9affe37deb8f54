//! The question if a page was helpful: a form that works without scripts, and the page after it was sent.

use maud::{Markup, html};

use super::other::plain;
use super::{Frame, LinkedPage};
use crate::words::Words;

/// The maximum number of characters of an answer's text.
const MOST: &str = "1000";

/// The question if a page was helpful.
#[derive(Debug, Clone, Copy)]
pub struct Feedback<'a> {
    /// The address that the form is sent to.
    pub action: &'a str,
    /// The name of the page for that address.
    pub page: &'a str,
}

/// Draws the form. Its text and its button appear with an answer.
pub(super) fn form(feedback: &Feedback<'_>, words: &Words) -> Markup {
    let choice = |value: &str, text: &str| {
        html! { label.action { input type="radio" name="helpful" value=(value) required; span { (text) } } }
    };
    html! {
        form.feedback method="post" action=(feedback.action) data-thanks=(words.feedback_thanks)
            data-failed=(words.feedback_failed) {
            input type="hidden" name="page" value=(feedback.page);
            fieldset {
                legend { (words.feedback) }
                div.choices { (choice("yes", words.feedback_yes)) (choice("no", words.feedback_no)) }
            }
            div.feedback-more {
                label for="~feedback" { (words.feedback_text) }
                textarea id="~feedback" name="comment" rows="3" maxlength=(MOST) {}
                p { (words.feedback_private) }
                button.button type="submit" { (words.feedback_send) }
            }
        }
    }
}

/// Returns the page after a form was sent, with a link back to the page that it is about.
pub fn feedback_page(frame: &Frame<'_>, about: &LinkedPage, stored: bool) -> String {
    let words = frame.words;
    let title = if stored { words.feedback_thanks } else { words.feedback };
    let main = html! {
        article.plain {
            h1 { (title) }
            @if !stored { p role="alert" { (words.feedback_failed) } }
            p { a href=(about.href) { (words.back_to_page) ": " (about.title) } }
        }
    };
    plain(frame, title, &main)
}
