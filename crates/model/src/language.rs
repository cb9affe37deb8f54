//! Languages of content.

/// Declares the languages: the enum, the language tags and the schema.
macro_rules! languages {
    ($($name:ident = $code:literal),+ $(,)?) => {
        /// A language of content, as an IETF language tag in lower case.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        pub enum Language {
            $(#[doc = $code] #[serde(rename = $code)] $name),+
        }

        impl Language {
            /// Returns the language's tag.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code),+ }
            }

            /// Parses a language tag in lower case.
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
