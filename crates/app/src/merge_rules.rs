//! Merge rules: whom they may name, and what comes of them when a change request is merged.

use quire_model::ids::{OrganizationId, UserId};
use quire_model::merge_rules::MergeRule;
use quire_store::{Read, members};

use crate::errors::Error;

/// Refuses rules that name somebody who is no member of the organization, unless the rules before did: whoever leaves
/// an organization must not keep its rules from being changed.
pub(crate) fn check_users(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    before: &[MergeRule],
    after: &[MergeRule],
) -> Result<(), Error> {
    let known: Vec<UserId> = before.iter().flat_map(MergeRule::users).copied().collect();
    for (rule, position) in after.iter().zip(0..) {
        for (user, at) in rule.users().iter().zip(0..) {
            if !known.contains(user) && members::get(tx, organization, *user)?.is_none() {
                let message = format!("mergeRules.rules.{position}.users.{at}: is not a member of the organization");
                return Err(Error::Invalid(message));
            }
        }
    }
    Ok(())
}
