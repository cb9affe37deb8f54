// Requests that readers send to an API from the page that describes it.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';

import { api, organization } from './api.mjs';
import { launch } from './chromium.mjs';
import { findings } from './reader.mjs';

let shop;
let browser;
let site;
const asked = [];

/** An API that says what it was asked. */
async function open() {
    const server = createServer(async (request, response) => {
        const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'access-control-allow-methods': '*' };
        if (request.method === 'OPTIONS') return response.writeHead(204, cors).end();
        const parts = [];
        for await (const part of request) parts.push(part);
        const { method, url, headers } = request;
        asked.push({ method, url, headers, body: Buffer.concat(parts).toString() });
        response.writeHead(url.includes('missing') ? 404 : 200, { ...cors, 'content-type': 'application/json' });
        response.end(JSON.stringify({ saw: url }));
    });
    await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
    return server;
}

function description(address) {
    const parameter = (name, place, schema) => ({ name, in: place, required: place === 'path', schema });
    const body = { content: { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string', example: 'Rex' } } } } } };
    return {
        openapi: '3.0.3',
        info: { title: 'Shop', version: '1' },
        servers: [{ url: `${address}/v1` }],
        paths: {
            '/things/{id}': {
                parameters: [parameter('id', 'path', { type: 'string' }), parameter('tags', 'query', { type: 'array', items: { type: 'string' } })],
                put: { summary: 'Change a thing', security: [{ key: [] }], requestBody: body, responses: { 200: { description: 'Changed' } } },
            },
        },
        components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    };
}

async function publish(address) {
    const org = await organization();
    const { id: space } = await api(`${org}/spaces`, { title: 'Shop', editMode: 'live' });
    const file = { name: 'shop.json', ref: 'shop.json', contentType: 'application/json', base64: btoa(JSON.stringify(description(address))) };
    const block = '{% openapi src="shop.json" path="/things/{id}" method="put" %}\n[shop.json](shop.json)\n{% endopenapi %}\n';
    const pages = [['Start', '# Start\n'], ['Things', `# Things\n\n${block}`]];
    const inserted = pages.map(([title, markdown]) => ({ operation: 'insert_page', title, document: { markdown } }));
    await api(`/spaces/${space}/content`, { changes: [{ operation: 'insert_files', files: [file] }, ...inserted] });
    const { id } = await api(`${org}/sites`, { title: 'Shop', spaces: [space] });
    await api(`${org}/sites/${id}/customization`, { tryIt: { enabled: true } }, 'PUT');
    const { urls } = await api(`${org}/sites/${id}/publish`, undefined, 'POST');
    return urls.published.replace(/\/?$/, '/');
}

before(async () => {
    shop = await open();
    [browser, site] = await Promise.all([launch(), publish(`http://127.0.0.1:${shop.address().port}`)]);
});
after(async () => {
    await browser?.close();
    shop?.close();
});

test('a request goes from the page to the API, and the answer is shown', async () => {
    const page = await browser.newPage();
    await page.goto(site);
    // By a link, from a page that may not connect to the API.
    await page.getByRole('link', { name: 'Things' }).first().click();
    await page.getByText('Try it').click();
    const form = page.locator('.q-try-form');
    await form.locator('[data-auth=header]').fill('secret');
    await form.locator('[data-name=id]').fill('a/b ?');
    await form.locator('[data-name=tags]').fill('x, y');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.locator('.q-try-answer').waitFor();
    assert.match(await form.locator('.q-try-status').innerText(), /^200 /);
    assert.match(await form.locator('.q-try-answer').innerText(), /"saw": "\/v1\/things\/a%2Fb%20%3F\?tags=x&tags=y"/);
    const [{ method, headers, body }] = asked.splice(0);
    assert.deepEqual([method, headers['x-key'], headers['content-type'], headers.cookie, headers.referer],
        ['PUT', 'secret', 'application/json', undefined, undefined]);
    assert.deepEqual(JSON.parse(body), { name: 'Rex' });
    assert.deepEqual(await findings(page), []);

    await form.locator('[data-name=id]').fill('missing');
    await form.getByRole('button', { name: 'Send' }).click();
    await page.waitForFunction(() => document.querySelector('.q-try-status').textContent.startsWith('404'));

    // What was entered is there for this tab, and for no other.
    await page.reload();
    await page.getByText('Try it').click();
    assert.equal(await page.locator('[data-auth=header]').inputValue(), 'secret');
    const other = await browser.newPage();
    await other.goto(page.url());
    await other.getByText('Try it').click();
    assert.equal(await other.locator('[data-auth=header]').inputValue(), '');
    await other.close();
    await page.close();
});

test('what cannot be sent is told, and nothing goes elsewhere', async () => {
    const page = await browser.newPage();
    const elsewhere = [];
    page.on('request', (request) => request.url().includes('evil') && elsewhere.push(request.url()));
    await page.goto(new URL('things', site).href);
    await page.getByText('Try it').click();
    const form = page.locator('.q-try-form');
    await form.locator('[data-name=id]').fill('1');
    const failed = async () => {
        await form.getByRole('button', { name: 'Send' }).click();
        await page.waitForFunction(() => document.querySelector('.q-try-status').textContent.includes('CORS'));
    };
    await form.evaluate((it) => (it.elements.server.options[0].value = 'http://evil.example/v1'));
    await failed();
    await form.evaluate((it) => (it.elements.server.options[0].value = 'http://127.0.0.1:1'));
    await failed();
    assert.deepEqual(elsewhere, []);
    await page.close();
});

test('without scripts there is no form', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(new URL('things', site).href);
    assert.equal(await page.getByText('Try it').isVisible(), false);
    await context.close();
});
