//! Consequences of a merge that are no conflicts: links to what the other side deleted.

use std::collections::BTreeSet;

use quire_content::links::{Entity, Link, Linked, newly_broken};
use quire_content::objects::{ObjectError, Objects};
use quire_content::record::{FileRecord, PageRecord, ReusableRecord};
use quire_store::revisions::Revision;

use crate::content::links::of_revision;
use crate::content::warnings::{self, Code, LinkProblem, Warning};

/// The contents that the links of a merged content are compared with.
pub(super) struct Lines<'a> {
    /// The lines of content that the merge changes: links that are broken there already are no consequences.
    pub(super) changed: &'a [&'a Revision],
    /// The contents in which the target of a link was, if it was deleted.
    pub(super) known: &'a [&'a Revision],
}

/// Returns a warning for each link of a merged content whose target is deleted there, and that was whole before.
pub(super) fn consequences(
    merged: &Linked<'_>,
    lines: &Lines<'_>,
    objects: &dyn Objects,
) -> Result<Vec<Warning>, ObjectError> {
    let mut broken: Option<BTreeSet<(Entity, Link)>> = None;
    for line in lines.changed {
        let found = of_revision(line, objects, &|before| newly_broken(before, merged))?;
        broken = Some(match broken {
            Some(broken) => broken.intersection(&found).cloned().collect(),
            None => found,
        });
    }
    let mut about = Vec::new();
    for (source, link) in broken.unwrap_or_default() {
        if let Some(target) = deleted(&link, lines, objects)? {
            let message = match &link.anchor {
                Some(anchor) if is_there(merged, &link)? => {
                    format!("a link leads to `#{anchor}` in {target}, which is gone")
                }
                _ => format!("a link leads to {target}, which is deleted"),
            };
            about.push(LinkProblem { source, link, code: Code::DeadLink, message, shows_target: false });
        }
    }
    Ok(warnings::of_links(merged, about, warnings::Lines::OfBody)?.into_list())
}

fn is_there(merged: &Linked<'_>, link: &Link) -> Result<bool, ObjectError> {
    Ok(!merged.end_of(&link.target)?.is_broken())
}

/// Returns the name of what a link led to; `None` if it never led anywhere.
fn deleted(link: &Link, lines: &Lines<'_>, objects: &dyn Objects) -> Result<Option<String>, ObjectError> {
    for line in lines.known {
        let name = of_revision(line, objects, &|linked| match linked.end(link)? {
            quire_content::links::End::Here(entity) => name_of(linked, entity),
            _ => Ok(None),
        })?;
        if name.is_some() {
            return Ok(name);
        }
    }
    Ok(None)
}

fn name_of(linked: &Linked<'_>, entity: Entity) -> Result<Option<String>, ObjectError> {
    let Some(record) = linked.content.get(linked.objects, &entity.key().to_bytes())? else { return Ok(None) };
    let name = match entity {
        Entity::Page(_) => PageRecord::decode(&record).map(|page| format!("the page {:?}", page.title)),
        Entity::File(_) => FileRecord::decode(&record).map(|file| format!("the file {:?}", file.name)),
        Entity::Reusable(_) => {
            ReusableRecord::decode(&record).map(|content| format!("the reusable content {:?}", content.title))
        }
    };
    name.map(Some).map_err(|error| error.in_map(linked.content.root(), &entity.key()))
}
