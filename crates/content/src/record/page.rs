//! Records of pages.

use std::collections::BTreeMap;

use minicbor::{Decode, Encode};

use crate::hash::Hash;
use crate::id::PageId;
use crate::incoming::Variable;
use crate::record::GitBlob;
use crate::record::codec::{is_default, records};

/// A page: everything except the bytes of its file.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[cbor(map)]
pub struct PageRecord {
    /// The parent page; `None` at the root.
    #[n(0)]
    pub parent: Option<PageId>,
    /// The order key among its siblings: see [`crate::order`]. Of equal keys, the smaller identifier comes first.
    #[n(1)]
    pub order: String,
    /// The kind of page, with its content.
    #[n(2)]
    pub kind: PageKind,
    /// The title, shown as its heading.
    #[n(3)]
    pub title: String,
    /// The title in the navigation, if it differs.
    #[n(4)]
    pub nav_title: Option<String>,
    /// The segment of the page in its path.
    #[n(5)]
    pub slug: String,
    /// The emoji: code points in hexadecimal or the character itself, as it was written.
    #[n(6)]
    pub emoji: Option<String>,
    /// The name of the icon.
    #[n(7)]
    pub icon: Option<String>,
    /// The description, shown below the title.
    #[n(8)]
    pub description: Option<String>,
    /// The layout options, if they differ from the default.
    #[n(9)]
    pub layout: Option<Layout>,
    /// The cover image on top.
    #[n(10)]
    pub cover: Option<Cover>,
    /// The page's own variables by name.
    #[n(11)]
    #[cbor(skip_if = "is_default")]
    pub variables: BTreeMap<String, Variable>,
    /// True if the page is left out of the navigation.
    #[n(12)]
    #[cbor(skip_if = "is_default")]
    pub hidden: bool,
    /// True if the page is left out of the site's own search.
    #[n(13)]
    #[cbor(skip_if = "is_default")]
    pub no_index: bool,
    /// True if search engines are asked not to index the page.
    #[n(14)]
    #[cbor(skip_if = "is_default")]
    pub no_robots_index: bool,
    /// The condition that decides who sees the page.
    #[n(15)]
    pub condition: Option<String>,
    /// The path and object identifier of its file in a Git repository or a directory.
    #[n(16)]
    pub git: Option<GitBlob>,
    /// The time of creation in milliseconds since 1970.
    #[n(17)]
    pub created_at: i64,
    /// The time of the last change in milliseconds since 1970.
    #[n(18)]
    pub updated_at: i64,
    /// True if the page was imported, so that the next import may delete it.
    #[n(19)]
    #[cbor(skip_if = "is_default")]
    pub imported: bool,
    /// The time of the last import that changed the page, in milliseconds since 1970; 0 if none did.
    #[n(20)]
    #[cbor(skip_if = "is_default")]
    pub imported_at: i64,
    /// The time at which the imported file was last written, in milliseconds since 1970, if its source has a history.
    #[n(21)]
    pub source_written_at: Option<i64>,
}

/// The kind of a page, with its content.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub enum PageKind {
    /// A page with text.
    #[n(0)]
    Document {
        /// The object with the whole file, verbatim: front matter included, any bytes.
        #[n(0)]
        source: Hash,
        /// The size of the whole file in bytes.
        #[n(1)]
        size: u32,
        /// The byte offset of the Markdown: after byte order mark and front matter.
        #[n(2)]
        body_at: u32,
    },
    /// A heading over pages.
    #[n(1)]
    Group,
    /// A link to an address.
    #[n(2)]
    Link {
        /// The address of the link.
        #[n(0)]
        href: String,
    },
    /// A page that the server computes.
    #[n(3)]
    Computed {
        /// The source that it is computed from, verbatim.
        #[n(0)]
        yaml: String,
    },
}

/// The options for which parts of a page are shown. Unset ones have their default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub struct Layout {
    /// The width: `default` or `wide`.
    #[n(0)]
    pub width: Option<String>,
    /// True if the cover is shown.
    #[n(1)]
    pub cover: Option<bool>,
    /// The size of the cover: `hero` or `full`.
    #[n(2)]
    pub cover_size: Option<String>,
    /// True if the title is shown.
    #[n(3)]
    pub title: Option<bool>,
    /// True if the description is shown.
    #[n(4)]
    pub description: Option<bool>,
    /// True if the space's table of contents is shown.
    #[n(5)]
    pub table_of_contents: Option<bool>,
    /// True if the page's outline is shown.
    #[n(6)]
    pub outline: Option<bool>,
    /// True if links to the previous and next page are shown.
    #[n(7)]
    pub pagination: Option<bool>,
    /// True if the page's metadata are shown.
    #[n(8)]
    pub metadata: Option<bool>,
}

/// The cover image on top of a page.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[cbor(map)]
pub struct Cover {
    /// The path or address, as it was written.
    #[n(0)]
    pub r#ref: String,
    /// The path or address for dark mode.
    #[n(1)]
    pub ref_dark: Option<String>,
    /// The vertical offset in pixels.
    #[n(2)]
    #[cbor(skip_if = "is_default")]
    pub y_pos: f64,
}

impl PageRecord {
    /// Returns the title for navigation.
    pub fn short_title(&self) -> &str {
        self.nav_title.as_deref().unwrap_or(&self.title)
    }

    /// Creates a page that is not imported, without place, slug and optional values.
    pub fn new(kind: PageKind, title: &str, now: i64) -> Self {
        Self {
            parent: None,
            order: String::new(),
            kind,
            title: title.to_owned(),
            nav_title: None,
            slug: String::new(),
            emoji: None,
            icon: None,
            description: None,
            layout: None,
            cover: None,
            variables: BTreeMap::new(),
            hidden: false,
            no_index: false,
            no_robots_index: false,
            condition: None,
            git: None,
            created_at: now,
            updated_at: now,
            imported: false,
            imported_at: 0,
            source_written_at: None,
        }
    }

    /// Returns the time at which somebody last wrote the page, in milliseconds since 1970. While the page is as an import
    /// brought it, that is the time of its source, `None` if the import did not tell it.
    pub fn written_at(&self) -> Option<i64> {
        if self.updated_at == self.imported_at { self.source_written_at } else { Some(self.updated_at) }
    }

    /// Returns true if an import that does not contain the page may delete it.
    pub fn came_from_import(&self) -> bool {
        self.imported || self.git.is_some()
    }
}

records!(PageRecord);
