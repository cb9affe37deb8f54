// What is sent of a text that somebody is typing, and the words of the interface.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Node } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';

import { fromBlocks } from '../../src/editor/model/from_document';
import type { Block, Json } from '../../src/editor/model/json';
import { contentOf } from '../../src/editor/model/to_document';
import { added, clashes, decided, loaded, storedAt, type Waiting } from '../../src/editor/view/clashes';
import { schema } from '../../src/editor/model/schema';
import { documentOf } from '../../src/editor/save/changes';
import { SETTINGS } from '../../src/editor/view/settings';
import { de } from '../../src/i18n/editor/de';
import { en } from '../../src/i18n/editor/en';
import { es } from '../../src/i18n/editor/es';
import { fr } from '../../src/i18n/editor/fr';
import { ja } from '../../src/i18n/editor/ja';
import { paragraph } from './server';

const texts = (value: unknown): string[] => {
    if (Array.isArray(value)) return value.flatMap(texts);
    if (typeof value !== 'object' || value === null) return [];
    return 'text' in value ? [String(value.text)] : Object.values(value).flatMap(texts);
};

test('spaces at the ends of texts are not sent, wherever the texts are', () => {
    const bold = schema.node('paragraph', null, [schema.text('a '), schema.text(' ', [schema.mark('bold')])]);
    const item = schema.node('list_item', { data: {} }, [paragraph('in a list  ')]);
    const nodes = [paragraph('one two '), bold, schema.node('list_unordered', { data: {} }, [item]), paragraph('  at the start')];
    assert.deepEqual(texts(documentOf(nodes)), ['one two', 'a', 'in a list', 'at the start']);
});

test('spaces beside a line break are not sent, and those between words are', () => {
    const broken = schema.node('paragraph', null, [schema.text(' a  b '), schema.node('hard_break'), schema.text(' '), schema.text(' c ', [schema.mark('bold')])]);
    assert.deepEqual(texts(documentOf([broken])), ['a  b\n', 'c']);

});

test('code keeps its spaces, and so does what was loaded', () => {
    const code = schema.node('code', { data: {} }, [schema.text('a  ')]);
    const inline = schema.node('paragraph', null, [schema.text('x '), schema.text('y ', [schema.mark('code_text')])]);
    const first = schema.node('paragraph', null, [schema.text(' z', [schema.mark('code_text')])]);
    assert.deepEqual(texts(documentOf([code, inline, first])), ['a  ', 'x ', 'y ', ' z']);
    const loaded: Block = { object: 'block', type: 'paragraph', key: 'k', data: {}, nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'as it was ', marks: [] }] }], isVoid: false };
    assert.equal(documentOf(fromBlocks([loaded])).nodes[0], loaded);
});

test('a conflict is at the same blocks when a draft is opened again without empty paragraphs and spaces', () => {
    const blocks = [paragraph('one '), paragraph(''), paragraph('two'), paragraph('three')];
    const doc = schema.node('doc', null, blocks);
    const from = (blocks[0] as Node).nodeSize + (blocks[1] as Node).nodeSize;
    const waiting = { from, to: from + (blocks[2] as Node).nodeSize, mineIsShown: true, other: [paragraph('theirs')] };
    const kept = fromBlocks(documentOf(contentOf(doc)).nodes);
    const [again] = loaded([storedAt(doc, waiting)] as unknown as Json, kept);
    const whole = schema.node('doc', null, kept);
    assert.equal(whole.slice(again?.from ?? 0, again?.to).content.textBetween(0, 5), 'two');
    assert.equal(whole.resolve(again?.to ?? 0).depth, 0, 'between blocks');
    assert.equal(again?.other[0]?.textContent, 'theirs');
});

test('a conflict whose block was joined with another takes nothing out of that one', () => {
    const blocks = ['before', 'mine', 'after'].map(paragraph) as [Node, Node, Node];
    const plugin = clashes();
    const doc = schema.node('doc', null, blocks);
    const from = blocks[0].nodeSize;
    let state = EditorState.create({ doc, plugins: [plugin] });
    state = state.apply(added(state.tr, [{ from, to: from + blocks[1].nodeSize, mineIsShown: true, other: [paragraph('theirs')] }]));
    for (const [joined, whole] of [[from, 'beforemine|theirs|after'], [from + blocks[1].nodeSize, 'before|mineafter|theirs']] as const) {
        const next = state.apply(state.tr.join(joined));
        const [clash] = plugin.getState(next) as Waiting[];
        const decision = decided(next.tr, clash as Waiting, false, true);
        decision.doc.check();
        assert.equal(decision.doc.children.map((node) => node.textContent).join('|'), whole);
    }
});

test('a conflict that was written over with what is around it has a place still', () => {
    const blocks = ['before', 'mine', 'after'].map(paragraph) as [Node, Node, Node];
    const plugin = clashes();
    const from = blocks[0].nodeSize;
    const to = from + blocks[1].nodeSize;
    let state = EditorState.create({ doc: schema.node('doc', null, blocks), plugins: [plugin] });
    state = state.apply(added(state.tr, [{ from, to, mineIsShown: true, other: [paragraph('theirs')] }]));
    state = state.apply(state.tr.replaceWith(0, to + blocks[2].nodeSize, [paragraph('instead'), paragraph('more')]));
    const [clash] = plugin.getState(state) as Waiting[];
    const { doc: after } = decided(state.tr, clash as Waiting, false, true);
    assert.deepEqual(after.children.map((node) => node.textContent), ['instead', 'more', 'theirs']);
});

test('every language has every value that a text has', () => {
    const values = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();
    for (const words of [de, es, fr, ja]) {
        for (const text of en) assert.deepEqual(values(words[text]), values(text), words[text]);
    }
});

test('every label of a setting has words in each language', () => {
    const list = new Set<string>(en);
    const found = Object.values(SETTINGS).flatMap((it) => (it ? it.fields : []));
    const labels = found.flatMap((field) => (field.kind === 'choice' && field.name !== 'method' ? field.options.map(([, label]) => label) : []));
    assert.ok(labels.length > 30);
    assert.deepEqual(labels.filter((label) => !list.has(label)), []);
});
