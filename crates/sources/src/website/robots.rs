//! The robots exclusion protocol (RFC 9309): what a site asks crawlers to leave alone.

use std::time::Duration;

/// The name by which sites know the crawler.
const NAME: &str = "quire";

/// The most bytes of a file that are read, as the RFC asks for at least.
pub(super) const MOST_BYTES: u64 = 512 << 10;

/// The longest pause between requests that a site may ask for.
const LONGEST_DELAY: Duration = Duration::from_secs(10);

/// The rules of a site for this crawler.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Robots {
    /// Patterns of paths, each with true if it allows.
    rules: Vec<(String, bool)>,
    /// The pause between requests that the site asks for.
    pub(super) delay: Option<Duration>,
    /// The addresses of site maps, as they are written.
    pub(super) sitemaps: Vec<String>,
}

impl Robots {
    /// Reads a file of rules. The groups that name this crawler count; if there are none, those for all.
    pub(super) fn parse(text: &str) -> Self {
        let (mut named, mut general) = (Self::default(), Self::default());
        let (mut is_named, mut is_general, mut in_rules) = (false, false, false);
        let mut found_named = false;
        let mut sitemaps = Vec::new();
        for line in text.trim_start_matches('\u{feff}').lines() {
            let line = line.split('#').next().unwrap_or_default();
            let Some((key, value)) = line.split_once(':') else { continue };
            let value = value.trim();
            match key.trim().to_ascii_lowercase().as_str() {
                "user-agent" => {
                    if in_rules {
                        (is_named, is_general, in_rules) = (false, false, false);
                    }
                    is_named |= value.split(['/', ' ']).next().is_some_and(|name| name.eq_ignore_ascii_case(NAME));
                    is_general |= value == "*";
                    found_named |= is_named;
                }
                "sitemap" => sitemaps.push(value.to_owned()),
                key => {
                    in_rules = true;
                    let groups = [(is_named, &mut named), (is_general, &mut general)];
                    for (_, group) in groups.into_iter().filter(|(counts, _)| *counts) {
                        group.rule(key, value);
                    }
                }
            }
        }
        sitemaps.truncate(50);
        Self { sitemaps, ..if found_named { named } else { general } }
    }

    fn rule(&mut self, key: &str, value: &str) {
        match key {
            "allow" | "disallow" if !value.is_empty() && self.rules.len() < 2_000 => {
                self.rules.push((value.to_owned(), key == "allow"));
            }
            "crawl-delay" => {
                let seconds = value.parse::<f64>().ok().filter(|seconds| seconds.is_finite() && *seconds >= 0.0);
                self.delay = seconds
                    .map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST_DELAY).min(LONGEST_DELAY));
            }
            _ => {}
        }
    }

    /// Returns true if a path, with its query, may be fetched: the longest pattern that it matches says so.
    pub(super) fn allows(&self, path: &str) -> bool {
        let matching = self.rules.iter().filter(|(pattern, _)| matches(pattern, path));
        // Among the longest patterns, the one that allows counts.
        matching.max_by_key(|(pattern, allows)| (pattern.len(), *allows)).is_none_or(|(_, allows)| *allows)
    }
}

/// Returns true if a path begins as a pattern says, in which `*` stands for anything and `$` for the end.
fn matches(pattern: &str, path: &str) -> bool {
    let (pattern, to_end) = pattern.strip_suffix('$').map_or((pattern, false), |pattern| (pattern, true));
    let mut parts = pattern.split('*');
    let Some(mut rest) = path.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return !to_end || rest.is_empty() };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    if to_end { rest.ends_with(last) } else { rest.contains(last) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_group_of_the_name_counts_and_the_longest_pattern() {
        let robots = Robots::parse(
            "User-agent: *\nDisallow: /\n\nUser-agent: other\nUser-agent: Quire/1.0\nDisallow: /private\n\
             Allow: /private/open\nCrawl-delay: 2\nSitemap: https://example.org/map.xml\n",
        );
        assert!(robots.allows("/docs/"));
        assert!(!robots.allows("/private/x"));
        assert!(robots.allows("/private/open/x"));
        assert_eq!(robots.delay, Some(Duration::from_secs(2)));
        assert_eq!(robots.sitemaps, ["https://example.org/map.xml"]);
        assert!(!Robots::parse("User-agent: *\nDisallow: /").allows("/x"));
        assert!(Robots::parse("User-agent: *\nDisallow:").allows("/x"));
        assert!(Robots::parse("no rules at all").allows("/x"));
    }

    #[test]
    fn patterns_have_stars_and_ends() {
        for (pattern, path, expected) in [
            ("/a", "/ab", true),
            ("/a$", "/ab", false),
            ("/a$", "/a", true),
            ("/*.pdf$", "/x/y.pdf", true),
            ("/*.pdf$", "/x/y.pdf?z", false),
            ("/a*c*e", "/abcde", true),
            ("/a*e*c", "/abcde", false),
            ("*", "/x", true),
        ] {
            assert_eq!(matches(pattern, path), expected, "{pattern} {path}");
        }
    }
}
