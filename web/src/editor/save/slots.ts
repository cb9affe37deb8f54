// Places for drafts, so that two tabs on one page never write over each other's: each holds a place while it is open. A
// place whose tab is gone is taken over with the draft that it was left with.

import { randomName } from '../../random';
import type { Drafts } from './drafts';

const MOST = 8;

export interface Slot {
    address: string;
    release(): void;
}

/** Takes a place for the drafts of an address: one that was left with a draft if there is one, else a free one. */
export async function takeSlot(address: string, drafts: Drafts): Promise<Slot> {
    // Browsers have locks where a page came by HTTPS or from this machine.
    if (!navigator.locks) return { address, release: () => undefined };
    const free: Slot[] = [];
    for (let n = 0; n < MOST; n += 1) {
        const name = n === 0 ? address : `${address}#${n}`;
        const release = await tryLock(`quire-draft ${name}`);
        if (!release) continue;
        const slot = { address: name, release };
        if (await drafts.get(name).catch(() => undefined)) {
            for (const other of free) other.release();
            return slot;
        }
        free.push(slot);
    }
    const [first, ...rest] = free;
    for (const other of rest) other.release();
    return first ?? { address: `${address}#${randomName()}`, release: () => undefined };
}

/** Returns what releases the lock, or nothing if another tab holds it. */
function tryLock(name: string): Promise<(() => void) | undefined> {
    return new Promise((resolve) => {
        const held = (lock: Lock | null) => {
            if (lock) return new Promise<void>((release) => resolve(release));
            resolve(undefined);
            return undefined;
        };
        navigator.locks.request(name, { ifAvailable: true }, held).catch(() => resolve(undefined));
    });
}
