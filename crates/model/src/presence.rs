//! Values of presence: people who are in a space now.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The activity of somebody who is in a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Activity {
    /// The person reads.
    Reading,
    /// The person writes.
    Editing,
}
