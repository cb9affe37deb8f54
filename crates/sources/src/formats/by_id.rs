//! The pages of an export by the identifiers with which their files are named, and addresses of the tool end or ask.

use std::collections::HashMap;

use super::html::Flavour;

/// The pages of an export by their identifiers.
#[derive(Default)]
pub(crate) struct ById {
    notion: HashMap<String, String>,
    confluence: HashMap<String, String>,
}

impl ById {
    /// Gathers the files of an export of a tool. Those of other tools have no identifiers.
    pub(crate) fn of<'s>(flavour: Flavour, sources: impl Iterator<Item = &'s String>) -> Self {
        let mut all = Self::default();
        for source in sources {
            let stem = stem(source);
            match flavour {
                Flavour::Notion => all.notion.extend(hex_at_end(stem).map(|id| (id, source.clone()))),
                Flavour::Confluence => {
                    all.confluence.extend(number_at_end(stem).map(|id| (id.to_owned(), source.clone())));
                }
                _ => {}
            }
        }
        all
    }

    /// Returns the page that an address of the tool leads to.
    pub(crate) fn find(&self, href: &str) -> Option<String> {
        if self.notion.is_empty() && self.confluence.is_empty() {
            return None;
        }
        let (host, path) = match href.strip_prefix("https://") {
            Some(rest) => rest.split_once('/')?,
            None => ("", href.strip_prefix('/')?),
        };
        let bare = path.split(['?', '#']).next()?;
        if ["notion.so", "www.notion.so", "app.notion.com"].contains(&host) || host.ends_with(".notion.site") {
            return self.notion.get(&hex_at_end(bare.rsplit('/').next()?)?).cloned();
        }
        if host.is_empty() || host.ends_with(".atlassian.net") {
            let mut parts = bare.split('/').skip_while(|part| *part != "pages").skip(1);
            let asked = path.split(['?', '&']).find_map(|part| part.strip_prefix("pageId="));
            let id = asked.map(|id| id.split('#').next().unwrap_or(id)).or_else(|| parts.next())?;
            return self.confluence.get(id).cloned();
        }
        None
    }
}

/// Returns the identifier in the name of a file of an export of Notion.
pub(crate) fn notion(source: &str) -> Option<String> {
    hex_at_end(stem(source)).map(|id| format!("notion:{id}"))
}

/// Returns the identifier in the name of a file of an export of Confluence.
pub(crate) fn confluence(source: &str) -> Option<String> {
    let is_file = source.ends_with(".html") || source.ends_with(".htm");
    number_at_end(stem(source)).filter(|_| is_file).map(|id| format!("confluence:{id}"))
}

fn stem(source: &str) -> &str {
    let name = source.rsplit('/').next().unwrap_or(source);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

fn number_at_end(stem: &str) -> Option<&str> {
    let id = stem.rsplit('_').next().unwrap_or(stem);
    (!id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit())).then_some(id)
}

/// Returns the identifier at the end of a name, without the hyphens that may be in it.
fn hex_at_end(name: &str) -> Option<String> {
    let hex: String = name.chars().rev().filter(|c| *c != '-').take(32).collect();
    let is_id = hex.len() == 32 && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_id.then(|| hex.chars().rev().collect::<String>().to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_pages_of_the_export() {
        let id = "1e4c5e6f95bd806ba096f02f232e2c01";
        let sources = [format!("A {id}.md")];
        let notion = ById::of(Flavour::Notion, sources.iter());
        let hyphens = "1e4c5e6f-95bd-806b-a096-f02f232e2c01";
        for href in [
            format!("https://www.notion.so/{id}?pvs=21"),
            format!("https://www.notion.so/team/A-{id}#x"),
            format!("https://team.notion.site/A-{hyphens}"),
        ] {
            assert_eq!(notion.find(&href).as_ref(), Some(&sources[0]), "{href}");
        }
        assert_eq!(notion.find(&format!("https://example.com/{id}")), None);
        let sources = ["x/Guide_200.html".to_owned(), "300.html".to_owned()];
        let confluence = ById::of(Flavour::Confluence, sources.iter());
        for (href, at) in [
            ("https://a.atlassian.net/wiki/spaces/D/pages/200/Guide", 0),
            ("/wiki/spaces/D/pages/300", 1),
            ("/pages/viewpage.action?pageId=200#x", 0),
        ] {
            assert_eq!(confluence.find(href).as_ref(), Some(&sources[at]), "{href}");
        }
        assert_eq!(confluence.find("https://b.example/wiki/spaces/D/pages/200"), None);
    }
}
