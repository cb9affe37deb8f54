//! The representation of claims on domain names and of their proofs.

use quire_app::orgs::claims::Challenge;
use quire_app::orgs::email_domains::ShownDomain;
use quire_model::ids::OrganizationId;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::EmailDomainObject;
use crate::context::Context;

/// The state of a claim: the name has an effect only once the claim is proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ClaimStatus {
    /// No proof has been found yet; the name has no effect.
    Pending,
    /// A proof was found; the name has its effect.
    Proven,
}

impl ClaimStatus {
    pub(crate) fn of(is_proven: bool) -> Self {
        if is_proven { Self::Proven } else { Self::Pending }
    }
}

/// The two ways to prove a claim; publishing one of them is enough.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ClaimProof {
    record: DnsRecord,
    file: ProofFile,
}

/// A DNS record to publish.
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

/// A file to publish on the web server of the name.
#[derive(Debug, Serialize, JsonSchema)]
struct ProofFile {
    /// The address from which the file is fetched, over https or http.
    url: String,
    /// The text that one line of the file must have.
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
    /// The state of the claim. Users with e-mail addresses of the domain can join once it is proven.
    status: ClaimStatus,
    /// The time of the last search for a proof; absent if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    checked_at: Option<Timestamp>,
    /// The proof to publish; present only while the claim is not proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ClaimProof>,
    urls: EmailDomainUrls,
}

#[derive(Debug, Serialize, JsonSchema)]
struct EmailDomainUrls {
    /// The address of the domain in this API.
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
