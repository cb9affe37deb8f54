// What the shell computes by itself: places in the page tree, and which addresses of documents are followed.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { emojiOf, safeImage, safeUrl } from '../src/document/model';
import { lookThrough, names, type Progress, type Use } from '../src/screens/uses';
import { above, droppedAt, placed } from '../src/screens/places';

type Page = { id: string; pages: Page[] };
const page = (id: string, ...pages: Page[]): Page => ({ id, pages });
const tree = [page('a', page('a1'), page('a2', page('deep')), page('a3')), page('b'), page('c')];

test('a place is a parent and an index among siblings', () => {
    assert.deepEqual(placed(tree, 'b'), { into: null, at: 1 });
    assert.deepEqual(placed(tree, 'a3'), { into: 'a', at: 2 });
    assert.deepEqual(placed(tree, 'deep'), { into: 'a2', at: 0 });
    assert.deepEqual(placed(tree, 'unknown'), { into: null, at: 3 });
    assert.deepEqual(above(tree, 'deep'), ['a', 'a2', 'deep']);
    assert.deepEqual(above(tree, undefined), []);
});

test('a drop counts without what is moved', () => {
    assert.deepEqual(droppedAt(tree, ['a1'], 'a3', 'after'), { into: 'a', at: 2 });
    assert.deepEqual(droppedAt(tree, ['a3'], 'a1', 'before'), { into: 'a', at: 0 });
    assert.deepEqual(droppedAt(tree, ['c'], 'a', 'before'), { into: null, at: 0 });
    assert.deepEqual(droppedAt(tree, ['b'], 'a', 'on'), { into: 'a', at: 3 });
    assert.deepEqual(droppedAt(tree, ['a1'], 'a', 'on'), { into: 'a', at: 2 });
    assert.deepEqual(droppedAt(tree, ['b', 'c'], 'a2', 'after'), { into: 'a', at: 2 });
    assert.deepEqual(droppedAt(tree, ['b'], 'b', 'on'), { into: 'b', at: 0 });
});

/** Does what a drop says, as the API does: the page is taken out, and put in at the index among the others. */
function apply(tree: Page[], id: string, { into, at }: { into: string | null; at: number }): Page[] {
    const without = (pages: Page[]): Page[] => pages.filter((it) => it.id !== id).map((it) => page(it.id, ...without(it.pages)));
    const moved = page(id);
    const put = (pages: Page[]): Page[] => pages.map((it) => page(it.id, ...(it.id === into ? it.pages.toSpliced(at, 0, moved) : put(it.pages))));
    const rest = without(tree);
    return into === null ? rest.toSpliced(at, 0, moved) : put(rest);
}

test('whatever is dropped stands beside its target', () => {
    for (const [moved, target] of [['a1', 'a3'], ['a3', 'a1'], ['b', 'a2'], ['c', 'a'], ['a1', 'c'], ['deep', 'b'], ['b', 'deep']] as const) {
        for (const position of ['before', 'after'] as const) {
            const after = apply(tree, moved, droppedAt(tree, [moved], target, position));
            const [one, other] = [placed(after, moved), placed(after, target)];
            assert.equal(one.into, other.into, `${moved} ${position} ${target}`);
            assert.equal(one.at - other.at, position === 'before' ? -1 : 1, `${moved} ${position} ${target}`);
        }
    }
});

test('only addresses that run nothing are followed', () => {
    Object.assign(globalThis, { location: new URL('https://docs.example.org/app') });
    for (const url of ['https://x.example', 'http://x.example', 'mailto:a@b.example', 'tel:+1', '/docs', 'page#a']) assert.equal(safeUrl(url), url);
    for (const url of ['javascript:alert(1)', ' javascript:alert(1)', 'JaVaScRiPt:x', 'java\tscript:x', '\u0001javascript:x', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd', 'blob:https://x/y', 'http://[', undefined, 1, {}]) assert.equal(safeUrl(url), undefined, String(url));
    for (const url of ['https://x.example/a.png', '/v1/files/a', 'https://docs.example.org/a']) assert.equal(safeImage(url), url);
    for (const url of ['http://x.example/a.png', 'javascript:x', 'data:image/svg+xml,x', undefined]) assert.equal(safeImage(url), undefined, String(url));
    assert.equal(emojiOf('1f680'), '🚀');
    assert.equal(emojiOf('1f468-200d-1f4bb'), '👨‍💻');
    for (const text of ['', '🚀', 'fffffff', '110000', '1f680-', undefined]) assert.equal(emojiOf(text), undefined, text);
});

test('a variable is found in a text by its whole name', () => {
    for (const text of ['space.vars.version', 'if (space.vars["version"] > 1)', "space.vars[ 'version' ]", '{% if space.vars.version %}']) assert.ok(names(text, 'version'), text);
    for (const text of ['space.vars.versions', 'myspace.vars.version', 'page.vars.version', 'version', undefined]) assert.ok(!names(text, 'version'), String(text));
    assert.ok(!names('space.vars.axb', 'a.b'), 'a name is no pattern');
});

test('all texts are looked through for a variable, however many there are', async () => {
    const use = (at: number): Use => ({ kind: 'page', id: `p${at}`, title: '', spaceId: '' });
    const told: Progress[] = [];
    let running = 0;
    let most = 0;
    const look = Array.from({ length: 1_203 }, (_, at) => async () => {
        most = Math.max(most, (running += 1));
        await Promise.resolve();
        running -= 1;
        return at % 600 === 2 ? use(at) : undefined;
    });
    const found = await lookThrough(look, (it) => told.push(it), new AbortController().signal);
    assert.deepEqual(found.map(({ id }) => id), ['p2', 'p602', 'p1202']);
    assert.ok(most <= 6 && told.length === 60 && told.every(({ done, of }, at) => done === (at + 1) * 20 && of === 1_203));
    assert.deepEqual(told[29]!.uses.map(({ id }) => id), ['p2']);
    const ended = new AbortController();
    let asked = 0;
    const stopped = lookThrough(Array.from({ length: 100 }, () => async () => { if ((asked += 1) === 10) ended.abort(); return undefined; }), () => undefined, ended.signal);
    await assert.rejects(stopped);
    assert.ok(asked < 20);
});
