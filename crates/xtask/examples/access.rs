//! What it costs to prove access and to list what a member sees, beside one indexed read of the same database.
//!
//! The member is in 50 teams and holds 500 grants, among 2,000 spaces in 300 nested collections.
#![expect(clippy::print_stdout, reason = "figures go to whoever started it")]
#![expect(clippy::disallowed_methods, reason = "this measures time, and makes identifiers")]

use std::time::Instant;

use quire_app::content::Version;
use quire_app::core::ambient::{Ambient, Clock, Entropy, Lost, Names, Received, Unreachable, Web};
use quire_app::spaces::NewSpace;
use quire_app::spaces::permissions::{Holder, Named, Subject};
use quire_app::{App, Caller, DatabaseConfig, Options};
use quire_model::ids::{CollectionId, OrganizationId, SpaceId, TeamId, UserId};
use quire_model::paging::Paging;
use quire_model::roles::Role;
use quire_model::scopes::Scopes;
use quire_model::text::{TeamTitle, TokenName};
use quire_model::time::Timestamp;
use serde_json::json;

const SPACES: usize = 2_000;
const COLLECTIONS: usize = 300;
const TEAMS: usize = 50;
const GRANTS: usize = 500;

struct Now;

impl Clock for Now {
    fn now(&self) -> Timestamp {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}

struct Random;

impl Entropy for Random {
    fn fill(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("randomness");
    }
}

/// There is no network.
struct Nobody;

impl Names for Nobody {
    fn texts(&self, _: &str) -> Result<Vec<String>, Unreachable> {
        Ok(Vec::new())
    }

    fn file(&self, _: &str) -> Result<String, Unreachable> {
        Err(Unreachable("there is no network".to_owned()))
    }
}

impl Web for Nobody {
    fn get(&self, _: &str, _: u64, _: &mut dyn FnMut(&[u8]) -> Result<(), String>) -> Result<Received, Lost> {
        Err(Lost::Unavailable("there is no network".to_owned()))
    }

    fn ask(&self, _: &str, _: &str, _: u64) -> Result<Vec<u8>, Lost> {
        Err(Lost::Unavailable("there is no network".to_owned()))
    }

    fn pause(&self, _: std::time::Duration) {}
}

fn main() {
    let dir = std::path::PathBuf::from(std::env::args_os().nth(1).expect("a directory"));
    let app = open(&dir);
    let world = World::make(&app);
    world.measure(&app, &dir);
}

fn open(dir: &std::path::Path) -> App {
    let config = DatabaseConfig::Sqlite { path: dir.join("quire.db"), readers: 2 };
    let ambient =
        Ambient { clock: Box::new(Now), entropy: Box::new(Random), names: Box::new(Nobody), web: Box::new(Nobody) };
    let options = Options {
        public_url: "http://localhost".to_owned(),
        cache_bytes: 64 << 20,
        max_upload_bytes: 1 << 20,
        allow_private_addresses: false,
        site_hosts: Vec::new(),
        allowed_hostnames: Vec::new(),
        allowed_email_domains: Vec::new(),
        sends_mail: false,
        font_folders: Vec::new(),
        oidc: None,
    };
    App::open(config, dir, ambient, options).expect("a database")
}

struct World {
    organization: OrganizationId,
    member: UserId,
    secret: String,
    spaces: Vec<SpaceId>,
}

impl World {
    fn make(app: &App) -> Self {
        let admin = &Caller::operator();
        let organization = app.bootstrap(None).expect("a first start").expect("an empty database").organization;
        let member = app.create_user("member@example.com", "Member").expect("a user").id;
        app.add_member(organization, member, Some(Role::Read)).expect("a member");
        let mut collections: Vec<CollectionId> = Vec::new();
        for n in 0..COLLECTIONS {
            let parent = (n % 30 != 0).then(|| collections[n - 1]);
            let made = app.create_collection(admin, organization, None, parent).expect("a collection");
            collections.push(made.id);
        }
        let spaces: Vec<SpaceId> = (0..SPACES)
            .map(|n| {
                let new = NewSpace { parent: Some(collections[n % COLLECTIONS]), ..NewSpace::default() };
                app.create_space(admin, organization, &new).expect("a space").space.id
            })
            .collect();
        let title = TeamTitle::try_from("Team".to_owned()).expect("a title");
        let teams: Vec<TeamId> = (0..TEAMS)
            .map(|_| app.create_team(admin, organization, &title, &[Some(member)]).expect("a team").team.id)
            .collect();
        for n in 0..GRANTS {
            let named = if n % 2 == 0 {
                Named { kind: Holder::User, name: member.to_string() }
            } else {
                Named { kind: Holder::Team, name: teams[n % TEAMS].to_string() }
            };
            app.grant(admin, Subject::Space(spaces[n * 3]), &[named], Role::Edit).expect("a grant");
        }
        let name = TokenName::try_from("bench".to_owned()).expect("a name");
        let new = quire_app::accounts::tokens::NewToken { name, scopes: Scopes::ALL, expires_at: None };
        let secret = app.issue_token(member, &new).expect("a token").secret;
        Self { organization, member, secret, spaces }
    }

    fn measure(&self, app: &App, dir: &std::path::Path) {
        let caller = app.authenticate(quire_app::callers::hash(&self.secret)).expect("the member");
        let config = DatabaseConfig::Sqlite { path: dir.join("quire.db"), readers: 2 };
        let database = quire_store::Database::open(config).expect("the same database");
        let each = |work: &dyn Fn(SpaceId)| {
            let began = Instant::now();
            self.spaces.iter().for_each(|space| work(*space));
            began.elapsed().as_secs_f64() * 1e6 / SPACES as f64
        };
        let read = |space| {
            let found = database.read_single(|tx| quire_store::spaces::get(tx, space));
            assert!(found.expect("a read").is_some());
        };
        // Once to warm the database's own caches.
        each(&read);
        let cold = each(&|space| assert!(app.view(&caller, space, Version::Main).is_ok()));
        let hot =
            each(&|space| assert!(app.recall_view(&caller, space, Version::Main).is_some_and(|view| view.is_ok())));
        let one = each(&read);
        print("proving access to a space, cold (space, revision and rights)", cold, ("one indexed read", one));
        print("proving access to a space, hot", hot, ("one indexed read", one));
        self.measure_lists(app, &caller);
    }

    fn measure_lists(&self, app: &App, caller: &Caller) {
        let list = |limit: usize| {
            let began = Instant::now();
            let paging = Paging { from: None, limit };
            let page = app.list_spaces_of_member(
                caller,
                self.organization,
                self.member,
                quire_model::paging::Order::Descending,
                &paging,
            );
            assert_eq!(page.expect("a list").items.len(), limit);
            began.elapsed().as_secs_f64() * 1e6
        };
        let first = list(50);
        let fifty = (0..20).map(|_| list(50)).fold(f64::MAX, f64::min);
        let thousand = (0..20).map(|_| list(1000)).fold(f64::MAX, f64::min);
        print("a member's 50 of 2,000 spaces, after a change of rights", first, ("again", fifty));
        print("a member's spaces, each of 1,000", thousand / 1000.0, ("each of 50", fifty / 50.0));
        let collections = || {
            let began = Instant::now();
            let paging = Paging { from: None, limit: 50 };
            let page =
                app.list_collections(caller, self.organization, quire_app::spaces::collections::Depth::Nested, &paging);
            assert_eq!(page.expect("a list").items.len(), 50);
            began.elapsed().as_secs_f64() * 1e6
        };
        let collections = (0..20).map(|_| collections()).fold(f64::MAX, f64::min);
        print("50 of 300 collections, each", collections / 50.0, ("each of 50 spaces", fifty / 50.0));
    }
}

fn print(name: &str, quire: f64, other: (&str, f64)) {
    println!("{}", json!({ "name": name, "quire": quire, "other": other, "unit": "us" }));
}
