// What ten tasks take is what the manual says of them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { measured } from './tasks.mjs';

test('ten tasks take the presses and keys that the manual names', async () => {
    const manual = readFileSync(join(import.meta.dirname, '../../docs/writing/README.md'), 'utf8');
    const [, table] = /## What it takes\n(.*?)\n## /s.exec(manual);
    const told = [...table.matchAll(/^\| ([^|]+?) \| (\d+) \| (\d+) \|$/gm)].map(([, name, clicks, keys]) => `${name}: ${clicks} and ${keys}`);
    const found = (await measured()).map(({ name, clicks, keys }) => `${name}: ${clicks} and ${keys}`);
    assert.equal(found.length, 10);
    assert.deepEqual(found, told);
});
