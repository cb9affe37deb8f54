//! The domains of e-mail addresses whose owners may join an organization by themselves.

use quire_db::{Error, Read, Write, statements};
use quire_model::addresses::EmailDomain;
use quire_model::ids::OrganizationId;

use crate::column::{params, record};

record! {
    /// A domain of an organization.
    Claimed {
        /// Lower case.
        domain: String,
        /// The organization.
        organization: OrganizationId,
    }
}

statements! {
    OF_ORG: Query<Claimed> =
        "select domain, organization from email_domains where organization = ?1 order by domain";
    BY_DOMAIN: Query<Claimed> =
        "select d.domain as domain, d.organization as organization from email_domains d
         join organizations o on o.id = d.organization
         where d.domain = ?1 and o.deleted_at is null order by d.organization";
    INSERT: Execute = "insert into email_domains (domain, organization) values (?1, ?2)";
    DELETE_OF_ORG: Execute = "delete from email_domains where organization = ?1";
}

/// The domains of an organization.
pub fn of_org(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<String>, Error> {
    Ok(tx.all(&OF_ORG, params![organization])?.into_iter().map(|found| found.domain).collect())
}

/// The organizations that have a domain and are not deleted.
pub fn organizations(tx: &mut Read<'_>, domain: &EmailDomain) -> Result<Vec<OrganizationId>, Error> {
    let found = tx.all(&BY_DOMAIN, params![domain.as_str().to_owned()])?;
    Ok(found.into_iter().map(|found| found.organization).collect())
}

/// Gives an organization these domains, each once, and no others.
pub fn replace(tx: &mut Write<'_>, organization: OrganizationId, domains: &[EmailDomain]) -> Result<(), Error> {
    delete_of_org(tx, organization)?;
    for domain in domains {
        tx.execute(&INSERT, params![domain.as_str().to_owned(), organization])?;
    }
    Ok(())
}

/// Takes every domain of an organization away.
pub fn delete_of_org(tx: &mut Write<'_>, organization: OrganizationId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_ORG, params![organization])?;
    Ok(())
}
