// A published site as people read it: the manual, that QUIRE_SITE is the address of, on the server of QUIRE_URL.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { api, organization, sitemap } from './api.mjs';
import { Reader, findings } from './reader.mjs';

const site = process.env.QUIRE_SITE.replace(/\/?$/, '/');
const { origin } = new URL(site);
const MOST_PAGES = 30;
let reader;
let pages;

before(async () => {
    [reader, pages] = await Promise.all([Reader.start(origin), sitemap(site)]);
});
after(() => reader?.close());

/** The addresses of the same host that a text names, with what they point into. */
function named(text, type, address) {
    const patterns = { 'text/html': /\s(?:href|src|action|content)="([^"]*)"/g, 'text/markdown': /\]\(([^)\s]*)\)/g };
    const matches = type in patterns ? [...text.matchAll(patterns[type])] : [];
    const targets = matches.map(([, target]) => target.replaceAll('&amp;', '&')).filter((it) => /^(https?:|\/|#)/.test(it));
    return targets.map((target) => new URL(target, address)).filter((url) => url.origin === origin);
}

/** An answer, after one redirect at most. */
async function ask(address) {
    const first = await fetch(address, { redirect: 'manual' });
    if (first.status < 300 || first.status > 399) return first;
    return fetch(new URL(first.headers.get('location'), address), { redirect: 'manual' });
}

/** Everything that can be reached, and who names what is not there. */
async function crawl() {
    const texts = new Map();
    const links = [];
    const broken = [];
    const open = [...pages, ...['', 'robots.txt', 'sitemap.xml', 'llms.txt', 'llms-full.txt'].map((it) => site + it)];
    for (let address = open.pop(); address; address = open.pop()) {
        if (texts.has(address)) continue;
        const answer = await ask(address);
        const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
        const text = await answer.text();
        texts.set(address, text);
        if (answer.status !== 200) broken.push(`${address}: ${answer.status}`);
        for (const url of named(text, type, address)) {
            const hash = decodeURIComponent(url.hash.slice(1));
            url.hash = '';
            links.push({ from: address, to: url.href, hash });
            // What stands outside of the site is no business of its readers.
            if (url.href.startsWith(site)) open.push(url.href);
        }
    }
    return { texts, links, broken };
}

test('every address that the site names is there, without a chain of redirects', async () => {
    const { texts, links, broken } = await crawl();
    const because = (address) => links.filter(({ to }) => to === address).map(({ from }) => from);
    assert.deepEqual(broken.map((it) => [it, because(it.split(': ')[0])]), []);
    const isThere = (text, hash) => !text?.startsWith('<!DOCTYPE') || text.includes(` id="${hash}"`);
    assert.deepEqual(links.filter(({ to, hash }) => hash && !isThere(texts.get(to), hash)), []);
    assert.ok(pages.length >= MOST_PAGES, `${pages.length} pages`);
    for (const page of pages) assert.ok(texts.get(page).includes(`rel="canonical" href="${page}"`), page);
});

test('the Markdown of a page is what the API gives, with links that lead to the site', async () => {
    const withoutTargets = (text) => text.replace(/(\]\(<?|\]: |(?:src|href)=")[^)\s">]*/g, '$1');
    const withoutCode = (text) => text.replace(/^( *)(```+|~~~+)[\s\S]*?^\1\2/gm, '').replace(/`[^`]*`/g, '');
    const org = await organization();
    const { items: sites } = await api(`${org}/sites`);
    const { id } = sites.find(({ urls }) => urls.published === site);
    const { items: spaces } = await api(`${org}/sites/${id}/site-spaces`);
    const content = `/spaces/${spaces[0].space.id}/content`;
    const flat = (list) => list.flatMap((page) => [page, ...flat(page.pages ?? [])]);
    const { pages: tree } = await api(`${content}/pages`);
    const all = flat(tree).filter(({ type }) => type === 'document');
    assert.ok(all.length >= pages.length);
    for (const page of all) {
        const { markdown } = await api(`${content}/page/${page.id}?format=markdown&evaluated=true`);
        const answer = await fetch(`${site}${page.path}.md`, { redirect: 'manual' });
        assert.equal(answer.status, 200, page.path);
        const text = await answer.text();
        assert.equal(withoutTargets(text), withoutTargets(markdown), page.path);
        const paths = [...withoutCode(text).matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => target);
        assert.deepEqual(paths.filter((target) => !/^(https?:|mailto:|#)/.test(target)), [], page.path);
    }
});

test('pages are for everybody, in light and in dark', () =>
    reader.open({}, async (page, troubles) => {
        for (const [at, address] of pages.slice(0, MOST_PAGES).entries()) {
            const colorScheme = at % 3 === 2 ? 'dark' : 'light';
            await page.emulateMedia({ colorScheme });
            await page.goto(address);
            assert.deepEqual(await findings(page), [], `${address} in ${colorScheme}`);
            assert.equal(await page.locator('h1').count(), 1, address);
        }
        assert.deepEqual(troubles, []);
    }));

test('every page fits on a phone', () =>
    reader.open({ viewport: { width: 360, height: 740 } }, async (page, troubles) => {
        for (const address of pages) {
            await page.goto(address);
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, address);
        }
        assert.deepEqual(troubles, []);
    }));

test('search is opened, typed and chosen by keyboard', () =>
    reader.open({}, async (page, troubles) => {
        await page.goto(site);
        await page.keyboard.press('/');
        await page.locator('dialog.finder').waitFor();
        // All at once: the answer to half a word would be replaced while it is looked at.
        await page.keyboard.insertText('token');
        const chosen = page.locator('.hit[aria-selected=true]');
        await chosen.waitFor();
        const first = await chosen.getAttribute('href');
        await page.keyboard.press('ArrowDown');
        const second = await chosen.getAttribute('href');
        assert.notEqual(second, first);
        assert.deepEqual(await findings(page), []);
        await page.keyboard.press('Enter');
        await page.waitForURL(new URL(second, origin).href);
        assert.deepEqual(troubles, []);
    }));

test('the theme is switched by keyboard, and remembered on other pages', () =>
    reader.open({ colorScheme: 'light' }, async (page) => {
        const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
        await page.goto(site);
        const light = await ground();
        const button = page.locator('button.theme');
        for (const _ of ['light', 'dark']) await button.press('Enter');
        const dark = await ground();
        assert.notEqual(dark, light);
        assert.match(await button.getAttribute('aria-label'), /Dark/);
        await page.goto(pages.at(-1));
        assert.equal(await ground(), dark);
    }));

/** The first page with something in it. */
async function pageWith(words) {
    for (const address of pages) if ((await (await fetch(address)).text()).includes(words)) return address;
    throw new Error(`no page has ${words}`);
}

test('tabs are switched by keyboard, and the choice is remembered', async () => {
    const address = await pageWith('class="q-tabs');
    await reader.open({}, async (page) => {
        await page.goto(address);
        const tabs = page.locator('.q-tabs').first().getByRole('tab');
        const panels = page.locator('.q-tabs').first().locator('> .q-tab:visible');
        await tabs.first().focus();
        const before = await panels.textContent();
        await page.keyboard.press('ArrowRight');
        assert.equal(await tabs.nth(1).getAttribute('aria-selected'), 'true');
        assert.notEqual(await panels.textContent(), before);
        await page.reload();
        assert.equal(await tabs.nth(1).getAttribute('aria-selected'), 'true');
    });
});

test('code is copied by keyboard, as it is shown', async () => {
    const address = await pageWith('q-copy');
    await reader.open({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
        await page.goto(address);
        const figure = page.locator('figure:has(.q-copy)').first();
        const shown = await figure.locator('.q-pre').innerText();
        await figure.locator('.q-copy').press('Enter');
        await page.locator('.q-copy', { hasText: /copied/i }).first().waitFor();
        const copied = await page.evaluate(() => navigator.clipboard.readText());
        assert.ok(copied.length > 3);
        assert.equal(copied, shown.trimEnd());
    });
});

test('all pages are one document for paper', async () => {
    await reader.open({}, async (page, troubles) => {
        await page.goto(pages[1]);
        await Promise.all([page.waitForEvent('load'), page.click('.metadata a[href*="~print"]')]);
        assert.equal(await page.locator('article.sheet').count(), 1);
        // A long document is shown while it still comes.
        await Promise.all([page.waitForEvent('load'), page.click('.paper-bar nav a[href*="~print"] >> nth=-1')]);
        const titles = await page.locator('article.sheet > header h2').allInnerTexts();
        assert.equal(titles.length, pages.length);
        assert.deepEqual(await findings(page), []);
        for (const folded of await page.locator('article.sheet details').all()) assert.ok(await folded.getAttribute('open') !== null);
        for (const panel of await page.locator('.q-tab').all()) assert.ok(await panel.isVisible());
        const dangling = await page.evaluate(() =>
            [...document.querySelectorAll('a[href^="#"]')].filter((it) => !document.getElementById(decodeURIComponent(it.hash.slice(1)))).map((it) => it.hash));
        assert.deepEqual(dangling, []);
        assert.ok(await page.locator('[data-print]').isVisible());
        assert.ok(!(await page.locator('.by-browser').isVisible()));
        await page.setViewportSize({ width: 360, height: 740 });
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
        await page.emulateMedia({ media: 'print' });
        assert.ok(!(await page.locator('.paper-bar').isVisible()));
        assert.deepEqual(troubles, []);
    });
    await reader.open({ javaScriptEnabled: false }, async (page) => {
        await page.goto(`${site}~print`);
        assert.ok(await page.locator('.by-browser').isVisible());
    });
});

test('the first key press leads over the navigation', () =>
    reader.open({}, async (page) => {
        await page.goto(pages[1]);
        await page.keyboard.press('Tab');
        assert.equal(await page.evaluate(() => document.activeElement.className), 'skip');
        await page.keyboard.press('Enter');
        assert.equal(await page.evaluate(() => document.activeElement.localName), 'main');
    }));

test('text, navigation and search are there without scripts', () =>
    reader.open({ javaScriptEnabled: false }, async (page, troubles) => {
        await page.goto(await pageWith('class="q-tabs'));
        for (const panel of await page.locator('.q-tab').all()) assert.ok(await panel.isVisible());
        assert.equal(await page.locator('button:visible').count(), 0);
        await page.goto(pages[1]);
        await page.click('.contents li:has(> a[aria-current]) + li > a');
        await page.waitForURL(pages[2]);
        assert.ok((await page.locator('main').innerText()).length > 500);
        await page.fill('form.search input', 'token');
        await page.press('form.search input', 'Enter');
        await page.waitForURL(/~search\?q=token/);
        const found = page.locator('main h2 a');
        assert.ok((await found.count()) > 3);
        const title = await found.first().innerText();
        await Promise.all([page.waitForEvent('load'), found.first().click()]);
        assert.equal(await page.locator('h1').innerText(), title);
        assert.deepEqual(troubles, []);
    }));
