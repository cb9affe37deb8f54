/** Changes of a thing that are made only while it is as the person saw it. The revision that was looked at goes along as a
 * precondition: what is saved in between is looked at, too, and a change of something else does not stand in the way. */

import type { Scope } from '../editor';
import { Refused } from './client';
import { edit, readContent, type Content, type Edit, type Edited } from './content';

/** A state of a thing, as people see it: `key` tells states apart. A thing that is not there has none. */
export interface State { key: string; shown: string }

/** Somebody else changed a thing since the person saw it. `now` is undefined if it is not there any more. */
export class ChangedMeanwhile extends Error {
    constructor(message: string, readonly now: State | undefined) {
        super(message);
    }
}

/** How often a call is made again because something was saved in between. */
const MOST_TRIES = 20;

const PRECONDITION_FAILED = 412;

/** Decides by the newest content what to change, and changes it; returns undefined if there is nothing to do. */
export async function editAsSeen(spaceId: string, target: Scope, decide: (content: Content) => Edit[] | Promise<Edit[]>): Promise<Edited | undefined> {
    for (let tries = 1; ; tries += 1) {
        const content = await readContent(spaceId, target);
        const changes = await decide(content);
        if (!changes.length) return undefined;
        try {
            return await edit(spaceId, target, changes, { revision: content.id });
        } catch (error) {
            if (!(error instanceof Refused && error.status === PRECONDITION_FAILED) || tries === MOST_TRIES) throw error;
        }
    }
}

/** The fields of a thing by their names. A field that has no value is absent, null or an empty text: all the same. */
export type Fields = Readonly<Record<string, unknown>>;

const given = (value: unknown): unknown => (value === undefined || value === '' ? null : value);
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(given(one)) === JSON.stringify(given(other));

/** Somebody else gave fields another value that the person changed, too. `now` has the fields as they are. */
export class FieldsChangedMeanwhile extends Error {
    constructor(message: string, readonly now: Fields, readonly names: string[]) {
        super(message);
    }
}

/** What a person wants of a thing with fields. */
export interface Form {
    /** The fields when the person began. */
    opened: Fields;
    /** The fields as the person saw them last. */
    seen: Fields;
    /** What the form has. */
    wanted: Fields;
}

/** Returns the fields that a person changed since they began, and that are not yet as they want them.
 *
 * Fields that they left alone are not sent, whatever they are by now. One that somebody else changed is replaced only if
 * the person has seen that: else this throws, with `message`. */
export function changedFields({ opened, seen, wanted }: Form, now: Fields, message: string): Record<string, unknown> {
    const names = Object.keys(wanted).filter((name) => !isSame(wanted[name], opened[name]) && !isSame(wanted[name], now[name]));
    const clashing = names.filter((name) => !isSame(now[name], seen[name]));
    if (clashing.length) throw new FieldsChangedMeanwhile(message, now, clashing);
    return Object.fromEntries(names.map((name) => [name, wanted[name]]));
}
