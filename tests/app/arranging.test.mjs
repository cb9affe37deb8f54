// Arranging with the pointer what the keyboard arranges too, and the list of all keys.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { api, contextOf, findings, launch, open, organization, space } from './app.mjs';

let browser;
let ada;
before(async () => {
    browser = await launch();
    ada = await contextOf(browser, 'ada');
});
after(() => browser?.close());

test('a page is dragged to another place in the tree, and undo brings it back', async () => {
    const { id } = await space('Arranged', { One: '# One\n', Two: '# Two\n', Three: '# Three\n' }, 'live');
    const page = await open(ada, `/spaces/${id}`);
    const row = (name) => page.getByRole('treegrid').getByRole('row', { name });
    await row('Three').waitFor();
    await row('Three').dragTo(row('One'), { targetPosition: { x: 80, y: 2 } });
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).waitFor();
    const titles = async () => (await api(`/spaces/${id}/content/pages`)).pages.map(({ title }) => title);
    assert.deepEqual(await titles(), ['Three', 'One', 'Two']);
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.waitForFunction(() => [...document.querySelectorAll('[role="row"] .name')].map((it) => it.textContent).join() === 'One,Two,Three');
    assert.deepEqual(await titles(), ['One', 'Two', 'Three']);
    await page.close();
});

test('a space is dragged before another one, and into a collection', async () => {
    // Nothing else on the server has these names, however often the tests run there.
    const [one, two] = ['first', 'second'].map((name) => `Dragged ${name} ${process.pid}`);
    const [first, second] = [await space(one, {}), await space(two, {})];
    const org = await organization();
    const collection = await api(`/orgs/${org}/collections`, { title: `Dragged into ${process.pid}` });
    const page = await open(ada, '');
    const row = (name) => page.locator('.droppable', { hasText: name });
    await row(two).dragTo(row(one), { targetPosition: { x: 40, y: 3 } });
    await page.waitForFunction(([one, two]) => {
        const titles = [...document.querySelectorAll('.droppable .title')].map((it) => it.textContent);
        return titles.indexOf(two) < titles.indexOf(one);
    }, [one, two]);
    const { items } = await api(`/orgs/${org}/spaces?limit=100`);
    const titles = items.map(({ title }) => title);
    assert.equal(titles.indexOf(two) + 1, titles.indexOf(one));
    await row(one).dragTo(page.locator(`[id="${collection.id}"]`));
    await page.locator(`[id="${collection.id}"]`).getByText(one).waitFor();
    assert.deepEqual(await Promise.all([first, second].map(async ({ id }) => (await api(`/spaces/${id}`)).parent)), [collection.id, undefined]);
    await page.close();
});

test('the question mark shows the keys of the app and of the editor', async () => {
    const page = await open(ada, '');
    await page.getByRole('heading', { name: 'Spaces' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('region', { name: 'Everywhere' }).getByText('Esc').waitFor();
    await page.getByRole('region', { name: 'While writing' }).getByText('Find and replace').waitFor();
    assert.deepEqual(await findings(page), []);
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Everywhere' }).waitFor({ state: 'detached' });
    await page.close();
});
