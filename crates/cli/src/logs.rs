//! Logging to standard error: text in a terminal, elsewhere a JSON object per line.

use std::io::{IsTerminal as _, Write};

use anyhow::Context as _;
use serde::Deserialize;
use tracing_subscriber::EnvFilter;

/// The format of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LogFormat {
    /// Plain text, for reading in a terminal.
    Text,
    /// A JSON object per line.
    Json,
}

/// Standard error, where what can't be written is dropped: a full disk or a reader that has ended must not stop the work
/// that is logged.
struct Lenient;

impl Write for Lenient {
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        let _ = std::io::stderr().write_all(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        let _ = std::io::stderr().flush();
        Ok(())
    }
}

/// Prints a line that is no log to standard error.
pub(crate) fn complain(line: impl std::fmt::Display) {
    let _ = writeln!(Lenient, "{line}");
}

/// Initializes logging to standard error.
pub(crate) fn start(format: Option<LogFormat>, level: &str) -> anyhow::Result<()> {
    let terminal = std::io::stderr().is_terminal();
    let format = format.unwrap_or(if terminal { LogFormat::Text } else { LogFormat::Json });
    let filter = EnvFilter::try_new(level).context("log-level")?;
    let logs = tracing_subscriber::fmt().with_env_filter(filter).log_internal_errors(false).with_writer(|| Lenient);
    match format {
        LogFormat::Text => logs.with_ansi(terminal).init(),
        LogFormat::Json => logs.json().flatten_event(true).init(),
    }
    Ok(())
}
