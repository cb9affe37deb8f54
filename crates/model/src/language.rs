//! Languages of spaces and translations.

/// Declares the value set once: the enum, its words and their schema.
macro_rules! languages {
    ($($name:ident = $code:literal),+ $(,)?) => {
        /// A language of content (IETF language tag, lower case).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        pub enum Language {
            $(#[doc = $code] #[serde(rename = $code)] $name),+
        }

        impl Language {
            /// The language's tag.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code),+ }
            }

            /// The language of this tag.
            pub fn parse(tag: &str) -> Option<Self> {
                match tag { $($code => Some(Self::$name),)+ _ => None }
            }
        }
    };
}

languages! {
    En = "en", Fr = "fr", De = "de", Es = "es", It = "it", Pt = "pt", PtBr = "pt-br", Ru = "ru", Ja = "ja", Zh = "zh",
    Yue = "yue", Ko = "ko", Ar = "ar", Hi = "hi", Nl = "nl", Pl = "pl", Tr = "tr", Sv = "sv", No = "no", Da = "da",
    Fi = "fi", El = "el", Cs = "cs", Hu = "hu", Ro = "ro", Th = "th", Vi = "vi", Id = "id", Ms = "ms", He = "he",
    Uk = "uk", Sk = "sk", Bg = "bg", Hr = "hr", Lt = "lt", Lv = "lv", Et = "et", Sl = "sl",
}
