//! The identity of operations from one version of a document to the next.
//!
//! An operation is known by the identifier that the document gives it, wherever it is, and by method and path where it has
//! none that is its own. Another operation in its place is never taken for it.

use crate::index::{Call, Index, Operation};

/// The identity of an operation.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Identity {
    /// The identifier, unless there is none or several operations have it.
    pub id: Option<String>,
    /// The path and method, as they were when the operation was seen last.
    pub call: Call,
}

impl Index {
    /// Returns the identity of an operation.
    pub fn identity(&self, operation: &Operation) -> Identity {
        let id = operation.operation_id.clone().filter(|id| self.only(id).is_some());
        Identity { id, call: operation.call.clone() }
    }

    /// Returns the operation with an identity.
    pub fn identified(&self, identity: &Identity) -> Option<&Operation> {
        self.known_as(identity.id.as_deref(), &identity.call)
    }

    /// Returns the operation with the identity that an identifier, path and method make.
    pub(crate) fn known_as(&self, id: Option<&str>, call: &Call) -> Option<&Operation> {
        let here = self.operation(call);
        match id {
            None => here.filter(|operation| operation.operation_id.as_ref().is_none_or(|id| self.only(id).is_none())),
            Some(id) if !self.has_identifier(id) => here.filter(|operation| operation.operation_id.is_none()),
            Some(id) => self.only(id).or_else(|| here.filter(|it| it.operation_id.as_deref() == Some(id))),
        }
    }

    /// Returns the identity here of an operation of the version before this one: of that with its identifier, else of the
    /// one at its place, if its identifier is one that no operation had before.
    pub fn successor(&self, identity: &Identity, before: &Self) -> Option<Identity> {
        if let Some(operation) = self.identified(identity) {
            return Some(self.identity(operation));
        }
        let here = self.operation(&identity.call)?;
        let is_gone = identity.id.as_ref().is_none_or(|id| !self.has_identifier(id));
        let is_new = here.operation_id.as_ref().is_none_or(|id| !before.has_identifier(id));
        let was_here = match before.identified(identity) {
            Some(operation) => operation.call == here.call,
            None => identity.id.is_none() && before.operation(&here.call).is_none(),
        };
        (is_gone && is_new && was_here).then(|| self.identity(here))
    }
}
