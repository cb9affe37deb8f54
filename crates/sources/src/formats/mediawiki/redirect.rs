//! Pages that only lead to others, in the languages of MediaWiki.

/// The words that make a page lead to another one, in small letters.
const WORDS: [&str; 46] = [
    "redirect",
    "weiterleitung",
    "redirection",
    "redirección",
    "redireccion",
    "rinvia",
    "rinvio",
    "rimando",
    "redirecionamento",
    "redirecionar",
    "doorverwijzing",
    "omdirigering",
    "ohjaus",
    "uudelleenohjaus",
    "patrz",
    "przekieruj",
    "tam",
    "přesměruj",
    "presmeruj",
    "átirányítás",
    "перенаправление",
    "перенапр",
    "перенаправлення",
    "перанакіраванне",
    "пренасочване",
    "виж",
    "преусмери",
    "preusmjeri",
    "preusmeritev",
    "redirecteaza",
    "redirecţionare",
    "yönlendirme",
    "yönlendi̇rme",
    "ανακατευθυνση",
    "alidirektu",
    "birzuzendu",
    "peradresavimas",
    "suuna",
    "alih",
    "đổi",
    "転送",
    "リダイレクト",
    "넘겨주기",
    "重定向",
    "تحويل",
    "הפניה",
];

/// Returns the title to which a wikitext leads as a whole; `None` if it is the text of a page.
pub(super) fn target(wikitext: &str) -> Option<&str> {
    let rest = wikitext.trim_start().strip_prefix('#')?;
    let (word, rest) = rest.split_at(rest.find("[[")?);
    let word = word.trim().trim_end_matches(':').trim_end();
    let is_known = word.len() < 60 && WORDS.contains(&word.to_lowercase().as_str());
    let target = rest[2..].split(['|', ']', '\n']).next()?.trim().trim_start_matches(':');
    (is_known && !target.is_empty()).then_some(target)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirects_are_known_in_other_languages() {
        for (text, to) in [
            ("#REDIRECT [[A b]]", Some("A b")),
            ("\n#Weiterleitung: [[A#B|c]]\n\n{{T}}", Some("A#B")),
            ("#REDIRECCIÓN[[A]] {{T}}", Some("A")),
            ("#転送 [[:A]]", Some("A")),
            ("# item [[A]]", None),
            ("#REDIRECT A", None),
            ("text #REDIRECT [[A]]", None),
        ] {
            assert_eq!(target(text), to, "{text}");
        }
    }
}
