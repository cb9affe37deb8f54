//! Numbering: the kind and the first number of each level of each list.

use std::collections::HashMap;

use crate::xml::Element;

#[derive(Default)]
pub(super) struct Numbering {
    numbers: HashMap<String, Number>,
    levels: HashMap<(String, u8), Level>,
    /// Abstract lists that are defined by a style of another.
    links: HashMap<String, String>,
}

struct Number {
    list: String,
    /// The first numbers that replace those of the list.
    starts: HashMap<u8, u32>,
}

#[derive(Clone, Copy)]
struct Level {
    is_bullet: bool,
    start: u32,
}

/// A level of a list.
#[derive(Debug, Clone)]
pub(super) struct Found {
    /// The list to which the counters belong.
    pub(super) list: String,
    pub(super) is_bullet: bool,
    pub(super) start: u32,
    /// True if the numbers begin again where this number is first used.
    pub(super) restarts: bool,
}

impl Numbering {
    pub(super) fn read(root: &Element) -> Self {
        let mut numbering = Self::default();
        let mut by_style = HashMap::new();
        for list in root.elements().filter(|element| &*element.name == "w:abstractNum") {
            let Some(id) = list.attr("w:abstractNumId") else { continue };
            if let Some(style) = list.of("w:styleLink", "w:val") {
                by_style.insert(style.to_owned(), id.to_owned());
            }
            for level in list.elements().filter(|element| &*element.name == "w:lvl") {
                if let Some(at) = level.attr("w:ilvl").and_then(|at| at.parse().ok()) {
                    numbering.levels.insert((id.to_owned(), at), read_level(level));
                }
            }
        }
        for list in root.elements().filter(|element| &*element.name == "w:abstractNum") {
            let linked = list.of("w:numStyleLink", "w:val").and_then(|style| by_style.get(style));
            if let (Some(id), Some(linked)) = (list.attr("w:abstractNumId"), linked) {
                numbering.links.insert(id.to_owned(), linked.clone());
            }
        }
        for number in root.elements().filter(|element| &*element.name == "w:num") {
            let (Some(id), Some(list)) = (number.attr("w:numId"), number.of("w:abstractNumId", "w:val")) else {
                continue;
            };
            let mut starts = HashMap::new();
            for change in number.elements().filter(|element| &*element.name == "w:lvlOverride") {
                let start = change.of("w:startOverride", "w:val").and_then(|start| start.parse().ok());
                if let (Some(at), Some(start)) = (change.attr("w:ilvl").and_then(|at| at.parse().ok()), start) {
                    starts.insert(at, start);
                }
            }
            numbering.numbers.insert(id.to_owned(), Number { list: list.to_owned(), starts });
        }
        numbering
    }

    /// Returns a level of the list with a number; `None` if the paragraph is not in a list.
    pub(super) fn level(&self, id: &str, level: u8) -> Option<Found> {
        if id == "0" {
            return None;
        }
        let number = self.numbers.get(id)?;
        let list = self.links.get(&number.list).unwrap_or(&number.list);
        let found = self.levels.get(&(list.clone(), level)).or_else(|| self.levels.get(&(list.clone(), 0)));
        let found = found.copied().unwrap_or(Level { is_bullet: true, start: 1 });
        let start = number.starts.get(&level).copied();
        Some(Found {
            list: list.clone(),
            is_bullet: found.is_bullet,
            start: start.unwrap_or(found.start),
            restarts: start.is_some(),
        })
    }
}

fn read_level(level: &Element) -> Level {
    let format = level.of("w:numFmt", "w:val").unwrap_or("decimal");
    let start = level.of("w:start", "w:val").and_then(|start| start.parse().ok()).unwrap_or(1);
    Level { is_bullet: matches!(format, "bullet" | "none"), start }
}
