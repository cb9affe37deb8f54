// What is typed is never lost: leaving, other tabs, pages that are gone, sessions that end, dialogs that are closed.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { api } from './api.mjs';
import { address, begin, end, headers, insert, markdown, reader, space, status, TITLE, Writing, writing } from './writing.mjs';

before(() => begin('Drafts'));
after(end);

const content = () => `/spaces/${space}/content?compat=false`;
const remove = (id) => api(content(), { changes: [{ operation: 'delete_page', page: id }] });
/** What is stored of a page, without its title and without the line break at its end. */
const textOf = async (id) => (await markdown(id)).slice(TITLE.length).trim();

test('leaving by the button saves what was typed a moment before', () =>
    writing('A\n', async (it) => {
        await it.type(' last words');
        await it.page.getByRole('button', { name: 'Done' }).click();
        await it.page.locator('.document').getByText('A last words').waitFor();
        assert.equal(await textOf(it.id), 'A last words');
    }));

test('leaving by a link saves too, and who comes back at once waits for it', () =>
    writing('A\n', async (it) => {
        let calls = 0;
        await it.page.route('**/content?**', async (route) => {
            calls += 1;
            await new Promise((resolve) => it.page.once('framenavigated', resolve));
            await route.continue();
        });
        await it.type(' by a link');
        await it.page.getByRole('link', { name: 'History' }).first().click();
        await it.page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
        await it.page.goBack();
        await it.text.getByText('A by a link').waitFor();
        await it.page.unroute('**/content?**');
        assert.equal(await it.saved(), 'A by a link\n');
        assert.equal(calls, 1);
    }));

test('leaving without a connection keeps the draft, which home shows', () =>
    writing('A\n', async (it) => {
        await it.page.route('**/content?**', (route) => route.abort());
        await it.type(' kept');
        await it.page.locator(status('offline')).waitFor({ state: 'attached' });
        await it.page.getByRole('button', { name: 'Done' }).click();
        // It says why, and leaves when it is asked again.
        await it.page.getByRole('alert').getByText('Not connected').waitFor();
        await it.page.getByRole('button', { name: 'Done' }).click();
        await it.page.locator('.document').waitFor();
        await it.page.unroute('**/content?**');
        await it.page.clock.install({ time: Date.now() + 60_000 });
        await it.page.goto(address(it.id).replace(/\/spaces.*/, ''));
        await it.page.locator('section', { hasText: 'Not saved yet' }).getByRole('link', { name: 'Page' }).first().waitFor();
        await it.page.clock.resume();
        await it.page.goto(address(it.id));
        await it.text.getByText('A kept').waitFor();
        assert.equal(await it.saved(), 'A kept\n');
    }));

test('the Markdown mode begins with what was typed a moment before, and so does the way back', () =>
    writing('A\n', async (it) => {
        await it.type(' typed');
        await it.page.getByRole('button', { name: 'Markdown' }).click();
        await it.page.locator('.cm-content').getByText('A typed').click();
        await it.type('Control+End', 'source');
        await it.page.getByRole('button', { name: 'Markdown' }).click();
        await it.text.getByText('source').waitFor();
        assert.match(await it.saved(), /^A typed\nsource/);
    }));

test('a draft of the Markdown mode is opened there again', () =>
    writing('A\n', async (it) => {
        await it.page.getByRole('button', { name: 'Markdown' }).click();
        await it.page.locator('.cm-content').click();
        await it.page.route('**/content?**', (route) => route.abort());
        await it.type('Control+End', 'unsaved');
        await it.page.locator(status('offline')).waitFor({ state: 'attached' });
        await it.page.unroute('**/content?**');
        await it.page.reload();
        await it.page.locator('.cm-content').getByText('unsaved').waitFor();
        await it.page.locator(status('saved')).waitFor({ state: 'attached' });
        assert.match(await textOf(it.id), /unsaved$/);
    }));

test('a tab that is reloaded or dies in the middle of a word loses nothing', () =>
    reader.open({ extraHTTPHeaders: headers }, async (first) => {
        const id = await insert('Page', `${TITLE}Start.\n`);
        let page = first;
        const words = Array.from({ length: 16 }, (_, n) => `word${n}x`);
        for (const [n, word] of words.entries()) {
            await page.goto(address(id));
            await page.locator('.e-body > p').first().click();
            await page.keyboard.press('End');
            await page.keyboard.type(` ${word}`);
            if (n % 4 !== 3) continue;
            // The process that shows the page dies; nothing in it can do anything any more.
            const session = await page.context().newCDPSession(page);
            const crashed = page.waitForEvent('crash');
            session.send('Page.crash').catch(() => undefined);
            await crashed;
            await page.close();
            page = await first.context().newPage();
        }
        await page.goto(address(id));
        await page.locator('.e-body').waitFor();
        await page.locator(status('saved')).waitFor({ state: 'attached' });
        assert.equal(await textOf(id), `Start. ${words.join(' ')}`);
    }));

test('two tabs on one page keep drafts of their own, and both are saved', () =>
    reader.open({ extraHTTPHeaders: headers }, async (page) => {
        const id = await insert('Page', `${TITLE}One.\n\nTwo.\n`);
        const tabs = [page, await page.context().newPage()].map((tab) => new Writing(tab, id));
        for (const { page: tab } of tabs) {
            await tab.goto(address(id));
            await tab.locator('.e-body').waitFor();
            await tab.route('**/content?**', (route) => route.abort());
        }
        for (const [tab, at, words] of [[tabs[0], 0, ' first'], [tabs[1], 1, ' second']]) {
            await tab.page.bringToFront();
            await tab.page.locator('.e-body > p').nth(at).click();
            await tab.type('End', words);
            await tab.page.locator(status('offline')).waitFor({ state: 'attached' });
        }
        for (const { page: tab } of tabs) {
            await tab.unroute('**/content?**');
            await tab.reload();
        }
        for (const tab of tabs) {
            await tab.page.bringToFront();
            await tab.page.locator('.e-body').waitFor();
            await tab.page.locator(status('saved')).waitFor({ state: 'attached' });
        }
        assert.equal(await textOf(id), 'One. first\n\nTwo. second');
    }));

test('a page that was deleted meanwhile is brought back with what was typed', () =>
    writing('A\n', async (it) => {
        await remove(it.id);
        await it.type(' survives');
        await it.page.getByRole('alert').getByText('was deleted or moved').waitFor();
        // The text is there after a reload, too.
        await it.page.reload();
        await it.text.getByText('A survives').waitFor();
        await it.page.getByRole('button', { name: 'Bring the page back' }).click();
        assert.equal(await it.saved(), 'A survives\n');
    }));

test('the text of a deleted page becomes a new page', () =>
    writing('A\n', async (it) => {
        await remove(it.id);
        await it.type(' moves on');
        await it.page.getByRole('button', { name: 'Save as a new page' }).click();
        await it.page.waitForURL((url) => !url.pathname.includes(it.id));
        await it.text.getByText('A moves on').waitFor();
        const id = /page\/(\w+)/.exec(it.page.url())[1];
        assert.match(await markdown(id), /A moves on\s*$/);
        assert.equal((await api(`/spaces/${space}/content/page/${id}`)).title, 'Page');
        // Nothing is left behind that asks to be saved again.
        await it.page.goto(address(it.id));
        await it.page.getByRole('alert').waitFor();
        assert.equal(await it.page.locator('.e-body').count(), 0);
    }));

test('the text of a page that can’t be saved is copied', () =>
    writing('A **b**\n', async (it) => {
        await it.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await remove(it.id);
        await it.type(' c');
        await it.page.getByRole('button', { name: 'Copy the text' }).click();
        await it.page.getByRole('button', { name: 'Copied' }).waitFor();
        const html = await it.page.evaluate(async () => (await (await navigator.clipboard.read())[0].getType('text/html')).text());
        assert.match(html, /<strong>b c<\/strong>/);
    }));

test('spaces at the end of what is typed are not stored', () =>
    writing('A\n', async (it) => {
        await it.type(' word ');
        assert.equal(await it.saved(), 'A word\n');
        await it.type('and');
        assert.equal(await it.saved(), 'A word and\n');
    }));

test('Escape in a form of the editor asks before it discards', () =>
    writing('some\n', async (it) => {
        await it.type('Shift+Home', 'Control+k');
        await it.page.locator('.e-form').waitFor();
        await it.type('Escape');
        await it.page.locator('.e-form').waitFor({ state: 'detached' });
        await it.type('Control+k');
        await it.page.locator('.e-form').waitFor();
        await it.type('https://example.org', 'Escape');
        await it.page.getByText('Press Esc once more').waitFor();
        await it.type('Enter');
        assert.equal(await it.saved(), '[some](https://example.org)\n');
    }));
