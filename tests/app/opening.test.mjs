// Long pages: there is text to read before all of it is drawn, all of it follows, and addresses lead into it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { contextOf, launch, open, space } from './app.mjs';

let browser;
let ada;
before(async () => {
    browser = await launch();
    ada = await contextOf(browser, 'ada');
});
after(() => browser?.close());

const BLOCKS = 600;
const long = () => space('Long', { Long: `# Long\n\n${Array.from({ length: BLOCKS }, (_, at) => (at === 500 ? '## Far below' : `Paragraph ${at}.`)).join('\n\n')}\n` }, 'live');

test('a long page is read from its beginning while the rest is drawn', async () => {
    const { id, pages } = await long();
    const page = await ada.newPage();
    await page.addInitScript(() => {
        window.counts = [];
        new MutationObserver(() => {
            const count = document.querySelector('.document')?.children.length ?? 0;
            if (count && count !== window.counts.at(-1)) window.counts.push(count);
        }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${process.env.QUIRE_URL}/app/spaces/${id}/page/${pages[0]}`);
    await page.locator('.document').getByText(`Paragraph ${BLOCKS - 1}.`).waitFor({ state: 'attached' });
    const counts = await page.evaluate(() => window.counts);
    assert.equal(counts.at(-1), BLOCKS);
    assert.ok(counts[0] < BLOCKS / 2, `the first picture has ${counts[0]} blocks`);
    assert.equal(await page.locator('.document').getAttribute('aria-busy'), null);
    await page.close();
});

test('an address leads into a long page', async () => {
    const { id, pages } = await long();
    const page = await open(ada, `/spaces/${id}/page/${pages[0]}#far-below`);
    await page.locator('.document').getByRole('heading', { name: 'Far below' }).waitFor();
    assert.equal(await page.locator('.document > *').count(), BLOCKS);
    await page.close();
});
