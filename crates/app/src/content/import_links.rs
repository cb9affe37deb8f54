//! Links of imported content that lead nowhere, for its report.

use quire_content::links::{Address, End, Entity, Link, LinkTarget, Linked};
use quire_content::objects::ObjectError;

use crate::content::former_ids::FormerSpaces;
use crate::content::warnings::{self, Code, Lines, LinkProblem, Warnings};

/// Returns warnings about all links of content that lead nowhere. `spaces` are the former identifiers that are known.
pub(super) fn dead(linked: &Linked<'_>, spaces: &FormerSpaces) -> Result<Warnings, ObjectError> {
    let mut problems = Vec::new();
    for found in linked.all() {
        let (source, link) = found?;
        problems.extend(problem(linked, spaces, source, link)?);
    }
    warnings::of_links(linked, problems, Lines::OfFile)
}

fn problem(
    linked: &Linked<'_>,
    spaces: &FormerSpaces,
    source: Entity,
    link: Link,
) -> Result<Option<LinkProblem>, ObjectError> {
    let (code, message) = match linked.end(&link)? {
        End::Missing if is_file(&link.target) => (Code::MissingFile, "there is no such file".to_owned()),
        End::Missing => (Code::DeadLink, "leads to nothing in this space".to_owned()),
        End::Unnamed(_) => (Code::DeadAnchor, "the page has no such heading or anchor".to_owned()),
        End::Elsewhere => match unknown_space(&link.target, spaces) {
            Some(space) => {
                let hint = "give the space that it is now this former identifier";
                (
                    Code::UnknownSpace,
                    format!("leads to the space {space} of the hosted service, which is not known here: {hint}"),
                )
            }
            None => return Ok(None),
        },
        End::Here(_) => return Ok(None),
    };
    Ok(Some(LinkProblem { source, link, code, message, shows_target: true }))
}

/// Returns true if a target is a file that is no page, by its name.
fn is_file(target: &LinkTarget) -> bool {
    match target {
        LinkTarget::Path(path) => {
            let name = path.rsplit('/').next().unwrap_or(path);
            name.contains('.') && !name.to_ascii_lowercase().ends_with(".md")
        }
        LinkTarget::File(_) => true,
        _ => false,
    }
}

/// Returns the space that an address of the hosted service's application names, unless it is known here.
fn unknown_space(target: &LinkTarget, spaces: &FormerSpaces) -> Option<String> {
    let LinkTarget::Url(url) = target else { return None };
    let address = Address::parse(url).filter(|address| address.base.is_none())?;
    let space = address.space()?;
    spaces.find(space).is_none().then(|| space.to_owned())
}
