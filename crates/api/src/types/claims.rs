//! Names that are claimed, and what proves a claim.

use quire_app::claims::Challenge;
use quire_app::email_domains::ShownDomain;
use quire_model::ids::OrganizationId;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::EmailDomainObject;
use crate::context::Context;

/// The state of a claim, which decides if the name has an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ClaimStatus {
    /// Not before the claim is proven.
    Pending,
    /// It has.
    Proven,
}

impl ClaimStatus {
    pub(crate) fn of(is_proven: bool) -> Self {
        if is_proven { Self::Proven } else { Self::Pending }
    }
}

/// The proofs of a claim: one of the two is enough.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ClaimProof {
    record: DnsRecord,
    file: ProofFile,
}

/// A record of the domain name system.
#[derive(Debug, Serialize, JsonSchema)]
struct DnsRecord {
    name: String,
    #[serde(rename = "type")]
    kind: DnsRecordType,
    value: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
enum DnsRecordType {
    #[serde(rename = "TXT")]
    Txt,
}

/// A file on the web server of the name.
#[derive(Debug, Serialize, JsonSchema)]
struct ProofFile {
    /// The address at which it is fetched, over https or http.
    url: String,
    /// A line of it.
    content: String,
}

impl From<Challenge> for ClaimProof {
    fn from(challenge: Challenge) -> Self {
        let Challenge { record, file, value } = challenge;
        Self {
            record: DnsRecord { name: record, kind: DnsRecordType::Txt, value: value.clone() },
            file: ProofFile { url: file, content: value },
        }
    }
}

/// A domain of e-mail addresses that an organization claims.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OrganizationEmailDomain {
    object: EmailDomainObject,
    domain: String,
    /// The state of the claim: people with addresses there can join once it is proven.
    status: ClaimStatus,
    /// When a proof was looked for last.
    #[serde(skip_serializing_if = "Option::is_none")]
    checked_at: Option<Timestamp>,
    /// The proof to publish, while the claim is not proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ClaimProof>,
    urls: EmailDomainUrls,
}

#[derive(Debug, Serialize, JsonSchema)]
struct EmailDomainUrls {
    /// The domain in this API.
    location: String,
}

impl OrganizationEmailDomain {
    pub(crate) fn of(found: ShownDomain, organization: OrganizationId, context: &Context) -> Self {
        let location = context.url(format_args!("/v1/orgs/{organization}/email-domains/{}", found.domain));
        Self {
            object: EmailDomainObject::It,
            domain: found.domain,
            status: ClaimStatus::of(found.is_proven),
            checked_at: found.checked_at,
            proof: found.challenge.map(ClaimProof::from),
            urls: EmailDomainUrls { location },
        }
    }
}
