//! The authorization policy: one function over one table.
//!
//! [`decide`] is the only place that knows which role an action needs. Its result is both what handlers enforce and
//! what the `permissions` of responses show, so the two can't disagree.

use crate::roles::Role;
use crate::scopes::Scope;

/// An action on a resource that needs permission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// View an organization and what it shows to all members.
    ViewOrganization,
    /// Change an organization's settings and members.
    AdministrateOrganization,
    /// Create spaces, collections and sites.
    CreateContent,
    /// List the members and teams of an organization.
    ListPeople,
    /// View a team and its members.
    ViewTeam,
    /// Change a team's title and members.
    CurateTeam,
    /// Delete a team of an organization.
    RemoveTeam,
    /// Upload files for later use.
    UploadFile,
    /// View the OpenAPI specifications of an organization.
    ViewSpecification,
    /// Change and delete an OpenAPI specification.
    ManageSpecification,
    /// View a collection and its settings.
    ViewCollection,
    /// Create spaces and collections in a collection.
    CreateInCollection,
    /// Change, move and delete a collection, and change the permissions on it.
    ManageCollection,
    /// Read a space's content and settings.
    ViewSpace,
    /// Comment on a space's content.
    CommentSpace,
    /// Propose changes to a space, or edit it directly.
    EditSpace,
    /// Merge into a space's main content.
    MergeSpace,
    /// Change a space's settings, move, delete and restore it, and change the permissions on it.
    ManageSpace,
    /// View a site, its structure and its settings.
    ViewSite,
    /// Change, publish and delete a site, and change the permissions on it.
    ManageSite,
}

/// The result of an authorization check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// The action is permitted.
    Allow,
    /// The caller may see the resource but not perform the action (403).
    Deny,
    /// The caller must not learn that the resource exists (404).
    Hide,
}

impl Action {
    /// Every action, in the order of the variants.
    pub const ALL: [Self; 20] = [
        Self::ViewOrganization,
        Self::AdministrateOrganization,
        Self::CreateContent,
        Self::ListPeople,
        Self::ViewTeam,
        Self::CurateTeam,
        Self::RemoveTeam,
        Self::UploadFile,
        Self::ViewSpecification,
        Self::ManageSpecification,
        Self::ViewCollection,
        Self::CreateInCollection,
        Self::ManageCollection,
        Self::ViewSpace,
        Self::CommentSpace,
        Self::EditSpace,
        Self::MergeSpace,
        Self::ManageSpace,
        Self::ViewSite,
        Self::ManageSite,
    ];

    /// Returns the least role that permits the action, `None` for a guest, and the scope that a token needs for it.
    pub fn needs(self) -> (Option<Role>, Scope) {
        match self {
            Self::ViewOrganization => (None, Scope::Read),
            Self::AdministrateOrganization => (Some(Role::Admin), Scope::Admin),
            Self::CreateContent => (Some(Role::Create), Scope::Write),
            Self::ListPeople => (Some(Role::Read), Scope::Read),
            // The owners of a team have the role create on it.
            Self::ViewTeam => (Some(Role::Read), Scope::Read),
            Self::CurateTeam => (Some(Role::Create), Scope::Admin),
            Self::RemoveTeam => (Some(Role::Admin), Scope::Admin),
            Self::UploadFile => (Some(Role::Edit), Scope::Write),
            Self::ViewSpecification | Self::ViewCollection | Self::ViewSpace => (Some(Role::Read), Scope::Read),
            Self::ManageSpecification => (Some(Role::Create), Scope::Write),
            Self::CreateInCollection | Self::ManageCollection => (Some(Role::Create), Scope::Write),
            Self::CommentSpace => (Some(Role::Comment), Scope::Write),
            Self::EditSpace => (Some(Role::Edit), Scope::Write),
            Self::MergeSpace => (Some(Role::Review), Scope::Write),
            Self::ManageSpace => (Some(Role::Create), Scope::Write),
            Self::ViewSite => (Some(Role::Read), Scope::Read),
            Self::ManageSite => (Some(Role::Create), Scope::Write),
        }
    }

    /// Returns the action that a caller must be permitted to see the resource at all.
    fn sight(self) -> Self {
        match self {
            Self::ViewOrganization
            | Self::AdministrateOrganization
            | Self::CreateContent
            | Self::ListPeople
            | Self::UploadFile => Self::ViewOrganization,
            Self::ViewSpecification | Self::ManageSpecification => Self::ViewSpecification,
            Self::ViewTeam | Self::CurateTeam | Self::RemoveTeam => Self::ViewTeam,
            Self::ViewCollection | Self::CreateInCollection | Self::ManageCollection => Self::ViewCollection,
            Self::ViewSpace | Self::CommentSpace | Self::EditSpace | Self::MergeSpace | Self::ManageSpace => {
                Self::ViewSpace
            }
            Self::ViewSite | Self::ManageSite => Self::ViewSite,
        }
    }
}

/// The relation of a user to one resource, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// No relation at all.
    Stranger,
    /// A member of the organization without a role on it: a guest of the organization, from whom content is hidden.
    Hidden,
    /// A user with this role.
    Role(Role),
}

impl Standing {
    /// Returns the role, where there is one.
    pub fn role(self) -> Option<Role> {
        match self {
            Self::Stranger | Self::Hidden => None,
            Self::Role(role) => Some(role),
        }
    }
}

/// Returns the standing of a member with this role, or with none.
impl From<Option<Role>> for Standing {
    fn from(role: Option<Role>) -> Self {
        role.map_or(Self::Hidden, Self::Role)
    }
}

/// The rights of a caller on one resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grants {
    /// The caller's standing on the resource.
    pub role: Standing,
    /// The scopes of the caller's token.
    pub scopes: crate::scopes::Scopes,
}

/// Decides if a caller with these grants on a resource may perform an action.
pub fn decide(grants: Grants, action: Action) -> Decision {
    let permits = |action: Action| grants.role >= Standing::from(action.needs().0);
    if !permits(action.sight()) {
        Decision::Hide
    } else if permits(action) && grants.scopes.has(action.needs().1) {
        Decision::Allow
    } else {
        Decision::Deny
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scopes::Scopes;

    fn outcome(role: Standing, scopes: Scopes, action: Action) -> Decision {
        decide(Grants { role, scopes }, action)
    }

    #[test]
    fn a_higher_role_never_may_less() {
        for action in Action::ALL {
            let mut before = Decision::Hide;
            for role in [Standing::Hidden].into_iter().chain(Role::ALL.map(Standing::Role)) {
                let now = outcome(role, Scopes::ALL, action);
                let rank = |decision| match decision {
                    Decision::Hide => 0,
                    Decision::Deny => 1,
                    Decision::Allow => 2,
                };
                assert!(rank(now) >= rank(before), "{action:?} for {role:?}");
                before = now;
            }
            assert_eq!(before, Decision::Allow, "an admin may {action:?}");
        }
    }

    #[test]
    fn strangers_see_nothing() {
        for action in Action::ALL {
            assert_eq!(outcome(Standing::Stranger, Scopes::ALL, action), Decision::Hide);
        }
    }

    #[test]
    fn a_narrow_token_is_denied_what_its_owner_may_do() {
        let read_only = Scopes::of(&[Scope::Read]);
        assert_eq!(outcome(Standing::Role(Role::Admin), read_only, Action::ViewSpace), Decision::Allow);
        assert_eq!(outcome(Standing::Role(Role::Admin), read_only, Action::EditSpace), Decision::Deny);
    }

    #[test]
    fn guests_see_the_organization_and_no_content() {
        assert_eq!(outcome(Standing::Hidden, Scopes::ALL, Action::ViewOrganization), Decision::Allow);
        assert_eq!(outcome(Standing::Hidden, Scopes::ALL, Action::ViewSpace), Decision::Hide);
    }
}
