// The state machine of saves with what it needs to act: a clock, the way to the server, the drafts, and the host in which
// somebody writes.

import type { Json } from '../model/json';
import type { Based, Fields } from './changes';
import type { Draft, Drafts, StoredBase } from './drafts';
import { type Effect, type Event, type Failure, type Kind, start, type State, step, type Trouble, unsaved } from './machine';
import type { Saved } from './settle';

/** The way to the server. Promises never reject: what fails is a value. */
export interface Transport<C> {
    send(key: string, base: string, fields: Fields): Promise<{ revision: string; saved: Saved } | { failure: Failure }>;
    read(known: C): Promise<{ base: Based<C> } | { failure: Failure }>;
}

/** Time, as an argument. */
export interface Clock {
    now(): number;
    /** Calls back at a time, in place of what was asked for before. */
    wake(at: number, call: () => void): void;
    stop(): void;
}

/** Where somebody writes. */
export interface Host<C> {
    /** Takes in what others changed; undefined while somebody writes at that place. */
    integrate(from: C, to: C, refused: boolean): { now: C; clashes: number } | undefined;
    /** The conflicts that wait to be decided, for the draft. */
    clashes(): Json;
    shown(status: Status): void;
}

/** How content becomes a record of the drafts, and back. */
export interface Storage<C> {
    store(base: Based<C>): StoredBase;
    load(base: StoredBase): Based<C>;
    contentOf(base: Based<C>, fields: Fields | undefined): C;
}

export type Status =
    | { kind: 'saved' }
    | { kind: 'writing' }
    | { kind: 'saving' }
    | { kind: 'conflict'; count: number }
    | (Trouble & { unsaved: boolean })
    | { kind: 'no-drafts'; unsaved: boolean };

interface Parts<C> {
    kind: Kind<C>;
    host: Host<C>;
    transport: Transport<C>;
    clock: Clock;
    drafts: Drafts;
    storage: Storage<C>;
    /** Whose draft of what. */
    address: string;
}

export class Saver<C> {
    private keptBase: Based<C> | undefined;
    /** The base as a record of the drafts, made once for all keys that follow. */
    private baseRecord: { of: Based<C>; stored: StoredBase } | undefined;
    private draftsFail = false;
    private closed = false;
    /** True once nobody writes here any more. */
    private detached = false;
    private waiting: ((saved: boolean) => void)[] = [];

    constructor(
        private readonly parts: Parts<C>,
        private current: State<C>,
    ) {}

    get state(): State<C> {
        return this.current;
    }

    /** Tells that something was written. */
    written(now: C, clashes: number): void {
        this.dispatch({ type: 'written', now, clashes, at: this.parts.clock.now() });
    }

    /** Tells that what stood in the way may be gone: the network is back, somebody signed in, or asks to try again. */
    resume(): void {
        this.dispatch({ type: 'resume', at: this.parts.clock.now() });
    }

    /** Tells that the content is at another revision now. */
    elsewhere(revision: string): void {
        this.dispatch({ type: 'elsewhere', revision, at: this.parts.clock.now() });
    }

    get unsaved(): boolean {
        return unsaved(this.current, this.parts.kind);
    }

    /** Saves at once what is not saved. Resolves with true when all is acknowledged, with false if something is in the way. */
    flush(): Promise<boolean> {
        if (!this.unsaved || this.closed) return Promise.resolve(!this.unsaved);
        return new Promise((resolve) => {
            this.waiting.push(resolve);
            this.resume();
        });
    }

    /** Ends the writing. What is not saved is saved, without whoever wrote it; where that fails, the draft stays. */
    async close(): Promise<boolean> {
        const saving = this.flush();
        this.detached = true;
        const saved = await saving;
        this.stop();
        return saved;
    }

    /** Ends at once, as when the tab is gone. The draft stays. */
    stop(): void {
        this.closed = true;
        this.parts.clock.stop();
    }

    /** Ends for good, as what was written is elsewhere now. The draft goes. */
    async abandon(): Promise<void> {
        this.stop();
        await this.parts.drafts.remove(this.parts.address);
    }

    private dispatch(event: Event<C>): void {
        if (this.closed) return;
        const [state, effects] = step(this.current, event, this.parts.kind);
        this.current = state;
        for (const effect of effects) this.run(effect);
        const status = this.status();
        this.parts.host.shown(status);
        if (status.kind !== 'writing' && status.kind !== 'saving') this.settle(status.kind === 'saved');
    }

    /** Tells those who wait whether all is saved. */
    private settle(saved: boolean): void {
        const waiting = this.waiting;
        this.waiting = [];
        for (const resolve of waiting) resolve(saved);
    }

    private run(effect: Effect<C>): void {
        const { clock, drafts, address, host } = this.parts;
        switch (effect.type) {
            case 'keep':
                this.keep();
                return;
            case 'forget':
                this.keptBase = undefined;
                this.record(drafts.remove(address));
                return;
            case 'wake':
                clock.wake(effect.at, () => this.dispatch({ type: 'tick', at: clock.now() }));
                return;
            case 'send':
                void this.send(effect.key, effect.base, effect.fields);
                return;
            case 'read':
                void this.read();
                return;
            case 'integrate': {
                // What others changed is taken in where somebody sees it: when the draft is opened again.
                if (this.detached) return this.settle(false);
                const outcome = host.integrate(effect.from, effect.to, effect.refused);
                this.dispatch(outcome ? { type: 'integrated', ...outcome, at: clock.now() } : { type: 'typing', at: clock.now() });
            }
        }
    }

    private async send(key: string, base: string, fields: Fields): Promise<void> {
        const answer = await this.parts.transport.send(key, base, fields);
        const at = this.parts.clock.now();
        if ('failure' in answer) {
            this.dispatch({ type: 'failed', failure: answer.failure, at });
            return;
        }
        try {
            this.dispatch({ type: 'answered', ...answer, at });
        } catch {
            // An answer that can't be read is one of another version of the server.
            this.dispatch({ type: 'failed', failure: { kind: 'outdated' }, at });
        }
    }

    private async read(): Promise<void> {
        const answer = await this.parts.transport.read(this.current.base.content);
        const at = this.parts.clock.now();
        this.dispatch('failure' in answer ? { type: 'unread', failure: answer.failure, at } : { type: 'read', base: answer.base, at });
    }

    private keep(): void {
        const { drafts, address, kind, host, clock } = this.parts;
        const { base, now, theirs } = this.current;
        // Until the answer to a save is in the text, the draft is about the base before it.
        const flight = this.current.flight ?? theirs?.of;
        const draft: Draft = {
            base: this.stored(base),
            fields: kind.fieldsOf(base, now),
            flight: flight && { key: flight.key, fields: flight.fields },
            clashes: host.clashes(),
            at: clock.now(),
        };
        const changed = this.keptBase !== base;
        this.keptBase = base;
        this.record(drafts.put(address, draft, changed));
    }

    private stored(base: Based<C>): StoredBase {
        if (this.baseRecord?.of !== base) this.baseRecord = { of: base, stored: this.parts.storage.store(base) };
        return this.baseRecord.stored;
    }

    private record(outcome: Promise<void>): void {
        outcome.then(
            () => (this.draftsFail = false),
            () => {
                this.draftsFail = true;
                this.keptBase = undefined;
                if (!this.closed) this.parts.host.shown(this.status());
            },
        );
    }

    private status(): Status {
        const { trouble, clashes, flight } = this.current;
        const open = this.unsaved;
        if (clashes) return { kind: 'conflict', count: clashes };
        if (trouble) return { ...trouble, unsaved: open };
        if (flight) return { kind: 'saving' };
        if (open && this.draftsFail) return { kind: 'no-drafts', unsaved: true };
        return { kind: open ? 'writing' : 'saved' };
    }
}

/** The state that a draft was left in. */
export function restored<C>(draft: Draft, storage: Storage<C>, clashes: number): State<C> {
    const base = storage.load(draft.base);
    const flight = draft.flight && { ...draft.flight, sent: storage.contentOf(base, draft.flight.fields), flying: false };
    // What was sent and what was written since are of the same nodes where they say the same.
    return start(base, storage.contentOf(base, draft.fields), flight, clashes);
}
