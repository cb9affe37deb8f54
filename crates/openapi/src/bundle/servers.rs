//! Addresses of servers, which may be relative to the address of their document.

use serde_json::{Map, Value};
use url::Url;

use crate::place::Kind;

/// Makes whole addresses of the servers of an object of a document at an address.
pub(super) fn resolve(members: &mut Map<String, Value>, kind: Kind, document: &Url) {
    if let (Kind::Root | Kind::PathItem | Kind::Operation, Some(Value::Array(servers))) =
        (kind, members.get_mut("servers"))
    {
        servers.iter_mut().for_each(|server| resolve_one(server, document));
    }
    if let (Kind::Link, Some(server)) = (kind, members.get_mut("server")) {
        resolve_one(server, document);
    }
}

fn resolve_one(server: &mut Value, document: &Url) {
    if let Some(Value::String(url)) = server.get_mut("url")
        && let Some(whole) = whole(url, document)
    {
        *url = whole;
    }
}

/// Returns the whole address of a relative one; `None` for one that stays as it is.
fn whole(url: &str, document: &Url) -> Option<String> {
    // What a variable at the beginning stands for is not known, and escaped braces are no variables.
    if url.contains("://") || url.starts_with('{') || url.contains("%7") {
        return None;
    }
    // The paths of operations begin where the address ends: an empty one is that of the host.
    let found = document.join(if url.is_empty() { "/" } else { url }).ok()?;
    let is_web = matches!(found.scheme(), "http" | "https");
    is_web.then(|| found.as_str().replace("%7B", "{").replace("%7D", "}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_addresses_become_whole() {
        let document = Url::parse("https://a.example/dir/sub/api.json?x=1").unwrap();
        for (url, expected) in [
            ("/v2", Some("https://a.example/v2")),
            ("../api", Some("https://a.example/dir/api")),
            ("v3/{b}/", Some("https://a.example/dir/sub/v3/{b}/")),
            ("//b.example/x", Some("https://b.example/x")),
            (".", Some("https://a.example/dir/sub/")),
            ("", Some("https://a.example/")),
            ("https://c.example/{b}", None),
            ("{scheme}://c.example", None),
            ("{base}/v1", None),
            ("javascript:alert(1)", None),
        ] {
            assert_eq!(whole(url, &document).as_deref(), expected, "{url}");
        }
    }
}
