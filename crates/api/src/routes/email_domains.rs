//! The e-mail domains that organizations claim.

use axum::extract::State;
use quire_model::addresses::EmailDomain;
use quire_model::ids::OrganizationId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Named;
use super::orgs::OrganizationPath;
use crate::bearer::Bearer;
use crate::context::{Context, WorkKind};
use crate::endpoint::{Endpoints, Json, NoContent, Path, op};
use crate::error::Problem;
use crate::types::OrganizationEmailDomain;

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "Organizations";
    const DOMAINS: &str = "/v1/orgs/{organizationId}/email-domains";
    const DOMAIN: &str = "/v1/orgs/{organizationId}/email-domains/{emailDomain}";
    Endpoints::new()
        .get(
            DOMAINS,
            list,
            op("listOrganizationEmailDomains", TAG, "List the e-mail domains that an organization claims."),
        )
        .get(DOMAIN, get, op("getOrganizationEmailDomain", TAG, "Get an e-mail domain that an organization claims."))
        .patch(
            DOMAIN,
            check,
            op("checkOrganizationEmailDomain", TAG, "Check the proof that an e-mail domain is the organization's."),
        )
}

/// The e-mail domains of an organization: 100 at most.
#[derive(Debug, Serialize, JsonSchema)]
struct Domains {
    items: Vec<OrganizationEmailDomain>,
    count: usize,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DomainPath {
    organization_id: Named<OrganizationId>,
    email_domain: String,
}

impl DomainPath {
    /// Returns the organization and the domain of the path. A text that is not a domain is answered as one not claimed.
    fn parse(self) -> Result<(OrganizationId, EmailDomain), Problem> {
        let domain = EmailDomain::try_from(self.email_domain);
        Ok((self.organization_id.0, domain.map_err(|_| quire_app::Error::NotFound("e-mail domain"))?))
    }
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(id) }): Path<OrganizationPath>,
) -> Result<Json<Domains>, Problem> {
    let found = context.run(move |app| app.list_email_domains(&caller, id)).await?;
    let items: Vec<_> = found.into_iter().map(|domain| OrganizationEmailDomain::of(domain, id, &context)).collect();
    Ok(Json(Domains { count: items.len(), items }))
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<DomainPath>,
) -> Result<Json<OrganizationEmailDomain>, Problem> {
    let (id, domain) = path.parse()?;
    let found = context.run(move |app| app.get_email_domain(&caller, id, &domain)).await?;
    Ok(Json(OrganizationEmailDomain::of(found, id, &context)))
}

async fn check(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<DomainPath>,
) -> Result<NoContent, Problem> {
    let (id, domain) = path.parse()?;
    context.run_in(WorkKind::Check, move |app| app.check_email_domain(&caller, id, &domain)).await?;
    Ok(NoContent)
}
