//! Addresses of pages of specifications: they stay, former ones redirect, and none passes to another operation.

use quire_testkit::on_each_database;
use serde_json::json;

use crate::specification_pages::{many, summary, tree, world};
use crate::specifications::publish;
use crate::world::World;

/// The paths of the pages with a title.
fn paths(world: &World<'_>, title: &str) -> Vec<String> {
    tree(world, "").into_iter().filter(|(it, _)| it == title).map(|(_, path)| path).collect()
}

/// Returns the path that an address redirects to; `None` if it does not.
fn led(world: &World<'_>, path: &str) -> Option<String> {
    let answer = world.get(path);
    let location = answer.headers.get("location").filter(|_| answer.status.is_redirection())?;
    Some(location.to_str().unwrap().rsplit_once(world.base.as_str()).unwrap().1.to_owned())
}

/// The document with another operation among those of a tag with many.
fn with(id: &str, path: &str) -> String {
    let more =
        format!("  {path}: {{get: {{operationId: {id}, summary: More, tags: [shops], responses: {{}}}}}}\nwebhooks:\n");
    many().replace("webhooks:\n", &more)
}

#[test]
fn an_address_stays_with_the_operation_that_had_it_first() {
    on_each_database(|test| {
        publish(test, "pets", &many());
        let world = world(test, &summary());
        assert!(world.read("/shops/readshop4").contains("/shops/4"));
        // Another operation would have the same address, and the order does not matter.
        for at in ["/a", "/z"] {
            publish(test, "pets", &with("read_shop_4", at).replace("readShop4", "read-shop-4"));
            let (fourth, more) = (paths(&world, "Read shop 4"), paths(&world, "More"));
            assert!(
                fourth[0].starts_with("shops/read-shop-4-") && more[0].starts_with("shops/read-shop-4-"),
                "{fourth:?} {more:?}"
            );
            assert_ne!(fourth, more);
            assert_eq!(led(&world, "/shops/readshop4"), Some(format!("/{}", fourth[0])), "it was renamed");
            publish(test, "pets", &many());
            assert_eq!(led(&world, &format!("/{}", fourth[0])), Some("/shops/readshop4".to_owned()));
            assert_eq!(world.get(&format!("/{}", more[0])).status, 404, "the other one is gone");
        }
        publish(test, "pets", &with("readshop4", "/a"));
        assert!(world.read("/shops/readshop4").contains("/shops/4"), "the first one keeps it");
        let more = paths(&world, "More");
        assert!(more[0].starts_with("shops/readshop4-"), "{more:?}");
        // Now the first one is gone, and its address leads nowhere rather than to another operation.
        let gone = with("readshop4", "/a").replace(
            "/shops/4: {get: {operationId: readShop4, summary: Read shop 4",
            "/b: {get: {operationId: b, summary: B",
        );
        publish(test, "pets", &gone);
        assert_eq!(paths(&world, "Read shop 4"), [""; 0]);
        assert_eq!(paths(&world, "More"), more);
        assert_eq!(world.get("/shops/readshop4").status, 404);
        publish(test, "pets", &with("readshop4", "/a"));
        assert!(world.read("/shops/readshop4").contains("/shops/4"), "it is back");
    });
}

#[test]
fn identifiers_that_were_exchanged_take_their_addresses_along() {
    on_each_database(|test| {
        publish(test, "pets", &many());
        let world = world(test, &summary());
        let exchanged =
            many().replace("readShop3,", "X,").replace("readShop4,", "readShop3,").replace("X,", "readShop4,");
        publish(test, "pets", &exchanged);
        assert!(world.read("/shops/readshop3").contains("/shops/4"));
        assert!(world.read("/shops/readshop4").contains("/shops/3"));
        // One that takes over the path of another is not the other.
        publish(test, "pets", &many().replace("readShop3,", "X,").replace("readShop4,", "readShop3,"));
        assert!(world.read("/shops/readshop3").contains("/shops/4"), "by its identifier");
        assert_eq!(led(&world, "/shops/readshop4").as_deref(), Some("/shops/x"), "it has a new identifier");
    });
}

#[test]
fn an_operation_is_found_below_its_former_tag() {
    on_each_database(|test| {
        publish(test, "pets", &many());
        let world = world(test, &summary());
        assert!(world.read("/shops/readshop3").contains("/shops/3"));
        let moved = many().replace("tags: [shops]", "tags: [stores]");
        publish(test, "pets", &moved);
        assert_eq!(led(&world, "/shops/readshop3").as_deref(), Some("/stores/readshop3"));
        assert_eq!(led(&world, "/shops").as_deref(), Some("/stores"), "all of its operations went there");
        assert_eq!(world.get("/shops/readshop99").status, 404);
        assert_eq!(world.get("/readshop3").status, 404, "it never had this address");
        // It moves once more, with another identifier.
        publish(test, "pets", &moved.replace("tags: [stores]", "tags: [markets]").replace("readShop3,", "lookAtShop,"));
        for former in ["/shops/readshop3", "/stores/readshop3"] {
            assert_eq!(led(&world, former).as_deref(), Some("/markets/lookatshop"), "{former}");
        }
        // Where a tag has few operations, the page of the tag has them.
        let few = many().replace("summary: Read shop 3, tags: [shops]", "summary: Read shop 3, tags: [few]");
        publish(test, "pets", &few.replace("readShop3,", "lookAtShop,"));
        for former in ["/shops/readshop3", "/stores/readshop3", "/markets/lookatshop"] {
            assert_eq!(led(&world, former).as_deref(), Some("/few#get-shops-3"), "{former}");
        }
        let page = world.read("/few");
        assert!(page.contains("/shops/3") && page.contains("id=\"get-shops-3\""), "{page}");
    });
}

#[test]
fn a_redirect_of_a_site_ends_at_the_operation() {
    on_each_database(|test| {
        publish(test, "pets", &many());
        let world = world(test, &summary());
        assert!(world.read("/shops/readshop3").contains("/shops/3"));
        let rule = json!({ "source": "/old", "destination": { "kind": "url", "url": "/shops/readshop3" } });
        test.admin().post(&format!("{}/redirects", world.site), &rule).created();
        let few = many().replace("summary: Read shop 3, tags: [shops]", "summary: Read shop 3, tags: [few]");
        publish(test, "pets", &few);
        assert_eq!(led(&world, "/old").as_deref(), Some("/few#get-shops-3"));
        assert_eq!(led(&world, "/shops/readshop3?a=b").as_deref(), Some("/few?a=b#get-shops-3"));
    });
}

#[test]
fn the_api_knows_former_addresses() {
    on_each_database(|test| {
        publish(test, "pets", &many());
        let world = world(test, &summary());
        let at = |path: &str| test.admin().get(&format!("{}/content/path/{path}", world.spaces[0]));
        let id = at("shops/readshop3").ok()["id"].clone();
        publish(test, "pets", &many().replace("tags: [shops]", "tags: [stores]"));
        let answer = at("shops/readshop3");
        assert!(answer.status.is_redirection(), "{}", answer.status);
        assert!(answer.header("location").ends_with("/content/path/stores/readshop3"), "{}", answer.header("location"));
        assert_eq!(at("stores/readshop3").ok()["id"], id);
        assert_eq!(at("shops/readshop3?computed=false").status.as_u16(), 404, "these are the pages of writers");
        assert_eq!(at("shops/readshop99").status.as_u16(), 404);
    });
}

#[test]
fn pages_below_another_place_are_found() {
    on_each_database(|test| {
        publish(test, "pets", &many());
        let world = world(test, &summary());
        let below = |title: &str| summary().replace("* ```yaml", &format!("* {title}\n  ```yaml"));
        test.import(&world.spaces[0], &quire_testkit::Files::of(&crate::specification_pages::files(&below("API"))));
        assert_eq!(led(&world, "/shops/readshop3").as_deref(), Some("/api/shops/readshop3"));
        publish(test, "pets", &many().replace("tags: [shops]", "tags: [stores]"));
        assert_eq!(led(&world, "/api/shops/readshop3").as_deref(), Some("/api/stores/readshop3"));
    });
}

#[test]
fn a_version_that_is_named_keeps_its_addresses() {
    on_each_database(|test| {
        publish(test, "pets", &many());
        let spec = format!("{}/openapi/pets", test.org());
        let first = test.admin().get(&spec).ok()["lastVersion"].as_str().unwrap().to_owned();
        let world = world(test, &summary().replace("spec: pets\n", &format!("spec: pets@{first}\n")));
        let before = tree(&world, "");
        publish(test, "pets", &many().replace("readShop4,", "read_shop3,").replace("readShop3,", "read-shop3,"));
        assert_eq!(tree(&world, ""), before);
        assert!(world.read("/shops/readshop3").contains("/shops/3"));
    });
}
