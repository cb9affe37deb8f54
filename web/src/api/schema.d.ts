// Made by `npm run types` from the OpenAPI document of the server. Not written by hand.

export interface paths {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check liveness. */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check readiness: the database answers. */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the version of the server. */
        get: operations["getApiInformation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/collections/{collectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a collection. */
        get: operations["getCollectionById"];
        put?: never;
        post?: never;
        /** Delete a collection and everything in it; its spaces can be restored. */
        delete: operations["deleteCollectionById"];
        options?: never;
        head?: never;
        /** Change a collection's settings. */
        patch: operations["updateCollectionById"];
        trace?: never;
    };
    "/v1/collections/{collectionId}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Move a collection among its siblings or to another parent. */
        post: operations["moveCollection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/collections/{collectionId}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Grant a role to users and teams. */
        post: operations["inviteToCollection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/collections/{collectionId}/permissions/aggregate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members who have access, with their effective roles. */
        get: operations["listPermissionsAggregateInCollection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/collections/{collectionId}/permissions/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Explain which rule gives a member their role. */
        get: operations["explainPermissionInCollection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/collections/{collectionId}/permissions/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the teams with a role. */
        get: operations["listTeamPermissionsInCollection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/collections/{collectionId}/permissions/teams/{teamId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the role of a team. */
        get: operations["getTeamPermissionInCollection"];
        put?: never;
        post?: never;
        /** Revoke the role of a team. */
        delete: operations["removeTeamFromCollection"];
        options?: never;
        head?: never;
        /** Change the role of a team; null revokes it. */
        patch: operations["updateTeamPermissionInCollection"];
        trace?: never;
    };
    "/v1/collections/{collectionId}/permissions/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the users with a direct role. */
        get: operations["listUserPermissionsInCollection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/collections/{collectionId}/permissions/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the direct role of a user. */
        get: operations["getUserPermissionInCollection"];
        put?: never;
        post?: never;
        /** Revoke the direct role of a user. */
        delete: operations["removeUserFromCollection"];
        options?: never;
        head?: never;
        /** Change the direct role of a user; null revokes it. */
        patch: operations["updateUserPermissionInCollection"];
        trace?: never;
    };
    "/v1/collections/{collectionId}/spaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the spaces directly in a collection. */
        get: operations["listSpacesInCollectionById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/collections/{collectionId}/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Transfer a collection with everything in it to another organization. */
        post: operations["transferCollection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/custom-hostnames/{hostname}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a host name and the site that has it. */
        get: operations["getCustomHostname"];
        put?: never;
        post?: never;
        /** Remove a host name from its site. */
        delete: operations["removeCustomHostname"];
        options?: never;
        head?: never;
        /** Check the proof that a host name is the organization's. */
        patch: operations["dnsRevalidateCustomHostname"];
        trace?: never;
    };
    "/v1/email-domains/{emailDomain}/orgs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the organizations of an e-mail domain that the caller belongs to or may join. */
        get: operations["getOrganizationsForEmailDomain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the caller's organizations. */
        get: operations["listOrganizationsForAuthenticatedUser"];
        put?: never;
        /** Create an organization; the caller becomes its admin. */
        post: operations["createOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an organization. */
        get: operations["getOrganizationById"];
        put?: never;
        post?: never;
        /** Delete an organization: its members lose access to it and everything in it. */
        delete: operations["deleteOrganizationById"];
        options?: never;
        head?: never;
        /** Change an organization's settings. */
        patch: operations["updateOrganizationById"];
        trace?: never;
    };
    "/v1/orgs/{organizationId}/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the collections of an organization. */
        get: operations["listCollectionsInOrganizationById"];
        put?: never;
        /** Create a collection. */
        post: operations["createCollection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/deleted-spaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the deleted spaces that you may restore, the latest first. */
        get: operations["listDeletedSpaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/email-domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the e-mail domains that an organization claims. */
        get: operations["listOrganizationEmailDomains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/email-domains/{emailDomain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an e-mail domain that an organization claims. */
        get: operations["getOrganizationEmailDomain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Check the proof that an e-mail domain is the organization's. */
        patch: operations["checkOrganizationEmailDomain"];
        trace?: never;
    };
    "/v1/orgs/{organizationId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what happens in all spaces that you can see.
         * @description The stream begins with the event `ready`. Then each `change` has an Event as its data, and each `presence` the list of who is present. `reset` says that events were left out: read everything again. To go on where a stream ended, send the `id` that came last in the header `Last-Event-ID`, as browsers do, or as `after`. Without one the stream begins with what happens next, so open it before you read.
         */
        get: operations["streamEventsInOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the imports of an organization, newest first. */
        get: operations["listImports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/imports/{importId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an import with its warnings. */
        get: operations["getImportById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/imports/{importId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End an import before its content is written.
         * @description An import that has ended, or whose content is written, stays as it is.
         */
        post: operations["cancelImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/imports/{importId}/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what became of each page of an import. */
        get: operations["listImportPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/imports/{importId}/revert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take back what an import changed, in a new revision.
         * @description Later edits of other content stay. If something that the import changed was changed again, the answer is 409 and nothing changes.
         */
        post: operations["revertImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add members by their e-mail addresses; no e-mail is sent. */
        post: operations["inviteUsersToOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/invites/{inviteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Join an organization by an invite link. */
        post: operations["joinOrganizationWithInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Join an organization by the domain of the caller's e-mail address. */
        post: operations["joinOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/link-invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the invite links of an organization. */
        get: operations["listOrganizationInviteLinks"];
        put?: never;
        /** Create an invite link. */
        post: operations["createOrganizationInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/link-invites/{inviteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an invite link. */
        get: operations["getOrganizationInviteLink"];
        put?: never;
        post?: never;
        /** Revoke an invite link. */
        delete: operations["deleteOrganizationInviteById"];
        options?: never;
        head?: never;
        /** Change the role or expiry of an invite link. */
        patch: operations["updateOrganizationInviteById"];
        trace?: never;
    };
    "/v1/orgs/{organizationId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members of an organization. */
        get: operations["listMembersInOrganizationById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a member. */
        get: operations["getMemberInOrganizationById"];
        put?: never;
        post?: never;
        /** Remove a member; members may remove themselves. */
        delete: operations["removeMemberFromOrganizationById"];
        options?: never;
        head?: never;
        /** Change a member's role or access. */
        patch: operations["updateMemberInOrganizationById"];
        trace?: never;
    };
    "/v1/orgs/{organizationId}/members/{userId}/spaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the spaces that a member has access to. */
        get: operations["listSpacesForOrganizationMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/members/{userId}/sso": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark a member as signing in by single sign-on. */
        post: operations["setUserAsSsoMemberForOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/members/{userId}/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the teams that a member is in. */
        get: operations["listTeamsForOrganizationMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the OpenID Connect providers of an organization. */
        get: operations["listOIDCProvidersInOrganization"];
        put?: never;
        /**
         * Create an OpenID Connect provider.
         * @description A provider is pending until its issuer and the client identifier are set. A new issuer is asked for its description at once, and drops the secret of the one before. `service` has what the provider must know.
         */
        post: operations["createOrganizationOIDCProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/oidc/{oidcProviderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an OpenID Connect provider. */
        get: operations["getOrganizationOIDCProvider"];
        put?: never;
        post?: never;
        /** Delete an OpenID Connect provider. Accounts and memberships stay. */
        delete: operations["deleteOrganizationOIDCProvider"];
        options?: never;
        head?: never;
        /**
         * Change an OpenID Connect provider.
         * @description A provider is pending until its issuer and the client identifier are set. A new issuer is asked for its description at once, and drops the secret of the one before. `service` has what the provider must know.
         */
        patch: operations["updateOrganizationOIDCProvider"];
        trace?: never;
    };
    "/v1/orgs/{organizationId}/openapi": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the OpenAPI specifications of an organization. */
        get: operations["listOpenApiSpecs"];
        put?: never;
        /**
         * Add an OpenAPI specification.
         * @description The source is read in the background; `processingState` says how far that is.
         */
        post: operations["createOpenApiSpec"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/openapi/{specSlug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an OpenAPI specification. */
        get: operations["getOpenApiSpecBySlug"];
        /**
         * Set the source of an OpenAPI specification, or create it.
         * @description The source is read in the background; `processingState` says how far that is.
         */
        put: operations["createOrUpdateOpenApiSpecBySlug"];
        post?: never;
        /** Delete an OpenAPI specification with its versions. */
        delete: operations["deleteOpenApiSpecBySlug"];
        options?: never;
        head?: never;
        /** Change who may read an OpenAPI specification. */
        patch: operations["updateOpenApiSpecBySlug"];
        trace?: never;
    };
    "/v1/orgs/{organizationId}/openapi/{specSlug}/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the document of the latest version.
         * @description The bytes are those of the source. A token is needed unless the specification is public.
         */
        get: operations["getOpenApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/openapi/{specSlug}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the notes of writers on an OpenAPI specification. */
        get: operations["listOpenApiNotes"];
        /** Set the note on a part of an OpenAPI specification. */
        put: operations["putOpenApiNote"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/openapi/{specSlug}/notes/{noteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a note on an OpenAPI specification. */
        delete: operations["deleteOpenApiNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/openapi/{specSlug}/overlay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the notes as an OpenAPI Overlay. */
        get: operations["getOpenApiOverlay"];
        /**
         * Replace the notes by those of an OpenAPI Overlay.
         * @description Actions set descriptions of operations, webhooks, parameters, schemas and properties.
         */
        put: operations["putOpenApiOverlay"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/openapi/{specSlug}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the versions, newest first. */
        get: operations["listOpenApiSpecVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a version. */
        get: operations["getOpenApiSpecVersionById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge the breaking changes of a version and all before it.
         * @description The merge rule `no_breaking_api_change` fails for breaking changes that nobody has acknowledged.
         */
        post: operations["acknowledgeOpenApiSpecVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get what a version changed. */
        get: operations["getOpenApiSpecVersionChangesById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the content of a version.
         * @description Documents that the specification refers to are parts of it; references within it stay.
         */
        get: operations["getOpenApiSpecVersionContentById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the document of a version.
         * @description The bytes are those of the source. A token is needed unless the specification is public.
         */
        get: operations["getOpenApiDocumentById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the latest version. */
        get: operations["getLatestOpenApiSpecVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get what the latest version changed. */
        get: operations["getLatestOpenApiSpecVersionChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the content of the latest version.
         * @description Documents that the specification refers to are parts of it; references within it stay.
         */
        get: operations["getLatestOpenApiSpecVersionContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record the caller's activity, and get claims about them. */
        post: operations["updateOrganizationMemberLastSeenAt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/presence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who is in the spaces that you can see now, by name. */
        get: operations["listPresenceInOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/saml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the SAML providers of an organization. */
        get: operations["listSAMLProvidersInOrganization"];
        put?: never;
        /**
         * Create a SAML provider.
         * @description A provider is pending until its entity identifier, certificate and address are set; `metadata` or `metadataURL` sets all three. `service` has what the provider must know.
         */
        post: operations["createOrganizationSAMLProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/saml/{samlProviderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a SAML provider. */
        get: operations["getOrganizationSAMLProvider"];
        put?: never;
        post?: never;
        /** Delete a SAML provider. Accounts and memberships stay. */
        delete: operations["deleteOrganizationSAMLProvider"];
        options?: never;
        head?: never;
        /**
         * Change a SAML provider.
         * @description A provider is pending until its entity identifier, certificate and address are set; `metadata` or `metadataURL` sets all three. `service` has what the provider must know.
         */
        patch: operations["updateOrganizationSAMLProvider"];
        trace?: never;
    };
    "/v1/orgs/{organizationId}/scim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the state of provisioning by SCIM. */
        get: operations["getOrganizationSCIM"];
        /**
         * Create the token for SCIM; its secret is shown once.
         * @description The token before it ends at once. A provider with the token manages members and teams.
         */
        put: operations["putOrganizationSCIMToken"];
        post?: never;
        /** End the token for SCIM. Members and teams stay. */
        delete: operations["deleteOrganizationSCIMToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the spaces of an organization.
         * @description Only spaces that the caller may read are searched. `count` is the number of spaces.
         */
        get: operations["searchOrganizationContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the sites of an organization. */
        get: operations["listSites"];
        put?: never;
        /** Create a site, which is not published yet. */
        post: operations["createSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a site. */
        get: operations["getSiteById"];
        put?: never;
        post?: never;
        /** Delete a site; its spaces are kept. */
        delete: operations["deleteSiteById"];
        options?: never;
        head?: never;
        /** Change a site's settings. */
        patch: operations["updateSiteById"];
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a site's adaptive schema. */
        get: operations["getSiteAdaptiveSchema"];
        /** Replace a site's adaptive schema. */
        put: operations["updateSiteAdaptiveSchema"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the conditions that the adaptive schema suggests. */
        get: operations["listSiteAdaptiveTemplateConditions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/customization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a site's customization. */
        get: operations["getSiteCustomizationById"];
        /** Replace a site's customization. */
        put: operations["updateSiteCustomizationById"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change settings of a site's customization. */
        patch: operations["changeSiteCustomizationById"];
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what readers say of pages, newest first. */
        get: operations["listSitePageFeedback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Print a space of a published site, or pages of it, as PDF.
         * @description The document has what the site shows to everybody. Readers who see more print at the addresses of the site. The answer comes when the document is ready. `url` works without a token until the end of the next day.
         */
        get: operations["getSitePdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Grant a role to users and teams. */
        post: operations["inviteToSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/permissions/aggregate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members who have access, with their effective roles. */
        get: operations["listPermissionsAggregateInSite"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/permissions/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Explain which rule gives a member their role. */
        get: operations["explainPermissionInSite"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/permissions/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the teams with a role. */
        get: operations["listTeamPermissionsInSite"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/permissions/teams/{teamId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the role of a team. */
        get: operations["getTeamPermissionInSite"];
        put?: never;
        post?: never;
        /** Revoke the role of a team. */
        delete: operations["removeTeamFromSite"];
        options?: never;
        head?: never;
        /** Change the role of a team; null revokes it. */
        patch: operations["updateTeamPermissionInSite"];
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/permissions/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the users with a direct role. */
        get: operations["listUserPermissionsInSite"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/permissions/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the direct role of a user. */
        get: operations["getUserPermissionInSite"];
        put?: never;
        post?: never;
        /** Revoke the direct role of a user. */
        delete: operations["removeUserFromSite"];
        options?: never;
        head?: never;
        /** Change the direct role of a user; null revokes it. */
        patch: operations["updateUserPermissionInSite"];
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Publish a site for its audience. */
        post: operations["publishSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a published site with its structure and customization. */
        get: operations["getPublishedContentSite"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the visitor authentication of a site. */
        get: operations["getSitePublishingAuthById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the visitor authentication of a site. */
        patch: operations["updateSitePublishingAuthById"];
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth/regenerate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Regenerate the private key; tokens of the old one become invalid. */
        post: operations["regenerateSitePublishingAuthById"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/publishing/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an address that previews a site, published or not, for an hour at most. */
        get: operations["getSitePublishingPreviewById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/redirect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the redirect that applies to a path, and its target. */
        get: operations["getSiteRedirectBySource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/redirects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the redirects of a site. */
        get: operations["listSiteRedirects"];
        /** Create, change and delete many redirects, all or nothing. */
        put: operations["changeSiteRedirects"];
        /** Add a redirect to a site. */
        post: operations["createSiteRedirect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a redirect. */
        delete: operations["deleteSiteRedirectById"];
        options?: never;
        head?: never;
        /** Change a redirect. */
        patch: operations["updateSiteRedirectById"];
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search the spaces on a site.
         * @description In spaces that the caller may not read, only content that the site shows to everybody is found. `count` is the number of spaces.
         */
        post: operations["searchSiteContent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/section-groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the groups of sections of a site. */
        get: operations["listSiteSectionGroups"];
        put?: never;
        /** Add a group of sections, last on a site. */
        post: operations["addSectionGroupToSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a group from a site; its sections take its place. */
        delete: operations["deleteSiteSectionGroupById"];
        options?: never;
        head?: never;
        /** Change a group of sections. */
        patch: operations["updateSiteSectionGroupById"];
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Move a group beside another one, or beside a section in no group. */
        post: operations["moveSiteSectionGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Move a section into a group, as its last. */
        post: operations["addSectionToGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a section from a group; it moves right after the group. */
        delete: operations["removeSectionFromGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/sections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the sections of a site, including those in groups. */
        get: operations["listSiteSections"];
        put?: never;
        /** Add a section with one space, last on a site. The spaces of a site without sections become its first. */
        post: operations["addSectionToSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a section from a site; the spaces themselves are kept. */
        delete: operations["deleteSiteSectionById"];
        options?: never;
        head?: never;
        /** Change a section. */
        patch: operations["updateSiteSectionById"];
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Move a section beside another one, into that one's group. */
        post: operations["moveSiteSection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/share-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the share links of a site. */
        get: operations["listSiteShareLinks"];
        put?: never;
        /** Create a share link; a site has at most 100. */
        post: operations["createSiteShareLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a share link permanently. */
        delete: operations["deleteSiteShareLinkById"];
        options?: never;
        head?: never;
        /** Rename, deactivate or activate a share link. */
        patch: operations["updateSiteShareLinkById"];
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the spaces on a site, in its order. */
        get: operations["listSiteSpaces"];
        put?: never;
        /** Add a space to a site, last in a section. */
        post: operations["addSpaceToSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a space from a site; the space itself is kept. */
        delete: operations["deleteSiteSpaceById"];
        options?: never;
        head?: never;
        /** Change a space on a site. */
        patch: operations["updateSiteSpaceById"];
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the customization that applies to a space on a site. */
        get: operations["getSiteSpaceCustomizationById"];
        put?: never;
        post?: never;
        /** Remove the customization overrides of a space on a site. */
        delete: operations["deleteSiteSpaceCustomizationById"];
        options?: never;
        head?: never;
        /** Change the customization overrides of a space on a site. */
        patch: operations["overrideSiteSpaceCustomizationById"];
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Move a space on a site. Deprecated: sort the site's structure instead. */
        post: operations["moveSiteSpace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/structure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the structure of a site. */
        get: operations["getSiteStructure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/structure/sort": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Move a space, a section or a group of a site. */
        patch: operations["sortSiteStructure"];
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sites/{siteId}/unpublish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Unpublish a site; nobody can visit it any more. */
        post: operations["unpublishSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/spaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the spaces of an organization. */
        get: operations["listSpacesInOrganizationById"];
        put?: never;
        /** Create a space. */
        post: operations["createSpace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/sso": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the ways to sign in to an organization.
         * @description For everybody. The list is empty for an organization that does not exist.
         */
        get: operations["listSSOProviderLoginsForOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/storage/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Announce a file and get the address for its bytes.
         * @description Send the bytes with PUT to `url`, exactly as many as announced, without a token, once at a time. The same `url` then serves as the `url` of an import or of a file in a change. It is valid for 24 hours.
         */
        post: operations["generateStorageUploadURL"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the teams of an organization. */
        get: operations["listTeamsInOrganizationById"];
        /** Create a team. */
        put: operations["createOrganizationTeam"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/teams/{teamId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a team. */
        get: operations["getTeamInOrganizationById"];
        put?: never;
        post?: never;
        /** Delete a team and the roles granted to it. */
        delete: operations["removeTeamFromOrganizationById"];
        options?: never;
        head?: never;
        /** Rename a team. */
        patch: operations["updateTeamInOrganizationById"];
        trace?: never;
    };
    "/v1/orgs/{organizationId}/teams/{teamId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members of a team. */
        get: operations["listTeamMembersInOrganizationById"];
        /** Add and remove members of a team, all or nothing. */
        put: operations["updateMembersInOrganizationTeam"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Add a member to a team, or change their role. */
        put: operations["addMemberToOrganizationTeamById"];
        post?: never;
        /** Remove a member from a team. */
        delete: operations["deleteMemberFromOrganizationTeamById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List templates: first those that ship with the server, then spaces. */
        get: operations["listTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/translations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the translations of an organization. */
        get: operations["listTranslations"];
        put?: never;
        /**
         * Translate a space to another language.
         * @description The result is a space of its own, which follows the source with each run. The first run begins at once.
         */
        post: operations["createTranslation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/translations-glossary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the entries of the glossary of an organization. */
        get: operations["listGlossaryEntries"];
        /** Change the glossary of an organization. */
        put: operations["updateGlossaryEntries"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/translations-glossary/{glossaryEntryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an entry of the glossary of an organization. */
        get: operations["getGlossaryEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/translations-provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the machine translator of an organization. */
        get: operations["getTranslationsProvider"];
        /** Set the machine translator of an organization. */
        put: operations["putTranslationsProvider"];
        post?: never;
        /** Remove the machine translator of an organization. */
        delete: operations["deleteTranslationsProvider"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/translations/{translationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a translation. */
        get: operations["getTranslation"];
        /** Change the settings of a translation. */
        put: operations["updateTranslation"];
        post?: never;
        /** Delete a translation. Its space stays. */
        delete: operations["deleteTranslation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/translations/{translationId}/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Estimate what a run would send. */
        get: operations["estimateTranslation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/translations/{translationId}/exchange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a translation as a file for translators.
         * @description XLIFF 1.2, XLIFF 2.0 or PO.
         */
        get: operations["exportTranslation"];
        put?: never;
        /**
         * Take the texts of a file of translators.
         * @description A text is taken only for the source that it was written for, if it has its placeholders.
         */
        post: operations["importTranslation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/translations/{translationId}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring a translation up to date.
         * @description The run is done in the background; `status` and `lastRun` say how far that is.
         */
        post: operations["runTranslation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/translations/{translationId}/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what blocks, titles and labels say. */
        get: operations["listTranslationSegments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{organizationId}/translations/{translationId}/segments/{segmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Accept, edit or retranslate a segment. */
        patch: operations["updateTranslationSegment"];
        trace?: never;
    };
    "/v1/spaces/{spaceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a space; a deleted one only if the caller may restore it. */
        get: operations["getSpaceById"];
        put?: never;
        post?: never;
        /** Delete a space; it can be restored for seven days. */
        delete: operations["deleteSpaceById"];
        options?: never;
        head?: never;
        /** Change a space's settings. */
        patch: operations["updateSpaceById"];
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the change requests of a space, newest first. */
        get: operations["listChangeRequestsForSpace"];
        put?: never;
        /** Create a change request from the current main content. */
        post: operations["createChangeRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a change request by its identifier or its number. */
        get: operations["getChangeRequestById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change a change request's subject, description or status. */
        patch: operations["updateChangeRequestById"];
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the changes of a change request to the main content. */
        get: operations["getChangeRequestChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes/{pageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare the text of a page of a change request with the main content last pulled into it.
         * @description The texts are compared by the blocks and words by which they are merged: paragraphs, items, rows, lines of tags, code. Every line of both texts is in one of the `blocks`, so that they make one text of the other. Attributes of the page are not compared.
         */
        get: operations["getChangeRequestPageDiff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/commenters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members who commented or replied. */
        get: operations["listCommentersInChangeRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List comments, newest first by default. */
        get: operations["listCommentsInChangeRequest"];
        put?: never;
        /** Comment on the content, a page, a block or a cell of a table. */
        post: operations["postCommentInChangeRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a comment. */
        get: operations["getCommentInChangeRequest"];
        /** Edit, resolve or reopen a comment, or react to it. */
        put: operations["updateCommentInChangeRequest"];
        post?: never;
        /** Delete a comment with its replies. */
        delete: operations["deleteCommentInChangeRequest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the replies to a comment, oldest first. */
        get: operations["listCommentRepliesInChangeRequest"];
        put?: never;
        /** Reply to a comment. */
        post: operations["postCommentReplyInChangeRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a reply. */
        get: operations["getCommentReplyInChangeRequest"];
        /** Edit a reply, or react to it. */
        put: operations["updateCommentReplyInChangeRequest"];
        post?: never;
        /** Delete a reply. */
        delete: operations["deleteCommentReplyInChangeRequest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the unresolved conflicts of a change request.
         * @description In the order of the pages, and within a page from its attributes to the end of its text; files, reusable contents and variables come last.
         */
        get: operations["listConflicts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts/{conflictId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Resolve a conflict.
         * @description `ours` is the change request's side, `theirs` that of the main content. A conflict of kind `text` can also be resolved by `both`, main's text and then the change request's, or by a new text in `markdown` or `document`. The conflict's `choices` are those that it takes. A text that leaves a tag, code or a table in pieces which was whole is refused with 400. Until the merge, `undecided` takes a resolution back: what it wrote is undone, other resolutions and later edits stay, and the conflict is listed again, under another identifier if the main content that was pulled since has another version of it. It answers 409 if the conflict is not resolved, or if the text of the resolution was edited since.
         */
        put: operations["resolveConflict"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a revision with all of its content except the bodies. */
        get: operations["getRevisionInChangeRequest"];
        put?: never;
        /**
         * Change the content of a change request.
         * @description All changes are made in one new revision, or none is. A call that changes nothing creates no revision. A page, file or reusable content that a change inserts can be given a `ref`, by which the other changes of the call, and links in their texts, refer to it. Link targets in Markdown that name a page by its path, such as `/pages/guides/install` and `../install.md`, are stored as `/pages/<id>`; `warnings` names those that lead to nothing.
         */
        post: operations["updateContentInChangeRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/convert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Convert a text to a rich-text document or to Markdown, without saving it.
         * @description The text is Markdown, a rich-text document, or HTML as clipboards have it, of at most 4 MiB. Links lead where they would on the page. HTML is converted as by an import; what has no counterpart is left out and named.
         */
        post: operations["convertTextInChangeRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all content as a ZIP archive in the directory format.
         * @description Content that was imported and not changed since is exported byte for byte, under the same paths. The same revision gives the same bytes. A truncated archive means that the export failed on the server.
         */
        get: operations["exportContentInChangeRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the files. */
        get: operations["listFilesInChangeRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a file. */
        get: operations["getFileByIdInChangeRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the pages and reusable contents that link to a file or show it. */
        get: operations["listFileBacklinksInChangeRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import content as a new revision.
         * @description `url` is the address of an upload, or any public address. With `source` `zip`, an archive in the directory format, the content becomes that of the archive: pages and files of an earlier import that the archive lacks are deleted, those written in Quire are kept. With `markdown`, a page is added, or replaced if it was imported before. The other sources are converted into the directory format first; `website` is crawled, and `gitbook` is read by the API of the hosted service with a token. An import is made as a whole or not at all.
         */
        post: operations["importContentInChangeRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a page with its body. */
        get: operations["getPageByIdInChangeRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the pages and reusable contents that link to a page. */
        get: operations["listPageBacklinksInChangeRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the body of a page as a rich-text document. */
        get: operations["getDocumentByPageIdInChangeRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the targets of a page's links.
         * @description An item is a target with all texts that link to it. Broken links come first, then those into the application. A target in a space that the caller may not read is shown like one that does not exist: `in-app`, with the address alone.
         */
        get: operations["listPageLinksInChangeRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the tree of pages. */
        get: operations["listPagesInChangeRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a page by its path.
         * @description If no page has the path, the response redirects to the page that had it last in the main content. Under a revision, earlier paths are not considered.
         */
        get: operations["getPageByPathInChangeRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a piece of reusable content. */
        get: operations["getReusableContentByIdInChangeRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}/backlinks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the pages and reusable contents that include a reusable content. */
        get: operations["listReusableContentBacklinksInChangeRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/contributors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the users who changed its content, latest first. */
        get: operations["getContributorsByChangeRequestId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the targets of the links of a change request's content.
         * @description An item is a target with all texts that link to it. Broken links come first, then those into the application. A target in a space that the caller may not read is shown like one that does not exist: `in-app`, with the address alone.
         */
        get: operations["listChangeRequestLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge a change request into the main content.
         * @description The main content is pulled into the change request first. Where both changed the same thing, the result is `conflicts`: the main content stays as it is, and the change request holds every side of each conflict until it is resolved. A draft can be merged too. If merge rules fail, the response is 409 and names them. `warnings` also has links that lead to something which one side deleted.
         */
        post: operations["mergeChangeRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Print the content of a change request as PDF.
         * @description The answer comes when the document is ready, which takes seconds for hundreds of pages. The document has what visitors without claims see: hidden pages, and pages whose condition does not hold, are left out unless `page` names them. The same content gives the same bytes. `url` works without a token until the end of the next day, as long as the caller may read the space and the token that asked for it works.
         */
        get: operations["getChangeRequestPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the requested reviewers who have not answered. */
        get: operations["getRequestedReviewersByChangeRequestId"];
        put?: never;
        /** Request reviews from users, which opens a draft. */
        post: operations["requestReviewersForChangeRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Withdraw a request for a review. */
        delete: operations["removeRequestedReviewerFromChangeRequest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the reviews of a change request, oldest first. */
        get: operations["getReviewsByChangeRequestId"];
        put?: never;
        /** Approve a change request as it is now, or request changes. */
        post: operations["submitChangeRequestReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a review. */
        get: operations["getChangeRequestReviewById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pull the main content into a change request.
         * @description Nothing changes if the change request contains all of it already.
         */
        post: operations["updateChangeRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/commenters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members who commented or replied. */
        get: operations["listCommentersInSpace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List comments, newest first by default. */
        get: operations["listCommentsInSpace"];
        put?: never;
        /** Comment on the content, a page, a block or a cell of a table. */
        post: operations["postCommentInSpace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/comments/{commentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a comment. */
        get: operations["getCommentInSpace"];
        /** Edit, resolve or reopen a comment, or react to it. */
        put: operations["updateCommentInSpace"];
        post?: never;
        /** Delete a comment with its replies. */
        delete: operations["deleteCommentInSpace"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/comments/{commentId}/replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the replies to a comment, oldest first. */
        get: operations["listCommentRepliesInSpace"];
        put?: never;
        /** Reply to a comment. */
        post: operations["postCommentReplyInSpace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a reply. */
        get: operations["getCommentReplyInSpace"];
        /** Edit a reply, or react to it. */
        put: operations["updateCommentReplyInSpace"];
        post?: never;
        /** Delete a reply. */
        delete: operations["deleteCommentReplyInSpace"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a revision with all of its content except the bodies. */
        get: operations["getRevision"];
        put?: never;
        /**
         * Change the main content of a space whose edit mode is live.
         * @description All changes are made in one new revision, or none is. A call that changes nothing creates no revision. A page, file or reusable content that a change inserts can be given a `ref`, by which the other changes of the call, and links in their texts, refer to it. Link targets in Markdown that name a page by its path, such as `/pages/guides/install` and `../install.md`, are stored as `/pages/<id>`; `warnings` names those that lead to nothing.
         */
        post: operations["updateContent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/content/convert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Convert a text to a rich-text document or to Markdown, without saving it.
         * @description The text is Markdown, a rich-text document, or HTML as clipboards have it, of at most 4 MiB. Links lead where they would on the page. HTML is converted as by an import; what has no counterpart is left out and named.
         */
        post: operations["convertText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/content/deleted-pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pages that the main content had and has no more, the latest first.
         * @description The list comes from the history. A page of it may have fewer items than its limit, or none, although the list goes on: follow `next`. To bring a page back, revert it to `revision` with the operation `revert_page` of a change of content.
         */
        get: operations["listDeletedPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/content/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all content as a ZIP archive in the directory format.
         * @description Content that was imported and not changed since is exported byte for byte, under the same paths. The same revision gives the same bytes. A truncated archive means that the export failed on the server.
         */
        get: operations["exportContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/content/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the files. */
        get: operations["listFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/content/files/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a file. */
        get: operations["getFileById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/content/files/{fileId}/backlinks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the pages and reusable contents that link to a file or show it. */
        get: operations["listFileBacklinksInSpace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/content/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import content as a new revision.
         * @description `url` is the address of an upload, or any public address. With `source` `zip`, an archive in the directory format, the content becomes that of the archive: pages and files of an earlier import that the archive lacks are deleted, those written in Quire are kept. With `markdown`, a page is added, or replaced if it was imported before. The other sources are converted into the directory format first; `website` is crawled, and `gitbook` is read by the API of the hosted service with a token. An import is made as a whole or not at all.
         */
        post: operations["importContent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/content/page/{pageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a page with its body. */
        get: operations["getPageById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/content/page/{pageId}/backlinks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the pages and reusable contents that link to a page. */
        get: operations["listPageBacklinksInSpace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/content/page/{pageId}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare the text of a page in two revisions.
         * @description The texts are compared by the blocks and words by which they are merged: paragraphs, items, rows, lines of tags, code. Every line of both texts is in one of the `blocks`, so that they make one text of the other. Attributes of the page are not compared.
         */
        get: operations["getPageDiff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/content/page/{pageId}/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the body of a page as a rich-text document. */
        get: operations["getDocumentByPageId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/content/page/{pageId}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the targets of a page's links.
         * @description An item is a target with all texts that link to it. Broken links come first, then those into the application. A target in a space that the caller may not read is shown like one that does not exist: `in-app`, with the address alone.
         */
        get: operations["listPageLinksInSpace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/content/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the tree of pages. */
        get: operations["listPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/content/path/{pagePath}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a page by its path.
         * @description If no page has the path, the response redirects to the page that had it last in the main content. Under a revision, earlier paths are not considered.
         */
        get: operations["getPageByPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a piece of reusable content. */
        get: operations["getReusableContentById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}/backlinks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the pages and reusable contents that include a reusable content. */
        get: operations["listReusableContentBacklinksInSpace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/content/template": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fill an empty space with the content of a template.
         * @description A space that has other content is refused with 409: a template never overwrites anything.
         */
        post: operations["applyTemplateToSpace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a space with the same content, last among its siblings. */
        post: operations["duplicateSpace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what happens in a space, as Server-Sent Events.
         * @description The stream begins with the event `ready`. Then each `change` has an Event as its data, and each `presence` the list of who is present. `reset` says that events were left out: read everything again. To go on where a stream ended, send the `id` that came last in the header `Last-Event-ID`, as browsers do, or as `after`. Without one the stream begins with what happens next, so open it before you read.
         */
        get: operations["streamEventsInSpace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/files/{hash}/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file, at the address in its `downloadURL`.
         * @description The address works without a token until it expires, one to two days after it was issued. Range requests are supported.
         */
        get: operations["downloadFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the targets of a space's links.
         * @description An item is a target with all texts that link to it. Broken links come first, then those into the application. A target in a space that the caller may not read is shown like one that does not exist: `in-app`, with the address alone.
         */
        get: operations["listSpaceLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Move a space among its siblings or to another parent. */
        post: operations["moveSpace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Print a space, or pages of it, as PDF.
         * @description The answer comes when the document is ready, which takes seconds for hundreds of pages. The document has what visitors without claims see: hidden pages, and pages whose condition does not hold, are left out unless `page` names them. The same content gives the same bytes. `url` works without a token until the end of the next day, as long as the caller may read the space and the token that asked for it works.
         */
        get: operations["getSpacePdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Grant a role to users and teams. */
        post: operations["inviteToSpace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/permissions/aggregate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members who have access, with their effective roles. */
        get: operations["listPermissionsAggregateInSpace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/permissions/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Explain which rule gives a member their role. */
        get: operations["explainPermissionInSpace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/permissions/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the teams with a role. */
        get: operations["listTeamPermissionsInSpace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/permissions/teams/{teamId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the role of a team. */
        get: operations["getTeamPermissionInSpace"];
        put?: never;
        post?: never;
        /** Revoke the role of a team. */
        delete: operations["removeTeamFromSpace"];
        options?: never;
        head?: never;
        /** Change the role of a team; null revokes it. */
        patch: operations["updateTeamPermissionInSpace"];
        trace?: never;
    };
    "/v1/spaces/{spaceId}/permissions/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the users with a direct role. */
        get: operations["listUserPermissionsInSpace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/permissions/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the direct role of a user. */
        get: operations["getUserPermissionInSpace"];
        put?: never;
        post?: never;
        /** Revoke the direct role of a user. */
        delete: operations["removeUserFromSpace"];
        options?: never;
        head?: never;
        /** Change the direct role of a user; null revokes it. */
        patch: operations["updateUserPermissionInSpace"];
        trace?: never;
    };
    "/v1/spaces/{spaceId}/presence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who is in a space now, by name. */
        get: operations["listPresenceInSpace"];
        put?: never;
        /**
         * Say where you are in a space, for the next 30 seconds.
         * @description To stay present, say so again every 10 seconds or so, and at once when you go to another page. It is shown to those who may read the space, in lists and in streams of events.
         */
        post: operations["updatePresenceInSpace"];
        /** Say that you are not in a space any more, in one window or in all. */
        delete: operations["deletePresenceInSpace"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/prints/{hash}/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a PDF, at the `url` that printing answers.
         * @description The address works without a token until it expires, one to two days after it was issued.
         */
        get: operations["downloadPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore a deleted space. */
        post: operations["restoreSpace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the revisions of the main content, newest first. */
        get: operations["listRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/revisions/{revisionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a revision with all of its content except the bodies. */
        get: operations["getRevisionInRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/revisions/{revisionId}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the changes of a revision to the one before it. */
        get: operations["getRevisionSemanticChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/revisions/{revisionId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all content as a ZIP archive in the directory format.
         * @description Content that was imported and not changed since is exported byte for byte, under the same paths. The same revision gives the same bytes. A truncated archive means that the export failed on the server.
         */
        get: operations["exportContentInRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/revisions/{revisionId}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the files. */
        get: operations["listFilesInRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a file. */
        get: operations["getFileByIdInRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}/backlinks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the pages and reusable contents that link to a file or show it. */
        get: operations["listFileBacklinksInRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/revisions/{revisionId}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the targets of a revision's links.
         * @description An item is a target with all texts that link to it. Broken links come first, then those into the application. A target in a space that the caller may not read is shown like one that does not exist: `in-app`, with the address alone.
         */
        get: operations["listRevisionLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a page with its body. */
        get: operations["getPageByIdInRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/backlinks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the pages and reusable contents that link to a page. */
        get: operations["listPageBacklinksInRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the body of a page as a rich-text document. */
        get: operations["getDocumentByPageIdInRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the targets of a page's links.
         * @description An item is a target with all texts that link to it. Broken links come first, then those into the application. A target in a space that the caller may not read is shown like one that does not exist: `in-app`, with the address alone.
         */
        get: operations["listPageLinksInRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/revisions/{revisionId}/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the tree of pages. */
        get: operations["listPagesInRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/revisions/{revisionId}/path/{pagePath}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a page by its path.
         * @description If no page has the path, the response redirects to the page that had it last in the main content. Under a revision, earlier paths are not considered.
         */
        get: operations["getPageByPathInRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/revisions/{revisionId}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Print a revision as PDF.
         * @description The answer comes when the document is ready, which takes seconds for hundreds of pages. The document has what visitors without claims see: hidden pages, and pages whose condition does not hold, are left out unless `page` names them. The same content gives the same bytes. `url` works without a token until the end of the next day, as long as the caller may read the space and the token that asked for it works.
         */
        get: operations["getRevisionPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a piece of reusable content. */
        get: operations["getReusableContentByIdInRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/backlinks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the pages and reusable contents that include a reusable content. */
        get: operations["listReusableContentBacklinksInRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/revisions/{revisionId}/revert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a change request that undoes a revision of the main content.
         * @description The new change request has the main content without the changes of that revision; later changes are kept. Where a later revision changed the same content, there are conflicts to resolve.
         */
        post: operations["revertRevision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/revisions/{revisionId}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore the main content of a revision, as a new revision. */
        post: operations["rollbackToRevision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the main content of a space.
         * @description The last word may be incomplete, and words with one wrong letter match if there are few results. Words in quotes must match exactly. Hidden pages and those below them are not found.
         */
        get: operations["searchSpaceContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/{spaceId}/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Transfer a space with its content and history to another organization. */
        post: operations["transferSpace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subdomains/{subdomain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the organization that publishes under a subdomain. */
        get: operations["getSubdomain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/uploads/{uploadId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Upload the bytes of an announced file. */
        put: operations["putUpload"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/urls/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Resolve an address to content that the caller may read. */
        get: operations["getContentByUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/urls/published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Resolve an address of a published site. */
        get: operations["getPublishedContentByUrl"];
        put?: never;
        /** Resolve an address of a published site for a visitor. */
        post: operations["resolvePublishedContentByUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the authenticated user. */
        get: operations["getAuthenticatedUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user/change-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the change requests that you created, in all spaces. */
        get: operations["listOwnChangeRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user/notification-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get how often your unread notifications come by mail. */
        get: operations["getNotificationSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Set how often your unread notifications come by mail, or never. */
        patch: operations["updateNotificationSettings"];
        trace?: never;
    };
    "/v1/user/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your notifications, newest first. */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user/notifications/{notificationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Mark a notification as read, or as unread. */
        patch: operations["updateNotification"];
        trace?: never;
    };
    "/v1/user/notifications/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark all of your notifications as read, or some. */
        post: operations["markNotificationsAsRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user/requested-reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the change requests that wait for your review, in all spaces. */
        get: operations["listRequestedReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the browsers in which the caller is signed in. */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Sign the caller out of a browser. */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the caller's API tokens. */
        get: operations["listApiTokens"];
        put?: never;
        /** Create an API token; its secret is shown once. */
        post: operations["createApiToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API token. */
        delete: operations["deleteApiToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a user who shares an organization with the caller. */
        get: operations["getUserById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the caller's profile. */
        patch: operations["updateUserById"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description The kind of contribution.
         * @enum {string}
         */
        Action: "edit";
        /** @description The settings for content that adapts to visitors. */
        AdaptiveContent: {
            /** @description True if content adapts to visitors. */
            enabled: boolean;
        };
        /** @description A section to move into a group. */
        AddSection: {
            /** @description The identifier of a section of the site. */
            sectionId: string;
        };
        /** @description A space to add to a site. */
        AddSpace: {
            /** @description The section to add the space to; by default the default section, or none on a site without sections. */
            sectionId?: string | null;
            /** @description A space of the organization that the caller manages. */
            spaceId: string;
        };
        /** @description The availability of a site to AI agents. */
        AgentsContext: "excluded" | "included";
        /** @description The functions of language models for readers. */
        Ai: {
            /**
             * @description The extent of these functions; stored without effect.
             * @default none
             */
            mode: components["schemas"]["AiMode"];
        };
        /** @description The functions of language models for readers. */
        AiInput: {
            /**
             * @description The extent of these functions; stored without effect.
             * @default none
             */
            mode?: components["schemas"]["AiMode"];
        };
        /** @description The extent of language model functions. */
        AiMode: "none" | "search" | "assistant";
        /** @description A banner that is shown on every page. */
        Announcement: {
            /** @description True if the banner is shown. */
            enabled: boolean;
            /** @description A link to more information. */
            link?: components["schemas"]["SiteLink"];
            /** @description The text of the banner. */
            message: components["schemas"]["AnnouncementMessage"];
            /**
             * @description The semantic colour of the banner.
             * @default info
             */
            style: components["schemas"]["AnnouncementStyle"];
        };
        /** @description A banner that is shown on every page. */
        AnnouncementInput: {
            /** @description True if the banner is shown. */
            enabled: boolean;
            /** @description A link to more information. */
            link?: components["schemas"]["SiteLink"] | null;
            /** @description The text of the banner. */
            message: components["schemas"]["AnnouncementMessage"];
            /**
             * @description The semantic colour of the banner.
             * @default info
             */
            style?: components["schemas"]["AnnouncementStyle"];
        };
        /** @description The text of a site's announcement. */
        AnnouncementMessage: string;
        /** @description The semantic colour of an announcement. */
        AnnouncementStyle: "info" | "warning" | "danger" | "success";
        /** @description The response to a call: the change request or the space, alone or with the changes made. */
        Answer: components["schemas"]["ChangeRequestWithSavedTexts"] | components["schemas"]["SpaceWithSavedTexts"] | components["schemas"]["EditedWithSavedTexts"];
        /** @description The version of the server. */
        ApiInformation: {
            /** @description The build of that version; `source` if it was built without a label. */
            build: string;
            version: string;
        };
        /** @description A template to apply to a space. */
        ApplyTemplate: {
            /** @description The identifier of the template, as it is listed. */
            id: string;
            params?: components["schemas"]["Params"] | null;
        };
        /** @description A search on a site. Without `scope`, the deprecated `mode` selects the spaces. */
        AskSite: {
            /** @description The spaces to search; `specific` by default. Deprecated: use `scope`. */
            mode?: components["schemas"]["Mode"] | null;
            /** @description The words to search for, as users type them. */
            query: string;
            scope?: components["schemas"]["SiteSearchScope"] | null;
            /** @description The space on the site that the visitor is reading, with `current`. Deprecated: use `scope`. */
            siteSpaceId?: string | null;
            /** @description The spaces on the site to search with `specific`. Deprecated: use `scope`. */
            siteSpaceIds?: string[] | null;
        };
        /** @description A space, a collection or a site. */
        At: {
            id: string;
            title: string;
            type: components["schemas"]["AtKind"];
        };
        /** @enum {string} */
        AtKind: "space" | "collection" | "site";
        /** @description The value of an attribute before and after the change; absent where the attribute had or has no value. */
        Attribute: {
            after?: unknown;
            before?: unknown;
        };
        /** @description The kind of program that signs visitors in. */
        AuthBackend: "custom" | "integration" | "provider";
        /** @description Runs that begin by themselves after a change of the source. */
        Automatic: {
            /**
             * Format: uint32
             * @description The minutes for which the source must not have changed, up to a week.
             */
            quietMinutes: number;
        };
        /** @description A change of a block of a text, which is named by its key in the document that is read without evaluation. */
        BlockChange: {
            /**
             * @description The key of the block behind which `move_after` moves the block; null for the beginning of the blocks that it is
             *     among.
             */
            after?: string | null;
            /**
             * @description The new blocks as a rich-text document. Parts of a block, such as the items of a list or the rows of a table,
             *     are sent within a block of that kind.
             * @default null
             */
            document?: components["schemas"]["Document"] | null;
            /** @description The key of the block, or of a row of a table. */
            key: string;
            /**
             * @description The new blocks in Markdown, which is kept as it is.
             * @default null
             */
            markdown?: string | null;
            operation: components["schemas"]["BlockOperation"];
        };
        /** @description The difference of a block, or of equal blocks in a row. */
        BlockDiff: {
            /** @description The block in the later text. */
            after?: components["schemas"]["BlockSide"];
            /** @description The block in the earlier text. */
            before?: components["schemas"]["BlockSide"];
            change: components["schemas"]["BlockFate"];
            /** @description The words of a changed block, lines if it is code; absent if there are too many. */
            words?: components["schemas"]["Words"][];
        };
        /**
         * @description The kinds of differences of blocks.
         * @enum {string}
         */
        BlockFate: "equal" | "changed" | "moved" | "removed" | "added";
        /** @description The kinds of changes of a block. */
        BlockOperation: "replace" | "insert_after" | "insert_before" | "move_after" | "delete";
        /** @description A block in one of the texts, with the blank lines after it. */
        BlockSide: {
            /**
             * @description The keys of the blocks in the page's document that it is of; none for equal blocks, and for what is no block,
             *     such as the title.
             */
            keys?: string[];
            /**
             * Format: uint
             * @description Its first line in the Markdown of the page, from 1.
             */
            line: number;
            /**
             * Format: uint
             * @description The number of its lines.
             */
            lines: number;
            /** @description Its Markdown; absent for equal blocks. */
            markdown?: string;
        };
        /** @enum {string} */
        BrokenContext: "change-request" | "space";
        /** @description The numbers of targets of broken links. */
        BrokenStats: {
            /**
             * Format: uint
             * @description The number of targets of links that are broken in the change request but not in the main content; absent for
             *     main content.
             */
            changeRequest?: number;
            /**
             * Format: uint
             * @description The number of all targets of broken links.
             */
            total: number;
        };
        /** @description The file that a change concerns. */
        ChangedFile: {
            contentType: string;
            downloadURL: string;
            id: string;
            name: string;
        };
        /** @description The page that a change concerns. */
        ChangedPage: {
            id: string;
            path?: string;
            title: string;
            /** @description `document`, `group`, `link` or `computed`. */
            type: string;
        };
        /** @description The result of one change of a batch. */
        ChangedRedirect: {
            /** @description The redirect after the change, or before its deletion; absent if there was none to delete. */
            redirect?: components["schemas"]["SiteRedirect"];
            status: components["schemas"]["RedirectStatus"];
        };
        /** @description The results of a batch of changes, in the order of the request. */
        ChangedRedirects: {
            items: components["schemas"]["ChangedRedirect"][];
        };
        /** @description The reusable content that a change concerns. */
        ChangedReusable: {
            id: string;
            title: string;
        };
        /** @description A redirect to create, change or delete. */
        ChangeRedirect: {
            /**
             * @description True to append the part of the path that the wildcard matches to the destination.
             * @default false
             */
            captureWildcard?: boolean;
            /**
             * @description True to delete the redirect that `id`, or else `source`, names.
             * @default false
             */
            delete?: boolean;
            /**
             * @description The target of the redirect.
             * @default null
             */
            destination?: components["schemas"]["Destination"] | null;
            /** @description The identifier of the redirect; without it, the redirect with this source is meant, or a new one. */
            id?: string | null;
            /**
             * @description The path to redirect, or with `*` at its end a prefix of paths.
             * @default null
             */
            source?: string | null;
        };
        /** @description Changes to the redirects of a site. */
        ChangeRedirects: {
            /** @description The changes, made in this order, all or none. */
            redirects: components["schemas"]["ChangeRedirect"][];
        };
        /** @description A proposal to change a space's content, with content of its own. */
        ChangeRequest: {
            /**
             * Format: int64
             * @description The number of open comments.
             */
            comments: number;
            createdAt: components["schemas"]["Timestamp"];
            createdBy?: components["schemas"]["User"];
            description?: components["schemas"]["Document"];
            id: string;
            /**
             * Format: int64
             * @description The number of the change request, unique in its space and counted from 1.
             */
            number: number;
            object: components["schemas"]["ChangeRequestObject"];
            /** @description True if the change request is not merged and the main content changed since it was last pulled into it. */
            outdated: boolean;
            /** @description The revision that the content of the change request is at. */
            revision: string;
            /** @description The revision of the main content that the change request was created from. */
            revisionInitial: string;
            /** @description The revision of the main content that the merge created; absent before the merge. */
            revisionMerged?: string;
            /** @description The revision of the main content that was last pulled into it. */
            revisionMergedAncestor?: string;
            /** @description The identifier of the space that the change request belongs to. */
            space: string;
            status: components["schemas"]["ChangeRequestStatus"];
            subject: string;
            updatedAt: components["schemas"]["Timestamp"];
            urls: components["schemas"]["ChangeRequestUrls"];
        };
        ChangeRequestList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["ChangeRequest"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @enum {string} */
        ChangeRequestObject: "change-request";
        /** @description A request for a review that the reviewer has not answered yet. */
        ChangeRequestRequestedReviewer: {
            createdAt: components["schemas"]["Timestamp"];
            kind: components["schemas"]["ReviewerKind"];
            object: components["schemas"]["RequestedReviewerObject"];
            requestedBy: components["schemas"]["User"];
            /** @description The revision of the change request at the time of the request. */
            revision: string;
            user: components["schemas"]["User"];
        };
        ChangeRequestRequestedReviewerList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["ChangeRequestRequestedReviewer"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @description A review of a change request. */
        ChangeRequestReview: {
            createdAt: components["schemas"]["Timestamp"];
            id: string;
            object: components["schemas"]["ReviewObject"];
            /**
             * @description True if the review does not count any more, because the reviewer submitted a newer one or was asked again, or
             *     because the change request changed.
             */
            outdated: boolean;
            /** @description The user who requested the review; absent if it was not requested. */
            requestedBy?: components["schemas"]["User"];
            reviewer: components["schemas"]["User"];
            /** @description The revision of the change request that was reviewed. */
            revision: string;
            status: components["schemas"]["ReviewStatus"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        ChangeRequestReviewList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["ChangeRequestReview"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @description The status of a change request. */
        ChangeRequestStatus: "draft" | "open" | "archived" | "merged";
        /** @description The subject of a change request (Limits: change request subject). */
        ChangeRequestSubject: string;
        ChangeRequestUrls: {
            /** @description The address to show to users: that of the change request in the writers' app. */
            app: string;
            /** @description The address of the change request in this API. */
            location: string;
        };
        /** @description A response with the texts that were merged. */
        ChangeRequestWithSavedTexts: {
            /**
             * Format: int64
             * @description The number of open comments.
             */
            comments: number;
            createdAt: components["schemas"]["Timestamp"];
            createdBy?: components["schemas"]["User"];
            description?: components["schemas"]["Document"];
            id: string;
            /**
             * Format: int64
             * @description The number of the change request, unique in its space and counted from 1.
             */
            number: number;
            object: components["schemas"]["ChangeRequestObject"];
            /** @description True if the change request is not merged and the main content changed since it was last pulled into it. */
            outdated: boolean;
            /** @description The revision that the content of the change request is at. */
            revision: string;
            /** @description The revision of the main content that the change request was created from. */
            revisionInitial: string;
            /** @description The revision of the main content that the merge created; absent before the merge. */
            revisionMerged?: string;
            /** @description The revision of the main content that was last pulled into it. */
            revisionMergedAncestor?: string;
            /** @description The texts of the changes with a base or with `blocks`, as they are after the call; absent if there are none. */
            saved?: components["schemas"]["Saved"][];
            /** @description The identifier of the space that the change request belongs to. */
            space: string;
            status: components["schemas"]["ChangeRequestStatus"];
            subject: string;
            updatedAt: components["schemas"]["Timestamp"];
            urls: components["schemas"]["ChangeRequestUrls"];
            /** @description The warnings about the texts that the request changed; empty if there are none. */
            warnings: components["schemas"]["ContentWarning"][];
        };
        Choice: ("ours" | "theirs" | "both") | "undecided";
        /** @description The two ways to prove a claim; publishing one of them is enough. */
        ClaimProof: {
            file: components["schemas"]["ProofFile"];
            record: components["schemas"]["DnsRecord"];
        };
        /** @description The state of a claim: the name has an effect only once the claim is proven. */
        ClaimStatus: "pending" | "proven";
        /** @description The secret of a client at an identity provider, of 1 to 1,024 characters. Its `Debug` output does not contain it. */
        ClientSecret: string;
        /** @description A collection: a group of spaces and of further collections. */
        Collection: {
            defaultLevel: components["schemas"]["DefaultLevel"];
            description?: string;
            id: string;
            object: components["schemas"]["CollectionObject"];
            /** @description The identifier of the organization that owns the collection. */
            organization: string;
            /** @description The identifier of the parent collection; absent at the top level of the organization. */
            parent?: string;
            permissions: components["schemas"]["CollectionPermissions"];
            title: string;
            urls: components["schemas"]["CollectionUrls"];
        };
        /** @description The description of a collection (Limits: collection description). */
        CollectionDescription: string;
        CollectionList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["Collection"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @enum {string} */
        CollectionObject: "collection";
        /** @description The permissions of the caller on the collection. */
        CollectionPermissions: {
            admin: boolean;
            create: boolean;
            view: boolean;
            viewInviteLinks: boolean;
        };
        /** @description The title of a collection (Limits: collection title). */
        CollectionTitle: string;
        CollectionUrls: {
            /** @description The address to show to users: that of the collection in the writers' app. */
            app: string;
            /** @description The address of the collection in this API. */
            location: string;
        };
        /** @description A comment on the content of a space or of a change request. */
        Comment: {
            body: components["schemas"]["Said"];
            /** @description The time of the last edit; absent if the text was never edited. */
            editedAt?: components["schemas"]["Timestamp"];
            id: string;
            object: components["schemas"]["CommentObject"];
            permissions: components["schemas"]["CommentPermissions"];
            postedAt: components["schemas"]["Timestamp"];
            postedBy: components["schemas"]["User"];
            reactions: components["schemas"]["EmojiReaction"][];
            /**
             * Format: int64
             * @description The number of replies.
             */
            replies: number;
            /** @description The time at which the comment was resolved; absent while it is open. */
            resolvedAt?: components["schemas"]["Timestamp"];
            /** @description The user who resolved the comment. */
            resolvedBy?: components["schemas"]["User"];
            status: components["schemas"]["CommentStatus"];
            target: components["schemas"]["CommentTarget"];
            urls: components["schemas"]["CommentUrls"];
        };
        CommentList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["Comment"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @enum {string} */
        CommentObject: "comment";
        /** @description The permissions of the caller on a comment or a reply. */
        CommentPermissions: {
            delete: boolean;
            /** @description True if the caller may edit the text. */
            edit: boolean;
            /** @description True if the caller may reply and react. */
            reply: boolean;
            view: boolean;
        };
        /** @description A reply to a comment. */
        CommentReply: {
            body: components["schemas"]["Said"];
            /** @description The time of the last edit; absent if the text was never edited. */
            editedAt?: components["schemas"]["Timestamp"];
            id: string;
            object: components["schemas"]["CommentReplyObject"];
            permissions: components["schemas"]["CommentPermissions"];
            postedAt: components["schemas"]["Timestamp"];
            postedBy: components["schemas"]["User"];
            reactions: components["schemas"]["EmojiReaction"][];
            urls: components["schemas"]["CommentUrls"];
        };
        CommentReplyList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["CommentReply"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @enum {string} */
        CommentReplyObject: "comment-reply";
        /** @description The status of a comment. */
        CommentStatus: "open" | "resolved";
        /** @description The content that a comment refers to: a block or table cell, a page, or all of the content. */
        CommentTarget: {
            /** @description The change request whose content the comment refers to; absent for main content. */
            changeRequest?: string;
            node?: components["schemas"]["TargetNode"];
            page?: components["schemas"]["TargetPage"];
            /** @description The review that the comment was submitted with. */
            review?: string;
            /** @description The revision that has the target: the current one, or the one that the comment was made on if it was deleted. */
            revision: string;
            space: string;
            tableCell?: components["schemas"]["TableCell"];
        };
        CommentUrls: {
            /** @description The address of the comment or reply in this API. */
            location: string;
        };
        /** @description The type of a community. */
        CommunityType: "nonProfit" | "openSource" | "education";
        /** @description The source of a computed page, as it was written. */
        ComputedSource: {
            /** @description The things that the page is made of, by name. */
            dependencies: {
                [key: string]: unknown;
            };
            /** @description The options of the kind. */
            props: {
                [key: string]: unknown;
            };
            /** @description The kind of computed page. */
            type: string;
        };
        /** @description A conflict between the main content and a change request, which both changed the same content differently. */
        Conflict: {
            /**
             * @description The first line of text after the conflict, at most 200 characters; absent at the end, and if the kind is not
             *     `text`.
             */
            after?: string;
            /** @description The common ancestor's side. */
            base: components["schemas"]["Side"];
            /**
             * @description The last line of text before the conflict, at most 200 characters; absent at the start, and if the kind is not
             *     `text`.
             */
            before?: string;
            /** @description The change request's side. */
            changeRequest: components["schemas"]["Side"];
            /** @description The ways in which the conflict can be resolved. */
            choices: components["schemas"]["ConflictChoice"][];
            /** @description The name of the attribute in conflict; present only if the kind is `field`. */
            field?: string;
            /** @description The heading that the conflict is under; absent if there is none, and if the kind is not `text`. */
            heading?: string;
            id: string;
            kind: components["schemas"]["ConflictKind"];
            /**
             * Format: uint32
             * @description The line, from 1, of the Markdown that `format=markdown` returns at which the conflict begins; present only if the
             *     kind is `text`, and not in front matter.
             */
            line?: number;
            /** @description The main content's side. */
            main: components["schemas"]["Side"];
            object: components["schemas"]["ConflictObject"];
            /** @description The page in conflict, as the change request has it; absent if the conflict is not about one page. */
            page?: components["schemas"]["ConflictPage"];
            /** @description The file, reusable content, variable or other file in conflict; absent for pages. */
            subject?: components["schemas"]["Subject"];
        };
        /** @description A way in which a conflict can be resolved. */
        ConflictChoice: "ours" | "theirs" | "both" | "markdown" | "document";
        /** @description The kind of a conflict. */
        ConflictKind: "text" | "field" | "deletion" | "place";
        ConflictList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["Conflict"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @enum {string} */
        ConflictObject: "conflict";
        ConflictPage: {
            id: string;
            /** @description The path of the page; absent if the change request does not have the page. */
            path?: string;
            title: string;
        };
        /** @description A response body with warnings about the content that the request wrote. */
        ConflictResolvedWithWarnings: {
            /**
             * Format: uint
             * @description The number of conflicts that remain.
             */
            conflicts: number;
            /** @description The current revision of the change request. */
            revision: string;
            /** @description The warnings about the texts that the request changed; empty if there are none. */
            warnings: components["schemas"]["ContentWarning"][];
        };
        /** @description The content at an address. */
        ContentAtUrl: {
            collection: components["schemas"]["Collection"];
        } | components["schemas"]["SpaceAtUrl"];
        /** @description The target of a link, or a text that has links. */
        ContentLocation: {
            file: components["schemas"]["File"];
            /** @constant */
            kind: "file";
            organization: components["schemas"]["Organization"];
            space: components["schemas"]["Space"];
            versionContext?: components["schemas"]["VersionContext"];
        } | {
            /** @constant */
            kind: "url";
            url: string;
        } | {
            internalLocation?: components["schemas"]["InternalLocation"];
            /** @constant */
            kind: "page";
            organization: components["schemas"]["Organization"];
            /** @description The page without the pages below it. */
            page: components["schemas"]["Page"];
            space: components["schemas"]["Space"];
            versionContext?: components["schemas"]["VersionContext"];
        } | {
            /** @constant */
            kind: "user";
            user: components["schemas"]["User"];
        } | {
            collection: components["schemas"]["Collection"];
            /** @constant */
            kind: "collection";
            organization: components["schemas"]["Organization"];
        } | {
            /** @constant */
            kind: "openapi";
            organization: components["schemas"]["Organization"];
            spec: components["schemas"]["OpenAPISpec"];
        } | {
            /** @constant */
            kind: "space";
            organization: components["schemas"]["Organization"];
            space: components["schemas"]["Space"];
        } | {
            /** @constant */
            kind: "reusable-content";
            organization: components["schemas"]["Organization"];
            reusableContent: components["schemas"]["ReusableContent"];
            space: components["schemas"]["Space"];
            versionContext?: components["schemas"]["VersionContext"];
        };
        ContentLocationList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["ContentLocation"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @description The links of one relation to one target. */
        ContentReferenceUsage: {
            /** @description The pages and reusable contents that have these links. */
            locationReferences: components["schemas"]["ContentLocation"][];
            relation: components["schemas"]["LinkRelation"];
            status: components["schemas"]["LinkStatus"];
            /**
             * @description The target. If it does not exist or the caller may not see it, the address as the texts have it, or the path
             *     from the root of the content.
             */
            targetReference: components["schemas"]["ContentLocation"];
        };
        /**
         * @description A warning about written content that published pages do not show as written. The content is stored unchanged; the
         *     message says what readers of published sites see instead.
         */
        ContentWarning: {
            /** @description The class of the problem. */
            code: components["schemas"]["WarningCode"];
            /**
             * Format: uint32
             * @description The line, from 1: in the file for imports, otherwise in the Markdown that `format=markdown` returns.
             */
            line?: number;
            message: string;
            /**
             * @description The file of the page or reusable content; if it has none, the path of the page or the title of the reusable
             *     content.
             */
            path: string;
        };
        /** @description A user who changed the content of a change request. */
        Contributor: {
            actionType: components["schemas"]["Action"];
            /**
             * Format: int64
             * @description The number of changes that the user made.
             */
            count: number;
            /** @description The time of the last of these changes. */
            updatedAt: components["schemas"]["Timestamp"];
            user: components["schemas"]["User"];
        };
        ContributorList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["Contributor"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @description A text in its new form. */
        ConvertedText: {
            /** @description The rich-text document, if that was asked for. */
            document?: components["schemas"]["Document"];
            /** @description The parts of HTML that have no counterpart and were left out. */
            dropped: components["schemas"]["DroppedPart"][];
            /** @description The Markdown, if that was asked for. */
            markdown?: string;
        };
        /** @description A text to convert: exactly one of `markdown`, `document` and `html`. */
        ConvertText: {
            /** @default null */
            document?: components["schemas"]["Document"] | null;
            /** @description The form to convert to; a rich-text document by default. */
            format?: components["schemas"]["Format"];
            /** @default null */
            html?: string | null;
            /** @default null */
            markdown?: string | null;
            /** @description The page that the text belongs to, from which relative links lead on; without it they lead from the root. */
            page?: string | null;
        };
        /** @description The copyright notice in the footer of a site. */
        Copyright: string;
        Cover: {
            ref?: components["schemas"]["ImageReference"];
            refDark?: components["schemas"]["ImageReference"];
            /** Format: double */
            yPos: number;
        };
        /** @description The cover image of a page. */
        CoverInput: {
            ref: components["schemas"]["ImageTarget"];
            /** @description The image for dark themes; `ref` by default. */
            refDark?: components["schemas"]["ImageTarget"] | null;
            /**
             * Format: double
             * @description The vertical offset of the image in pixels.
             * @default 0
             */
            yPos?: number;
        };
        /** @enum {string} */
        CoverSize: "hero" | "full";
        /** @description A change request to create. */
        CreateChangeRequest: {
            /**
             * @description The subject; without it, the change request is a draft.
             * @default null
             */
            subject?: components["schemas"]["ChangeRequestSubject"] | null;
        };
        /** @description A collection to create. */
        CreateCollection: {
            /** @description The parent collection; by default the new one is at the top of the organization. */
            parent?: string | null;
            /** @default null */
            title?: components["schemas"]["CollectionTitle"] | null;
        };
        /** @description A group of sections to add to a site. */
        CreateGroup: {
            /** @default null */
            icon?: components["schemas"]["IconName"] | null;
            /**
             * @description Must be absent: a group can't be in another group.
             * @default null
             */
            parent?: string | null;
            /** @description The sections of the site to move into the group, in this order. */
            sections?: string[];
            title: components["schemas"]["SiteSectionGroupTitle"];
        };
        /** @description An invite link to create: with a role in the organization, or a level on a space or a collection of it. */
        CreateInvite: {
            collection?: string | null;
            /**
             * @description The time at which the link expires; never by default.
             * @default null
             */
            expiresAt?: components["schemas"]["Timestamp"] | null;
            /** @description The role on the space or the collection, of a link to one; null for guests. */
            level?: components["schemas"]["Role"] | null;
            /** @description The role in the organization, of a link to it; null for guests. */
            role?: components["schemas"]["Role"] | null;
            space?: string | null;
        };
        /** @description An OpenAPI specification to add. */
        CreateOpenApiSpec: {
            /** @description The name by which the specification is referred to. */
            slug: components["schemas"]["OpenApiSlug"];
            source: components["schemas"]["SourceBody"];
        };
        /** @description An organization to create. */
        CreateOrganization: {
            /** @default null */
            communityType?: components["schemas"]["CommunityType"] | null;
            title: components["schemas"]["OrganizationTitle"];
            /** @default null */
            type?: components["schemas"]["OrganizationType"] | null;
            /** @default null */
            useCase?: components["schemas"]["UseCase"] | null;
        };
        /** @description A redirect to create. */
        CreateRedirect: {
            /**
             * @description True to append the part of the path that the wildcard matches to the destination.
             * @default false
             */
            captureWildcard?: boolean;
            /** @description The target of the redirect. */
            destination: components["schemas"]["Destination"];
            /** @description The path to redirect, or with `*` at its end a prefix of paths. */
            source: string;
        };
        /** @description A section to add to a site. */
        CreateSection: {
            /** @default null */
            icon?: components["schemas"]["IconName"] | null;
            /** @description The first space of the section: one of the organization that the caller manages. */
            spaceId: string;
            /**
             * @description The title; by default that of the space.
             * @default null
             */
            title?: components["schemas"]["SiteSectionTitle"] | null;
        };
        /** @description A share link to create. */
        CreateShareLink: {
            /** @description The name of the link, such as the readers it is for. */
            name: components["schemas"]["ShareLinkName"];
        };
        /** @description A site to create. */
        CreateSite: {
            /** @description The initial spaces of the site; none by default. */
            spaces?: components["schemas"]["Spaces"] | null;
            /**
             * @description The title; by default that of the first space, or of the organization.
             * @default null
             */
            title?: components["schemas"]["SiteTitle"] | null;
            /**
             * @description The type of the site; `basic` by default.
             * @default null
             */
            type?: components["schemas"]["SiteType"] | null;
            /**
             * @description True to refuse, with 409, a title that another site of the organization has.
             * @default false
             */
            uniqueTitle?: boolean;
            /**
             * @description The audience of the site; `public` by default.
             * @default null
             */
            visibility?: components["schemas"]["SiteVisibility"] | null;
        };
        /** @description A space to create. */
        CreateSpace: {
            /**
             * @description The edit mode; `locked` by default.
             * @default null
             */
            editMode?: components["schemas"]["EditMode"] | null;
            /** @default null */
            emoji?: components["schemas"]["SpaceEmoji"] | null;
            /**
             * @description True for a space without content, as without a template; must not be true with one.
             * @default false
             */
            empty?: boolean;
            /** @default null */
            language?: components["schemas"]["Language"] | null;
            /** @description The parent collection; by default the space is at the top of the organization. */
            parent?: string | null;
            /** @description The template of the initial content; none by default. */
            template?: components["schemas"]["ApplyTemplate"] | null;
            /** @default null */
            title?: components["schemas"]["SpaceTitle"] | null;
        };
        /** @description A team to create. */
        CreateTeam: {
            /** @description The identifiers of the first members, at most 1000. */
            members?: string[];
            title: components["schemas"]["TeamTitle"];
        };
        /** @description A token to create. */
        CreateToken: {
            /**
             * @description The time at which the token expires; by default never, or with the token that the request is made with.
             * @default null
             */
            expiresAt?: components["schemas"]["Timestamp"] | null;
            /** @description The name of the token, such as its purpose. */
            name: components["schemas"]["TokenName"];
            /**
             * @description The scopes of the token besides reading; by default all those of the request's own credentials.
             * @default null
             */
            scopes?: components["schemas"]["Scope"][] | null;
        };
        /** @description A translation to create. */
        CreateTranslation: {
            /** @description Runs that begin by themselves; none if it is left out. */
            automatic?: components["schemas"]["Automatic"] | null;
            /** @description Instructions for translators. */
            instructions?: components["schemas"]["Prose"] | null;
            /** @description The language to translate to. */
            language: components["schemas"]["Language"];
            source: components["schemas"]["NewSource"];
        };
        /** @description A file to upload. */
        CreateUpload: {
            file: components["schemas"]["FileMetadata"];
            kind: components["schemas"]["UploadKind"];
        };
        /** @description A custom host name of a site. */
        CustomHostname: {
            /** @description The time of the last search for a proof; absent if there was none. */
            checkedAt?: components["schemas"]["Timestamp"];
            hostname: string;
            /** @description True if the site is served at this name: it is published, and the name is proven. */
            isActive: boolean;
            object: components["schemas"]["CustomHostnameObject"];
            /** @description The proof to publish; present only while the claim is not proven and if the caller manages the site. */
            proof?: components["schemas"]["ClaimProof"];
            /** @description The state of the claim; the name has an effect once it is proven. */
            status: components["schemas"]["ClaimStatus"];
            target: components["schemas"]["SiteTarget"];
            urls: components["schemas"]["HostnameUrls"];
        };
        /** @enum {string} */
        CustomHostnameObject: "custom-hostname";
        /** @description The content that clients should show first. */
        DefaultContent: {
            /** @description The identifier of the site. */
            site: string;
            /** @constant */
            type: "site";
        };
        /**
         * @description A role, `inherit`, or null for no access but by admins and own grants.
         * @enum {unknown}
         */
        DefaultLevel: "read" | "comment" | "edit" | "review" | "create" | "admin" | "inherit" | null;
        /** @description A page that the main content had and has no more. */
        DeletedPage: {
            deletedAt: components["schemas"]["Timestamp"];
            /** @description The author of the revision that has it no more; absent for the operator of the server. */
            deletedBy?: components["schemas"]["Person"];
            id: string;
            /** @description The path that the page had. */
            path: string;
            /** @description The last revision that has the page. */
            revision: string;
            title: string;
        };
        DeletedPageList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["DeletedPage"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @description The destination of a redirect. */
        Destination: {
            /** @constant */
            kind: "site-section";
            /** @description The identifier of the section. */
            siteSectionId: string;
        } | {
            /** @constant */
            kind: "site-space";
            /** @description The identifier of the site space. */
            siteSpaceId: string;
        } | {
            /** @constant */
            kind: "site-page";
            /** @description The identifier of the page. */
            pageId: string;
            /** @description The identifier of the page's site space. */
            siteSpaceId: string;
        } | {
            /** @constant */
            kind: "url";
            /** @description An HTTP or HTTPS address, or a path of the same site. */
            url: string;
        };
        /** @description The size of an image in pixels. */
        Dimensions: {
            /** Format: uint32 */
            height: number;
            /** Format: uint32 */
            width: number;
        };
        /** @description The sort direction of a list. */
        Direction: "asc" | "desc";
        /** @description The display name of a user. */
        DisplayName: string;
        /** @description A DNS record to publish. */
        DnsRecord: {
            name: string;
            /** @enum {string} */
            type: "TXT";
            value: string;
        };
        /** @description A rich-text document: blocks, in them inline nodes and text. */
        Document: {
            data: Record<string, never>;
            nodes: {
                data: Record<string, never>;
                fragments?: Record<string, never>[];
                isVoid?: boolean;
                key: string;
                meta?: Record<string, never>;
                nodes?: Record<string, never>[];
                /** @constant */
                object: "block";
                type: string;
            }[];
            /** @constant */
            object: "document";
        };
        /** @description The e-mail domains of an organization: 100 at most. */
        Domains: {
            /** Format: uint */
            count: number;
            items: components["schemas"]["OrganizationEmailDomain"][];
        };
        /** @description A part of a text that was left out. */
        DroppedPart: {
            /** @description The place of the part, as far as it can be said. */
            place: string;
            /** @description The kind of the part. */
            what: string;
        };
        /**
         * @description A change of content; `operation` selects its kind. Each change sees the effects of those before it in the call.
         *
         *     Pages, files and reusable contents are named by their identifier, or by the `ref` that an insertion earlier in the
         *     same call gave them.
         */
        Edit: components["schemas"]["InsertPage"] | components["schemas"]["UpdatePage"] | components["schemas"]["PageOnly"] | components["schemas"]["RevertPage"] | components["schemas"]["InsertFiles"] | components["schemas"]["UpdateFile"] | components["schemas"]["FileOnly"] | components["schemas"]["SetVariable"] | components["schemas"]["VariableOnly"] | components["schemas"]["InsertReusable"] | components["schemas"]["UpdateReusable"] | components["schemas"]["ReusableOnly"];
        /** @description Changes to make to content. */
        EditContent: {
            /** @description The changes, at most 1,000, made one after the other. */
            changes: components["schemas"]["Edit"][];
            /**
             * @description True for an automatic save: it takes the place of the caller's last one in the history, if that was made with
             *     `coalesce` too, at most 5 minutes before, at most 30 minutes after the first one of the run, and nothing else
             *     came between or refers to it. What lost its place is valid as a `base` for 24 hours.
             * @default false
             */
            coalesce?: boolean;
        };
        /** @description A response with the texts that were merged. */
        EditedWithSavedTexts: {
            /** @description True if the call created that revision. */
            changed: boolean;
            /** @description The change request, if the call was for its content. */
            changeRequest?: components["schemas"]["ChangeRequest"];
            /** @description The changes made, at most 50. */
            changes: components["schemas"]["SemanticChange"][];
            insertedFiles: components["schemas"]["InsertedFile"][];
            insertedPages: components["schemas"]["Inserted"][];
            insertedReusableContents: components["schemas"]["Inserted"][];
            /**
             * Format: uint
             * @description The number of further changes; absent if there are none.
             */
            more?: number;
            /** @description The revision of the content after the call. */
            revision: string;
            /** @description The texts of the changes with a base or with `blocks`, as they are after the call; absent if there are none. */
            saved?: components["schemas"]["Saved"][];
            /** @description The space, if the call was for its main content. */
            space?: components["schemas"]["Space"];
            /** @description The revision whose place in the history that revision took; absent if it took none. */
            superseded?: string;
            /** @description The warnings about the texts that the request changed; empty if there are none. */
            warnings: components["schemas"]["ContentWarning"][];
        };
        /** @description The ways to edit the main content of a space. */
        EditMode: "live" | "locked";
        /** @enum {string} */
        EmailDomainObject: "email-domain";
        EmailDomainUrls: {
            /** @description The address of the domain in this API. */
            location: string;
        };
        /** @description The reactions to a comment or a reply with one emoji. */
        EmojiReaction: {
            /** Format: uint */
            count: number;
            emoji: string;
            /** @description The users who reacted, earliest first. */
            users: components["schemas"]["ReactingUser"][];
        };
        /** @description The body of every error response. */
        Error: {
            /** @description The status and the reason of the failure. */
            error: components["schemas"]["ErrorDetails"];
        };
        /** @description The details of a failed request. */
        ErrorDetails: {
            /**
             * Format: uint16
             * @description The HTTP status code.
             */
            code: number;
            /**
             * @description The conflicts of a change with what was saved since its base, each with all sides, as those of a change request
             *     are listed; `main` is the current content, `changeRequest` what was sent. Absent for other errors.
             */
            conflicts?: unknown[];
            /** @description The reason of the failure: the invalid field, its bound, and what to do. */
            message: string;
            /** @description The identifier of the request in the server's log; the same as in the `x-request-id` header. */
            requestId?: string;
        };
        /** @enum {string} */
        Evaluated: "false" | "true" | "deterministic-only";
        /** @description Something that happened in an organization or a space. It names what changed and has nothing of its text. */
        Event: {
            /** @description The user who caused it; absent for the server itself and its operator. */
            actor?: components["schemas"]["Person"];
            at: components["schemas"]["Timestamp"];
            /** @description The change request; absent for what concerns main content. */
            changeRequest?: string;
            /** @description The collection that it is about. */
            collection?: string;
            comment?: string;
            commentReply?: string;
            object: components["schemas"]["EventObject"];
            /**
             * @description The pages that changed, or the page of a comment. Absent for a change if there are more than 100, or if they are
             *     not known any more.
             */
            pages?: string[];
            review?: string;
            /** @description The new revision, for a change of content. */
            revision?: string;
            /** @description The space that it is about. */
            space?: string;
            /**
             * @description The type of an event that clients are told of. The words are those of the event log; kinds that are not here, such as
             *     those about grants, tokens and sign-ins, stay in it.
             */
            type: "organization_updated" | "collection_created" | "collection_updated" | "collection_moved" | "collection_deleted" | "space_created" | "space_updated" | "space_moved" | "space_deleted" | "space_restored" | "space_transferred" | "content_updated" | "change_request_created" | "change_request_updated" | "change_request_merged" | "review_requested" | "review_request_removed" | "review_submitted" | "comment_posted" | "comment_updated" | "comment_deleted" | "comment_reply_posted" | "comment_reply_updated" | "comment_reply_deleted";
        };
        /** @enum {string} */
        EventObject: "event";
        /** @description The forms of files of translators. */
        ExchangeFormat: "xliff-1.2" | "xliff-2.0" | "po";
        /** @description The effective role of a member on content, and the rule that gave it. */
        Explanation: {
            /** @description The space, collection or site whose grant or default level decided; absent if the organization decided. */
            at?: components["schemas"]["At"];
            /** @description An English sentence that says the same. */
            explanation: string;
            /** @description The effective role; null if the content is hidden from the member. */
            permission: components["schemas"]["Role"] | null;
            rule: components["schemas"]["RuleName"];
            /** @description The teams whose grant decided. */
            teams?: components["schemas"]["Team"][];
            user: components["schemas"]["User"];
        };
        /** @description The behaviour of links to other sites. */
        ExternalLinks: {
            /**
             * @description The browser tab in which these links open.
             * @default self
             */
            target: components["schemas"]["LinksOpen"];
        };
        /** @description The behaviour of links to other sites. */
        ExternalLinksInput: {
            /**
             * @description The browser tab in which these links open.
             * @default self
             */
            target?: components["schemas"]["LinksOpen"];
        };
        /** @description The icon that browsers show beside the title: an image, else an emoji, else the initial of the title. */
        Favicon: {
            /** @description The emoji that is used without an image. */
            emoji?: components["schemas"]["SiteEmoji"];
            /** @description The addresses of the image. */
            icon?: components["schemas"]["ThemedUrl"];
        };
        /** @description The icon that browsers show beside the title: an image, else an emoji, else the initial of the title. */
        FaviconInput: {
            /** @description The emoji that is used without an image. */
            emoji?: components["schemas"]["SiteEmoji"] | null;
            /** @description The addresses of the image. */
            icon?: components["schemas"]["ThemedUrl"] | null;
        };
        /** @description A feature that the site has. */
        Feature: {
            /** @description True if the feature cannot be changed; always false. */
            frozen: boolean;
            id: components["schemas"]["FeatureId"];
            /** @description The type of site that the feature needs; always the basic one, since every site has every feature. */
            plan: components["schemas"]["SiteType"];
        };
        /**
         * @description The name of a feature.
         * @enum {string}
         */
        FeatureId: "sites-adaptive-content" | "sites-basic-customization" | "sites-custom-domain" | "sites-custom-fonts" | "sites-custom-subdirectory" | "sites-full-text-search" | "sites-multivariant-site" | "sites-page-feedback" | "sites-pdf-export" | "sites-preview-deployments" | "sites-public-visibility" | "sites-redirects" | "sites-sections" | "sites-seo" | "sites-share-links" | "sites-unlisted-visibility" | "sites-visitor-authentication";
        /** @description The parts of an entry of a glossary. */
        Fields: {
            /** @description True if only the same case counts. Left out, it stays as it is, and is false for a new entry. */
            caseSensitive?: boolean | null;
            /**
             * @description True if the term never leaves the server and stands in translations as it stands in the source. Left out, it stays as
             *     it is, and is false for a new entry.
             */
            doNotTranslate?: boolean | null;
            /** @description The term in each language, by language tag, of at most 100 characters each. */
            translations: {
                [key: string]: string;
            };
        };
        /** @description A file: an image or an attachment. */
        File: {
            /** @description The media type, such as `image/png`. */
            contentType: string;
            dimensions?: components["schemas"]["Dimensions"];
            /** @description A signed address of the bytes that needs no token and expires at the end of the next day (UTC). */
            downloadURL: string;
            git?: components["schemas"]["GitBlob"];
            id: string;
            name: string;
            /**
             * Format: uint64
             * @description The size of the file in bytes.
             */
            size: number;
        };
        FileList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["File"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        FileMetadata: {
            name: components["schemas"]["FileName"];
            /**
             * Format: uint64
             * @description The size of the file in bytes.
             */
            size: number;
            /** @description The media type of the file. */
            type: components["schemas"]["MediaType"];
        };
        /** @description The name of an uploaded file. */
        FileName: string;
        /** @description A reference to a file. */
        FileOnly: {
            file: string;
        };
        /** @description A font that the caller describes. Pages load those of its files that were uploaded to the server. */
        FontDefinition: {
            /** @description True if the font is the caller's own. */
            custom: boolean;
            /** @description The weights of the font, at most 20. */
            fontFaces: components["schemas"]["FontFace"][];
            /** @description The font family's name in style sheets. */
            fontFamily: components["schemas"]["FontFamily"];
            /** @description The caller's own identifier of the font. */
            id: string;
        };
        /** @description One weight of a font with its files. */
        FontFace: {
            /** @description The files of this weight, at most 5. */
            sources: components["schemas"]["FontSource"][];
            /**
             * Format: uint16
             * @description The weight, 1 to 1000.
             */
            weight: number;
        };
        /** @description The name of a font family. */
        FontFamily: string;
        /** @description A file of a font. */
        FontSource: {
            /**
             * Format: uri
             * @description The address of the file: that of an upload, which becomes an address of the site; others are not loaded.
             */
            url: string;
        };
        /** @description A titled group of links in a footer. */
        FooterGroup: {
            /** @description The links of the group. */
            links: components["schemas"]["SiteLink"][];
            /** @description The title of the group. */
            title: components["schemas"]["LinkTitle"];
        };
        /** @enum {string} */
        Format: "document" | "markdown";
        /** @description An identifier that a space had on another server. */
        FormerSpaceId: string;
        /** @description The identifiers that a space had on other servers, by which links still name it; each is there once. */
        FormerSpaceIds: components["schemas"]["FormerSpaceId"][];
        /** @description The identifiers that a space had on other servers, by which links still name it; each is there once. */
        FormerSpaceIdsInput: components["schemas"]["FormerSpaceId"][];
        /** @description A redirect and its target. */
        FoundRedirect: {
            redirect: components["schemas"]["SiteRedirect"];
            /** @description The address that the redirect leads to. */
            target: string;
        };
        /** @description The origin of content in an imported directory or Git repository. */
        GitBlob: {
            /** @description The Git object identifier of the bytes, in hexadecimal. */
            oid: string;
            /** @description The path from the root of the content. */
            path: string;
        };
        /** @description A directory in a Git repository. */
        GitSource: {
            /**
             * Format: uri
             * @description The address of the directory, such as `https://github.com/owner/repository/tree/main/docs` or
             *     `https://gitlab.com/group/repository/-/tree/main`, also on other hosts with such addresses. A slash in the name
             *     of a branch is written `%2F`.
             */
            url: string;
        };
        /** @description A term in several languages. */
        GlossaryEntry: {
            /** @description True if only the same case counts. */
            caseSensitive: boolean;
            createdAt: components["schemas"]["Timestamp"];
            /** @description True if the term never leaves the server and stands in translations as it stands in the source. */
            doNotTranslate: boolean;
            id: string;
            object: components["schemas"]["GlossaryEntryObject"];
            /** @description The term in each language, by language tag. */
            translations: {
                [key: string]: string;
            };
            updatedAt: components["schemas"]["Timestamp"];
            urls: components["schemas"]["GlossaryEntryUrls"];
        };
        GlossaryEntryList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["GlossaryEntry"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @enum {string} */
        GlossaryEntryObject: "glossary-entry";
        GlossaryEntryUrls: {
            /** @description The address of the entry in this API. */
            location: string;
        };
        /**
         * @description The fate of content of an earlier import.
         * @enum {string}
         */
        Gone: "delete" | "keep";
        /** @description A reference to a section in no group, or to a group of sections. */
        GroupPointer: {
            id: string;
            /** @constant */
            type: "site-section";
        } | {
            id: string;
            /** @constant */
            type: "site-section-group";
        };
        /** @description A move of a part of a site. */
        GroupPointerMove: {
            /** @description The new position; last by default. */
            position?: components["schemas"]["GroupPointerPosition"] | null;
        };
        /** @description A position beside another part of the site; last without either field. At most one of them may be set. */
        GroupPointerPosition: {
            /** @description The part to place it right after. */
            after?: components["schemas"]["GroupPointer"] | null;
            /** @description The part to place it right before. */
            before?: components["schemas"]["GroupPointer"] | null;
        };
        /** @description A link, a button, or a menu of links. */
        HeaderItem: {
            /** @description The condition on the visitor under which the item is shown; always shown without one. */
            condition?: string;
            /**
             * @description The links of the item's menu.
             * @default []
             */
            links: components["schemas"]["SiteLink"][];
            /**
             * @description The appearance of the item.
             * @default link
             */
            style: components["schemas"]["HeaderItemStyle"];
            /** @description The label of the item. */
            title: components["schemas"]["LinkTitle"];
            /** @description The target of the link; null if the item only opens its menu. */
            to: {
                kind: string;
            } | null;
        };
        /** @description A link, a button, or a menu of links. */
        HeaderItemInput: {
            /** @description The condition on the visitor under which the item is shown; always shown without one. */
            condition?: string | null;
            /**
             * @description The links of the item's menu.
             * @default []
             */
            links?: components["schemas"]["SiteLink"][];
            /**
             * @description The appearance of the item.
             * @default link
             */
            style?: components["schemas"]["HeaderItemStyle"];
            /** @description The label of the item. */
            title: components["schemas"]["LinkTitle"];
            /** @description The target of the link; null if the item only opens its menu. */
            to?: {
                kind: string;
            } | null;
        };
        /** @description The appearance of an item of the header. */
        HeaderItemStyle: "link" | "button-primary" | "button-secondary";
        /** @description The background of a header. */
        HeaderPreset: "default" | "bold" | "contrast" | "custom" | "none";
        /** @description The state of the server. */
        Health: {
            status: components["schemas"]["HealthStatus"];
        };
        /** @enum {string} */
        HealthStatus: "ok";
        /** @description The title and the excerpt split into pieces that match and pieces that do not. Joined, the pieces are the text. */
        Highlights: {
            body: components["schemas"]["Piece"][];
            title: components["schemas"]["Piece"][];
        };
        HostnameUrls: {
            /** @description The address of the host name in this API. */
            location: string;
        };
        /** @description The icon of a site: images, an emoji, or nothing. */
        Icon: {
            /** @description The addresses of the images. */
            icon: components["schemas"]["Themed"];
        } | {
            /** @description The emoji, or its code points in hexadecimal joined by `-`. */
            emoji: string;
        } | Record<string, never>;
        /** @description The name of an icon (gaps.md, "icon, emoji"). */
        IconName: string;
        ImageReference: {
            file: string;
            /** @constant */
            kind: "file";
        } | {
            /** @constant */
            kind: "url";
            url: string;
        };
        /** @description A file of the space, or the address of an image on another server. */
        ImageTarget: {
            file: string;
            /** @constant */
            kind: "file";
        } | {
            /** @constant */
            kind: "url";
            url: string;
        };
        /** @description An import of content into a space, waiting, running or ended. */
        Import: {
            /** @description The address of the source without its query; absent for an upload. */
            address?: string;
            /** @description The identifier of the change request that is imported into; absent for main content. */
            changeRequest?: string;
            createdAt: components["schemas"]["Timestamp"];
            createdBy?: components["schemas"]["User"];
            /** @description True if the import is only tried, and changes nothing. */
            dryRun: boolean;
            endedAt?: components["schemas"]["Timestamp"];
            /** @description The reason why the import failed. */
            failure?: string;
            id: string;
            /** @description The name of the file; empty where there is none. */
            name: string;
            object: components["schemas"]["ImportObject"];
            /** @description The changes of the import, made or to be made; absent until they are known. */
            outcome?: components["schemas"]["ImportOutcome"];
            progress: components["schemas"]["ImportProgress"];
            /** @description How the import was taken back; absent if it was not. */
            reverted?: components["schemas"]["ImportReversion"];
            /** @description The revision that the content was at after the import, once it is written. */
            revision?: string;
            /** @description The kind of source. */
            source: string;
            /** @description The identifier of the space that is imported into. */
            space: string;
            state: components["schemas"]["ImportState"];
            updatedAt: components["schemas"]["Timestamp"];
            urls: components["schemas"]["ImportUrls"];
            /** @description The number of warnings of each class, listed or not; only in the answer about one import. */
            warningCounts?: {
                [key: string]: number;
            };
            /** @description The warnings, at most 1,000, then one with the number of the others; only in the answer about one import. */
            warnings?: components["schemas"]["ContentWarning"][];
        };
        /** @description The effect of an import. */
        ImportChanges: {
            files: components["schemas"]["ImportCounts"];
            pages: components["schemas"]["ImportCounts"];
            reusableContents: components["schemas"]["ImportCounts"];
        };
        /** @description A source to import. */
        ImportContent: {
            /**
             * @description True to write authors and dates of pages into their front matter, where the source has them.
             * @default false
             */
            authors?: boolean;
            /**
             * @description True to get the answer that the import would have, and to change nothing.
             * @default false
             */
            dryRun?: boolean;
            /**
             * @description True if the times of the files in an archive say when these were last written, in UTC, as those of `git archive`
             *     do for a whole commit; pages then show them. The first moment of 1980 stands for a time that is not known.
             * @default false
             */
            fileTimes?: boolean;
            /**
             * @description The fate of pages and files of an earlier import that the source lacks: `delete` if not given. One Markdown file
             *     never deletes any, and neither does a source that could not be read to its end.
             */
            gone?: components["schemas"]["Gone"];
            /**
             * Format: uint32
             * @description The maximum number of links from the first page of a `website` to any other: 50 if not given.
             * @default null
             */
            maxDepth?: number | null;
            /**
             * Format: uint32
             * @description The maximum number of pages of a `website`: 5,000 if not given.
             * @default null
             */
            maxPages?: number | null;
            source: components["schemas"]["ImportSource"];
            /**
             * @description True to split documents of the source `docx` into pages at their headings of level 1; other sources refuse it.
             * @default false
             */
            split?: boolean;
            /**
             * @description The token for the API of the source `gitbook`. It is kept until the import ends.
             * @default null
             */
            token?: string | null;
            /** @description The address of an upload to this server, or a public address from which the server fetches it. */
            url: string;
        };
        /** @description Numbers of entries by what became of them. */
        ImportCounts: {
            /** Format: uint64 */
            created: number;
            /** Format: uint64 */
            deleted: number;
            /** Format: uint64 */
            moved: number;
            /** Format: uint64 */
            unchanged: number;
            /** Format: uint64 */
            updated: number;
        };
        /** @description The outcome of one page of a source. */
        ImportedPage: {
            /** @description The parts that were dropped. */
            dropped: components["schemas"]["ImportedPart"][];
            /** @description The parts that have no counterpart and were kept as text or file. */
            kept: components["schemas"]["ImportedPart"][];
            /** @description The numbers of parts that were mapped, by kind. */
            mapped: {
                [key: string]: number;
            };
            /** @description The path of its Markdown file; empty for what is no page. */
            path: string;
            /** @description The path, name or address of the page in the source. */
            source: string;
            /**
             * Format: uint
             * @description The number of parts that were kept or dropped and are not listed.
             */
            unlisted: number;
        };
        ImportedPageList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["ImportedPage"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @description A part of a page. */
        ImportedPart: {
            /** @description The place: the heading before it, a line, a name, or the beginning of its text; may be empty. */
            place: string;
            /** @description The kind of the part. */
            what: string;
        };
        ImportList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["Import"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @enum {string} */
        ImportObject: "import";
        /** @description The changes of an import. */
        ImportOutcome: {
            changed: boolean;
            changes: components["schemas"]["ImportChanges"];
            /**
             * Format: uint64
             * @description The number of parts of pages that were dropped, as far as they are listed.
             */
            dropped: number;
            /**
             * Format: uint64
             * @description The number of parts of pages that have no counterpart and were kept as text or file, as far as they are listed.
             */
            kept: number;
            /** @description True if the source may have more than was read. Then nothing was deleted. */
            partial: boolean;
            /**
             * Format: uint64
             * @description The number of pages, files and reusable contents in the source.
             */
            totalResources: number;
        };
        /** @description How far an import is. */
        ImportProgress: {
            /**
             * Format: int64
             * @description The number of bytes that were fetched from other servers since a process took the import.
             */
            bytes: number;
            /**
             * Format: int64
             * @description The number of items of the stage that are done.
             */
            done: number;
            /**
             * Format: int64
             * @description The number of files that were found.
             */
            files: number;
            /**
             * Format: int64
             * @description The number of pages that were found.
             */
            pages: number;
            stage: components["schemas"]["ImportStage"];
            /**
             * Format: int64
             * @description The number of items in the stage, as far as it is known.
             */
            total: number;
        };
        /** @description The outcome of an import. */
        ImportResult: {
            /** @description True if the import changed the content, or would. */
            changed: boolean;
            /** @description The numbers of pages, files and reusable contents by what became of them. */
            changes: components["schemas"]["ImportChanges"];
            /** @description The identifier of the import, whose report says what became of each page. */
            import: string;
            /**
             * Format: uint64
             * @description The number of imported pages, files and reusable contents, changed or not.
             */
            importedResources: number;
            /** @description The revision of the content after the import: the previous one if nothing changed. */
            revision: string;
            /**
             * Format: uint64
             * @description The number of pages, files and reusable contents in the source.
             */
            totalResources: number;
            /** @description The number of warnings of each class, listed or not. */
            warningCounts: {
                [key: string]: number;
            };
            /**
             * @description Parts of the source that were not understood, and links that lead nowhere: kept as they were, or left out as the
             *     message says. At most 1,000, then one with the number of the others.
             */
            warnings: components["schemas"]["ContentWarning"][];
        };
        /** @description How an import was taken back. */
        ImportReversion: {
            at: components["schemas"]["Timestamp"];
            by?: components["schemas"]["User"];
            /** @description The revision that the content was at after that. */
            revision: string;
        };
        /**
         * @description The kind of a source.
         * @enum {string}
         */
        ImportSource: "website" | "docx" | "markdown" | "html" | "zip" | "confluence" | "github-wiki" | "notion" | "google-docs" | "mkdocs" | "docusaurus" | "mdbook" | "mediawiki" | "outline" | "bookstack" | "gitbook";
        /** @description The stage that an import is in, or was in when it ended. */
        ImportStage: "waiting" | "fetching" | "converting" | "reading" | "storing" | "writing" | "checking";
        /** @description The state of an import. */
        ImportState: "queued" | "running" | "done" | "failed" | "cancelled";
        /** @description A file of translators. */
        ImportTranslation: {
            format: components["schemas"]["ExchangeFormat"];
            /** @description The file, of at most 16 MiB. */
            text: string;
        };
        ImportUrls: {
            /** @description The address of the import in this API. */
            location: string;
        };
        /** @description A page or a reusable content that a call inserted. */
        Inserted: {
            id: string;
            /** @description The `ref` that the call gave it. */
            ref?: string;
        };
        /** @description A file that a call inserted. */
        InsertedFile: {
            /** @description The media type, such as `image/png`. */
            contentType: string;
            dimensions?: components["schemas"]["Dimensions"];
            /** @description A signed address of the bytes that needs no token and expires at the end of the next day (UTC). */
            downloadURL: string;
            git?: components["schemas"]["GitBlob"];
            id: string;
            name: string;
            /** @description The `ref` that the call gave it. */
            ref?: string;
            /**
             * Format: uint64
             * @description The size of the file in bytes.
             */
            size: number;
        };
        /** @description A file to insert, with either `url` or `base64`. */
        InsertFile: {
            /**
             * @description The bytes of the file in base64 (RFC 4648, section 4).
             * @default null
             */
            base64?: string | null;
            /**
             * @description The media type, used if it cannot be detected from the bytes.
             * @default null
             */
            contentType?: components["schemas"]["MediaType"] | null;
            name: components["schemas"]["FileName"];
            /**
             * @description A name for the new resource in the other changes of the call and in links of their texts.
             * @default null
             */
            ref?: string | null;
            /**
             * @description The address of an upload to this server, or a public address from which the server fetches the bytes.
             * @default null
             */
            url?: string | null;
        };
        /** @description Files to insert. */
        InsertFiles: {
            files: components["schemas"]["InsertFile"][];
        };
        /** @description A page to insert. */
        InsertPage: {
            /**
             * Format: uint
             * @description The index of the page among its siblings, from 0; after the last one by default.
             * @default null
             */
            at?: number | null;
            /** @description The expression that decides which visitors see the page. */
            condition?: string | null;
            cover?: components["schemas"]["CoverInput"] | null;
            description?: string | null;
            /** @description The text of the page. Its front matter and heading take precedence over the other fields. */
            document?: components["schemas"]["Text"] | null;
            emoji?: components["schemas"]["SpaceEmoji"] | null;
            /** @default null */
            hidden?: boolean | null;
            icon?: components["schemas"]["IconName"] | null;
            /**
             * @description The parent page; absent for the top level.
             * @default null
             */
            into?: string | null;
            /** @description The layout of the page, which is replaced as a whole; absent fields get their defaults. */
            layout?: components["schemas"]["LayoutInput"] | null;
            /** @default null */
            noIndex?: boolean | null;
            /** @default null */
            noRobotsIndex?: boolean | null;
            /**
             * @description A name for the new resource in the other changes of the call and in links of their texts.
             * @default null
             */
            ref?: string | null;
            /** @description The last segment of the path of the page. Null derives it from the title. */
            slug?: string | null;
            /** @description The target of a page of type link. */
            target?: components["schemas"]["LinkTarget"] | null;
            /** @default null */
            title?: string | null;
            /** @description The kind of the page; a document by default. */
            type?: components["schemas"]["NewPageType"];
            /** @description The variables of the page, which replace all that it has. */
            variables?: {
                [key: string]: components["schemas"]["VariableInput"];
            } | null;
        };
        /** @description A reusable content to insert. */
        InsertReusable: {
            document?: components["schemas"]["Text"] | null;
            /**
             * @description A name for the reusable content in the other changes of the call and in references of their texts.
             * @default null
             */
            ref?: string | null;
            title: string;
        };
        /** @description The collection of usage statistics. */
        Insights: {
            /**
             * @description True if a cookie distinguishes readers; stored without effect.
             * @default false
             */
            trackingCookie: boolean;
        };
        /** @description The collection of usage statistics. */
        InsightsInput: {
            /**
             * @description True if a cookie distinguishes readers; stored without effect.
             * @default false
             */
            trackingCookie?: boolean;
        };
        /** @description The name of a program that authenticates visitors of a site. */
        IntegrationName: string;
        /** @description A place within a page. */
        InternalLocation: {
            /** @description The anchor, without `#`. */
            anchor: string;
            /** @constant */
            type: "anchor";
        };
        /** @description The language of labels and other text outside the content. */
        Internationalization: {
            /** @description The language; defaults to that of each space. */
            locale?: components["schemas"]["Language"];
        };
        /** @description The language of labels and other text outside the content. */
        InternationalizationInput: {
            /** @description The language; defaults to that of each space. */
            locale?: components["schemas"]["Language"] | null;
        };
        /** @description An invite link to an organization, a collection or a space. */
        Invite: {
            createdAt: components["schemas"]["Timestamp"];
            /** @description The time at which the link expires; absent if it never does. */
            expiresAt?: components["schemas"]["Timestamp"];
            /** @description The secret identifier of the link: every user who knows it may join. */
            id: string;
            object: components["schemas"]["InviteObject"];
            /** @description True if the caller already has the role that the link grants, or a higher one. */
            redundant: boolean;
        } | {
            role: components["schemas"]["Role"] | null;
        } | {
            collection: components["schemas"]["Collection"];
            level: components["schemas"]["Role"] | null;
        } | {
            level: components["schemas"]["Role"] | null;
            space: components["schemas"]["Space"];
        };
        /** @description The outcome of an invitation. */
        Invited: {
            /**
             * Format: uint64
             * @description The number of these users who became members.
             */
            invited: number;
            /** @description The identifiers of all users named in the request, each once. */
            users: string[];
        };
        Invitee: string | {
            /** Format: email */
            email: string;
            /** @description The role of the user; null for a guest. The default is the role of the request. */
            role?: components["schemas"]["Role"] | null;
        };
        /** @description A role to grant to users and teams, 1 to 1,000 together. */
        InviteInput: {
            /** @description The role to grant. */
            role: components["schemas"]["Role"];
            /**
             * @description Teams of the organization, by identifier.
             * @default []
             */
            teams?: string[];
            /**
             * @description Members, by identifier or e-mail address.
             * @default []
             */
            users?: string[];
        };
        InviteList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["Invite"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @enum {string} */
        InviteObject: "invite";
        /** @description Users to invite to an organization. */
        InvitePeople: {
            /** @description The e-mail addresses of 1 to 100 users, each alone or with a role. */
            emails: components["schemas"]["Invitee"][];
            /** @description The role of users without one here; null for guests. The default is that of the organization. */
            role?: components["schemas"]["Role"] | null;
            /** @description True if new members sign in by single sign-on; the default is false. */
            sso?: boolean;
        };
        /** @description Organizations that the caller belongs to or may join. */
        Joinable: {
            organizations: components["schemas"]["Organization"][];
        };
        /** @description A team that a member belongs to, with the membership. */
        JoinedTeam: {
            member: components["schemas"]["TeamMembership"];
            team: components["schemas"]["Team"];
        };
        JoinedTeamList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["JoinedTeam"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @description A language of content, as an IETF language tag in lower case. */
        Language: "en" | "fr" | "de" | "es" | "it" | "pt" | "pt-br" | "ru" | "ja" | "zh" | "yue" | "ko" | "ar" | "hi" | "nl" | "pl" | "tr" | "sv" | "no" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "id" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl";
        /** @description The outcome of a run. */
        LastRun: {
            /** @description The time when the run ended. */
            at: components["schemas"]["Timestamp"];
            /** @description The reason why something is not translated. */
            reason?: string;
            /**
             * Format: int64
             * @description The number of texts that were sent again, as the server was killed while it waited for their translations; absent
             *     if there are none. Their translator may charge for them twice.
             */
            sentAgain?: number;
            status: components["schemas"]["RunStatus"];
        };
        Layout: {
            cover: boolean;
            /** @description The size of the cover: `hero` or `full`. */
            coverSize: string;
            description: boolean;
            metadata: boolean;
            outline: boolean;
            pagination: boolean;
            tableOfContents: boolean;
            title: boolean;
            /** @description The width of the page: `default` or `wide`. */
            width: string;
        };
        /** @description The parts of a page that are shown, and its width. */
        LayoutInput: {
            /** @default null */
            cover?: boolean | null;
            coverSize?: components["schemas"]["CoverSize"] | null;
            /** @default null */
            description?: boolean | null;
            /** @default null */
            metadata?: boolean | null;
            /** @default null */
            outline?: boolean | null;
            /** @default null */
            pagination?: boolean | null;
            /** @default null */
            tableOfContents?: boolean | null;
            /** @default null */
            title?: boolean | null;
            width?: components["schemas"]["Width"] | null;
        };
        /** @description A page of the targets of links, with counts. */
        LinkList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["ContentReferenceUsage"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            stats: components["schemas"]["Stats"];
        };
        /** @description The relation of a text to the target of its link. */
        LinkRelation: "reference" | "dependsOn";
        /** @description The browser tab in which links to other sites open. */
        LinksOpen: "self" | "blank";
        /** @description The status of a link. */
        LinkStatus: "ok" | "broken" | "in-app";
        /** @description The target of a page of type link. */
        LinkTarget: {
            /** @constant */
            kind: "url";
            url: string;
        };
        /** @description The label of a link around a site's pages. */
        LinkTitle: string;
        /** @enum {string} */
        ListedChangeRequestStatus: "draft" | "open" | "archived" | "merged" | "all";
        /** @enum {string} */
        ListedCommentStatus: "all" | "open" | "resolved";
        /** @description The target of an address: a redirect, or published content. */
        Lookup: components["schemas"]["Redirect"] | components["schemas"]["PublishedContent"];
        /** @description The frequency of mails with the unread notifications of a user. */
        MailFrequency: "off" | "hourly" | "daily";
        /** @description The notifications to mark as read. */
        MarkAll: {
            /** @description The space that they are about; all by default. */
            space?: string | null;
            /** @description The newest notification to mark: those that came later stay unread. All by default. */
            upTo?: string | null;
        };
        /** @description The media type of an uploaded file, as its sender states it. */
        MediaType: string;
        /** @description A user as a member of an organization. */
        Member: {
            /** @description True if the member's access is suspended. */
            disabled: boolean;
            /** @description The identifier of the user. */
            id: string;
            joinedAt: components["schemas"]["Timestamp"];
            /** @description The time of the member's last `ping` of the organization; absent if there was none. */
            lastSeenAt?: components["schemas"]["Timestamp"];
            object: components["schemas"]["MemberObject"];
            /** @description The role in the organization; null for guests. */
            role: components["schemas"]["Role"] | null;
            /**
             * Format: uint64
             * @description The number of spaces that the member has access to.
             */
            spaces: number;
            /** @description True if the providers of the organization may sign this member in. */
            sso: boolean;
            /**
             * Format: uint64
             * @description The number of teams that the member belongs to.
             */
            teams: number;
            user: components["schemas"]["User"];
        };
        MemberList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["Member"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @enum {string} */
        MemberObject: "member";
        /** @description A space that a member has access to. */
        MemberSpace: {
            /** @description The member's role on the space. */
            permission: components["schemas"]["Role"];
            space: components["schemas"]["Space"];
        };
        MemberSpaceList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["MemberSpace"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @description The writer of a remembered translation. */
        MemoryOrigin: "machine" | "human";
        /** @enum {string} */
        Merged: "merge" | "conflicts";
        /** @description A response body with warnings about the content that the request wrote. */
        MergeResultWithWarnings: {
            /** @description For a dry run, true if the caller may merge even if rules fail. */
            bypassed?: boolean;
            /**
             * Format: uint
             * @description The number of conflicts in the content of the change request.
             */
            conflicts: number;
            result: components["schemas"]["Merged"];
            /** @description The new revision of the main content; with conflicts, and for a dry run, the revision of the change request. */
            revision: string;
            /** @description For a dry run, the results of the merge rules that can fail, in order. */
            rules?: components["schemas"]["MergeRuleResult"][];
            /** @description The warnings about the texts that the request changed; empty if there are none. */
            warnings: components["schemas"]["ContentWarning"][];
        };
        /** @description A merge rule, as the API represents it. */
        MergeRule: {
            /** @constant */
            rule: "require_at_least_one_review";
        } | {
            /** @constant */
            rule: "require_all_reviews_approved";
        } | {
            /** @constant */
            rule: "require_up_to_date_change_request";
        } | {
            /** @constant */
            rule: "require_change_request_subject";
        } | {
            /** @constant */
            rule: "require_change_request_description";
        } | {
            /** @constant */
            rule: "no_new_broken_links";
        } | {
            /** @constant */
            rule: "no_breaking_api_change";
        } | {
            /** @constant */
            rule: "require_specific_reviewers";
            /** @description The required reviewers, 1 to 50. */
            users: string[];
        } | {
            /** @constant */
            rule: "require_one_of_specific_reviewers";
            /** @description The eligible reviewers, 1 to 50. */
            users: string[];
        } | {
            /** @constant */
            rule: "allow_bypass";
            /** @description The users who may bypass the rules, 1 to 50. */
            users: string[];
        } | {
            /** @description The expression, checked when the rule is set. */
            expression: string;
            /** @constant */
            rule: "custom";
        };
        /** @description The result of a merge rule. */
        MergeRuleResult: {
            /** @description The reason why the rule fails; absent if it passes. */
            message?: string;
            passed: boolean;
            rule: string;
        };
        /** @description The merge rules of an organization, for all of its spaces that inherit them. */
        MergeRules: {
            /** @constant */
            type: "none";
        } | {
            /** @description The rules, at most 20. */
            rules: components["schemas"]["MergeRule"][];
            /** @constant */
            type: "rules";
        };
        /** @enum {string} */
        Mode: "specific" | "current" | "all";
        /** @description The new place of a space or a collection. At least one of the fields is required. */
        MoveContent: {
            /** @description The new parent collection; null for the top of the organization. The parent stays the same by default. */
            parent?: string | null;
            /** @description The new place among the siblings; last by default. */
            position?: components["schemas"]["SiblingPosition"] | null;
        };
        /**
         * @description The kind of a new page.
         * @enum {string}
         */
        NewPageType: "document" | "group" | "link";
        /** @description The space to translate. */
        NewSource: {
            /** @description The language of the space; needed where the space itself has none. */
            language?: components["schemas"]["Language"] | null;
            /** @description The identifier of the space. */
            space: string;
        };
        /** @description The initial content of a new space. */
        NewSpace: "empty" | "sample";
        /** @description A new API token with its secret, which is not shown again. */
        NewToken: {
            createdAt: components["schemas"]["Timestamp"];
            /** @description The time at which the token expires; absent if it never does. */
            expiresAt?: components["schemas"]["Timestamp"];
            id: string;
            /** @description The time of the last use, accurate to about a minute; absent if the token was never used. */
            lastUsedAt?: components["schemas"]["Timestamp"];
            name: string;
            object: components["schemas"]["TokenObject"];
            scopes: components["schemas"]["Scope"][];
            /** @description The secret to send in the header `Authorization: Bearer …`. */
            secret: string;
        };
        /**
         * @description A status that a change request can get without being merged.
         * @enum {string}
         */
        NextStatus: "draft" | "open" | "archived";
        /** @description The place of a note beside the description that the document has. */
        NotePlacement: "after" | "before" | "instead";
        /** @description Something that others did and that concerns the caller. */
        Notification: {
            /** @description The user who caused it; absent for the operator of the server. */
            actor?: components["schemas"]["Person"];
            /** @description The change request that it is about; absent for main content. */
            changeRequest?: components["schemas"]["NotificationChangeRequest"];
            comment?: string;
            commentReply?: string;
            createdAt: components["schemas"]["Timestamp"];
            id: string;
            object: components["schemas"]["NotificationObject"];
            organization: string;
            read: boolean;
            /** @description The time at which it was marked as read. */
            readAt?: components["schemas"]["Timestamp"];
            reason: components["schemas"]["NotificationReason"];
            review?: string;
            space: components["schemas"]["NotificationSpace"];
            urls: components["schemas"]["NotificationUrls"];
        };
        /** @description The change request that a notification is about. */
        NotificationChangeRequest: {
            id: string;
            /** Format: int64 */
            number: number;
            subject: string;
        };
        NotificationList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["Notification"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @enum {string} */
        NotificationObject: "notification";
        /** @description The reason for which a user is notified. */
        NotificationReason: "review-requested" | "review" | "mention" | "comment" | "reply" | "merge";
        /** @description The settings of the caller's notifications. */
        NotificationSettings: {
            /** @description The frequency of mails with unread notifications; `hourly` by default. */
            mail: components["schemas"]["MailFrequency"];
        };
        /** @description The space that a notification is about. */
        NotificationSpace: {
            id: string;
            title: string;
        };
        NotificationUrls: {
            /** @description The address to show to users: that of what it is about, in the writers' app. */
            app: string;
        };
        /** @description The identifier of this server at an OpenID Connect provider. */
        OidcClientId: string;
        /** @description The claim with the groups of a person: a name, or names with dots between them. */
        OidcGroupsClaim: string;
        /** @description The name of an OpenID Connect provider in its tokens. */
        OidcIssuer: string;
        /** @description The name of an OpenID Connect provider on the sign-in page. */
        OidcLabel: string;
        /** @description An OpenID Connect provider, by which members of an organization sign in. */
        OIDCProvider: {
            /** @description The identifier of this server at the provider. */
            clientId?: string;
            createdAt: components["schemas"]["Timestamp"];
            /** @description The role of new members; null for guests. */
            defaultRole: components["schemas"]["Role"] | null;
            /** @description The team that new members join. */
            defaultTeam?: components["schemas"]["Team"];
            /** @description The claim with the groups of a person, if it is not `groups`. */
            groupsClaim?: string;
            /** @description The identifiers of teams by the groups of the provider. */
            groupTeams: {
                [key: string]: string;
            };
            /** @description True if a secret is stored, which is never shown. */
            hasClientSecret: boolean;
            id: string;
            /** @description The issuer, exactly as the provider writes it. */
            issuer?: string;
            /** @description The name on the sign-in page. */
            label: string;
            object: components["schemas"]["OidcProviderObject"];
            /** @description The scopes that a sign-in asks for beside `openid`. */
            scopes: string;
            service: components["schemas"]["OIDCService"];
            status: components["schemas"]["OIDCProviderStatus"];
            /** @description True if e-mail addresses count of which the provider does not say that it verified them. */
            trustsEmail: boolean;
            urls: components["schemas"]["OIDCProviderUrls"];
        };
        /** @description The settings of an OpenID Connect provider; a field that is absent stays as it is. */
        OIDCProviderInput: {
            /** @description The identifier of this server at the provider. */
            clientId?: components["schemas"]["OidcClientId"] | null;
            /** @description The secret of this server at the provider, which is never shown; null for a public client. */
            clientSecret?: components["schemas"]["ClientSecret"] | null;
            /** @description The role of new members; null for guests. A new provider has that of the organization by default. */
            defaultRole?: components["schemas"]["Role"] | null;
            /** @description The identifier of the team that new members join. */
            defaultTeam?: string | null;
            /**
             * @description The claim with the groups of a person: a name, or names with dots between them such as `realm_access.roles`. Null
             *     for `groups`.
             */
            groupsClaim?: components["schemas"]["OidcGroupsClaim"] | null;
            /**
             * @description The identifiers of teams by the groups of the provider. At each sign-in, a member joins the teams of their groups
             *     and leaves the others that are named here.
             */
            groupTeams?: {
                [key: string]: string;
            } | null;
            /** @description The issuer, exactly as the provider writes it. */
            issuer?: components["schemas"]["OidcIssuer"] | null;
            /**
             * @description The name on the sign-in page.
             * @default null
             */
            label?: components["schemas"]["OidcLabel"] | null;
            /**
             * @description The scopes that a sign-in asks for beside `openid`, with blanks between them. By default `email profile`.
             * @default null
             */
            scopes?: components["schemas"]["OidcScopes"] | null;
            /**
             * @description True if e-mail addresses count of which the provider does not say that it verified them, because only the company
             *     can have accounts there. False by default.
             * @default null
             */
            trustsEmail?: boolean | null;
        };
        OIDCProviderList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["OIDCProvider"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @enum {string} */
        OidcProviderObject: "oidc-provider";
        /** @description The state of a provider. */
        OIDCProviderStatus: "active" | "pending";
        OIDCProviderUrls: {
            /** @description The address of the provider in this API. */
            location: string;
        };
        /** @description The scopes that a sign-in asks for beside `openid`, with blanks between them. */
        OidcScopes: string;
        /** @description Our side of a provider, which the provider has to know. */
        OIDCService: {
            /** @description The address to which the provider sends browsers back: the redirect URI. */
            callbackURL: string;
            /** @description The address to enter at the provider for back-channel logout, by which it ends sessions here. */
            logoutURL: string;
            /** @description The address at which a sign-in begins. */
            startURL: string;
        };
        /** @description The treatment of conflicts with what was saved since the base of a change. */
        OnConflict: "list" | "refuse";
        /** @description A change of a specification. */
        OpenAPIChange: {
            /** @description The beginning of the new value as JSON. */
            after?: string;
            /** @description The beginning of the old value as JSON. */
            before?: string;
            /** @description The meaning of the change for programs. */
            class: components["schemas"]["SpecChange"];
            /** @description True if the document says that what changed is not for readers. */
            internal: boolean;
            /** @description The operation or the webhook that changed. */
            operation?: components["schemas"]["OpenAPIChangedOperation"];
            /** @description The JSON pointer to the value that changed, in the new document, or in the old one if it is gone. */
            pointer: string;
            /** @description The name of the rule that found the change. */
            rule: string;
            /** @description The change in a sentence. */
            sentence: string;
            /** @description The shared object that changed, such as a schema. */
            shared?: components["schemas"]["OpenAPIChangedObject"];
        };
        /** @description The numbers of changes by their meaning. */
        OpenAPIChangeCounts: {
            /** Format: int64 */
            breaking: number;
            /** Format: int64 */
            compatible: number;
            /** Format: int64 */
            documentation: number;
        };
        /** @description A shared object that changed. */
        OpenAPIChangedObject: {
            /** @description The group, such as `schemas`. */
            group: string;
            /** @description The name in the group. */
            name: string;
        };
        /** @description An operation or a webhook that changed. */
        OpenAPIChangedOperation: {
            /** @description The method in lower case. */
            method: string;
            /** @description The path, or the name of a webhook. */
            path: string;
            /** @description True for a webhook. */
            webhook: boolean;
        };
        /** @description The changes of a version against another one. */
        OpenAPIChanges: {
            /** @description The identifier of the version that it is compared with; null for the first version. */
            base: string | null;
            /**
             * Format: uint
             * @description The number of all breaking changes.
             */
            breaking: number;
            /**
             * Format: uint
             * @description The number of all compatible changes.
             */
            compatible: number;
            /**
             * Format: uint
             * @description The number of all changes of texts.
             */
            documentation: number;
            /** @description True if there are more changes than are listed, or the documents were not compared to their end. */
            isCut: boolean;
            /** @description The changes, breaking ones first, then compatible ones; at most 1,000. */
            items: components["schemas"]["OpenAPIChange"][];
            /** @description The identifier of the version. */
            version: string;
        };
        /** @description A document of a specification. */
        OpenAPIFile: {
            dir: string;
            filename: string;
            isEntrypoint: boolean;
            /** @description The other documents that this one refers to: none, as they are parts of it. */
            references: string[];
            /** @description The document, with what it refers to in other documents among its shared objects. */
            specification: {
                [key: string]: unknown;
            };
        };
        /** @description A name in an OpenAPI specification that a note is about. */
        OpenApiName: string;
        /** @description A note of a writer on an OpenAPI specification. */
        OpenAPINote: {
            /** @description The time of creation. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description The identifier of the note. */
            id: string;
            /** @description True if the latest version does not have what the note is about; the note is shown again when that is back. */
            isOrphan: boolean;
            /** @description The text in Markdown. */
            markdown: components["schemas"]["OpenApiNoteText"];
            object: components["schemas"]["OpenApiNoteObject"];
            /**
             * @description The place of the text beside the description that the document has.
             * @default after
             */
            placement: components["schemas"]["NotePlacement"];
            /** @description The thing that the note is about. */
            target: components["schemas"]["OpenAPINoteTarget"];
            /** @description The time of the last change. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description The method and path of an operation. */
        OpenAPINoteCall: {
            /** @description The HTTP method, in any case. */
            method: components["schemas"]["OpenApiName"];
            /** @description The path, or the name of a webhook. */
            path: components["schemas"]["OpenApiName"];
            /** @description True for a webhook. */
            webhook?: boolean;
        };
        OpenAPINoteList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["OpenAPINote"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @enum {string} */
        OpenApiNoteObject: "openapi-note";
        /** @description The name of a parameter. */
        OpenAPINoteParameter: {
            /** @description The location, such as `query`. */
            in: components["schemas"]["OpenApiName"];
            /** @description The name as the document writes it; that of a header in any case. */
            name: components["schemas"]["OpenApiName"];
        };
        /** @description The thing that a note is about. */
        OpenAPINoteTarget: {
            /** @description The method and path; they count where no operation has the identifier. */
            call?: components["schemas"]["OpenAPINoteCall"];
            /** @constant */
            kind: "operation";
            /** @description The identifier that the document gives the operation. */
            operationId?: components["schemas"]["OpenApiName"];
            /** @description The parameter of the operation that the note is about. */
            parameter?: components["schemas"]["OpenAPINoteParameter"];
        } | {
            /** @constant */
            kind: "schema";
            /** @description The names of properties from the outermost to the one that is meant; arrays between them have no name. */
            property?: components["schemas"]["OpenApiName"][];
            /** @description The name of the schema. */
            schema: components["schemas"]["OpenApiName"];
        };
        /** @description The thing that a note is about. */
        OpenAPINoteTargetInput: {
            /** @description The method and path; they count where no operation has the identifier. */
            call?: components["schemas"]["OpenAPINoteCall"] | null;
            /** @constant */
            kind: "operation";
            /** @description The identifier that the document gives the operation. */
            operationId?: components["schemas"]["OpenApiName"] | null;
            /** @description The parameter of the operation that the note is about. */
            parameter?: components["schemas"]["OpenAPINoteParameter"] | null;
        } | {
            /** @constant */
            kind: "schema";
            /** @description The names of properties from the outermost to the one that is meant; arrays between them have no name. */
            property?: components["schemas"]["OpenApiName"][];
            /** @description The name of the schema. */
            schema: components["schemas"]["OpenApiName"];
        };
        /** @description The text of a note on an OpenAPI specification, in Markdown. */
        OpenApiNoteText: string;
        /** @description The outcome of replacing notes. */
        OpenAPIOverlayOutcome: {
            /**
             * Format: uint
             * @description The number of notes that there are now.
             */
            notes: number;
        };
        /** @description The slug of an OpenAPI specification (api.md, OpenAPISpec). */
        OpenApiSlug: string;
        /** @description An OpenAPI specification of an organization. */
        OpenAPISpec: {
            /** @description The newest version up to which breaking changes were acknowledged. */
            acknowledgedVersion?: string;
            createdAt: components["schemas"]["Timestamp"];
            id: string;
            /** @description The time when the source was last read. */
            lastProcessedAt?: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description The number of all problems of the source.
             */
            lastProcessedErrorCount: number;
            /** @description The first problems of the source. Those without a code do not keep it from being used. */
            lastProcessedErrors: components["schemas"]["SpecError"][];
            /** @description The reason why the source could not be used when it was last read; the latest version then is an older one. */
            lastProcessErrorCode?: components["schemas"]["SpecErrorCode"];
            /** @description The identifier of the latest version; absent until a source could be used. */
            lastVersion?: string;
            object: components["schemas"]["OpenApiSpecObject"];
            permissions: components["schemas"]["OpenAPISpecPermissions"];
            processingState: components["schemas"]["SpecState"];
            slug: string;
            /** @description The address that the specification is fetched from; absent if it was sent. */
            sourceURL?: string;
            updatedAt: components["schemas"]["Timestamp"];
            urls: components["schemas"]["OpenAPISpecUrls"];
            visibility: components["schemas"]["SpecVisibility"];
        };
        /** @description The content of a version. Its one document stands between the two parts that [`Self::around`] returns. */
        OpenAPISpecContent: {
            filesystem: components["schemas"]["OpenAPIFile"][];
            /** @description The address of the version's bytes as they came. */
            url: string;
            urls: components["schemas"]["OpenAPISpecContentUrls"];
        };
        OpenAPISpecContentUrls: {
            /** @description The same address if the specification is public. */
            public: string | null;
            /** @description The address of the version's bytes as they came. */
            source: string;
        };
        OpenAPISpecList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["OpenAPISpec"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @enum {string} */
        OpenApiSpecObject: "openapi-spec";
        /** @description The permissions of the caller on a specification. */
        OpenAPISpecPermissions: {
            edit: boolean;
            view: boolean;
        };
        OpenAPISpecUrls: {
            /** @description The address of the specification for people. */
            app: string;
            /** @description The address of the specification in this API. */
            location: string;
            /** @description The address of the latest version for everybody; absent if the specification is private. */
            published?: string;
        };
        /** @description A version of an OpenAPI specification. */
        OpenAPISpecVersion: {
            /** @description The meaning of what changed since the version before; absent for the first version. */
            change?: components["schemas"]["SpecChange"];
            /** @description The numbers of what changed since the version before; absent for the first version. */
            changes?: components["schemas"]["OpenAPIChangeCounts"];
            createdAt: components["schemas"]["Timestamp"];
            id: string;
            object: components["schemas"]["OpenApiVersionObject"];
            /**
             * Format: int64
             * @description The number of operations, those of webhooks included.
             */
            operations: number;
            /**
             * Format: int64
             * @description The number of schemas.
             */
            schemas: number;
            /** @description The address of the version's bytes as they came: for everybody if the specification is public, else with a token. */
            url: string;
            urls: components["schemas"]["OpenAPISpecVersionUrls"];
        };
        OpenAPISpecVersionList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["OpenAPISpecVersion"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        OpenAPISpecVersionUrls: {
            /** @description The address of the version in this API. */
            location: string;
        };
        /** @enum {string} */
        OpenApiVersionObject: "openapi-spec-version";
        /** @description A change of a glossary. */
        Operation: components["schemas"]["Fields"] | {
            /** @description True if only the same case counts. Left out, it stays as it is, and is false for a new entry. */
            caseSensitive?: boolean | null;
            /**
             * @description True if the term never leaves the server and stands in translations as it stands in the source. Left out, it stays as
             *     it is, and is false for a new entry.
             */
            doNotTranslate?: boolean | null;
            /** @description The identifier of the entry. */
            id: string;
            /** @description The term in each language, by language tag, of at most 100 characters each. */
            translations: {
                [key: string]: string;
            };
            /** @constant */
            type: "update";
        } | {
            /** @description The identifier of the entry. */
            id: string;
            /** @constant */
            type: "delete";
        };
        /** @description An organization: an owner of content, with members. */
        Organization: {
            /** @description The stored setting for AI features; it has no effect on this server. */
            ai: boolean;
            communityType?: components["schemas"]["CommunityType"];
            createdAt: components["schemas"]["Timestamp"];
            /** @description The content that clients should show first. */
            defaultContent?: components["schemas"]["DefaultContent"];
            /** @description The role of users who join; null for guests. */
            defaultRole: components["schemas"]["Role"] | null;
            /** @description The e-mail domains whose users may join without an invite; administrators also see claims that are not proven. */
            emailDomains: string[];
            /** @description The organization's label in the default host name of its sites. */
            hostname: string;
            id: string;
            /** @description Always true; present for compatibility with clients. */
            internal_isOnNewTrial: boolean;
            /** @description True if users can join by invite links. */
            inviteLinks: boolean;
            /** @description The conditions for merging change requests, in spaces that inherit them. */
            mergeRules: components["schemas"]["MergeRules"];
            object: components["schemas"]["OrganizationObject"];
            permissions: components["schemas"]["OrganizationPermissions"];
            plan: components["schemas"]["Plan"];
            /** @description True if members are let in with a second factor only. */
            secondFactor: boolean;
            /** @description True if members are let in by single sign-on only, except for admins. */
            sso: boolean;
            title: string;
            trial: components["schemas"]["Trial"];
            type: components["schemas"]["OrganizationType"];
            urls: components["schemas"]["OrganizationUrls"];
            useCase: components["schemas"]["UseCase"];
        };
        /** @description A domain of e-mail addresses that an organization claims. */
        OrganizationEmailDomain: {
            /** @description The time of the last search for a proof; absent if there was none. */
            checkedAt?: components["schemas"]["Timestamp"];
            domain: string;
            object: components["schemas"]["EmailDomainObject"];
            /** @description The proof to publish; present only while the claim is not proven. */
            proof?: components["schemas"]["ClaimProof"];
            /** @description The state of the claim. Users with e-mail addresses of the domain can join once it is proven. */
            status: components["schemas"]["ClaimStatus"];
            urls: components["schemas"]["EmailDomainUrls"];
        };
        OrganizationList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["Organization"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @enum {string} */
        OrganizationObject: "organization";
        /** @description The permissions of the caller in the organization. */
        OrganizationPermissions: {
            admin: boolean;
            createContent: boolean;
            createOpenAPISpec: boolean;
            ingestConversations: boolean;
            installIntegration: boolean;
            listInstallations: boolean;
            listIntegrations: boolean;
            listMembers: boolean;
            listTeams: boolean;
            /** @description True if the caller owns a team. */
            ownTeam: boolean;
            view: boolean;
            viewBilling: boolean;
        };
        /** @description The organization that a label belongs to. */
        OrganizationTarget: {
            organization: string;
            /** @enum {string} */
            type: "organization";
        };
        /** @description The title of an organization. */
        OrganizationTitle: string;
        /** @description The type of an organization. */
        OrganizationType: "business" | "community";
        OrganizationUrls: {
            /** @description The address to show to users: that of the organization in the writers' app. */
            app: string;
            /** @description The address of the organization in this API. */
            location: string;
            /** @description The address of the organization's logo. */
            logo?: string;
        };
        /** @description A page and the pages below it. */
        Page: {
            /** @description The source of a computed page. */
            computed?: components["schemas"]["ComputedSource"];
            /** @description The expression that decides which visitors see the page. */
            condition?: string;
            cover?: components["schemas"]["Cover"];
            createdAt: components["schemas"]["Timestamp"];
            description?: string;
            /** @description The text as a rich-text document. */
            document?: components["schemas"]["Document"];
            emoji?: string;
            git?: components["schemas"]["GitBlob"];
            hidden: boolean;
            /** @description The target address of a page of type link. */
            href?: string;
            icon?: string;
            id: string;
            kind: components["schemas"]["PageSort"];
            layout?: components["schemas"]["Layout"];
            /** @description The text as Markdown, as it was written. */
            markdown?: string;
            noIndex: boolean;
            noRobotsIndex: boolean;
            /** @description The child pages, in order. */
            pages: components["schemas"]["Page"][];
            /** @description The path of the page: the slugs of its ancestors and its own, separated by slashes. */
            path: string;
            /** @description The last segment of the path of the page. */
            slug: string;
            target?: components["schemas"]["UrlReference"];
            title: string;
            type: components["schemas"]["PageType"];
            updatedAt: components["schemas"]["Timestamp"];
            urls: components["schemas"]["PageUrls"];
            variables?: {
                [key: string]: components["schemas"]["VariableValue"];
            };
        };
        /** @description The entries of a page's action menu. */
        PageActions: {
            /**
             * @description The entries for opening a page of a public site in an external assistant.
             * @default false
             */
            externalAI: boolean;
            /**
             * @description The entries for copying and opening the page as Markdown.
             * @default true
             */
            markdown: boolean;
            /**
             * @description The entry for connecting to the site's MCP server; stored without effect.
             * @default true
             */
            mcp: boolean;
        };
        /** @description The entries of a page's action menu. */
        PageActionsInput: {
            /**
             * @description The entries for opening a page of a public site in an external assistant.
             * @default false
             */
            externalAI?: boolean;
            /**
             * @description The entries for copying and opening the page as Markdown.
             * @default true
             */
            markdown?: boolean;
            /**
             * @description The entry for connecting to the site's MCP server; stored without effect.
             * @default true
             */
            mcp?: boolean;
        };
        /** @description The differences of a page's text between two revisions, in the blocks and words by which it is merged. */
        PageDiff: {
            /**
             * @description True if some blocks were too many or too long to be compared by words; such blocks are removed and added, or
             *     changed without `words`.
             */
            approximate: boolean;
            /** @description All blocks of both texts: those of the later one in their order, and removed ones where they were. */
            blocks: components["schemas"]["BlockDiff"][];
            /** @description The earlier revision; absent if there is none before the later one. */
            from?: string;
            page: string;
            /** @description The later revision. */
            to: string;
        };
        /** @description The feedback of a reader on a page. It is stored without anything that says who the reader is. */
        PageFeedback: {
            /** @description The words of the reader, if there are some. */
            comment?: string;
            createdAt: components["schemas"]["Timestamp"];
            /** @description True if the page was helpful. */
            helpful: boolean;
            id: string;
            /** @description The page; it may have been deleted since. */
            page: string;
            /** @description The space of the page, as a part of the site. */
            siteSpace: string;
        };
        PageFeedbackList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["PageFeedback"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @description A reference to a page. */
        PageOnly: {
            page: string;
        };
        /** @enum {string} */
        PageSort: "sheet" | "group" | "link";
        /** @description The page tree of a revision. */
        PageTree: {
            /** @description The pages at the top level, each with the pages below it. */
            pages: components["schemas"]["Page"][];
        };
        /** @enum {string} */
        PageType: "document" | "group" | "link" | "computed";
        PageUrls: {
            /** @description The address to show to users: that of the page in its revision, in the writers' app. */
            app: string;
        };
        /** @description A format of paper. */
        PaperFormat: "a4" | "letter";
        /** @description The parameters of a template. They are ignored: no template has parameters yet. */
        Params: {
            /**
             * @description References to content, by the name of the parameter.
             * @default {}
             */
            contentRefs?: {
                [key: string]: unknown;
            };
        };
        /** @description The parent page before and after a move; absent for the top level. */
        Parents: {
            after?: components["schemas"]["ChangedPage"];
            before?: components["schemas"]["ChangedPage"];
        };
        /** @description A reference to a space, a section or a group of sections on the site. */
        PartPointer: {
            id: string;
            /** @constant */
            type: "site-space";
        } | {
            id: string;
            /** @constant */
            type: "site-section";
        } | {
            id: string;
            /** @constant */
            type: "site-section-group";
        };
        /** @description A position beside another part of the site; last without either field. At most one of them may be set. */
        PartPointerPosition: {
            /** @description The part to place it right after. */
            after?: components["schemas"]["PartPointer"] | null;
            /** @description The part to place it right before. */
            before?: components["schemas"]["PartPointer"] | null;
        };
        /** @description A person, as others see them in passing: without their e-mail address. */
        Person: {
            /** @description The name that other users see. */
            displayName: string;
            id: string;
            object: components["schemas"]["UserObject"];
            /** @description The address of a picture of the person. */
            photoURL?: string;
        };
        /** @description A piece of a text. */
        Piece: {
            /** @description True if the piece matches the search. */
            match: boolean;
            text: string;
        };
        /** @enum {string} */
        Plan: "internal";
        /** @description Claims about the caller. */
        Pong: {
            /** @description A JSON Web Token with the claims, valid for one hour at most. */
            serviceVisitorClaims: string;
        };
        /** @description A comment to post, and its target. */
        PostComment: {
            body: components["schemas"]["Prose"];
            /**
             * @description The key of the block that the comment is on, in the page's document.
             * @default null
             */
            node?: string | null;
            /** @description The page that the comment is on; without it, the comment is on the content as a whole. */
            page?: string | null;
            /** @description The cell that the comment is on, if the block is a table. */
            tableCell?: components["schemas"]["TableCellInput"] | null;
        };
        /** @description A reply to post. */
        PostReply: {
            body: components["schemas"]["Prose"];
        };
        /** @description A person who is in a space now, in one window. */
        Presence: {
            /** @description The activity of somebody who is in a space. */
            activity: "reading" | "editing";
            /** @description The change request that the person looks at; absent for main content. */
            changeRequest?: string;
            /** @description The name of the window, which its client chose. */
            client: string;
            /** @description The time at which the presence ends unless it is renewed. */
            expiresAt: components["schemas"]["Timestamp"];
            object: components["schemas"]["PresenceObject"];
            /** @description The page that the person is on. */
            page?: string;
            space: string;
            user: components["schemas"]["Person"];
        };
        /** @description The name by which one window of a client is told from the others of the same user. */
        PresenceClient: string;
        PresenceList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["Presence"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @enum {string} */
        PresenceObject: "presence";
        /** @description The people who are present, as the stream of events sends them. */
        PresenceSnapshot: {
            /**
             * Format: uint
             * @description The number of all.
             */
            count: number;
            /** @description At most 200 of them. */
            items: components["schemas"]["Presence"][];
        };
        /** @description An address that previews a site. */
        Preview: {
            /** @description The address, valid for one hour at most. */
            url: string;
        };
        /** @description The address of a document. */
        Printed: {
            /** @description The address of the document. */
            url: string;
        };
        /** @description A file to publish on the web server of the name. */
        ProofFile: {
            /** @description The text that one line of the file must have. */
            content: string;
            /** @description The address from which the file is fetched, over https or http. */
            url: string;
        };
        /** @description Markdown, or a rich-text document. */
        Prose: components["schemas"]["Document"] | {
            document: components["schemas"]["Document"];
        } | {
            markdown: string;
        };
        /** @description The settings of a SAML provider; a field that is absent stays as it is. */
        ProviderInput: {
            /** @description The certificate in PEM, or its base64 alone; two of them while the provider changes to another. */
            certificate?: components["schemas"]["SamlCertificate"] | null;
            /** @description The role of new members; null for guests. A new provider has that of the organization by default. */
            defaultRole?: components["schemas"]["Role"] | null;
            /** @description The identifier of the team that new members join. */
            defaultTeam?: string | null;
            /** @description The entity identifier of the provider. */
            entityID?: components["schemas"]["SamlEntityId"] | null;
            /**
             * @description The identifiers of teams by the groups of the provider. At each sign-in, a member joins the teams of their groups
             *     and leaves the others that are named here.
             */
            groupTeams?: {
                [key: string]: string;
            } | null;
            /**
             * @description True to accept sign-ins that begin at the provider. False by default, as anybody can send such a sign-in to a
             *     browser of somebody else.
             * @default null
             */
            idpInitiated?: boolean | null;
            /**
             * @description The name on the sign-in page.
             * @default null
             */
            label?: components["schemas"]["SamlLabel"] | null;
            /**
             * @description The metadata of the provider, as XML. It takes precedence over single values.
             * @default null
             */
            metadata?: string | null;
            /**
             * Format: uri
             * @description The address of the metadata of the provider, which is read now.
             * @default null
             */
            metadataURL?: string | null;
            /**
             * Format: uri
             * @description The address for answers to its requests of sign-out, if it is another one.
             */
            sloResponseURL?: string | null;
            /**
             * Format: uri
             * @description The address at which people are signed out there, for the binding HTTP-Redirect. A change drops `sloResponseURL`.
             */
            sloURL?: string | null;
            /**
             * Format: uri
             * @description The address to which people are sent to sign in, for the binding HTTP-Redirect.
             */
            ssoURL?: string | null;
        };
        /** @description The kinds of translators. */
        ProviderKind: "openai" | "deepl" | "libretranslate" | "apertium" | "google";
        /** @description The settings for a proxy that serves the site under another address. */
        Proxy: {
            /** @description The host name and path under which the proxy serves the site. */
            origin: string;
            /** @description The address that the proxy has to forward to. */
            target: string;
        };
        /** @description The content at an address of a published site. */
        PublishedContent: {
            /** @description The prefix of paths of the space in the address, with a slash at both ends. */
            basePath: string;
            /** @description The canonical address for search engines. */
            canonicalUrl: string;
            /** @description The change request that the address shows. */
            changeRequest?: string;
            /** @description False if the address could be extended to name another section or variant. */
            complete: boolean;
            /** @description A hash of the visitor's claims, which changes when they do; present only if the visitor showed a token. */
            contextId?: string;
            organization: string;
            page: string;
            /** @description The path of the page in the space, beginning with a slash. */
            pathname: string;
            /** @description The revision that the address shows. */
            revision?: string;
            /** @description The secret of the share link in the address. */
            shareKey?: string;
            site: string;
            /** @description The prefix of paths of the site in the address, with a slash at both ends. */
            siteBasePath: string;
            /** @description The identifier of the section; absent if the site has no sections. */
            siteSection?: string;
            siteSpace: string;
            space: string;
        };
        /** @description The customizations of a published site and of the spaces on it. */
        PublishedCustomizations: {
            /** @description The customization of the site. */
            site: components["schemas"]["SiteCustomizationSettings"];
            /** @description The effective customization of each site space, by its identifier. */
            siteSpaces: {
                [key: string]: components["schemas"]["SiteCustomizationSettings"];
            };
        };
        /** @description A published site with its structure and customizations. */
        PublishedSite: {
            customizations: components["schemas"]["PublishedCustomizations"];
            object: components["schemas"]["PublishedSiteObject"];
            /** @description The scripts of integrations; always empty, since published pages run no third-party code. */
            scripts: unknown[];
            site: components["schemas"]["Site"];
            structure: components["schemas"]["SiteStructure"];
        };
        /** @enum {string} */
        PublishedSiteObject: "published-content-site";
        /** @description The settings for signing visitors of a site in. */
        PublishingAuth: {
            backend: components["schemas"]["AuthBackend"];
            /** @description The names at the identity provider of claims of the adaptive schema, where they differ; absent if there are none. */
            claimNames?: {
                [key: string]: string;
            };
            /** @description The address to which visitors without a token are redirected. */
            fallbackURL?: string;
            /** @description The name of the integration; present only if the backend is one. */
            integration?: string;
            object: components["schemas"]["PublishingAuthObject"];
            /** @description The key that signs visitor tokens with HS256: the bytes of this text. */
            privateKey: string;
            /** @description The identifier of the identity provider; present only if the backend is one. */
            provider?: string;
        };
        /** @enum {string} */
        PublishingAuthObject: "publishing-auth";
        /** @description An adaptive schema to set. */
        PutAdaptiveSchema: {
            jsonSchema: components["schemas"]["SiteAdaptiveJSONSchema"];
        };
        /** @description The role of a member in a team. */
        PutMember: {
            /**
             * @description The role; without it, a member of the team keeps their role, and a new one becomes `member`.
             * @default null
             */
            role?: components["schemas"]["TeamRole"] | null;
        };
        /** @description A note to set. */
        PutOpenApiNote: {
            /** @description The text in Markdown. */
            markdown: components["schemas"]["OpenApiNoteText"];
            /**
             * @description The place of the text beside the description that the document has.
             * @default after
             */
            placement?: components["schemas"]["NotePlacement"];
            /** @description The thing that the note is about. There is one note on it at most. */
            target: components["schemas"]["OpenAPINoteTargetInput"];
        };
        /** @description The source of an OpenAPI specification. */
        PutOpenApiSpec: {
            source: components["schemas"]["SourceBody"];
        };
        /** @description The translator to set. */
        PutProvider: {
            /** @description Its secret, which is never shown. Without one, the key of a translator of this kind at this address stays. */
            key?: string | null;
            kind: components["schemas"]["ProviderKind"];
            /** @description The model, for translators that have several. */
            model?: string | null;
            /**
             * Format: uint64
             * @description The maximum number of characters that are sent in a calendar month (UTC).
             */
            monthlyCharacters?: number | null;
            /** @description The price, for estimates. */
            price?: components["schemas"]["TranslationPrice"] | null;
            /**
             * Format: uint64
             * @description The maximum number of characters that one run sends.
             */
            runCharacters?: number | null;
            /** @description Its address: for OpenAI up to `/v1`, for Google the parent (`…/v3/projects/P/locations/L`), else the root. */
            url: string;
        };
        ReactingUser: {
            reactedAt: components["schemas"]["Timestamp"];
            user: components["schemas"]["User"];
        };
        /** @description A redirect to another address. */
        Redirect: {
            redirect: string;
            target: components["schemas"]["ResolvedTarget"];
        };
        /**
         * @description The effect of a change on a redirect.
         * @enum {string}
         */
        RedirectStatus: "created" | "updated" | "unchanged" | "deleted";
        /** @description The family of a host of repositories (gaps.md, `gitSync.installationProvider`). */
        RepositoryProvider: "github" | "gitlab";
        /** @enum {string} */
        RequestedReviewerObject: "change-request-requested-reviewer";
        /** @description Users to request reviews from, and changes to the change request. */
        RequestReviewers: {
            /** @description The new description of the change request, null for none; unchanged by default. */
            description?: components["schemas"]["Prose"] | null;
            /**
             * @description The new subject of the change request; unchanged by default.
             * @default null
             */
            subject?: components["schemas"]["ChangeRequestSubject"] | null;
            /** @description The identifiers of 1 to 50 users. */
            users: string[];
        };
        /** @description The resolution of a conflict. Exactly one of the fields is required. */
        ResolveConflict: {
            /** @default null */
            document?: components["schemas"]["Document"] | null;
            /** @default null */
            markdown?: string | null;
            resolution?: components["schemas"]["Choice"] | null;
        };
        ResolvedTarget: "content" | "external";
        /** @description An address to resolve for a visitor. */
        ResolveUrl: {
            /**
             * @description True to redirect a visitor to the sign-in if their token is not accepted, instead of failing.
             * @default false
             */
            redirectOnError?: boolean;
            url: string;
            visitor?: components["schemas"]["Visitor"];
        };
        /** @description A reusable content, which pages can include. */
        ReusableContent: {
            /** @description The text as a rich-text document. */
            document?: components["schemas"]["Document"];
            git?: components["schemas"]["GitBlob"];
            id: string;
            /** @description The text as Markdown, as it was written. */
            markdown?: string;
            title: string;
        };
        /** @description A reference to a reusable content. */
        ReusableOnly: {
            reusableContent: string;
        };
        /**
         * @description A page to restore. It is created again if it was deleted since, and deleted if the revision does not have it;
         *     pages below it stay, and take its place among its siblings.
         */
        RevertPage: {
            page: string;
            /**
             * @description The revision to restore the page from. The default is, for a change request, the main content that was last
             *     pulled into it, and for main content, the revision before the current one.
             * @default null
             */
            revision?: string | null;
        };
        /** @enum {string} */
        ReviewerKind: "user";
        /** @enum {string} */
        ReviewObject: "change-request-review";
        /** @description The reviewers who were requested. */
        ReviewRequests: {
            users: components["schemas"]["ChangeRequestRequestedReviewer"][];
        };
        /** @description The verdict of a review. */
        ReviewStatus: "changes-requested" | "approved";
        /** @description A revision with its content. */
        Revision: {
            /** @description The user who created the revision; absent if the operator of the server created it. */
            author?: components["schemas"]["User"];
            /** @description The change request that the revision belongs to; absent for main content. */
            changeRequest?: string;
            createdAt: components["schemas"]["Timestamp"];
            files: components["schemas"]["File"][];
            id: string;
            /** @description The change request that was merged, if the revision is a merge. */
            mergedFrom?: components["schemas"]["ChangeRequest"];
            object: components["schemas"]["RevisionObject"];
            /** @description The pages at the top level, each with the pages below it. */
            pages: components["schemas"]["Page"][];
            /** @description The identifiers of the parent revisions. */
            parents: string[];
            reusableContents: components["schemas"]["ReusableContent"][];
            /** @description The kind of operation that created the revision. */
            type: components["schemas"]["RevisionType"];
            urls: components["schemas"]["RevisionUrls"];
            /** @description The variables of the space, by name. */
            variables: {
                [key: string]: components["schemas"]["VariableValue"];
            };
        };
        /** @enum {string} */
        RevisionObject: "revision";
        /** @description A revision without its content. */
        RevisionSummary: {
            /** @description The user who created the revision; absent if the operator of the server created it. */
            author?: components["schemas"]["User"];
            /** @description The change request that the revision belongs to; absent for main content. */
            changeRequest?: string;
            createdAt: components["schemas"]["Timestamp"];
            id: string;
            /** @description The change request that was merged, if the revision is a merge. */
            mergedFrom?: components["schemas"]["ChangeRequest"];
            object: components["schemas"]["RevisionObject"];
            /** @description The identifiers of the parent revisions. */
            parents: string[];
            /** @description The kind of operation that created the revision. */
            type: components["schemas"]["RevisionType"];
            urls: components["schemas"]["RevisionUrls"];
        };
        RevisionSummaryList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["RevisionSummary"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @description A response body with warnings about the content that the request wrote. */
        RevisionSummaryWithWarnings: {
            /** @description The user who created the revision; absent if the operator of the server created it. */
            author?: components["schemas"]["User"];
            /** @description The change request that the revision belongs to; absent for main content. */
            changeRequest?: string;
            createdAt: components["schemas"]["Timestamp"];
            id: string;
            /** @description The change request that was merged, if the revision is a merge. */
            mergedFrom?: components["schemas"]["ChangeRequest"];
            object: components["schemas"]["RevisionObject"];
            /** @description The identifiers of the parent revisions. */
            parents: string[];
            /** @description The kind of operation that created the revision. */
            type: components["schemas"]["RevisionType"];
            urls: components["schemas"]["RevisionUrls"];
            /** @description The warnings about the texts that the request changed; empty if there are none. */
            warnings: components["schemas"]["ContentWarning"][];
        };
        /** @description The origin of a revision. */
        RevisionType: "edits" | "merge" | "rollback" | "update" | "computed";
        RevisionUrls: {
            /** @description The address to show to users: that of the revision in the writers' app. */
            app: string;
        };
        /** @description A role of a user; each includes the rights of those before it. */
        Role: "read" | "comment" | "edit" | "review" | "create" | "admin";
        /**
         * @description A role in the organization, or `guest` for none.
         * @enum {string}
         */
        RoleOrGuest: "admin" | "create" | "review" | "edit" | "comment" | "read" | "guest";
        /** @description The rules for roles, in the order in which they are applied at each level of the hierarchy. */
        RuleName: "administrator" | "user" | "team" | "level" | "organization";
        /** @description The outcome of a run. */
        RunStatus: "completed" | "needs-review" | "failed";
        /** @description A text in a response, in the requested format. */
        Said: {
            document: components["schemas"]["Document"];
        } | {
            markdown: string;
        };
        /** @description The certificates of a SAML provider in PEM (Limits: certificate). */
        SamlCertificate: string;
        /** @description A certificate of a provider. */
        SAMLCertificate: {
            /** @description The SHA-256 hash of the certificate in hexadecimal. */
            fingerprint: string;
            notAfter: components["schemas"]["Timestamp"];
            notBefore: components["schemas"]["Timestamp"];
            subject: string;
        };
        /** @description The entity identifier of a SAML provider (Limits: entityID). */
        SamlEntityId: string;
        /** @description The name of a SAML provider on the sign-in page (Limits: label). */
        SamlLabel: string;
        /** @description A SAML identity provider, by which members of an organization sign in. */
        SAMLProvider: {
            /** @description The certificates in PEM, one after the other. */
            certificate?: string;
            /** @description The certificates, read. */
            certificates: components["schemas"]["SAMLCertificate"][];
            createdAt: components["schemas"]["Timestamp"];
            /** @description The role of new members; null for guests. */
            defaultRole: components["schemas"]["Role"] | null;
            /** @description The team that new members join. */
            defaultTeam?: components["schemas"]["Team"];
            /** @description The entity identifier of the provider. */
            entityID?: string;
            /** @description The identifiers of teams by the groups of the provider. */
            groupTeams: {
                [key: string]: string;
            };
            id: string;
            /** @description True if sign-ins that begin at the provider are accepted. */
            idpInitiated: boolean;
            /** @description The name on the sign-in page. */
            label: string;
            object: components["schemas"]["SamlProviderObject"];
            service: components["schemas"]["SAMLService"];
            /** @description The address for answers to its requests of sign-out, if it is another one. */
            sloResponseURL?: string;
            /** @description The address at which people are signed out there. */
            sloURL?: string;
            /** @description The address to which people are sent to sign in. */
            ssoURL?: string;
            status: components["schemas"]["SAMLProviderStatus"];
            urls: components["schemas"]["SAMLProviderUrls"];
            /** @description Sentences about what will stop working soon. */
            warnings: string[];
        };
        SAMLProviderList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["SAMLProvider"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @enum {string} */
        SamlProviderObject: "saml-provider";
        /** @description The state of a provider. */
        SAMLProviderStatus: "active" | "pending";
        SAMLProviderUrls: {
            /** @description The address of the provider in this API. */
            location: string;
        };
        /** @description Our side of a provider, which the identity provider has to know. */
        SAMLService: {
            /** @description The address that responses are posted to. */
            acsURL: string;
            /** @description Our entity identifier, which is the address of our metadata. */
            entityID: string;
            /** @description The address to which browsers bring the provider's messages of single logout. */
            sloURL: string;
            /** @description The address at which a sign-in begins. */
            startURL: string;
        };
        /** @description A text that a change with a base sent, or whose blocks it changed, as it is after the call. */
        Saved: {
            /** @description For each change of blocks, the keys of the blocks that it brought. */
            blocks?: string[][];
            /**
             * Format: uint
             * @description The index of the change in the request.
             */
            change: number;
            /** @description The identifiers of the conflicts about the page or the reusable content, in the list of the change request. */
            conflicts: string[];
            /**
             * @description The text after the call, in the form in which it was sent; absent if the change sent none. For a change of
             *     blocks, present only if there is more in it than what they changed.
             */
            document?: components["schemas"]["SavedText"];
            /** @description The entity tag of the page or the reusable content after the call, for `If-Match`; absent if it is deleted. */
            etag?: string;
            /**
             * @description The keys of blocks after the call, by the keys that they had in the document that was sent. For a change of
             *     blocks, by the keys that they had before it or were sent with; those that are the same are left out.
             */
            keys: {
                [key: string]: string;
            };
        };
        /** @description The text of a page or a reusable content. */
        SavedText: components["schemas"]["Document"] | {
            markdown: string;
        };
        /** @description The state of provisioning by SCIM. */
        Scim: {
            /** @description The address of the service, which the provider asks for. */
            baseURL: string;
            /** @description The time at which the token was created. */
            createdAt?: components["schemas"]["Timestamp"];
            /** @description True if there is a token. */
            enabled: boolean;
            /** @description The time at which the token was last used, to about a minute. */
            lastUsedAt?: components["schemas"]["Timestamp"];
            /** @description The secret, when the token is created only. */
            secret?: string;
        };
        /** @description One scope of a token. */
        Scope: "read" | "write" | "admin";
        /** @description A page that matches a search. */
        SearchPageResult: {
            id: string;
            path: string;
            /** @description The best matching sections of the page, best first. */
            sections: components["schemas"]["SearchSectionResult"][];
            title: string;
            urls: components["schemas"]["SearchResultUrls"];
        };
        SearchPageResultList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["SearchPageResult"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        SearchResultUrls: {
            /** @description The address to show to users: in the writers' app, or on the published site if the caller can read the space only there. */
            app: string;
        };
        /** @description A section of a page: a heading and the content below it, or the content before the first heading. */
        SearchSectionResult: {
            /** @description An excerpt of the section with the most matches, as plain text. */
            body: string;
            highlights: components["schemas"]["Highlights"];
            /** @description The anchor of the heading; for the content before the first heading, the identifier of the page. */
            id: string;
            /** @description The path of the page, followed by `#` and the anchor of the heading if there is one. */
            path: string;
            /** @description The text of the heading; for the content before the first heading, the title of the page. */
            title: string;
            urls: components["schemas"]["SearchResultUrls"];
        };
        /** @description A space with pages that match a search. */
        SearchSpaceResult: {
            id: string;
            /** @description The best matching pages of the space, best first; all matching pages if only this space was searched. */
            pages: components["schemas"]["SearchPageResult"][];
            title: string;
        };
        SearchSpaceResultList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["SearchSpaceResult"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @description A text to search titles or names for. */
        SearchText: string;
        /** @description A section, or a group of sections. */
        SectionOrGroup: components["schemas"]["SiteSection"] | components["schemas"]["SiteSectionGroup"];
        /** @description A reference to a section of the site. */
        SectionPointer: {
            siteSection: string;
            /** @constant */
            type: "site-section";
        };
        /** @description A move of a part of a site. */
        SectionPointerMove: {
            /** @description The new position; last by default. */
            position?: components["schemas"]["SectionPointerPosition"] | null;
        };
        /** @description A position beside another part of the site; last without either field. At most one of them may be set. */
        SectionPointerPosition: {
            /** @description The part to place it right after. */
            after?: components["schemas"]["SectionPointer"] | null;
            /** @description The part to place it right before. */
            before?: components["schemas"]["SectionPointer"] | null;
        };
        /** @description The kinds of decisions about a segment. */
        SegmentAction: "accept" | "edit" | "retranslate";
        /** @description The segments that a list shows. */
        SegmentFilter: "machine" | "human" | "stale" | "needs-review" | "untranslated";
        /** @description A change of a page, a file, a reusable content or the variables. */
        SemanticChange: {
            page: components["schemas"]["ChangedPage"];
            /** @constant */
            type: "page_created";
        } | {
            attributes: {
                [key: string]: components["schemas"]["Attribute"];
            };
            page: components["schemas"]["ChangedPage"];
            /** @constant */
            type: "page_edited";
        } | {
            page: components["schemas"]["ChangedPage"];
            parent: components["schemas"]["Parents"];
            /** @constant */
            type: "page_moved";
        } | {
            page: components["schemas"]["ChangedPage"];
            /** @constant */
            type: "page_deleted";
        } | {
            file: components["schemas"]["ChangedFile"];
            /** @constant */
            type: "file_created";
        } | {
            attributes: {
                [key: string]: components["schemas"]["Attribute"];
            };
            file: components["schemas"]["ChangedFile"];
            /** @constant */
            type: "file_edited";
        } | {
            file: components["schemas"]["ChangedFile"];
            /** @constant */
            type: "file_deleted";
        } | {
            reusableContent: components["schemas"]["ChangedReusable"];
            /** @constant */
            type: "reusable_content_created";
        } | {
            attributes: {
                [key: string]: components["schemas"]["Attribute"];
            };
            reusableContent: components["schemas"]["ChangedReusable"];
            /** @constant */
            type: "reusable_content_edited";
        } | {
            reusableContent: components["schemas"]["ChangedReusable"];
            /** @constant */
            type: "reusable_content_deleted";
        } | {
            /** @constant */
            type: "variables_edited";
            variables: {
                [key: string]: components["schemas"]["Attribute"];
            };
        };
        /** @description The changes that a revision or a change request made to content. */
        SemanticChanges: {
            changes: components["schemas"]["SemanticChange"][];
            /** @description The change request that was merged, if the revision is a merge. */
            mergedFrom?: components["schemas"]["ChangeRequest"];
            /**
             * Format: uint
             * @description The number of further changes that are not listed; absent if all are listed.
             */
            more?: number;
        };
        /** @description A browser in which the caller is signed in. */
        Session: {
            createdAt: components["schemas"]["Timestamp"];
            /** @description True for the session that the request is made in. */
            current: boolean;
            /** @description The browser and its system, as far as it says so itself, such as `Firefox on Linux`. */
            device: string;
            /** @description The time at which the session ends if it is not used meanwhile. */
            expiresAt: components["schemas"]["Timestamp"];
            id: string;
            /** @description The time of the last use, accurate to about a minute. */
            lastUsedAt: components["schemas"]["Timestamp"];
            /** @description The IP address that the session began at, or the first 64 bits of one of IPv6; absent if it is not known. */
            network?: string;
            object: components["schemas"]["SessionObject"];
            /** @description True if a second factor was proved in the session, or a provider of single sign-on answers for it. */
            secondFactor: boolean;
            way: components["schemas"]["SessionWay"];
        };
        SessionList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["Session"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @enum {string} */
        SessionObject: "session";
        /**
         * @description The way in which a session began.
         * @enum {string}
         */
        SessionWay: "password" | "link" | "saml" | "oidc" | "passkey";
        /** @description A field of a request that was accepted without the effect that its author may expect. */
        SettingWarning: {
            /** @description The reason of the warning. */
            message: string;
            /** @description The path of the field, such as `styling.icons`. */
            path: string;
        };
        /** @description A variable of the space and its value. */
        SetVariable: {
            name: string;
            value: components["schemas"]["VariableInput"];
        };
        /** @description A share link: a link with a secret that gives access to a site. */
        ShareLink: {
            /** @description True if the link gives access to the site. */
            active: boolean;
            createdAt: components["schemas"]["Timestamp"];
            id: string;
            name: string;
            object: components["schemas"]["ShareLinkObject"];
            /** @description The addresses of the link; present only if the caller has the role `create` on every space of the site. */
            urls?: components["schemas"]["ShareLinkUrls"];
        };
        ShareLinkList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["ShareLink"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @description The name of a share link (Limits: share link name). */
        ShareLinkName: string;
        /** @enum {string} */
        ShareLinkObject: "share-link";
        ShareLinkUrls: {
            /** @description The address of the site with the secret of the link. */
            published: string;
        };
        /** @description A space or a collection with the same parent. */
        Sibling: {
            space: string;
            /** @constant */
            type: "space";
        } | {
            collection: string;
            /** @constant */
            type: "collection";
        };
        /** @description A place beside a sibling. Exactly one of the fields is required. */
        SiblingPosition: {
            /** @description The sibling to place it right after. */
            after?: components["schemas"]["Sibling"] | null;
            /** @description The sibling to place it right before. */
            before?: components["schemas"]["Sibling"] | null;
        };
        /** @description One side of a conflict. */
        Side: {
            /** @description The text as a rich-text document; absent where the sides of an answer are too long for that. */
            document?: components["schemas"]["Document"];
            /** @description True if this side has the content in conflict; false if it was deleted or never existed there. */
            exists: boolean;
            markdown?: string;
            /**
             * @description The value of the attribute; for a place, the pages concerned, each with its parent and the sibling that it comes
             *     after; for a file, its description.
             */
            value?: unknown;
        };
        /** @description A provider by which members of an organization sign in. */
        SignInProvider: {
            id: string;
            label: string;
            /** @description The address at which a sign-in begins, in a browser. */
            startURL: string;
        };
        /** @description The ways to sign in to an organization. */
        SignInWays: {
            items: components["schemas"]["SignInProvider"][];
        };
        /** @description A docs site: spaces that are published together. */
        Site: {
            adaptiveContent: components["schemas"]["AdaptiveContent"];
            agentsContext: components["schemas"]["AgentsContext"];
            /** @description The segment of the site in default addresses, unique in the organization. */
            basename: string;
            createdAt: components["schemas"]["Timestamp"];
            /** @description The features of sites on this server. */
            features: components["schemas"]["Feature"][];
            /** @description The custom host name of the site. */
            hostname?: string;
            icon?: components["schemas"]["Icon"];
            id: string;
            object: components["schemas"]["SiteObject"];
            proxy?: components["schemas"]["Proxy"];
            /** @description True if the site is published. */
            published: boolean;
            /**
             * Format: uint
             * @description The number of spaces on the site.
             */
            siteSpaces: number;
            title: string;
            type: components["schemas"]["SiteType"];
            urls: components["schemas"]["SiteUrls"];
            visibility: components["schemas"]["SiteVisibility"];
        };
        /** @description The claims of visitors, as an object of JSON Schema draft-07. A property is of the type boolean, number, string (with an enum or without), array (with items) or object (with properties). The property unsigned is an object: claims that nobody signs. */
        SiteAdaptiveJSONSchema: {
            /** @constant */
            $schema?: "http://json-schema.org/draft-07/schema#";
            /** @constant */
            additionalProperties?: false;
            properties: {
                [key: string]: Record<string, never>;
            };
            /** @constant */
            type: "object";
        };
        /** @description The schema of the claims that a site accepts about its visitors. */
        SiteAdaptiveSchema: {
            jsonSchema: components["schemas"]["SiteAdaptiveJSONSchema"];
            object: components["schemas"]["SiteAdaptiveSchemaObject"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @enum {string} */
        SiteAdaptiveSchemaObject: "site-adaptive-schema";
        /** @description A condition on visitors that is suggested for the schema. */
        SiteAdaptiveTemplateCondition: {
            /** @description The expression, as conditions of pages and site parts have it. */
            condition: string;
            /** @description A description of the condition for users. */
            description: string;
        };
        /** @description The path segment of a site in its addresses (Limits: site basename). */
        SiteBasename: string;
        /** @description What is said differently; null takes it back. */
        SiteCustomizationChanges: {
            advancedCustomization?: {
                enabled?: boolean | null;
            } | null;
            ai?: {
                mode?: ("none" | "search" | "assistant") | null;
            } | null;
            announcement?: ({
                /** @description True if the banner is shown. */
                enabled: boolean;
                /** @description A link to more information. */
                link?: {
                    /** @description The label of the link. */
                    title: string;
                    /** @description The target of the link. */
                    to: {
                        kind: string;
                    };
                } | null;
                /** @description The text of the banner. */
                message: string;
                /**
                 * @description The semantic colour of the banner.
                 * @default info
                 */
                style?: "info" | "warning" | "danger" | "success";
            } | null) | null;
            externalLinks?: {
                target?: ("self" | "blank") | null;
            } | null;
            favicon?: {
                /** @description The emoji that is used without an image. */
                emoji?: string | null;
                /** @description The addresses of the image. */
                icon?: {
                    /**
                     * Format: uri
                     * @description The image in dark mode.
                     */
                    dark: string;
                    /**
                     * Format: uri
                     * @description The image in light mode.
                     */
                    light: string;
                } | null;
            } | null;
            feedback?: {
                enabled?: boolean | null;
            } | null;
            footer?: {
                copyright?: (string | null) | null;
                groups?: {
                    /** @description The links of the group. */
                    links: {
                        /** @description The label of the link. */
                        title: string;
                        /** @description The target of the link. */
                        to: {
                            kind: string;
                        };
                    }[];
                    /** @description The title of the group. */
                    title: string;
                }[] | null;
                logo?: ({
                    /**
                     * Format: uri
                     * @description The image in dark mode.
                     */
                    dark: string;
                    /**
                     * Format: uri
                     * @description The image in light mode.
                     */
                    light: string;
                } | null) | null;
            } | null;
            git?: {
                showEditLink?: boolean | null;
            } | null;
            header?: {
                backgroundColor?: ({
                    /** @description The colour in dark mode. */
                    dark: string;
                    /** @description The colour in light mode. */
                    light: string;
                } | null) | null;
                linkColor?: ({
                    /** @description The colour in dark mode. */
                    dark: string;
                    /** @description The colour in light mode. */
                    light: string;
                } | null) | null;
                links?: {
                    /** @description The condition on the visitor under which the item is shown; always shown without one. */
                    condition?: string | null;
                    /**
                     * @description The links of the item's menu.
                     * @default []
                     */
                    links?: {
                        /** @description The label of the link. */
                        title: string;
                        /** @description The target of the link. */
                        to: {
                            kind: string;
                        };
                    }[];
                    /**
                     * @description The appearance of the item.
                     * @default link
                     */
                    style?: "link" | "button-primary" | "button-secondary";
                    /** @description The label of the item. */
                    title: string;
                    /** @description The target of the link; null if the item only opens its menu. */
                    to?: {
                        kind: string;
                    } | null;
                }[] | null;
                logo?: ({
                    /**
                     * Format: uri
                     * @description The image in dark mode.
                     */
                    dark: string;
                    /**
                     * Format: uri
                     * @description The image in light mode.
                     */
                    light: string;
                } | null) | null;
                preset?: ("default" | "bold" | "contrast" | "custom" | "none") | null;
            } | null;
            insights?: {
                trackingCookie?: boolean | null;
            } | null;
            internationalization?: {
                locale?: (("en" | "fr" | "de" | "es" | "it" | "pt" | "pt-br" | "ru" | "ja" | "zh" | "yue" | "ko" | "ar" | "hi" | "nl" | "pl" | "tr" | "sv" | "no" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "id" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl") | null) | null;
            } | null;
            pageActions?: {
                externalAI?: boolean | null;
                markdown?: boolean | null;
                mcp?: boolean | null;
            } | null;
            pagination?: {
                enabled?: boolean | null;
            } | null;
            pdf?: {
                enabled?: boolean | null;
            } | null;
            privacyPolicy?: {
                url?: (string | null) | null;
            } | null;
            socialPreview?: {
                url?: (string | null) | null;
            } | null;
            styling?: {
                background?: ("plain" | "match") | null;
                corners?: ("rounded" | "straight" | "circular") | null;
                dangerColor?: {
                    /** @description The colour in dark mode. */
                    dark: string;
                    /** @description The colour in light mode. */
                    light: string;
                } | null;
                depth?: ("subtle" | "flat") | null;
                font?: (("Inter" | "ABCFavorit" | "Roboto" | "RobotoSlab" | "OpenSans" | "SourceSansPro" | "Lato" | "Ubuntu" | "Raleway" | "Merriweather" | "Overpass" | "NotoSans" | "IBMPlexSerif" | "Poppins" | "FiraSans") | {
                    /** @description True if the font is the caller's own. */
                    custom: boolean;
                    /** @description The weights of the font, at most 20. */
                    fontFaces: {
                        /** @description The files of this weight, at most 5. */
                        sources: {
                            /**
                             * Format: uri
                             * @description The address of the file: that of an upload, which becomes an address of the site; others are not loaded.
                             */
                            url: string;
                        }[];
                        /**
                         * Format: uint16
                         * @description The weight, 1 to 1000.
                         */
                        weight: number;
                    }[];
                    /** @description The font family's name in style sheets. */
                    fontFamily: string;
                    /** @description The caller's own identifier of the font. */
                    id: string;
                }) | null;
                icons?: ("regular" | "solid" | "duotone" | "light" | "thin") | null;
                infoColor?: {
                    /** @description The colour in dark mode. */
                    dark: string;
                    /** @description The colour in light mode. */
                    light: string;
                } | null;
                links?: ("default" | "accent") | null;
                monospaceFont?: (("JetBrainsMono" | "FiraCode" | "IBMPlexMono" | "SourceCodePro" | "RobotoMono" | "SpaceMono" | "DMMono" | "Inconsolata") | {
                    /** @description True if the font is the caller's own. */
                    custom: boolean;
                    /** @description The weights of the font, at most 20. */
                    fontFaces: {
                        /** @description The files of this weight, at most 5. */
                        sources: {
                            /**
                             * Format: uri
                             * @description The address of the file: that of an upload, which becomes an address of the site; others are not loaded.
                             */
                            url: string;
                        }[];
                        /**
                         * Format: uint16
                         * @description The weight, 1 to 1000.
                         */
                        weight: number;
                    }[];
                    /** @description The font family's name in style sheets. */
                    fontFamily: string;
                    /** @description The caller's own identifier of the font. */
                    id: string;
                }) | null;
                primaryColor?: {
                    /** @description The colour in dark mode. */
                    dark: string;
                    /** @description The colour in light mode. */
                    light: string;
                } | null;
                search?: ("prominent" | "subtle") | null;
                sidebar?: {
                    background?: ("default" | "filled") | null;
                    list?: ("default" | "pill" | "line") | null;
                } | null;
                successColor?: {
                    /** @description The colour in dark mode. */
                    dark: string;
                    /** @description The colour in light mode. */
                    light: string;
                } | null;
                theme?: ("clean" | "muted" | "bold" | "gradient") | null;
                tint?: ({
                    /** @description The colour of the tint. */
                    color: {
                        /** @description The colour in dark mode. */
                        dark: string;
                        /** @description The colour in light mode. */
                        light: string;
                    };
                } | null) | null;
                warningColor?: {
                    /** @description The colour in dark mode. */
                    dark: string;
                    /** @description The colour in light mode. */
                    light: string;
                } | null;
            } | null;
            themes?: {
                default?: ("light" | "dark" | "system") | null;
                toggeable?: boolean | null;
            } | null;
            title?: (string | null) | null;
            trademark?: {
                enabled?: boolean | null;
            } | null;
            tryIt?: {
                enabled?: boolean | null;
            } | null;
        };
        /** @description The settings after a change, with notes on the request. */
        SiteCustomizationResult: {
            /**
             * @description The use of this customization on hosts that restrict it by plan; stored without effect.
             * @default {
             *       "enabled": true
             *     }
             */
            advancedCustomization: {
                /**
                 * @description True if the feature is on.
                 * @default true
                 */
                enabled: boolean;
            };
            /**
             * @description The functions of language models for readers.
             * @default {
             *       "mode": "none"
             *     }
             */
            ai: components["schemas"]["Ai"];
            /** @description The banner shown on every page. */
            announcement?: components["schemas"]["Announcement"];
            /**
             * @description The behaviour of links to other sites.
             * @default {
             *       "target": "self"
             *     }
             */
            externalLinks: components["schemas"]["ExternalLinks"];
            /**
             * @description The icon that browsers show beside the title.
             * @default {}
             */
            favicon: components["schemas"]["Favicon"];
            /**
             * @description The question to readers if a page was helpful.
             * @default {
             *       "enabled": false
             *     }
             */
            feedback: {
                /**
                 * @description True if the feature is on.
                 * @default false
                 */
                enabled: boolean;
            };
            /**
             * @description The footer below the pages.
             * @default {
             *       "groups": []
             *     }
             */
            footer: components["schemas"]["SiteFooter"];
            /**
             * @description The links to the Git repository of the content.
             * @default {
             *       "showEditLink": false
             *     }
             */
            git: components["schemas"]["SiteGitLinks"];
            /**
             * @description The header above the pages.
             * @default {
             *       "links": [],
             *       "preset": "default"
             *     }
             */
            header: components["schemas"]["SiteHeader"];
            /**
             * @description The collection of usage statistics.
             * @default {
             *       "trackingCookie": false
             *     }
             */
            insights: components["schemas"]["Insights"];
            /**
             * @description The language of labels and other text outside the content.
             * @default {}
             */
            internationalization: components["schemas"]["Internationalization"];
            /**
             * @description The entries of a page's action menu.
             * @default {
             *       "externalAI": false,
             *       "markdown": true,
             *       "mcp": true
             *     }
             */
            pageActions: components["schemas"]["PageActions"];
            /**
             * @description The links to the previous and the next page.
             * @default {
             *       "enabled": true
             *     }
             */
            pagination: {
                /**
                 * @description True if the feature is on.
                 * @default true
                 */
                enabled: boolean;
            };
            /**
             * @description The option for readers to print pages or save them as PDF.
             * @default {
             *       "enabled": false
             *     }
             */
            pdf: {
                /**
                 * @description True if the feature is on.
                 * @default false
                 */
                enabled: boolean;
            };
            /**
             * @description The address of the privacy policy.
             * @default {}
             */
            privacyPolicy: {
                /**
                 * Format: uri
                 * @description The address, absent if none is set.
                 */
                url?: string;
            };
            /**
             * @description The image that is shown in previews of links to the site.
             * @default {}
             */
            socialPreview: {
                /**
                 * Format: uri
                 * @description The address, absent if none is set.
                 */
                url?: string;
            };
            /**
             * @description The colours, shapes and fonts.
             * @default {
             *       "background": "plain",
             *       "corners": "rounded",
             *       "dangerColor": {
             *         "dark": "#ff9b90",
             *         "light": "#b3261e"
             *       },
             *       "depth": "subtle",
             *       "font": "Inter",
             *       "icons": "regular",
             *       "infoColor": {
             *         "dark": "#a9b8c9",
             *         "light": "#4b5a6b"
             *       },
             *       "links": "default",
             *       "monospaceFont": "JetBrainsMono",
             *       "primaryColor": {
             *         "dark": "#7db3ff",
             *         "light": "#1f5fbf"
             *       },
             *       "search": "prominent",
             *       "sidebar": {
             *         "background": "default",
             *         "list": "default"
             *       },
             *       "successColor": {
             *         "dark": "#6fd39c",
             *         "light": "#146c43"
             *       },
             *       "theme": "clean",
             *       "warningColor": {
             *         "dark": "#f0b84d",
             *         "light": "#8a5500"
             *       }
             *     }
             */
            styling: components["schemas"]["SiteStyling"];
            /**
             * @description The light and dark modes.
             * @default {
             *       "default": "system",
             *       "toggeable": true
             *     }
             */
            themes: components["schemas"]["Themes"];
            /** @description The title of the published site; defaults to the site's title. */
            title?: components["schemas"]["SiteTitle"];
            /**
             * @description The note that names the software the site is made with.
             * @default {
             *       "enabled": true
             *     }
             */
            trademark: {
                /**
                 * @description True if the feature is on.
                 * @default true
                 */
                enabled: boolean;
            };
            /**
             * @description The forms that send requests to the APIs that pages describe, from the reader's browser.
             * @default {
             *       "enabled": false
             *     }
             */
            tryIt: {
                /**
                 * @description True if the feature is on.
                 * @default false
                 */
                enabled: boolean;
            };
            /** @description Fields of the request that are not known, or have no effect yet. */
            warnings?: components["schemas"]["SettingWarning"][];
        };
        /** @description The customization of a site. */
        SiteCustomizationSettings: {
            /**
             * @description The use of this customization on hosts that restrict it by plan; stored without effect.
             * @default {
             *       "enabled": true
             *     }
             */
            advancedCustomization: {
                /**
                 * @description True if the feature is on.
                 * @default true
                 */
                enabled: boolean;
            };
            /**
             * @description The functions of language models for readers.
             * @default {
             *       "mode": "none"
             *     }
             */
            ai: components["schemas"]["Ai"];
            /** @description The banner shown on every page. */
            announcement?: components["schemas"]["Announcement"];
            /**
             * @description The behaviour of links to other sites.
             * @default {
             *       "target": "self"
             *     }
             */
            externalLinks: components["schemas"]["ExternalLinks"];
            /**
             * @description The icon that browsers show beside the title.
             * @default {}
             */
            favicon: components["schemas"]["Favicon"];
            /**
             * @description The question to readers if a page was helpful.
             * @default {
             *       "enabled": false
             *     }
             */
            feedback: {
                /**
                 * @description True if the feature is on.
                 * @default false
                 */
                enabled: boolean;
            };
            /**
             * @description The footer below the pages.
             * @default {
             *       "groups": []
             *     }
             */
            footer: components["schemas"]["SiteFooter"];
            /**
             * @description The links to the Git repository of the content.
             * @default {
             *       "showEditLink": false
             *     }
             */
            git: components["schemas"]["SiteGitLinks"];
            /**
             * @description The header above the pages.
             * @default {
             *       "links": [],
             *       "preset": "default"
             *     }
             */
            header: components["schemas"]["SiteHeader"];
            /**
             * @description The collection of usage statistics.
             * @default {
             *       "trackingCookie": false
             *     }
             */
            insights: components["schemas"]["Insights"];
            /**
             * @description The language of labels and other text outside the content.
             * @default {}
             */
            internationalization: components["schemas"]["Internationalization"];
            /**
             * @description The entries of a page's action menu.
             * @default {
             *       "externalAI": false,
             *       "markdown": true,
             *       "mcp": true
             *     }
             */
            pageActions: components["schemas"]["PageActions"];
            /**
             * @description The links to the previous and the next page.
             * @default {
             *       "enabled": true
             *     }
             */
            pagination: {
                /**
                 * @description True if the feature is on.
                 * @default true
                 */
                enabled: boolean;
            };
            /**
             * @description The option for readers to print pages or save them as PDF.
             * @default {
             *       "enabled": false
             *     }
             */
            pdf: {
                /**
                 * @description True if the feature is on.
                 * @default false
                 */
                enabled: boolean;
            };
            /**
             * @description The address of the privacy policy.
             * @default {}
             */
            privacyPolicy: {
                /**
                 * Format: uri
                 * @description The address, absent if none is set.
                 */
                url?: string;
            };
            /**
             * @description The image that is shown in previews of links to the site.
             * @default {}
             */
            socialPreview: {
                /**
                 * Format: uri
                 * @description The address, absent if none is set.
                 */
                url?: string;
            };
            /**
             * @description The colours, shapes and fonts.
             * @default {
             *       "background": "plain",
             *       "corners": "rounded",
             *       "dangerColor": {
             *         "dark": "#ff9b90",
             *         "light": "#b3261e"
             *       },
             *       "depth": "subtle",
             *       "font": "Inter",
             *       "icons": "regular",
             *       "infoColor": {
             *         "dark": "#a9b8c9",
             *         "light": "#4b5a6b"
             *       },
             *       "links": "default",
             *       "monospaceFont": "JetBrainsMono",
             *       "primaryColor": {
             *         "dark": "#7db3ff",
             *         "light": "#1f5fbf"
             *       },
             *       "search": "prominent",
             *       "sidebar": {
             *         "background": "default",
             *         "list": "default"
             *       },
             *       "successColor": {
             *         "dark": "#6fd39c",
             *         "light": "#146c43"
             *       },
             *       "theme": "clean",
             *       "warningColor": {
             *         "dark": "#f0b84d",
             *         "light": "#8a5500"
             *       }
             *     }
             */
            styling: components["schemas"]["SiteStyling"];
            /**
             * @description The light and dark modes.
             * @default {
             *       "default": "system",
             *       "toggeable": true
             *     }
             */
            themes: components["schemas"]["Themes"];
            /** @description The title of the published site; defaults to the site's title. */
            title?: components["schemas"]["SiteTitle"];
            /**
             * @description The note that names the software the site is made with.
             * @default {
             *       "enabled": true
             *     }
             */
            trademark: {
                /**
                 * @description True if the feature is on.
                 * @default true
                 */
                enabled: boolean;
            };
            /**
             * @description The forms that send requests to the APIs that pages describe, from the reader's browser.
             * @default {
             *       "enabled": false
             *     }
             */
            tryIt: {
                /**
                 * @description True if the feature is on.
                 * @default false
                 */
                enabled: boolean;
            };
        };
        /** @description The customization of a site. */
        SiteCustomizationSettingsInput: {
            /**
             * @description The use of this customization on hosts that restrict it by plan; stored without effect.
             * @default {
             *       "enabled": true
             *     }
             */
            advancedCustomization?: {
                /**
                 * @description True if the feature is on.
                 * @default true
                 */
                enabled?: boolean;
            };
            /**
             * @description The functions of language models for readers.
             * @default {
             *       "mode": "none"
             *     }
             */
            ai?: components["schemas"]["AiInput"];
            /** @description The banner shown on every page. */
            announcement?: components["schemas"]["AnnouncementInput"] | null;
            /**
             * @description The behaviour of links to other sites.
             * @default {
             *       "target": "self"
             *     }
             */
            externalLinks?: components["schemas"]["ExternalLinksInput"];
            /**
             * @description The icon that browsers show beside the title.
             * @default {}
             */
            favicon?: components["schemas"]["FaviconInput"];
            /**
             * @description The question to readers if a page was helpful.
             * @default {
             *       "enabled": false
             *     }
             */
            feedback?: {
                /**
                 * @description True if the feature is on.
                 * @default false
                 */
                enabled?: boolean;
            };
            /**
             * @description The footer below the pages.
             * @default {
             *       "groups": []
             *     }
             */
            footer?: components["schemas"]["SiteFooterInput"];
            /**
             * @description The links to the Git repository of the content.
             * @default {
             *       "showEditLink": false
             *     }
             */
            git?: components["schemas"]["SiteGitLinksInput"];
            /**
             * @description The header above the pages.
             * @default {
             *       "links": [],
             *       "preset": "default"
             *     }
             */
            header?: components["schemas"]["SiteHeaderInput"];
            /**
             * @description The collection of usage statistics.
             * @default {
             *       "trackingCookie": false
             *     }
             */
            insights?: components["schemas"]["InsightsInput"];
            /**
             * @description The language of labels and other text outside the content.
             * @default {}
             */
            internationalization?: components["schemas"]["InternationalizationInput"];
            /**
             * @description The entries of a page's action menu.
             * @default {
             *       "externalAI": false,
             *       "markdown": true,
             *       "mcp": true
             *     }
             */
            pageActions?: components["schemas"]["PageActionsInput"];
            /**
             * @description The links to the previous and the next page.
             * @default {
             *       "enabled": true
             *     }
             */
            pagination?: {
                /**
                 * @description True if the feature is on.
                 * @default true
                 */
                enabled?: boolean;
            };
            /**
             * @description The option for readers to print pages or save them as PDF.
             * @default {
             *       "enabled": false
             *     }
             */
            pdf?: {
                /**
                 * @description True if the feature is on.
                 * @default false
                 */
                enabled?: boolean;
            };
            /**
             * @description The address of the privacy policy.
             * @default {}
             */
            privacyPolicy?: {
                /**
                 * Format: uri
                 * @description The address, absent if none is set.
                 */
                url?: string | null;
            };
            /**
             * @description The image that is shown in previews of links to the site.
             * @default {}
             */
            socialPreview?: {
                /**
                 * Format: uri
                 * @description The address, absent if none is set.
                 */
                url?: string | null;
            };
            /**
             * @description The colours, shapes and fonts.
             * @default {
             *       "background": "plain",
             *       "corners": "rounded",
             *       "dangerColor": {
             *         "dark": "#ff9b90",
             *         "light": "#b3261e"
             *       },
             *       "depth": "subtle",
             *       "font": "Inter",
             *       "icons": "regular",
             *       "infoColor": {
             *         "dark": "#a9b8c9",
             *         "light": "#4b5a6b"
             *       },
             *       "links": "default",
             *       "monospaceFont": "JetBrainsMono",
             *       "primaryColor": {
             *         "dark": "#7db3ff",
             *         "light": "#1f5fbf"
             *       },
             *       "search": "prominent",
             *       "sidebar": {
             *         "background": "default",
             *         "list": "default"
             *       },
             *       "successColor": {
             *         "dark": "#6fd39c",
             *         "light": "#146c43"
             *       },
             *       "theme": "clean",
             *       "warningColor": {
             *         "dark": "#f0b84d",
             *         "light": "#8a5500"
             *       }
             *     }
             */
            styling?: components["schemas"]["SiteStylingInput"];
            /**
             * @description The light and dark modes.
             * @default {
             *       "default": "system",
             *       "toggeable": true
             *     }
             */
            themes?: components["schemas"]["ThemesInput"];
            /** @description The title of the published site; defaults to the site's title. */
            title?: components["schemas"]["SiteTitle"] | null;
            /**
             * @description The note that names the software the site is made with.
             * @default {
             *       "enabled": true
             *     }
             */
            trademark?: {
                /**
                 * @description True if the feature is on.
                 * @default true
                 */
                enabled?: boolean;
            };
            /**
             * @description The forms that send requests to the APIs that pages describe, from the reader's browser.
             * @default {
             *       "enabled": false
             *     }
             */
            tryIt?: {
                /**
                 * @description True if the feature is on.
                 * @default false
                 */
                enabled?: boolean;
            };
        };
        /** @description The emoji of a site. */
        SiteEmoji: string;
        /** @description The footer below the pages. */
        SiteFooter: {
            /** @description The copyright notice at the end of the footer. */
            copyright?: components["schemas"]["Copyright"];
            /**
             * @description The groups of links.
             * @default []
             */
            groups: components["schemas"]["FooterGroup"][];
            /** @description The logo in the footer. */
            logo?: components["schemas"]["ThemedUrl"];
        };
        /** @description The footer below the pages. */
        SiteFooterInput: {
            /** @description The copyright notice at the end of the footer. */
            copyright?: components["schemas"]["Copyright"] | null;
            /**
             * @description The groups of links.
             * @default []
             */
            groups?: components["schemas"]["FooterGroup"][];
            /** @description The logo in the footer. */
            logo?: components["schemas"]["ThemedUrl"] | null;
        };
        /** @description The links to the Git repository of the content. */
        SiteGitLinks: {
            /**
             * @description True if pages link to their source in the repository of their space (`gitSync`), for editing.
             * @default false
             */
            showEditLink: boolean;
        };
        /** @description The links to the Git repository of the content. */
        SiteGitLinksInput: {
            /**
             * @description True if pages link to their source in the repository of their space (`gitSync`), for editing.
             * @default false
             */
            showEditLink?: boolean;
        };
        /** @description The header above the pages. */
        SiteHeader: {
            /** @description The background colour of the header if the preset is `custom`; stored without effect. */
            backgroundColor?: components["schemas"]["ThemedColor"];
            /** @description The colour of the header's links if the preset is `custom`; stored without effect. */
            linkColor?: components["schemas"]["ThemedColor"];
            /**
             * @description The links, buttons and menus.
             * @default []
             */
            links: components["schemas"]["HeaderItem"][];
            /** @description The logo, shown in place of icon and title. */
            logo?: components["schemas"]["ThemedUrl"];
            /**
             * @description The background of the header; stored without effect.
             * @default default
             */
            preset: components["schemas"]["HeaderPreset"];
        };
        /** @description The header above the pages. */
        SiteHeaderInput: {
            /** @description The background colour of the header if the preset is `custom`; stored without effect. */
            backgroundColor?: components["schemas"]["ThemedColor"] | null;
            /** @description The colour of the header's links if the preset is `custom`; stored without effect. */
            linkColor?: components["schemas"]["ThemedColor"] | null;
            /**
             * @description The links, buttons and menus.
             * @default []
             */
            links?: components["schemas"]["HeaderItemInput"][];
            /** @description The logo, shown in place of icon and title. */
            logo?: components["schemas"]["ThemedUrl"] | null;
            /**
             * @description The background of the header; stored without effect.
             * @default default
             */
            preset?: components["schemas"]["HeaderPreset"];
        };
        /** @description A link in the header, the footer or the announcement. */
        SiteLink: {
            /** @description The label of the link. */
            title: components["schemas"]["LinkTitle"];
            /** @description The target of the link. */
            to: {
                kind: string;
            };
        };
        SiteList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["Site"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @enum {string} */
        SiteObject: "site";
        /** @description A space, a section or a group of sections of a site. */
        SitePart: components["schemas"]["SiteSpace"] | components["schemas"]["SiteSection"] | components["schemas"]["SiteSectionGroup"];
        SitePartUrls: {
            /** @description The address for visitors while the site is published. With share links it has the secret of one, or is absent. */
            published?: string;
        };
        /** @description The path segment of a section or of a space on a site (Limits: site space path). */
        SitePath: string;
        /** @description The host name and path under which a proxy serves a site (Limits: site proxy). */
        SiteProxy: string;
        /** @description A redirect of a site. */
        SiteRedirect: {
            /** @description True if the part of the path that the wildcard matches is appended to the destination. */
            captureWildcard: boolean;
            destination: components["schemas"]["Destination"];
            id: string;
            object: components["schemas"]["SiteRedirectObject"];
            /** @description The path to redirect, or a prefix of paths followed by `*`. */
            source: string;
        };
        SiteRedirectList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["SiteRedirect"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @enum {string} */
        SiteRedirectObject: "site-redirect";
        /** @description The spaces of a site to search. */
        SiteSearchScope: {
            /** @description The space that the visitor is reading; it is searched too, and sections by their space in its language. */
            currentSiteSpace?: string | null;
            /** @description Further spaces to search. Deprecated: use `currentSiteSpace`. */
            includedSiteSpaces?: string[];
            /** @constant */
            mode: "default";
        } | {
            /** @constant */
            mode: "specific";
            siteSpaceIds: string[];
        } | {
            /** @constant */
            mode: "all";
        };
        /** @description A section of a site: one or more spaces, which are variants of the same content. */
        SiteSection: {
            /** @description The expression that decides which visitors see this part of the site; absent if all do. */
            condition?: string;
            /** @description True if the section is the default of the site. */
            default: boolean;
            description?: string;
            icon?: components["schemas"]["IconName"];
            id: string;
            object: components["schemas"]["SiteSectionObject"];
            /** @description The segment of the section in addresses, which omit it while the section is the default. */
            path: string;
            /** @description The identifier of the group that the section is in; absent if it is in none. */
            sectionGroup?: string;
            siteSpaces: components["schemas"]["SiteSpace"][];
            title: string;
            urls: components["schemas"]["SitePartUrls"];
        };
        /** @description The description of a section (gaps.md, "section description"). */
        SiteSectionDescription: string;
        /** @description A group of sections under one title. */
        SiteSectionGroup: {
            /** @description The same as `sections`, since groups contain nothing else. */
            children: components["schemas"]["SiteSection"][];
            icon?: components["schemas"]["IconName"];
            id: string;
            object: components["schemas"]["SiteSectionGroupObject"];
            /** @description The sections of the group, in order. */
            sections: components["schemas"]["SiteSection"][];
            title: string;
        };
        SiteSectionGroupList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["SiteSectionGroup"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @enum {string} */
        SiteSectionGroupObject: "site-section-group";
        /** @description The title of a group of sections (gaps.md, "group title"). */
        SiteSectionGroupTitle: string;
        SiteSectionList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["SiteSection"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @enum {string} */
        SiteSectionObject: "site-section";
        /** @description The title of a section (gaps.md, "section title"). */
        SiteSectionTitle: string;
        /** @description The table of contents beside the page. */
        SiteSidebar: {
            /**
             * @description The background of the sidebar.
             * @default default
             */
            background: "default" | "filled";
            /**
             * @description The style of the sidebar's items.
             * @default default
             */
            list: "default" | "pill" | "line";
        };
        /** @description The table of contents beside the page. */
        SiteSidebarInput: {
            /**
             * @description The background of the sidebar.
             * @default default
             */
            background?: "default" | "filled";
            /**
             * @description The style of the sidebar's items.
             * @default default
             */
            list?: "default" | "pill" | "line";
        };
        /** @description A site space: a space that is published on a site. */
        SiteSpace: {
            /** @description The expression that decides which visitors see this part of the site; absent if all do. */
            condition?: string;
            /** @description True if the space is the default of its section, or of a site without sections. */
            default: boolean;
            id: string;
            object: components["schemas"]["SiteSpaceObject"];
            /** @description The segment of the space in addresses, which omit it while the space is a default. */
            path: string;
            /** @description The identifier of the section that the space is in; absent on a site without sections. */
            section?: string;
            /** @description The space; absent if the caller may not read it. */
            space?: components["schemas"]["Space"];
            /** @description The title of the space. */
            title: string;
            urls: components["schemas"]["SitePartUrls"];
        };
        SiteSpaceList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["SiteSpace"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @enum {string} */
        SiteSpaceObject: "site-space";
        /** @description The structure of a site: sections and groups of sections, or spaces. */
        SiteStructure: {
            /** @description Sections and groups, in order. */
            structure: components["schemas"]["SectionOrGroup"][];
            /** @constant */
            type: "sections";
        } | {
            /** @description The spaces of the site, in order. */
            structure: components["schemas"]["SiteSpace"][];
            /** @constant */
            type: "siteSpaces";
        };
        /** @description The colours, shapes and fonts of a site. */
        SiteStyling: {
            /**
             * @description The background of pages, deprecated in favour of `tint`; stored without effect.
             * @default plain
             */
            background: "plain" | "match";
            /**
             * @description The corner style of boxes.
             * @default rounded
             */
            corners: "rounded" | "straight" | "circular";
            /**
             * @description The colour of dangers.
             * @default {
             *       "dark": "#ff9b90",
             *       "light": "#b3261e"
             *     }
             */
            dangerColor: components["schemas"]["ThemedColor"];
            /**
             * @description The strength of shadows.
             * @default subtle
             */
            depth: "subtle" | "flat";
            /**
             * @description The font of texts.
             * @default Inter
             */
            font: ("Inter" | "ABCFavorit" | "Roboto" | "RobotoSlab" | "OpenSans" | "SourceSansPro" | "Lato" | "Ubuntu" | "Raleway" | "Merriweather" | "Overpass" | "NotoSans" | "IBMPlexSerif" | "Poppins" | "FiraSans") | components["schemas"]["FontDefinition"];
            /**
             * @description The style of icons; stored without effect.
             * @default regular
             */
            icons: "regular" | "solid" | "duotone" | "light" | "thin";
            /**
             * @description The colour of information.
             * @default {
             *       "dark": "#a9b8c9",
             *       "light": "#4b5a6b"
             *     }
             */
            infoColor: components["schemas"]["ThemedColor"];
            /**
             * @description The style of links in texts.
             * @default default
             */
            links: "default" | "accent";
            /**
             * @description The font of code.
             * @default JetBrainsMono
             */
            monospaceFont: ("JetBrainsMono" | "FiraCode" | "IBMPlexMono" | "SourceCodePro" | "RobotoMono" | "SpaceMono" | "DMMono" | "Inconsolata") | components["schemas"]["FontDefinition"];
            /**
             * @description The colour of links and highlighted elements.
             * @default {
             *       "dark": "#7db3ff",
             *       "light": "#1f5fbf"
             *     }
             */
            primaryColor: components["schemas"]["ThemedColor"];
            /**
             * @description The style of the search field.
             * @default prominent
             */
            search: "prominent" | "subtle";
            /**
             * @description The table of contents beside the page.
             * @default {
             *       "background": "default",
             *       "list": "default"
             *     }
             */
            sidebar: components["schemas"]["SiteSidebar"];
            /**
             * @description The colour of success.
             * @default {
             *       "dark": "#6fd39c",
             *       "light": "#146c43"
             *     }
             */
            successColor: components["schemas"]["ThemedColor"];
            /**
             * @description The overall visual theme.
             * @default clean
             */
            theme: "clean" | "muted" | "bold" | "gradient";
            /** @description The colour that backgrounds and greys are tinted with. */
            tint?: components["schemas"]["SiteTint"];
            /**
             * @description The colour of warnings.
             * @default {
             *       "dark": "#f0b84d",
             *       "light": "#8a5500"
             *     }
             */
            warningColor: components["schemas"]["ThemedColor"];
        };
        /** @description The colours, shapes and fonts of a site. */
        SiteStylingInput: {
            /**
             * @description The background of pages, deprecated in favour of `tint`; stored without effect.
             * @default plain
             */
            background?: "plain" | "match";
            /**
             * @description The corner style of boxes.
             * @default rounded
             */
            corners?: "rounded" | "straight" | "circular";
            /**
             * @description The colour of dangers.
             * @default {
             *       "dark": "#ff9b90",
             *       "light": "#b3261e"
             *     }
             */
            dangerColor?: components["schemas"]["ThemedColor"];
            /**
             * @description The strength of shadows.
             * @default subtle
             */
            depth?: "subtle" | "flat";
            /**
             * @description The font of texts.
             * @default Inter
             */
            font?: ("Inter" | "ABCFavorit" | "Roboto" | "RobotoSlab" | "OpenSans" | "SourceSansPro" | "Lato" | "Ubuntu" | "Raleway" | "Merriweather" | "Overpass" | "NotoSans" | "IBMPlexSerif" | "Poppins" | "FiraSans") | components["schemas"]["FontDefinition"];
            /**
             * @description The style of icons; stored without effect.
             * @default regular
             */
            icons?: "regular" | "solid" | "duotone" | "light" | "thin";
            /**
             * @description The colour of information.
             * @default {
             *       "dark": "#a9b8c9",
             *       "light": "#4b5a6b"
             *     }
             */
            infoColor?: components["schemas"]["ThemedColor"];
            /**
             * @description The style of links in texts.
             * @default default
             */
            links?: "default" | "accent";
            /**
             * @description The font of code.
             * @default JetBrainsMono
             */
            monospaceFont?: ("JetBrainsMono" | "FiraCode" | "IBMPlexMono" | "SourceCodePro" | "RobotoMono" | "SpaceMono" | "DMMono" | "Inconsolata") | components["schemas"]["FontDefinition"];
            /**
             * @description The colour of links and highlighted elements.
             * @default {
             *       "dark": "#7db3ff",
             *       "light": "#1f5fbf"
             *     }
             */
            primaryColor?: components["schemas"]["ThemedColor"];
            /**
             * @description The style of the search field.
             * @default prominent
             */
            search?: "prominent" | "subtle";
            /**
             * @description The table of contents beside the page.
             * @default {
             *       "background": "default",
             *       "list": "default"
             *     }
             */
            sidebar?: components["schemas"]["SiteSidebarInput"];
            /**
             * @description The colour of success.
             * @default {
             *       "dark": "#6fd39c",
             *       "light": "#146c43"
             *     }
             */
            successColor?: components["schemas"]["ThemedColor"];
            /**
             * @description The overall visual theme.
             * @default clean
             */
            theme?: "clean" | "muted" | "bold" | "gradient";
            /** @description The colour that backgrounds and greys are tinted with. */
            tint?: components["schemas"]["SiteTint"] | null;
            /**
             * @description The colour of warnings.
             * @default {
             *       "dark": "#f0b84d",
             *       "light": "#8a5500"
             *     }
             */
            warningColor?: components["schemas"]["ThemedColor"];
        };
        /** @description The site that a host name belongs to. */
        SiteTarget: {
            organization: string;
            site: string;
            /** @enum {string} */
            type: "site";
        };
        /** @description The colour that backgrounds and greys are tinted with. */
        SiteTint: {
            /** @description The colour of the tint. */
            color: components["schemas"]["ThemedColor"];
        };
        /** @description The title of a site (Limits: site title). */
        SiteTitle: string;
        /** @description The type of a site, kept for compatibility: all types have the same features here. */
        SiteType: "basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium";
        SiteUrls: {
            /** @description The address to show to users; the same as `location`. */
            app: string;
            /** @description The address of the site in this API. */
            location: string;
            /** @description The address for visitors while the site is published. With share links it has the secret of one, or is absent. */
            published?: string;
        };
        /** @description The audience of a published site. */
        SiteVisibility: "public" | "unlisted" | "share-link" | "visitor-auth";
        /** @description A part of a site to move, and its new position. */
        Sort: {
            /** @description The space, section or group to move. */
            item: components["schemas"]["PartPointer"];
            /**
             * @description The position: of spaces beside spaces, of sections beside sections and groups, of groups beside groups and
             *     sections in no group. By default, a space moves to the end of its section, anything else to the end of the site.
             */
            position: components["schemas"]["PartPointerPosition"];
        };
        SortBy: "joinedAt" | "lastSeenAt";
        /** @description The source of a specification: one of the two fields. */
        SourceBody: {
            /** @description The address of the specification, or that of an upload (storage/upload). */
            url: string;
        } | {
            /** @description The specification in JSON or YAML. */
            text: string;
        };
        /** @description A space: a container of pages and files. */
        Space: {
            /**
             * Format: int64
             * @description The number of change requests of any status.
             */
            changeRequests: number;
            /** Format: int64 */
            changeRequestsDraft: number;
            /** Format: int64 */
            changeRequestsOpen: number;
            /**
             * Format: int64
             * @description The number of open comments on the main content.
             */
            comments: number;
            createdAt: components["schemas"]["Timestamp"];
            defaultLevel: components["schemas"]["DefaultLevel"];
            /** @description The time of deletion; absent unless the space is deleted. */
            deletedAt?: components["schemas"]["Timestamp"];
            editMode: components["schemas"]["EditMode"];
            emoji: string;
            /** @description The identifiers that the space had on other servers, by which links still name it; absent if there are none. */
            formerIds?: components["schemas"]["FormerSpaceIds"];
            /** @description The directory in a repository that has the source of the space; absent if none is known. */
            gitSync?: components["schemas"]["SpaceGitSync"];
            id: string;
            /** @description True if the space is offered as a template for new spaces. */
            isTemplate: boolean;
            language?: components["schemas"]["Language"];
            /** @description The conditions for merging change requests of the space. */
            mergeRules: components["schemas"]["SpaceMergeRules"];
            object: components["schemas"]["SpaceObject"];
            /** @description The identifier of the organization that owns the space. */
            organization: string;
            /** @description The identifier of the parent collection; absent at the top level of the organization. */
            parent?: string;
            permissions: components["schemas"]["SpacePermissions"];
            /** @description The revision that the main content is at. */
            revision: string;
            title: string;
            updatedAt: components["schemas"]["Timestamp"];
            urls: components["schemas"]["SpaceUrls"];
            visibility: components["schemas"]["Visibility"];
        };
        /** @description A space, with the change request and the page that the address names. */
        SpaceAtUrl: {
            changeRequest?: components["schemas"]["ChangeRequest"];
            /** @description The page; absent if the address is that of the space. */
            page?: components["schemas"]["Page"];
            /** @description The identifier of the site that the address belongs to. */
            site?: string;
            /** @description The identifier of the space on that site. */
            siteSpace?: string;
            space: components["schemas"]["Space"];
        };
        /** @description The emoji of a space (Limits: space emoji). */
        SpaceEmoji: string;
        /** @description The directory in a Git repository that has the source of a space. */
        SpaceGitSync: {
            installationProvider: components["schemas"]["RepositoryProvider"];
            /** @description The path of the repository on its host, such as `owner/repository`. */
            repoName: string;
            /** @description The time at which the directory was set. */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description The address of the directory. */
            url: string;
        };
        SpaceList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["Space"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @description The merge rules of a space. */
        SpaceMergeRules: {
            /** @constant */
            type: "inherit";
        } | {
            /** @constant */
            type: "none";
        } | {
            /** @description The rules, at most 20. */
            rules: components["schemas"]["MergeRule"][];
            /** @constant */
            type: "rules";
        };
        /** @enum {string} */
        SpaceObject: "space";
        /** @description The permissions of the caller on the space. */
        SpacePermissions: {
            access: boolean;
            admin: boolean;
            comment: boolean;
            edit: boolean;
            installIntegration: boolean;
            merge: boolean;
            review: boolean;
            triggerGitSync: boolean;
            view: boolean;
            viewInviteLinks: boolean;
        };
        /** @description A reference to a space on the site. */
        SpacePointer: {
            siteSpace: string;
            /** @constant */
            type: "site-space";
        };
        /** @description A move of a part of a site. */
        SpacePointerMove: {
            /** @description The new position; last by default. */
            position?: components["schemas"]["SpacePointerPosition"] | null;
        };
        /** @description A position beside another part of the site; last without either field. At most one of them may be set. */
        SpacePointerPosition: {
            /** @description The part to place it right after. */
            after?: components["schemas"]["SpacePointer"] | null;
            /** @description The part to place it right before. */
            before?: components["schemas"]["SpacePointer"] | null;
        };
        /** @description Spaces of the organization by their identifiers, or a new space. */
        Spaces: string[] | components["schemas"]["NewSpace"];
        /** @description The title of a space (Limits: space title). */
        SpaceTitle: string;
        SpaceUrls: {
            /** @description The address to show to users: that of the space in the writers' app. */
            app: string;
            /** @description The address of the space in this API. */
            location: string;
            /** @description The address for visitors if the space is on a published site. Only the operation that gets one space returns it. */
            published?: string;
        };
        /** @description A response with the texts that were merged. */
        SpaceWithSavedTexts: {
            /**
             * Format: int64
             * @description The number of change requests of any status.
             */
            changeRequests: number;
            /** Format: int64 */
            changeRequestsDraft: number;
            /** Format: int64 */
            changeRequestsOpen: number;
            /**
             * Format: int64
             * @description The number of open comments on the main content.
             */
            comments: number;
            createdAt: components["schemas"]["Timestamp"];
            defaultLevel: components["schemas"]["DefaultLevel"];
            /** @description The time of deletion; absent unless the space is deleted. */
            deletedAt?: components["schemas"]["Timestamp"];
            editMode: components["schemas"]["EditMode"];
            emoji: string;
            /** @description The identifiers that the space had on other servers, by which links still name it; absent if there are none. */
            formerIds?: components["schemas"]["FormerSpaceIds"];
            /** @description The directory in a repository that has the source of the space; absent if none is known. */
            gitSync?: components["schemas"]["SpaceGitSync"];
            id: string;
            /** @description True if the space is offered as a template for new spaces. */
            isTemplate: boolean;
            language?: components["schemas"]["Language"];
            /** @description The conditions for merging change requests of the space. */
            mergeRules: components["schemas"]["SpaceMergeRules"];
            object: components["schemas"]["SpaceObject"];
            /** @description The identifier of the organization that owns the space. */
            organization: string;
            /** @description The identifier of the parent collection; absent at the top level of the organization. */
            parent?: string;
            permissions: components["schemas"]["SpacePermissions"];
            /** @description The revision that the main content is at. */
            revision: string;
            /** @description The texts of the changes with a base or with `blocks`, as they are after the call; absent if there are none. */
            saved?: components["schemas"]["Saved"][];
            title: string;
            updatedAt: components["schemas"]["Timestamp"];
            urls: components["schemas"]["SpaceUrls"];
            visibility: components["schemas"]["Visibility"];
            /** @description The warnings about the texts that the request changed; empty if there are none. */
            warnings: components["schemas"]["ContentWarning"][];
        };
        /** @description The meaning of changes for programs that use an API: that of the most important one. */
        SpecChange: "breaking" | "compatible" | "documentation";
        /** @description A problem of a document, in order of importance. */
        SpecError: {
            /** @description The reason why the document can't be used; absent if it is used nevertheless. */
            code?: components["schemas"]["SpecErrorCode"];
            /** @description The message for the author of the document, with a JSON pointer and the line where they are known. */
            message: string;
        };
        /** @description The reason why a source can't be used. */
        SpecErrorCode: "FETCH_TIMEOUT" | "FETCH_ERROR" | "PARSE_ERROR";
        /** @description The state of the work on a specification. */
        SpecState: "pending" | "progress" | "complete";
        /** @description The readers of a specification. */
        SpecVisibility: "private" | "public";
        /** @description The numbers of link targets in the content, independent of filter and page. */
        Stats: {
            broken: components["schemas"]["BrokenStats"];
            /**
             * Format: uint
             * @description The number of all targets.
             */
            total: number;
        };
        /** @description The signed address for the bytes of an announced file. */
        StorageSignedUrl: {
            /** @description The identifier of the upload. */
            key: string;
            object: components["schemas"]["StorageSignedUrlObject"];
            /** @description The address to send the bytes to, which then names them in imports and changes. */
            url: string;
        };
        /** @enum {string} */
        StorageSignedUrlObject: "storage-signed-url";
        /** @description The label of the default host name under which an organization publishes. */
        Subdomain: {
            isActive: boolean;
            object: components["schemas"]["SubdomainObject"];
            subdomain: string;
            target: components["schemas"]["OrganizationTarget"];
        };
        /** @enum {string} */
        SubdomainObject: "subdomain";
        /** @description Something in conflict that is not a page. */
        Subject: {
            /** @description The identifier of a file or reusable content, the name of a variable, or the path of another file. */
            id: string;
            kind: components["schemas"]["SubjectKind"];
        };
        SubjectKind: ("file" | "reusable-content" | "variable") | "other";
        /** @description A review to submit. */
        SubmitReview: {
            /** @description The reasons for the review, posted as a comment on the change request. */
            comment?: components["schemas"]["Prose"] | null;
            /** @description Comments on pages and blocks of the change request, at most 100. They are posted with the review: all or none. */
            comments?: components["schemas"]["PostComment"][];
            status: components["schemas"]["ReviewStatus"];
        };
        /** @description The table cell that a comment refers to. */
        TableCell: {
            /** @description The identifier of the column. */
            definition: string;
            /** @description The identifier of the row. */
            record: string;
        };
        /** @description A cell of a table. */
        TableCellInput: {
            /** @description The name of the column in the table. */
            definition: string;
            /** @description The name of the row in the table. */
            record: string;
        };
        /** @description The block that a comment refers to. */
        TargetNode: {
            /** @description The key of the block in the revision. */
            id: string;
            /** @description The beginning of the text of the block, or of the cell; at most 280 characters. */
            preview: string;
        };
        /** @description The page that a comment refers to, as it is now, or as it was when the comment was made if it was deleted. */
        TargetPage: {
            createdAt: components["schemas"]["Timestamp"];
            emoji?: string;
            icon?: string;
            id: string;
            /** @description True if the page, or the block that the comment refers to, was deleted from the content. */
            outdated: boolean;
            path: string;
            title: string;
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description A team: a set of members of an organization to which roles can be granted. */
        Team: {
            createdAt: components["schemas"]["Timestamp"];
            id: string;
            /**
             * Format: uint64
             * @description The number of members of the team.
             */
            members: number;
            object: components["schemas"]["TeamObject"];
            permissions: components["schemas"]["TeamPermissions"];
            /**
             * Format: uint64
             * @description The number of spaces that the team has a role on.
             */
            spaces: number;
            title: string;
        };
        TeamList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["Team"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @description A member of a team. */
        TeamMember: {
            organization: components["schemas"]["Member"];
            permissions: components["schemas"]["TeamMemberPermissions"];
            team: components["schemas"]["TeamMembership"];
        };
        TeamMemberList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["TeamMember"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @description The permissions of the caller on a member of a team. */
        TeamMemberPermissions: {
            view: boolean;
        };
        /** @description The membership of a user in a team. */
        TeamMembership: {
            role: components["schemas"]["TeamRole"];
        };
        /** @enum {string} */
        TeamObject: "team";
        /** @description A team's role on content. */
        TeamPermission: {
            permission: components["schemas"]["Role"];
            team: components["schemas"]["Team"];
        };
        TeamPermissionList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["TeamPermission"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @description The permissions of the caller on a team. */
        TeamPermissions: {
            admin: boolean;
            view: boolean;
        };
        /** @description The role of a user in a team. */
        TeamRole: "owner" | "member";
        /** @description The title of a team (Limits: team title). */
        TeamTitle: string;
        /** @description A template: initial content for a space. */
        Template: {
            emoji: string;
            /** @description The identifier by which requests apply the template. */
            id: string;
            object: components["schemas"]["TemplateObject"];
            /** @description The space whose content is the template; absent for templates that ship with the server. */
            space?: string;
            /** @description The purpose of the template; empty for templates that are spaces. */
            subtitle: string;
            title: string;
            urls?: components["schemas"]["TemplateUrls"];
        };
        /** @description Conditions that an adaptive schema suggests. */
        TemplateConditions: {
            items: components["schemas"]["SiteAdaptiveTemplateCondition"][];
        };
        TemplateList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["Template"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @enum {string} */
        TemplateObject: "template";
        TemplateUrls: {
            /** @description The address of the template's space in this API. */
            preview: string;
        };
        /** @description A text: Markdown as it is to be kept, or a rich-text document. */
        Text: {
            markdown: string;
        } | {
            document: components["schemas"]["Document"];
        } | components["schemas"]["Document"];
        /** @description The addresses of an image for the light and for the dark theme. */
        Themed: {
            dark: string;
            light: string;
        };
        /** @description A pair of colours for light and dark mode. */
        ThemedColor: {
            /** @description The colour in dark mode. */
            dark: string;
            /** @description The colour in light mode. */
            light: string;
        };
        /** @description A pair of image addresses for light and dark mode. */
        ThemedUrl: {
            /**
             * Format: uri
             * @description The image in dark mode.
             */
            dark: string;
            /**
             * Format: uri
             * @description The image in light mode.
             */
            light: string;
        };
        /** @description A light or dark mode. */
        ThemeMode: "light" | "dark" | "system";
        /** @description The light and dark modes. */
        Themes: {
            /**
             * @description The mode for readers who have not chosen one.
             * @default system
             */
            default: components["schemas"]["ThemeMode"];
            /**
             * @description True if readers can switch between the modes.
             * @default true
             */
            toggeable: boolean;
        };
        /** @description The light and dark modes. */
        ThemesInput: {
            /**
             * @description The mode for readers who have not chosen one.
             * @default system
             */
            default?: components["schemas"]["ThemeMode"];
            /**
             * @description True if readers can switch between the modes.
             * @default true
             */
            toggeable?: boolean;
        };
        /**
         * Format: date-time
         * @description A point in time, in milliseconds since 1970-01-01T00:00:00Z. Its text form is RFC 3339 in UTC with milliseconds,
         *     such as `2026-01-31T09:30:00.000Z`.
         */
        Timestamp: string;
        /** @description An API token, without its secret. */
        Token: {
            createdAt: components["schemas"]["Timestamp"];
            /** @description The time at which the token expires; absent if it never does. */
            expiresAt?: components["schemas"]["Timestamp"];
            id: string;
            /** @description The time of the last use, accurate to about a minute; absent if the token was never used. */
            lastUsedAt?: components["schemas"]["Timestamp"];
            name: string;
            object: components["schemas"]["TokenObject"];
            scopes: components["schemas"]["Scope"][];
        };
        TokenList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["Token"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @description The name of a token, which its owner chooses. */
        TokenName: string;
        /** @enum {string} */
        TokenObject: "token";
        /** @description The target of a transfer. */
        Transfer: {
            /** @description The organization that receives the space or collection. */
            organization: string;
        };
        /** @description A translation of a space to another language. */
        Translation: {
            /** @description Runs that begin by themselves; absent if none do. */
            automatic?: components["schemas"]["Automatic"];
            createdAt: components["schemas"]["Timestamp"];
            id: string;
            /** @description The instructions for translators. */
            instructions: components["schemas"]["Document"];
            language: components["schemas"]["Language"];
            /** @description The outcome of the latest run; absent before the first one. */
            lastRun?: components["schemas"]["LastRun"];
            object: components["schemas"]["TranslationObject"];
            permissions: components["schemas"]["TranslationPermissions"];
            result: components["schemas"]["TranslationResult"];
            source: components["schemas"]["TranslationSource"];
            stats: components["schemas"]["TranslationStats"];
            status: components["schemas"]["TranslationStatus"];
            updatedAt: components["schemas"]["Timestamp"];
            urls: components["schemas"]["TranslationUrls"];
        };
        /** @description An amount of money. */
        TranslationCost: {
            /** Format: double */
            amount: number;
            /** @description The currency (ISO 4217). */
            currency: string;
        };
        /** @description The amount that a run would send if it began now. */
        TranslationEstimate: {
            /**
             * Format: uint64
             * @description The number of their characters.
             */
            characters: number;
            /** @description The cost of these characters; absent if the translator has no price. */
            cost?: components["schemas"]["TranslationCost"];
            /**
             * Format: uint64
             * @description The number of pages and reusable contents that the run would look at.
             */
            pages: number;
            /**
             * Format: uint64
             * @description The number of texts that it would send.
             */
            segments: number;
            /**
             * Format: uint64
             * @description The number of their words.
             */
            words: number;
        };
        /** @description The outcome of a file that came in. */
        TranslationImport: {
            /** @description The segments whose texts were refused, of at most 1,000. */
            refusals: components["schemas"]["TranslationRefusal"][];
            /**
             * Format: uint64
             * @description The number of texts that were refused.
             */
            refused: number;
            /**
             * Format: uint64
             * @description The number of texts that were taken.
             */
            taken: number;
            /**
             * Format: uint64
             * @description The number of texts that are there already.
             */
            unchanged: number;
            /**
             * Format: uint64
             * @description The number of texts that are empty, or that the file says are not finished.
             */
            unfinished: number;
        };
        TranslationList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["Translation"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @enum {string} */
        TranslationObject: "translation";
        /** @description The permissions of the caller on a translation, which are those on its space. */
        TranslationPermissions: {
            edit: boolean;
            view: boolean;
        };
        /** @description The price of a translator. */
        TranslationPrice: {
            /** @description The currency (ISO 4217), such as `EUR`. */
            currency: string;
            /**
             * Format: double
             * @description The price of a million characters.
             */
            perMillionCharacters: number;
        };
        /** @description The translator of an organization. */
        TranslationProvider: {
            /** @description True if there is a key, which is never shown. */
            hasKey: boolean;
            kind: components["schemas"]["ProviderKind"];
            /** @description The model, for translators that have several. */
            model?: string;
            /**
             * Format: uint64
             * @description The maximum number of characters that are sent in a calendar month (UTC).
             */
            monthlyCharacters?: number;
            /** @description The price, for estimates. */
            price?: components["schemas"]["TranslationPrice"];
            /**
             * Format: uint64
             * @description The maximum number of characters that one run sends.
             */
            runCharacters?: number;
            /** @description The address of the translator. */
            url: string;
        };
        /** @description A text that was refused. */
        TranslationRefusal: {
            /** @description The reason: `source-changed`, `unknown`, `doubled`, `page`, or one of those of replies. */
            reason: string;
            /** @description The name of the segment in the file. */
            segment: string;
        };
        /** @description The space with the translation. */
        TranslationResult: {
            /** @description The revision that its main content is at; absent if the space is deleted. */
            revision?: string;
            /** @description The identifier of the space. */
            space: string;
        };
        /** @description A segment of a translation: what one block, title or label says. */
        TranslationSegment: {
            /** @description The name of the segment; it stays while the entry has as many segments before it. */
            id: string;
            /** @description The page that it is in; absent for reusable content. */
            page?: string;
            /**
             * @description The reason why the replies of the translator were refused, `page` for a text that would not be read in its page as
             *     it was written, or `left-out` for one that is not in its page, which is as people left it.
             */
            reason?: string;
            /** @description The reusable content that it is in; absent for pages. */
            reusableContent?: string;
            /**
             * @description The text of the source with placeholders: `<x id="1"/>` for what is not translated, `<x id="2">…</x>`
             *     around text.
             */
            source: string;
            /** @description For a stale segment, the source that its text was written for. */
            sourceBefore?: string;
            /** @description The words that changed since, of `sourceBefore` and of `source`. */
            sourceWords?: components["schemas"]["Words"][];
            /** @description The writer of the text, or what is missing. */
            status: components["schemas"]["SegmentFilter"];
            /** @description Texts that were translated before and are like this one, the likest first; never applied by themselves. */
            suggestions?: components["schemas"]["TranslationSuggestion"][];
            /** @description The text of the translation, in the same form; empty if a person took it out of the page. */
            text: string;
        };
        TranslationSegmentList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["TranslationSegment"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        /** @description The space that is translated. */
        TranslationSource: {
            language: components["schemas"]["Language"];
            /** @description The identifier of the space. */
            space: string;
        };
        /** @description Counts of all runs and of the latest one. Durations are in milliseconds; words are those that were sent to a translator. */
        TranslationStats: {
            /** Format: int64 */
            latestPages: number;
            /** Format: int64 */
            latestRunDuration: number;
            /** Format: int64 */
            latestWords: number;
            /** Format: int64 */
            runs: number;
            /** Format: int64 */
            totalDuration: number;
            /** Format: int64 */
            totalPages: number;
            /** Format: int64 */
            totalWords: number;
        };
        /** @description The state of a translation. */
        TranslationStatus: "pending" | "running" | "completed";
        /** @description A text that was translated before in the organization. */
        TranslationSuggestion: {
            /**
             * Format: uint
             * @description The likeness of both sources in percent of their words.
             */
            likeness: number;
            /** @description The writer of the translation. */
            origin: components["schemas"]["MemoryOrigin"];
            /** @description The source, with placeholders of its own. */
            source: string;
            /** @description The translation. */
            text: string;
        };
        TranslationUrls: {
            /** @description The address of the translation in this API. */
            location: string;
        };
        Trial: {
            status: components["schemas"]["TrialStatus"];
        };
        /** @enum {string} */
        TrialStatus: "notapplicable";
        /** @description Changes to a change request. */
        UpdateChangeRequest: {
            description?: components["schemas"]["Prose"] | null;
            status?: components["schemas"]["NextStatus"];
            subject?: components["schemas"]["ChangeRequestSubject"];
        };
        /** @description Changes to a collection's settings. */
        UpdateCollection: {
            /**
             * @description The role of those without a direct grant; `inherit` for the parent's, null for access by admins and grants only.
             * @default null
             */
            defaultLevel?: components["schemas"]["DefaultLevel"];
            description?: components["schemas"]["CollectionDescription"] | null;
            title?: components["schemas"]["CollectionTitle"];
        };
        /** @description Changes to a comment, made all or none. */
        UpdateComment: {
            /** @description The emoji to add to the caller's reactions, at most 20. */
            addedReactions?: string[];
            body?: components["schemas"]["Prose"];
            /** @description The emoji to remove from the caller's reactions, at most 20. */
            removedReactions?: string[];
            /** @description True to resolve the comment, false to reopen it. */
            resolved?: boolean;
        };
        /** @enum {string} */
        Updated: "update" | "conflicts";
        /** @description A file to rename, to replace, or both. */
        UpdateFile: {
            /**
             * @description The bytes of the file in base64 (RFC 4648, section 4).
             * @default null
             */
            base64?: string | null;
            /**
             * @description The media type, used if it cannot be detected from the bytes.
             * @default null
             */
            contentType?: components["schemas"]["MediaType"] | null;
            file: string;
            /** @default null */
            name?: components["schemas"]["FileName"] | null;
            /**
             * @description The address of an upload to this server, or a public address from which the server fetches the bytes.
             * @default null
             */
            url?: string | null;
        };
        /** @description Changes of a glossary, all or nothing. */
        UpdateGlossary: {
            operations: components["schemas"]["Operation"][];
        };
        /** @description Changes to a group of sections. */
        UpdateGroup: {
            icon?: components["schemas"]["IconName"] | null;
            title?: components["schemas"]["SiteSectionGroupTitle"];
        };
        /** @description Changes to an invite link. */
        UpdateInvite: {
            /** @description The time at which the link expires; null for never. */
            expiresAt?: components["schemas"]["Timestamp"] | null;
            /** @description The role on the space or the collection, of a link to one; null for guests. */
            level?: components["schemas"]["Role"] | null;
            /** @description The role in the organization, of a link to it; null for guests. */
            role?: components["schemas"]["Role"] | null;
        };
        /** @description Changes to a member. */
        UpdateMember: {
            /** @description True to suspend the member's access. */
            disabled?: boolean;
            /** @description The role in the organization; null for a guest. */
            role?: components["schemas"]["Role"] | null;
        };
        /** @description Changes to the members of a team, at most 1000 together. A member in `remove` and in another field is removed. */
        UpdateMembers: {
            /**
             * @description Members of the organization to add, by identifier or e-mail address.
             * @default []
             */
            add?: string[];
            /**
             * @description Members to add with a role, or whose role to change, by identifier or e-mail address.
             * @default {}
             */
            memberships?: {
                [key: string]: components["schemas"]["TeamMembership"];
            };
            /**
             * @description Members of the organization to remove from the team, by identifier or e-mail address.
             * @default []
             */
            remove?: string[];
        };
        /** @description Changes to a notification. */
        UpdateNotification: {
            /** @description True to mark it as read, false as unread. */
            read: boolean;
        };
        /** @description Changes to an OpenAPI specification. */
        UpdateOpenApiSpec: {
            visibility: components["schemas"]["SpecVisibility"];
        };
        /** @description Changes to an organization's settings. */
        UpdateOrganization: {
            ai?: boolean;
            communityType?: components["schemas"]["CommunityType"] | null;
            defaultContent?: components["schemas"]["DefaultContent"] | null;
            /** @description The default role of users who join or are invited; null for guests. */
            defaultRole?: components["schemas"]["Role"] | null;
            /** @description The e-mail domains that the organization claims, at most 100. Users at a proven one may join by themselves. */
            emailDomains?: string[];
            /** @description The label of the default host name of its published sites; unique among organizations. */
            hostname?: string;
            inviteLinks?: boolean;
            /** Format: uri */
            logo?: string | null;
            /** @description The rules that must hold before change requests are merged, in spaces that inherit them. */
            mergeRules?: components["schemas"]["MergeRules"];
            /** @description True to let members in with a second factor only; the caller must have one. */
            secondFactor?: boolean;
            sso?: boolean;
            title?: components["schemas"]["OrganizationTitle"];
            type?: components["schemas"]["OrganizationType"];
            useCase?: components["schemas"]["UseCase"];
        };
        /** @description A page to change. Absent fields keep their values. */
        UpdatePage: {
            /**
             * Format: uint
             * @description The index among its siblings, not counting the page itself. By default the page stays in place, or comes
             *     after its new siblings.
             * @default null
             */
            at?: number | null;
            /**
             * @description The revision that the change was made from. What was saved since is merged with the change. Without a base,
             *     the change replaces what it sets.
             * @default null
             */
            base?: string | null;
            /**
             * @description Changes of single blocks, 1 to 1,000, instead of the complete text. All refer to the text before the change,
             *     and the rest of the text keeps its bytes.
             */
            blocks?: components["schemas"]["BlockChange"][] | null;
            /** @description The expression that decides which visitors see the page. */
            condition?: string | null;
            cover?: components["schemas"]["CoverInput"] | null;
            description?: string | null;
            /** @description The complete new text. For a rich-text document, only the blocks that differ are written. */
            document?: components["schemas"]["Text"] | null;
            emoji?: components["schemas"]["SpaceEmoji"] | null;
            /** @default null */
            hidden?: boolean | null;
            icon?: components["schemas"]["IconName"] | null;
            /** @description The new parent page; null for the top level. */
            into?: string | null;
            /** @description The layout of the page, which is replaced as a whole; absent fields get their defaults. */
            layout?: components["schemas"]["LayoutInput"] | null;
            /** @default null */
            noIndex?: boolean | null;
            /** @default null */
            noRobotsIndex?: boolean | null;
            /** @description The treatment of conflicts with what was saved since the base. */
            onConflict?: components["schemas"]["OnConflict"];
            page: string;
            /** @description The last segment of the path of the page. Null derives it from the title. */
            slug?: string | null;
            /** @description The target of a page of type link. */
            target?: components["schemas"]["LinkTarget"] | null;
            /** @default null */
            title?: string | null;
            /** @description The variables of the page, which replace all that it has. */
            variables?: {
                [key: string]: components["schemas"]["VariableInput"];
            } | null;
        };
        /** @description The place where the caller is. */
        UpdatePresence: {
            /** @description The activity of somebody who is in a space. */
            activity: "reading" | "editing";
            /** @description The identifier or the number of the change request; absent for main content. */
            changeRequest?: string | null;
            /** @description A name for the window, which tells it from others of the same user; the client chooses it at random. */
            client: components["schemas"]["PresenceClient"];
            /** @description The page; absent for none. */
            page?: string | null;
        };
        /** @description Changes to the visitor authentication of a site. */
        UpdatePublishingAuth: {
            /**
             * @description The kind of backend that signs visitors in; with `integration`, the field `integration` is required, and with
             *     `provider` the field `provider`.
             */
            backend?: components["schemas"]["AuthBackend"];
            /**
             * @description The names at the provider of claims of the adaptive schema, such as `{"plan": "https://acme.example/plan"}`: names
             *     of attributes with SAML, and with OpenID Connect names of claims, or names with dots between them. A claim that is
             *     not listed has the same name there.
             */
            claimNames?: {
                [key: string]: string;
            };
            /**
             * Format: uri
             * @description The address to which visitors without a token are sent unless they sign in by a provider; null for none.
             */
            fallbackURL?: string | null;
            /** @description The name of the integration that signs visitors in; only with the backend `integration`. */
            integration?: components["schemas"]["IntegrationName"];
            /**
             * @description The identifier of the SAML or OpenID Connect provider of the organization by which visitors sign in; only with the
             *     backend `provider`. To change it ends the sessions of visitors.
             */
            provider?: string;
        };
        /** @description Changes to a redirect. */
        UpdateRedirect: {
            captureWildcard?: boolean;
            destination?: components["schemas"]["Destination"];
            source?: string;
        };
        /** @description Changes to a reply, made all or none. */
        UpdateReply: {
            /** @description The emoji to add to the caller's reactions, at most 20. */
            addedReactions?: string[];
            body?: components["schemas"]["Prose"];
            /** @description The emoji to remove from the caller's reactions, at most 20. */
            removedReactions?: string[];
        };
        /** @description A response body with warnings about the content that the request wrote. */
        UpdateResultWithWarnings: {
            /**
             * Format: uint
             * @description The number of conflicts in the content of the change request.
             */
            conflicts: number;
            result: components["schemas"]["Updated"];
            /** @description The current revision of the change request. */
            revision: string;
            /** @description The warnings about the texts that the request changed; empty if there are none. */
            warnings: components["schemas"]["ContentWarning"][];
        };
        /** @description A reusable content whose title or text changes, or both. */
        UpdateReusable: {
            /**
             * @description The revision that the change was made from. What was saved since is merged with the change. Without a base,
             *     the change replaces what it sets.
             * @default null
             */
            base?: string | null;
            /** @description Changes of single blocks, 1 to 1,000, instead of the complete text. */
            blocks?: components["schemas"]["BlockChange"][] | null;
            document?: components["schemas"]["Text"] | null;
            /** @description The treatment of conflicts with what was saved since the base. */
            onConflict?: components["schemas"]["OnConflict"];
            reusableContent: string;
            /** @default null */
            title?: string | null;
        };
        /** @description The new role of a user or a team. */
        UpdateRole: {
            /** @description The role; null revokes it. */
            role?: components["schemas"]["Role"] | null;
        };
        /** @description Changes to a section. */
        UpdateSection: {
            /** @description The expression that decides which visitors see the section; null for all visitors. */
            condition?: string | null;
            /** @description The default space of the section, which is in it. */
            defaultSiteSpace?: string;
            description?: components["schemas"]["SiteSectionDescription"] | null;
            icon?: components["schemas"]["IconName"] | null;
            /** @description The path of the section. The previous one keeps leading to the section until another section takes it. */
            path?: components["schemas"]["SitePath"];
            title?: components["schemas"]["SiteSectionTitle"];
        };
        /** @description A decision about a segment. */
        UpdateSegment: {
            action: components["schemas"]["SegmentAction"];
            /** @description The text with the placeholders of the source; for `edit` only. */
            text?: string | null;
        };
        /** @description Changes to a share link. */
        UpdateShareLink: {
            /** @description True if the link gives access to the site. */
            active?: boolean;
            /** @description The name of the link, such as the readers it is for. */
            name?: components["schemas"]["ShareLinkName"];
        };
        /** @description Changes to a site's settings. */
        UpdateSite: {
            adaptiveContent?: components["schemas"]["AdaptiveContent"];
            agentsContext?: components["schemas"]["AgentsContext"];
            /** @description The name in the site's addresses. The previous one keeps leading to the site until another site takes it. */
            basename?: components["schemas"]["SiteBasename"];
            /** @description The default section, which visitors of the site see first. */
            defaultSiteSection?: string;
            /** @description The default space of the site, or of its default section. */
            defaultSiteSpace?: string;
            /** @description The site's own host name, refused with 409 if another site has proven it; null for none. */
            hostname?: string | null;
            /** @description The host name and path under which a proxy serves the site; null for none. */
            proxy?: components["schemas"]["SiteProxy"] | null;
            title?: components["schemas"]["SiteTitle"];
            visibility?: components["schemas"]["SiteVisibility"];
        };
        /** @description Changes to a space on a site. */
        UpdateSiteSpace: {
            /** @description The expression that decides which visitors see the space; null for all visitors. */
            condition?: string | null;
            /** @description The path of the space. The previous one keeps leading to it until something else in its section takes it. */
            path?: components["schemas"]["SitePath"];
            /** @description The identifier of the space to show in this place; the caller must manage it. */
            spaceId?: string;
        };
        /** @description Changes to a space's settings. */
        UpdateSpace: {
            /**
             * @description The role of those without a direct grant; `inherit` for the parent's, null for access by admins and grants only.
             * @default null
             */
            defaultLevel?: components["schemas"]["DefaultLevel"];
            editMode?: components["schemas"]["EditMode"];
            emoji?: components["schemas"]["SpaceEmoji"];
            /**
             * @description The identifiers that the space had on other servers, in place of those listed before. Links to these, such as
             *     `https://app.gitbook.com/s/{id}/guides`, lead to this space; each belongs to one space of the organization.
             */
            formerIds?: components["schemas"]["FormerSpaceIdsInput"];
            /**
             * @description The directory in a repository that has the source of the space; null for none. Published pages lead to it if the
             *     customization of the site says so.
             */
            gitSync?: components["schemas"]["GitSource"] | null;
            /** @description True to offer the space as a template for other spaces. */
            isTemplate?: boolean;
            language?: components["schemas"]["Language"];
            /** @description The rules that must hold before change requests are merged. */
            mergeRules?: components["schemas"]["SpaceMergeRules"];
            title?: components["schemas"]["SpaceTitle"];
        };
        /** @description Changes to a team. */
        UpdateTeam: {
            title: components["schemas"]["TeamTitle"];
        };
        /** @description Changes to a translation. */
        UpdateTranslation: {
            /** @description Runs that begin by themselves; null for none. */
            automatic?: components["schemas"]["Automatic"] | null;
            /** @description Instructions for translators, which count for what is translated from now on. */
            instructions?: components["schemas"]["Prose"] | null;
        };
        /** @description Changes to the caller's profile. */
        UpdateUser: {
            /** @description The name that other users see. */
            displayName?: components["schemas"]["DisplayName"];
            /**
             * Format: uri
             * @description The address of a picture; null for none.
             */
            photoURL?: string | null;
        };
        /**
         * @description The purpose of a file. Files of all kinds are stored alike.
         * @enum {string}
         */
        UploadKind: "import_file" | "organization_file" | "customization_font";
        /** @enum {string} */
        UrlKind: "url";
        UrlReference: {
            kind: components["schemas"]["UrlKind"];
            url: string;
        };
        /** @description The purpose of an organization. */
        UseCase: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
        /** @description A user of this server. */
        User: {
            /** @description The name that other users see. */
            displayName: string;
            email: string;
            id: string;
            object: components["schemas"]["UserObject"];
            /** @description The address of a picture of the user. */
            photoURL?: string;
            urls: components["schemas"]["UserUrls"];
        };
        /** @enum {string} */
        UserObject: "user";
        /** @description A user's role on content. */
        UserPermission: {
            permission: components["schemas"]["Role"];
            user: components["schemas"]["User"];
        };
        UserPermissionList: {
            /** @description How many items the whole list has; left out where that is not cheap to know. */
            count?: number;
            items: components["schemas"]["UserPermission"][];
            /** @description The next page; absent on the last one. */
            next?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
            /** @description The page before this one; absent on the first one. */
            previous?: {
                /** @description The value for the `page` parameter. */
                page: string;
            };
        };
        UserUrls: {
            /** @description The address of the user in this API. */
            location: string;
        };
        /** @description The value of a variable. */
        VariableInput: boolean | number | string;
        /** @description A reference to a variable of the space. */
        VariableOnly: {
            name: string;
        };
        /** @description The value of a variable. */
        VariableValue: string | number | boolean;
        /** @description The version of content that something belongs to; absent for the main content of a space. */
        VersionContext: {
            /** @description The revision without its content. */
            revision: components["schemas"]["RevisionSummary"];
            /** @constant */
            type: "revision";
        } | {
            /** @description The change request itself. */
            changeRequest: components["schemas"]["ChangeRequest"];
            /** @constant */
            type: "changeRequest";
        };
        /** @description The audience of the published content of a space. */
        Visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
        /** @description The claims of a visitor. */
        Visitor: {
            /**
             * @description A JSON Web Token with claims, signed with the site's private key; by default the one in the address.
             * @default null
             */
            jwtToken?: string | null;
            /**
             * @description Claims without a signature; they take precedence over those in the address.
             * @default {}
             */
            unsignedClaims?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description The class of a warning.
         * @enum {string}
         */
        WarningCode: "condition" | "limit" | "front-matter" | "unknown-block" | "foreign-syntax" | "unknown-icon" | "dead-link" | "dead-anchor" | "missing-file" | "unknown-space" | "unknown-specification" | "left-out" | "both-changed" | "other";
        /** @enum {string} */
        Width: "default" | "wide";
        /** @description Words in a row that both texts have, or one of them. */
        Words: {
            change: components["schemas"]["WordsFate"];
            text: string;
        };
        /**
         * @description The kinds of differences of words.
         * @enum {string}
         */
        WordsFate: "equal" | "inserted" | "deleted";
    };
    responses: {
        /** @description The request failed: the body says why. */
        Error: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getApiInformation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiInformation"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getCollectionById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteCollectionById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateCollectionById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateCollection"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    moveCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MoveContent"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    inviteToCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteInput"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listPermissionsAggregateInCollection: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description Only members with exactly this effective role. */
                role?: components["schemas"]["Role"];
            };
            header?: never;
            path: {
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPermissionList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    explainPermissionInCollection: {
        parameters: {
            query?: {
                /** @description The identifier of the member; the caller by default. */
                user?: string;
            };
            header?: never;
            path: {
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listTeamPermissionsInCollection: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamPermissionList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getTeamPermissionInCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collectionId: string;
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamPermission"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    removeTeamFromCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collectionId: string;
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateTeamPermissionInCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collectionId: string;
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateRole"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listUserPermissionsInCollection: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPermissionList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getUserPermissionInCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collectionId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPermission"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    removeUserFromCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collectionId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateUserPermissionInCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collectionId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateRole"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listSpacesInCollectionById: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpaceList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    transferCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Transfer"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getCustomHostname: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                hostname: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomHostname"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    removeCustomHostname: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                hostname: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    dnsRevalidateCustomHostname: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                hostname: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getOrganizationsForEmailDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                emailDomain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Joinable"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listOrganizationsForAuthenticatedUser: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOrganization"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the new resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getOrganizationById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteOrganizationById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateOrganizationById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateOrganization"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listCollectionsInOrganizationById: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description True, as by default, to include collections inside other collections. */
                nested?: boolean;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollectionList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateCollection"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the new resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listDeletedSpaces: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpaceList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listOrganizationEmailDomains: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domains"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getOrganizationEmailDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                emailDomain: string;
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationEmailDomain"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    checkOrganizationEmailDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                emailDomain: string;
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    streamEventsInOrganization: {
        parameters: {
            query?: {
                /** @description The `id` of an event: the stream begins with the one after it. The header `Last-Event-ID` comes before it. */
                after?: string;
            };
            header?: {
                /** @description The `id` that came last in an earlier stream: this one goes on after it. */
                "Last-Event-ID"?: string;
            };
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description You have 24 streams open already */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description The identifier of the only space whose imports are listed. */
                space?: string;
            };
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getImportById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                importId: string;
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    cancelImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                importId: string;
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listImportPages: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                importId: string;
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedPageList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    revertImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                importId: string;
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    inviteUsersToOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitePeople"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invited"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    joinOrganizationWithInvite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                inviteId: string;
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    joinOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listOrganizationInviteLinks: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InviteList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createOrganizationInvite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateInvite"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the new resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invite"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getOrganizationInviteLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                inviteId: string;
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invite"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteOrganizationInviteById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                inviteId: string;
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateOrganizationInviteById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                inviteId: string;
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateInvite"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invite"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listMembersInOrganizationById: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                order?: components["schemas"]["Direction"];
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description Only members with exactly this role, or only guests. */
                role?: components["schemas"]["RoleOrGuest"];
                /** @description Only members whose name or e-mail address contains this text, ignoring case. */
                search?: components["schemas"]["SearchText"];
                sort?: components["schemas"]["SortBy"];
            };
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getMemberInOrganizationById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    removeMemberFromOrganizationById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateMemberInOrganizationById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateMember"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listSpacesForOrganizationMember: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                order?: components["schemas"]["Direction"];
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                organizationId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberSpaceList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    setUserAsSsoMemberForOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listTeamsForOrganizationMember: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description Only teams whose title contains this text, ignoring case. */
                title?: components["schemas"]["SearchText"];
            };
            header?: never;
            path: {
                organizationId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JoinedTeamList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listOIDCProvidersInOrganization: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OIDCProviderList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createOrganizationOIDCProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OIDCProviderInput"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the new resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OIDCProvider"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getOrganizationOIDCProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                oidcProviderId: string;
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OIDCProvider"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteOrganizationOIDCProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                oidcProviderId: string;
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateOrganizationOIDCProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                oidcProviderId: string;
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OIDCProviderInput"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OIDCProvider"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listOpenApiSpecs: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAPISpecList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createOpenApiSpec: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOpenApiSpec"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the new resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAPISpec"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getOpenApiSpecBySlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                specSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAPISpec"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createOrUpdateOpenApiSpecBySlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                specSlug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutOpenApiSpec"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAPISpec"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the new resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAPISpec"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteOpenApiSpecBySlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                specSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateOpenApiSpecBySlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                specSlug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOpenApiSpec"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAPISpec"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the caller has: 304 if the document still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                organizationId: string;
                specSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the document. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The caller has the current document */
            304: {
                headers: {
                    /** @description The version of the document. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listOpenApiNotes: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                organizationId: string;
                specSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAPINoteList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    putOpenApiNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                specSlug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutOpenApiNote"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAPINote"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the new resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAPINote"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteOpenApiNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                noteId: string;
                organizationId: string;
                specSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getOpenApiOverlay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                specSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    putOpenApiOverlay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                specSlug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAPIOverlayOutcome"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listOpenApiSpecVersions: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                organizationId: string;
                specSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAPISpecVersionList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getOpenApiSpecVersionById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                specSlug: string;
                versionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAPISpecVersion"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    acknowledgeOpenApiSpecVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                specSlug: string;
                versionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAPISpec"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getOpenApiSpecVersionChangesById: {
        parameters: {
            query?: {
                /** @description The identifier of another version; the one before by default. */
                base?: string;
            };
            header?: never;
            path: {
                organizationId: string;
                specSlug: string;
                versionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAPIChanges"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getOpenApiSpecVersionContentById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the caller has: 304 if the document still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                organizationId: string;
                specSlug: string;
                versionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the document. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAPISpecContent"];
                };
            };
            /** @description The caller has the current document */
            304: {
                headers: {
                    /** @description The version of the document. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getOpenApiDocumentById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the caller has: 304 if the document still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                organizationId: string;
                specSlug: string;
                versionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the document. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The caller has the current document */
            304: {
                headers: {
                    /** @description The version of the document. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getLatestOpenApiSpecVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                specSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAPISpecVersion"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getLatestOpenApiSpecVersionChanges: {
        parameters: {
            query?: {
                /** @description The identifier of another version; the one before by default. */
                base?: string;
            };
            header?: never;
            path: {
                organizationId: string;
                specSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAPIChanges"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getLatestOpenApiSpecVersionContent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the caller has: 304 if the document still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                organizationId: string;
                specSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the document. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAPISpecContent"];
                };
            };
            /** @description The caller has the current document */
            304: {
                headers: {
                    /** @description The version of the document. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateOrganizationMemberLastSeenAt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pong"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listPresenceInOrganization: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresenceList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listSAMLProvidersInOrganization: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SAMLProviderList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createOrganizationSAMLProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProviderInput"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the new resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SAMLProvider"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getOrganizationSAMLProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                samlProviderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SAMLProvider"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteOrganizationSAMLProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                samlProviderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateOrganizationSAMLProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                samlProviderId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProviderInput"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SAMLProvider"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getOrganizationSCIM: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scim"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    putOrganizationSCIMToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scim"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteOrganizationSCIMToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    searchOrganizationContent: {
        parameters: {
            query: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description The words to search for, as users type them. */
                query: string;
            };
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchSpaceResultList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listSites: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description True for published sites only, false for unpublished sites only. */
                published?: boolean;
                /** @description Only sites with the space of this identifier. */
                space?: string;
                /** @description Only sites whose title contains this text, ignoring case. */
                title?: components["schemas"]["SearchText"];
                /** @description Only sites of these types. */
                type?: components["schemas"]["SiteType"][];
            };
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateSite"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the new resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getSiteById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteSiteById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateSiteById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateSite"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getSiteAdaptiveSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteAdaptiveSchema"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateSiteAdaptiveSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutAdaptiveSchema"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteAdaptiveSchema"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listSiteAdaptiveTemplateConditions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateConditions"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getSiteCustomizationById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteCustomizationSettings"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateSiteCustomizationById: {
        parameters: {
            query?: {
                /**
                 * @description True to refuse a request with fields that are not known or have no effect; false, as by default, to accept it
                 *     with warnings.
                 */
                strict?: boolean;
            };
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SiteCustomizationSettingsInput"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description What is unusual about the request, if something is. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteCustomizationResult"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    changeSiteCustomizationById: {
        parameters: {
            query?: {
                /**
                 * @description True to refuse a request with fields that are not known or have no effect; false, as by default, to accept it
                 *     with warnings.
                 */
                strict?: boolean;
            };
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SiteCustomizationChanges"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description What is unusual about the request, if something is. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteCustomizationResult"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listSitePageFeedback: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageFeedbackList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getSitePdf: {
        parameters: {
            query?: {
                /** @description The format of the paper. */
                format?: components["schemas"]["PaperFormat"];
                /** @description True to leave out the pages below `page`. */
                only?: boolean;
                /** @description The page to print, with those below it; the whole space without one. */
                page?: string;
                /** @description The space of the site to print; its first one without one. */
                siteSpace?: string;
            };
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Printed"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    inviteToSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteInput"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listPermissionsAggregateInSite: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description Only members with exactly this effective role. */
                role?: components["schemas"]["Role"];
            };
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPermissionList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    explainPermissionInSite: {
        parameters: {
            query?: {
                /** @description The identifier of the member; the caller by default. */
                user?: string;
            };
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listTeamPermissionsInSite: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamPermissionList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getTeamPermissionInSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamPermission"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    removeTeamFromSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateTeamPermissionInSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateRole"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listUserPermissionsInSite: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPermissionList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getUserPermissionInSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPermission"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    removeUserFromSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateUserPermissionInSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateRole"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    publishSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getPublishedContentSite: {
        parameters: {
            query?: {
                /** @description The secret of an active share link; published addresses in the response then contain it. */
                shareKey?: string;
            };
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedSite"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getSitePublishingAuthById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishingAuth"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateSitePublishingAuthById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdatePublishingAuth"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishingAuth"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    regenerateSitePublishingAuthById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishingAuth"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getSitePublishingPreviewById: {
        parameters: {
            query?: {
                /** @description The claims of the visitor in Rison, such as `(plan:pro,unsigned:(beta:!t))`. */
                claims?: string;
                /** @description The space on the site that the address leads to; by default the one that visitors of the site see first. */
                siteSpace?: string;
            };
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getSiteRedirectBySource: {
        parameters: {
            query: {
                /** @description The secret of an active share link; published addresses in the response then contain it. */
                shareKey?: string;
                /** @description A path on the site. */
                source: string;
            };
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundRedirect"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listSiteRedirects: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description Only redirects whose source contains this text. */
                search?: components["schemas"]["SearchText"];
            };
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteRedirectList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    changeSiteRedirects: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRedirects"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedRedirects"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createSiteRedirect: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRedirect"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the new resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteRedirect"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteSiteRedirectById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
                siteRedirectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateSiteRedirectById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
                siteRedirectId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateRedirect"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteRedirect"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    searchSiteContent: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskSite"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchSpaceResultList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listSiteSectionGroups: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteSectionGroupList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    addSectionGroupToSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateGroup"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the new resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteSectionGroup"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteSiteSectionGroupById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
                siteSectionGroupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateSiteSectionGroupById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
                siteSectionGroupId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateGroup"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteSectionGroup"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    moveSiteSectionGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
                siteSectionGroupId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["GroupPointerMove"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteSectionGroup"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    addSectionToGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
                siteSectionGroupId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddSection"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteSectionGroup"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    removeSectionFromGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
                siteSectionGroupId: string;
                siteSectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listSiteSections: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description The secret of an active share link; published addresses in the response then contain it. */
                shareKey?: string;
            };
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteSectionList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    addSectionToSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSection"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the new resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteSection"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteSiteSectionById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
                siteSectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateSiteSectionById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
                siteSectionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateSection"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteSection"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    moveSiteSection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
                siteSectionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SectionPointerMove"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteSection"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listSiteShareLinks: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareLinkList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createSiteShareLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateShareLink"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the new resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareLink"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteSiteShareLinkById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                shareLinkId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateSiteShareLinkById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                shareLinkId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateShareLink"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareLink"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listSiteSpaces: {
        parameters: {
            query?: {
                /** @description True for the default spaces only, that of the site or of each of its sections; false for the others only. */
                default?: boolean;
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description The secret of an active share link; published addresses in the response then contain it. */
                shareKey?: string;
            };
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteSpaceList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    addSpaceToSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddSpace"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the new resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteSpace"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteSiteSpaceById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
                siteSpaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateSiteSpaceById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
                siteSpaceId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateSiteSpace"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteSpace"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getSiteSpaceCustomizationById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
                siteSpaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteCustomizationSettings"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteSiteSpaceCustomizationById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
                siteSpaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    overrideSiteSpaceCustomizationById: {
        parameters: {
            query?: {
                /**
                 * @description True to refuse a request with fields that are not known or have no effect; false, as by default, to accept it
                 *     with warnings.
                 */
                strict?: boolean;
            };
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
                siteSpaceId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SiteCustomizationChanges"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description What is unusual about the request, if something is. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteCustomizationResult"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    moveSiteSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
                siteSpaceId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SpacePointerMove"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteSpace"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getSiteStructure: {
        parameters: {
            query?: {
                /** @description The secret of an active share link; published addresses in the response then contain it. */
                shareKey?: string;
            };
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteStructure"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    sortSiteStructure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Sort"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SitePart"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    unpublishSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listSpacesInOrganizationById: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpaceList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateSpace"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the new resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Space"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listSSOProviderLoginsForOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInWays"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    generateStorageUploadURL: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUpload"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the new resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorageSignedUrl"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listTeamsInOrganizationById: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description Only teams that the member with this identifier can manage: all teams for admins. */
                owner?: string;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description Only teams whose title contains this text, ignoring case. */
                title?: components["schemas"]["SearchText"];
            };
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createOrganizationTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTeam"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the new resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getTeamInOrganizationById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    removeTeamFromOrganizationById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateTeamInOrganizationById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                teamId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTeam"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listTeamMembersInOrganizationById: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                organizationId: string;
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMemberList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateMembersInOrganizationTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateMembers"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    addMemberToOrganizationTeamById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                teamId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PutMember"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    deleteMemberFromOrganizationTeamById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                teamId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listTranslations: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TranslationList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createTranslation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTranslation"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the new resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Translation"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listGlossaryEntries: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GlossaryEntryList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateGlossaryEntries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateGlossary"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getGlossaryEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                glossaryEntryId: string;
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GlossaryEntry"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getTranslationsProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TranslationProvider"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    putTranslationsProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutProvider"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TranslationProvider"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteTranslationsProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getTranslation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                translationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Translation"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateTranslation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                translationId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTranslation"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Translation"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteTranslation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                translationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    estimateTranslation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                translationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TranslationEstimate"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    exportTranslation: {
        parameters: {
            query: {
                /** @description Only segments with this status. */
                filter?: components["schemas"]["SegmentFilter"];
                format: components["schemas"]["ExchangeFormat"];
            };
            header?: never;
            path: {
                organizationId: string;
                translationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    importTranslation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                translationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportTranslation"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TranslationImport"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    runTranslation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                translationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listTranslationSegments: {
        parameters: {
            query?: {
                /** @description Only segments with this status. */
                filter?: components["schemas"]["SegmentFilter"];
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description True to get suggestions for segments that need a text. */
                suggestions?: boolean;
            };
            header?: never;
            path: {
                organizationId: string;
                translationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TranslationSegmentList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateTranslationSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                segmentId: string;
                translationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSegment"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getSpaceById: {
        parameters: {
            query?: {
                /** @description The secret of an active share link; published addresses in the response then contain it. */
                shareKey?: string;
            };
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Space"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteSpaceById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateSpaceById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateSpace"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Space"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listChangeRequestsForSpace: {
        parameters: {
            query?: {
                /** @description Only change requests whose content this user changed. */
                contributor?: string;
                /** @description Only change requests that this user created. */
                creator?: string;
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description Only change requests with this status, or `all`; `open` by default. */
                status?: components["schemas"]["ListedChangeRequestStatus"];
            };
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeRequestList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createChangeRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateChangeRequest"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the new resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeRequest"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getChangeRequestById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                changeRequestId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeRequest"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateChangeRequestById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                changeRequestId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateChangeRequest"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeRequest"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getChangeRequestChanges: {
        parameters: {
            query?: {
                /** @description The most changes to return; `more` counts those that are left out. */
                limit?: number;
            };
            header?: never;
            path: {
                changeRequestId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SemanticChanges"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getChangeRequestPageDiff: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                changeRequestId: string;
                pageId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageDiff"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listCommentersInChangeRequest: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                changeRequestId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listCommentsInChangeRequest: {
        parameters: {
            query?: {
                /** @description Only comments by these users, at most 20. */
                authors?: string[];
                /** @description The format of the text: a rich-text document, or Markdown. */
                format?: components["schemas"]["Format"];
                /** @description The maximum number of items of the page. */
                limit?: number;
                order?: components["schemas"]["Direction"];
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description Only comments with this status, or `all`, which is the default. */
                status?: components["schemas"]["ListedCommentStatus"];
                /** @description Only comments on this page or a block of it. */
                targetPage?: string;
            };
            header?: never;
            path: {
                changeRequestId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    postCommentInChangeRequest: {
        parameters: {
            query?: {
                /** @description The format of the text: a rich-text document, or Markdown. */
                format?: components["schemas"]["Format"];
            };
            header?: never;
            path: {
                changeRequestId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostComment"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getCommentInChangeRequest: {
        parameters: {
            query?: {
                /** @description The format of the text: a rich-text document, or Markdown. */
                format?: components["schemas"]["Format"];
            };
            header?: never;
            path: {
                changeRequestId: string;
                commentId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateCommentInChangeRequest: {
        parameters: {
            query?: {
                /** @description The format of the text: a rich-text document, or Markdown. */
                format?: components["schemas"]["Format"];
            };
            header?: never;
            path: {
                changeRequestId: string;
                commentId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateComment"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteCommentInChangeRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                changeRequestId: string;
                commentId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listCommentRepliesInChangeRequest: {
        parameters: {
            query?: {
                /** @description The format of the text: a rich-text document, or Markdown. */
                format?: components["schemas"]["Format"];
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                changeRequestId: string;
                commentId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentReplyList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    postCommentReplyInChangeRequest: {
        parameters: {
            query?: {
                /** @description The format of the text: a rich-text document, or Markdown. */
                format?: components["schemas"]["Format"];
            };
            header?: never;
            path: {
                changeRequestId: string;
                commentId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostReply"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentReply"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getCommentReplyInChangeRequest: {
        parameters: {
            query?: {
                /** @description The format of the text: a rich-text document, or Markdown. */
                format?: components["schemas"]["Format"];
            };
            header?: never;
            path: {
                changeRequestId: string;
                commentId: string;
                commentReplyId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentReply"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateCommentReplyInChangeRequest: {
        parameters: {
            query?: {
                /** @description The format of the text: a rich-text document, or Markdown. */
                format?: components["schemas"]["Format"];
            };
            header?: never;
            path: {
                changeRequestId: string;
                commentId: string;
                commentReplyId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateReply"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentReply"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteCommentReplyInChangeRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                changeRequestId: string;
                commentId: string;
                commentReplyId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listConflicts: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                changeRequestId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    resolveConflict: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                changeRequestId: string;
                conflictId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResolveConflict"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictResolvedWithWarnings"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getRevisionInChangeRequest: {
        parameters: {
            query?: {
                /** @description True, as by default, to resolve computed content: computed pages have the pages that they stand for. */
                computed?: boolean;
                /** @description True, as by default, to include git metadata in the response. */
                metadata?: boolean;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                changeRequestId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revision"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateContentInChangeRequest: {
        parameters: {
            query?: {
                /** @description True, as by default, for the change request or the space alone in the response; false to add the changes made. */
                compat?: boolean;
            };
            header?: {
                /** @description A key that the caller chooses for this call. Calls by the same user on the same space with the same key within 24 hours take effect once and get the same answer; 409 if they differ from the first one. */
                "Idempotency-Key"?: string;
                /** @description The identifier of the revision that the content must be at, or the entity tag of a page or reusable content that the call changes, with or without quotes; 412 if it is at another revision, or in another state. A tag is about its page alone: other pages may have changed. */
                "If-Match"?: string;
            };
            path: {
                changeRequestId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditContent"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Answer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    convertTextInChangeRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                changeRequestId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ConvertText"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConvertedText"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    exportContentInChangeRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                changeRequestId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description A file name for the archive. */
                    "Content-Disposition"?: string;
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": unknown;
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listFilesInChangeRequest: {
        parameters: {
            query?: {
                /** @description True, as by default, to resolve computed content: computed pages have the pages that they stand for. */
                computed?: boolean;
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description True, as by default, to include git metadata in the response. */
                metadata?: boolean;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                changeRequestId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileList"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getFileByIdInChangeRequest: {
        parameters: {
            query?: {
                /** @description True, as by default, to resolve computed content: computed pages have the pages that they stand for. */
                computed?: boolean;
                /** @description True, as by default, to include git metadata in the response. */
                metadata?: boolean;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                changeRequestId: string;
                fileId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listFileBacklinksInChangeRequest: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                changeRequestId: string;
                fileId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentLocationList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    importContentInChangeRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description `respond-async` to get the import at once, with the status 202, while it goes on. */
                Prefer?: string;
            };
            path: {
                changeRequestId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportContent"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResult"];
                };
            };
            /** @description The import goes on */
            202: {
                headers: {
                    /** @description The address of the import. */
                    Location?: string;
                    /** @description The preference that was heeded: `respond-async`. */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getPageByIdInChangeRequest: {
        parameters: {
            query?: {
                /** @description True, as by default, to resolve computed content: computed pages have the pages that they stand for. */
                computed?: boolean;
                /**
                 * @description The expressions to replace by their values and the conditional blocks to decide: all with `true`, or with
                 *     `deterministic-only` those that are the same for every visitor. They are evaluated for a visitor without claims.
                 */
                evaluated?: components["schemas"]["Evaluated"];
                /** @description The format of the body: a rich-text document, or Markdown as it was written. */
                format?: components["schemas"]["Format"];
                /** @description True, as by default, to include git metadata in the response. */
                metadata?: boolean;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                changeRequestId: string;
                pageId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listPageBacklinksInChangeRequest: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                changeRequestId: string;
                pageId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentLocationList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getDocumentByPageIdInChangeRequest: {
        parameters: {
            query?: {
                /** @description True, as by default, to resolve computed content: computed pages have the pages that they stand for. */
                computed?: boolean;
                /** @description The expressions to replace by their values and the conditional blocks to decide, for a visitor without claims. */
                evaluated?: components["schemas"]["Evaluated"];
                /** @description True, as by default, to include git metadata in the response. */
                metadata?: boolean;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                changeRequestId: string;
                pageId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listPageLinksInChangeRequest: {
        parameters: {
            query?: {
                /**
                 * @description Of a change request's broken links, only those broken in it alone (`change-request`), or only those broken in
                 *     the main content too (`space`).
                 */
                brokenContext?: components["schemas"]["BrokenContext"];
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description Only links with this status; all by default. */
                status?: components["schemas"]["LinkStatus"];
            };
            header?: never;
            path: {
                changeRequestId: string;
                pageId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listPagesInChangeRequest: {
        parameters: {
            query?: {
                /** @description True, as by default, to resolve computed content: computed pages have the pages that they stand for. */
                computed?: boolean;
                /** @description True, as by default, to include git metadata in the response. */
                metadata?: boolean;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                changeRequestId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageTree"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getPageByPathInChangeRequest: {
        parameters: {
            query?: {
                /** @description True, as by default, to resolve computed content: computed pages have the pages that they stand for. */
                computed?: boolean;
                /**
                 * @description The expressions to replace by their values and the conditional blocks to decide: all with `true`, or with
                 *     `deterministic-only` those that are the same for every visitor. They are evaluated for a visitor without claims.
                 */
                evaluated?: components["schemas"]["Evaluated"];
                /** @description The format of the body: a rich-text document, or Markdown as it was written. */
                format?: components["schemas"]["Format"];
                /** @description True, as by default, to include git metadata in the response. */
                metadata?: boolean;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                changeRequestId: string;
                pagePath: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is somewhere else now */
            307: {
                headers: {
                    /** @description The address where it is now. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getReusableContentByIdInChangeRequest: {
        parameters: {
            query?: {
                /** @description True, as by default, to resolve computed content: computed pages have the pages that they stand for. */
                computed?: boolean;
                /**
                 * @description The expressions to replace by their values and the conditional blocks to decide: all with `true`, or with
                 *     `deterministic-only` those that are the same for every visitor. They are evaluated for a visitor without claims.
                 */
                evaluated?: components["schemas"]["Evaluated"];
                /** @description The format of the body: a rich-text document, or Markdown as it was written. */
                format?: components["schemas"]["Format"];
                /** @description True, as by default, to include git metadata in the response. */
                metadata?: boolean;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                changeRequestId: string;
                reusableContentId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReusableContent"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listReusableContentBacklinksInChangeRequest: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                changeRequestId: string;
                reusableContentId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentLocationList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getContributorsByChangeRequestId: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                changeRequestId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContributorList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listChangeRequestLinks: {
        parameters: {
            query?: {
                /**
                 * @description Of a change request's broken links, only those broken in it alone (`change-request`), or only those broken in
                 *     the main content too (`space`).
                 */
                brokenContext?: components["schemas"]["BrokenContext"];
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description Only links with this status; all by default. */
                status?: components["schemas"]["LinkStatus"];
            };
            header?: never;
            path: {
                changeRequestId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    mergeChangeRequest: {
        parameters: {
            query?: {
                /** @description True to report the outcome of the merge without merging. */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                changeRequestId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MergeResultWithWarnings"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getChangeRequestPdf: {
        parameters: {
            query?: {
                /** @description The format of the paper. */
                format?: components["schemas"]["PaperFormat"];
                /** @description True to leave out the pages below `page`. */
                only?: boolean;
                /** @description The page to print, with those below it; the whole space without one. */
                page?: string;
            };
            header?: never;
            path: {
                changeRequestId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Printed"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getRequestedReviewersByChangeRequestId: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                changeRequestId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeRequestRequestedReviewerList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    requestReviewersForChangeRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                changeRequestId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestReviewers"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewRequests"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    removeRequestedReviewerFromChangeRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                changeRequestId: string;
                spaceId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getReviewsByChangeRequestId: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description True for outdated reviews only, false for the others only; all by default. */
                outdated?: boolean;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                changeRequestId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeRequestReviewList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    submitChangeRequestReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                changeRequestId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitReview"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the new resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeRequestReview"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getChangeRequestReviewById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                changeRequestId: string;
                reviewId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeRequestReview"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateChangeRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                changeRequestId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateResultWithWarnings"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listCommentersInSpace: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listCommentsInSpace: {
        parameters: {
            query?: {
                /** @description Only comments by these users, at most 20. */
                authors?: string[];
                /** @description The format of the text: a rich-text document, or Markdown. */
                format?: components["schemas"]["Format"];
                /** @description The maximum number of items of the page. */
                limit?: number;
                order?: components["schemas"]["Direction"];
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description Only comments with this status, or `all`, which is the default. */
                status?: components["schemas"]["ListedCommentStatus"];
                /** @description Only comments on this page or a block of it. */
                targetPage?: string;
            };
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    postCommentInSpace: {
        parameters: {
            query?: {
                /** @description The format of the text: a rich-text document, or Markdown. */
                format?: components["schemas"]["Format"];
            };
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostComment"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getCommentInSpace: {
        parameters: {
            query?: {
                /** @description The format of the text: a rich-text document, or Markdown. */
                format?: components["schemas"]["Format"];
            };
            header?: never;
            path: {
                commentId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateCommentInSpace: {
        parameters: {
            query?: {
                /** @description The format of the text: a rich-text document, or Markdown. */
                format?: components["schemas"]["Format"];
            };
            header?: never;
            path: {
                commentId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateComment"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteCommentInSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                commentId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listCommentRepliesInSpace: {
        parameters: {
            query?: {
                /** @description The format of the text: a rich-text document, or Markdown. */
                format?: components["schemas"]["Format"];
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                commentId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentReplyList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    postCommentReplyInSpace: {
        parameters: {
            query?: {
                /** @description The format of the text: a rich-text document, or Markdown. */
                format?: components["schemas"]["Format"];
            };
            header?: never;
            path: {
                commentId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostReply"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentReply"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getCommentReplyInSpace: {
        parameters: {
            query?: {
                /** @description The format of the text: a rich-text document, or Markdown. */
                format?: components["schemas"]["Format"];
            };
            header?: never;
            path: {
                commentId: string;
                commentReplyId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentReply"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateCommentReplyInSpace: {
        parameters: {
            query?: {
                /** @description The format of the text: a rich-text document, or Markdown. */
                format?: components["schemas"]["Format"];
            };
            header?: never;
            path: {
                commentId: string;
                commentReplyId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateReply"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentReply"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteCommentReplyInSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                commentId: string;
                commentReplyId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getRevision: {
        parameters: {
            query?: {
                /** @description True, as by default, to resolve computed content: computed pages have the pages that they stand for. */
                computed?: boolean;
                /** @description True, as by default, to include git metadata in the response. */
                metadata?: boolean;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revision"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateContent: {
        parameters: {
            query?: {
                /** @description True, as by default, for the change request or the space alone in the response; false to add the changes made. */
                compat?: boolean;
            };
            header?: {
                /** @description A key that the caller chooses for this call. Calls by the same user on the same space with the same key within 24 hours take effect once and get the same answer; 409 if they differ from the first one. */
                "Idempotency-Key"?: string;
                /** @description The identifier of the revision that the content must be at, or the entity tag of a page or reusable content that the call changes, with or without quotes; 412 if it is at another revision, or in another state. A tag is about its page alone: other pages may have changed. */
                "If-Match"?: string;
            };
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditContent"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Answer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    convertText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ConvertText"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConvertedText"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listDeletedPages: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedPageList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    exportContent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description A file name for the archive. */
                    "Content-Disposition"?: string;
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": unknown;
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listFiles: {
        parameters: {
            query?: {
                /** @description True, as by default, to resolve computed content: computed pages have the pages that they stand for. */
                computed?: boolean;
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description True, as by default, to include git metadata in the response. */
                metadata?: boolean;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileList"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getFileById: {
        parameters: {
            query?: {
                /** @description True, as by default, to resolve computed content: computed pages have the pages that they stand for. */
                computed?: boolean;
                /** @description True, as by default, to include git metadata in the response. */
                metadata?: boolean;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                fileId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listFileBacklinksInSpace: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                fileId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentLocationList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    importContent: {
        parameters: {
            query?: never;
            header?: {
                /** @description `respond-async` to get the import at once, with the status 202, while it goes on. */
                Prefer?: string;
            };
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportContent"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResult"];
                };
            };
            /** @description The import goes on */
            202: {
                headers: {
                    /** @description The address of the import. */
                    Location?: string;
                    /** @description The preference that was heeded: `respond-async`. */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getPageById: {
        parameters: {
            query?: {
                /** @description True, as by default, to resolve computed content: computed pages have the pages that they stand for. */
                computed?: boolean;
                /**
                 * @description The expressions to replace by their values and the conditional blocks to decide: all with `true`, or with
                 *     `deterministic-only` those that are the same for every visitor. They are evaluated for a visitor without claims.
                 */
                evaluated?: components["schemas"]["Evaluated"];
                /** @description The format of the body: a rich-text document, or Markdown as it was written. */
                format?: components["schemas"]["Format"];
                /** @description True, as by default, to include git metadata in the response. */
                metadata?: boolean;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                pageId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listPageBacklinksInSpace: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                pageId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentLocationList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getPageDiff: {
        parameters: {
            query?: {
                /** @description The earlier revision; by default the one before `to`. */
                from?: string;
                /** @description The later revision; by default that of the main content. */
                to?: string;
            };
            header?: never;
            path: {
                pageId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageDiff"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getDocumentByPageId: {
        parameters: {
            query?: {
                /** @description True, as by default, to resolve computed content: computed pages have the pages that they stand for. */
                computed?: boolean;
                /** @description The expressions to replace by their values and the conditional blocks to decide, for a visitor without claims. */
                evaluated?: components["schemas"]["Evaluated"];
                /** @description True, as by default, to include git metadata in the response. */
                metadata?: boolean;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                pageId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listPageLinksInSpace: {
        parameters: {
            query?: {
                /**
                 * @description Of a change request's broken links, only those broken in it alone (`change-request`), or only those broken in
                 *     the main content too (`space`).
                 */
                brokenContext?: components["schemas"]["BrokenContext"];
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description Only links with this status; all by default. */
                status?: components["schemas"]["LinkStatus"];
            };
            header?: never;
            path: {
                pageId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listPages: {
        parameters: {
            query?: {
                /** @description True, as by default, to resolve computed content: computed pages have the pages that they stand for. */
                computed?: boolean;
                /** @description True, as by default, to include git metadata in the response. */
                metadata?: boolean;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageTree"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getPageByPath: {
        parameters: {
            query?: {
                /** @description True, as by default, to resolve computed content: computed pages have the pages that they stand for. */
                computed?: boolean;
                /**
                 * @description The expressions to replace by their values and the conditional blocks to decide: all with `true`, or with
                 *     `deterministic-only` those that are the same for every visitor. They are evaluated for a visitor without claims.
                 */
                evaluated?: components["schemas"]["Evaluated"];
                /** @description The format of the body: a rich-text document, or Markdown as it was written. */
                format?: components["schemas"]["Format"];
                /** @description True, as by default, to include git metadata in the response. */
                metadata?: boolean;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                pagePath: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is somewhere else now */
            307: {
                headers: {
                    /** @description The address where it is now. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getReusableContentById: {
        parameters: {
            query?: {
                /** @description True, as by default, to resolve computed content: computed pages have the pages that they stand for. */
                computed?: boolean;
                /**
                 * @description The expressions to replace by their values and the conditional blocks to decide: all with `true`, or with
                 *     `deterministic-only` those that are the same for every visitor. They are evaluated for a visitor without claims.
                 */
                evaluated?: components["schemas"]["Evaluated"];
                /** @description The format of the body: a rich-text document, or Markdown as it was written. */
                format?: components["schemas"]["Format"];
                /** @description True, as by default, to include git metadata in the response. */
                metadata?: boolean;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                reusableContentId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReusableContent"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listReusableContentBacklinksInSpace: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                reusableContentId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentLocationList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    applyTemplateToSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApplyTemplate"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    duplicateSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the new resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Space"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    streamEventsInSpace: {
        parameters: {
            query?: {
                /** @description The `id` of an event: the stream begins with the one after it. The header `Last-Event-ID` comes before it. */
                after?: string;
            };
            header?: {
                /** @description The `id` that came last in an earlier stream: this one goes on after it. */
                "Last-Event-ID"?: string;
            };
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description You have 24 streams open already */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    downloadFile: {
        parameters: {
            query: {
                /** @description The time at which the address expires, in milliseconds since 1970-01-01 UTC. */
                expires: number;
                signature: string;
                /** @description The media type to serve the file as. */
                type: string;
            };
            header?: never;
            path: {
                hash: string;
                name: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The part that was asked for */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The range begins after the end */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listSpaceLinks: {
        parameters: {
            query?: {
                /**
                 * @description Of a change request's broken links, only those broken in it alone (`change-request`), or only those broken in
                 *     the main content too (`space`).
                 */
                brokenContext?: components["schemas"]["BrokenContext"];
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description Only links with this status; all by default. */
                status?: components["schemas"]["LinkStatus"];
            };
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    moveSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MoveContent"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Space"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getSpacePdf: {
        parameters: {
            query?: {
                /** @description The format of the paper. */
                format?: components["schemas"]["PaperFormat"];
                /** @description True to leave out the pages below `page`. */
                only?: boolean;
                /** @description The page to print, with those below it; the whole space without one. */
                page?: string;
            };
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Printed"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    inviteToSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteInput"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listPermissionsAggregateInSpace: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description Only members with exactly this effective role. */
                role?: components["schemas"]["Role"];
            };
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPermissionList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    explainPermissionInSpace: {
        parameters: {
            query?: {
                /** @description The identifier of the member; the caller by default. */
                user?: string;
            };
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listTeamPermissionsInSpace: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamPermissionList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getTeamPermissionInSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: string;
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamPermission"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    removeTeamFromSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: string;
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateTeamPermissionInSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: string;
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateRole"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listUserPermissionsInSpace: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPermissionList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getUserPermissionInSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPermission"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    removeUserFromSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateUserPermissionInSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateRole"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listPresenceInSpace: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresenceList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updatePresenceInSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePresence"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Presence"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deletePresenceInSpace: {
        parameters: {
            query?: {
                /** @description The name of the window; all windows of the caller if absent. */
                client?: components["schemas"]["PresenceClient"];
            };
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    downloadPdf: {
        parameters: {
            query: {
                /** @description The credential by which they asked for it. */
                by?: string;
                /** @description The time at which the address expires, in milliseconds since 1970-01-01 UTC. */
                expires: number;
                /** @description The user for whom it was printed; absent where everybody may read it. */
                reader?: string;
                signature: string;
            };
            header?: never;
            path: {
                hash: string;
                name: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The part that was asked for */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The range begins after the end */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    restoreSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Space"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listRevisions: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionSummaryList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getRevisionInRevision: {
        parameters: {
            query?: {
                /** @description True, as by default, to resolve computed content: computed pages have the pages that they stand for. */
                computed?: boolean;
                /** @description True, as by default, to include git metadata in the response. */
                metadata?: boolean;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                revisionId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revision"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getRevisionSemanticChanges: {
        parameters: {
            query?: {
                /** @description The most changes to return; `more` counts those that are left out. */
                limit?: number;
            };
            header?: never;
            path: {
                revisionId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SemanticChanges"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    exportContentInRevision: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                revisionId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description A file name for the archive. */
                    "Content-Disposition"?: string;
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": unknown;
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listFilesInRevision: {
        parameters: {
            query?: {
                /** @description True, as by default, to resolve computed content: computed pages have the pages that they stand for. */
                computed?: boolean;
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description True, as by default, to include git metadata in the response. */
                metadata?: boolean;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                revisionId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileList"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getFileByIdInRevision: {
        parameters: {
            query?: {
                /** @description True, as by default, to resolve computed content: computed pages have the pages that they stand for. */
                computed?: boolean;
                /** @description True, as by default, to include git metadata in the response. */
                metadata?: boolean;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                fileId: string;
                revisionId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listFileBacklinksInRevision: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                fileId: string;
                revisionId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentLocationList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listRevisionLinks: {
        parameters: {
            query?: {
                /**
                 * @description Of a change request's broken links, only those broken in it alone (`change-request`), or only those broken in
                 *     the main content too (`space`).
                 */
                brokenContext?: components["schemas"]["BrokenContext"];
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description Only links with this status; all by default. */
                status?: components["schemas"]["LinkStatus"];
            };
            header?: never;
            path: {
                revisionId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getPageByIdInRevision: {
        parameters: {
            query?: {
                /** @description True, as by default, to resolve computed content: computed pages have the pages that they stand for. */
                computed?: boolean;
                /**
                 * @description The expressions to replace by their values and the conditional blocks to decide: all with `true`, or with
                 *     `deterministic-only` those that are the same for every visitor. They are evaluated for a visitor without claims.
                 */
                evaluated?: components["schemas"]["Evaluated"];
                /** @description The format of the body: a rich-text document, or Markdown as it was written. */
                format?: components["schemas"]["Format"];
                /** @description True, as by default, to include git metadata in the response. */
                metadata?: boolean;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                pageId: string;
                revisionId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listPageBacklinksInRevision: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                pageId: string;
                revisionId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentLocationList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getDocumentByPageIdInRevision: {
        parameters: {
            query?: {
                /** @description True, as by default, to resolve computed content: computed pages have the pages that they stand for. */
                computed?: boolean;
                /** @description The expressions to replace by their values and the conditional blocks to decide, for a visitor without claims. */
                evaluated?: components["schemas"]["Evaluated"];
                /** @description True, as by default, to include git metadata in the response. */
                metadata?: boolean;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                pageId: string;
                revisionId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listPageLinksInRevision: {
        parameters: {
            query?: {
                /**
                 * @description Of a change request's broken links, only those broken in it alone (`change-request`), or only those broken in
                 *     the main content too (`space`).
                 */
                brokenContext?: components["schemas"]["BrokenContext"];
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description Only links with this status; all by default. */
                status?: components["schemas"]["LinkStatus"];
            };
            header?: never;
            path: {
                pageId: string;
                revisionId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listPagesInRevision: {
        parameters: {
            query?: {
                /** @description True, as by default, to resolve computed content: computed pages have the pages that they stand for. */
                computed?: boolean;
                /** @description True, as by default, to include git metadata in the response. */
                metadata?: boolean;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                revisionId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageTree"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getPageByPathInRevision: {
        parameters: {
            query?: {
                /** @description True, as by default, to resolve computed content: computed pages have the pages that they stand for. */
                computed?: boolean;
                /**
                 * @description The expressions to replace by their values and the conditional blocks to decide: all with `true`, or with
                 *     `deterministic-only` those that are the same for every visitor. They are evaluated for a visitor without claims.
                 */
                evaluated?: components["schemas"]["Evaluated"];
                /** @description The format of the body: a rich-text document, or Markdown as it was written. */
                format?: components["schemas"]["Format"];
                /** @description True, as by default, to include git metadata in the response. */
                metadata?: boolean;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                pagePath: string;
                revisionId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is somewhere else now */
            307: {
                headers: {
                    /** @description The address where it is now. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getRevisionPdf: {
        parameters: {
            query?: {
                /** @description The format of the paper. */
                format?: components["schemas"]["PaperFormat"];
                /** @description True to leave out the pages below `page`. */
                only?: boolean;
                /** @description The page to print, with those below it; the whole space without one. */
                page?: string;
            };
            header?: never;
            path: {
                revisionId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Printed"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getReusableContentByIdInRevision: {
        parameters: {
            query?: {
                /** @description True, as by default, to resolve computed content: computed pages have the pages that they stand for. */
                computed?: boolean;
                /**
                 * @description The expressions to replace by their values and the conditional blocks to decide: all with `true`, or with
                 *     `deterministic-only` those that are the same for every visitor. They are evaluated for a visitor without claims.
                 */
                evaluated?: components["schemas"]["Evaluated"];
                /** @description The format of the body: a rich-text document, or Markdown as it was written. */
                format?: components["schemas"]["Format"];
                /** @description True, as by default, to include git metadata in the response. */
                metadata?: boolean;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                reusableContentId: string;
                revisionId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReusableContent"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listReusableContentBacklinksInRevision: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path: {
                reusableContentId: string;
                revisionId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentLocationList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    revertRevision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                revisionId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the new resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeRequest"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    rollbackToRevision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                revisionId: string;
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionSummaryWithWarnings"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    searchSpaceContent: {
        parameters: {
            query: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description The words to search for, as users type them. */
                query: string;
            };
            header?: {
                /** @description Entity tags that the caller has: 304 if the content still has one of them. */
                "If-None-Match"?: string;
            };
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchPageResultList"];
                };
            };
            /** @description The caller has the current content */
            304: {
                headers: {
                    /** @description The version of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    transferSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Transfer"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Space"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getSubdomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subdomain"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    putUpload: {
        parameters: {
            query: {
                /** @description The time at which the address expires, in milliseconds since 1970-01-01 UTC. */
                expires: number;
                signature: string;
            };
            header?: never;
            path: {
                uploadId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getContentByUrl: {
        parameters: {
            query: {
                /** @description The address, of a site or of content in this API. */
                url: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentAtUrl"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getPublishedContentByUrl: {
        parameters: {
            query: {
                /** @description True to redirect a visitor to the sign-in if their token is not accepted, instead of failing. */
                redirectOnError?: boolean;
                url: string;
                /** @description The visitor's token; by default the one in the address. */
                visitorAuthToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lookup"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    resolvePublishedContentByUrl: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResolveUrl"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lookup"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getAuthenticatedUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listOwnChangeRequests: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The organization; all of yours by default. */
                organization?: string;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description The status, such as `draft`; all by default. */
                status?: components["schemas"]["ChangeRequestStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeRequestList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getNotificationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationSettings"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateNotificationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationSettings"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationSettings"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The organization; all of yours by default. */
                organization?: string;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
                /** @description True for those that you have read, false for the others; all by default. */
                read?: boolean;
                /** @description The reason for which you are notified; all by default. */
                reason?: components["schemas"]["NotificationReason"];
                /** @description The space; all that you can see by default. */
                space?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                notificationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateNotification"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notification"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    markNotificationsAsRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MarkAll"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listRequestedReviews: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The organization; all of yours by default. */
                organization?: string;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeRequestList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listApiTokens: {
        parameters: {
            query?: {
                /** @description The maximum number of items of the page. */
                limit?: number;
                /** @description The cursor of the page, from an earlier response of the same list; the first page if absent. */
                page?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createApiToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateToken"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the new resource. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewToken"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteApiToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getUserById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateUserById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateUser"];
            };
        };
        responses: {
            "4XX": components["responses"]["Error"];
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
}
