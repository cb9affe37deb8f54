// Saves by the API. What it answers is told apart here: which refusals are conflicts, which are for good.

import { take, client, Refused } from '../../api/client';
import type { Based, Fields } from './changes';
import type { Failure } from './machine';
import type { Transport } from './saver';
import type { Saved } from './settle';

/** Main content, or that of a change request. */
export type Scope = { kind: 'main' } | { kind: 'change-request'; id: string };

export interface Place {
    spaceId: string;
    scope: Scope;
    /** The page that is written, or the reusable content. */
    pageId: string;
    isReusable?: boolean;
}

/** Returns the name of what is written, as drafts are kept under it. */
export const textName = ({ pageId, isReusable }: Place) => (isReusable ? `${REUSABLE}${pageId}` : pageId);
export const REUSABLE = 'reusable:';

/** Returns the address of what is written as it was at a revision. */
export function textAddress({ spaceId, pageId, isReusable }: Place, revision: string): string {
    return `/v1/spaces/${encodeURIComponent(spaceId)}/revisions/${encodeURIComponent(revision)}/${isReusable ? 'reusable-contents' : 'page'}/${encodeURIComponent(pageId)}`;
}

/** Returns the address of the content under `/v1`. */
export function contentAddress({ spaceId, scope }: Place): string {
    const space = `/v1/spaces/${encodeURIComponent(spaceId)}`;
    return scope.kind === 'main' ? `${space}/content` : `${space}/change-requests/${encodeURIComponent(scope.id)}/content`;
}

/** Returns the revision that the content is at. */
export async function head({ spaceId, scope }: Place): Promise<string> {
    if (scope.kind === 'main') {
        return (await take(client.GET('/v1/spaces/{spaceId}', { params: { path: { spaceId } } }))).revision;
    }
    const path = { spaceId, changeRequestId: scope.id };
    return (await take(client.GET('/v1/spaces/{spaceId}/change-requests/{changeRequestId}', { params: { path } }))).revision;
}

/** Calls the API by address; throws what it refuses. */
export async function ask(method: string, address: string, body?: unknown, headers: Record<string, string> = {}): Promise<unknown> {
    const response = await fetch(address, {
        method,
        credentials: 'same-origin',
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (response.status === 204) return undefined;
    const text = await response.text();
    const answer = text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as { error?: { message?: string } }) : undefined;
    if (!response.ok) throw new Refused(response.status, answer?.error?.message ?? `${response.status} ${response.statusText}`, answer);
    return answer;
}

/** Returns what an error means for a save. */
export function failureOf(error: unknown): Failure {
    if (!(error instanceof Refused)) return error instanceof TypeError ? { kind: 'offline' } : { kind: 'outdated' };
    const { status, message: reason, body } = error;
    if (status === 401) return { kind: 'signed-out' };
    if (status === 403) return { kind: 'forbidden', reason };
    if (status === 404) return /\bblocks\[/.test(reason) ? { kind: 'keys-gone' } : { kind: 'missing', reason };
    if (status === 409) {
        if ((body as { error?: { conflicts?: unknown } } | undefined)?.error?.conflicts) return { kind: 'conflict' };
        if (/\bbase\b|revision is gone/.test(reason)) return { kind: 'base-gone' };
        if (/\bblocks\[/.test(reason)) return { kind: 'keys-gone' };
        return { kind: 'locked', reason };
    }
    if (status === 408 || status === 429 || status >= 500) return { kind: 'busy', reason };
    return { kind: 'refused', reason };
}

/** Returns the way to the server for one page. `read` reads its content in the form that is edited. */
export function transport<C>(place: Place, read: (known: C) => Promise<Based<C>>): Transport<C> {
    return {
        async send(key, base, fields: Fields) {
            try {
                const of = place.isReusable ? { operation: 'update_reusable_content', reusableContent: place.pageId } : { operation: 'update_page', page: place.pageId };
                const change = { ...of, base, ...fields, onConflict: 'refuse' };
                const address = `${contentAddress(place)}?compat=false`;
                const answer = await ask('POST', address, { coalesce: true, changes: [change] }, { 'idempotency-key': key });
                const { revision, saved } = answer as { revision?: string; saved?: Saved[] };
                const [first] = saved ?? [];
                return revision && first ? { revision, saved: first } : { failure: { kind: 'outdated' } };
            } catch (error) {
                return { failure: failureOf(error) };
            }
        },
        async read(known) {
            try {
                return { base: await read(known) };
            } catch (error) {
                return { failure: failureOf(error) };
            }
        },
    };
}
