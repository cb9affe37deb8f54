// What is in a space beside its pages, and what was in it: files with their uses, deleted pages and spaces.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { api, contextOf, findings, launch, open, organization, space } from './app.mjs';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

let browser;
let ada;
before(async () => {
    browser = await launch();
    ada = await contextOf(browser, 'ada');
});
after(() => browser?.close());

/** Uploads a picture, makes it a file of a space, and returns its identifier. */
async function upload(id, name) {
    const announced = await api(`/orgs/${await organization()}/storage/upload`, { file: { name, type: 'image/png', size: PNG.length }, kind: 'import_file' });
    const sent = await fetch(announced.url, { method: 'PUT', body: PNG });
    assert.ok(sent.ok, await sent.text());
    const { insertedFiles } = await api(`/spaces/${id}/content?compat=false`, { changes: [{ operation: 'insert_files', files: [{ name, ref: 'new', url: announced.url }] }] });
    return insertedFiles[0].id;
}

test('the library shows where a file is used, and asks with that before it deletes', async () => {
    const { id, pages } = await space('Library', { Berths: '# Berths\n' }, 'live');
    const [used, unused] = [await upload(id, 'berth.png'), await upload(id, 'old.png')];
    await api(`/spaces/${id}/content`, { changes: [{ operation: 'update_page', page: pages[0], document: { markdown: `# Berths\n\n<figure><img src="/files/${used}" alt="A berth"><figcaption></figcaption></figure>\n` } }] });
    const page = await open(ada, `/spaces/${id}/library`);
    await page.getByRole('button', { name: 'Where used: berth.png', exact: true }).click();
    await page.getByRole('main').getByRole('link', { name: 'Berths' }).waitFor();
    await page.getByLabel('Find a file').fill('old');
    assert.equal(await page.getByText('berth.png').count(), 0);
    await page.getByRole('button', { name: 'Delete old.png' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('No page of this space uses it.').waitFor();
    assert.deepEqual(await findings(page), []);
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('old.png', { exact: true }).waitFor({ state: 'detached' });
    await page.getByLabel('Find a file').fill('');
    await page.getByRole('button', { name: 'Delete berth.png' }).click();
    await dialog.getByText('These will miss it:').waitFor();
    await dialog.getByRole('link', { name: 'Berths' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const { items } = await api(`/spaces/${id}/content/files`);
    assert.deepEqual(items.map((file) => file.id), [used], `without ${unused}`);
    await page.close();
});

test('a deleted page is found and brought back with its text', async () => {
    const { id, pages } = await space('Deleted', { Start: '# Start\n', Winter: '# Winter\n\nClosed.\n' }, 'live');
    await api(`/spaces/${id}/content`, { changes: [{ operation: 'delete_page', page: pages[1] }] });
    const page = await open(ada, `/spaces/${id}/history`);
    await page.getByRole('link', { name: 'Deleted pages' }).click();
    assert.deepEqual(await findings(page), []);
    await page.getByRole('button', { name: 'Bring back Winter' }).click();
    await page.getByRole('heading', { level: 1, name: 'Winter' }).waitFor();
    await page.getByText('Closed.').waitFor();
    assert.equal((await api(`/spaces/${id}/content/page/${pages[1]}?format=markdown`)).markdown, '# Winter\n\nClosed.\n');
    await page.close();
});

test('a deleted space is found and brought back', async () => {
    const { id } = await space('Gone for now', { Start: '# Start\n' });
    await api(`/spaces/${id}`, undefined, 'DELETE');
    const page = await open(ada, '');
    await page.getByRole('link', { name: 'Deleted spaces' }).click();
    const button = page.getByRole('button', { name: 'Bring back Gone for now' });
    await button.waitFor();
    assert.deepEqual(await findings(page), []);
    await button.click();
    await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
    await page.close();
});
