/** Content of a space, of a change request or of an earlier revision: the same operations at three kinds of address. */

import type { Scope } from '../editor';
import { client, take, type Schemas } from './client';
import type { paths } from './schema';

export type ReadScope = Scope | { kind: 'revision'; id: string };
export const MAIN: ReadScope = { kind: 'main' };

type OfContent = Extract<keyof paths, `/v1/spaces/{spaceId}/content/${string}`>;

/** Returns the address of an operation within a scope. The types are those of main content: all scopes answer alike. */
export function scoped<P extends OfContent>(scope: ReadScope, path: P): P {
    const base = '/v1/spaces/{spaceId}';
    const rest = path.slice(`${base}/content`.length);
    if (scope.kind === 'main') return path;
    if (scope.kind === 'revision') return `${base}/revisions/${encodeURIComponent(scope.id)}${rest}` as P;
    return `${base}/change-requests/${encodeURIComponent(scope.id)}/content${rest}` as P;
}

/** A key for caches that tells scopes apart. */
export const scopeKey = (scope: ReadScope) => (scope.kind === 'main' ? 'main' : `${scope.kind}:${scope.id}`);

/** Returns the address in the app of a page, or of a space's scope without one. */
export function pageUrl(spaceId: string, scope: ReadScope, pageId?: string, mode?: 'edit'): string {
    const within = { main: '', 'change-request': '/change-requests/', revision: '/revisions/' }[scope.kind];
    const base = `/spaces/${spaceId}${within}${scope.kind === 'main' ? '' : scope.id}`;
    return `${base}${pageId ? `/page/${pageId}` : ''}${mode ? `/${mode}` : ''}`;
}

/** Returns the address in the app at which a reusable content is written. */
export const reusableUrl = (spaceId: string, scope: ReadScope, id: string) => `${pageUrl(spaceId, scope)}/reusable-contents/${id}/edit`;

/** A change, with the name of its operation, which the document gives beside a reference. */
export type Edit =
    | ({ operation: 'insert_page' } & Schemas['InsertPage'])
    | ({ operation: 'update_page' } & Schemas['UpdatePage'])
    | ({ operation: 'delete_page' } & Schemas['PageOnly'])
    | ({ operation: 'revert_page' } & Schemas['RevertPage'])
    | ({ operation: 'delete_file' } & Schemas['FileOnly'])
    | ({ operation: 'insert_reusable_content' } & Schemas['InsertReusable'])
    | ({ operation: 'update_reusable_content' } & Schemas['UpdateReusable'])
    | ({ operation: 'delete_reusable_content' } & Schemas['ReusableOnly'])
    | ({ operation: 'set_variable' } & Schemas['SetVariable'])
    | ({ operation: 'delete_variable' } & Schemas['VariableOnly']);
export type Edited = Schemas['EditedWithSavedTexts'];

/** The content of a scope at a revision: its pages, files, reusable contents and variables. */
export type Content = Schemas['Revision'];

export function readContent(spaceId: string, scope: ReadScope): Promise<Content> {
    const query = { metadata: false };
    if (scope.kind === 'main') return take(client.GET('/v1/spaces/{spaceId}/content', { params: { path: { spaceId }, query } }));
    if (scope.kind === 'revision') return take(client.GET('/v1/spaces/{spaceId}/revisions/{revisionId}', { params: { path: { spaceId, revisionId: scope.id }, query } }));
    return take(client.GET('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content', { params: { path: { spaceId, changeRequestId: scope.id }, query } }));
}

/** Makes changes, all or none, and returns what was made. With a revision, only if the content is still at it; with a key,
 * once, however often they are sent because an answer was lost. */
export function edit(spaceId: string, scope: Scope, changes: Edit[], { revision, key }: { revision?: string; key?: string } = {}): Promise<Edited> {
    const query = { compat: false };
    const header = { ...(revision === undefined ? {} : { 'If-Match': `"${revision}"` }), ...(key === undefined ? {} : { 'Idempotency-Key': key }) };
    const body = { changes };
    const answer =
        scope.kind === 'main'
            ? client.POST('/v1/spaces/{spaceId}/content', { params: { path: { spaceId }, query, header }, body })
            : client.POST('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content', {
                  params: { path: { spaceId, changeRequestId: scope.id }, query, header },
                  body,
              });
    return take(answer) as Promise<Edited>;
}

/** Returns all items of a list, page by page, up to `most`. */
export async function all<T>(list: (page: string | undefined) => Promise<{ items: T[]; next?: { page: string } }>, most = 1000): Promise<T[]> {
    const items: T[] = [];
    let page: string | undefined;
    do {
        const answer = await list(page);
        items.push(...answer.items);
        page = answer.next?.page;
    } while (page && items.length < most);
    return items;
}

/** Walks a page tree, parents first. */
export function* walk(pages: Schemas['Page'][]): Generator<Schemas['Page']> {
    for (const page of pages) {
        yield page;
        yield* walk(page.pages);
    }
}
