//! Page fields derived from the page's file.

use std::collections::BTreeMap;

use crate::front_matter::{self, Fields};
use crate::incoming::Variable;
use crate::page_file;
use crate::record::{Cover, Field, Layout, PageRecord};
use crate::title::title_of;
use crate::utf8;

/// The fields of a page that its file determines.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Derived {
    /// The byte offset of the body, after the front matter.
    pub(crate) body_at: usize,
    /// The title from the front matter or the first heading.
    title: Option<String>,
    description: Option<String>,
    icon: Option<String>,
    emoji: Option<String>,
    cover: Option<Cover>,
    layout: Option<Layout>,
    variables: BTreeMap<String, Variable>,
    hidden: bool,
    no_index: bool,
    no_robots_index: bool,
    condition: Option<String>,
}

impl Derived {
    /// Derives the fields from a file.
    pub(crate) fn of(file: &[u8]) -> Self {
        let front = front_matter::parse(file);
        let cover = page_file::cover(&front.fields);
        let Fields { title, description, icon, emoji, layout, hidden, no_index, no_robots_index, vars, if_, .. } =
            front.fields;
        let title = title.map(|title| title.trim().to_owned()).filter(|title| !title.is_empty());
        let title = title.or_else(|| title_of(&utf8::lossy(&file[front.body_at..])));
        Self {
            body_at: front.body_at,
            title,
            description,
            icon,
            emoji,
            cover,
            layout,
            variables: vars,
            hidden,
            no_index,
            no_robots_index,
            condition: if_,
        }
    }

    /// Writes the derived fields into a record. A field is only written if every record in `before` agreed with
    /// the file that it is paired with. Returns the fields that were written.
    pub(crate) fn tell(&self, record: &mut PageRecord, before: &[(&PageRecord, &Self)]) -> Vec<Field> {
        let mut told = Vec::new();
        let title_held = before.iter().all(|(record, said)| said.title.as_ref() == Some(&record.title));
        if let Some(title) = self.title.as_ref().filter(|_| title_held) {
            record.title.clone_from(title);
            told.push(Field::Title);
        }
        macro_rules! tell {
            ($($field:ident: $name:expr),+) => {$(
                if before.iter().all(|(record, said)| said.$field == record.$field) {
                    record.$field.clone_from(&self.$field);
                    told.extend($name);
                }
            )+};
        }
        let names = before.iter().flat_map(|(record, _)| record.variables.keys());
        let variables = names.map(|name| Field::Variable { name: name.clone() }).collect::<Vec<_>>();
        tell! {
            description: [Field::Description],
            icon: [Field::Icon],
            emoji: [Field::Emoji],
            cover: [Field::Cover],
            layout: [Field::Layout],
            variables: variables.iter().cloned(),
            hidden: [Field::Hidden],
            no_index: [Field::NoIndex],
            no_robots_index: [Field::NoRobotsIndex],
            condition: [Field::Condition]
        }
        told
    }
}
