// What Lighthouse thinks of pages: `node lighthouse.mjs ADDRESS…` prints its scores, of 100, and what cost points.

import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

import lighthouse, { desktopConfig } from 'lighthouse';

import { launch } from './chromium.mjs';

/** The categories whose score doesn't depend on how fast the machine is. */
export const TIMELESS = ['accessibility', 'best-practices', 'seo'];

/** What every page must have in every category. */
export const LEAST = 95;

/** A port that nobody uses. */
function freePort() {
    const server = createServer();
    return new Promise((resolve) => {
        server.listen(0, '127.0.0.1', () => {
            const { port } = server.address();
            server.close(() => resolve(port));
        });
    });
}

/** The scores of each page, and what cost it points. */
export async function scores(addresses, { onlyCategories, desktop = false } = {}) {
    const port = await freePort();
    const browser = await launch([`--remote-debugging-port=${port}`]);
    const found = [];
    try {
        for (const address of addresses) {
            const { lhr } = await lighthouse(address, { port, onlyCategories }, desktop ? desktopConfig : undefined);
            const categories = Object.values(lhr.categories);
            const weighed = categories.flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
            const audits = weighed.map(({ id }) => lhr.audits[id]);
            found.push({
                address,
                scores: Object.fromEntries(categories.map(({ id, score }) => [id, Math.round(score * 100)])),
                lost: audits.filter(({ score }) => score !== null && score < 1).map(({ id, displayValue }) => `${id} ${displayValue ?? ''}`.trim()),
            });
        }
    } finally {
        await browser.close();
    }
    return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    for (const desktop of [false, true]) {
        for (const { address, scores: all, lost } of await scores(process.argv.slice(2), { desktop })) {
            const line = Object.entries(all).map(([name, score]) => `${name} ${score}`);
            console.log(`${desktop ? 'desktop' : 'phone'} ${address}: ${line.join(', ')}`, lost.length ? lost : '');
        }
    }
}
