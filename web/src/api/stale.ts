/** Which of the things that were read a change makes old, by the keys under which they are kept. */

import type { QueryKey } from '@tanstack/react-query';
import type { Schemas } from './client';

type Event = Schemas['Event'];

/** What is kept by space and scope. */
const CONTENT = new Set(['pages', 'page', 'files', 'content', 'reusable', 'links', 'backlinks', 'deleted-pages']);
/** What is kept by space and change request. */
const OF_REQUEST = new Set(['change-request', 'reviews', 'requested', 'dry-run', 'changes', 'page-diff', 'conflicts']);
/** What a change of main content alters of every change request. */
const AGAINST_MAIN = new Set(['dry-run', 'change-request', 'changes', 'page-diff']);

/** Returns true if something that is kept may be otherwise since an event. */
export function isStale(key: QueryKey, event: Event): boolean {
    const [kind, space, third, fourth] = key as string[];
    if (kind === 'spaces') return event.type.startsWith('space_') || event.type.startsWith('change_request_');
    if (space !== event.space || kind === undefined) return false;
    const isMerge = event.type === 'change_request_merged';
    const { changeRequest } = event;
    if (event.type === 'content_updated' || isMerge) {
        const isMain = isMerge || !changeRequest;
        if (CONTENT.has(kind)) return isWithin(String(third), isMain ? undefined : changeRequest) && (kind !== 'page' || !event.pages || event.pages.includes(String(fourth)));
        if (isMain && AGAINST_MAIN.has(kind)) return true;
        return kind === 'space' || kind === 'revisions' || kind === 'comments' || isOf(kind, third, changeRequest);
    }
    if (event.type.startsWith('comment')) return kind === 'comments' || kind === 'replies' || kind === 'space';
    if (event.type.startsWith('space_')) return kind === 'space';
    return kind === 'space' || isOf(kind, third, changeRequest);
}

/** Requests are kept by their identifier, or by their number where an address had that. */
const names = (kept: string | undefined, id: string) => kept === id || /^\d+$/.test(kept ?? '');

const isOf = (kind: string, kept: string | undefined, id: string | undefined) => id !== undefined && (kind === 'change-requests' || (OF_REQUEST.has(kind) && names(kept, id)));

function isWithin(scope: string, request: string | undefined): boolean {
    if (request === undefined) return scope === 'main';
    return scope.startsWith('change-request:') && names(scope.slice('change-request:'.length), request);
}
