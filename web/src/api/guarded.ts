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
            return await edit(spaceId, target, changes, content.id);
        } catch (error) {
            if (!(error instanceof Refused && error.status === PRECONDITION_FAILED) || tries === MOST_TRIES) throw error;
        }
    }
}
