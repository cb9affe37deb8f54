/** What others do in a space, while it happens: the stream of its events, with polling while there is none.
 *
 * What a change makes old is read again by the usual ways. A window that nobody sees has no stream, as browsers have few
 * connections to a server; the next one goes on where it ended. */

import { useEffect, useSyncExternalStore } from 'react';
import { randomName } from '../random';
import { client, take, type Schemas } from './client';
import type { ReadScope } from './content';
import { contentChanged, queries } from './queries';
import { isStale } from './stale';

type Event = Schemas['Event'];
export type Presence = Schemas['Presence'];

/** The time in which changes that follow each other are taken together, in milliseconds. */
const REST = 400;
const POLL_EVERY = 15_000;
const LONGEST_PAUSE = 60_000;
const PRESENT_EVERY = 10_000;

interface Live { present: readonly Presence[]; isStreaming: boolean }
const NOTHING: Live = { present: [], isStreaming: false };
let live = NOTHING;
const listeners = new Set<() => void>();

function set(next: Partial<Live>): void {
    live = { ...live, ...next };
    for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

/** Who is in the space that is shown. */
export const usePresent = (): readonly Presence[] => useSyncExternalStore(subscribe, () => live.present);

/** Returns true while changes are told by the server as they happen. */
export const isStreaming = (): boolean => live.isStreaming;

/** Told of content that changed somewhere: `detail` is the change request, or null for main content. */
export const contentElsewhere = new EventTarget();

const isVisible = (): boolean => document.visibilityState === 'visible';

/** Follows a space until it is ended. */
class Following {
    private source: EventSource | undefined;
    private after: string | undefined;
    private pause = 1000;
    private isFirst = true;
    private pending: Event[] = [];
    private readonly timers: { flush?: ReturnType<typeof setTimeout>; again?: ReturnType<typeof setTimeout> } = {};
    private readonly poll = setInterval(() => isVisible() && !live.isStreaming && this.missed(), POLL_EVERY);

    constructor(private readonly spaceId: string, private readonly me: string | undefined) {
        document.addEventListener('visibilitychange', this.seen);
        this.seen();
    }

    end(): void {
        document.removeEventListener('visibilitychange', this.seen);
        clearInterval(this.poll);
        clearTimeout(this.timers.flush);
        this.close();
        set(NOTHING);
    }

    private readonly seen = (): void => (isVisible() ? this.open() : this.close());

    private close(): void {
        clearTimeout(this.timers.again);
        this.source?.close();
        this.source = undefined;
        set({ isStreaming: false });
    }

    private open(): void {
        if (this.source) return;
        const query = this.after === undefined ? '' : `?after=${encodeURIComponent(this.after)}`;
        const source = new EventSource(`/v1/spaces/${encodeURIComponent(this.spaceId)}/events${query}`);
        this.source = source;
        const on = (type: string, act: (data: unknown) => void) => source.addEventListener(type, (message) => {
            const { data, lastEventId } = message as MessageEvent<string>;
            if (lastEventId) this.after = lastEventId;
            act(JSON.parse(data || 'null'));
        });
        on('ready', () => this.ready());
        on('change', (event) => this.changed(event as Event));
        on('presence', (list) => set({ present: (list as Schemas['PresenceList']).items }));
        on('reset', () => this.missed());
        source.addEventListener('error', () => this.failed(source));
    }

    private ready(): void {
        // Between what was read and a first stream something may have happened.
        if (this.isFirst) {
            void this.compare();
            void queries.invalidateQueries({ queryKey: ['notifications'] });
        }
        this.isFirst = false;
        this.pause = 1000;
        set({ isStreaming: true });
    }

    private failed(source: EventSource): void {
        set({ isStreaming: false });
        // Browsers come back by themselves after a lost connection, and not after an answer that says no.
        if (source.readyState !== EventSource.CLOSED || this.source !== source) return;
        this.source = undefined;
        this.pause = Math.min(LONGEST_PAUSE, this.pause * 2);
        this.timers.again = setTimeout(() => isVisible() && this.open(), this.pause);
    }

    private async compare(): Promise<void> {
        const before = queries.getQueryData<Schemas['Space']>(['space', this.spaceId])?.revision;
        const path = { spaceId: this.spaceId };
        const now = await take(client.GET('/v1/spaces/{spaceId}', { params: { path } })).catch(() => undefined);
        if (before && now && now.revision !== before) this.missed();
    }

    /** Reads everything again. */
    private missed(): void {
        contentChanged(this.spaceId);
        for (const request of [null, 'any']) contentElsewhere.dispatchEvent(new CustomEvent('content', { detail: request }));
        if (live.isStreaming) return;
        const path = { spaceId: this.spaceId };
        void take(client.GET('/v1/spaces/{spaceId}/presence', { params: { path } })).then(({ items }) => set({ present: items }), () => undefined);
    }

    private changed(event: Event): void {
        this.pending.push(event);
        if (event.type === 'content_updated' || event.type === 'change_request_merged') {
            contentElsewhere.dispatchEvent(new CustomEvent('content', { detail: (event.type === 'content_updated' && event.changeRequest) || null }));
        }
        this.timers.flush ??= setTimeout(() => this.flush(), REST);
    }

    private flush(): void {
        const events = this.pending;
        this.pending = [];
        this.timers.flush = undefined;
        // What somebody types is not read again with each save: only when another screen shows it.
        const isTyping = location.pathname.endsWith('/edit') && events.every(({ actor }) => actor !== undefined && actor.id === this.me);
        void queries.invalidateQueries({ predicate: ({ queryKey }) => events.some((event) => isStale(queryKey, event)), refetchType: isTyping ? 'none' : 'active' });
        const concerns = ({ type, actor }: Event) => actor?.id !== this.me && /^(review|comment|change_request_merged)/.test(type);
        if (events.some(concerns)) void queries.invalidateQueries({ queryKey: ['notifications'] });
    }
}

/** Keeps what is shown of a space up to date while the component is there. */
export function useFollowing(spaceId: string, me: string | undefined): void {
    useEffect(() => {
        const following = new Following(spaceId, me);
        return () => following.end();
    }, [spaceId, me]);
}

const WINDOW = randomName();

/** Says where this window is in a space, as long as it is seen. */
export function useBeingAt(spaceId: string, scope: ReadScope, page: string | undefined, activity: Presence['activity']): void {
    const changeRequest = scope.kind === 'change-request' ? scope.id : undefined;
    const isPast = scope.kind === 'revision';
    useEffect(() => {
        const path = { spaceId };
        const body = { client: WINDOW, activity, ...(page && !isPast ? { page } : {}), ...(changeRequest ? { changeRequest } : {}) };
        const say = () => {
            if (isVisible()) client.POST('/v1/spaces/{spaceId}/presence', { params: { path }, body }).catch(() => undefined);
        };
        say();
        const timer = setInterval(say, PRESENT_EVERY);
        document.addEventListener('visibilitychange', say);
        return () => {
            clearInterval(timer);
            document.removeEventListener('visibilitychange', say);
        };
    }, [spaceId, changeRequest, isPast, page, activity]);
    useEffect(() => {
        const leave = () => void client.DELETE('/v1/spaces/{spaceId}/presence', { params: { path: { spaceId }, query: { client: WINDOW } }, keepalive: true }).catch(() => undefined);
        addEventListener('pagehide', leave);
        return () => {
            removeEventListener('pagehide', leave);
            leave();
        };
    }, [spaceId]);
}
