// The walk through the past of a space: it goes on until enough is found, and says how far it came.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { walkBack, type Goal, type Revision, type Walked } from '../src/api/past';

const revision = (at: number) => ({ id: `r${at}` }) as Revision;

/** Walks through so many revisions, of which these are wanted. */
async function walked(count: number, wanted: number[], goal: Goal, stopAt = Infinity) {
    const steps: Walked[] = [];
    const ended = new AbortController();
    let asked = 0;
    const list = async (page: string | undefined) => {
        const from = Number(page ?? 0);
        const items = Array.from({ length: Math.min(100, count - from) }, (_, at) => revision(from + at));
        return { items, ...(from + 100 < count ? { next: { page: String(from + 100) } } : {}) };
    };
    const isAbout = async ({ id }: Revision) => { asked += 1; return wanted.includes(Number(id.slice(1))); };
    await walkBack({ list, isAbout }, () => goal, (it) => { steps.push(it); if (it.looked >= stopAt) ended.abort(); }, ended.signal);
    return { last: steps.at(-1)!, asked, found: steps.at(-1)!.found.map(({ id }) => id) };
}

test('a change that lies far back is found', async () => {
    const { last, found } = await walked(350, [330], { looked: 32, found: 1 });
    assert.deepEqual(found, ['r330']);
    assert.ok(last.looked > 330 && !last.isOver);
});

test('what is enough ends the walk, and the beginning of the space does', async () => {
    const near = await walked(350, [0, 1, 40], { looked: 32, found: 1 });
    assert.deepEqual([near.found, near.asked, near.last.isOver], [['r0', 'r1'], 32, false]);
    const further = await walked(350, [0, 1, 40], { looked: 64, found: 3 });
    assert.deepEqual([further.found, further.asked], [['r0', 'r1', 'r40'], 64]);
    const none = await walked(150, [], { looked: 32, found: 1 });
    assert.deepEqual([none.found, none.last.looked, none.last.isOver], [[], 150, true]);
    assert.deepEqual((await walked(0, [], { looked: 32, found: 1 })).last, { found: [], looked: 0, isOver: true });
    assert.equal((await walked(100, [99], { looked: 32, found: 1 })).last.isOver, true);
    assert.equal((await walked(100, [50], { looked: 32, found: 1 })).last.isOver, false);
});

test('a walk that is stopped asks no more', async () => {
    const { asked, last } = await walked(5_000, [], { looked: 32, found: 1 }, 200);
    assert.deepEqual([asked, last.looked, last.isOver], [200, 200, false]);
});
