//! The ways to sign in that organizations and the server offer on the sign-in pages.

use quire_model::addresses::EmailDomain;
use quire_model::ids::OrganizationId;
use quire_store::oidc_providers::OidcProvider;
use quire_store::saml_providers::SamlProvider;
use quire_store::{Read, email_domains, oidc_providers, orgs, saml_providers};

use super::oidc::OidcName;
use crate::App;
use crate::core::errors::Error;

/// A way to sign in that an organization, or the server, offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignInWay {
    /// The identifier of the provider.
    pub id: String,
    /// The name of the provider.
    pub label: String,
    /// The address at which a sign-in begins.
    pub start_url: String,
}

impl App {
    /// Returns the way to sign in to the whole server, if its operator has set one up.
    pub fn server_sign_in_way(&self) -> Option<SignInWay> {
        let provider = self.inner.options.oidc.as_ref()?;
        let start_url = self.oidc_service(OidcName::Server).start_url;
        Some(SignInWay { id: OidcName::Server.to_string(), label: provider.label.clone(), start_url })
    }

    /// Returns the ways to sign in to an organization; none if there is no such organization, so that nobody learns
    /// which there are.
    pub fn sign_in_ways(&self, organization: OrganizationId) -> Result<Vec<SignInWay>, Error> {
        self.inner.db.read(|tx| self.ways(tx, organization))
    }

    /// Returns the ways to sign in to the organizations that have proven the domain of an address, or have this host
    /// name.
    pub fn sign_in_ways_for(&self, asked: &str) -> Result<Vec<SignInWay>, Error> {
        let asked = asked.trim().to_lowercase();
        self.inner.db.read(|tx| {
            let found = match asked.rsplit_once('@') {
                Some((_, domain)) => match EmailDomain::try_from(domain.to_owned()) {
                    Ok(domain) => email_domains::organizations(tx, &domain)?,
                    Err(_) => Vec::new(),
                },
                None => orgs::by_hostname(tx, &asked)?.map(|org| org.id).into_iter().collect(),
            };
            let mut ways = Vec::new();
            for organization in found {
                ways.extend(self.ways(tx, organization)?);
            }
            Ok(ways)
        })
    }

    fn ways(&self, tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<SignInWay>, Error> {
        let saml = saml_providers::of_org(tx, organization)?.into_iter().filter(SamlProvider::is_active);
        let mut ways: Vec<_> = saml
            .map(|provider| SignInWay {
                id: provider.id.to_string(),
                label: provider.label,
                start_url: self.saml_service(provider.id).start_url,
            })
            .collect();
        let oidc = oidc_providers::of_org(tx, organization)?.into_iter().filter(OidcProvider::is_active);
        ways.extend(oidc.map(|provider| SignInWay {
            id: provider.id.to_string(),
            label: provider.label,
            start_url: self.oidc_service(OidcName::Provider(provider.id)).start_url,
        }));
        Ok(ways)
    }
}
