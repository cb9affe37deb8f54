//! The people who are present, as this process knows them, and the messages by which processes tell each other.
//!
//! Everything is bounded: windows of a user, people of an organization and of the process, and the size of a message.

use std::collections::HashMap;
use std::time::Duration;

use parking_lot::Mutex;
use quire_content::id::Uid;
use quire_model::ids::{OrganizationId, SpaceId, UserId};
use quire_model::time::Timestamp;
use serde::{Deserialize, Serialize};

use super::present::{LIFETIME, Present, scope, text};
use crate::core::errors::Error;

/// The maximum number of windows of one user in an organization; the one that ends first makes room for another.
const WINDOWS: usize = 16;
/// The maximum number of windows in one organization.
const IN_ORGANIZATION: usize = 2_000;
/// The maximum number of windows that this process knows.
const ALL: usize = 20_000;
/// The time after which a window that says the same again is announced again.
const RENEWAL: Duration = Duration::from_secs(8);

/// The people who are present, by organization, user and window.
#[derive(Default)]
pub(crate) struct Presences(Mutex<Known>);

#[derive(Default)]
struct Known {
    organizations: HashMap<OrganizationId, HashMap<(UserId, String), Window>>,
    count: usize,
}

struct Window {
    present: Present,
    announced_at: Timestamp,
}

/// A message to other processes.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "presence", rename_all = "lowercase")]
pub(super) enum Message {
    /// Somebody is in a place.
    Put {
        #[serde(with = "text")]
        organization: OrganizationId,
        present: Present,
    },
    /// Somebody left a space, in one window or in all.
    Left {
        #[serde(with = "text")]
        organization: OrganizationId,
        #[serde(with = "text")]
        user: UserId,
        #[serde(with = "text")]
        space: SpaceId,
        client: Option<String>,
    },
}

impl Message {
    pub(super) fn put(organization: OrganizationId, present: &Present) -> Self {
        Self::Put { organization, present: present.clone() }
    }

    pub(super) fn left(organization: OrganizationId, user: UserId, space: SpaceId, client: Option<&str>) -> Self {
        Self::Left { organization, user, space, client: client.map(str::to_owned) }
    }
}

impl Presences {
    /// Notes where somebody is. Returns true if others should be told: if it is news, or they were not told for a while.
    pub(super) fn put(&self, organization: OrganizationId, present: Present, now: Timestamp) -> Result<bool, Error> {
        let mut known = self.0.lock();
        known.forget_past(now);
        let Known { organizations, count } = &mut *known;
        let key = (present.user, present.client.clone());
        let windows = organizations.entry(organization).or_default();
        if let Some(before) = windows.get_mut(&key) {
            let same = Present { expires_at: present.expires_at, ..before.present.clone() } == present;
            let is_news = !same || now.0 - before.announced_at.0 >= milliseconds(RENEWAL);
            before.present = present;
            if is_news {
                before.announced_at = now;
            }
            return Ok(is_news);
        }
        let replaced = replaced(windows, present.user);
        let is_more = usize::from(replaced.is_none());
        if windows.len() + is_more > IN_ORGANIZATION || *count + is_more > ALL {
            return Err(Error::Busy("presence"));
        }
        if let Some(first) = replaced {
            windows.remove(&first);
        }
        windows.insert(key, Window { present, announced_at: now });
        *count += is_more;
        Ok(true)
    }

    /// Removes the presence of a user in a space, in one window or in all. Returns true if there was one.
    pub(super) fn remove(
        &self,
        organization: OrganizationId,
        user: UserId,
        space: SpaceId,
        client: Option<&str>,
    ) -> bool {
        let mut known = self.0.lock();
        let Some(windows) = known.organizations.get_mut(&organization) else { return false };
        let before = windows.len();
        windows.retain(|(of, name), window| {
            *of != user || window.present.space != space || client.is_some_and(|client| client != name)
        });
        let (removed, is_empty) = (before - windows.len(), windows.is_empty());
        known.count -= removed;
        if is_empty {
            known.organizations.remove(&organization);
        }
        removed > 0
    }

    /// Lists who is present in the spaces of an organization that `sees` accepts, by name.
    pub(crate) fn list(
        &self,
        organization: OrganizationId,
        now: Timestamp,
        sees: &dyn Fn(SpaceId) -> bool,
    ) -> Vec<Present> {
        let known = self.0.lock();
        let Some(windows) = known.organizations.get(&organization) else { return Vec::new() };
        let there = windows.values().map(|window| &window.present);
        let mut list: Vec<_> =
            there.filter(|present| now < present.expires_at && sees(present.space)).cloned().collect();
        drop(known);
        list.sort_by_cached_key(Present::mark);
        list
    }

    /// Takes in a message of another process. Returns the scope that changed, if it is a message about presence.
    pub(crate) fn hear(&self, text: &str) -> Option<Uid> {
        match serde_json::from_str(text).ok()? {
            Message::Put { organization, present } => {
                // Clocks of machines differ; what counts here is when it was said last.
                let now = Timestamp(present.expires_at.0 - milliseconds(LIFETIME));
                self.put(organization, present, now).ok()?.then(|| scope(organization))
            }
            Message::Left { organization, user, space, client } => {
                self.remove(organization, user, space, client.as_deref()).then(|| scope(organization))
            }
        }
    }
}

impl Known {
    /// Removes those whose time is over.
    fn forget_past(&mut self, now: Timestamp) {
        self.organizations.retain(|_, windows| {
            windows.retain(|_, window| now < window.present.expires_at);
            !windows.is_empty()
        });
        self.count = self.organizations.values().map(HashMap::len).sum();
    }
}

/// Returns the window of a user that makes room for another, if they have as many as they may.
fn replaced(windows: &HashMap<(UserId, String), Window>, user: UserId) -> Option<(UserId, String)> {
    let of_user = || windows.iter().filter(|((of, _), _)| *of == user);
    let first = || of_user().min_by_key(|(_, window)| window.present.expires_at).map(|(key, _)| key.clone());
    (of_user().count() >= WINDOWS).then(first).flatten()
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use quire_model::presence::Activity;

    use super::*;

    const ORG: OrganizationId = OrganizationId(Uid([1; 16]));
    const SPACE: SpaceId = SpaceId(Uid([2; 16]));

    fn window(user: u8, client: &str, now: i64) -> Present {
        Present {
            space: SPACE,
            user: UserId(Uid([user; 16])),
            display_name: format!("user {user}"),
            photo_url: None,
            client: client.to_owned(),
            change_request: None,
            page: None,
            activity: Activity::Reading,
            expires_at: Timestamp(now).plus(LIFETIME),
        }
    }

    fn names(presences: &Presences, now: i64) -> Vec<String> {
        let list = presences.list(ORG, Timestamp(now), &|space| space == SPACE);
        list.into_iter().map(|present| format!("{} {}", present.display_name, present.client)).collect()
    }

    #[test]
    fn news_are_told_and_the_same_again_only_after_a_while() {
        let presences = Presences::default();
        let put = |present: Present, now| presences.put(ORG, present, Timestamp(now)).unwrap();
        assert!(put(window(1, "a", 0), 0));
        assert!(!put(window(1, "a", 1000), 1000));
        assert!(put(Present { activity: Activity::Editing, ..window(1, "a", 1000) }, 1000));
        assert!(!put(Present { activity: Activity::Editing, ..window(1, "a", 8999) }, 8999));
        assert!(put(Present { activity: Activity::Editing, ..window(1, "a", 9000) }, 9000));
        assert_eq!(names(&presences, 38_999), ["user 1 a"]);
        assert!(names(&presences, 39_000).is_empty());
        assert!(put(window(2, "a", 40_000), 40_000));
        assert_eq!(presences.0.lock().count, 1);
    }

    #[test]
    fn windows_of_a_user_are_bounded() {
        let presences = Presences::default();
        for number in 0..=WINDOWS {
            let now = i64::try_from(number).unwrap();
            presences.put(ORG, window(1, &format!("{number:02}"), now), Timestamp(now)).unwrap();
        }
        presences.put(ORG, window(2, "x", 20), Timestamp(20)).unwrap();
        let names = names(&presences, 20);
        let is_there = |name: &str| names.iter().any(|known| known == name);
        assert_eq!(names.len(), WINDOWS + 1);
        assert!(!is_there("user 1 00") && is_there("user 1 01") && is_there("user 2 x"));
        assert!(presences.remove(ORG, UserId(Uid([1; 16])), SPACE, Some("01")));
        assert!(!presences.remove(ORG, UserId(Uid([1; 16])), SPACE, Some("01")));
        assert!(presences.remove(ORG, UserId(Uid([1; 16])), SPACE, None));
        assert_eq!(self::names(&presences, 20), ["user 2 x"]);
    }

    #[test]
    fn an_organization_is_bounded() {
        let presences = Presences::default();
        let put = |number: usize| {
            let mut present = window(1, "a", 0);
            present.user.0.0[..8].copy_from_slice(&number.to_be_bytes());
            presences.put(ORG, present, Timestamp(0))
        };
        assert!((0..IN_ORGANIZATION).all(|number| put(number).is_ok()));
        assert!(matches!(put(IN_ORGANIZATION), Err(Error::Busy(_))));
        assert!(presences.put(OrganizationId(Uid([9; 16])), window(1, "a", 0), Timestamp(0)).is_ok());
    }

    #[test]
    fn messages_are_understood_and_others_are_ignored() {
        let (here, there) = (Presences::default(), Presences::default());
        let present = Present { page: Some("aaaaaaaaaaaaaaaaaaaaab".parse().unwrap()), ..window(1, "ä \"", 5) };
        here.put(ORG, present.clone(), Timestamp(5)).unwrap();
        let message = serde_json::to_string(&Message::put(ORG, &present)).unwrap();
        assert_eq!(there.hear(&message), Some(scope(ORG)));
        assert_eq!(there.list(ORG, Timestamp(5), &|_| true), [present]);
        assert_eq!(there.hear(&message), None);
        for other in ["", "{}", "null", "{\"presence\":\"put\"}", &message.replace("reading", "sleeping")] {
            assert_eq!(there.hear(other), None, "{other}");
        }
        let left = Message::left(ORG, UserId(Uid([1; 16])), SPACE, None);
        assert_eq!(there.hear(&serde_json::to_string(&left).unwrap()), Some(scope(ORG)));
        assert!(there.list(ORG, Timestamp(5), &|_| true).is_empty());
    }

    #[test]
    fn the_longest_message_fits() {
        let present = Present {
            display_name: "\u{1F600}".repeat(100),
            photo_url: Some("x".repeat(2048)),
            client: "\u{1F600}".repeat(64),
            ..window(1, "", 0)
        };
        let text = serde_json::to_string(&Message::put(ORG, &present)).unwrap();
        assert!(text.len() <= quire_db::MESSAGE_BYTES, "{}", text.len());
    }
}
