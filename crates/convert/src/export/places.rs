//! The paths of everything in an export, and the links that refer to it.
//!
//! The links of a text are relative to the path that its file had. In the export, the text and the targets of its links
//! may have other paths; and texts written here refer to pages and files by identifier. Such links are replaced by
//! relative paths, and nothing else of the text changes. A text whose links are all right keeps every byte.

use std::collections::HashMap;
use std::sync::Arc;

use percent_encoding::percent_decode_str;
use quire_content::document::retarget;
use quire_content::front_matter::{self, Fields};
use quire_content::id::{FileId, PageId, ReusableId, Uid};
use quire_content::links::Entity;
use quire_content::path;

/// The paths of an export's content, from the content's root.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Places {
    /// The path of each thing in the export.
    now: HashMap<Entity, String>,
    /// The page, file and reusable content at each former path; of several, the one with the smallest identifier.
    before: HashMap<String, [Option<Entity>; 3]>,
    /// True if the path of anything has changed.
    moved: bool,
}

/// A text whose links may have to be adapted in an export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// The folder that its links are relative to.
    pub(super) from: String,
    /// The folder of the text in the export.
    pub(super) to: String,
    /// The paths of everything in the export.
    pub(super) places: Arc<Places>,
}

impl Places {
    /// Records the path of a thing and its former path, if it had one.
    pub(super) fn put(&mut self, entity: Entity, before: Option<&str>, now: &str) {
        self.moved |= before.is_some_and(|before| before != now);
        self.now.insert(entity, now.to_owned());
        if let Some(before) = before {
            let place = &mut self.before.entry(before.to_owned()).or_default()[kind(entity)];
            *place = Some(place.map_or(entity, |other| other.min(entity)));
        }
    }

    fn page_or_file(&self, path: &str) -> Option<Entity> {
        let decoded = percent_decode_str(path).decode_utf8().ok()?;
        let at = |path: &str, kind: usize| self.before.get(path).and_then(|things| things[kind]);
        let page = || at(path, 0).or_else(|| at(&decoded, 0)).or_else(|| at(&readme(path), 0));
        page().or_else(|| at(&readme(&decoded), 0)).or_else(|| at(path, 1)).or_else(|| at(&decoded, 1))
    }

    fn reusable(&self, path: &str) -> Option<Entity> {
        let decoded = percent_decode_str(path).decode_utf8().ok()?;
        let at = |path: &str| self.before.get(path).and_then(|things| things[2]);
        at(path).or_else(|| at(&decoded))
    }
}

fn kind(entity: Entity) -> usize {
    match entity {
        Entity::Page(_) => 0,
        Entity::File(_) => 1,
        Entity::Reusable(_) => 2,
    }
}

impl Placed {
    /// Returns the text with its links adapted, or `None` if it needs no change.
    pub fn relinked(&self, source: &[u8]) -> Option<Vec<u8>> {
        if self.from == self.to && !self.places.moved && !names_something(source) {
            return None;
        }
        let headed = self.with_cover(source);
        let source = headed.as_deref().unwrap_or(source);
        let (head, body) = source.split_at(front_matter::parse(source).body_at);
        let body = str::from_utf8(body).ok().and_then(|body| retarget(body, &|target| self.target(target)));
        body.map(|body| [head, body.as_bytes()].concat()).or(headed)
    }

    /// Returns the text with the paths of its covers adapted, or `None` if they need no change.
    fn with_cover(&self, source: &[u8]) -> Option<Vec<u8>> {
        let front = front_matter::parse(source);
        if !front.is_readable {
            return None;
        }
        let image = |image: &Option<String>| {
            let other = image.as_ref().filter(|image| !image.contains("://")).and_then(|image| self.target(image));
            other.or_else(|| image.clone())
        };
        let (cover, cover_dark) = (image(&front.fields.cover), image(&front.fields.cover_dark));
        if cover == front.fields.cover && cover_dark == front.fields.cover_dark {
            return None;
        }
        front_matter::write(source, &Fields { cover, cover_dark, ..front.fields }).ok()
    }

    /// Returns the new target of a link, or `None` if it needs no change.
    fn target(&self, target: &str) -> Option<String> {
        let (path, suffix) = target_path(target);
        let named = path::named("/pages/", path).map(|id| Entity::Page(PageId(id)));
        let named = named.or_else(|| path::named("/files/", path).map(|id| Entity::File(FileId(id))));
        let named =
            named.or_else(|| path::named("/reusable-contents/", path).map(|id| Entity::Reusable(ReusableId(id))));
        let meant = path::join(&self.from, path);
        let entity = match named {
            Some(entity) => entity,
            None if path.is_empty() || path::has_scheme(path) || path.starts_with("//") => return None,
            None => self.places.page_or_file(&meant).or_else(|| self.places.reusable(&meant))?,
        };
        let place = self.places.now.get(&entity)?;
        let found = path::join(&self.to, path);
        let decoded = percent_decode_str(&found).decode_utf8().ok()?;
        let stays = named.is_none() && [&*found, &*decoded].iter().any(|path| path == place || readme(path) == *place);
        (!stays).then(|| path::encoded(&path::relative(&self.to, place)) + suffix)
    }
}

/// Splits a target before its anchor; an address by identifier also before its query.
fn target_path(target: &str) -> (&str, &str) {
    let (path, suffix) = path::split_suffix(target);
    let is_named = ["/pages/", "/files/"].iter().any(|prefix| path::named::<Uid>(prefix, path).is_some());
    if is_named { (path, suffix) } else { target.split_at(target.find('#').unwrap_or(target.len())) }
}

/// Returns the path of a folder's page.
fn readme(folder: &str) -> String {
    if folder.is_empty() { "README.md".to_owned() } else { format!("{folder}/README.md") }
}

/// Returns true if a text may refer to something by its identifier.
fn names_something(source: &[u8]) -> bool {
    [&b"/pages/"[..], b"/files/", b"/reusable-contents/"]
        .iter()
        .any(|name| source.windows(name.len()).any(|window| window == *name))
}
