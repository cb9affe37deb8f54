//! Values of organizations.

use crate::words::words;

words! {
    /// The type of an organization.
    OrganizationType {
        /// A company or other business.
        Business = "business",
        /// A community, such as an open-source project.
        Community = "community",
    }

    /// The purpose of an organization.
    UseCase {
        /// Documentation for the organization's own members.
        InternalDocs = "internalDocs",
        /// A public documentation site.
        DocsSite = "docsSite",
        /// A site for a restricted audience.
        AudienceControlledSite = "audienceControlledSite",
        /// Documentation of a product.
        ProductDocs = "productDocs",
        /// The knowledge base of a team.
        TeamKnowledgeBase = "teamKnowledgeBase",
        /// Documentation of a design system.
        DesignSystem = "designSystem",
        /// Documentation of an open-source project.
        OpenSourceDocs = "openSourceDocs",
        /// A collection of notes.
        Notes = "notes",
        /// A purpose that is not listed.
        Other = "other",
    }

    /// The type of a community.
    CommunityType {
        /// The community of a non-profit organization.
        NonProfit = "nonProfit",
        /// The community of an open-source project.
        OpenSource = "openSource",
        /// A community for education.
        Education = "education",
    }
}
