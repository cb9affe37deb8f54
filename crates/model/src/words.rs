//! Enums whose values are words of the API and of the database.

/// Declares such enums, with the word of each value: serialized as the word, with `as_str` and `parse` beside it.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $word:literal,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        pub enum $name {$(
            $(#[$value_doc])*
            #[serde(rename = $word)]
            $value,
        )+}

        impl $name {
            /// Returns the word of the API.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$value => $word,)+ }
            }

            /// Parses the word of the API; `None` for another one, such as one written by a newer version of Quire.
            pub fn parse(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$value),)+ _ => None }
            }
        }
    )+};
}

pub(crate) use words;
