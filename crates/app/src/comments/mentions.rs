//! Users whom comments and replies mention.

use quire_content::document::model::ContentRef;
use quire_content::document::references;
use quire_model::ids::UserId;
use quire_model::text::CommentBody;

use crate::content::documents::plain;

/// The maximum number of users whom a text mentions; further ones are not notified.
const MOST: usize = 50;

/// Returns the users whom a text mentions, once each.
pub(super) fn mentioned(body: &CommentBody) -> Vec<UserId> {
    known_mentions(body.as_str())
}

/// Returns the users whom a stored text mentions.
pub(super) fn known_mentions(body: &str) -> Vec<UserId> {
    // Most texts mention nobody, and need not be parsed.
    if !body.contains("quire:user/") {
        return Vec::new();
    }
    let mut users = Vec::new();
    for (target, _) in references(&plain(body)) {
        let ContentRef::User { user } = target else { continue };
        match user.parse() {
            Ok(user) if !users.contains(&user) && users.len() < MOST => users.push(user),
            _ => {}
        }
    }
    users
}

#[cfg(test)]
mod tests {
    use quire_content::id::Uid;

    use super::*;

    #[test]
    fn mentions_are_found_where_text_is_read() {
        let (ada, bob) = (UserId(Uid([1; 16])), UserId(Uid([2; 16])));
        let text = format!(
            "Hi [{ada}](quire:user/{ada} \"mention\"), see `[x](quire:user/{bob})`.\n\n* [Ada](quire:user/{ada})\n\n\
             [nobody](quire:user/nobody)\n"
        );
        assert_eq!(known_mentions(&text), [ada]);
        assert_eq!(known_mentions(&format!("[b](quire:user/{bob}) [a](quire:user/{ada})")), [bob, ada]);
        assert!(known_mentions("nothing").is_empty());
        let many: String = (0..=MOST).map(|n| format!("[x](quire:user/{}) ", UserId(Uid([n as u8 + 1; 16])))).collect();
        assert_eq!(known_mentions(&many).len(), MOST);
    }
}
