//! Changes of content in requests.

use std::collections::BTreeMap;

use quire_model::text::{FileName, IconName, MediaType, SpaceEmoji};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::RichText;
use super::texts::Text;
use crate::endpoint::{Patch, part};
use crate::error::Problem;

/// A change of content; `operation` selects its kind. Each change sees the effects of those before it in the call.
///
/// Pages, files and reusable contents are named by their identifier, or by the `ref` that an insertion earlier in the
/// same call gave them.
#[derive(Debug, JsonSchema)]
#[serde(tag = "operation", rename_all = "snake_case")]
pub(crate) enum Edit {
    /// Inserts a page.
    InsertPage(Box<InsertPage>),
    /// Changes or moves a page, or both.
    UpdatePage(Box<UpdatePage>),
    /// Deletes a page and all pages below it.
    DeletePage(PageOnly),
    /// Restores a page to an earlier state.
    RevertPage(RevertPage),
    /// Inserts files.
    InsertFiles(InsertFiles),
    /// Changes the name or the bytes of a file, or both.
    UpdateFile(UpdateFile),
    /// Deletes a file.
    DeleteFile(FileOnly),
    /// Sets a variable of the space.
    SetVariable(SetVariable),
    /// Deletes a variable of the space.
    DeleteVariable(VariableOnly),
    /// Inserts a reusable content.
    InsertReusableContent(InsertReusable),
    /// Changes the title or the text of a reusable content, or both.
    UpdateReusableContent(UpdateReusable),
    /// Deletes a reusable content.
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
    /// Parses the change at the path `at` of a body. The operation is read first, so that errors in the rest refer to
    /// the fields of that operation.
    pub(crate) fn read(mut value: Value, at: &str) -> Result<Self, Problem> {
        #[derive(Deserialize)]
        struct Told {
            operation: Operation,
        }
        let operation = value.as_object_mut().and_then(|change| change.remove("operation"));
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

/// The attributes of a page, without its text.
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

/// Declares a change that sets attributes of a page. The fields are repeated in each struct, because errors in a
/// flattened struct would not name the field.
macro_rules! of_page {
    ($(#[$doc:meta])* $name:ident { $($own:tt)* }) => {
        $(#[$doc])*
        #[derive(Debug, Deserialize, JsonSchema)]
        #[serde(rename_all = "camelCase")]
        pub(crate) struct $name {
            $($own)*
            #[serde(default)]
            pub(crate) title: Option<String>,
            /// The last segment of the path of the page. Null derives it from the title.
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
            /// The expression that decides which visitors see the page.
            #[serde(default)]
            pub(crate) condition: Patch<String>,
            /// The variables of the page, which replace all that it has.
            #[serde(default)]
            pub(crate) variables: Option<BTreeMap<String, VariableInput>>,
            /// The layout of the page, which is replaced as a whole; absent fields get their defaults.
            #[serde(default)]
            pub(crate) layout: Patch<LayoutInput>,
            #[serde(default)]
            pub(crate) cover: Patch<CoverInput>,
        }

        impl $name {
            /// Takes the attributes of the page out of the change.
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
    /// A page to insert.
    InsertPage {
        /// The kind of the page; a document by default.
        #[serde(rename = "type", default)]
        pub(crate) kind: NewPageType,
        /// A name for the new resource in the other changes of the call and in links of their texts.
        #[serde(rename = "ref", default)]
        pub(crate) reference: Option<String>,
        /// The parent page; absent for the top level.
        #[serde(default)]
        pub(crate) into: Option<String>,
        /// The index of the page among its siblings, from 0; after the last one by default.
        #[serde(default)]
        pub(crate) at: Option<usize>,
        /// The text of the page. Its front matter and heading take precedence over the other fields.
        #[serde(default)]
        pub(crate) document: Option<Text>,
        /// The target of a page of type link.
        #[serde(default)]
        pub(crate) target: Option<LinkTarget>,
    }
}

/// The kind of a new page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum NewPageType {
    #[default]
    Document,
    Group,
    Link,
}

of_page! {
    /// A page to change. Absent fields keep their values.
    UpdatePage {
        pub(crate) page: String,
        /// The new parent page; null for the top level.
        #[serde(default)]
        pub(crate) into: Patch<String>,
        /// The index among its siblings, not counting the page itself. By default the page stays in place, or comes
        /// after its new siblings.
        #[serde(default)]
        pub(crate) at: Option<usize>,
        /// The complete new text. For a rich-text document, only the blocks that differ are written.
        #[serde(default)]
        pub(crate) document: Option<Text>,
        /// Changes of single blocks, 1 to 1,000, instead of the complete text. All refer to the text before the change,
        /// and the rest of the text keeps its bytes.
        #[serde(default)]
        pub(crate) blocks: Option<Vec<BlockChange>>,
        /// The target of a page of type link.
        #[serde(default)]
        pub(crate) target: Option<LinkTarget>,
        /// The revision that the change was made from. What was saved since is merged with the change. Without a base,
        /// the change replaces what it sets.
        #[serde(default)]
        pub(crate) base: Option<String>,
        /// The treatment of conflicts with what was saved since the base.
        #[serde(default)]
        pub(crate) on_conflict: OnConflict,
    }
}

/// The treatment of conflicts with what was saved since the base of a change.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OnConflict {
    /// In a change request they are kept and listed. On main content, which has no list, the call is refused.
    #[default]
    List,
    /// The call is refused with 409 and both sides of each conflict.
    Refuse,
}

/// A change of a block of a text, which is named by its key in the document that is read without evaluation.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct BlockChange {
    pub(crate) operation: BlockOperation,
    /// The key of the block, or of a row of a table.
    pub(crate) key: String,
    /// The new blocks as a rich-text document. Parts of a block, such as the items of a list or the rows of a table,
    /// are sent within a block of that kind.
    #[serde(default)]
    #[schemars(with = "Option<RichText>")]
    pub(crate) document: Option<Value>,
    /// The new blocks in Markdown, which is kept as it is.
    #[serde(default)]
    pub(crate) markdown: Option<String>,
    /// The key of the block behind which `move_after` moves the block; null for the beginning of the blocks that it is
    /// among.
    #[serde(default)]
    pub(crate) after: Patch<String>,
}

/// The kinds of changes of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BlockOperation {
    /// Puts the new blocks in place of the block.
    Replace,
    /// Inserts the new blocks behind the block.
    InsertAfter,
    /// Inserts the new blocks before the block.
    InsertBefore,
    /// Moves the block behind another one.
    MoveAfter,
    /// Deletes the block with all that is in it.
    Delete,
}

/// The value of a variable.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "must be text, a number, true or false")]
pub(crate) enum VariableInput {
    Bool(bool),
    Number(f64),
    Text(String),
}

/// The parts of a page that are shown, and its width.
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

/// The cover image of a page.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CoverInput {
    #[serde(rename = "ref")]
    pub(crate) image: ImageTarget,
    /// The image for dark themes; `ref` by default.
    #[serde(default)]
    pub(crate) ref_dark: Option<ImageTarget>,
    /// The vertical offset of the image in pixels.
    #[serde(default)]
    pub(crate) y_pos: f64,
}

/// A file of the space, or the address of an image on another server.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum ImageTarget {
    File { file: String },
    Url { url: String },
}

/// The target of a page of type link.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum LinkTarget {
    Url { url: String },
}

/// A reference to a page.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct PageOnly {
    pub(crate) page: String,
}

/// A page to restore. It is created again if it was deleted since, and deleted if the revision does not have it;
/// pages below it stay, and take its place among its siblings.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RevertPage {
    pub(crate) page: String,
    /// The revision to restore the page from. The default is, for a change request, the main content that was last
    /// pulled into it, and for main content, the revision before the current one.
    #[serde(default)]
    pub(crate) revision: Option<String>,
    /// Single blocks are not restored: a request that names some is refused.
    #[serde(default)]
    #[schemars(skip)]
    pub(crate) block: Option<Value>,
}

/// Files to insert.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct InsertFiles {
    pub(crate) files: Vec<InsertFile>,
}

/// A file to insert, with either `url` or `base64`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InsertFile {
    pub(crate) name: FileName,
    /// A name for the new resource in the other changes of the call and in links of their texts.
    #[serde(rename = "ref", default)]
    pub(crate) reference: Option<String>,
    /// The media type, used if it cannot be detected from the bytes.
    #[serde(default)]
    pub(crate) content_type: Option<MediaType>,
    /// The address of an upload to this server, or a public address from which the server fetches the bytes.
    #[serde(default)]
    pub(crate) url: Option<String>,
    /// The bytes of the file in base64 (RFC 4648, section 4).
    #[serde(default)]
    pub(crate) base64: Option<String>,
}

/// A file to rename, to replace, or both.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UpdateFile {
    pub(crate) file: String,
    #[serde(default)]
    pub(crate) name: Option<FileName>,
    /// The media type, used if it cannot be detected from the bytes.
    #[serde(default)]
    pub(crate) content_type: Option<MediaType>,
    /// The address of an upload to this server, or a public address from which the server fetches the bytes.
    #[serde(default)]
    pub(crate) url: Option<String>,
    /// The bytes of the file in base64 (RFC 4648, section 4).
    #[serde(default)]
    pub(crate) base64: Option<String>,
}

/// A reference to a file.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct FileOnly {
    pub(crate) file: String,
}

/// A variable of the space and its value.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct SetVariable {
    pub(crate) name: String,
    pub(crate) value: VariableInput,
}

/// A reference to a variable of the space.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct VariableOnly {
    pub(crate) name: String,
}

/// A reusable content to insert.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct InsertReusable {
    pub(crate) title: String,
    /// A name for the reusable content in the other changes of the call and in references of their texts.
    #[serde(rename = "ref", default)]
    pub(crate) reference: Option<String>,
    #[serde(default)]
    pub(crate) document: Option<Text>,
}

/// A reusable content whose title or text changes, or both.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UpdateReusable {
    pub(crate) reusable_content: String,
    #[serde(default)]
    pub(crate) title: Option<String>,
    #[serde(default)]
    pub(crate) document: Option<Text>,
    /// Changes of single blocks, 1 to 1,000, instead of the complete text.
    #[serde(default)]
    pub(crate) blocks: Option<Vec<BlockChange>>,
    /// The revision that the change was made from. What was saved since is merged with the change. Without a base,
    /// the change replaces what it sets.
    #[serde(default)]
    pub(crate) base: Option<String>,
    /// The treatment of conflicts with what was saved since the base.
    #[serde(default)]
    pub(crate) on_conflict: OnConflict,
}

/// A reference to a reusable content.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReusableOnly {
    pub(crate) reusable_content: String,
}
