// What is read again when others change something: what may be otherwise, and nothing of other spaces or scopes.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Schemas } from '../src/api/client';
import { isStale } from '../src/api/stale';

const event = (type: Schemas['Event']['type'], more: Partial<Schemas['Event']> = {}): Schemas['Event'] => ({ object: 'event', type, at: '2026-01-01T00:00:00.000Z', space: 's', ...more });
const KEYS = [
    ['page', 's', 'main', 'p'], ['page', 's', 'main', 'q'], ['pages', 's', 'main'], ['page', 's', 'change-request:c', 'p'], ['page', 's', 'change-request:7', 'p'],
    ['space', 's'], ['revisions', 's'], ['comments', 's', 'c', 'open'], ['change-requests', 's', 'open'], ['change-request', 's', 'c'], ['change-request', 's', 'd'],
    ['dry-run', 's', 'c'], ['reviews', 's', 'c'], ['page', 't', 'main', 'p'], ['space', 't'], ['user'], ['spaces', 'o'],
];
const stale = (it: Schemas['Event']) => KEYS.filter((key) => isStale(key, it)).map((key) => key.join(' '));

test('a change of main content makes its pages old, and how change requests would merge', () => {
    assert.deepEqual(stale(event('content_updated', { pages: ['p'] })), ['page s main p', 'pages s main', 'space s', 'revisions s', 'comments s c open', 'change-request s c', 'change-request s d', 'dry-run s c']);
});

test('without the pages that changed all are old', () => {
    assert.ok(stale(event('content_updated')).includes('page s main q'));
});

test('a change in a change request makes nothing of main content old, and knows requests by number', () => {
    const found = stale(event('content_updated', { changeRequest: 'c', pages: ['p'] }));
    assert.deepEqual(found.filter((key) => key.includes('main')), []);
    assert.ok(found.includes('page s change-request:c p') && found.includes('page s change-request:7 p') && found.includes('dry-run s c'));
    assert.ok(!found.includes('change-request s d'));
});

test('reviews and comments leave content as it is', () => {
    assert.deepEqual(stale(event('review_submitted', { changeRequest: 'c' })), ['space s', 'change-requests s open', 'change-request s c', 'dry-run s c', 'reviews s c']);
    assert.deepEqual(stale(event('comment_posted', { changeRequest: 'c' })), ['space s', 'comments s c open']);
});

test('a merge makes main content old', () => {
    const found = stale(event('change_request_merged', { changeRequest: 'c' }));
    assert.ok(['page s main p', 'pages s main', 'change-requests s open', 'change-request s c'].every((key) => found.includes(key)), found.join(', '));
});
