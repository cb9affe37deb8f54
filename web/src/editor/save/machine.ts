// Saving as a state machine: events in, effects out. It knows no clock, no network and no page.
//
// What always holds: what is written is in `now`, and in the draft that `keep` stores, until the server has acknowledged
// it. One save is under way at a time; one whose fate is not known is sent again as it was, with its key. What others
// changed is integrated by the host, which knows where somebody is typing; until it is, nothing further is sent, so that
// the base never runs ahead of what is written.

import type { Based, Fields } from './changes';
import type { Saved } from './settle';

/** How long nothing is written before a save, and the longest that writing goes on without one, in milliseconds. */
export const REST = 1000;
export const LONGEST = 5000;
/** When the host is asked again to integrate what others changed. */
const SOON = 300;

/** Why nothing is saved. `reason` is in the server's words. */
export type Trouble =
    | { kind: 'offline' }
    | { kind: 'busy'; reason: string }
    | { kind: 'signed-out' }
    | { kind: 'forbidden'; reason: string }
    | { kind: 'missing'; reason: string }
    | { kind: 'locked'; reason: string }
    | { kind: 'refused'; reason: string }
    | { kind: 'outdated' };

export type Failure = Trouble | { kind: 'conflict' } | { kind: 'base-gone' } | { kind: 'keys-gone' };

/** What the machine asks about the content that it saves: blocks, or a text. */
export interface Kind<C> {
    /** The fields that make `now` of the base; undefined if both are the same. With `wholly`, not as changes of blocks. */
    fieldsOf(base: Based<C>, now: C, wholly?: boolean): Fields | undefined;
    settled(base: Based<C>, fields: Fields, sent: C, revision: string, saved: Saved): Based<C>;
    isSame(a: C, b: C): boolean;
    /** Returns a key that was never used. */
    newKey(): string;
}

export interface Flight<C> {
    key: string;
    fields: Fields;
    sent: C;
    /** True while the call is under way; false when its fate is not known. */
    flying: boolean;
}

/** What the server has that is not integrated yet: from `from`, which is known here, to `base`. */
interface Theirs<C> {
    from: C;
    base: Based<C>;
    /** True if both sides changed something that the server would not merge. */
    refused: boolean;
    /** The save that this is the answer to: sent again after a reload, it is answered in the same way. */
    of?: Flight<C>;
}

export interface State<C> {
    base: Based<C>;
    now: C;
    flight?: Flight<C>;
    theirs?: Theirs<C>;
    trouble?: Trouble;
    /** How many conflicts wait to be decided here. */
    clashes: number;
    tries: number;
    /** When what is not saved was first and last written, and when the next try is due. */
    first?: number;
    last?: number;
    retryAt?: number;
    /** Set while the current content of the server is read, and `unread` when that has failed. */
    reading?: 'merge' | 'look';
    unread?: 'merge' | 'look';
    /** True if the server did not know the keys: the next save is of the whole content. */
    wholly: boolean;
}

export type Event<C> =
    | { type: 'written'; now: C; clashes: number; at: number }
    | { type: 'tick'; at: number }
    | { type: 'answered'; revision: string; saved: Saved; at: number }
    | { type: 'failed'; failure: Failure; at: number }
    | { type: 'integrated'; now: C; clashes: number; at: number }
    | { type: 'typing'; at: number }
    | { type: 'read'; base: Based<C>; at: number }
    | { type: 'unread'; failure: Failure; at: number }
    | { type: 'elsewhere'; revision: string; at: number }
    | { type: 'resume'; at: number };

export type Effect<C> =
    | { type: 'keep' }
    | { type: 'forget' }
    | { type: 'send'; key: string; base: string; fields: Fields }
    | { type: 'integrate'; from: C; to: C; refused: boolean }
    | { type: 'read' }
    | { type: 'wake'; at: number };

/** The state that editing begins with. What a draft has beyond the base is saved as if it had just been written. */
export function start<C>(base: Based<C>, now: C = base.content, flight?: Flight<C>, clashes = 0): State<C> {
    return { base, now, clashes, tries: 0, wholly: false, ...(flight && { flight: { ...flight, flying: false } }) };
}

/** Returns true if something that was written is not acknowledged. */
export function unsaved<C>(state: State<C>, kind: Kind<C>): boolean {
    return state.flight !== undefined || state.clashes > 0 || !kind.isSame(state.base.content, state.now);
}

/** Returns the state after an event, and what is to be done. */
export function step<C>(state: State<C>, event: Event<C>, kind: Kind<C>): [State<C>, Effect<C>[]] {
    switch (event.type) {
        case 'written': {
            const next = { ...state, now: event.now, clashes: event.clashes, first: state.first ?? event.at, last: event.at };
            const again = state.trouble?.kind === 'refused' ? { ...next, trouble: undefined } : next;
            return due(again, [{ type: 'keep' }], event.at, kind);
        }
        case 'tick':
            return due(state, [], event.at, kind);
        case 'typing':
            return [state, [{ type: 'wake', at: event.at + SOON }]];
        case 'resume': {
            const hurried = state.first === undefined ? {} : { first: -LONGEST, last: -REST };
            return due({ ...state, ...hurried, trouble: undefined, retryAt: undefined }, [], event.at, kind);
        }
        case 'answered':
            return answered(state, event, kind);
        case 'failed':
            return failed(state, event.failure, event.at, kind);
        case 'integrated':
            return integrated(state, event, kind);
        case 'read':
            return read(state, event, kind);
        case 'unread':
            return failed({ ...state, reading: undefined, unread: state.reading }, event.failure, event.at, kind);
        case 'elsewhere':
            // What is written here goes first: the server merges it by words.
            if (event.revision === state.base.revision || state.reading || state.theirs || unsaved(state, kind)) return [state, []];
            return [{ ...state, reading: 'look' }, [{ type: 'read' }]];
    }
}

type Outcome<C> = [State<C>, Effect<C>[]];

function read<C>(state: State<C>, { base, at }: { base: Based<C>; at: number }, kind: Kind<C>): Outcome<C> {
    const next = { ...state, reading: undefined };
    const refused = state.reading === 'merge';
    if (!refused && base.revision === state.base.revision) return due(next, [], at, kind);
    return due({ ...next, theirs: { from: state.base.content, base, refused } }, [], at, kind);
}

function answered<C>(state: State<C>, { revision, saved, at }: { revision: string; saved: Saved; at: number }, kind: Kind<C>): Outcome<C> {
    const flight = state.flight;
    if (!flight) return [state, []];
    const base = kind.settled(state.base, flight.fields, flight.sent, revision, saved);
    const idle = kind.isSame(flight.sent, state.now) ? { first: undefined, last: undefined } : {};
    const next: State<C> = { ...state, flight: undefined, trouble: undefined, tries: 0, retryAt: undefined, wholly: false, ...idle };
    if (kind.isSame(base.content, flight.sent)) return due({ ...next, base }, [{ type: 'keep' }], at, kind);
    return due({ ...next, theirs: { from: flight.sent, base, refused: false, of: flight } }, [], at, kind);
}

function integrated<C>(state: State<C>, { now, clashes, at }: { now: C; clashes: number; at: number }, kind: Kind<C>): Outcome<C> {
    if (!state.theirs) return [state, []];
    const next: State<C> = { ...state, base: state.theirs.base, theirs: undefined, now, clashes };
    return due(next, [{ type: 'keep' }], at, kind);
}

const STOPS = new Set(['signed-out', 'forbidden', 'missing', 'locked', 'refused', 'outdated']);

function failed<C>(state: State<C>, failure: Failure, at: number, kind: Kind<C>): Outcome<C> {
    // Nothing was made of a call that was refused, so what comes next is another one.
    const refused: State<C> = { ...state, flight: undefined };
    const unknown: State<C> = { ...state, ...(state.flight && { flight: { ...state.flight, flying: false } }) };
    if (failure.kind === 'keys-gone') {
        if (state.wholly) return [{ ...refused, trouble: { kind: 'refused', reason: 'The server does not know these blocks.' } }, [{ type: 'keep' }]];
        return due({ ...refused, wholly: true }, [], at, kind);
    }
    if (failure.kind === 'conflict' || failure.kind === 'base-gone') {
        return [{ ...refused, reading: 'merge' }, [{ type: 'keep' }, { type: 'read' }]];
    }
    if (failure.kind === 'refused') return [{ ...refused, trouble: failure }, [{ type: 'keep' }]];
    if (STOPS.has(failure.kind)) return [{ ...unknown, trouble: failure }, [{ type: 'keep' }]];
    const retryAt = at + Math.min(30_000, 1000 * 2 ** state.tries);
    return [{ ...unknown, trouble: failure, tries: state.tries + 1, retryAt }, [{ type: 'wake', at: retryAt }]];
}

/** Adds what is due in a state. */
function due<C>(state: State<C>, effects: Effect<C>[], at: number, kind: Kind<C>): Outcome<C> {
    if (state.reading || state.flight?.flying) return [state, effects];
    if (state.retryAt !== undefined && at < state.retryAt) return [state, [...effects, { type: 'wake', at: state.retryAt }]];
    if (state.trouble && STOPS.has(state.trouble.kind)) return [state, effects];
    const next = { ...state, retryAt: undefined };
    if (next.unread) return [{ ...next, unread: undefined, reading: next.unread }, [...effects, { type: 'read' }]];
    if (next.theirs) {
        const { from, base, refused } = next.theirs;
        return [next, [...effects, { type: 'integrate', from, to: base.content, refused }]];
    }
    if (next.flight) {
        const flight = { ...next.flight, flying: true };
        return [{ ...next, flight }, [...effects, send(flight, next.base.revision)]];
    }
    if (next.clashes) return [next, effects];
    if (kind.isSame(next.base.content, next.now)) {
        const rest = effects.filter((effect) => effect.type !== 'keep');
        return [{ ...next, first: undefined, last: undefined, trouble: undefined }, [...rest, { type: 'forget' }]];
    }
    const when = Math.min((next.last ?? -REST) + REST, (next.first ?? -LONGEST) + LONGEST);
    if (at < when) return [next, [...effects, { type: 'wake', at: when }]];
    // What differs is looked for only when it is sent.
    const fields = kind.fieldsOf(next.base, next.now, next.wholly) as Fields;
    const flight = { key: kind.newKey(), fields, sent: next.now, flying: true };
    const taken = { ...next, flight, first: undefined, last: undefined };
    return [taken, [...effects.filter((effect) => effect.type !== 'keep'), { type: 'keep' }, send(flight, next.base.revision)]];
}

function send<C>({ key, fields }: Flight<C>, base: string): Effect<C> {
    return { type: 'send', key, base, fields };
}
