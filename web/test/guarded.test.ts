// What a form sends: what the person changed, and nothing that somebody else changed meanwhile.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { changedFields, FieldsChangedMeanwhile, type Fields } from '../src/api/guarded';

const send = (opened: Fields, wanted: Fields, now: Fields, seen = opened) => changedFields({ opened, seen, wanted }, now, 'changed');

test('fields that the person left alone are not sent, whatever they are by now', () => {
    const opened = { emoji: undefined, hidden: false, description: '' };
    assert.deepEqual(send(opened, { emoji: '🚢', hidden: false, description: '' }, { emoji: undefined, hidden: true, description: 'By another' }), { emoji: '🚢' });
    assert.deepEqual(send(opened, { emoji: '', hidden: false, description: '' }, opened), {});
    assert.deepEqual(send({ layout: { title: true } }, { layout: { title: true } }, { layout: { title: false } }), {});
});

test('a field that both changed is sent only when the person has seen that', () => {
    const opened = { title: 'One', slug: 'one' };
    const wanted = { title: 'Mine', slug: 'mine' };
    const now = { title: 'Theirs', slug: 'one' };
    assert.throws(() => send(opened, wanted, now), (error) => error instanceof FieldsChangedMeanwhile && error.names.join() === 'title' && error.now === now);
    assert.deepEqual(send(opened, wanted, now, now), wanted);
    assert.throws(() => send(opened, wanted, { title: 'Again', slug: 'one' }, now), FieldsChangedMeanwhile);
    assert.deepEqual(send(opened, { title: 'Theirs', slug: 'one' }, now), {}, 'what both want is there already');
    assert.deepEqual(send(opened, { title: '', slug: 'one' }, { title: undefined, slug: 'one' }), {});
});
