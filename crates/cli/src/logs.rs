//! Logs: text in a terminal, a JSON object a line elsewhere, always on the standard error.

use std::io::IsTerminal as _;

use anyhow::Context as _;
use serde::Deserialize;
use tracing_subscriber::EnvFilter;

/// The form of logs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LogFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Sends logs to the standard error from here on.
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
