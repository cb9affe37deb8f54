// What a reader of pages finds: whether all can use them, whether they fit, what they asked for and what ran.

import axe from 'axe-core';

import { launch } from './chromium.mjs';

/** Longer than anything should take, in milliseconds. */
const PATIENCE = 120_000;

/** What axe has to say that keeps people from reading. */
export async function findings(page) {
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ['violations'] }));
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    return grave.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}

/** A browser whose pages reach one origin only, and that remembers what they tried. */
export class Reader {
    static async start(origin) {
        // Names of other hosts are not found. Routes would do it too, but turn the cache of the browser off.
        const rules = `MAP * ~NOTFOUND, EXCLUDE ${new URL(origin).hostname}`;
        return new Reader(await launch([`--host-resolver-rules=${rules}`]), origin);
    }

    constructor(browser, origin) {
        this.browser = browser;
        this.origin = origin;
    }

    close() {
        return this.browser.close();
    }

    /**
     * Gives a new page to `use`, with a list of what went wrong in it: scripts that failed, what the policy refused,
     * dialogs, and requests to other hosts. Those of the kinds in `elsewhere` (such as `image`, or `frame`) are
     * expected, and answered by nobody.
     */
    async open(options, use) {
        const { elsewhere = [], ...rest } = options;
        const context = await this.browser.newContext({ viewport: { width: 1280, height: 900 }, ...rest });
        context.setDefaultTimeout(PATIENCE);
        const troubles = [];
        context.on('request', (request) => {
            const url = new URL(request.url());
            if (url.origin === this.origin || !url.protocol.startsWith('http')) return;
            const kind = request.isNavigationRequest() && request.frame().parentFrame() ? 'frame' : request.resourceType();
            if (!elsewhere.includes(kind)) troubles.push(`${kind} of ${url.href}`);
        });
        const page = await context.newPage();
        page.on('pageerror', (error) => troubles.push(String(error)));
        page.on('console', (message) => {
            // What is not there is told as an error, too; tests that mind look at the answers.
            const missing = /ERR_|status of 404/.test(message.text());
            if (message.type() === 'error' && !missing) troubles.push(message.text());
        });
        page.on('dialog', (dialog) => {
            troubles.push(`the dialog ${dialog.message()}`);
            return dialog.dismiss();
        });
        try {
            return await use(page, troubles);
        } finally {
            await context.close();
        }
    }
}
