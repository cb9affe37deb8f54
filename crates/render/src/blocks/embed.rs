//! Embedded content: an `iframe` for the players of a few known hosts, a link card for everything else.
//!
//! The address of a frame is assembled here from a checked identifier; no other part of the author's address is used.
//! Each host of the list is also in the page's Content-Security-Policy.

use maud::{Markup, html};
use quire_content::document::model::{ContentRef, Node};

use super::card::card;
use crate::html_renderer::HtmlRenderer;
use crate::reference_resolver::Link;
use crate::safe;
use crate::text::fill;

/// The origins of embedded frames, for the `frame-src` directive of the Content-Security-Policy.
pub const FRAME_SOURCES: &[&str] = &[
    "https://www.youtube-nocookie.com",
    "https://player.vimeo.com",
    "https://www.loom.com",
    "https://codepen.io",
    "https://codesandbox.io",
    "https://embed.figma.com",
    "https://open.spotify.com",
];

/// An `iframe` with a provider's player.
struct Frame {
    source: String,
    /// The name of the provider, for the frame's title.
    name: &'static str,
    /// The class that sets the frame's aspect ratio.
    form: &'static str,
}

impl HtmlRenderer<'_> {
    /// Draws embedded content with its caption.
    pub(super) fn embedded(&mut self, url: &str, caption: &[Node]) -> Markup {
        let content = self.frame_or_card(url);
        if content.0.is_empty() && caption.is_empty() {
            return content;
        }
        html! {
            figure.q-embed {
                (content)
                @if !caption.is_empty() { figcaption { (self.line(caption)) } }
            }
        }
    }

    fn frame_or_card(&mut self, url: &str) -> Markup {
        if let Some(frame) = frame(url).filter(|_| !self.printed) {
            self.body.uses.frames = true;
            return html! {
                div class={ "q-frame-box " (frame.form) } {
                    iframe src=(frame.source) title=(fill(self.labels.embedded, &[frame.name])) loading="lazy"
                        sandbox="allow-scripts allow-same-origin allow-popups allow-presentation allow-forms"
                        referrerpolicy="strict-origin-when-cross-origin" allow="fullscreen; picture-in-picture" {}
                }
            };
        }
        // Only `http` and `https` addresses can be embedded.
        let link =
            safe::web(url).and_then(|_| self.around.link(&ContentRef::url(url)).or_else(|| Some(Link::external(url))));
        link.map_or_else(Markup::default, |link| card(&link, " q-embed-link"))
    }
}

/// Returns the frame for an address, if its host and path are known.
fn frame(url: &str) -> Option<Frame> {
    let rest = safe::web(url)?;
    let rest = rest.split('#').next().unwrap_or(rest);
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (host, path) = path.split_once('/').unwrap_or((path, ""));
    let host = host.to_ascii_lowercase();
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    match host.strip_prefix("www.").unwrap_or(&host) {
        "youtube.com" | "m.youtube.com" | "youtube-nocookie.com" | "music.youtube.com" => youtube(&parts, query),
        "youtu.be" => youtube_video(parts.first()?, query),
        "vimeo.com" | "player.vimeo.com" => vimeo(&parts, query),
        "loom.com" => match parts.as_slice() {
            ["share" | "embed", id] => Some(video(format!("https://www.loom.com/embed/{}", plain(id)?), "Loom")),
            _ => None,
        },
        "codepen.io" => match parts.as_slice() {
            [user, "pen" | "embed" | "full" | "details", id] => {
                let source = format!("https://codepen.io/{}/embed/{}?default-tab=result", plain(user)?, plain(id)?);
                Some(tall(source, "CodePen"))
            }
            _ => None,
        },
        "codesandbox.io" => match parts.as_slice() {
            ["s" | "embed", id] | ["p", "sandbox", id] => {
                Some(tall(format!("https://codesandbox.io/embed/{}", plain(id)?), "CodeSandbox"))
            }
            _ => None,
        },
        "figma.com" | "embed.figma.com" => match parts.as_slice() {
            [kind @ ("file" | "design" | "proto" | "board" | "slides" | "deck"), key, ..] => {
                let kind = if *kind == "file" { "design" } else { kind };
                Some(tall(format!("https://embed.figma.com/{kind}/{}?embed-host=quire", plain(key)?), "Figma"))
            }
            _ => None,
        },
        "open.spotify.com" => spotify(&parts),
        _ => None,
    }
}

fn youtube(parts: &[&str], query: &str) -> Option<Frame> {
    match parts {
        ["watch"] => youtube_video(parameter(query, "v")?, query),
        ["embed" | "shorts" | "live" | "v", id] => youtube_video(id, query),
        ["playlist"] => {
            let list = plain(parameter(query, "list")?)?;
            Some(video(format!("https://www.youtube-nocookie.com/embed/videoseries?list={list}"), "YouTube"))
        }
        _ => None,
    }
}

fn youtube_video(id: &str, query: &str) -> Option<Frame> {
    let start = parameter(query, "t").or_else(|| parameter(query, "start"));
    let start = start.and_then(|start| start.trim_end_matches('s').parse::<u32>().ok());
    let start = start.map_or_else(String::new, |start| format!("?start={start}"));
    Some(video(format!("https://www.youtube-nocookie.com/embed/{}{start}", plain(id)?), "YouTube"))
}

fn vimeo(parts: &[&str], query: &str) -> Option<Frame> {
    let (id, hash) = match parts {
        ["video", id] | [id] => (id, parameter(query, "h")),
        ["video", id, hash] | [id, hash] => (id, Some(*hash)),
        _ => return None,
    };
    let id: u64 = id.parse().ok()?;
    let hash = hash.and_then(plain).map_or_else(String::new, |hash| format!("&h={hash}"));
    Some(video(format!("https://player.vimeo.com/video/{id}?dnt=1{hash}"), "Vimeo"))
}

fn spotify(parts: &[&str]) -> Option<Frame> {
    let parts = if let ["embed", rest @ ..] = parts { rest } else { parts };
    let [kind @ ("track" | "album" | "playlist" | "episode" | "show" | "artist"), id] = parts else { return None };
    let source = format!("https://open.spotify.com/embed/{kind}/{}", plain(id)?);
    Some(Frame { source, name: "Spotify", form: "q-frame-audio" })
}

fn video(source: String, name: &'static str) -> Frame {
    Frame { source, name, form: "q-frame-video" }
}

fn tall(source: String, name: &'static str) -> Frame {
    Frame { source, name, form: "q-frame-tall" }
}

fn parameter<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    query.split('&').filter_map(|pair| pair.split_once('=')).find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// Returns an identifier unchanged if none of its 1 to 100 characters needs an escape in a URL.
fn plain(id: &str) -> Option<&str> {
    let fits = (1..=100).contains(&id.len());
    (fits && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(url: &str, expected: Option<&str>) {
        let source = frame(url).map(|frame| frame.source);
        assert_eq!(source.as_deref(), expected, "{url}");
        if let Some(source) = source {
            assert!(FRAME_SOURCES.iter().any(|origin| source.starts_with(&format!("{origin}/"))), "{source}");
        }
    }

    #[test]
    fn players_of_known_hosts_are_framed() {
        let youtube = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ";
        check("https://www.youtube.com/watch?v=dQw4w9WgXcQ&feature=x", Some(youtube));
        check("https://youtu.be/dQw4w9WgXcQ", Some(youtube));
        check("https://youtu.be/dQw4w9WgXcQ?t=42s", Some(&format!("{youtube}?start=42")));
        check("https://vimeo.com/123/abc", Some("https://player.vimeo.com/video/123?dnt=1&h=abc"));
        check("https://www.loom.com/share/ab12", Some("https://www.loom.com/embed/ab12"));
        check("https://codepen.io/me/pen/xYz", Some("https://codepen.io/me/embed/xYz?default-tab=result"));
        check("https://codesandbox.io/s/new-a1", Some("https://codesandbox.io/embed/new-a1"));
        check("https://www.figma.com/file/K3y/Name", Some("https://embed.figma.com/design/K3y?embed-host=quire"));
        check("https://open.spotify.com/track/1a2B", Some("https://open.spotify.com/embed/track/1a2B"));
    }

    #[test]
    fn everything_else_is_not() {
        for url in [
            "https://evil.example/embed/x",
            "https://www.youtube.com.evil.example/watch?v=x",
            "https://evil.example@www.youtube.com.evil/watch?v=x",
            "https://www.youtube.com@evil.example/watch?v=x",
            "https://youtu.be/x\"onload=alert(1)",
            "https://youtu.be/..%2f",
            "javascript://youtu.be/x",
            "https://www.loom.com/share/",
            "https://vimeo.com/x",
        ] {
            check(url, None);
        }
    }
}
