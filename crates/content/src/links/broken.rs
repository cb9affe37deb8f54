//! Detection of links that a change breaks.

use std::collections::BTreeSet;

use crate::links::row::Entity;
use crate::links::{Link, Linked};
use crate::objects::ObjectError;
use crate::record::EntryKey;

/// Returns the links that are broken in `after` and not in `before`: those to removed targets, and new ones to missing
/// targets. Links to other content never count. Only reads the differences, and the texts related to them.
pub fn newly_broken(before: &Linked<'_>, after: &Linked<'_>) -> Result<BTreeSet<(Entity, Link)>, ObjectError> {
    let mut suspects = BTreeSet::new();
    for change in before.content.diff(&after.content, after.objects) {
        let Some(entity) = EntryKey::parse(&change?.key).as_ref().and_then(Entity::of) else { continue };
        suspects.extend(after.of(entity)?.into_iter().map(|link| (entity, link)));
        // Links to its former place may have led to it.
        suspects.extend(after.found_by(&before.clues(entity)?)?);
        suspects.extend(after.found_by(&after.clues(entity)?)?);
    }
    let mut broken = BTreeSet::new();
    for (source, link) in suspects {
        let was_broken = || Ok::<_, ObjectError>(before.says(source, &link)? && before.end(&link)?.is_broken());
        if after.end(&link)?.is_broken() && !was_broken()? {
            broken.insert((source, link));
        }
    }
    Ok(broken)
}
