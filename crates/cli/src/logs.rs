//! Logging to standard error: text in a terminal, elsewhere a JSON object per line.

use std::io::IsTerminal as _;

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

/// Initializes logging to standard error.
pub(crate) fn start(format: Option<LogFormat>, level: &str) -> anyhow::Result<()> {
    let terminal = std::io::stderr().is_terminal();
    let format = format.unwrap_or(if terminal { LogFormat::Text } else { LogFormat::Json });
    let filter = EnvFilter::try_new(level).context("log-level")?;
    let logs = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match format {
        LogFormat::Text => logs.with_ansi(terminal).init(),
        LogFormat::Json => logs.json().flatten_event(true).init(),
    }
    Ok(())
}
