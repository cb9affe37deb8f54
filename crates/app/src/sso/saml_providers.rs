//! The SAML providers of an organization, which its admins set up.

use quire_model::addresses::WebAddress;
use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, SamlProviderId};
use quire_model::paging::{Listing, Paging};
use quire_model::patch::Patch;
use quire_model::sso::GroupTeams;
use quire_model::text::{SamlCertificate, SamlEntityId, SamlLabel};
use quire_model::time::Timestamp;
use quire_sso::certificate::Certificate;
use quire_sso::saml::{self, Binding, ServiceProvider};
pub use quire_store::saml_providers::SamlProvider;
use quire_store::{Read, saml_providers};
use serde_json::json;

use super::providers::{Joining, JoiningChanges, forget_people, keep_a_way, may_delete, settle_deleted};
use crate::App;
use crate::access::{self, AdministrateOrganization};
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::core::errors::Error;
use crate::orgs::teams::ShownTeam;

/// Changes to a provider; `None` and [`Patch::Keep`] leave a field as it is.
#[derive(Debug, Clone, Default)]
pub struct ProviderChanges {
    /// The name on the sign-in page.
    pub label: Option<SamlLabel>,
    /// The entity identifier of the provider.
    pub entity_id: Patch<SamlEntityId>,
    /// The address to which people are sent to sign in.
    pub sso_url: Patch<WebAddress>,
    /// The address at which people are signed out there, for the binding HTTP-Redirect. A change drops the address for
    /// answers.
    pub slo_url: Patch<WebAddress>,
    /// The address for answers to its requests of sign-out, if it is another one.
    pub slo_response_url: Patch<WebAddress>,
    /// One or two certificates in PEM.
    pub certificate: Patch<SamlCertificate>,
    /// The metadata of the provider: entity identifier, address and certificates at once. Takes precedence over them.
    pub metadata: Option<String>,
    /// The role and the teams of people who sign in.
    pub joining: JoiningChanges,
    /// True if sign-ins that begin at the provider are accepted.
    pub idp_initiated: Option<bool>,
}

/// A provider as admins see it.
pub struct ShownProvider {
    /// The provider as it is stored.
    pub provider: SamlProvider,
    /// The team that new members join.
    pub team: Option<ShownTeam>,
    /// The certificates with their times.
    pub certificates: Vec<Certificate>,
    /// Our side, as the identity provider has to know it.
    pub service: Service,
    /// Sentences about what will stop working soon.
    pub warnings: Vec<String>,
}

/// The addresses of our side of a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Service {
    /// The address that responses are posted to.
    pub acs_url: String,
    /// The address at which a sign-in begins.
    pub start_url: String,
    /// The address to which browsers bring the provider's messages of single logout.
    pub slo_url: String,
    /// Our entity identifier, which is the address of our metadata.
    pub entity_id: String,
}

/// The most providers of an organization.
const MOST: i64 = 100;
/// The most certificates of a provider: the one in use, and the next one.
const MOST_CERTIFICATES: usize = 2;
/// The time before the end of a certificate from which a warning is shown.
const SOON: i64 = 30 * 24 * 3600;

const NOT_FOUND: Error = Error::NotFound("SAML provider");

impl App {
    /// Lists the providers of an organization, oldest first.
    pub fn list_saml_providers(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        paging: &Paging,
    ) -> Result<Listing<ShownProvider>, Error> {
        let page = self.inner.db.read(|tx| {
            access::organization::<AdministrateOrganization>(tx, caller, organization)?;
            Ok::<_, Error>(saml_providers::list(tx, organization, paging)?)
        })?;
        page.try_map(|provider| self.show_provider(caller, provider))
    }

    /// Returns a provider of an organization.
    pub fn get_saml_provider(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: SamlProviderId,
    ) -> Result<ShownProvider, Error> {
        let provider = self.inner.db.read(|tx| {
            access::organization::<AdministrateOrganization>(tx, caller, organization)?;
            saml_providers::get(tx, organization, id)?.ok_or(NOT_FOUND)
        })?;
        self.show_provider(caller, provider)
    }

    /// Creates a provider.
    pub fn create_saml_provider(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        new: &ProviderChanges,
    ) -> Result<ShownProvider, Error> {
        let label = new.label.as_ref().ok_or_else(|| Error::Invalid("label: must be there".to_owned()))?;
        let id = SamlProviderId(self.fresh_id());
        let created_at = self.now();
        let made = self.write(caller, |change| {
            let org = access::organization::<AdministrateOrganization>(change.tx, caller, organization)?;
            if saml_providers::count(change.tx, organization)? >= MOST {
                return Err(Error::Conflict(format!("an organization has at most {MOST} SAML providers")));
            }
            let empty = SamlProvider {
                organization,
                id,
                label: label.as_str().to_owned(),
                entity_id: None,
                sso_url: None,
                slo_url: None,
                slo_response_url: None,
                certificates: None,
                default_team: None,
                default_role: org.default_role,
                group_teams: GroupTeams::default(),
                idp_initiated: false,
                created_at,
            };
            let provider = changed(change.tx, &empty, new)?;
            saml_providers::insert(change.tx, &provider)?;
            record(change, EventKind::SsoProviderCreated, &provider)?;
            Ok(provider)
        })?;
        self.show_provider(caller, made)
    }

    /// Changes the settings of a provider.
    pub fn update_saml_provider(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: SamlProviderId,
        changes: &ProviderChanges,
    ) -> Result<ShownProvider, Error> {
        let after = self.write(caller, |change| {
            access::organization::<AdministrateOrganization>(change.tx, caller, organization)?;
            let before = saml_providers::get(change.tx, organization, id)?.ok_or(NOT_FOUND)?;
            let after = changed(change.tx, &before, changes)?;
            if after != before {
                saml_providers::update(change.tx, &after)?;
                if after.entity_id != before.entity_id {
                    forget_people(change, organization, id.0)?;
                }
                if !after.is_active() {
                    keep_a_way(change, organization)?;
                }
                record(change, EventKind::SsoProviderUpdated, &after)?;
            }
            Ok(after)
        })?;
        self.show_provider(caller, after)
    }

    /// Deletes a provider with what it knows of people and ends its sessions; accounts and memberships stay. Does nothing
    /// if there is none.
    pub fn delete_saml_provider(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: SamlProviderId,
    ) -> Result<(), Error> {
        self.write(caller, |change| {
            if !may_delete(change.tx, caller, organization)? {
                return Ok(());
            }
            let Some(provider) = saml_providers::get(change.tx, organization, id)? else { return Ok(()) };
            saml_providers::delete(change.tx, organization, id)?;
            settle_deleted(change, organization, id.0)?;
            record(change, EventKind::SsoProviderDeleted, &provider)
        })
    }

    /// Returns our metadata for a provider, as XML.
    pub fn saml_metadata(&self, id: SamlProviderId) -> Result<String, Error> {
        self.inner.db.read_single(|tx| saml_providers::find(tx, id)?.ok_or(NOT_FOUND))?;
        Ok(service_provider(&self.saml_service(id)).metadata())
    }

    /// Returns the addresses of our side of a provider.
    pub fn saml_service(&self, id: SamlProviderId) -> Service {
        let at = |part: &str| format!("{}/sign-in/saml/{id}/{part}", self.inner.options.public_url);
        Service { acs_url: at("acs"), start_url: at("start"), slo_url: at("logout"), entity_id: at("metadata") }
    }

    fn show_provider(&self, caller: &Caller, provider: SamlProvider) -> Result<ShownProvider, Error> {
        let team = self.show_default_team(caller, provider.organization, provider.default_team)?;
        let certificates = certificates(&provider)?;
        let warnings = certificates.iter().filter_map(|it| warning(it, self.now())).collect();
        let service = self.saml_service(provider.id);
        Ok(ShownProvider { team, certificates, warnings, service, provider })
    }
}

/// Returns our side of a provider for messages.
pub(super) fn service_provider(service: &Service) -> ServiceProvider {
    let Service { entity_id, acs_url, slo_url, .. } = service.clone();
    ServiceProvider { entity_id, acs_url, slo_url }
}

/// Everything about a provider that a sign-in needs.
pub(super) struct Active {
    pub(super) organization: OrganizationId,
    pub(super) id: SamlProviderId,
    pub(super) entity_id: String,
    pub(super) sso_url: String,
    pub(super) slo_response_url: Option<String>,
    pub(super) certificates: Vec<Certificate>,
    pub(super) idp_initiated: bool,
    pub(super) group_teams: GroupTeams,
}

impl Active {
    /// Returns a provider for a sign-in; `None` if it is pending.
    pub(super) fn of(provider: SamlProvider) -> Result<Option<Self>, Error> {
        let certificates = certificates(&provider)?;
        let SamlProvider { organization, id, idp_initiated, group_teams, entity_id, sso_url, .. } = provider;
        let slo_response_url = provider.slo_response_url.or(provider.slo_url);
        let known = entity_id.zip(sso_url).filter(|_| !certificates.is_empty());
        Ok(known.map(|(entity_id, sso_url)| Self {
            organization,
            id,
            entity_id,
            sso_url,
            slo_response_url,
            certificates,
            idp_initiated,
            group_teams,
        }))
    }
}

/// Returns the certificates of a provider.
fn certificates(provider: &SamlProvider) -> Result<Vec<Certificate>, Error> {
    let damaged = |error| Error::internal("reading the certificates of a SAML provider", error);
    provider.certificates.as_deref().map_or(Ok(Vec::new()), |text| Certificate::read_all(text).map_err(damaged))
}

/// Returns a provider with changes.
fn changed(tx: &mut Read<'_>, before: &SamlProvider, changes: &ProviderChanges) -> Result<SamlProvider, Error> {
    let text = |patch: &Patch<SamlEntityId>| patch.as_ref().map(|it| it.as_str().to_owned());
    let address = |patch: &Patch<WebAddress>| patch.as_ref().map(|it| it.as_str().to_owned());
    let mut after = before.clone();
    if let Some(label) = &changes.label {
        after.label = label.as_str().to_owned();
    }
    after.entity_id = text(&changes.entity_id).after(after.entity_id);
    after.sso_url = address(&changes.sso_url).after(after.sso_url);
    if !matches!(changes.slo_url, Patch::Keep) {
        after.slo_url = address(&changes.slo_url).after(after.slo_url);
        after.slo_response_url = None;
    }
    after.slo_response_url = address(&changes.slo_response_url).after(after.slo_response_url);
    after.certificates = match &changes.certificate {
        Patch::Keep => after.certificates,
        Patch::Clear => None,
        Patch::Set(text) => Some(pem(&read_certificates(text.as_str())?)),
    };
    if let Some(metadata) = &changes.metadata {
        describe(&mut after, metadata)?;
    }
    let SamlProvider { default_team, default_role, group_teams, .. } = &mut after;
    changes.joining.apply(tx, before.organization, &mut Joining { default_team, default_role, group_teams })?;
    after.idp_initiated = changes.idp_initiated.unwrap_or(after.idp_initiated);
    Ok(after)
}

/// Sets what the metadata of a provider says.
fn describe(provider: &mut SamlProvider, metadata: &str) -> Result<(), Error> {
    let found = saml::read_metadata(metadata).map_err(|error| Error::Invalid(format!("metadata: {error}")))?;
    if found.binding != Binding::Redirect {
        let message = "metadata: the provider has no single sign-on address for the binding HTTP-Redirect";
        return Err(Error::Invalid(message.to_owned()));
    }
    let sso_url = WebAddress::try_from(found.sso_url)
        .map_err(|error| Error::Invalid(format!("metadata: the single sign-on address {error}")))?;
    let first: Vec<_> = found.certificates.into_iter().take(MOST_CERTIFICATES).collect();
    provider.entity_id = Some(found.entity_id);
    provider.sso_url = Some(sso_url.as_str().to_owned());
    provider.certificates = Some(pem(&first));
    // Sign-in does not need them: an address that can't be used is none.
    let usable = |address: String| WebAddress::try_from(address).ok().map(|it| it.as_str().to_owned());
    let (requests, answers) = found.logout.map(|it| (it.requests, it.answers)).unzip();
    provider.slo_url = requests.and_then(usable);
    provider.slo_response_url =
        answers.and_then(usable).filter(|it| provider.slo_url.as_ref().is_some_and(|own| own != it));
    Ok(())
}

fn read_certificates(text: &str) -> Result<Vec<Certificate>, Error> {
    let found = Certificate::read_all(text).map_err(|error| Error::Invalid(format!("certificate: {error}")))?;
    if found.len() > MOST_CERTIFICATES {
        let message = format!("certificate: must be at most {MOST_CERTIFICATES} certificates, not {}", found.len());
        return Err(Error::Invalid(message));
    }
    Ok(found)
}

fn pem(all: &[Certificate]) -> String {
    all.iter().map(Certificate::pem).collect()
}

/// Returns a sentence about a certificate that ends soon, or has ended.
fn warning(certificate: &Certificate, now: Timestamp) -> Option<String> {
    let left = certificate.not_after - now.0.div_euclid(1000);
    let name = &certificate.subject;
    match left {
        ..=0 => Some(format!("the certificate of {name} has expired: get the new one from the identity provider")),
        1..=SOON => Some(format!(
            "the certificate of {name} expires in {} days: add the next one to it in good time",
            left / (24 * 3600) + 1
        )),
        _ => None,
    }
}

fn record(change: &mut Change<'_, '_>, kind: EventKind, provider: &SamlProvider) -> Result<(), Error> {
    let fingerprints: Vec<_> = certificates(provider)?.into_iter().map(|it| it.fingerprint).collect();
    let detail = json!({
        "label": provider.label,
        "entityID": provider.entity_id,
        "ssoURL": provider.sso_url,
        "sloURL": provider.slo_url,
        "sloResponseURL": provider.slo_response_url,
        "certificates": fingerprints,
        "idpInitiated": provider.idp_initiated,
        "groupTeams": provider.group_teams.to_stored(),
    });
    change.record(provider.organization.0, kind, provider.id.0, &detail)
}
