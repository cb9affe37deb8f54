use proptest::prelude::*;

use super::*;
use crate::ids::{PageId, SiteSpaceId, Uid};

fn source(text: &str) -> Source {
    Source::try_from(text.to_owned()).unwrap()
}

fn rule(n: u8, from: &str, to: &str) -> Rule {
    let url = Address::try_from(to.trim_end_matches('*').to_owned()).unwrap();
    let captures = to.ends_with('*');
    Rule { id: SiteRedirectId(Uid([n; 16])), source: source(from), destination: Destination::Url { url }, captures }
}

fn rules(pairs: &[(&str, &str)]) -> Vec<Rule> {
    (0u8..).zip(pairs).map(|(n, (from, to))| rule(n, from, to)).collect()
}

fn locate(destination: &Destination) -> Option<RedirectLocation> {
    match destination {
        Destination::Url { url } => Some(url.place()),
        _ => None,
    }
}

fn lead(pairs: &[(&str, &str)], path: &str) -> Option<String> {
    let place = Rules::new(rules(pairs)).follow(path, locate, |path| path.starts_with("/page"))?;
    let (RedirectLocation::Here(target) | RedirectLocation::Elsewhere(target)) = place;
    Some(target)
}

#[test]
fn sources_are_paths_with_a_wildcard_at_most_at_the_end() {
    for good in ["/a", "/a/b-c.d_e~f", "/a/*", "/a*", "/%C3%A9", "/a/b*", "/a%2Fb"] {
        assert_eq!(source(good).to_string(), good);
    }
    assert_eq!(source("/%41/%c3%a9*").to_string(), "/A/%C3%A9*");
    let long = format!("/{}", "x".repeat(512));
    for bad in
        ["", "/", "a", "/*", "*", "/a/", "/a//b", "/a*b", "/*/a", "/a b", "/é", "/%4", "/a?b", "/a/../b", "/%2e%2E"]
            .into_iter()
            .chain([long.as_str()])
    {
        assert!(Source::try_from(bad.to_owned()).is_err(), "{bad}");
    }
}

#[test]
fn paths_have_one_spelling() {
    for (path, one) in [
        ("", "/"),
        ("/", "/"),
        ("a//b/", "/a/b"),
        ("/%7Ea/%c3%A9", "/~a/%C3%A9"),
        ("/é b", "/%C3%A9%20b"),
        ("/100%", "/100%25"),
        ("/a%2Fb", "/a%2Fb"),
    ] {
        assert_eq!(normal(path), one, "{path}");
        assert_eq!(normal(one), one);
    }
}

#[test]
fn destinations_are_on_the_web_or_on_the_site() {
    for good in ["/a", "/", "/a?b=c#d", "https://example.org/a"] {
        assert!(Address::try_from(good.to_owned()).is_ok(), "{good}");
    }
    for bad in ["//example.org", "/\\example.org", "javascript:alert(1)", "a", "", "/a b", "ftp://example.org"] {
        assert!(Address::try_from(bad.to_owned()).is_err(), "{bad}");
    }
}

#[test]
fn destinations_come_back_as_they_went() {
    let site_space_id = SiteSpaceId(Uid([7; 16]));
    let page = Destination::SitePage { site_space_id, page_id: PageId(Uid([9; 16])) };
    let stored = page.to_stored();
    assert!(stored.contains(r#""kind":"site-page""#) && stored.contains(r#""siteSpaceId":"#), "{stored}");
    assert_eq!(Destination::from_stored(&stored), Some(page));
    assert_eq!(Destination::from_stored(r#"{"kind":"site-space","siteSpaceId":"1"}"#), None);
}

#[test]
fn the_most_special_redirect_counts() {
    let all = [("/docs*", "https://e.org/any"), ("/docs/*", "https://e.org/below"), ("/docs/a", "https://e.org/a")];
    assert_eq!(lead(&all, "/docs/a").as_deref(), Some("https://e.org/a"));
    assert_eq!(lead(&all, "/docs/a/").as_deref(), Some("https://e.org/a"));
    assert_eq!(lead(&all, "/docs/a/b").as_deref(), Some("https://e.org/below"));
    assert_eq!(lead(&all, "/docs").as_deref(), Some("https://e.org/any"));
    assert_eq!(lead(&all, "/docs2/x").as_deref(), Some("https://e.org/any"));
    assert_eq!(lead(&all, "/doc"), None);
}

#[test]
fn what_a_wildcard_stood_for_is_added_where_that_is_wished() {
    let all = [("/old/*", "https://e.org/new*"), ("/v1-*", "/v2/*"), ("/gone/*", "/page")];
    assert_eq!(lead(&all, "/old/a/b%20c").as_deref(), Some("https://e.org/new/a/b%20c"));
    assert_eq!(lead(&all, "/v1-start/here").as_deref(), Some("/v2/start/here"));
    assert_eq!(lead(&all, "/v1-").as_deref(), Some("/v2/"));
    assert_eq!(lead(&all, "/gone/a").as_deref(), Some("/page"));
    // Nothing of the request's own can name another host.
    assert_eq!(lead(&[("/o/*", "/*")], "/o//evil.example").as_deref(), Some("/evil.example"));
    assert_eq!(lead(&[("/o/*", "/*")], "/o/%2F%2Fevil.example").as_deref(), Some("/%2F%2Fevil.example"));
}

#[test]
fn redirects_are_followed_to_where_something_is() {
    let all =
        [("/a", "/b"), ("/b", "/c?x#y"), ("/c", "/page"), ("/d", "/page-2"), ("/page-2", "/a"), ("/e", "/nothing")];
    assert_eq!(lead(&all, "/a").as_deref(), Some("/page"));
    assert_eq!(lead(&all, "/d").as_deref(), Some("/page-2"));
    assert_eq!(lead(&all, "/e").as_deref(), Some("/nothing"));
}

#[test]
fn circles_are_refused_by_name_and_lead_nowhere() {
    let told = |pairs: &[(&str, &str)]| check(&rules(pairs), locate).unwrap_err().to_string();
    assert_eq!(told(&[("/a", "/b"), ("/b", "/a/#x")]), "redirects would lead in a circle: /a to /b to /a");
    assert_eq!(told(&[("/x", "/a"), ("/a/*", "/a*")]), "redirects would lead in a circle: /a/* to /a/*");
    assert_eq!(told(&[("/a*", "/b*"), ("/b", "/a")]), "redirects would lead in a circle: /a* to /b to /a*");
    for circle in [[("/a", "/b"), ("/b", "/a")], [("/a/*", "/a/b*"), ("/x", "/y")], [("/a", "/a"), ("/x", "/y")]] {
        assert_eq!(lead(&circle, "/a"), None);
        assert_eq!(lead(&circle, "/a/b"), None);
        assert!(check(&rules(&circle), locate).is_err());
    }
    assert_eq!(check(&rules(&[("/a/*", "/b*"), ("/b", "/a/c"), ("/d", "/a")]), locate), Ok(()));
}

#[test]
fn what_would_never_be_used_is_refused_by_name() {
    let found = check(&rules(&[("/a", "/x"), ("/b*", "/x"), ("/b/*", "/x"), ("/%61", "/y")]), locate);
    let by = SiteRedirectId(Uid([0; 16])).to_string();
    assert_eq!(found, Err(Refused::Shadowed { shadowed: "/a".to_owned(), by }));
}

fn word() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["a", "b", "ab", "%C3%A9"]).prop_map(str::to_owned)
}

fn path() -> impl Strategy<Value = String> {
    prop::collection::vec(word(), 1..4).prop_map(|words| format!("/{}", words.join("/")))
}

fn some_rules() -> impl Strategy<Value = Vec<Rule>> {
    let end = prop::sample::select(vec!["", "/*", "*"]);
    let one = (path(), end, path(), any::<bool>());
    prop::collection::vec(one, 0..8).prop_map(|all| {
        let made = |(n, (from, end, to, captures)): (u8, (String, &str, String, bool))| {
            let star = if captures && !end.is_empty() { "*" } else { "" };
            rule(n, &format!("{from}{end}"), &format!("{to}{star}"))
        };
        (0u8..).zip(all).map(made).collect()
    })
}

proptest! {
    /// The index agrees with a search through all rules.
    #[test]
    fn the_index_agrees_with_a_search(all in some_rules(), path in path()) {
        let key = |rule: &&Rule| (!rule.source.is_open(), rule.source.path().len());
        let takes = all.iter().filter(|rule| rule.source.takes(&path));
        // Of two with the same source the first one counts, and `max_by_key` takes the last.
        let expected = takes.rev().max_by_key(key).map(|rule| rule.id);
        let index = Rules::new(all.clone());
        prop_assert_eq!(index.find(&path).map(|found| found.rule.id), expected);
    }

    /// Accepted rules terminate for every path, and each of them applies to some path.
    #[test]
    fn accepted_rules_end_and_are_used(all in some_rules(), paths in prop::collection::vec(path(), 1..6)) {
        prop_assume!(check(&all, locate).is_ok());
        let index = Rules::new(all.clone());
        for path in &paths {
            let led = index.follow(path, locate, |_| false);
            prop_assert_eq!(led.is_some(), index.find(path).is_some(), "{}", path);
        }
        for rule in &all {
            let witness = if rule.source.is_open() { "zz" } else { "" };
            let path = format!("{}{witness}", rule.source.path());
            prop_assert_eq!(index.find(&path).map(|found| found.rule.id), Some(rule.id));
        }
    }

    /// Without wildcards, exactly the cycles are refused.
    #[test]
    fn exactly_the_circles_are_refused(pairs in prop::collection::btree_map(0u8..6, 0u8..9, 0..6)) {
        let all: Vec<_> = pairs.iter().map(|(from, to)| rule(*from, &format!("/{from}"), &format!("/{to}"))).collect();
        let ends = |start: &u8| {
            let mut at = Some(start);
            (0..pairs.len()).for_each(|_| at = at.and_then(|at| pairs.get(at)));
            at.is_none_or(|at| !pairs.contains_key(at))
        };
        prop_assert_eq!(check(&all, locate).is_ok(), pairs.keys().all(ends));
    }

    #[test]
    fn any_text_is_refused_as_a_source_or_comes_back(text in "(/[a-c%0-9*.~]{0,4}){0,3}") {
        if let Ok(source) = Source::try_from(text) {
            let again = Source::try_from(source.to_string());
            prop_assert_eq!(again, Ok(source));
        }
    }
}
