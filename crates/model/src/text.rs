//! Texts with bounds on their length, one line each.

/// An error for a text that violates its bounds or its format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidText {
    /// The text is too short or too long.
    #[error("must be {min} to {max} characters long, not {found}")]
    Length {
        /// The minimum length in characters.
        min: usize,
        /// The maximum length in characters.
        max: usize,
        /// The actual length in characters.
        found: usize,
    },
    /// The text contains U+0000, which PostgreSQL cannot store.
    #[error("must not have the character U+0000")]
    Nul,
    /// The text does not have the required format.
    #[error("must be {0}")]
    Kind(&'static str),
}

/// Declares text types: bounds in characters (Unicode scalar values), checked on parsing and stated in the schema.
macro_rules! text {
    ($($(#[$doc:meta])* $name:ident: $min:literal..=$max:literal $(where $is:ident, $kind:literal)?;)+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[serde(try_from = "String", into = "String")]
        #[schemars(with = "String", extend("minLength" = $min, "maxLength" = $max))]
        pub struct $name(String);

        impl $name {
            /// Returns the text as a string slice.
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
    /// The body of a comment or a reply, as Markdown.
    CommentBody: 1..=65_536 where is_said, "more than blanks";
    /// A text to search titles or names for.
    SearchText: 0..=512;
    /// The name of a token, which its owner chooses.
    TokenName: 1..=100;
    /// The name by which one window of a client is told from the others of the same user.
    PresenceClient: 1..=64;
    /// The name of a passkey, which its owner chooses.
    PasskeyName: 1..=100;
    /// The display name of a user.
    DisplayName: 1..=100;
    /// The name of an uploaded file.
    FileName: 1..=255;
    /// The media type of an uploaded file, as its sender states it.
    MediaType: 0..=255;
    /// The title of a site (Limits: site title).
    SiteTitle: 2..=128;
    /// The path segment of a site in its addresses (Limits: site basename).
    SiteBasename: 1..=100 where is_segment, "letters, digits, -, _ and ., and must not begin with . or end like a file (.md, .txt, .xml)";
    /// The path segment of a section or of a space on a site (Limits: site space path).
    SitePath: 1..=100 where is_segment, "letters, digits, -, _ and ., and must not begin with . or end like a file (.md, .txt, .xml)";
    /// The host name and path under which a proxy serves a site (Limits: site proxy).
    SiteProxy: 1..=512 where is_proxy, "a host name and a path, such as example.com/docs";
    /// The title of a section (gaps.md, "section title").
    SiteSectionTitle: 2..=128;
    /// The description of a section (gaps.md, "section description").
    SiteSectionDescription: 0..=256;
    /// The title of a group of sections (gaps.md, "group title").
    SiteSectionGroupTitle: 1..=100;
    /// The words in a reader's feedback on a page.
    FeedbackText: 0..=1000;
    /// The name of a share link (Limits: share link name).
    ShareLinkName: 0..=50;
    /// The name of a program that authenticates visitors of a site.
    IntegrationName: 1..=64;
    /// The emoji of a site.
    SiteEmoji: 1..=50 where is_emoji, "a Unicode emoji, or its code points in hexadecimal joined by -";
    /// The label of a link around a site's pages.
    LinkTitle: 1..=64;
    /// The text of a site's announcement.
    AnnouncementMessage: 2..=128;
    /// The copyright notice in the footer of a site.
    Copyright: 0..=300;
    /// An identifier that a space had on another server.
    FormerSpaceId: 1..=64 where is_plain, "letters, digits, - and _";
    /// The text of a note on an OpenAPI specification, in Markdown.
    OpenApiNoteText: 0..=20000;
    /// A name in an OpenAPI specification that a note is about.
    OpenApiName: 1..=1000;
    /// The slug of an OpenAPI specification (api.md, OpenAPISpec).
    OpenApiSlug: 1..=100 where is_kebab, "lower-case letters and digits, with single hyphens between them";
    /// The name of a SAML provider on the sign-in page (Limits: label).
    SamlLabel: 1..=30;
    /// The entity identifier of a SAML provider (Limits: entityID).
    SamlEntityId: 1..=1024;
    /// The certificates of a SAML provider in PEM (Limits: certificate).
    SamlCertificate: 1..=10_000;
    /// The name of an OpenID Connect provider on the sign-in page.
    OidcLabel: 1..=30;
    /// The name of an OpenID Connect provider in its tokens.
    OidcIssuer: 1..=1024;
    /// The identifier of this server at an OpenID Connect provider.
    OidcClientId: 1..=255;
    /// The scopes that a sign-in asks for beside `openid`, with blanks between them.
    OidcScopes: 0..=300 where is_scopes, "scopes with single blanks between them";
    /// The claim with the groups of a person: a name, or names with dots between them.
    OidcGroupsClaim: 1..=100;
    /// The name of a font family.
    FontFamily: 1..=50 where is_font_family, "letters, digits, blanks and hyphens";
}

/// Returns true if the text is a list of scope tokens (RFC 6749, section 3.3).
fn is_scopes(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '\\');
    text.is_empty() || text.split(' ').all(|scope| !scope.is_empty() && scope.chars().all(is_plain))
}

/// Returns true if the text is safe to insert into a style sheet as a font family.
fn is_font_family(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-')) && !text.trim().is_empty()
}

fn is_plain(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

/// Returns true if the text can be a path segment: it cannot collide with files such as `robots.txt`.
fn is_segment(text: &str) -> bool {
    let plain = |c: char| quire_content::slug::keeps(c) || "-_.".contains(c);
    let is_file = [".md", ".txt", ".xml"].iter().any(|end| text.ends_with(end));
    text.chars().all(plain) && !text.starts_with('.') && !is_file
}

/// Returns true if the text is a host name followed by at least one path segment (api.md, "proxy").
fn is_proxy(text: &str) -> bool {
    let word =
        |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    let Some((host, path)) = text.split_once('/') else { return false };
    let Some((labels, top)) = host.rsplit_once('.') else { return false };
    let is_top = top.len() >= 2 && top.bytes().all(|b| b.is_ascii_alphabetic());
    is_top && labels.split('.').all(word) && path.split('/').all(word)
}

/// Returns true if the text has a character that is not whitespace.
fn is_said(text: &str) -> bool {
    !text.trim().is_empty()
}

/// Returns true if the text is one emoji: its characters, or their code points (gaps.md, "icon, emoji").
fn is_emoji(text: &str) -> bool {
    emoji(text).is_some()
}

/// Parses an emoji: its characters, or their code points in hexadecimal joined by `-`.
pub(crate) fn emoji(text: &str) -> Option<&'static emojis::Emoji> {
    let point = |hex: &str| {
        let is_plain = hex.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_plain.then(|| u32::from_str_radix(hex, 16).ok().and_then(char::from_u32)).flatten()
    };
    let spelled: Option<String> = text.split('-').map(point).collect();
    emojis::get(text).or_else(|| emojis::get(&spelled?))
}

/// Returns the characters of an emoji, which is stored as they are or as their code points in hexadecimal. Any other
/// text stays as it is.
pub fn emoji_text(stored: &str) -> String {
    let points: Option<String> =
        stored.split('-').map(|point| u32::from_str_radix(point, 16).ok().and_then(char::from_u32)).collect();
    match points {
        Some(text) if stored.len() > 1 && !text.is_ascii() => text,
        _ => stored.to_owned(),
    }
}

/// Returns true if the text consists of lower-case ASCII letters and digits, with single hyphens between them.
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
    fn emoji_are_shown_as_characters() {
        assert_eq!(emoji_text("1f4d8"), "📘");
        assert_eq!(emoji_text("1f468-200d-1f4bb"), "👨‍💻");
        assert_eq!(emoji_text("📘"), "📘");
        assert_eq!(emoji_text("a"), "a");
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
