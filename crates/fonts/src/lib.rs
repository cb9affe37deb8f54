//! The fonts that customizations of sites name, as files for browsers.
//!
//! Each file has the Latin characters of a font, in WOFF2; all other characters come from fonts of the reader's system.
//! The fonts are free: their licences lie beside the files.

/// A file of a font: one weight, or all of a range.
#[derive(Debug, Clone, Copy)]
pub struct Face {
    /// The name of the font, as style sheets have it.
    pub family: &'static str,
    /// The weight, or the least and the most one, as style sheets have them.
    pub weights: &'static str,
    /// The name of the file, without its ending.
    pub file: &'static str,
    /// The file, in the format WOFF2.
    pub bytes: &'static [u8],
}

/// The characters that the files have, as style sheets have them.
pub const CHARACTERS: &str = "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,\
U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD";

macro_rules! faces {
    ($($family:literal $weights:literal $file:literal;)+) => {
        /// All files.
        pub static FACES: &[Face] = &[$(Face {
            family: $family,
            weights: $weights,
            file: $file,
            bytes: include_bytes!(concat!("../files/", $file, ".woff2")),
        },)+];
    };
}

faces! {
    "Inter" "100 900" "inter";
    "Roboto" "100 900" "roboto";
    "Roboto Slab" "100 900" "roboto-slab";
    "Open Sans" "300 800" "open-sans";
    "Source Sans 3" "200 900" "source-sans-3";
    "Lato" "400" "lato-400";
    "Lato" "700" "lato-700";
    "Ubuntu" "400" "ubuntu-400";
    "Ubuntu" "700" "ubuntu-700";
    "Raleway" "100 900" "raleway";
    "Merriweather" "300 900" "merriweather";
    "Overpass" "100 900" "overpass";
    "Noto Sans" "100 900" "noto-sans";
    "IBM Plex Serif" "400" "ibm-plex-serif-400";
    "IBM Plex Serif" "600" "ibm-plex-serif-600";
    "Poppins" "400" "poppins-400";
    "Poppins" "600" "poppins-600";
    "Fira Sans" "400" "fira-sans-400";
    "Fira Sans" "600" "fira-sans-600";
    "JetBrains Mono" "100 800" "jetbrains-mono";
    "Fira Code" "300 700" "fira-code";
    "IBM Plex Mono" "400" "ibm-plex-mono-400";
    "Source Code Pro" "200 900" "source-code-pro";
    "Roboto Mono" "100 700" "roboto-mono";
    "Space Mono" "400" "space-mono-400";
    "DM Mono" "400" "dm-mono-400";
    "Inconsolata" "200 900" "inconsolata";
}

/// Returns the files of a font; none for one that is not here.
pub fn faces(family: &str) -> impl Iterator<Item = &'static Face> {
    FACES.iter().filter(move |face| face.family == family)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_small_fonts() {
        for face in FACES {
            assert_eq!(&face.bytes[..4], b"wOF2", "{}", face.file);
            assert!(face.bytes.len() < 100_000, "{} is large", face.file);
        }
        assert_eq!((faces("Inter").count(), faces("Lato").count(), faces("Comic Sans").count()), (1, 2, 0));
    }
}
