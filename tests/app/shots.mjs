// Pictures of every screen, in light and dark, wide and narrow: `QUIRE_URL=… QUIRE_TOKEN=… QUIRE_LINKS=… node shots.mjs DIR`.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { api, launch, organization, signIn, space, url } from './app.mjs';

const dir = process.argv[2] ?? 'shots';
mkdirSync(dir, { recursive: true });

const org = await organization();
const manual = (await api(`/orgs/${org}/spaces`)).items[0];
const { id, pages } = await space('Handbook', {
    Welcome: '# Welcome\n\nThe harbour is open from six to nine.\n\nCall before you come.\n',
    Mooring: '# Mooring\n\nTake two lines.\n\nThe harbour master shows the berth.\n\n- bow\n- stern\n',
    Fees: '# Fees\n\n| Length | Fee |\n| --- | --- |\n| 8 m | 20 |\n',
});
const request = await api(`/spaces/${id}/change-requests`, { subject: 'Summer hours' });
const base = `/spaces/${id}/change-requests/${request.id}`;
await api(`${base}/content`, { changes: [
    { operation: 'update_page', page: pages[0], document: { markdown: '# Welcome\n\nThe harbour is open from five to ten in summer.\n\nCall before you come.\n\nBring your papers.\n' } },
    { operation: 'update_page', page: pages[2], title: 'Prices', description: 'What a night costs.' },
    { operation: 'insert_page', title: 'Winter', document: { markdown: '# Winter\n\nClosed.\n' } },
] });
await api(base, { description: { markdown: 'The harbour opens **earlier** in summer. See the notice of the harbour master.' } }, 'PATCH');
await api(`${base}/comments`, { body: { markdown: 'Is this agreed with the harbour master?' }, page: pages[0] });
await api(`/spaces/${id}`, { mergeRules: { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }, { rule: 'require_change_request_description' }] } }, 'PATCH');
const torn = await api(`/spaces/${id}/change-requests`, { subject: 'Other lines' });
await api(`/spaces/${id}/change-requests/${torn.id}/content`, { changes: [{ operation: 'update_page', page: pages[1], title: 'Berths', document: { markdown: '# Berths\n\nTake four lines and a fender.\n\nThe harbour master shows the berth.\n\n- bow\n- stern\n' } }] });
await api(`/spaces/${id}`, { editMode: 'live' }, 'PATCH');
await api(`/spaces/${id}/content`, { changes: [{ operation: 'update_page', page: pages[1], title: 'Moorings', document: { markdown: '# Moorings\n\nTake three lines.\n\nThe harbour master shows the berth.\n\n- bow\n- stern\n' } }] });
await api(`/spaces/${id}`, { editMode: 'locked' }, 'PATCH');
await api(`/spaces/${id}/change-requests/${torn.id}/update`, {});

const manualPages = (await api(`/spaces/${manual.id}/content/pages`)).pages;
const screens = {
    home: '', new: `/orgs/${org}/new`, people: `/orgs/${org}/people`,
    reader: `/spaces/${manual.id}/page/${manualPages[0].id}`,
    blocks: `/spaces/${manual.id}/page/${(await api(`/spaces/${manual.id}/content/path/reference/directory-format/markdown-blocks`).catch(() => manualPages[0])).id}`,
    small: `/spaces/${id}/page/${pages[1]}`,
    requests: `/spaces/${id}/change-requests`, overview: base, changes: `${base}/changes`, conflicts: `/spaces/${id}/change-requests/${torn.id}/conflicts`,
    edit: `${base}/page/${pages[0]}/edit`, comments: `/spaces/${id}/comments`, history: `/spaces/${id}/history`, 'page-history': `/spaces/${id}/page/${pages[1]}/history`, settings: `/spaces/${id}/settings`,
};
const browser = await launch();
const context = await signIn(browser, process.env.QUIRE_LINKS.split('\n')[0]);
for (const [name, options] of Object.entries({ light: { width: 1280, height: 860, colorScheme: 'light' }, dark: { width: 1280, height: 860, colorScheme: 'dark' }, phone: { width: 390, height: 800, colorScheme: 'light' } })) {
    const page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && console.log(name, page.url(), message.text()));
    page.on('pageerror', (error) => console.log(name, page.url(), error.message));
    await page.setViewportSize(options);
    await page.emulateMedia({ colorScheme: options.colorScheme });
    for (const [screen, path] of Object.entries(screens)) {
        await page.goto(`${url}/app${path}`);
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: join(dir, `${screen}-${name}.png`) });
    }
    await page.goto(`${url}/app/spaces/${id}/page/${pages[0]}`);
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('harbour');
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(dir, `palette-${name}.png`) });
    await page.close();
}
await browser.close();
