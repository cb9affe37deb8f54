// Places for drafts: two tabs never share one, and a draft that was left is taken over.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';

import type { Drafts } from '../../src/editor/save/drafts';
import { left, settledAt } from '../../src/editor/save/leaving';
import { takeSlot } from '../../src/editor/save/slots';

/** The locks of a browser, as far as they are asked for at once or not at all. */
class Locks {
    readonly held = new Set<string>();
    async request(name: string, _: LockOptions, use: (lock: { name: string } | null) => Promise<unknown> | undefined): Promise<unknown> {
        if (this.held.has(name)) return use(null);
        this.held.add(name);
        try {
            return await use({ name });
        } finally {
            this.held.delete(name);
        }
    }
}

const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
let locks: Locks;
beforeEach(() => {
    locks = new Locks();
    Object.defineProperty(globalThis, 'navigator', { value: { locks }, configurable: true });
});
afterEach(() => {
    if (before) Object.defineProperty(globalThis, 'navigator', before);
});

const drafts = (...addresses: string[]): Drafts => ({
    get: async (address) => (addresses.includes(address) ? { base: { revision: '', keys: [], content: [] }, clashes: [], at: 0 } : undefined),
    put: async () => undefined,
    remove: async () => undefined,
    list: async () => addresses.map((address) => ({ address, at: 0 })),
});
const turns = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

test('tabs take different places, and free ones again', async () => {
    const [one, two] = [await takeSlot('page', drafts()), await takeSlot('page', drafts())];
    assert.deepEqual([one.address, two.address], ['page', 'page#1']);
    assert.deepEqual([...locks.held], ['quire-draft page', 'quire-draft page#1'], 'places that were only looked at are free');
    one.release();
    await turns();
    assert.equal((await takeSlot('page', drafts())).address, 'page');
});

test('a draft that was left is taken over, but not from a tab that is open', async () => {
    const kept = drafts('page#1');
    const first = await takeSlot('page', kept);
    assert.equal(first.address, 'page#1');
    assert.equal((await takeSlot('page', kept)).address, 'page');
    assert.equal((await takeSlot('page', kept)).address, 'page#2');
});

test('beyond the places for all tabs each has one of its own', async () => {
    const slots = [];
    for (let n = 0; n < 10; n += 1) slots.push((await takeSlot('page', drafts())).address);
    assert.equal(new Set(slots).size, 10);
});

test('drafts that can’t be read count as none', async () => {
    const broken: Drafts = { ...drafts(), get: () => Promise.reject(new Error('closed')) };
    assert.equal((await takeSlot('page', broken)).address, 'page');
});

test('who opens a page again waits for all that were left', async () => {
    const ends: (() => void)[] = [];
    for (let n = 0; n < 2; n += 1) left('page', new Promise<void>((resolve) => ends.push(resolve)));
    let isSettled = false;
    const waiting = settledAt('page').then(() => (isSettled = true));
    ends[1]?.();
    await turns();
    assert.equal(isSettled, false);
    ends[0]?.();
    await waiting;
    assert.equal(isSettled, true);
});

test('who opens a page again waits for the save of the one that was left', async () => {
    let end = (): void => undefined;
    left('page', new Promise<void>((resolve) => (end = resolve)));
    let isSettled = false;
    const waiting = settledAt('page').then(() => (isSettled = true));
    await turns();
    assert.equal(isSettled, false);
    await settledAt('another');
    end();
    await waiting;
    assert.equal(isSettled, true);
});
