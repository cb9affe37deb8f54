// The sample pages of quire-render in a browser: accessible, usable by keyboard, readable without scripts.
// QUIRE_GALLERY names the directory that `cargo run -p quire-render --example gallery -- DIRECTORY` wrote.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { after, before, test } from 'node:test';

import { launch } from './chromium.mjs';
import { serve } from './directory.mjs';
import { findings } from './reader.mjs';

const directory = process.env.QUIRE_GALLERY;
const names = (await readdir(directory)).filter((name) => name.endsWith('.html'));
let browser;
let site;

before(async () => {
    [browser, site] = await Promise.all([launch(), serve(directory)]);
});
after(async () => {
    await browser.close();
    site.close();
});

/** Opens a page, and closes what it was opened in. */
async function open(name, options, use) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    const errors = [];
    const hosts = new Set();
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    await page.goto(`${site.address}/${name}`);
    await use(page, { errors, hosts });
    await context.close();
}

for (const name of names) {
    test(`${name} is for everybody, in light and dark, on a desk and on a phone`, () =>
        open(name, {}, async (page, { errors }) => {
            for (const colorScheme of ['light', 'dark']) {
                await page.emulateMedia({ colorScheme });
                assert.deepEqual(await findings(page), []);
            }
            assert.equal(await page.locator('h1').count(), 1);
            await page.setViewportSize({ width: 360, height: 740 });
            const [inner, whole] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
            assert.ok(whole <= inner, `${whole} pixels`);
            // What is refused by the policy is told as an error; hosts that tests can't reach are, too.
            assert.deepEqual(errors.filter((error) => !error.includes('ERR_')), []);
        }));
}

test('a page asks no other host but for the frames in it', () =>
    open('guide.html', {}, async (page, { hosts }) => assert.deepEqual([...hosts], [site.address])));

test('everything is there without scripts', () =>
    open('blocks.html', { javaScriptEnabled: false }, async (page) => {
        for (const panel of await page.locator('.q-tab').all()) assert.ok(await panel.isVisible());
        assert.equal(await page.locator('.q-copy:visible, button:visible').count(), 0);
        await page.fill('form.search input', 'word');
        await page.press('form.search input', 'Enter');
        await page.waitForURL(/search\.html\?q=word/);
    }));

test('the menu of small screens opens without scripts and with them', async () => {
    for (const javaScriptEnabled of [false, true]) {
        await open('blocks.html', { javaScriptEnabled, viewport: { width: 390, height: 800 } }, async (page) => {
            const contents = page.locator('.contents');
            assert.ok(!(await contents.isVisible()));
            await page.click('.menu-open');
            assert.ok(await contents.isVisible());
            await page.click('.contents-close');
            assert.ok(!(await contents.isVisible()));
        });
    }
});

test('search is used by keyboard', () =>
    open('blocks.html', {}, async (page) => {
        await page.keyboard.press('/');
        const dialog = page.locator('dialog.finder');
        await dialog.waitFor();
        await page.keyboard.type('text');
        const chosen = page.locator('.hit[aria-selected=true]');
        await chosen.waitFor();
        assert.match(await page.locator('[role=status]').textContent(), /2/);
        assert.deepEqual(await findings(page), []);
        await page.keyboard.press('ArrowDown');
        assert.match(await chosen.textContent(), /One heading/);
        await page.keyboard.press('Escape');
        assert.ok(!(await dialog.isVisible()));
        await page.keyboard.press('Control+k');
        await dialog.waitFor();
        await chosen.waitFor();
        await page.keyboard.press('Enter');
        await page.waitForURL(/guide\.html/);
    }));

test('tabs move by arrow keys, and the choice is remembered', () =>
    open('blocks.html', {}, async (page) => {
        const tabs = page.getByRole('tab');
        await tabs.first().focus();
        await page.keyboard.press('ArrowRight');
        assert.equal(await tabs.nth(1).getAttribute('aria-selected'), 'true');
        assert.equal(await page.locator('.q-tab:visible').count(), 1);
        await page.reload();
        assert.equal(await tabs.nth(1).getAttribute('aria-selected'), 'true');
    }));

test('the colours that were chosen stay', () =>
    open('blocks.html', { colorScheme: 'light' }, async (page) => {
        const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
        const light = await ground();
        await page.click('button.theme');
        await page.click('button.theme');
        assert.notEqual(await ground(), light);
        const dark = await ground();
        await page.reload();
        assert.equal(await ground(), dark);
    }));

test('code is copied without line numbers', () =>
    open('blocks.html', { permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
        const button = page.locator('.q-copy').first();
        await button.click();
        await page.waitForFunction(() => document.querySelector('.q-copy').textContent !== 'Copy');
        const text = await page.evaluate(() => navigator.clipboard.readText());
        assert.match(text, /^\/\/\/ Gathers leaves into a quire\.\npub fn gather/);
    }));

test('a branch of a large table opens in place', () =>
    open('large.html', {}, async (page) => {
        assert.ok((await page.locator('.contents li').count()) < 60);
        const fold = page.locator('.contents button.fold').first();
        assert.equal(await fold.getAttribute('aria-expanded'), 'false');
        assert.match(await fold.getAttribute('aria-label'), /Part 1/);
        await fold.click();
        await page.getByRole('link', { name: 'Chapter 16' }).first().waitFor();
        assert.equal(await fold.getAttribute('aria-expanded'), 'true');
        assert.equal(await page.locator('.contents [aria-current]').count(), 1);
        await fold.click();
        assert.equal(await page.getByRole('link', { name: 'Chapter 16' }).count(), 1);
    }));

test('the first key press leads over the navigation', () =>
    open('blocks.html', {}, async (page) => {
        await page.keyboard.press('Tab');
        assert.equal(await page.evaluate(() => document.activeElement.className), 'skip');
        await page.keyboard.press('Enter');
        assert.equal(await page.evaluate(() => document.activeElement.localName), 'main');
    }));
