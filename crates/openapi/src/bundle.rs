//! Bundling: what other documents contribute to a document becomes part of it.
//!
//! Every reference to another document becomes a reference within the bundle, to a copy of its target among the shared
//! objects of the same kind. Nothing is dereferenced, so a cycle of references stays one. Where the specification has
//! a map of objects, such as `paths`, and the document a reference instead, the target takes its place. Addresses of servers
//! become whole ones, as they are relative to the document that they stand in.

mod servers;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use serde_json::{Map, Value};
use url::Url;

use crate::anchors::{self, anchored};
use crate::place::{Form, Kind, Place};
use crate::pointer::{self, Pointer};
use crate::read::{fits, read};
use crate::yaml::spend;
use crate::{Issue, Limits, Version};

/// A document that was loaded.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The address that it came from in the end, which its own references are relative to.
    pub address: Url,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// An error of bundling.
#[derive(Debug, thiserror::Error)]
pub enum Error<E> {
    /// A document has this problem.
    #[error("{0}")]
    Issue(Issue),
    /// A document that a reference names can't be loaded.
    #[error("{pointer}: {address}: {source}")]
    Load {
        /// The pointer to the reference.
        pointer: String,
        /// The address of the document.
        address: Url,
        /// The cause.
        source: E,
    },
}

impl<E> From<Issue> for Error<E> {
    fn from(issue: Issue) -> Self {
        Self::Issue(issue)
    }
}

/// Bundles a document of this size with all documents that it refers to. `base` is its own address, if it has one;
/// `load` returns the document at an address, of at most the given number of bytes.
///
/// # Errors
/// A reference leads to no value, a document can't be loaded, or a bound is exceeded.
pub fn bundle<E>(
    mut root: Value,
    size: usize,
    base: Option<&Url>,
    limits: &Limits,
    load: &mut dyn FnMut(&Url, usize) -> Result<Loaded, E>,
) -> Result<Value, Error<E>> {
    let version = Version::of(&root)?;
    let mut left = limits.nodes;
    if !fits(&root, limits.depth, &mut left) {
        return Err(Issue::fatal("", "the document is nested too deep or has too many values").into());
    }
    anchors::resolve(&mut root, version, base);
    let mut bundler = Bundler {
        limits,
        load,
        version,
        root_address: base.map(without_fragment),
        documents: HashMap::new(),
        placed: HashMap::new(),
        names: taken(&root, version),
        waiting: Vec::new(),
        bytes_left: limits.bytes.saturating_sub(size),
        nodes_left: left,
        copied_left: limits.copied_bytes,
    };
    let own = Rc::new(Origin { address: base.map(without_fragment), hops: 0 });
    bundler.rewrite(&mut root, &mut Pointer::default(), Kind::Root.one(), &own)?;
    bundler.place_all(&mut root)?;
    Ok(root)
}

/// Returns the names of the shared objects that a document has of its own, each with its container.
fn taken(root: &Value, version: Version) -> HashSet<(&'static [&'static str], String)> {
    let mut names = HashSet::new();
    for container in Kind::SHARED.map(|kind| kind.container(version)) {
        let found = container.iter().try_fold(root, |at, part| at.get(part)).and_then(Value::as_object);
        names.extend(found.into_iter().flat_map(Map::keys).map(|name| (container, name.clone())));
    }
    names
}

/// The document that a value comes from.
struct Origin {
    address: Option<Url>,
    /// The number of references that lead to it from the first document.
    hops: usize,
}

/// A copy that becomes a shared object.
struct Copy {
    container: &'static [&'static str],
    name: String,
    kind: Kind,
    value: Value,
    origin: Rc<Origin>,
}

struct Bundler<'a, E> {
    limits: &'a Limits,
    load: &'a mut dyn FnMut(&Url, usize) -> Result<Loaded, E>,
    version: Version,
    root_address: Option<Url>,
    /// The documents by the addresses under which they were asked for.
    documents: HashMap<Url, (Rc<Url>, Rc<Value>)>,
    /// The new pointers of copies, by document, pointer in it, and kind.
    placed: HashMap<(Url, String, Kind), String>,
    /// The names of copies, each with its container.
    names: HashSet<(&'static [&'static str], String)>,
    waiting: Vec<Copy>,
    bytes_left: usize,
    nodes_left: usize,
    copied_left: usize,
}

impl<E> Bundler<'_, E> {
    /// Replaces the references to other documents in a value that stands at `place`.
    fn rewrite(
        &mut self,
        value: &mut Value,
        at: &mut Pointer,
        place: Place,
        origin: &Rc<Origin>,
    ) -> Result<(), Error<E>> {
        if let (Form::Map, Some(reference)) = (place.form, foreign(value, origin)) {
            let (found, target) = self.target(&reference, at, origin)?;
            *value = found;
            // Counted even within one document, as a map that refers to itself would have no end.
            let target = Rc::new(Origin { address: target.address.clone(), hops: origin.hops + 1 });
            return self.rewrite(value, at, place, &target);
        }
        match value {
            Value::Array(items) => {
                let below = Place { form: Form::List, ..place };
                for (index, item) in items.iter_mut().enumerate() {
                    self.below(item, at, &index.to_string(), below, origin)?;
                }
                Ok(())
            }
            Value::Object(members) => {
                if place.form == Form::One && place.kind.is_referable() {
                    self.rewrite_reference(members, "$ref", at, place.kind, origin)?;
                }
                if place == Kind::Schema.one() {
                    self.rewrite_mapping(members, at, origin)?;
                }
                if let (Form::One, Some(address)) = (place.form, &origin.address) {
                    servers::resolve(members, place.kind, address);
                }
                for (name, member) in members.iter_mut() {
                    self.below(member, at, name, place, origin)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn below(
        &mut self,
        value: &mut Value,
        at: &mut Pointer,
        name: &str,
        place: Place,
        origin: &Rc<Origin>,
    ) -> Result<(), Error<E>> {
        match place.below(name) {
            Some(place) => at.within(name, |at| self.rewrite(value, at, place, origin)),
            None => Ok(()),
        }
    }

    /// Replaces the reference that a member holds, if it is one.
    fn rewrite_reference(
        &mut self,
        members: &mut Map<String, Value>,
        name: &str,
        at: &mut Pointer,
        kind: Kind,
        origin: &Rc<Origin>,
    ) -> Result<(), Error<E>> {
        let Some(Value::String(reference)) = members.get_mut(name) else { return Ok(()) };
        if let Some(new) = at.within(name, |at| self.replacement(reference, at, kind, origin))? {
            *reference = new;
        }
        Ok(())
    }

    /// Replaces references among the values of a discriminator, which may also be names of schemas.
    fn rewrite_mapping(
        &mut self,
        members: &mut Map<String, Value>,
        at: &mut Pointer,
        origin: &Rc<Origin>,
    ) -> Result<(), Error<E>> {
        let mapping = members.get_mut("discriminator").and_then(|it| it.get_mut("mapping"));
        let Some(Value::Object(mapping)) = mapping else { return Ok(()) };
        // A value that leads nowhere without an address is left alone, as it may be a name.
        let leads = |text: &str| text.contains(['/', '#']) && absolute(text, at, origin).is_ok();
        let is_reference = |value: &Value| value.as_str().is_some_and(leads);
        let names: Vec<_> = mapping.iter().filter(|(_, it)| is_reference(it)).map(|(name, _)| name.clone()).collect();
        at.within("discriminator", |at| {
            at.within("mapping", |at| {
                names.iter().try_for_each(|name| self.rewrite_reference(mapping, name, at, Kind::Schema, origin))
            })
        })
    }

    /// Returns the reference within the bundle for a reference; `None` if it stays as it is.
    fn replacement(
        &mut self,
        reference: &str,
        at: &Pointer,
        kind: Kind,
        origin: &Rc<Origin>,
    ) -> Result<Option<String>, Error<E>> {
        if origin.hops == 0 && reference.starts_with('#') {
            return Ok(None);
        }
        let url = absolute(reference, at, origin)?;
        let (document, fragment) = (without_fragment(&url), url.fragment().unwrap_or_default());
        if self.root_address.as_ref() == Some(&document) {
            return Ok(Some(format!("#{fragment}")));
        }
        let pointer = self.pointer(&url, reference, at)?;
        let key = (document, pointer, kind);
        if let Some(known) = self.placed.get(&key) {
            return Ok(Some(known.clone()));
        }
        let (value, target) = self.target(reference, at, origin)?;
        let container = kind.container(self.version);
        let name = self.name(container, &key.0, &key.1);
        let new = format!("#/{}/{name}", container.join("/"));
        self.placed.insert(key, new.clone());
        self.waiting.push(Copy { container, name, kind, value, origin: target });
        Ok(Some(new))
    }

    /// Returns a copy of what a reference leads to, with the document it is in.
    fn target(&mut self, reference: &str, at: &Pointer, origin: &Rc<Origin>) -> Result<(Value, Rc<Origin>), Error<E>> {
        let refused = |message: &str| Issue::fatal(at.as_str(), format!("{}: {message}", shown(reference)));
        if origin.hops >= self.limits.hops {
            return Err(refused(&format!("references lead through more than {} documents", self.limits.hops)).into());
        }
        let url = absolute(reference, at, origin)?;
        let (address, document) = self.document(&without_fragment(&url), at)?;
        let pointer = self.pointer(&url, reference, at)?;
        let found = document.pointer(&pointer).ok_or_else(|| refused("there is nothing"))?;
        if !spend(found, self.limits.depth, &mut self.nodes_left, &mut self.copied_left) {
            return Err(refused("the documents together are too large").into());
        }
        // A reference within its own document needs no further one.
        let hops = if origin.address.as_ref() == Some(&address) { origin.hops } else { origin.hops + 1 };
        Ok((found.clone(), Rc::new(Origin { address: Some((*address).clone()), hops })))
    }

    /// Returns the pointer in another document that an address has: its fragment, or that to the schema with this anchor.
    fn pointer(&mut self, url: &Url, reference: &str, at: &Pointer) -> Result<String, Error<E>> {
        let fragment = url.fragment().unwrap_or_default();
        if let Some(pointer) = pointer::of_fragment(fragment) {
            return Ok(pointer);
        }
        let (_, document) = self.document(&without_fragment(url), at)?;
        let message = || format!("{}: its fragment is neither a JSON pointer nor an anchor there", shown(reference));
        Ok(anchored(&document, fragment).ok_or_else(|| Issue::fatal(at.as_str(), message()))?)
    }

    fn document(&mut self, url: &Url, at: &Pointer) -> Result<(Rc<Url>, Rc<Value>), Error<E>> {
        if let Some(known) = self.documents.get(url) {
            return Ok(known.clone());
        }
        if self.documents.len() == self.limits.documents {
            let message = format!("references lead to more than {} documents", self.limits.documents);
            return Err(Issue::fatal(at.as_str(), message).into());
        }
        let failed = |source| Error::Load { pointer: at.as_str().to_owned(), address: url.clone(), source };
        let loaded = (self.load)(url, self.bytes_left).map_err(failed)?;
        let within = |issue: Issue| Issue::fatal(at.as_str(), format!("{}: {issue}", shown(url.as_str())));
        let limits = Limits { bytes: self.bytes_left, nodes: self.nodes_left, ..self.limits.clone() };
        let (value, _) = read(&loaded.bytes, &limits).map_err(within)?;
        self.bytes_left = self.bytes_left.saturating_sub(loaded.bytes.len());
        let document = (Rc::new(without_fragment(&loaded.address)), Rc::new(value));
        self.documents.insert(url.clone(), document.clone());
        Ok(document)
    }

    /// Returns a free name for a copy, after the last part of its pointer or else of its document's path.
    fn name(&mut self, container: &'static [&'static str], document: &Url, pointer: &str) -> String {
        let file = || document.path_segments().and_then(|mut parts| parts.next_back().map(stem));
        let wanted = pointer::last(pointer).or_else(file).unwrap_or_default();
        let wanted: String =
            wanted.chars().filter(|it| it.is_ascii_alphanumeric() || "._-".contains(*it)).take(80).collect();
        let wanted = if wanted.is_empty() { "external".to_owned() } else { wanted };
        let numbered = (2..).map(|n| format!("{wanted}_{n}"));
        let free = std::iter::once(wanted.clone())
            .chain(numbered)
            .find(|name| !self.names.contains(&(container, name.clone())));
        let name = free.unwrap_or(wanted);
        self.names.insert((container, name.clone()));
        name
    }

    /// Inserts the copies among the shared objects, with those that they refer to in turn.
    fn place_all(&mut self, root: &mut Value) -> Result<(), Error<E>> {
        while let Some(mut copy) = self.waiting.pop() {
            let mut at = Pointer::default();
            self.rewrite(&mut copy.value, &mut at, copy.kind.one(), &copy.origin)?;
            insert(root, copy)?;
        }
        Ok(())
    }
}

/// Returns the reference that stands instead of a map, if it leads to another document.
fn foreign(value: &Value, origin: &Origin) -> Option<String> {
    let reference = value.get("$ref")?.as_str()?;
    (origin.hops > 0 || !reference.starts_with('#')).then(|| reference.to_owned())
}

fn absolute(reference: &str, at: &Pointer, origin: &Origin) -> Result<Url, Issue> {
    let refused = |message: &str| Issue::fatal(at.as_str(), format!("{}: {message}", shown(reference)));
    let url = match &origin.address {
        Some(base) => base.join(reference).map_err(|_| refused("is no address")),
        None => Url::parse(reference)
            .map_err(|_| refused("is relative, but the document was sent as a text and has no address")),
    }?;
    match url.scheme() {
        "http" | "https" => Ok(url),
        _ => Err(refused("references must lead to https:// or http://")),
    }
}

fn insert(root: &mut Value, copy: Copy) -> Result<(), Issue> {
    let mut holder = root;
    for part in copy.container {
        let Value::Object(members) = holder else { return Err(Issue::fatal("", "the shared objects are not objects")) };
        holder = members.entry(*part).or_insert_with(|| Value::Object(Map::new()));
    }
    let Value::Object(members) = holder else { return Err(Issue::fatal("", "the shared objects are not objects")) };
    members.insert(copy.name, copy.value);
    Ok(())
}

fn without_fragment(url: &Url) -> Url {
    let mut url = url.clone();
    url.set_fragment(None);
    url
}

/// Returns the name of a file without its extension.
fn stem(name: &str) -> String {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()
}

/// Returns the beginning of a text from a document, for messages.
fn shown(text: &str) -> String {
    text.chars().take(200).collect()
}
