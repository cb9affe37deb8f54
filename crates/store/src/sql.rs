//! Texts of statements, put together from constants when the crate is compiled.

/// The maximum length of a statement's text in bytes.
const MOST: usize = 4096;

/// The text of a statement under construction.
#[derive(Clone, Copy)]
pub(crate) struct Text {
    bytes: [u8; MOST],
    len: usize,
}

/// The role of a record's field in its table.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    /// A part of the primary key, by which an update finds the row.
    Key,
    /// A column that an update sets.
    Set,
    /// A column that is inserted and that an update leaves as it is.
    Fixed,
    /// A column of another table, which is only selected.
    Joined,
}

impl Part {
    /// Returns true for a field that is a column of the table itself.
    pub(crate) const fn is_inserted(self) -> bool {
        !matches!(self, Self::Joined)
    }

    /// Returns true for a field that is a parameter of an update.
    pub(crate) const fn is_updated(self) -> bool {
        matches!(self, Self::Key | Self::Set)
    }
}

impl Text {
    pub(crate) const fn new() -> Self {
        Self { bytes: [0; MOST], len: 0 }
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// Returns the bytes of the text; `N` is its length.
    pub(crate) const fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        let mut at = 0;
        while at < N {
            bytes[at] = self.bytes[at];
            at += 1;
        }
        bytes
    }

    /// Appends a text.
    pub(crate) const fn with(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        let mut at = 0;
        while at < text.len() {
            self.bytes[self.len] = text[at];
            self.len += 1;
            at += 1;
        }
        self
    }

    /// Appends a parameter with its number, below 100.
    const fn parameter(self, number: usize) -> Self {
        let digits = b"0123456789";
        let (tens, ones) = ([digits[number / 10]], [digits[number % 10]]);
        let text = self.with("?");
        let text = if number < 10 { text } else { text.with(as_text(&tens)) };
        text.with(as_text(&ones))
    }

    /// Appends `separator` before all items but the first.
    const fn between(self, first: bool, separator: &str) -> Self {
        if first { self } else { self.with(separator) }
    }

    /// Appends names of columns, each after `prefix`.
    pub(crate) const fn columns(mut self, prefix: &str, columns: &[&str]) -> Self {
        let mut at = 0;
        while at < columns.len() {
            self = self.between(at == 0, ", ").with(prefix).with(columns[at]);
            at += 1;
        }
        self
    }

    /// Appends a statement that inserts a row; its parameters are the inserted fields in order.
    pub(crate) const fn insert(self, table: &str, columns: &[&str], parts: &[Part]) -> Self {
        let mut names = self.with("insert into ").with(table).with(" (");
        let mut values = Self::new();
        let (mut at, mut number) = (0, 0);
        while at < columns.len() {
            if parts[at].is_inserted() {
                names = names.between(number == 0, ", ").with(columns[at]);
                values = values.between(number == 0, ", ").parameter(number + 1);
                number += 1;
            }
            at += 1;
        }
        names.with(") values (").with(as_text(values.bytes.split_at(values.len).0)).with(")")
    }

    /// Appends a statement that updates the row with a key; its parameters are the updated fields in order.
    pub(crate) const fn update(self, table: &str, columns: &[&str], parts: &[Part]) -> Self {
        let mut sets = self.with("update ").with(table).with(" set ");
        let mut keys = Self::new();
        let (mut at, mut number, mut set) = (0, 0, 0);
        while at < columns.len() {
            if parts[at].is_updated() {
                number += 1;
                if matches!(parts[at], Part::Key) {
                    keys = keys.between(number == set + 1, " and ").with(columns[at]).with(" = ").parameter(number);
                } else {
                    sets = sets.between(set == 0, ", ").with(columns[at]).with(" = ").parameter(number);
                    set += 1;
                }
            }
            at += 1;
        }
        sets.with(" where ").with(as_text(keys.bytes.split_at(keys.len).0))
    }
}

/// Returns bytes as the text that they are.
pub(crate) const fn as_text(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("texts are put together from whole texts"),
    }
}

/// Evaluates a [`Text`] to a constant text.
macro_rules! constant {
    ($text:expr) => {{
        const TEXT: $crate::sql::Text = $text;
        const BYTES: [u8; TEXT.len()] = TEXT.bytes();
        $crate::sql::as_text(&BYTES)
    }};
}

/// Concatenates constant texts.
macro_rules! sql {
    ($($part:expr),+ $(,)?) => {
        $crate::sql::constant!($crate::sql::Text::new()$(.with($part))+)
    };
}

/// Lists the columns of a record, each after a prefix such as `c.` if one is given.
macro_rules! columns {
    ($record:ty) => {
        $crate::sql::columns!($record, "")
    };
    ($record:ty, $prefix:expr) => {
        $crate::sql::constant!($crate::sql::Text::new().columns($prefix, <$record as quire_db::FromRow>::COLUMNS))
    };
}

/// Selects the columns of a record from its table; the rest of the statement follows.
macro_rules! select {
    ($record:ty, $($rest:expr),+ $(,)?) => {
        $crate::sql::sql!(
            "select ",
            $crate::sql::columns!($record),
            " from ",
            <$record as $crate::record::Table>::NAME,
            " ",
            $($rest),+
        )
    };
}

/// Inserts a record into its table, with the parameters that [`inserted`](crate::record::Table::inserted) returns.
macro_rules! insert {
    ($record:ty) => {
        $crate::sql::constant!($crate::sql::Text::new().insert(
            <$record as $crate::record::Table>::NAME,
            <$record as quire_db::FromRow>::COLUMNS,
            <$record as $crate::record::Table>::PARTS
        ))
    };
}

/// Updates the row of a record, with the parameters that [`updated`](crate::record::Table::updated) returns.
macro_rules! update {
    ($record:ty) => {
        $crate::sql::constant!($crate::sql::Text::new().update(
            <$record as $crate::record::Table>::NAME,
            <$record as quire_db::FromRow>::COLUMNS,
            <$record as $crate::record::Table>::PARTS
        ))
    };
}

pub(crate) use {columns, constant, insert, select, sql, update};

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: &[&str] = &["title", "id", "created_at", "owner", "place"];
    const PARTS: &[Part] = &[Part::Set, Part::Key, Part::Fixed, Part::Joined, Part::Set];

    #[test]
    fn statements_have_the_columns_of_their_records() {
        assert_eq!(sql!("a", "b ", "c"), "ab c");
        assert_eq!(constant!(Text::new().columns("t.", COLUMNS)), "t.title, t.id, t.created_at, t.owner, t.place");
        let insert = "insert into things (title, id, created_at, place) values (?1, ?2, ?3, ?4)";
        assert_eq!(constant!(Text::new().insert("things", COLUMNS, PARTS)), insert);
        let update = "update things set title = ?1, place = ?3 where id = ?2";
        assert_eq!(constant!(Text::new().update("things", COLUMNS, PARTS)), update);
        assert_eq!(constant!(Text::new().parameter(9).parameter(12)), "?9?12");
    }
}
