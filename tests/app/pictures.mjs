// The pictures of the manual's part "Writing": `QUIRE_URL=… QUIRE_TOKEN=… node pictures.mjs` writes them into docs.

import { join } from 'node:path';

import { api, contextOf, launch, space, url } from './app.mjs';

const assets = join(import.meta.dirname, '../../docs/.gitbook/assets');
const { id, pages } = await space('Handbook', {
    Mooring: '# Mooring\n\nThe harbour is open from six to nine. Call before you come.\n\n{% hint style="info" %}\nTake two lines, and a fender for each side.\n{% endhint %}\n\n## Fees\n\n| Length | Fee |\n| --- | --- |\n| up to 8 m | 20 |\n| up to 12 m | 35 |\n',
    Lines: '# Lines\n\nTake two lines for the bow of the boat.\n\nThe harbour master shows the berth.\n',
});
const request = await api(`/spaces/${id}/change-requests`, { subject: 'Summer hours' });
const base = `/spaces/${id}/change-requests/${request.id}`;
const write = (where, page, markdown) => api(`${where}/content`, { changes: [{ operation: 'update_page', page, document: { markdown } }] });
await write(base, pages[0], '# Mooring\n\nThe harbour is open from five to ten in summer. Call before you come.\n\n{% hint style="info" %}\nTake two lines, and a fender for each side.\n{% endhint %}\n\n## Fees\n\n| Length | Fee |\n| --- | --- |\n| up to 8 m | 20 |\n| up to 12 m | 40 |\n\nChildren stay for free.\n');
const torn = await api(`/spaces/${id}/change-requests`, { subject: 'More lines' });
await write(`/spaces/${id}/change-requests/${torn.id}`, pages[1], '# Lines\n\nTake four lines for the bow of the boat.\n\nThe harbour master shows the berth.\n');
await api(`/spaces/${id}`, { editMode: 'live' }, 'PATCH');
await write(`/spaces/${id}`, pages[1], '# Lines\n\nTake three lines for the bow of the boat.\n\nThe harbour master shows the berth.\n');
await api(`/spaces/${id}/change-requests/${torn.id}/update`, {});

const browser = await launch();
const context = await contextOf(browser, 'ada', { viewport: { width: 1180, height: 620 }, colorScheme: 'light', reducedMotion: 'reduce' });
const page = await context.newPage();
const screens = {
    'writing-editor': [`/spaces/${id}/page/${pages[0]}/edit`, '.e-body table'],
    'writing-changes': [`${base}/changes`, '.diff ins'],
    'writing-conflicts': [`/spaces/${id}/change-requests/${torn.id}/conflicts`, 'main ins'],
};
for (const [name, [path, shown]] of Object.entries(screens)) {
    await page.goto(`${url}/app${path}`);
    await page.locator(shown).first().waitFor({ timeout: 10_000 });
    await page.evaluate(() => document.fonts.ready);
    // The screen without the bar and the side, which are the same everywhere.
    await page.screenshot({ path: join(assets, `${name}.png`), animations: 'disabled', clip: { x: 264, y: 50, width: 916, height: 560 } });
}
await browser.close();
