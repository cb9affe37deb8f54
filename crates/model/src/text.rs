//! Texts with bounds, one line each.

/// A text is not what it may be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidText {
    /// It is shorter or longer than it may be.
    #[error("must be {min} to {max} characters long, not {found}")]
    Length {
        /// The fewest characters.
        min: usize,
        /// The most characters.
        max: usize,
        /// How many there are.
        found: usize,
    },
    /// It has a NUL, which not every database can keep.
    #[error("must not have the character U+0000")]
    Nul,
    /// It is none of what it may be.
    #[error("must be {0}")]
    Kind(&'static str),
}

/// Declares text types: bounds in characters (Unicode scalar values), checked by deserialization, told by the schema.
macro_rules! text {
    ($($(#[$doc:meta])* $name:ident: $min:literal..=$max:literal $(where $is:ident, $kind:literal)?;)+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[serde(try_from = "String", into = "String")]
        #[schemars(with = "String", extend("minLength" = $min, "maxLength" = $max))]
        pub struct $name(String);

        impl $name {
            /// The text itself.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = InvalidText;

            fn try_from(text: String) -> Result<Self, InvalidText> {
                let found = text.chars().count();
                if !($min..=$max).contains(&found) {
                    return Err(InvalidText::Length { min: $min, max: $max, found });
                }
                if text.contains('\0') {
                    return Err(InvalidText::Nul);
                }
                $(if !$is(&text) {
                    return Err(InvalidText::Kind($kind));
                })?
                Ok(Self(text))
            }
        }

        impl From<$name> for String {
            fn from(text: $name) -> Self {
                text.0
            }
        }
    )+};
}

text! {
    /// The title of a space (Limits: space title).
    SpaceTitle: 0..=50;
    /// The emoji of a space (Limits: space emoji).
    SpaceEmoji: 1..=50 where is_emoji, "a Unicode emoji, or its code points in hexadecimal joined by -";
    /// The name of an icon (gaps.md, "icon, emoji").
    IconName: 1..=50 where is_kebab, "the name of an icon: lower-case letters, digits and hyphens";
    /// The title of a collection (Limits: collection title).
    CollectionTitle: 0..=50;
    /// The description of a collection (Limits: collection description).
    CollectionDescription: 0..=100;
    /// The title of a team (Limits: team title).
    TeamTitle: 1..=64;
    /// The title of an organization.
    OrganizationTitle: 2..=255;
    /// The subject of a change request (Limits: change request subject).
    ChangeRequestSubject: 0..=100;
    /// The description of a change request, as Markdown.
    ChangeRequestDescription: 0..=10_000;
    /// What a comment or a reply says, as Markdown.
    CommentBody: 1..=65_536 where is_said, "more than blanks";
    /// What people search for by a part of it.
    SearchText: 0..=512;
    /// What a token is for, in its owner's words.
    TokenName: 1..=100;
    /// The name that a person shows to others.
    DisplayName: 1..=100;
    /// The name of an uploaded file.
    FileName: 1..=255;
    /// The media type of an uploaded file, as its sender says.
    MediaType: 0..=255;
    /// The title of a site (Limits: site title).
    SiteTitle: 2..=128;
    /// A site's part of its addresses (Limits: site basename).
    SiteBasename: 1..=100 where is_segment, "letters, digits, -, _ and ., and must not begin with . or end like a file (.md, .txt, .xml)";
    /// The part of addresses of a section or of a space on a site (Limits: site space path).
    SitePath: 1..=100 where is_segment, "letters, digits, -, _ and ., and must not begin with . or end like a file (.md, .txt, .xml)";
    /// Where a proxy shows a site: a host name and a path (Limits: site proxy).
    SiteProxy: 1..=512 where is_proxy, "a host name and a path, such as example.com/docs";
    /// The title of a section (gaps.md, "section title").
    SiteSectionTitle: 2..=128;
    /// The description of a section (gaps.md, "section description").
    SiteSectionDescription: 0..=256;
    /// The title of a group of sections (gaps.md, "group title").
    SiteSectionGroupTitle: 1..=100;
    /// The name of a share link (Limits: share link name).
    ShareLinkName: 0..=50;
    /// The name of a program that signs visitors of a site in.
    IntegrationName: 1..=64;
    /// The emoji of a site.
    SiteEmoji: 1..=50 where is_emoji, "a Unicode emoji, or its code points in hexadecimal joined by -";
    /// The text of a link around a site's pages.
    LinkTitle: 1..=64;
    /// What a site announces on every page.
    AnnouncementMessage: 2..=128;
    /// What the foot of a site's pages says of rights.
    Copyright: 0..=300;
    /// The name of a font family.
    FontFamily: 1..=50 where is_font_family, "letters, digits, blanks and hyphens";
}

/// Whether this can stand in a style sheet as it is.
fn is_font_family(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-')) && !text.trim().is_empty()
}

/// Whether this can be one part of an address beside pages and the files that belong to every site.
fn is_segment(text: &str) -> bool {
    let plain = |c: char| quire_content::slug::keeps(c) || "-_.".contains(c);
    let is_file = [".md", ".txt", ".xml"].iter().any(|end| text.ends_with(end));
    text.chars().all(plain) && !text.starts_with('.') && !is_file
}

/// Whether this is a host name followed by at least one part of a path (api.md, "proxy").
fn is_proxy(text: &str) -> bool {
    let word =
        |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    let Some((host, path)) = text.split_once('/') else { return false };
    let Some((labels, top)) = host.rsplit_once('.') else { return false };
    let is_top = top.len() >= 2 && top.bytes().all(|b| b.is_ascii_alphabetic());
    is_top && labels.split('.').all(word) && path.split('/').all(word)
}

/// Whether there is more in it than blanks.
fn is_said(text: &str) -> bool {
    !text.trim().is_empty()
}

/// Whether this is one emoji: the characters, or their code points (gaps.md, "icon, emoji").
fn is_emoji(text: &str) -> bool {
    emoji(text).is_some()
}

/// The emoji that a text is: the characters, or their code points.
pub(crate) fn emoji(text: &str) -> Option<&'static emojis::Emoji> {
    let point = |hex: &str| {
        let is_plain = hex.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_plain.then(|| u32::from_str_radix(hex, 16).ok().and_then(char::from_u32)).flatten()
    };
    let spelled: Option<String> = text.split('-').map(point).collect();
    emojis::get(text).or_else(|| emojis::get(&spelled?))
}

/// Whether this is lower-case letters and digits, with single hyphens between them.
fn is_kebab(text: &str) -> bool {
    let plain = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    text.split('-').all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_count_characters_not_bytes() {
        let at_edge = "é".repeat(50);
        assert!(SpaceTitle::try_from(at_edge.clone()).is_ok());
        let over = serde_json::from_value::<SpaceTitle>(serde_json::json!(at_edge + "x"));
        assert_eq!(over.map_err(|e| e.to_string()), Err("must be 0 to 50 characters long, not 51".to_owned()));
    }

    #[test]
    fn emoji_are_characters_or_code_points() {
        for text in ["📖", "☹️", "☹", "👩‍🚀", "🇫🇷", "1️⃣", "1f4d6", "1F4D6", "1f469-200d-1f680"]
        {
            assert!(SpaceEmoji::try_from(text.to_owned()).is_ok(), "{text}");
        }
        for text in ["", "x", "📖📖", " 📖", "zz", "1f4d6-", "-", "+1f4d6", "e\u{301}"] {
            assert!(SpaceEmoji::try_from(text.to_owned()).is_err(), "{text}");
        }
    }

    #[test]
    fn parts_of_addresses_leave_room_for_pages_and_files() {
        for path in ["docs", "v1.2", "API_2", "日本語", "guide-1"] {
            assert!(SitePath::try_from(path.to_owned()).is_ok(), "{path}");
        }
        for path in ["", "a/b", ".", "..", "~s", "llms.txt", "x.md", "a b", "a?b", "a%20", &"x".repeat(101)] {
            assert!(SitePath::try_from(path.to_owned()).is_err(), "{path}");
        }
    }

    #[test]
    fn a_proxy_is_a_host_and_a_path() {
        for proxy in ["company.com/docs", "www.company.com/developer/docs", "a_b.example.org/x-y"] {
            assert!(SiteProxy::try_from(proxy.to_owned()).is_ok(), "{proxy}");
        }
        for proxy in
            ["company.com", "company.com/", "localhost/docs", "a.b1/docs", "https://a.com/b", "a.com//b", ".com/x"]
        {
            assert!(SiteProxy::try_from(proxy.to_owned()).is_err(), "{proxy}");
        }
    }

    #[test]
    fn icons_have_names_of_words() {
        let icon = |text: &str| IconName::try_from(text.to_owned()).map(drop).map_err(|e| e.to_string());
        for name in ["bolt", "arrow-up-9-1", "0", &"x".repeat(50)] {
            assert_eq!(icon(name), Ok(()), "{name}");
        }
        for name in ["Bolt", "-a", "a-", "a--b", "a b", "fa_x", "é"] {
            assert_eq!(icon(name).unwrap_err(), "must be the name of an icon: lower-case letters, digits and hyphens");
        }
        assert!(icon("").unwrap_err().contains("1 to 50") && icon(&"x".repeat(51)).unwrap_err().contains("1 to 50"));
    }
}
