/** A walk through the revisions of a space, from the newest back, for all of them or for those that changed one page. It ends
 * when enough is found; then it can be told to go further. */

import { useCallback, useEffect, useRef, useState } from 'react';
import { client, take, type Schemas } from './client';
import { queries } from './queries';

export type Revision = Schemas['RevisionSummary'];

/** What is enough: so many revisions looked at, and so many found among them. */
export interface Goal { looked: number; found: number }
export interface Walked { found: Revision[]; looked: number; /** True if the beginning of the space is reached. */ isOver: boolean }

export interface Sources {
    list: (page: string | undefined) => Promise<{ items: Revision[]; next?: { page: string } }>;
    /** Tells whether a revision changed what is looked for. */
    isAbout: (revision: Revision) => Promise<boolean>;
}

/** How many revisions are asked about at once. */
const AT_ONCE = 8;

/** Walks until `goal` is reached, and says after each step how far it came. */
export async function walkBack({ list, isAbout }: Sources, goal: () => Goal, step: (walked: Walked) => void, signal: AbortSignal): Promise<void> {
    const found: Revision[] = [];
    const isEnough = (looked: number) => looked >= goal().looked && found.length >= goal().found;
    let looked = 0;
    let page: string | undefined;
    do {
        const { items, next } = await list(page);
        page = next?.page;
        for (let at = 0; at < items.length; at += AT_ONCE) {
            if (signal.aborted) return;
            const some = items.slice(at, at + AT_ONCE);
            const about = await Promise.all(some.map(isAbout));
            found.push(...some.filter((_, index) => about[index]));
            looked += some.length;
            if (signal.aborted) return;
            const isOver = !page && at + AT_ONCE >= items.length;
            step({ found: [...found], looked, isOver });
            if (!isOver && isEnough(looked)) return;
        }
    } while (page);
    if (!looked) step({ found, looked, isOver: true });
}

const AT_FIRST: Record<'space' | 'page', Goal> = { space: { looked: 100, found: 0 }, page: { looked: 32, found: 1 } };
const NOTHING: Walked = { found: [], looked: 0, isOver: false };

function sources(spaceId: string, pageId: string | undefined, head: string | undefined): Sources {
    return {
        list: (page) => queries.fetchQuery({
            queryKey: ['revisions', spaceId, head, page], staleTime: Infinity,
            queryFn: () => take(client.GET('/v1/spaces/{spaceId}/revisions', { params: { path: { spaceId }, query: { page, limit: 100 } } })),
        }),
        isAbout: async (revision) => {
            if (!pageId) return true;
            // What a revision changed never changes itself.
            const made = await queries.fetchQuery({
                queryKey: ['revision-changes', spaceId, revision.id], staleTime: Infinity,
                queryFn: () => take(client.GET('/v1/spaces/{spaceId}/revisions/{revisionId}/changes', { params: { path: { spaceId, revisionId: revision.id }, query: { limit: 200 } } })),
            });
            return !!made.more || made.changes.some((change) => 'page' in change && change.page.id === pageId);
        },
    };
}

/** Walks through the past of a space or of a page, again from the newest when `head` is another revision. */
export function usePast(spaceId: string, pageId: string | undefined, head: string | undefined) {
    const [walked, setWalked] = useState<Walked>(NOTHING);
    const [isWalking, setWalking] = useState(true);
    const [error, setError] = useState<unknown>();
    const first = AT_FIRST[pageId ? 'page' : 'space'];
    const goal = useRef(first);
    const [turn, setTurn] = useState(0);
    const stopped = useRef<AbortController>(undefined);
    useEffect(() => {
        const ended = new AbortController();
        stopped.current = ended;
        setWalking(true);
        setError(undefined);
        const step = (now: Walked) => {
            // A walk that begins again shows what it has when it has come as far as the last one.
            setWalked((last) => (now.looked >= last.looked || now.isOver ? now : last));
        };
        walkBack(sources(spaceId, pageId, head), () => goal.current, step, ended.signal)
            .catch((refused: unknown) => ended.signal.aborted || setError(refused))
            .finally(() => ended.signal.aborted || setWalking(false));
        return () => ended.abort();
    }, [spaceId, pageId, head, turn]);
    const further = useCallback(() => {
        goal.current = { looked: walked.looked + first.looked, found: walked.found.length + first.found };
        setTurn((now) => now + 1);
    }, [walked, first]);
    const stop = useCallback(() => {
        stopped.current?.abort();
        setWalking(false);
    }, []);
    return { ...walked, isWalking, error, further, stop };
}
