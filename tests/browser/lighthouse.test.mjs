// Pages of the site that QUIRE_SITE is the address of, as Lighthouse sees them: all that doesn't depend on time.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sitemap } from './api.mjs';
import { LEAST, TIMELESS, scores } from './lighthouse.mjs';

const site = process.env.QUIRE_SITE.replace(/\/?$/, '/');
const MANY = 3;

test('Lighthouse finds next to nothing to mend', async () => {
    const pages = await sitemap(site);
    const step = Math.floor(pages.length / MANY);
    const some = Array.from({ length: MANY }, (_, at) => pages[at * step]);
    const found = await scores(some, { onlyCategories: TIMELESS });
    assert.equal(found.length, MANY);
    for (const { address, scores: all, lost } of found) {
        assert.deepEqual(Object.keys(all).sort(), TIMELESS, address);
        for (const [category, score] of Object.entries(all)) {
            assert.ok(score >= LEAST, `${address}: ${category} ${score}: ${lost.join(', ')}`);
        }
    }
});
