//! What was given before claims had to be proven stays: the migration counts it as proven.

use quire_content::id::Uid;
use quire_db::{Execute, Value};
use quire_model::addresses::EmailDomain;
use quire_model::ids::{OrganizationId, SiteId, UserId};
use quire_model::time::Timestamp;
use quire_store::site_hostnames::SiteHostname;
use quire_store::{Error, email_domains, members, migrations, site_hostnames};

use crate::open;

const ORG: OrganizationId = OrganizationId(Uid([1; 16]));
const SITE: SiteId = SiteId(Uid([2; 16]));
const USER: UserId = UserId(Uid([3; 16]));

static ORGANIZATION: Execute =
    Execute::new("insert into organizations (id, title, hostname, created_at) values (?1, 'x', 'x', 0)");
static PERSON: Execute =
    Execute::new("insert into users (id, email, display_name, created_at) values (?1, 'ada@example.org', 'Ada', 0)");
static MEMBER: Execute = Execute::new("insert into members (organization, user_id, joined_at) values (?1, ?2, 7)");
static DOMAIN: Execute = Execute::new("insert into email_domains (domain, organization) values ('example.org', ?1)");
static HOSTNAME: Execute = Execute::new(
    "insert into site_hostnames (hostname, organization, site, created_at) values ('docs.example.org', ?1, ?2, 7)",
);

#[test]
fn what_was_given_before_stays() {
    for held in quire_testdb::databases() {
        let database = open(&held);
        let earlier: Vec<_> = migrations::ALL.iter().take_while(|it| it.name != "claims").copied().collect();
        database.migrate(&earlier, 0).unwrap();
        let [org, site, user] = [ORG.0, SITE.0, USER.0].map(|id| Value::Blob(id.0.to_vec()));
        database
            .write(|tx| {
                tx.execute(&ORGANIZATION, std::slice::from_ref(&org))?;
                tx.execute(&PERSON, std::slice::from_ref(&user))?;
                tx.execute(&MEMBER, &[org.clone(), user.clone()])?;
                tx.execute(&DOMAIN, std::slice::from_ref(&org))?;
                tx.execute(&HOSTNAME, &[org.clone(), site.clone()])?;
                Ok::<_, Error>(())
            })
            .unwrap();
        database.migrate(migrations::ALL, 0).unwrap();
        database
            .write(|tx| {
                let hostname = site_hostnames::proven(tx, "docs.example.org")?.unwrap();
                assert_eq!((hostname.organization, hostname.site, hostname.next_check_at), (ORG, SITE, None));
                let domain = EmailDomain::try_from("example.org".to_owned()).unwrap();
                assert_eq!(email_domains::organizations(tx, &domain)?, [ORG]);
                assert_eq!(members::get(tx, ORG, USER)?.unwrap().display_name, "Ada");
                // Others may claim the name, and can't have it.
                let other = SiteHostname { site: SiteId(Uid([4; 16])), proven_at: None, ..hostname };
                site_hostnames::insert(tx, &other)?;
                assert_eq!(site_hostnames::claims(tx, "docs.example.org")?.len(), 2);
                Ok::<_, Error>(())
            })
            .unwrap();
        let taken = database.write(|tx| {
            let claims = site_hostnames::claims(tx, "docs.example.org")?;
            let other = claims.into_iter().find(|claim| claim.proven_at.is_none()).unwrap();
            site_hostnames::update(tx, &SiteHostname { proven_at: Some(Timestamp(8)), ..other })
        });
        assert!(matches!(taken, Err(Error::Unique { .. })), "{taken:?}");
    }
}
