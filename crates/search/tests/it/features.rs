//! What queries find, feature by feature.

use quire_model::language::Language;

use crate::support::Library;

fn manual() -> Library {
    Library::of(
        Language::En,
        &[
            (
                "Installing",
                "Put one binary on the machine.\n\n## Linux\n\nUnpack the archive with `tar`.\n\n## Windows\n\nRun the \
                 setup program and restart.\n",
            ),
            (
                "Configuration",
                "Options come from flags, then the environment.\n\n## Logging\n\nThe level of `log_level` is `info`. \
                 Pass `--log-format json` for machines.\n\n```sh\nserve --dry-run --log-format json\n```\n",
            ),
            (
                "Troubleshooting",
                "## The port is taken\n\nThe server ends with ERR_ADDR_IN_USE when another program listens.\n\n## Error \
                 E0308\n\nThe type `HttpRequestBuilder` of module net.http.client was not expected.\n",
            ),
            ("Searching", "People look for words. Ranking weighs the title, and restarting is never needed.\n"),
            ("Backups", "A copy of the data directory, made while the machine runs.\n\n## Restore\n\nStop first.\n"),
        ],
    )
}

#[test]
fn titles_and_headings_come_first() {
    let manual = manual();
    for (query, expected) in [
        ("installing", "Installing"),
        ("windows", "Installing#windows"),
        ("port is taken", "Troubleshooting#the-port-is-taken"),
        ("restore", "Backups#restore"),
        ("configuration logging", "Configuration#logging"),
        ("unpack archive", "Installing#linux"),
    ] {
        assert_eq!(manual.first(query), expected, "{query}");
    }
}

/// A page that is called what was asked for comes before sections that are, and before texts that say it more often.
#[test]
fn pages_with_the_title_come_before_sections_with_the_heading() {
    let said = "The plugin does it. A saga is long. Plugins and sagas, plugins and sagas.\n\n";
    let library = Library::of(
        Language::En,
        &[
            ("Command line", &format!("## Plugins\n\n{said}## Saga\n\n{said}{said}")),
            ("Plugins", "How to add your own.\n"),
            ("Release notes", &said.repeat(40)),
            ("Sagas", "Long transactions.\n"),
        ],
    );
    for (query, expected) in [("plugins", "Plugins"), ("plugin", "Plugins"), ("saga", "Sagas"), ("sagas", "Sagas")] {
        assert_eq!(library.first(query), expected, "{query}");
    }
}

#[test]
fn the_last_word_may_be_a_beginning() {
    let manual = manual();
    assert_eq!(manual.first("conf"), "Configuration");
    assert_eq!(manual.first("data dir"), "Backups");
    assert_eq!(manual.first("installing lin"), "Installing#linux");
}

#[test]
fn one_wrong_letter_is_forgiven() {
    let manual = manual();
    for (query, expected) in [
        ("configuartion", "Configuration"),
        ("troubleshoting", "Troubleshooting"),
        ("bakcups", "Backups"),
        ("windosw", "Installing#windows"),
        ("enviroment flags", "Configuration"),
    ] {
        assert_eq!(manual.first(query), expected, "{query}");
    }
}

#[test]
fn phrases_stand_as_they_are() {
    let manual = manual();
    assert_eq!(manual.find("\"setup program\""), ["Installing#windows"]);
    assert_eq!(manual.find("\u{201c}the data directory\u{201d}"), ["Backups"]);
    assert!(manual.find("\"program setup\"").is_empty());
    assert!(manual.find("\"setup programs\"").is_empty(), "a phrase has no endings to spare");
    assert_eq!(manual.find("restart \"setup program\""), ["Installing#windows"]);
}

#[test]
fn words_have_other_endings() {
    let manual = manual();
    assert_eq!(manual.first("install"), "Installing");
    assert_eq!(manual.first("rankings of titles"), "Searching");
    let restart = manual.find("restart");
    assert_eq!(restart, ["Installing#windows", "Searching"], "the word itself before its other forms");
}

#[test]
fn identifiers_are_found_whole_and_in_parts() {
    let manual = manual();
    let parts = ["log_level", "logLevel", "loglevel", "--log-format", "log-format"];
    for query in parts {
        assert_eq!(manual.first(query), "Configuration#logging", "{query}");
    }
    for query in ["E0308", "HttpRequestBuilder", "RequestBuilder", "http client", "net.http.client", "http.client"] {
        assert_eq!(manual.first(query), "Troubleshooting#error-e0308", "{query}");
    }
    for query in ["ERR_ADDR_IN_USE", "addr_in_use", "err_addr", "addr"] {
        assert_eq!(manual.first(query), "Troubleshooting#the-port-is-taken", "{query}");
    }
    assert_eq!(manual.first("--dry-run"), "Configuration#logging", "code is searched");
}

#[test]
fn accents_may_be_left_out() {
    let library = Library::of(Language::Fr, &[("Réglages", "Générer un café."), ("Autre", "Rien du tout.")]);
    for query in ["reglages", "réglages", "RÉGLAGES", "generer", "cafe", "re\u{301}glages"] {
        assert_eq!(library.first(query), "Réglages", "{query}");
    }
    let library = Library::of(Language::En, &[("Settings", "A cafe."), ("Other", "Nothing.")]);
    assert_eq!(library.first("café"), "Settings", "and may be too many");
}

#[test]
fn what_was_looked_for_is_marked() {
    let manual = manual();
    assert_eq!(manual.snippet("setup restart"), "Run the [setup] program and [restart].");
    assert_eq!(
        manual.snippet("\"another program\""),
        "The server ends with ERR_ADDR_IN_USE when [another] [program] listens."
    );
    assert_eq!(
        manual.snippet("rank"),
        "People look for words. [Ranking] weighs the title, and restarting is never needed."
    );
    assert_eq!(manual.snippet("--dry-run"), "serve --[dry-run] --log-format json");
}

#[test]
fn long_texts_are_cut_around_the_marks() {
    let filler = "Nothing to see here. ".repeat(40);
    let library = Library::of(Language::En, &[("Long", &format!("{filler} The needle is thin. {filler}"))]);
    let snippet = library.snippet("needle");
    assert!(snippet.contains("[needle]") && snippet.len() < 300, "{snippet}");
    assert!(snippet.starts_with('…') && snippet.ends_with('…'), "{snippet}");
}

#[test]
fn pages_are_counted_and_come_in_windows() {
    use quire_search::{Query, Window};
    let pages: Vec<_> =
        (0..30).map(|n| (format!("Page {n}"), "A common text.\n\n## Same\n\nCommon again.\n")).collect();
    let pages: Vec<_> = pages.iter().map(|(title, text)| (title.as_str(), *text)).collect();
    let library = Library::of(Language::En, &pages);
    let query = Query::parse("common");
    let mut seen = Vec::new();
    for offset in [0, 10, 20, 30] {
        let window = Window { offset, limit: 10, sections: 3 };
        let found = library.index.search(&query, &crate::support::scope(&[1]), window).unwrap();
        assert_eq!(found.total, 30);
        seen.extend(found.pages.into_iter().map(|page| page.page));
    }
    assert_eq!(seen.len(), 30);
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 30);
}
