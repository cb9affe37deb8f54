//! The command `quire openapi`.

use clap::Args;

use super::say;

/// Print the OpenAPI document of this server.
#[derive(Debug, Args)]
pub(crate) struct Openapi {
    /// Print YAML instead of JSON.
    #[arg(long)]
    yaml: bool,
}

impl Openapi {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let document = quire_api::document("");
        if self.yaml {
            say(quire_api::reference::to_yaml(&document).trim_end());
        } else {
            say(serde_json::to_string_pretty(&document)?);
        }
        Ok(())
    }
}
