// Takes pictures of pages to look at: `node shots.mjs DIRECTORY OUT [PAGE…]`, or an address in place of the directory.

import { mkdir } from 'node:fs/promises';

import { launch } from './chromium.mjs';
import { serve } from './directory.mjs';

const WIDTHS = { phone: [390, 844], tablet: [834, 1112], desktop: [1440, 900] };
const [from, out, ...pages] = process.argv.slice(2);
const remote = /^https?:/.test(from);
const site = remote ? { address: from.replace(/\/$/, ''), close() {} } : await serve(from);
const browser = await launch();
await mkdir(out, { recursive: true });
const only = process.env.SHOTS?.split(',');
for (const [name, [width, height]] of Object.entries(WIDTHS)) {
    for (const colorScheme of ['light', 'dark']) {
        if (only && !only.includes(`${name}-${colorScheme}`)) continue;
        const context = await browser.newContext({ viewport: { width, height }, colorScheme });
        const page = await context.newPage();
        for (const path of pages.length ? pages : ['blocks.html', 'arabic.html']) {
            await page.goto(`${site.address}/${path}`, { waitUntil: 'load' });
            const file = `${out}/${path.replace(/\W+/g, '-')}-${name}-${colorScheme}.png`;
            await page.screenshot({ path: file, fullPage: process.env.FULL === '1' });
        }
        await context.close();
    }
}
await browser.close();
site.close();
