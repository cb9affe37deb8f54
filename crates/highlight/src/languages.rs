//! Programming languages: their display names, and the tokens that grammars are found by.

use std::borrow::Cow;

/// The name that authors write in lower case, the display name, and the extension or name of the
/// grammar if it is another.
const LANGUAGES: &[(&str, &str, &str)] = &[
    ("bash", "Bash", ""),
    ("c#", "C#", "cs"),
    ("c++", "C++", "cpp"),
    ("console", "Console", "bash"),
    ("cpp", "C++", ""),
    ("cs", "C#", ""),
    ("csharp", "C#", "cs"),
    ("css", "CSS", ""),
    ("curl", "cURL", "bash"),
    ("dockerfile", "Dockerfile", ""),
    ("env", ".env", "ini"),
    ("golang", "Go", "go"),
    ("graphql", "GraphQL", ""),
    ("html", "HTML", ""),
    ("http", "HTTP", ""),
    ("ini", "INI", ""),
    ("javascript", "JavaScript", "js"),
    ("js", "JavaScript", ""),
    ("json", "JSON", ""),
    ("json5", "JSON5", "json"),
    ("jsonc", "JSON", "json"),
    ("jsx", "JSX", "tsx"),
    ("kt", "Kotlin", ""),
    ("objc", "Objective-C", "m"),
    ("objectivec", "Objective-C", "m"),
    ("php", "PHP", ""),
    ("powershell", "PowerShell", "ps1"),
    ("ps1", "PowerShell", ""),
    ("py", "Python", ""),
    ("rb", "Ruby", ""),
    ("rs", "Rust", ""),
    ("scss", "SCSS", ""),
    ("sh", "Shell", ""),
    ("shell", "Shell", "sh"),
    ("shellscript", "Shell", "sh"),
    ("sql", "SQL", ""),
    ("svg", "SVG", "xml"),
    ("toml", "TOML", ""),
    ("ts", "TypeScript", ""),
    ("tsx", "TSX", ""),
    ("typescript", "TypeScript", "ts"),
    ("xml", "XML", ""),
    ("yaml", "YAML", ""),
    ("yml", "YAML", ""),
    ("zsh", "Zsh", "sh"),
];

/// Names that stand for plain text.
const NONE: [&str; 6] = ["", "none", "plain", "plaintext", "text", "txt"];

/// The longest language name that is displayed, in bytes.
const MOST_NAME: usize = 40;

/// Returns the display name of a language, or `None` for plain text and for names that are too long.
pub fn name(syntax: &str) -> Option<Cow<'static, str>> {
    let lower = syntax.trim().to_ascii_lowercase();
    if NONE.contains(&lower.as_str()) || lower.len() > MOST_NAME {
        return None;
    }
    if let Some((_, name, _)) = LANGUAGES.iter().find(|(known, ..)| *known == lower) {
        return Some(Cow::Borrowed(name));
    }
    let mut letters = lower.chars();
    let first = letters.next()?.to_uppercase();
    Some(Cow::Owned(first.chain(letters).collect()))
}

/// The names of JavaScript. Its grammar goes on without end at a comment below `return a`, so another one is used.
const JAVASCRIPT: [&str; 5] = ["cjs", "javascript", "js", "mjs", "node"];
/// The token of a grammar that reads JavaScript too.
const INSTEAD_OF_JAVASCRIPT: &str = "ts";
/// The beginnings of the names of languages with grammars for JavaScript, in which no other one can be used.
const AROUND_JAVASCRIPT: [&str; 20] = [
    "asp",
    "astro",
    "cfm",
    "django",
    "ejs",
    "erb",
    "haml",
    "handlebars",
    "hbs",
    "htm",
    "jinja",
    "jsp",
    "liquid",
    "markdown",
    "md",
    "php",
    "pug",
    "svelte",
    "twig",
    "vue",
];

/// Returns true for a text that a grammar may never finish.
pub(super) fn may_not_end(syntax: &str, text: &str) -> bool {
    let lower = syntax.trim().to_ascii_lowercase();
    let around = lower.contains("html") || AROUND_JAVASCRIPT.iter().any(|name| lower.starts_with(name));
    around && text.contains("/*") && ["return", "throw", "yield"].iter().any(|word| text.contains(word))
}

/// Returns the token that finds the grammar of a language, or `None` for plain text.
pub(super) fn token(syntax: &str) -> Option<String> {
    let lower = syntax.trim().to_ascii_lowercase();
    if NONE.contains(&lower.as_str()) {
        return None;
    }
    if JAVASCRIPT.contains(&lower.as_str()) {
        return Some(INSTEAD_OF_JAVASCRIPT.to_owned());
    }
    let known = LANGUAGES.iter().find(|(known, _, token)| *known == lower && !token.is_empty());
    Some(known.map_or(lower, |(.., token)| (*token).to_owned()))
}
