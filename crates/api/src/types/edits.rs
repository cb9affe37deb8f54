//! Changes of content, as calls name them.

use std::collections::BTreeMap;

use quire_model::text::{FileName, IconName, MediaType, SpaceEmoji};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::texts::Text;
use crate::endpoint::{Patch, part};
use crate::error::Problem;

/// One change, told by its `operation`. Each sees what those before it in the same call did.
///
/// Where a page, a file or a reusable content is named, its identifier does, or the `ref` that an insertion earlier in
/// the same call gave it.
#[derive(Debug, JsonSchema)]
#[serde(tag = "operation", rename_all = "snake_case")]
pub(crate) enum Edit {
    /// A new page.
    InsertPage(Box<InsertPage>),
    /// A page that changes, moves, or both.
    UpdatePage(Box<UpdatePage>),
    /// A page that goes, with all below it.
    DeletePage(PageOnly),
    /// A page that becomes what it was.
    RevertPage(RevertPage),
    /// New files.
    InsertFiles(InsertFiles),
    /// A file with another name, other bytes, or both.
    UpdateFile(UpdateFile),
    /// A file that goes.
    DeleteFile(FileOnly),
    /// A variable of the space with its value.
    SetVariable(SetVariable),
    /// A variable that goes.
    DeleteVariable(VariableOnly),
    /// A new reusable content.
    InsertReusableContent(InsertReusable),
    /// A reusable content with another title, another text, or both.
    UpdateReusableContent(UpdateReusable),
    /// A reusable content that goes.
    DeleteReusableContent(ReusableOnly),
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Operation {
    InsertPage,
    UpdatePage,
    DeletePage,
    RevertPage,
    InsertFiles,
    UpdateFile,
    DeleteFile,
    SetVariable,
    DeleteVariable,
    InsertReusableContent,
    UpdateReusableContent,
    DeleteReusableContent,
}

impl Edit {
    /// Reads the change that stands at this path. First its operation is read, so that what is wrong with the rest is
    /// told of that operation's fields.
    pub(crate) fn read(value: Value, at: &str) -> Result<Self, Problem> {
        #[derive(Deserialize)]
        struct Told {
            operation: Operation,
        }
        let operation = value.get("operation").cloned();
        let told: Value = operation.map(|operation| ("operation".to_owned(), operation)).into_iter().collect();
        Ok(match part::<Told>(if value.is_object() { told } else { value.clone() }, at)?.operation {
            Operation::InsertPage => Self::InsertPage(part(value, at)?),
            Operation::UpdatePage => Self::UpdatePage(part(value, at)?),
            Operation::DeletePage => Self::DeletePage(part(value, at)?),
            Operation::RevertPage => Self::RevertPage(part(value, at)?),
            Operation::InsertFiles => Self::InsertFiles(part(value, at)?),
            Operation::UpdateFile => Self::UpdateFile(part(value, at)?),
            Operation::DeleteFile => Self::DeleteFile(part(value, at)?),
            Operation::SetVariable => Self::SetVariable(part(value, at)?),
            Operation::DeleteVariable => Self::DeleteVariable(part(value, at)?),
            Operation::InsertReusableContent => Self::InsertReusableContent(part(value, at)?),
            Operation::UpdateReusableContent => Self::UpdateReusableContent(part(value, at)?),
            Operation::DeleteReusableContent => Self::DeleteReusableContent(part(value, at)?),
        })
    }
}

/// What is said of a page beside its text.
#[derive(Debug)]
pub(crate) struct PageAttributes {
    pub(crate) title: Option<String>,
    pub(crate) slug: Patch<String>,
    pub(crate) emoji: Patch<SpaceEmoji>,
    pub(crate) icon: Patch<IconName>,
    pub(crate) description: Patch<String>,
    pub(crate) hidden: Option<bool>,
    pub(crate) no_index: Option<bool>,
    pub(crate) no_robots_index: Option<bool>,
    pub(crate) condition: Patch<String>,
    pub(crate) variables: Option<BTreeMap<String, VariableInput>>,
    pub(crate) layout: Patch<LayoutInput>,
    pub(crate) cover: Patch<CoverInput>,
}

/// Declares a change that says something of a page. The fields stand in it one by one: of a flattened struct nobody
/// could tell which field is wrong.
macro_rules! of_page {
    ($(#[$doc:meta])* $name:ident { $($own:tt)* }) => {
        $(#[$doc])*
        #[derive(Debug, Deserialize, JsonSchema)]
        #[serde(rename_all = "camelCase")]
        pub(crate) struct $name {
            $($own)*
            #[serde(default)]
            pub(crate) title: Option<String>,
            /// Its part of the path. Null makes it the one of its title.
            #[serde(default)]
            pub(crate) slug: Patch<String>,
            #[serde(default)]
            pub(crate) emoji: Patch<SpaceEmoji>,
            #[serde(default)]
            pub(crate) icon: Patch<IconName>,
            #[serde(default)]
            pub(crate) description: Patch<String>,
            #[serde(default)]
            pub(crate) hidden: Option<bool>,
            #[serde(default)]
            pub(crate) no_index: Option<bool>,
            #[serde(default)]
            pub(crate) no_robots_index: Option<bool>,
            /// The expression that decides whether visitors see it.
            #[serde(default)]
            pub(crate) condition: Patch<String>,
            /// All of its variables.
            #[serde(default)]
            pub(crate) variables: Option<BTreeMap<String, VariableInput>>,
            /// All of its layout: what is absent has its default.
            #[serde(default)]
            pub(crate) layout: Patch<LayoutInput>,
            #[serde(default)]
            pub(crate) cover: Patch<CoverInput>,
        }

        impl $name {
            /// What it says of the page beside its text.
            pub(crate) fn take_attributes(&mut self) -> PageAttributes {
                PageAttributes {
                    title: std::mem::take(&mut self.title),
                    slug: std::mem::take(&mut self.slug),
                    emoji: std::mem::take(&mut self.emoji),
                    icon: std::mem::take(&mut self.icon),
                    description: std::mem::take(&mut self.description),
                    hidden: std::mem::take(&mut self.hidden),
                    no_index: std::mem::take(&mut self.no_index),
                    no_robots_index: std::mem::take(&mut self.no_robots_index),
                    condition: std::mem::take(&mut self.condition),
                    variables: std::mem::take(&mut self.variables),
                    layout: std::mem::take(&mut self.layout),
                    cover: std::mem::take(&mut self.cover),
                }
            }
        }
    };
}

of_page! {
    /// A new page.
    InsertPage {
        /// What it is; a document without it.
        #[serde(rename = "type", default)]
        pub(crate) kind: NewPageType,
        /// What the other changes of the call name it by, and links in their texts.
        #[serde(rename = "ref", default)]
        pub(crate) reference: Option<String>,
        /// The page that it comes below; at the top without it.
        #[serde(default)]
        pub(crate) into: Option<String>,
        /// Its index among its siblings, from 0; at their end without it.
        #[serde(default)]
        pub(crate) at: Option<usize>,
        /// Its text. Its front matter and heading outrank the fields beside it.
        #[serde(default)]
        pub(crate) document: Option<Text>,
        /// Where a page of type link leads.
        #[serde(default)]
        pub(crate) target: Option<LinkTarget>,
    }
}

/// What a new page is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum NewPageType {
    #[default]
    Document,
    Group,
    Link,
}

of_page! {
    /// A page that changes. What is absent stays as it is.
    UpdatePage {
        pub(crate) page: String,
        /// The page that it moves below; null for the top.
        #[serde(default)]
        pub(crate) into: Patch<String>,
        /// Its index among its siblings, itself left out; without it, where it is, or at the end of its new siblings.
        #[serde(default)]
        pub(crate) at: Option<usize>,
        /// Its whole text. Of a rich-text document only the blocks that differ are written.
        #[serde(default)]
        pub(crate) document: Option<Text>,
        /// Where a page of type link leads.
        #[serde(default)]
        pub(crate) target: Option<LinkTarget>,
    }
}

/// The value of a variable.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "must be text, a number, true or false")]
pub(crate) enum VariableInput {
    Bool(bool),
    Number(f64),
    Text(String),
}

/// What is shown of a page.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LayoutInput {
    #[serde(default)]
    pub(crate) width: Option<Width>,
    #[serde(default)]
    pub(crate) cover: Option<bool>,
    #[serde(default)]
    pub(crate) cover_size: Option<CoverSize>,
    #[serde(default)]
    pub(crate) title: Option<bool>,
    #[serde(default)]
    pub(crate) description: Option<bool>,
    #[serde(default)]
    pub(crate) table_of_contents: Option<bool>,
    #[serde(default)]
    pub(crate) outline: Option<bool>,
    #[serde(default)]
    pub(crate) pagination: Option<bool>,
    #[serde(default)]
    pub(crate) metadata: Option<bool>,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Width {
    Default,
    Wide,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CoverSize {
    Hero,
    Full,
}

/// The picture on top of a page.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CoverInput {
    #[serde(rename = "ref")]
    pub(crate) image: ImageTarget,
    /// The same for dark themes.
    #[serde(default)]
    pub(crate) ref_dark: Option<ImageTarget>,
    /// How far it is shifted, in pixels.
    #[serde(default)]
    pub(crate) y_pos: f64,
}

/// A file of the space, or an address elsewhere.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum ImageTarget {
    File { file: String },
    Url { url: String },
}

/// Where a page of type link leads.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum LinkTarget {
    Url { url: String },
}

/// A page.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct PageOnly {
    pub(crate) page: String,
}

/// A page that becomes what it was. It is made again if it was deleted since, and deleted if it is newer.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RevertPage {
    pub(crate) page: String,
    /// The revision that has the page as it is to be. Without it, of a change request the main content that it was last
    /// brought up to date with, and of main content the revision before the one that it is at.
    #[serde(default)]
    pub(crate) revision: Option<String>,
}

/// New files.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct InsertFiles {
    pub(crate) files: Vec<InsertFile>,
}

/// A new file: with `url` or with `base64`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InsertFile {
    pub(crate) name: FileName,
    /// What the other changes of the call name it by, and links in their texts.
    #[serde(rename = "ref", default)]
    pub(crate) reference: Option<String>,
    /// The media type, where the bytes don't tell it.
    #[serde(default)]
    pub(crate) content_type: Option<MediaType>,
    /// The address of an upload to this server, or a public address from which the server fetches the bytes.
    #[serde(default)]
    pub(crate) url: Option<String>,
    /// The bytes themselves (RFC 4648, section 4).
    #[serde(default)]
    pub(crate) base64: Option<String>,
}

/// A file with another name, other bytes, or both.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UpdateFile {
    pub(crate) file: String,
    #[serde(default)]
    pub(crate) name: Option<FileName>,
    /// The media type, where the bytes don't tell it.
    #[serde(default)]
    pub(crate) content_type: Option<MediaType>,
    /// The address of an upload to this server, or a public address from which the server fetches the bytes.
    #[serde(default)]
    pub(crate) url: Option<String>,
    /// The bytes themselves (RFC 4648, section 4).
    #[serde(default)]
    pub(crate) base64: Option<String>,
}

/// A file.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct FileOnly {
    pub(crate) file: String,
}

/// A variable of the space with its value.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct SetVariable {
    pub(crate) name: String,
    pub(crate) value: VariableInput,
}

/// A variable of the space.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct VariableOnly {
    pub(crate) name: String,
}

/// A new reusable content.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct InsertReusable {
    pub(crate) title: String,
    /// What the other changes of the call name it by, and references in their texts.
    #[serde(rename = "ref", default)]
    pub(crate) reference: Option<String>,
    #[serde(default)]
    pub(crate) document: Option<Text>,
}

/// A reusable content with another title, another text, or both.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UpdateReusable {
    pub(crate) reusable_content: String,
    #[serde(default)]
    pub(crate) title: Option<String>,
    #[serde(default)]
    pub(crate) document: Option<Text>,
}

/// A reusable content.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReusableOnly {
    pub(crate) reusable_content: String,
}
