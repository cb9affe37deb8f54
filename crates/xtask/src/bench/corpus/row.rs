//! A row of figures of one kind of request.

use std::fmt;

use serde_json::{Value, json};

use super::super::process::Resident;
use super::load::Load;

/// The figures of one kind of request with a number of clients.
#[derive(Debug)]
pub(super) struct Row {
    name: String,
    clients: usize,
    /// Requests per second.
    rate: f64,
    /// Milliseconds on processors of the server, for each request.
    spent: f64,
    p50: f64,
    p99: f64,
    /// Resident memory at the end.
    resident: Resident,
    /// Further figures by name.
    further: Vec<(&'static str, f64)>,
}

impl Row {
    /// Creates a row from a load, during which the server spent so many milliseconds on processors.
    pub(super) fn new(name: &str, clients: usize, load: &Load, spent: f64, resident: Resident) -> Self {
        let spent = spent / load.times.len() as f64;
        let (p50, p99) = (load.at(0.5), load.at(0.99));
        Self { name: name.to_owned(), clients, rate: load.rate, spent, p50, p99, resident, further: Vec::new() }
    }

    /// Adds a figure.
    pub(super) fn with(mut self, name: &'static str, value: f64) -> Self {
        self.further.push((name, value));
        self
    }

    pub(super) fn as_json(&self) -> Value {
        let further: serde_json::Map<_, _> =
            self.further.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
        json!({
            "name": self.name,
            "clients": self.clients,
            "perSecond": self.rate,
            "cpuMs": self.spent,
            "p50Ms": self.p50,
            "p99Ms": self.p99,
            "residentMiB": self.resident.own + self.resident.of_files,
            "ownMiB": self.resident.own,
            "filesMiB": self.resident.of_files,
            "further": further,
        })
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, clients, rate, spent, p50, p99, resident, further } = self;
        write!(f, "{name:<20} clients {clients:>2}   processor {spent:>7.3} ms   {rate:>9.1} /s   ")?;
        let Resident { own, of_files } = resident;
        let all = own + of_files;
        write!(f, "p50 {p50:.2} ms, p99 {p99:.2} ms   resident {all:.0} MiB: {own:.0} own, {of_files:.0} of files")?;
        further.iter().try_for_each(|(name, value)| write!(f, "   {name}: {value:.2}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_on_processors_is_by_request() {
        let load = Load { times: vec![1.0, 2.0, 3.0, 4.0], rate: 8.0 };
        let row = Row::new("reads", 2, &load, 10.0, Resident { own: 30.0, of_files: 20.0 }).with("share", 0.5);
        let json = row.as_json();
        assert_eq!(
            (&json["cpuMs"], &json["clients"], &json["further"]["share"]),
            (&json!(2.5), &json!(2), &json!(0.5))
        );
        assert_eq!((&json["residentMiB"], &json["ownMiB"]), (&json!(50.0), &json!(30.0)));
        let line = row.to_string();
        assert!(line.contains("2.500 ms") && line.contains("50 MiB: 30 own, 20 of files"), "{line}");
    }
}
