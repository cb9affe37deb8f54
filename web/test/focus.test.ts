// What keys are about in lists that change: the same thing as before, and never another one unasked.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { undrawn } from '../src/screens/conflictsides';
import { nameAt, placeOf } from '../src/ui/focus';

test('steps go on from where a thing stands, and from where it stood', () => {
    const order = ['a', 'b', 'c', 'd'];
    assert.deepEqual([nameAt(order, order, 'b', 1), nameAt(order, order, 'b', -1), nameAt(order, order, 'd', 1), nameAt(order, order, 'a', -1)], ['c', 'a', 'd', 'a']);
    assert.deepEqual([nameAt(['c', 'd'], order, 'c', 1), nameAt(['new', 'b', 'c'], order, 'b', 1)], ['d', 'c']);
    assert.deepEqual([nameAt(['a', 'c', 'd'], order, 'b', 1), nameAt(['a', 'c', 'd'], order, 'b', -1)], ['c', 'a']);
    assert.deepEqual([nameAt(['a'], order, 'd', 1), nameAt([], order, 'a', 1), nameAt(['x'], [], undefined, 1)], ['a', undefined, 'x']);
    assert.deepEqual([placeOf(['a', 'c'], order, 'b'), placeOf(['c'], order, 'a'), placeOf(['a'], order, 'd')], [1, 0, 1]);
});

test('what is not drawn by itself is said in a conflict', () => {
    assert.deepEqual(undrawn('[x]: https://example.org/four\n'), { name: 'x', isLink: true, values: [['', 'https://example.org/four']] });
    assert.deepEqual(undrawn('{% tab title="One" icon="boat" %}\n'), { name: 'tab', isLink: false, values: [['title', 'One'], ['icon', 'boat']] });
    for (const text of ['Text\n', '{% tab title="One" %}\nText\n', '[x]: a\n[y]: b\n', undefined]) assert.equal(undrawn(text), undefined);
});
