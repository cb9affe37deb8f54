// Saves under everything that happens: lost calls and lost answers, kills, others who write the same, sessions that end.
// What is written is never lost: it is in the content of the server, or in a conflict that waits to be decided.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { type Content, contentOf, fieldsOf } from '../../src/editor/save/changes';
import type { Draft, Drafts } from '../../src/editor/save/drafts';
import { blocks, blockStorage } from '../../src/editor/save/blocks';
import { type Failure, start } from '../../src/editor/save/machine';
import { type Clash, merge } from '../../src/editor/save/merge';
import { type Clock, restored, Saver, type Status, type Transport } from '../../src/editor/save/saver';
import { based } from '../../src/editor/save/settle';
import { below, one, type Random, random } from './random';
import { paragraph, Server } from './server';

/** Waits until all that promises have to do is done. */
const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/** Drafts as a browser keeps them: what is stored is a copy. */
class Memory implements Drafts {
    readonly stored = new Map<string, Draft>();
    full = false;
    async get(address: string) {
        return structuredClone(this.stored.get(address));
    }
    put(address: string, draft: Draft, baseChanged: boolean) {
        if (this.full) return Promise.reject(new Error('full'));
        const base = baseChanged ? draft.base : (this.stored.get(address) as Draft).base;
        this.stored.set(address, structuredClone({ ...draft, base }));
        return Promise.resolve();
    }
    async remove(address: string) {
        this.stored.delete(address);
    }
    async list() {
        return [...this.stored].map(([address, { at }]) => ({ address, at }));
    }
}

/** A browser with one page open, whose time is set by the test. */
class Browser {
    at = 0;
    status: Status = { kind: 'saved' };
    private due: { at: number; call: () => void } | undefined;
    private clashes: Clash[] = [];
    private keys = 0;
    typing = false;
    /** What becomes of the next calls. */
    fate: () => 'made' | 'lost' | 'unanswered' | Failure = () => 'made';
    saver: Saver<Content>;

    constructor(readonly server: Server, readonly drafts: Memory, private readonly name = 'a') {
        this.saver = this.open();
    }

    get now(): Content {
        return this.saver.state.now;
    }

    private open(): Saver<Content> {
        const draft = this.drafts.stored.get('page');
        this.clashes = draft ? (draft.clashes as unknown as { mine: string[]; theirs: string[] }[]).map((it) => ({ mine: it.mine.map(paragraph), theirs: it.theirs.map(paragraph) })) : [];
        const state = draft
            ? restored(structuredClone(draft), blockStorage, this.clashes.length)
            : start(based(this.server.revision, this.server.blocks(this.server.revision), []));
        const clock: Clock = { now: () => this.at, wake: (at, call) => (this.due = { at, call }), stop: () => (this.due = undefined) };
        const transport: Transport<Content> = {
            send: async (key, base, fields) => {
                const fate = this.fate();
                if (typeof fate === 'object') return { failure: fate };
                if (fate === 'lost') return { failure: { kind: 'offline' } };
                const answer = this.server.save(key, base, structuredClone(fields));
                return fate === 'made' ? structuredClone(answer) : { failure: { kind: 'offline' } };
            },
            read: async (known) => {
                const fate = this.fate();
                if (fate !== 'made') return { failure: typeof fate === 'object' ? fate : { kind: 'offline' } };
                return { base: based(this.server.revision, structuredClone(this.server.blocks(this.server.revision)), known) };
            },
        };
        const host = {
            integrate: (from: Content, to: Content, refused: boolean) => {
                if (this.typing) return undefined;
                const pieces = merge(from, this.saver.state.now, to, !refused);
                this.clashes.push(...pieces.flatMap((piece) => piece.clash ?? []));
                return { now: pieces.flatMap((piece) => piece.nodes), clashes: this.clashes.length };
            },
            clashes: () => this.clashes.map(({ mine, theirs }) => ({ mine: mine.map((it) => it.textContent), theirs: theirs.map((it) => it.textContent) })),
            shown: (status: Status) => (this.status = status),
        };
        const kind = blocks(() => `${this.name}-${(this.keys += 1)}`);
        return new Saver({ kind, host, transport, clock, drafts: this.drafts, storage: blockStorage, address: 'page' }, state);
    }

    write(change: (now: Content) => Content): void {
        this.saver.written(change(this.now), this.clashes.length);
    }

    /** Keeps both sides of a conflict. */
    decide(): void {
        const clash = this.clashes.shift();
        if (!clash) return;
        this.write((now) => [...now, ...(clash.mine.length ? clash.theirs : clash.mine)]);
    }

    kill(): void {
        this.saver.stop();
        this.saver = this.open();
        this.saver.resume();
    }

    async wait(time: number): Promise<void> {
        const end = this.at + time;
        for (let turn = 0; turn < 1000 && this.due && this.due.at <= end; turn += 1) {
            const { at, call } = this.due;
            this.due = undefined;
            this.at = Math.max(this.at, at);
            call();
            await settle();
        }
        this.at = end;
        await settle();
    }
}

const open = (texts: string[]) => new Browser(new Server(texts), new Memory());
const append = (at: number, word: string) => (now: Content): Content =>
    now.map((node, place) => (place === at % now.length ? paragraph(`${node.textContent} ${word}`) : node));

test('a save waits for a second of rest, and five seconds at most', async () => {
    const browser = open(['a', 'b']);
    browser.write(append(0, 'x'));
    await browser.wait(999);
    assert.equal(browser.server.saves, 0);
    await browser.wait(1);
    assert.equal(browser.server.saves, 1);
    for (let tenth = 0; tenth < 49; tenth += 1) {
        browser.write(append(1, `w${tenth}`));
        await browser.wait(100);
    }
    assert.equal(browser.server.saves, 1);
    browser.write(append(1, 'last'));
    await browser.wait(100);
    assert.equal(browser.server.saves, 2);
});

test('saves name the blocks that changed, with their keys as they are after earlier saves', async () => {
    const browser = open(['a', 'b', 'c']);
    for (const word of ['x', 'y']) {
        browser.write(append(1, word));
        const fields = fieldsOf(browser.saver.state.base, browser.now);
        assert.deepEqual(fields && 'blocks' in fields && fields.blocks.map((change) => change.operation), ['replace']);
        await browser.wait(1000);
    }
    assert.deepEqual(browser.server.texts, ['a', 'b x y', 'c']);
    assert.deepEqual(browser.status, { kind: 'saved' });
    assert.equal(browser.drafts.stored.size, 0);
});

test('an answer that is lost is asked for again, and the save is made once', async () => {
    const browser = open(['a']);
    browser.fate = () => 'unanswered';
    browser.write((now) => [...now, paragraph('once')]);
    await browser.wait(1500);
    assert.deepEqual(browser.status, { kind: 'offline', unsaved: true });
    browser.kill();
    browser.fate = () => 'made';
    await browser.wait(40_000);
    assert.deepEqual(browser.server.texts, ['a', 'once']);
    assert.equal(browser.server.saves, 1);
});

test('what others wrote appears, but not where somebody is typing', async () => {
    const browser = open(['a', 'b']);
    browser.server.edit((nodes) => [...nodes, paragraph('theirs')]);
    browser.write(append(0, 'mine'));
    browser.typing = true;
    await browser.wait(2000);
    assert.deepEqual(browser.now.map((it) => it.textContent), ['a mine', 'b']);
    browser.typing = false;
    await browser.wait(1000);
    assert.deepEqual(browser.now.map((it) => it.textContent), ['a mine', 'b', 'theirs']);
    assert.deepEqual(browser.status, { kind: 'saved' });
});

test('a reload before the answer to a save is in the text makes nothing twice', async () => {
    const browser = open(['a', 'b']);
    browser.server.edit((nodes) => [...nodes, paragraph('theirs')]);
    browser.write((now) => [paragraph('mine'), ...now]);
    browser.typing = true;
    await browser.wait(2000);
    browser.write(append(0, 'more'));
    browser.kill();
    browser.typing = false;
    await browser.wait(40_000);
    assert.deepEqual(browser.server.texts, ['mine more', 'a', 'b', 'theirs']);
    assert.deepEqual(browser.status, { kind: 'saved' });
});

test('the same words changed by both wait for a decision, through a kill too', async () => {
    const browser = open(['a', 'b']);
    browser.server.edit(([first, ...rest]) => [paragraph(`${first?.textContent} theirs`), ...rest]);
    browser.write(append(0, 'mine'));
    await browser.wait(1000);
    assert.deepEqual(browser.status, { kind: 'conflict', count: 1 });
    assert.deepEqual(browser.server.texts, ['a theirs', 'b']);
    browser.kill();
    await browser.wait(60_000);
    assert.deepEqual(browser.status, { kind: 'conflict', count: 1 });
    assert.equal(browser.now[0]?.textContent, 'a mine');
    browser.decide();
    await browser.wait(2000);
    assert.deepEqual(browser.server.texts, ['a mine', 'b', 'a theirs']);
    assert.deepEqual(browser.status, { kind: 'saved' });
});

const stops: Failure[] = [
    { kind: 'signed-out' },
    { kind: 'forbidden', reason: 'r' },
    { kind: 'missing', reason: 'r' },
    { kind: 'locked', reason: 'r' },
    { kind: 'outdated' },
];
for (const failure of stops) {
    test(`${failure.kind}: it is said, the text stays, and is saved when that is over`, async () => {
        const browser = open(['a']);
        browser.fate = () => failure;
        browser.write(append(0, 'x'));
        await browser.wait(100_000);
        assert.deepEqual(browser.status, { ...failure, unsaved: true });
        browser.write(append(0, 'y'));
        browser.kill();
        await settle();
        assert.equal(browser.now[0]?.textContent, 'a x y');
        browser.fate = () => 'made';
        browser.saver.resume();
        await browser.wait(100_000);
        assert.deepEqual(browser.server.texts, ['a x y']);
    });
}

test('what the server refuses is sent again when it has changed, not before', async () => {
    const browser = open(['a']);
    let calls = 0;
    browser.fate = () => {
        calls += 1;
        return { kind: 'refused', reason: 'must be shorter' };
    };
    browser.write(append(0, 'x'));
    await browser.wait(100_000);
    assert.equal(calls, 1);
    assert.deepEqual(browser.status, { kind: 'refused', reason: 'must be shorter', unsaved: true });
    browser.fate = () => 'made';
    browser.write(append(0, 'y'));
    await browser.wait(1000);
    assert.deepEqual(browser.server.texts, ['a x y']);
});

test('a full browser is told, and the save goes on', async () => {
    const browser = open(['a']);
    browser.drafts.full = true;
    browser.write(append(0, 'x'));
    await settle();
    assert.deepEqual(browser.status, { kind: 'no-drafts', unsaved: true });
    await browser.wait(1000);
    assert.deepEqual(browser.server.texts, ['a x']);
});

test('keys that the server does not know lead to a save of the whole', async () => {
    const browser = open(['a', 'b']);
    const fates: ('made' | Failure)[] = [{ kind: 'keys-gone' }, 'made'];
    browser.fate = () => fates.shift() ?? 'made';
    browser.write(append(0, 'x'));
    await browser.wait(1000);
    assert.deepEqual(browser.server.texts, ['a x', 'b']);
});

function fates(next: Random): Browser['fate'] {
    return () => {
        const chance = next();
        if (chance < 0.2) return 'lost';
        if (chance < 0.4) return 'unanswered';
        if (chance < 0.45) return { kind: 'busy', reason: '503' };
        if (chance < 0.48) return { kind: 'signed-out' };
        return 'made';
    };
}

test('no word is lost: kills, lost calls and others at random moments', async () => {
    for (let seed = 0; seed < 200; seed += 1) {
        const next = random(seed);
        const browser = open(['one', 'two', 'three', 'four']);
        browser.fate = fates(next);
        const words: string[] = [];
        const word = (by: string): string => {
            words.push(`${by}${words.length}.`);
            return words.at(-1) as string;
        };
        for (let turn = 0; turn < 60; turn += 1) {
            browser.typing = next() < 0.2;
            one(next, [
                () => browser.write(append(below(next, 50), word('m'))),
                () => browser.write(append(below(next, 50), word('m'))),
                () => browser.write((now) => now.toSpliced(below(next, now.length + 1), 0, paragraph(word('n')))),
                () => browser.write((now) => [...now.slice(1), ...now.slice(0, 1)]),
                () => browser.server.edit((nodes) => [...append(below(next, 50), word('t'))(nodes)]),
                () => browser.server.edit((nodes) => nodes.toSpliced(below(next, nodes.length + 1), 0, paragraph(word('u')))),
                () => browser.kill(),
                () => browser.saver.elsewhere(browser.server.revision),
                () => browser.saver.resume(),
                () => browser.decide(),
            ])();
            await settle();
            await browser.wait(below(next, 2500));
        }
        browser.fate = () => 'made';
        browser.typing = false;
        for (let turn = 0; turn < 50; turn += 1) {
            browser.saver.resume();
            browser.saver.elsewhere(browser.server.revision);
            browser.decide();
            await browser.wait(40_000);
        }
        assert.deepEqual(browser.status, { kind: 'saved' }, `seed ${seed}`);
        const text = browser.server.texts.join('\n');
        for (const each of words) assert.ok(text.includes(each), `seed ${seed}: ${each} is lost\n${text}`);
        assert.deepEqual(browser.now.map((it) => it.textContent), browser.server.texts, `seed ${seed}`);
    }
});

test('the changes of blocks make what they were made of, whatever was done', () => {
    for (let seed = 0; seed < 500; seed += 1) {
        const next = random(seed);
        const server = new Server(Array.from({ length: 1 + below(next, 12) }, (_, at) => `block ${at}`));
        const base = based('0', server.blocks('0'), []);
        let now = base.content;
        for (let turn = below(next, 6); turn >= 0; turn -= 1) {
            now = one(next, [
                () => now.toSpliced(below(next, now.length + 1), 0, paragraph(`new ${turn}`)),
                () => now.toSpliced(below(next, now.length), 1),
                () => now.with(below(next, now.length), paragraph(`other ${turn}`)),
                () => {
                    const from = below(next, now.length);
                    return now.toSpliced(from, 1).toSpliced(below(next, now.length), 0, now[from] as (typeof now)[0]);
                },
            ])();
            if (!now.length) now = [paragraph('left')];
        }
        const again = contentOf(base, fieldsOf(base, now));
        assert.deepEqual(again.map((it) => it.textContent), now.map((it) => it.textContent), `seed ${seed}`);
    }
});
