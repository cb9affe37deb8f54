//! Rights: what members see and may do, against an evaluator that knows the rules and nothing else.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use quire_model::ids::UserId;
use quire_model::roles::Role;
use quire_model::scopes::Scopes;
use quire_model::text::TokenName;
use quire_testkit::{TestApp, on_each_database};
use serde_json::{Value, json};

/// A level, a grant: `None` for null.
type Word = Option<Role>;

#[derive(Debug, Clone)]
struct Plan {
    /// Each member's role.
    members: Vec<Word>,
    /// Who is in each team.
    teams: Vec<BTreeSet<usize>>,
    /// Collections first, then spaces: what they are in (an earlier collection), and their level; `None` inherits.
    things: Vec<(Option<usize>, Option<Word>)>,
    /// How many of them are collections.
    collections: usize,
    /// Roles of members on things.
    own: BTreeMap<(usize, usize), Role>,
    /// Roles of teams on things.
    by_team: BTreeMap<(usize, usize), Role>,
    /// Moves of spaces to collections or to the top.
    moves: Vec<(usize, Option<usize>)>,
}

impl Plan {
    /// The role of a member on a thing, as the rules say it.
    fn role(&self, member: usize, thing: usize) -> Word {
        if self.members[member] == Some(Role::Admin) {
            return Some(Role::Admin);
        }
        let mut at = Some(thing);
        while let Some(here) = at {
            if let Some(role) = self.own.get(&(member, here)) {
                return Some(*role);
            }
            let teams = (0..self.teams.len()).filter(|team| self.teams[*team].contains(&member));
            if let Some(best) = teams.filter_map(|team| self.by_team.get(&(team, here))).max() {
                return Some(*best);
            }
            if let Some(level) = self.things[here].1 {
                return level;
            }
            at = self.things[here].0;
        }
        self.members[member]
    }
}

fn role() -> impl Strategy<Value = Role> {
    proptest::sample::select(Role::ALL.to_vec())
}

fn plan() -> impl Strategy<Value = Plan> {
    let sizes = (2usize..5, 1usize..4, 1usize..5, 1usize..7);
    sizes.prop_flat_map(|(members, teams, collections, spaces)| {
        let things = collections + spaces;
        let thing =
            (any::<proptest::sample::Index>(), any::<bool>(), proptest::option::of(proptest::option::of(role())));
        (
            proptest::collection::vec(proptest::option::of(role()), members),
            proptest::collection::vec(proptest::collection::btree_set(0..members, 0..=members), teams),
            proptest::collection::vec(thing, things),
            proptest::collection::btree_map((0..members, 0..things), role(), 0..5),
            proptest::collection::btree_map((0..teams, 0..things), role(), 0..5),
            proptest::collection::vec((collections..things, proptest::option::of(0..collections)), 0..4),
        )
            .prop_map(move |(members, teams, things, own, by_team, moves)| {
                let place = |(n, (parent, is_inside, level)): (usize, (proptest::sample::Index, bool, _))| {
                    let parents = n.min(collections);
                    ((is_inside && parents > 0).then(|| parent.index(parents)), level)
                };
                let things = things.into_iter().enumerate().map(place).collect();
                Plan { members, teams, things, collections, own, by_team, moves }
            })
    })
}

/// A plan come true.
struct World<'a> {
    test: &'a TestApp,
    members: Vec<(UserId, String)>,
    things: Vec<String>,
}

impl<'a> World<'a> {
    fn make(test: &'a TestApp, plan: &Plan) -> Self {
        let org = test.org();
        let admin = test.admin();
        let members: Vec<_> = (0..plan.members.len())
            .map(|n| {
                let user = test.app.create_user(&format!("m{n}@example.com"), &format!("M{n}")).unwrap().id;
                test.app.add_member(test.first.organization, user, plan.members[n]).unwrap();
                let name = TokenName::try_from("test".to_owned()).unwrap();
                let new = quire_app::accounts::tokens::NewToken { name, scopes: Scopes::ALL, expires_at: None };
                (user, test.app.issue_token(user, &new).unwrap().secret)
            })
            .collect();
        let id = |made: Value| made["id"].as_str().unwrap().to_owned();
        let mut things: Vec<String> = Vec::new();
        for (n, (parent, _)) in plan.things.iter().enumerate() {
            let kind = if n < plan.collections { "collections" } else { "spaces" };
            let mut body = json!({ "title": n.to_string() });
            if let Some(parent) = parent {
                body["parent"] = things[*parent].clone().into();
            }
            things.push(id(admin.post(&format!("{org}/{kind}"), &body).created()));
        }
        let world = Self { test, members, things };
        for (n, (_, level)) in plan.things.iter().enumerate() {
            if let Some(level) = level {
                admin.patch(&world.path(plan, n), &json!({ "defaultLevel": level })).ok();
            }
        }
        for ((member, thing), role) in &plan.own {
            let body = json!({ "users": [world.members[*member].0.to_string()], "role": role });
            admin.post(&format!("{}/permissions", world.path(plan, *thing)), &body).expect(204);
        }
        for (n, team) in plan.teams.iter().enumerate() {
            let people: Vec<_> = team.iter().map(|member| world.members[*member].0.to_string()).collect();
            let made = admin.put(&format!("{org}/teams"), &json!({ "title": format!("T{n}"), "members": people }));
            let team = id(made.created());
            for ((of, thing), role) in &plan.by_team {
                if *of == n {
                    let body = json!({ "teams": [team], "role": role });
                    admin.post(&format!("{}/permissions", world.path(plan, *thing)), &body).expect(204);
                }
            }
        }
        world
    }

    fn path(&self, plan: &Plan, thing: usize) -> String {
        let kind = if thing < plan.collections { "collections" } else { "spaces" };
        format!("/v1/{kind}/{}", self.things[thing])
    }

    fn check(&self, plan: &Plan) {
        for member in 0..plan.members.len() {
            self.check_member(plan, member);
        }
        for thing in 0..plan.things.len() {
            let path = format!("{}/permissions/aggregate", self.path(plan, thing));
            let found: BTreeSet<String> = pairs(&self.test.admin().get(&path).ok(), "user");
            let wanted = (0..plan.members.len()).filter_map(|member| Some((member, plan.role(member, thing)?)));
            let mut wanted: BTreeSet<_> =
                wanted.map(|(member, role)| format!("{} {}", self.members[member].0, role.as_str())).collect();
            wanted.insert(format!("{} admin", self.test.first.user));
            assert_eq!(found, wanted, "everybody on {thing}");
        }
    }

    /// What one member sees in lists, gets one by one and may change is what the rules say; nothing leaks.
    fn check_member(&self, plan: &Plan, member: usize) {
        let caller = self.test.caller(Some(&self.members[member].1));
        let seen = |range: std::ops::Range<usize>| -> BTreeSet<String> {
            range.filter(|thing| plan.role(member, *thing).is_some()).map(|thing| self.things[thing].clone()).collect()
        };
        let (collections, all) = (plan.collections, plan.things.len());
        let org = self.test.org();
        assert_eq!(ids(&caller.get(&format!("{org}/spaces")).ok()), seen(collections..all), "spaces of {member}");
        assert_eq!(ids(&caller.get(&format!("{org}/collections")).ok()), seen(0..collections), "collections");
        for thing in 0..all {
            let path = self.path(plan, thing);
            let role = plan.role(member, thing);
            let status = caller.get(&path).status.as_u16();
            assert_eq!(status, if role.is_some() { 200 } else { 404 }, "{member} reads {thing}");
            let status = caller.patch(&path, &json!({})).status.as_u16();
            let wanted = role.map_or(404, |role| if role >= Role::Create { 200 } else { 403 });
            assert_eq!(status, wanted, "{member} changes {thing}");
            let why = format!("{path}/permissions/explain?user={}", self.members[member].0);
            let why = self.test.admin().get(&why).ok();
            assert_eq!(why["permission"], json!(role), "{why}");
            assert!(why["explanation"].as_str().unwrap().contains(role.map_or("no access", Role::as_str)), "{why}");
        }
        let path = format!("{org}/members/{}/spaces", self.members[member].0);
        let found = pairs(&self.test.admin().get(&path).ok(), "space");
        let wanted = (collections..all).filter_map(|space| Some((space, plan.role(member, space)?)));
        let wanted: BTreeSet<_> =
            wanted.map(|(space, role)| format!("{} {}", self.things[space], role.as_str())).collect();
        assert_eq!(found, wanted, "the spaces of {member}");
    }
}

fn ids(list: &Value) -> BTreeSet<String> {
    let items = list["items"].as_array().unwrap();
    assert_eq!(list["count"], items.len());
    items.iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect()
}

/// Each item's identifier and role.
fn pairs(list: &Value, of: &str) -> BTreeSet<String> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let items = list["items"].as_array().unwrap().iter();
    items.map(|item| format!("{} {}", text(&item[of]["id"]), text(&item["permission"]))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn members_see_and_may_do_what_the_rules_say(plan in plan()) {
        on_each_database(|test| {
            let mut plan = plan.clone();
            let world = World::make(test, &plan);
            world.check(&plan);
            for (space, parent) in plan.moves.clone() {
                let to = parent.map(|parent| world.things[parent].clone());
                let path = format!("{}/move", world.path(&plan, space));
                test.admin().post(&path, &json!({ "parent": to })).ok();
                plan.things[space].0 = parent;
            }
            world.check(&plan);
        });
    }
}

#[test]
fn rights_change_at_once() {
    on_each_database(|test| {
        let admin = test.admin();
        let user = test.app.create_user("ann@example.com", "Ann").unwrap().id;
        test.app.add_member(test.first.organization, user, None).unwrap();
        let name = TokenName::try_from("test".to_owned()).unwrap();
        let new = quire_app::accounts::tokens::NewToken { name, scopes: Scopes::ALL, expires_at: None };
        let secret = test.app.issue_token(user, &new).unwrap().secret;
        let ann = test.caller(Some(&secret));
        let space = test.new_space("Docs");
        let one = format!("{space}/permissions/users/{user}");
        let content = format!("{space}/content");
        for _ in 0..2 {
            ann.get(&content).refused(404);
            admin
                .post(&format!("{space}/permissions"), &json!({ "users": ["ann@example.com"], "role": "read" }))
                .expect(204);
            ann.get(&content).ok();
            assert_eq!(admin.get(&one).ok()["permission"], "read");
            admin.patch(&one, &json!({ "role": "edit" })).expect(204);
            assert_eq!(ann.get(&space).ok()["permissions"]["edit"], true);
            admin.patch(&one, &json!({ "role": null })).expect(204);
            ann.get(&content).refused(404);
            admin.patch(&one, &json!({ "role": "edit" })).refused(404);
            admin.delete(&one).expect(204);
        }
    });
}

#[test]
fn grants_need_members_of_the_organization() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Docs");
        test.app.create_user("stranger@example.com", "Stranger").unwrap();
        let path = format!("{space}/permissions");
        for (body, field) in [
            (json!({ "users": ["stranger@example.com"], "role": "read" }), "users"),
            (json!({ "users": ["nobody"], "role": "read" }), "users"),
            (json!({ "teams": [test.first.user.to_string()], "role": "read" }), "teams"),
            (json!({ "users": [test.first.user.to_string()], "role": "owner" }), "role"),
            (json!({ "users": [test.first.user.to_string()], "role": null }), "role"),
            (json!({ "role": "read" }), "users"),
        ] {
            let message = admin.post(&path, &body).refused(400);
            assert!(message.contains(field), "{body}: {message}");
        }
        assert_eq!(admin.get(&format!("{path}/users")).ok()["count"], 0);
    });
}
