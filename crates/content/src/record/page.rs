//! Pages.

use std::collections::BTreeMap;

use minicbor::{Decode, Encode};

use crate::hash::Hash;
use crate::id::PageId;
use crate::incoming::Variable;
use crate::record::GitBlob;
use crate::record::codec::{is_default, records};

/// A page: everything but the bytes of its file.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[cbor(map)]
pub struct PageRecord {
    /// The page that it is below; none at the root.
    #[n(0)]
    pub parent: Option<PageId>,
    /// Its place among its siblings: see [`crate::order`]. Of equal places, the smaller identifier comes first.
    #[n(1)]
    pub order: String,
    /// What it is.
    #[n(2)]
    pub kind: PageKind,
    /// Shown as its heading.
    #[n(3)]
    pub title: String,
    /// The text of the navigation, where that is another than the title.
    #[n(4)]
    pub nav_title: Option<String>,
    /// Its part of the path.
    #[n(5)]
    pub slug: String,
    /// An emoji: code points in hexadecimal or the character itself, as it was written.
    #[n(6)]
    pub emoji: Option<String>,
    /// The name of an icon.
    #[n(7)]
    pub icon: Option<String>,
    /// Shown below the title.
    #[n(8)]
    pub description: Option<String>,
    /// What is shown of it, where that is not the default.
    #[n(9)]
    pub layout: Option<Layout>,
    /// The picture on top.
    #[n(10)]
    pub cover: Option<Cover>,
    /// Its own variables by name.
    #[n(11)]
    #[cbor(skip_if = "is_default")]
    pub variables: BTreeMap<String, Variable>,
    /// Left out of the navigation.
    #[n(12)]
    #[cbor(skip_if = "is_default")]
    pub hidden: bool,
    /// Left out of the site's own search.
    #[n(13)]
    #[cbor(skip_if = "is_default")]
    pub no_index: bool,
    /// Search engines are asked to leave it out.
    #[n(14)]
    #[cbor(skip_if = "is_default")]
    pub no_robots_index: bool,
    /// The expression that decides who sees it.
    #[n(15)]
    pub condition: Option<String>,
    /// Where it stands in a Git repository or a directory.
    #[n(16)]
    pub git: Option<GitBlob>,
    /// Milliseconds since 1970.
    #[n(17)]
    pub created_at: i64,
    /// Milliseconds since 1970.
    #[n(18)]
    pub updated_at: i64,
    /// Whether it came from an import, so that the next one may delete it.
    #[n(19)]
    #[cbor(skip_if = "is_default")]
    pub imported: bool,
}

/// What a page is.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub enum PageKind {
    /// Text.
    #[n(0)]
    Document {
        /// The object that holds the whole file as it was written: front matter included, any bytes.
        #[n(0)]
        source: Hash,
        /// Bytes in the whole file.
        #[n(1)]
        size: u32,
        /// Where the Markdown begins: after byte order mark and front matter.
        #[n(2)]
        body_at: u32,
    },
    /// A heading over pages.
    #[n(1)]
    Group,
    /// An address elsewhere.
    #[n(2)]
    Link {
        /// The address.
        #[n(0)]
        href: String,
    },
    /// A page that the server makes.
    #[n(3)]
    Computed {
        /// What it is made from, as it was written.
        #[n(0)]
        yaml: String,
    },
}

/// What is shown of a page. What is not set has its default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub struct Layout {
    /// `default` or `wide`.
    #[n(0)]
    pub width: Option<String>,
    /// Whether the cover is shown.
    #[n(1)]
    pub cover: Option<bool>,
    /// `hero` or `full`.
    #[n(2)]
    pub cover_size: Option<String>,
    /// Whether the title is shown.
    #[n(3)]
    pub title: Option<bool>,
    /// Whether the description is shown.
    #[n(4)]
    pub description: Option<bool>,
    /// Whether the space's table of contents is shown.
    #[n(5)]
    pub table_of_contents: Option<bool>,
    /// Whether the page's outline is shown.
    #[n(6)]
    pub outline: Option<bool>,
    /// Whether links to the pages before and after are shown.
    #[n(7)]
    pub pagination: Option<bool>,
    /// Whether the page's metadata are shown.
    #[n(8)]
    pub metadata: Option<bool>,
}

/// The picture on top of a page.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[cbor(map)]
pub struct Cover {
    /// A path or an address, as it was written.
    #[n(0)]
    pub r#ref: String,
    /// The same for dark themes.
    #[n(1)]
    pub ref_dark: Option<String>,
    /// How far it is shifted, in pixels.
    #[n(2)]
    #[cbor(skip_if = "is_default")]
    pub y_pos: f64,
}

impl PageRecord {
    /// A page that was made here, without a place, a slug and everything that can be left out.
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
        }
    }

    /// Whether an import may delete it when it is not found any more.
    pub fn came_from_import(&self) -> bool {
        self.imported || self.git.is_some()
    }
}

records!(PageRecord);
