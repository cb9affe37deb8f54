// Merged content in the text: what is on the screen is what was merged, and carets stay where they were.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Node } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';

import { schema } from '../../src/editor/model/schema';
import { merge } from '../../src/editor/save/merge';
import { replaced } from '../../src/editor/view/integrate';
import { below, one, random } from './random';
import { paragraph } from './server';

const texts = (nodes: readonly Node[]) => nodes.map((node) => node.textContent);
const merged = (base: readonly Node[], mine: readonly Node[], theirs: readonly Node[], within = false) => {
    const pieces = merge(base, mine, theirs, within);
    return { texts: texts(pieces.flatMap((piece) => piece.nodes)), clashes: pieces.filter((piece) => piece.clash).length };
};

test('one side changes a block, the other inserts beside it', () => {
    const [a, changed, x, y] = ['a', 'a!', 'x', 'y'].map(paragraph) as [Node, Node, Node, Node];
    assert.deepEqual(merged([a], [changed], [x, a, y]), { texts: ['x', 'a!', 'y'], clashes: 0 });
    assert.deepEqual(merged([a], [x, a, y], [changed]), { texts: ['x', 'a!', 'y'], clashes: 0 });
});

test('the same block changed by both is a conflict that keeps both, also where one side deleted it', () => {
    const [a, mine, theirs] = ['a b', 'a b mine', 'a b theirs'].map(paragraph) as [Node, Node, Node];
    assert.deepEqual(merge([a], [mine], [theirs]), [{ nodes: [mine], clash: { mine: [mine], theirs: [theirs] } }]);
    assert.deepEqual(merge([a], [], [theirs]), [{ nodes: [theirs], clash: { mine: [], theirs: [theirs] } }]);
});

test('within a block, changes that are apart are merged while somebody types, and touching ones never', () => {
    const [base, mine, theirs, touching] = ['one two three', 'one two three four', 'zero one two three', 'one two three five'].map(paragraph) as [Node, Node, Node, Node];
    assert.deepEqual(merged([base], [mine], [theirs], true), { texts: ['zero one two three four'], clashes: 0 });
    assert.equal(merged([base], [mine], [touching], true).clashes, 1);
});

test('what is put into the text is what was merged, whatever differs', () => {
    for (let seed = 0; seed < 400; seed += 1) {
        const next = random(seed);
        const before = Array.from({ length: 1 + below(next, 10) }, (_, at) => paragraph(`block number ${at}`));
        let now = [...before];
        for (let turn = below(next, 6); turn >= 0; turn -= 1) {
            now = one(next, [
                () => now.toSpliced(below(next, now.length + 1), 0, paragraph(`new ${turn}`)),
                () => (now.length > 1 ? now.toSpliced(below(next, now.length), 1) : now),
                () => now.with(below(next, now.length), paragraph(`block changed ${turn}`)),
            ])();
        }
        const state = EditorState.create({ doc: schema.node('doc', null, before) });
        const doc = replaced(state.tr, before, now).doc;
        doc.check();
        assert.deepEqual(texts(doc.children), texts(now), `seed ${seed}`);
    }
});

test('a caret stays at its letter when others write before it in the same block', () => {
    const before = [paragraph('one two')];
    const state = EditorState.create({ doc: schema.node('doc', null, before), selection: TextSelection.create(schema.node('doc', null, before), 5) });
    const tr = replaced(state.tr, before, [paragraph('zero one two')]);
    assert.equal(tr.doc.textBetween(1, tr.selection.from), 'zero one ');
});
