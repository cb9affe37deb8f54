// The app in a browser, and the server below it: QUIRE_URL, QUIRE_TOKEN and QUIRE_LINKS (sign-in links, one a line) say where.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

export const url = process.env.QUIRE_URL;

/** A browser without a window. */
export function launch() {
    const executablePath = process.env.QUIRE_CHROMIUM ?? '/usr/bin/chromium';
    return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}

/** Calls the API with the token, and returns the body of the answer. */
export async function api(path, body, method = body === undefined ? 'GET' : 'POST') {
    const headers = { authorization: `Bearer ${process.env.QUIRE_TOKEN}`, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/v1${path}`, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text && JSON.parse(text);
}

/** The identifier of the first organization. */
export const organization = async () => (await api('/orgs')).items[0].id;

/** A space with pages of these titles and texts. */
export async function space(title, pages = {}, editMode = 'locked') {
    const { id } = await api(`/orgs/${await organization()}/spaces`, { title, editMode: 'live' });
    const changes = Object.entries(pages).map(([title, markdown]) => ({ operation: 'insert_page', title, document: { markdown } }));
    const made = changes.length ? await api(`/spaces/${id}/content?compat=false`, { changes }) : { insertedPages: [] };
    if (editMode === 'locked') await api(`/spaces/${id}`, { editMode }, 'PATCH');
    return { id, pages: made.insertedPages.map((page) => page.id) };
}

/** Signs a new browser context in by a one-time link, and returns it. */
export async function signIn(browser, link, options = {}) {
    const context = await browser.newContext({ locale: 'en-GB', ...options });
    const page = await context.newPage();
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/(app|account)/);
    await page.close();
    return context;
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on a page that is serious or worse. */
export async function findings(page) {
    if (!(await page.evaluate('typeof axe === "object"'))) {
        // Not as an element of the page, whose policy would refuse it.
        await page.evaluate(axe);
    }
    const { violations } = await page.evaluate('axe.run(document, { resultTypes: ["violations"] })');
    return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).slice(0, 4).join(', ')}`);
}

/** Opens a screen of the app in a context; `close` fails if anything ran wrong in it. */
export async function open(context, path) {
    const page = await context.newPage();
    const wrong = [];
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('console', (message) => message.type() === 'error' && !/status of 4\d\d/.test(message.text()) && wrong.push(message.text()));
    await page.goto(`${url}/app${path}`);
    const close = page.close.bind(page);
    page.close = async () => {
        assert.deepEqual(wrong, []);
        await close();
    };
    return page;
}

export const PASSWORD = 'correct horse battery';

/** Signs in on the page that asks for it. */
export async function signInWithPassword(page, name = 'ada') {
    await page.getByRole('heading', { name: 'Sign in to Quire' }).waitFor();
    await page.getByLabel('E-mail address').fill(`${name}@example.org`);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const states = new Map();

/** A browser context of its own for somebody who is signed in. A name signs in once a process: the server bounds attempts a minute. */
export async function contextOf(browser, name, options = {}) {
    const context = await browser.newContext({ locale: 'en-GB', storageState: states.get(name), ...options });
    if (states.has(name)) return context;
    const page = await context.newPage();
    await page.goto(`${url}/sign-in?next=${encodeURIComponent('/app')}`);
    await signInWithPassword(page, name);
    await page.waitForURL(/\/app/);
    await page.close();
    const { cookies } = await context.storageState();
    states.set(name, { cookies, origins: [] });
    return context;
}
