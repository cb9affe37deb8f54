// Documents as nodes and back: nothing is lost, whatever is in them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Node } from 'prosemirror-model';

import { fromDocument } from '../../src/editor/model/from_document';
import { type Block, type Document, equal } from '../../src/editor/model/json';
import { normal, saysSame } from '../../src/editor/model/normal';
import { schema } from '../../src/editor/model/schema';
import { toBlock, toDocument } from '../../src/editor/model/to_document';
import { Documents } from './documents';
import { random } from './random';

const documentOf = (seed: number): Document => ({ object: 'document', data: {}, nodes: new Documents(random(seed)).blocks(3, 8) });

test('a document that nobody touched comes back as the same JSON', () => {
    for (let seed = 0; seed < 400; seed += 1) {
        const document = documentOf(seed);
        const before = structuredClone(document);
        assert.deepEqual(toDocument(fromDocument(document)), before, `seed ${seed}`);
    }
});

test('what is built anew of the nodes says the same', () => {
    let opaque = 0;
    let all = 0;
    const anew = (node: Node): Block => toBlock(schema.nodeFromJSON(node.toJSON()));
    for (let seed = 0; seed < 400; seed += 1) {
        const document = documentOf(seed);
        for (const [at, node] of fromDocument(document).children.entries()) {
            assert.deepEqual(normal(anew(node)), normal(document.nodes[at]), `seed ${seed}, block ${at}`);
            all += 1;
            if (node.type.name === 'opaque' && !['of-tomorrow', 'paragraph'].includes(String(node.attrs.json.type))) opaque += 1;
        }
    }
    // A highlighted empty line of code, for example, is kept as a whole.
    assert.ok(opaque < all / 20, `${opaque} of ${all} blocks are opaque`);
});

test('a change of one block leaves the JSON of all others', () => {
    for (let seed = 0; seed < 200; seed += 1) {
        const document = documentOf(seed);
        const doc = fromDocument(document);
        const changed = doc.copy(doc.content.addToStart(schema.node('paragraph', null, [schema.text('new')])));
        assert.deepEqual(toDocument(changed).nodes.slice(1), document.nodes);
    }
});

test('what is no document at all is kept too', () => {
    const odd = [null, 7, 'x', {}, { object: 'block' }, { object: 'block', type: 'table', data: { view: 1 } }, { object: 'block', type: 'paragraph', nodes: [{ object: 'text' }] }, { object: 'block', type: 'images', nodes: [] }];
    const document = { object: 'document', nodes: odd } as unknown as Document;
    assert.deepEqual(toDocument(fromDocument(document)).nodes, odd);
});

test('an anchor that the server derives is left to it when the heading changes, a given one stays', () => {
    const heading = (id: string) => ({ object: 'block', type: 'heading-1', data: {}, meta: { id }, nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'How to Start', marks: [] }] }] });
    const doc = fromDocument({ nodes: [heading('how-to-start'), heading('begin')] as Block[] });
    const [derived, given] = doc.children.map((node) => toBlock(node.copy(node.content.addToEnd(schema.text('!')))));
    assert.equal(derived?.meta, undefined);
    assert.deepEqual(given?.meta, { id: 'begin' });
});

test('what differs in nothing but what is dropped has the same normal form', () => {
    let same = 0;
    for (let seed = 0; seed < 400; seed += 1) {
        const [one, other] = [documentOf(seed), documentOf(seed + 1)].map((it) => it.nodes);
        for (const [at, block] of one.entries()) {
            const rebuilt = toBlock(schema.nodeFromJSON(fromDocument({ nodes: [block] }).child(0).toJSON()));
            for (const it of [rebuilt, other[at], { ...block, key: 'another' }]) {
                if (!saysSame(it, block)) continue;
                same += 1;
                assert.ok(equal(normal(it), normal(block)), `seed ${seed}, block ${at}`);
            }
        }
    }
    assert.ok(same > 400, `${same} are the same`);
    assert.ok(!saysSame({ object: 'block', data: { key: 1 } }, { object: 'block', data: { key: 2 } }), 'data is compared as a whole');
    assert.ok(!saysSame({ object: 'block' }, { object: 'block', meta: {} }));
    assert.ok(!saysSame({ object: 'leaf', text: 'a', key: 'x' }, { object: 'leaf', text: 'a', key: 'y' }));
});
