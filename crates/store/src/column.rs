//! The mapping of model values to column values.

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_db::Value;
use quire_model::change_requests::Status;
use quire_model::comments::{Reaction, Status as CommentStatus};
use quire_model::customization::{Overrides, Settings};
use quire_model::ids::{
    BranchId, ChangeRequestId, CollectionId, CommentId, CommentReplyId, ImportId, JobId, LinkInviteId, NotificationId,
    OidcProviderId, OpenApiSpecId, OpenApiVersionId, OrganizationId, PageFeedbackId, PageId, PasskeyId, ReviewId,
    RevisionId, SamlProviderId, SessionId, ShareLinkId, SignInLinkId, SiteId, SiteRedirectId, SiteSectionGroupId,
    SiteSectionId, SiteSpaceId, SpaceId, TeamId, TokenId, TranslationId, UploadId, UserId,
};
use quire_model::imports::{ImportStage, ImportState};
use quire_model::language::Language;
use quire_model::merge_rules::{MergeRules, SpaceMergeRules};
use quire_model::notifications::{MailFrequency, NotificationReason};
use quire_model::openapi_specs::{SpecChange, SpecErrorCode, SpecFormat, SpecState, SpecVisibility};
use quire_model::organizations::{CommunityType, OrganizationType, UseCase};
use quire_model::people::Way;
use quire_model::redirects::{Destination, Source};
use quire_model::repositories::GitSync;
use quire_model::reviews::ReviewStatus;
use quire_model::revisions::RevisionType;
use quire_model::roles::{Level, Role, TeamRole};
use quire_model::scopes::Scopes;
use quire_model::site_structure::Structure;
use quire_model::sites::{AgentsContext, SiteType, SiteVisibility};
use quire_model::spaces::{EditMode, FormerSpaceIds, Visibility};
use quire_model::sso::{ClaimNames, ClientSecret, GroupTeams};
use quire_model::time::Timestamp;
use quire_model::translations::{MemoryOrigin, RunStatus, TranslationStatus};

/// A type that is stored in one column.
pub(crate) trait Column: Sized {
    /// Converts to the stored value.
    fn store(&self) -> Value;
    /// Converts a stored value back; `None` if it is not a value of this type.
    fn load(value: Value) -> Option<Self>;
}

macro_rules! ids {
    ($($id:ident),+) => {$(
        impl Column for $id {
            fn store(&self) -> Value {
                Value::Blob(self.bytes().to_vec())
            }

            fn load(value: Value) -> Option<Self> {
                Uid::load(value).map($id)
            }
        }
    )+};
}

ids!(
    BranchId,
    ChangeRequestId,
    CollectionId,
    CommentId,
    CommentReplyId,
    ImportId,
    JobId,
    LinkInviteId,
    NotificationId,
    OidcProviderId,
    OpenApiSpecId,
    OpenApiVersionId,
    OrganizationId,
    PageFeedbackId,
    PageId,
    ReviewId,
    RevisionId,
    SamlProviderId,
    SessionId,
    ShareLinkId,
    SignInLinkId,
    SiteId,
    SiteRedirectId,
    SiteSectionGroupId,
    SiteSectionId,
    SiteSpaceId,
    SpaceId,
    TeamId,
    PasskeyId,
    TokenId,
    TranslationId,
    UploadId,
    UserId
);

macro_rules! words {
    ($($name:ident),+) => {$(
        impl Column for $name {
            fn store(&self) -> Value {
                Value::Text(self.as_str().to_owned())
            }

            fn load(value: Value) -> Option<Self> {
                match value {
                    Value::Text(word) => $name::parse(&word),
                    _ => None,
                }
            }
        }
    )+};
}

words!(
    AgentsContext,
    CommentStatus,
    CommunityType,
    EditMode,
    ImportStage,
    ImportState,
    Language,
    MailFrequency,
    MemoryOrigin,
    OrganizationType,
    Reaction,
    NotificationReason,
    ReviewStatus,
    RevisionType,
    Role,
    RunStatus,
    SiteType,
    SiteVisibility,
    SpecErrorCode,
    SpecChange,
    SpecFormat,
    SpecState,
    SpecVisibility,
    Status,
    TeamRole,
    TranslationStatus,
    UseCase,
    Visibility,
    Way
);

impl Column for Uid {
    fn store(&self) -> Value {
        Value::Blob(self.0.to_vec())
    }

    fn load(value: Value) -> Option<Self> {
        match value {
            Value::Blob(bytes) => Uid::from_slice(&bytes).ok(),
            _ => None,
        }
    }
}

impl Column for Hash {
    fn store(&self) -> Value {
        Value::Blob(self.0.to_vec())
    }

    fn load(value: Value) -> Option<Self> {
        match value {
            Value::Blob(bytes) => Hash::from_slice(&bytes).ok(),
            _ => None,
        }
    }
}

impl Column for i64 {
    fn store(&self) -> Value {
        Value::Int(*self)
    }

    fn load(value: Value) -> Option<Self> {
        match value {
            Value::Int(number) => Some(number),
            _ => None,
        }
    }
}

impl Column for bool {
    fn store(&self) -> Value {
        Value::Int(i64::from(*self))
    }

    fn load(value: Value) -> Option<Self> {
        match value {
            Value::Int(0) => Some(false),
            Value::Int(1) => Some(true),
            _ => None,
        }
    }
}

impl Column for Timestamp {
    fn store(&self) -> Value {
        Value::Int(self.0)
    }

    fn load(value: Value) -> Option<Self> {
        i64::load(value).map(Timestamp)
    }
}

impl Column for Scopes {
    fn store(&self) -> Value {
        Value::Int(i64::from(self.bits()))
    }

    fn load(value: Value) -> Option<Self> {
        i64::load(value).and_then(|bits| u8::try_from(bits).ok()).map(Scopes::from_bits)
    }
}

impl Column for String {
    fn store(&self) -> Value {
        Value::Text(self.clone())
    }

    fn load(value: Value) -> Option<Self> {
        match value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl Column for Vec<u8> {
    fn store(&self) -> Value {
        Value::Blob(self.clone())
    }

    fn load(value: Value) -> Option<Self> {
        match value {
            Value::Blob(bytes) => Some(bytes),
            _ => None,
        }
    }
}

impl Column for Level {
    fn store(&self) -> Value {
        self.as_word().map_or(Value::Null, |word| Value::Text(word.to_owned()))
    }

    fn load(value: Value) -> Option<Self> {
        match value {
            Value::Null => Self::parse(None),
            Value::Text(word) => Self::parse(Some(&word)),
            _ => None,
        }
    }
}

macro_rules! rules {
    ($($name:ident),+) => {$(
        impl Column for $name {
            fn store(&self) -> Value {
                Value::Text(self.to_stored())
            }

            fn load(value: Value) -> Option<Self> {
                match value {
                    Value::Text(text) => Self::from_stored(&text),
                    _ => None,
                }
            }
        }
    )+};
}

rules!(
    ClaimNames,
    Destination,
    FormerSpaceIds,
    GitSync,
    GroupTeams,
    MergeRules,
    Overrides,
    Settings,
    SpaceMergeRules,
    Structure
);

impl Column for Source {
    fn store(&self) -> Value {
        Value::Text(self.to_string())
    }

    fn load(value: Value) -> Option<Self> {
        match value {
            Value::Text(text) => Self::try_from(text).ok(),
            _ => None,
        }
    }
}

impl Column for ClientSecret {
    fn store(&self) -> Value {
        Value::Text(self.reveal().to_owned())
    }

    fn load(value: Value) -> Option<Self> {
        match value {
            Value::Text(text) => Self::try_from(text).ok(),
            _ => None,
        }
    }
}

impl<T: Column> Column for Option<T> {
    fn store(&self) -> Value {
        self.as_ref().map_or(Value::Null, Column::store)
    }

    fn load(value: Value) -> Option<Self> {
        match value {
            Value::Null => Some(None),
            value => T::load(value).map(Some),
        }
    }
}

/// Converts the values of a statement's parameters, `?1` first.
macro_rules! params {
    ($($value:expr),* $(,)?) => {
        &[$($crate::column::Column::store(&$value)),*]
    };
}

pub(crate) use params;
