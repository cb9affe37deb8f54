//! Warnings about parts of specifications that readers of a text do not get: specifications, operations and schemas that
//! are not there.

use quire_content::document::model::Kind;
use quire_model::ids::SpaceId;
use quire_model::openapi_specs::parts_of;

use super::bodies::all_left_out;
use super::computed::{ComputedPage, Shown};
use super::latest::LatestVersions;
use super::parts::Part;
use crate::App;
use crate::callers::Caller;
use crate::content::Version;
use crate::content::changes::Step;
use crate::content::import::Report;
use crate::content::warnings::{Code, Findings, Occasion, Parts, Warning, Warnings};
use crate::core::errors::Error;

impl App {
    /// Returns the warnings about every text of a revision that differs from the one before it: about the text, about
    /// links that lead to nothing in the content, and about specifications.
    pub fn warnings_of_revision(
        &self,
        caller: &Caller,
        space: SpaceId,
        step: impl Into<Step>,
        occasion: Occasion,
    ) -> Result<Vec<Warning>, Error> {
        let step = step.into();
        let Findings { texts, dead_links, parts } = self.findings_of_revision(caller, space, step, occasion)?;
        let about_parts = self.warnings_about_parts(caller, space, step, parts)?;
        Ok([texts, dead_links, about_parts].into_iter().flat_map(Warnings::into_list).collect())
    }

    /// Returns the report of an import with warnings about the specifications in every text that it changed.
    pub fn with_specification_warnings(
        &self,
        caller: &Caller,
        space: SpaceId,
        mut report: Report,
    ) -> Result<Report, Error> {
        if report.changed {
            let step = report.revision.into();
            let found = self.findings_of_revision(caller, space, step, Occasion::Import)?;
            report.warnings.append(self.warnings_about_parts(caller, space, step, found.parts)?);
        }
        Ok(report)
    }

    fn warnings_about_parts(
        &self,
        caller: &Caller,
        space: SpaceId,
        step: Step,
        Parts { blocks, computed }: Parts,
    ) -> Result<Warnings, Error> {
        let mut found = Warnings::default();
        if blocks.is_empty() && computed.is_empty() {
            return Ok(found);
        }
        let view = self.view(caller, space, Version::Revision(step.after))?;
        let latest = self.latest_versions(view.space.organization)?;
        // Whoever may not read private specifications learns of none, also of those that merged content shows.
        let latest = if view.reads_specifications { latest } else { latest.public() };
        for ((path, line), kind) in blocks {
            for message in self.missing_parts(&latest, &kind)? {
                found.push(Warning { path: path.clone(), line: Some(line), code: Code::UnknownSpecification, message });
            }
        }
        for (path, yaml) in computed {
            let ComputedPage::Specification { spec, shows, .. } = ComputedPage::read(&yaml) else { continue };
            let message = match (self.version_shown(&latest, &spec)?, shows) {
                (None, _) => Some(unknown(&latest, &spec)),
                (Some(version), Shown::Everything { further }) => {
                    all_left_out(&*self.specification_index(&version)?, further)
                }
                (Some(_), _) => None,
            };
            let code = Code::UnknownSpecification;
            found.extend(message.map(|message| Warning { path, line: None, code, message }));
        }
        Ok(found)
    }

    /// Returns what is not there of the part of a specification that a block shows.
    fn missing_parts(&self, latest: &LatestVersions, kind: &Kind) -> Result<Vec<String>, Error> {
        let Some((slug, part)) = Part::of(kind) else { return Ok(Vec::new()) };
        let Some(version) = self.version_shown(latest, slug)? else {
            return Ok(vec![unknown(latest, slug)]);
        };
        let index = self.specification_index(&version)?;
        let missing: Vec<String> = match part {
            Part::Operation(call) if index.shown_operation(&call).is_some() => Vec::new(),
            Part::Operation(call) => vec![call.shown()],
            Part::Schemas(names) => names.into_iter().filter(|name| index.shown_schema(name).is_none()).collect(),
        };
        Ok(missing.iter().map(|it| format!("`{it}` is not in the OpenAPI specification `{slug}`")).collect())
    }
}

fn unknown(latest: &LatestVersions, reference: &str) -> String {
    match parts_of(reference) {
        (slug, Some(id)) if latest.get(slug).is_some() => {
            format!("the OpenAPI specification `{slug}` has no version `{id}`")
        }
        _ => format!("the organization has no OpenAPI specification `{reference}` that can be shown"),
    }
}
