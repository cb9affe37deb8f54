// Content that means harm, published and opened: nothing of it runs, loads or leads to a script.
//
// Pages are opened as they are served, where the policy tells what it had to refuse; and some without the policy, so that
// what the pages themselves let through would run.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { api, organization, sitemap } from './api.mjs';
import { Reader } from './reader.mjs';
import { pages as vectors } from './vectors.mjs';

const RUN = 'console.error("ran"), alert(1)';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload='${RUN}'><script>${RUN}</script></svg>`;
const FILES = [
    ['picture.svg', 'image/svg+xml', SVG],
    ['page.html', 'text/html', `<!DOCTYPE html><title>x</title><script>${RUN}</script><img src=x onerror='${RUN}'>`],
];
const AT_ONCE = 2;
/** The number of vectors below one page: the table of contents has those of the page that is read. */
const PART = 20;
const SHARE_WITHOUT_POLICY = 4;
// What the manual promises: pictures that content names, and frames of some players. Nothing answers for them here.
const elsewhere = ['image', 'frame'];
let reader;
let site;
let pages;

/** A space of all vectors and files, published. */
async function publish() {
    const org = await organization();
    const title = '"><script>alert(1)</script>';
    const { id: space } = await api(`${org}/spaces`, { title, editMode: 'live' });
    const files = FILES.map(([name, contentType, text]) => ({ name, ref: name, contentType, base64: btoa(text) }));
    const links = { title: 'Files', document: { markdown: '# Files\n\n![x](picture.svg)\n\n{% file src="page.html" %}\n' } };
    const parts = new Map();
    const inserted = (await vectors()).map(({ text, ...page }, at) => {
        const into = `part-${Math.floor(at / PART)}`;
        parts.set(into, { title: into, ref: into, document: { markdown: `# ${into}\n` } });
        return { ...page, into, document: { markdown: text } };
    });
    const insert = (page) => ({ operation: 'insert_page', ...page });
    const changes = [{ operation: 'insert_files', files }, ...[links, ...parts.values(), ...inserted].map(insert)];
    await api(`/spaces/${space}/content`, { changes });
    const { id } = await api(`${org}/sites`, { title, spaces: [space] });
    const { urls } = await api(`${org}/sites/${id}/publish`, undefined, 'POST');
    return urls.published;
}

before(async () => {
    site = await publish();
    reader = await Reader.start(new URL(site).origin);
    pages = await sitemap(site);
});
after(() => reader?.close());

/** What could run in the document that is shown. */
function dangers() {
    const found = [];
    const schemes = /^(javascript|vbscript|data|livescript|blob|filesystem|file):/;
    for (const element of document.querySelectorAll('*')) {
        for (const { name, value } of element.attributes) {
            if (name.startsWith('on') || name === 'srcdoc') found.push(`${element.localName} ${name}`);
            if (!/^(xlink:)?(href|src|action|formaction|data|poster|background|ping|cite|srcset)$/.test(name)) continue;
            const address = new URL(value, location.href).href;
            const picture = element.localName === 'img' && /^data:image\/(png|jpeg|gif|webp|avif);/.test(address);
            const drawing = element.matches('img.q-drawn') && address.startsWith('data:image/svg+xml,');
            if (schemes.test(address) && !picture && !drawing) found.push(`${element.localName} ${name}=${value}`);
        }
    }
    const own = (it) => it.src.startsWith(location.origin) && it.src.includes('/~assets/');
    const scripts = [...document.scripts].filter((it) => !own(it));
    const refused = 'object, embed, applet, base, style, meta[http-equiv], foreignObject, form:not([action$="~search"])';
    const others = document.querySelectorAll(`${refused}, article input:not([type=checkbox], [type=search])`);
    return [...found, ...[...scripts, ...others].map((it) => it.outerHTML)];
}

/** Opens pages, some at once, and gives what is wrong with them. */
async function look(addresses, options) {
    const open = [...addresses];
    const wrong = [];
    const one = () => reader.open({ elsewhere, ...options }, async (page, troubles) => {
        for (let address = open.pop(); address; address = open.pop()) {
            await page.goto(address);
            const found = [...troubles.splice(0), ...(await page.evaluate(dangers))];
            if (found.length) wrong.push([address, await page.title(), ...found]);
        }
    });
    await Promise.all(Array.from({ length: AT_ONCE }, one));
    return wrong;
}

test('what runs, or would run, is seen', () =>
    reader.open({ bypassCSP: true }, async (page, troubles) => {
        await page.goto(site);
        assert.deepEqual(await page.evaluate(dangers), []);
        const dialog = page.waitForEvent('dialog');
        await page.setContent('<a href=" javascript:x">x</a><img src=x onerror=alert(1)><img src="//evil.example/x">');
        await dialog;
        assert.deepEqual(await page.evaluate(dangers), ['a href= javascript:x', 'img onerror']);
        assert.deepEqual(troubles.toSorted(), ['image of http://evil.example/x', 'the dialog 1']);
    }));

test('pages have nothing that the policy has to refuse', async () => {
    assert.ok(pages.length > 200, `${pages.length} pages`);
    assert.deepEqual(await look(pages, {}), []);
});

test('pages have nothing that runs without the policy', async () => {
    const share = pages.filter((_, at) => at % SHARE_WITHOUT_POLICY === 0);
    assert.deepEqual(await look(share, { bypassCSP: true }), []);
});

test('nothing of what is found runs', () =>
    reader.open({ elsewhere, bypassCSP: true }, async (page, troubles) => {
        await page.goto(site);
        await page.keyboard.press('/');
        for (const words of ['alert', 'onerror', '"><img src=x onerror=alert(1)>']) {
            await page.locator('dialog.finder input').fill('');
            await page.locator('.hit').first().waitFor({ state: 'detached' });
            await page.locator('dialog.finder input').fill(words);
            await page.locator('.hit').first().waitFor();
            assert.deepEqual(await page.evaluate(dangers), []);
        }
        const script = encodeURIComponent('"><script>alert(1)</script>');
        for (const address of [`~search?q=${script}`, '~search?q=alert', script]) {
            await page.goto(site + address);
            assert.deepEqual(await page.evaluate(dangers), []);
        }
        assert.deepEqual(troubles, []);
    }));

test('uploads that are opened by themselves run nothing', async () => {
    const text = await (await fetch(`${site}files`)).text();
    // An image is shown, and leads to its file.
    const own = new Set([...text.matchAll(/(?:src|href)="([^"]*\/~files\/[^"]*)"/g)].map(([, target]) => target));
    assert.equal(own.size, FILES.length);
    for (const target of own) {
        const address = new URL(target.replaceAll('&amp;', '&'), site).href;
        await reader.open({}, async (page, troubles) => {
            const saved = page.waitForEvent('download').catch(() => null);
            const shown = await page.goto(address).catch(() => null);
            // A browser saves what it does not show.
            if (!shown) assert.ok(await saved, address);
            else assert.equal(await page.evaluate(() => document.documentElement.localName), 'svg');
            assert.deepEqual(troubles.filter((it) => /ran|dialog/.test(it)), [], address);
        });
    }
});
