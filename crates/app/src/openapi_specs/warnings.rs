//! Warnings about parts of specifications that readers of a text do not get: specifications, operations and schemas that
//! are not there.

use quire_content::document::model::Kind;
use quire_model::ids::SpaceId;

use super::latest::LatestVersions;
use super::parts::Part;
use crate::App;
use crate::callers::Caller;
use crate::content::Version;
use crate::content::changes::Step;
use crate::content::warnings::{Code, Warning, Warnings};
use crate::core::errors::Error;

impl App {
    /// Returns warnings about the specifications in every text of a revision that differs from the one before it.
    pub fn specification_warnings_of_revision(
        &self,
        caller: &Caller,
        space: SpaceId,
        step: impl Into<Step>,
    ) -> Result<Vec<Warning>, Error> {
        let step = step.into();
        let blocks = self.api_blocks_of_revision(caller, space, step)?;
        if blocks.is_empty() {
            return Ok(Vec::new());
        }
        let view = self.view(caller, space, Version::Revision(step.after))?;
        let latest = self.latest_versions(view.space.organization)?;
        let mut found = Warnings::default();
        for ((path, line), kind) in blocks {
            for message in self.missing_parts(&latest, &kind)? {
                found.push(Warning { path: path.clone(), line: Some(line), code: Code::UnknownSpecification, message });
            }
        }
        Ok(found.into_list())
    }

    /// Returns what is not there of the part of a specification that a block shows.
    fn missing_parts(&self, latest: &LatestVersions, kind: &Kind) -> Result<Vec<String>, Error> {
        let Some((slug, part)) = Part::of(kind) else { return Ok(Vec::new()) };
        let Some(version) = latest.get(slug) else {
            return Ok(vec![format!("the organization has no OpenAPI specification `{slug}` that can be shown")]);
        };
        let index = self.specification_index(version)?;
        let missing: Vec<String> = match part {
            Part::Operation(call) if index.operation(&call).is_some() => Vec::new(),
            Part::Operation(call) => vec![call.shown()],
            Part::Schemas(names) => names.into_iter().filter(|name| index.schema(name).is_none()).collect(),
        };
        Ok(missing.iter().map(|it| format!("`{it}` is not in the OpenAPI specification `{slug}`")).collect())
    }
}
