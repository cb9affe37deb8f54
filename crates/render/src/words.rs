//! The texts of the interface of published sites, by language.
//!
//! A language is a constant of one struct, so a missing text does not compile. `{}` is a placeholder for a value.
//! Content is not here: it has the language of its space.

mod ar;
mod de;
mod en;
mod es;
mod fr;
mod ja;
mod pt_br;
mod zh;

use quire_model::language::Language;

use crate::labels::Labels;

/// The direction in which lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Left to right, as in English.
    LeftToRight,
    /// Right to left, as in Arabic.
    RightToLeft,
}

impl Direction {
    /// Returns the value of the `dir` attribute.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::LeftToRight => "ltr",
            Self::RightToLeft => "rtl",
        }
    }

    /// Returns the writing direction of a language.
    pub fn of(language: Language) -> Self {
        if matches!(language, Language::Ar | Language::He) { Self::RightToLeft } else { Self::LeftToRight }
    }
}

/// Declares every text once: as a field and in the list of all texts.
macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident,)+) => {
        /// The texts of one language.
        #[derive(Debug)]
        pub struct Words {
            /// The language tag (BCP 47).
            pub tag: &'static str,
            /// The direction in which lines are written.
            pub direction: Direction,
            $($(#[$doc])* pub $name: &'static str,)+
            /// The texts of blocks.
            pub labels: Labels,
        }

        impl Words {
            /// Returns every text with the name of its field.
            pub fn all(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
                [$((stringify!($name), self.$name),)+].into_iter()
            }
        }
    };
}

texts! {
    /// The link that skips the navigation.
    skip,
    /// The button that opens the navigation on small screens.
    menu,
    /// The button that closes an overlay.
    close,
    /// The accessible name of the links in the header.
    main_navigation,
    /// The accessible name of the section tabs.
    sections,
    /// The accessible name of the table of contents.
    contents,
    /// The heading of the outline.
    on_this_page,
    /// The accessible name of the breadcrumbs.
    breadcrumbs,
    /// The accessible name of the links to the previous and next page.
    pagination,
    /// The label of the link to the previous page.
    previous,
    /// The label of the link to the next page.
    next,
    /// The accessible name of the toggle of a branch; the placeholder is the title of its page.
    below,
    /// The link to the pages before those that a long list shows.
    earlier_pages,
    /// The link to the pages after those that a long list shows.
    later_pages,
    /// The date of the last change; the placeholder is the date.
    last_updated,
    /// The label of the picker of languages.
    language,
    /// The notice on a page that is shown in another language than the one that was asked for.
    not_translated,
    /// The label of the picker of versions.
    version,
    /// The label of the switch of colour schemes.
    theme,
    /// The colour scheme of the system.
    theme_system,
    /// The light colour scheme.
    theme_light,
    /// The dark colour scheme.
    theme_dark,
    /// The link to the Markdown of a page.
    view_markdown,
    /// The link to the print document, and the button that prints it.
    print,
    /// The hint that the browser prints, for visitors without scripts.
    print_by_browser,
    /// The number of pages in a print document; the placeholder is the number.
    print_pages,
    /// The link to the next print document; the placeholder is the title of its first page.
    print_more,
    /// The choice to print one page.
    print_page,
    /// The choice to print a page with its descendants.
    print_below,
    /// The choice to print all pages of a space.
    print_all,
    /// The accessible name of the menu of actions on a page.
    page_actions,
    /// The button that copies a page as Markdown.
    copy_page,
    /// The notice that something was copied.
    copied,
    /// The link that opens a page in an assistant; the placeholder is its name.
    open_in,
    /// The text that an assistant gets; the placeholder is the address of the page's Markdown.
    ask_about,
    /// The question if a page was helpful.
    feedback,
    /// The positive answer.
    feedback_yes,
    /// The negative answer.
    feedback_no,
    /// The label of the optional text of an answer.
    feedback_text,
    /// The hint that answers are stored without a name.
    feedback_private,
    /// The button that sends an answer.
    feedback_send,
    /// The title of the page after an answer.
    feedback_thanks,
    /// The notice that an answer was not accepted.
    feedback_failed,
    /// The link back to the page that an answer is about.
    back_to_page,
    /// The link to further search results.
    search_more,
    /// The number of pages on the first page of results, of which there are more; the placeholder is the number.
    search_part,
    /// The link to the source of a page for editing.
    edit_page,
    /// The title of the feed of a page's updates.
    updates_feed,
    /// The link to the privacy policy.
    privacy,
    /// The link to the page at which readers sign out.
    sign_out,
    /// The mention of this software in the footer; the placeholder is its name.
    made_with,
    /// The accessible name of the announcement.
    announcement,
    /// The accessible name of the preview notice.
    preview,
    /// The notice of a change request's preview; the placeholder is its number.
    preview_change,
    /// The notice of a revision's preview.
    preview_revision,
    /// The link from a preview to the published page.
    preview_leave,
    /// The label of search.
    search,
    /// The placeholder and accessible name of the search field.
    search_for,
    /// The heading of the search results.
    search_results,
    /// The number of pages found; the placeholder is the number.
    search_found,
    /// The notice that nothing was found; the placeholder is the query.
    search_nothing,
    /// The notice that the server did not answer.
    search_failed,
    /// The hint how to use the search dialog by keyboard.
    search_keys,
    /// The title of the page for missing pages.
    not_found_title,
    /// The explanation on the page for missing pages.
    not_found_text,
    /// The heading of suggestions on that page.
    not_found_maybe,
    /// The link to the home page.
    home,
    /// The title of the page that asks the visitor to sign in.
    sign_in_title,
    /// The explanation on that page.
    sign_in_text,
    /// The link to sign in.
    sign_in,
    /// The hint after a link that opens another site in a new tab, for screen readers.
    external,
}

/// The languages that the interface is translated into.
pub const LANGUAGES: [Language; 8] =
    [Language::En, Language::Fr, Language::De, Language::Es, Language::PtBr, Language::Zh, Language::Ja, Language::Ar];

impl Words {
    /// Returns the texts of a language, or those of a related language, else of English.
    pub fn of(language: Language) -> &'static Self {
        match language {
            Language::Fr => &fr::WORDS,
            Language::De => &de::WORDS,
            Language::Es => &es::WORDS,
            Language::PtBr | Language::Pt => &pt_br::WORDS,
            Language::Zh | Language::Yue => &zh::WORDS,
            Language::Ja => &ja::WORDS,
            Language::Ar => &ar::WORDS,
            _ => &en::WORDS,
        }
    }
}

/// Replaces the placeholder `{}` of a text with a value.
pub fn fill(text: &str, about: &str) -> String {
    text.replacen("{}", about, 1)
}
