/** What screens read, by name. Each is cached under a key whose first part says what it is. */

import { QueryCache, QueryClient, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { client, isSignedOut, Refused, signIn, take, type Schemas } from './client';
import { all, readContent, scoped, scopeKey, type ReadScope } from './content';

export const queries = new QueryClient({
    queryCache: new QueryCache({
        onError: (error, query) => {
            // Others show the bar that leads to the sign-in: see `take`.
            if (isSignedOut(error) && query.queryKey[0] === 'user') signIn();
        },
    }),
    defaultOptions: {
        queries: {
            staleTime: 5_000,
            retry: (count, error) => count < 2 && !(error instanceof Refused && error.status < 500),
        },
    },
});

type Options<T> = Omit<UseQueryOptions<T>, 'queryKey' | 'queryFn'>;
const read = <T,>(queryKey: unknown[], queryFn: () => Promise<T>, options: Options<T> = {}) => useQuery({ queryKey, queryFn, ...options });

const user = { queryKey: ['user'], queryFn: () => take(client.GET('/v1/user')), staleTime: 300_000 };
export const useUser = () => useQuery(user);

/** Returns the user as they were read a short while ago, or reads them. */
export const getUser = () => queries.fetchQuery(user);

export const useOrgs = () =>
    read(['orgs'], () => all((page) => take(client.GET('/v1/orgs', { params: { query: { page, limit: 100 } } }))), { staleTime: 60_000 });

export const useOrg = (organizationId: string | undefined) =>
    read(['org', organizationId], () => take(client.GET('/v1/orgs/{organizationId}', { params: { path: { organizationId: organizationId! } } })), { enabled: !!organizationId, staleTime: 60_000 });

export const useSpaces = (organizationId: string | undefined) =>
    read(['spaces', organizationId], () => all((page) => take(client.GET('/v1/orgs/{organizationId}/spaces', { params: { path: { organizationId: organizationId! }, query: { page, limit: 100 } } }))), { enabled: !!organizationId });

export const useCollections = (organizationId: string | undefined) =>
    read(['collections', organizationId], () => all((page) => take(client.GET('/v1/orgs/{organizationId}/collections', { params: { path: { organizationId: organizationId! }, query: { nested: true, page, limit: 100 } } }))), { enabled: !!organizationId });

export const useMembers = (organizationId: string | undefined, search = '') =>
    read(['members', organizationId, search], () => all((page) => take(client.GET('/v1/orgs/{organizationId}/members', { params: { path: { organizationId: organizationId! }, query: { page, limit: 100, ...(search ? { search } : {}) } } })), 300), { enabled: !!organizationId, staleTime: 30_000 });

export const useSpace = (spaceId: string | undefined) =>
    read(['space', spaceId], () => take(client.GET('/v1/spaces/{spaceId}', { params: { path: { spaceId: spaceId! } } })), { enabled: !!spaceId });

export const usePages = (spaceId: string, scope: ReadScope, enabled = true) =>
    read(['pages', spaceId, scopeKey(scope)], async () => (await take(client.GET(scoped(scope, '/v1/spaces/{spaceId}/content/pages'), { params: { path: { spaceId }, query: { metadata: false } } }))).pages, { enabled });

export const usePage = (spaceId: string, scope: ReadScope, pageId: string | undefined) =>
    read(['page', spaceId, scopeKey(scope), pageId], () => take(client.GET(scoped(scope, '/v1/spaces/{spaceId}/content/page/{pageId}'), { params: { path: { spaceId, pageId: pageId! }, query: { format: 'document', metadata: false } } })), { enabled: !!pageId });

export const useFiles = (spaceId: string, scope: ReadScope, enabled = true) =>
    read(['files', spaceId, scopeKey(scope)], () => all((page) => take(client.GET(scoped(scope, '/v1/spaces/{spaceId}/content/files'), { params: { path: { spaceId }, query: { page, limit: 100, metadata: false } } }))), { staleTime: 60_000, enabled });

/** The reusable contents and the variables of a scope. */
export const useContent = (spaceId: string, scope: ReadScope) => read(['content', spaceId, scopeKey(scope)], () => readContent(spaceId, scope));

export const useReusable = (spaceId: string, scope: ReadScope, id: string) =>
    read(['reusable', spaceId, scopeKey(scope), id], () => take(client.GET(scoped(scope, '/v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}'), { params: { path: { spaceId, reusableContentId: id }, query: { format: 'document' } } })), { staleTime: 60_000 });

export const useLinks = (spaceId: string, scope: ReadScope, pageId: string) =>
    read(['links', spaceId, scopeKey(scope), pageId], () => take(client.GET(scoped(scope, '/v1/spaces/{spaceId}/content/page/{pageId}/links'), { params: { path: { spaceId, pageId }, query: { limit: 100 } } })));

export const useBacklinks = (spaceId: string, scope: ReadScope, pageId: string) =>
    read(['backlinks', spaceId, scopeKey(scope), pageId], () => take(client.GET(scoped(scope, '/v1/spaces/{spaceId}/content/page/{pageId}/backlinks'), { params: { path: { spaceId, pageId }, query: { limit: 100 } } })));

export type Status = Schemas['ListedChangeRequestStatus'];

export const useChangeRequests = (spaceId: string, status: Status, creator?: string) =>
    read(['change-requests', spaceId, status, creator], () => all((page) => take(client.GET('/v1/spaces/{spaceId}/change-requests', { params: { path: { spaceId }, query: { status, page, limit: 100, ...(creator ? { creator } : {}) } } })), 300));

const cr = (spaceId: string, changeRequestId: string) => ({ path: { spaceId, changeRequestId } });

export const useChangeRequest = (spaceId: string, id: string | undefined) =>
    read(['change-request', spaceId, id], () => take(client.GET('/v1/spaces/{spaceId}/change-requests/{changeRequestId}', { params: cr(spaceId, id!) })), { enabled: !!id });

export const useReviews = (spaceId: string, id: string) =>
    read(['reviews', spaceId, id], () => all((page) => take(client.GET('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews', { params: { ...cr(spaceId, id), query: { page, limit: 100 } } }))));

export const useRequested = (spaceId: string, id: string) =>
    read(['requested', spaceId, id], () => all((page) => take(client.GET('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers', { params: { ...cr(spaceId, id), query: { page, limit: 100 } } }))));

export const useDryRun = (spaceId: string, id: string, enabled: boolean) =>
    read(['dry-run', spaceId, id], () => take(client.POST('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge', { params: { ...cr(spaceId, id), query: { dryRun: true } } })), { enabled });

export const useChanges = (spaceId: string, id: string) =>
    read(['changes', spaceId, id], () => take(client.GET('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes', { params: { ...cr(spaceId, id), query: { limit: 1000 } } })));

export const usePageDiff = (spaceId: string, id: string, pageId: string | undefined) =>
    read(['page-diff', spaceId, id, pageId], () => take(client.GET('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes/{pageId}', { params: { path: { spaceId, changeRequestId: id, pageId: pageId! } } })), { enabled: !!pageId });

export const useConflicts = (spaceId: string, id: string) =>
    read(['conflicts', spaceId, id], () => all((page) => take(client.GET('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts', { params: { ...cr(spaceId, id), query: { page, limit: 100 } } }))));

export const useRevisionChanges = (spaceId: string, revisionId: string | undefined) =>
    read(['revision-changes', spaceId, revisionId], () => take(client.GET('/v1/spaces/{spaceId}/revisions/{revisionId}/changes', { params: { path: { spaceId, revisionId: revisionId! }, query: { limit: 200 } } })), { enabled: !!revisionId });

export const useRevisionDiff = (spaceId: string, pageId: string | undefined, from: string | undefined, to: string) =>
    read(['revision-diff', spaceId, pageId, from, to], () => take(client.GET('/v1/spaces/{spaceId}/content/page/{pageId}/diff', { params: { path: { spaceId, pageId: pageId! }, query: { to, ...(from ? { from } : {}) } } })), { enabled: !!pageId });

/** How many notifications are unread. The streams of spaces tell of most of them; the rest are found in a minute. */
export const useUnread = () =>
    read(['notifications', 'unread'], async () => (await take(client.GET('/v1/user/notifications', { params: { query: { read: false, limit: 0 } } }))).count ?? 0, { refetchInterval: 60_000, staleTime: 1_000 });

/** Says to the organization that this member is here, once a visit. */
export function useBeingHere(organizationId: string | undefined): void {
    useQuery({
        queryKey: ['ping', organizationId],
        enabled: !!organizationId,
        staleTime: Infinity,
        queryFn: () => take(client.POST('/v1/orgs/{organizationId}/ping', { params: { path: { organizationId: organizationId! } } })),
    });
}

/** Forgets what is known of a space's content, so that screens ask again; but not how the change request would merge that was merged just now. */
export function contentChanged(spaceId: string, merged?: string): void {
    void queries.invalidateQueries({ predicate: ({ queryKey: [kind, space, id] }) => space === spaceId && !(kind === 'dry-run' && id === merged) });
}
