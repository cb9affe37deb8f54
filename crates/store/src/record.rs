//! Records: structs that are read from rows by the names of their fields, and that are rows of a table themselves.

use quire_db::{FromRow, Value};

use crate::sql::Part;

/// A record that is a row of a table.
pub(crate) trait Table: FromRow {
    /// The name of the table.
    const NAME: &'static str;
    /// The role of each field, in order.
    const PARTS: &'static [Part];

    /// Returns the stored values of all fields, in order.
    fn values(&self) -> Vec<Value>;

    /// Returns the parameters of [`insert!`](crate::sql::insert).
    fn inserted(&self) -> Vec<Value> {
        self.only(Part::is_inserted)
    }

    /// Returns the parameters of [`update!`](crate::sql::update).
    fn updated(&self) -> Vec<Value> {
        self.only(Part::is_updated)
    }

    /// Returns the stored values of the fields with certain roles.
    fn only(&self, holds: fn(Part) -> bool) -> Vec<Value> {
        self.values().into_iter().zip(Self::PARTS).filter(|(_, part)| holds(**part)).map(|(value, _)| value).collect()
    }
}

/// Declares a record: the struct, and its conversion from a row whose columns are named like its fields.
///
/// After `in` comes the table that the record is a row of. A field of such a record is updated unless it is declared
/// `as key`, `as fixed` or `as joined`, which are the roles of [`Part`].
macro_rules! record {
    ($(#[$doc:meta])* $name:ident $(in $table:ident)? { $($fields:tt)* }) => {
        $crate::record::record! { $(#[$doc])* pub $name $(in $table)? { $($fields)* } }
    };
    ($(#[$doc:meta])* $vis:vis $name:ident in $table:ident {
        $($(#[$field_doc:meta])* $field:ident: $type:ty $(as $part:ident)?),+ $(,)?
    }) => {
        $crate::record::record! { $(#[$doc])* $vis $name { $($(#[$field_doc])* $field: $type),+ } }

        impl $crate::record::Table for $name {
            const NAME: &'static str = stringify!($table);
            const PARTS: &'static [$crate::sql::Part] = &[$($crate::record::part!($($part)?)),+];

            fn values(&self) -> Vec<quire_db::Value> {
                vec![$($crate::column::Column::store(&self.$field)),+]
            }
        }
    };
    ($(#[$doc:meta])* $vis:vis $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        $vis struct $name { $($(#[$field_doc])* $vis $field: $type),+ }

        impl quire_db::FromRow for $name {
            const COLUMNS: &'static [&'static str] = &[$(stringify!($field)),+];

            fn from_row(row: quire_db::Row) -> Result<Self, quire_db::Error> {
                let mut values = row.into_values().into_iter();
                Ok(Self {
                    $($field: {
                        let value = values.next().unwrap_or(quire_db::Value::Null);
                        <$type as $crate::column::Column>::load(value)
                            .ok_or(quire_db::Error::Column { column: stringify!($field), expected: stringify!($type) })?
                    }),+
                })
            }
        }
    };
}

/// Returns the role that a field is declared with.
macro_rules! part {
    () => {
        $crate::sql::Part::Set
    };
    (key) => {
        $crate::sql::Part::Key
    };
    (fixed) => {
        $crate::sql::Part::Fixed
    };
    (joined) => {
        $crate::sql::Part::Joined
    };
}

pub(crate) use {part, record};
