// Values of variables: numbers as they are typed, kinds that take over what they can have, and saves beside those of others.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ChangedMeanwhile } from '../src/api/guarded';
import { changesOf, stateOf, typedOf, valueOf, wordsAs } from '../src/screens/variablevalues';

test('a number is what is typed, or it is refused', () => {
    const kept = { '0': 0, '-0': -0, '12': 12, '+7': 7, '0.10': 0.1, '.5': 0.5, '1e3': 1000, '9007199254740992': 2 ** 53, '1e21': 1e21, '5e-324': 5e-324, '123456789.123456': 123456789.123456, '100000000000000000000000': 1e23 };
    for (const [words, value] of Object.entries(kept)) assert.equal(valueOf('number', ` ${words} `), value, words);
    for (const words of ['9007199254740993', '0.1234567890123456789', '1e400', '-1e-400', '', ' ', '1,5', '0x10', 'Infinity', 'one', '1 2']) assert.throws(() => valueOf('number', words), words);
    assert.equal(valueOf('string', ' as it is\n'), ' as it is\n');
});

test('a kind shows what it can have of the words that were typed', () => {
    assert.equal(wordsAs('number', typedOf('1.2')), '1.2');
    assert.equal(wordsAs('number', typedOf('v2')), '');
    assert.equal(wordsAs('string', typedOf(0.5)), '0.5');
    assert.equal(wordsAs('string', typedOf(false)), 'false');
    assert.deepEqual(['yes', 'TRUE', '1', '0', ''].map((words) => wordsAs('boolean', { kind: 'string', words })), ['true', 'true', 'true', 'false', 'false']);
});

test('a save leaves alone what the person did not change', () => {
    const set = (name: string, value: string | number) => ({ operation: 'set_variable', name, value });
    const gone = (name: string) => ({ operation: 'delete_variable', name });
    const began = { before: 'a', opened: '1', seen: stateOf('1') };
    assert.deepEqual(changesOf({ ...began, name: 'b' }, { a: '2' }), [set('b', '2'), gone('a')], 'the other value comes along');
    assert.deepEqual(changesOf({ ...began, name: 'a' }, { a: '2' }), []);
    assert.deepEqual(changesOf({ ...began, name: 'a', value: '3' }, { a: '1' }), [set('a', '3')]);
    assert.deepEqual(changesOf({ ...began, name: 'a', value: '3' }, { a: '3' }), [], 'both wrote the same');
    assert.deepEqual(changesOf({ ...began, seen: stateOf('2'), name: 'a', value: '3' }, { a: '2' }), [set('a', '3')], 'they saw the other one');
    assert.throws(() => changesOf({ ...began, name: 'a', value: '3' }, { a: '2' }), ChangedMeanwhile);
    assert.throws(() => changesOf({ ...began, name: 'a', value: '3' }, { a: 1 }), ChangedMeanwhile, 'another kind is another value');
    assert.throws(() => changesOf({ ...began, name: 'b' }, { c: '1' }), ChangedMeanwhile, 'it is gone');
    assert.deepEqual(changesOf({ ...began, seen: undefined, name: 'b' }, { c: '1' }), [set('b', '1')]);
    assert.throws(() => changesOf({ ...began, name: 'b' }, { a: '1', b: '5' }));
    assert.throws(() => changesOf({ name: 'b', value: '' }, { b: '5' }));
    assert.deepEqual(changesOf({ name: 'toString', value: '' }, {}), [set('toString', '')]);
});
