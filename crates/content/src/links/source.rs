//! The references of a page or a reusable content, and the anchors of its blocks.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::document::model::ContentRef;
use crate::document::{Relation, Unresolved, anchors, conditions, names, references, shared_in_any_form};
use crate::hash::Hash;
use crate::links::Link;
use crate::links::row::Entity;
use crate::objects::{ObjectError, Objects};
use crate::path;
use crate::record::{Cover, GitBlob, PageKind, PageRecord, RecordError, ReusableRecord};
use crate::utf8;
use crate::yaml::{self, Node, Value};

/// The part of a record that determines its links: while it is unchanged, so are they.
#[derive(Debug, PartialEq)]
pub(super) struct Source {
    folder: String,
    /// The title of a page, which is an anchor too.
    title: String,
    cover: Option<Cover>,
    said: Said,
}

#[derive(Debug, PartialEq)]
enum Said {
    Nothing,
    /// Markdown: the object, and the byte offset of the body.
    Text(Hash, u32),
    /// The address of a link.
    Address(String),
    /// The YAML of a computed page.
    Computed(String),
}

/// The links and anchors of a text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Content {
    pub(super) links: BTreeSet<Link>,
    /// The hashes of the anchors of its blocks; `None` if they are not all known.
    pub(super) names: Option<Vec<u8>>,
}

impl Source {
    /// Returns the source of links in a record; `None` for an item without links.
    pub(super) fn of(entity: Entity, record: &[u8]) -> Result<Option<Self>, RecordError> {
        let folder = |git: &Option<GitBlob>| git.as_ref().map_or("", |git| path::folder(&git.path)).to_owned();
        Ok(match entity {
            Entity::File(_) => None,
            Entity::Reusable(_) => {
                let record = ReusableRecord::decode(record)?;
                let said = Said::Text(record.source, record.body_at);
                Some(Self { folder: folder(&record.git), title: String::new(), cover: None, said })
            }
            Entity::Page(_) => {
                let record = PageRecord::decode(record)?;
                let folder = folder(&record.git);
                let said = match record.kind {
                    PageKind::Document { source, body_at, .. } => Said::Text(source, body_at),
                    PageKind::Link { href } => Said::Address(href),
                    PageKind::Computed { yaml } => Said::Computed(yaml),
                    PageKind::Group => Said::Nothing,
                };
                Some(Self { folder, title: record.title, cover: record.cover, said })
            }
        })
    }

    /// Reads the links and anchors.
    pub(super) fn read(&self, entity: Entity, objects: &dyn Objects) -> Result<Content, ObjectError> {
        let mut content = Content::default();
        let cover = self.cover.iter().flat_map(|cover| [Some(&cover.r#ref), cover.ref_dark.as_ref()]);
        for image in cover.flatten() {
            content.links.extend(Link::written(image, Relation::Reference, &self.folder));
        }
        match &self.said {
            Said::Nothing => {}
            Said::Text(hash, body_at) => {
                let bytes = objects.get(hash)?;
                let text = utf8::lossy(bytes.get(*body_at as usize..).unwrap_or_default());
                self.read_text(entity, &text, &mut content);
            }
            Said::Address(href) => content.links.extend(Link::written(href, Relation::Reference, &self.folder)),
            Said::Computed(yaml) => {
                if let Ok(Some(node)) = yaml::parse(yaml) {
                    self.read_computed(&node, &mut content);
                }
            }
        }
        Ok(content)
    }

    fn read_text(&self, entity: Entity, text: &str, content: &mut Content) {
        let parsed = shared_in_any_form(text, &Unresolved);
        // The text for a reader for whom conditions hold may have other blocks than the text with its conditions.
        let reduced = conditions::may_have(text)
            .then(|| shared_in_any_form(&conditions::reduce(text, &mut |_| Some(true)), &Unresolved));
        let page = match entity {
            Entity::Page(page) => Some(page),
            _ => None,
        };
        let reduced = reduced.iter().flat_map(|parsed| references(&parsed.document));
        let links = references(&parsed.document).into_iter().chain(reduced);
        content.links.extend(links.filter_map(|(to, relation)| Link::read(to, relation, page, &self.folder)));
        content.names = names(&parsed.document).map(|mut names| {
            names.extend(anchors::names(&self.title).into_iter().map(Cow::Owned));
            names.sort_unstable();
            names.dedup();
            names.into_iter().flat_map(|name| hash_of_name(&name)).collect()
        });
    }

    /// Collects the sources of a computed page: every reference in its description.
    fn read_computed(&self, node: &Node, content: &mut Content) {
        match &node.value {
            Value::Map(pairs) => {
                content.links.extend(dependency(node));
                pairs.iter().for_each(|(_, node)| self.read_computed(node, content));
            }
            Value::List(items) => items.iter().for_each(|node| self.read_computed(node, content)),
            Value::Scalar(_) | Value::Alias(_) => {}
        }
    }
}

/// Parses a mapping as a reference.
fn dependency(node: &Node) -> Option<Link> {
    let text = |key: &str| node.get(key).and_then(Node::text).map(str::to_owned);
    let reference = match text("kind")?.as_str() {
        "openapi" => ContentRef::Openapi { spec: text("spec")? },
        "file" => ContentRef::File { file: text("file")? },
        "page" => ContentRef::Page { page: text("page")?, space: text("space") },
        "space" => ContentRef::Space { space: text("space")? },
        "url" => ContentRef::url(text("url")?),
        _ => return None,
    };
    Link::read(reference, Relation::DependsOn, None, "")
}

/// Returns a short hash of an anchor; collisions have a probability of about one in four thousand million.
pub(super) fn hash_of_name(name: &str) -> [u8; 4] {
    let hash = Hash::of(name.as_bytes());
    std::array::from_fn(|at| hash.0[at])
}
