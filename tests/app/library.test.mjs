// The library of a space: reusable contents and variables are written, renamed, looked for and deleted.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { api, contextOf, findings, launch, open, space, url } from './app.mjs';

let browser;
let ada;
before(async () => {
    browser = await launch();
    ada = await contextOf(browser, 'ada');
});
after(() => browser?.close());

const contentOf = (id) => api(`/spaces/${id}/content`);

/** A space with a reusable content and a variable, which a page uses. */
async function shelf(title, editMode = 'live') {
    const { id, pages } = await space(title, { Harbour: '# Harbour\n\nText.\n' }, 'live');
    const made = await api(`/spaces/${id}/content?compat=false`, { changes: [
        { operation: 'insert_reusable_content', title: 'Contact', document: { markdown: 'Call the harbour master.\n' } },
        { operation: 'set_variable', name: 'version', value: '1.2' },
        { operation: 'set_variable', name: 'versions', value: 3 },
    ] });
    const reusable = made.insertedReusableContents[0].id;
    await api(`/spaces/${id}/content`, { changes: [{ operation: 'update_page', page: pages[0], document: { markdown: `# Harbour\n\n{% include "/reusable-contents/${reusable}" %}\n\nVersion <code class="expression">space.vars.version</code>.\n` } }] });
    if (editMode !== 'live') await api(`/spaces/${id}`, { editMode }, 'PATCH');
    return { id, page: pages[0], reusable };
}

test('a reusable content is written, renamed, found where it is used, and deleted', async () => {
    const { id, page: user } = await shelf('Shelf');
    const page = await open(ada, `/spaces/${id}/library`);
    await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'Reusable content' }).click();
    await page.getByRole('button', { name: 'New reusable content' }).press('Enter');
    await page.keyboard.type('Opening hours');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/reusable-contents\/[^/]+\/edit$/);
    await page.getByRole('heading', { level: 1, name: 'Opening hours' }).waitFor();
    await page.locator('.ProseMirror').click();
    await page.keyboard.type('Open from **six** on.');
    await page.getByText('Saved', { exact: true }).waitFor();
    const made = (await contentOf(id)).reusableContents.find((it) => it.title === 'Opening hours');
    assert.equal((await api(`/spaces/${id}/content/reusable-contents/${made.id}?format=markdown`)).markdown, 'Open from **six** on.\n');
    // The same text as Markdown, and a save of somebody else that is taken in.
    await page.getByRole('button', { name: 'Markdown' }).click();
    await page.locator('.cm-content').getByText('Open from').waitFor();
    await page.getByRole('button', { name: 'Markdown' }).click();
    await page.locator('.ProseMirror strong', { hasText: 'six' }).waitFor();
    const { revision } = await api(`/spaces/${id}`);
    await api(`/spaces/${id}/content`, { changes: [{ operation: 'update_reusable_content', reusableContent: made.id, base: revision, document: { markdown: 'Open from **six** on.\n\nNot on Sundays.\n' } }] });
    await page.locator('.ProseMirror').getByText('Not on Sundays.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('button', { name: 'Rename Opening hours' }).click();
    await page.getByRole('dialog').getByLabel('Title').fill('Hours');
    await page.keyboard.press('Enter');
    await page.getByText('Renamed.').waitFor();
    await page.getByRole('link', { name: 'Hours', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Where used: Hours', exact: true }).click();
    await page.getByText('No page of this space uses it.').waitFor();
    await page.getByRole('button', { name: 'Where used: Contact', exact: true }).click();
    assert.match(await page.locator('.uses').getByRole('link', { name: 'Harbour' }).getAttribute('href'), new RegExp(`/page/${user}$`));

    await page.getByRole('button', { name: 'Delete Contact' }).click();
    await page.getByRole('dialog').getByText('These will miss it:').waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'Harbour' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('“Contact” is deleted.').waitFor();
    assert.deepEqual((await contentOf(id)).reusableContents.map((it) => it.title), ['Hours']);
    await page.close();
});

test('variables are made, changed, found in texts, renamed and deleted', async () => {
    const { id } = await shelf('Variables');
    const page = await open(ada, `/spaces/${id}/library/variables`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'New variable' }).click();
    await dialog.getByLabel('Name').fill('version');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('There is a variable “version” already.').waitFor();
    await dialog.getByLabel('Name').fill('open');
    await dialog.getByLabel('Kind').selectOption('Yes or no');
    await dialog.getByLabel('Value').selectOption('No');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual((await contentOf(id)).variables, { open: false, version: '1.2', versions: 3 });

    await page.getByRole('button', { name: 'Where used: versions', exact: true }).click();
    await page.getByText('No page of this space uses it.').waitFor();
    await page.getByRole('button', { name: 'Where used: version', exact: true }).click();
    await page.locator('.uses').getByRole('link', { name: 'Harbour' }).waitFor();

    await page.getByRole('button', { name: 'Change version', exact: true }).click();
    await dialog.getByLabel('Value').fill('1.3');
    await dialog.getByLabel('Name').fill('release');
    await dialog.getByText('These use the old name').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual((await contentOf(id)).variables, { open: false, release: '1.3', versions: 3 });

    await page.getByRole('button', { name: 'Delete release' }).click();
    await dialog.getByText('It stays in earlier revisions.').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('“release” is deleted.').waitFor();
    assert.deepEqual((await contentOf(id)).variables, { open: false, versions: 3 });
    await page.close();
});

test('what somebody else changed meanwhile is told, and nothing of it is taken back', async () => {
    const { id, reusable } = await shelf('Two at once');
    const set = (...changes) => api(`/spaces/${id}/content`, { changes });
    const variables = async () => (await contentOf(id)).variables;
    const page = await open(ada, `/spaces/${id}/library/variables`);
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Save' });
    const opened = (name) => page.getByRole('button', { name: `Change ${name}`, exact: true }).click();
    const closed = () => dialog.waitFor({ state: 'detached' });

    // Only the name is sent: the other one's value goes with it.
    await opened('version');
    await set({ operation: 'set_variable', name: 'version', value: '2.0' });
    await dialog.getByLabel('Name').fill('release');
    await save.click();
    await closed();
    assert.deepEqual(await variables(), { release: '2.0', versions: 3 });

    // Both changed the value: both are shown, and the second press is a decision.
    await opened('release');
    await dialog.getByLabel('Value').fill('2.1');
    await set({ operation: 'set_variable', name: 'release', value: '3.0' });
    await save.click();
    await dialog.getByText('Somebody else changed it meanwhile.').waitFor();
    assert.deepEqual(await dialog.locator('.clash dd').allInnerTexts(), ['2.0', '3.0', '2.1']);
    assert.deepEqual(await findings(page), []);
    assert.equal((await variables()).release, '3.0');
    await set({ operation: 'set_variable', name: 'release', value: '4.0' });
    await save.click();
    await dialog.locator('.clash dd', { hasText: '4.0' }).waitFor();
    await save.click();
    await closed();
    assert.equal((await variables()).release, '2.1');

    // What was renamed or deleted elsewhere does not come back by itself.
    await opened('release');
    await dialog.getByLabel('Name').fill('edition');
    await set({ operation: 'set_variable', name: 'issue', value: '2.1' }, { operation: 'delete_variable', name: 'release' });
    await save.click();
    await dialog.getByText('“release” is not there any more').waitFor();
    assert.deepEqual(Object.keys(await variables()), ['issue', 'versions']);
    await dialog.getByRole('button', { name: 'Keep it so' }).click();
    await closed();

    // Deleting asks again if it is not what was seen.
    await page.getByRole('button', { name: 'Delete issue' }).click();
    await dialog.getByText('2.1', { exact: true }).waitFor();
    await set({ operation: 'set_variable', name: 'issue', value: '9' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('Somebody else changed it meanwhile.').waitFor();
    assert.equal((await variables()).issue, '9');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await closed();
    assert.deepEqual(await variables(), { versions: 3 });

    // Reusable contents: the title, and the text of what is deleted.
    await page.goto(`${url}/app/spaces/${id}/library/reusable-contents`);
    await page.getByRole('button', { name: 'Rename Contact' }).click();
    await dialog.getByLabel('Title').fill('Phone');
    await set({ operation: 'update_reusable_content', reusableContent: reusable, title: 'Address' });
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await dialog.locator('.clash dd', { hasText: 'Address' }).waitFor();
    await dialog.getByRole('button', { name: 'Keep it so' }).click();
    await page.getByRole('button', { name: 'Delete Address' }).click();
    await dialog.getByText('Call the harbour master.').waitFor();
    await set({ operation: 'update_reusable_content', reusableContent: reusable, document: { markdown: 'Write to us.\n' } });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('Write to us.').waitFor();
    assert.deepEqual((await contentOf(id)).reusableContents.map((it) => it.title), ['Address']);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.close();
});

test('numbers are kept as they are typed, and another kind takes over what it can have', async () => {
    const { id } = await shelf('Kinds');
    const page = await open(ada, `/spaces/${id}/library/variables`);
    const dialog = page.getByRole('dialog');
    const [value, kind, save] = [dialog.getByLabel('Value'), dialog.getByLabel('Kind'), dialog.getByRole('button', { name: 'Save' })];
    await page.getByRole('button', { name: 'Change versions', exact: true }).click();
    await value.fill('9007199254740993');
    await save.click();
    await dialog.getByText('It would become 9007199254740992').waitFor();
    await value.fill('1,5');
    await save.click();
    await dialog.getByText('Write a number').waitFor();
    await value.fill('0.10');
    await kind.selectOption('Text');
    assert.equal(await value.inputValue(), '0.10');
    await kind.selectOption('Yes or no');
    await kind.selectOption('Number');
    assert.equal(await value.inputValue(), '0.10', 'nothing is lost by looking');
    await kind.selectOption('Text');
    await value.fill('many');
    await kind.selectOption('Number');
    assert.equal(await value.inputValue(), '');
    await kind.selectOption('Text');
    assert.equal(await value.inputValue(), 'many');
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await contentOf(id)).variables.versions, 'many');
    await page.close();
});

test('what is locked is changed in a draft, which has a library of its own', async () => {
    const { id, reusable } = await shelf('Locked shelf', 'locked');
    const page = await open(ada, `/spaces/${id}/library/reusable-contents`);
    await page.getByRole('link', { name: 'Contact' }).click();
    await page.waitForURL(/change-requests\/[^/]+\/reusable-contents\/[^/]+\/edit$/);
    const request = /change-requests\/([^/]+)/.exec(page.url())[1];
    await page.locator('.ProseMirror').getByText('Call the harbour master.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Day and night.');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.waitForURL(/change-requests\/[^/]+\/library\/reusable-contents$/);
    const text = async (place) => (await api(`/spaces/${id}/${place}/reusable-contents/${reusable}?format=markdown`)).markdown;
    assert.equal(await text('content'), 'Call the harbour master.\n');
    assert.equal(await text(`change-requests/${request}/content`), 'Call the harbour master. Day and night.\n');
    await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'Variables' }).click();
    await page.getByRole('button', { name: 'Delete versions' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('“versions” is deleted.').waitFor();
    assert.deepEqual(Object.keys((await api(`/spaces/${id}/change-requests/${request}/content`)).variables), ['version']);
    assert.deepEqual(Object.keys((await contentOf(id)).variables), ['version', 'versions']);
    await page.close();

    const bob = await contextOf(browser, 'bob');
    const reading = await open(bob, `/spaces/${id}/library/variables`);
    await reading.getByRole('button', { name: 'Where used: version', exact: true }).click();
    await reading.locator('.uses').getByRole('link', { name: 'Harbour' }).waitFor();
    await reading.close();
});

test('axe finds nothing serious in the library', async () => {
    const { id } = await shelf('Seen shelf');
    const page = await open(ada, '');
    const found = {};
    for (const [colorScheme, width] of [['light', 1280], ['dark', 1280], ['light', 320], ['dark', 320]]) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        for (const tab of ['', '/reusable-contents', '/variables']) {
            await page.goto(`${url}/app/spaces/${id}/library${tab}`);
            await page.waitForLoadState('networkidle');
            const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
            const problems = [...(await findings(page)), ...(isWide ? ['wider than the window'] : [])];
            if (problems.length) found[`${colorScheme} ${width} ${tab}`] = problems;
        }
    }
    assert.deepEqual(found, {});
    await page.close();
});
