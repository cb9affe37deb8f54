//! The words of the interface of published sites, by language.
//!
//! A language is a constant of one struct, so one that lacks a text does not compile. `{}` stands for what a text is
//! about. Content is not here: it has the language of its space.

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

/// Which way lines run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// As in English.
    LeftToRight,
    /// As in Arabic.
    RightToLeft,
}

impl Direction {
    /// The `dir` attribute.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::LeftToRight => "ltr",
            Self::RightToLeft => "rtl",
        }
    }

    /// The direction of content in a language.
    pub fn of(language: Language) -> Self {
        if matches!(language, Language::Ar | Language::He) { Self::RightToLeft } else { Self::LeftToRight }
    }
}

/// Declares every text once: the field and its place in the list of all.
macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident,)+) => {
        /// The words of one language.
        #[derive(Debug)]
        pub struct Words {
            /// The language's tag (BCP 47).
            pub tag: &'static str,
            /// Which way its lines run.
            pub direction: Direction,
            /// The months, as they stand in a date.
            pub months: [&'static str; 12],
            /// A date: `{day}`, `{month}` and `{year}`.
            pub date: &'static str,
            $($(#[$doc])* pub $name: &'static str,)+
            /// The words of blocks.
            pub labels: Labels,
        }

        impl Words {
            /// Every text by name.
            pub fn all(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
                [$((stringify!($name), self.$name),)+].into_iter()
            }
        }
    };
}

texts! {
    /// The link over all navigation.
    skip,
    /// The button that opens the navigation on small screens.
    menu,
    /// Closes what lies over the page.
    close,
    /// The links in the header.
    main_navigation,
    /// The tabs of a site.
    sections,
    /// The table of contents of a space.
    contents,
    /// The outline of a page.
    on_this_page,
    /// The way to a page.
    breadcrumbs,
    /// The pages before and after.
    pagination,
    /// The page before.
    previous,
    /// The page after.
    next,
    /// What opens the pages below a page: its title.
    below,
    /// Leads to pages that a long list leaves out before.
    earlier_pages,
    /// Leads to pages that a long list leaves out after.
    later_pages,
    /// When a page was changed: the date.
    last_updated,
    /// The picker of languages.
    language,
    /// The picker of variants.
    version,
    /// The switch of colours.
    theme,
    /// Colours as the system has them.
    theme_system,
    /// Light colours.
    theme_light,
    /// Dark colours.
    theme_dark,
    /// The Markdown of a page.
    view_markdown,
    /// Leads to what is printed or saved as PDF, and does that.
    print,
    /// How it is done without scripts.
    print_by_browser,
    /// How many pages are printed.
    print_pages,
    /// Leads to what is too much for one document: the title of its first page.
    print_more,
    /// Chooses one page to print.
    print_page,
    /// Chooses a page with those below it.
    print_below,
    /// Chooses all pages of a space.
    print_all,
    /// Where the source of a page is edited.
    edit_page,
    /// The feed of a page's updates.
    updates_feed,
    /// The link to a privacy policy.
    privacy,
    /// Under a page: the name of this software.
    made_with,
    /// The line over a site.
    announcement,
    /// The line over a preview.
    preview,
    /// Over a change request: its number.
    preview_change,
    /// Over an older revision.
    preview_revision,
    /// Leads to what is published.
    preview_leave,
    /// Searches.
    search,
    /// In an empty search field.
    search_for,
    /// The list of what was found.
    search_results,
    /// How many pages were found.
    search_found,
    /// Nothing was found for these words.
    search_nothing,
    /// The server did not answer.
    search_failed,
    /// How the dialog is used by keyboard.
    search_keys,
    /// There is no such page.
    not_found_title,
    /// What may have happened.
    not_found_text,
    /// Over suggestions.
    not_found_maybe,
    /// Leads to the first page.
    home,
    /// The visitor must prove who they are.
    sign_in_title,
    /// Why.
    sign_in_text,
    /// Leads to where one signs in.
    sign_in,
    /// Said after the name of a link to another site.
    external,
}

/// The languages that have words of their own.
pub const LANGUAGES: [Language; 8] =
    [Language::En, Language::Fr, Language::De, Language::Es, Language::PtBr, Language::Zh, Language::Ja, Language::Ar];

impl Words {
    /// The words of a language; those of the nearest that has some, in the end English.
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

    /// A day as it is written. `month` counts from 1.
    pub fn day(&self, year: i16, month: u8, day: u8) -> String {
        let name = usize::from(month).checked_sub(1).and_then(|at| self.months.get(at)).unwrap_or(&"");
        let date = self.date.replace("{day}", &day.to_string()).replace("{month}", name);
        date.replace("{year}", &year.to_string())
    }
}

/// A text about something: `about` in place of `{}`.
pub fn fill(text: &str, about: &str) -> String {
    text.replacen("{}", about, 1)
}
