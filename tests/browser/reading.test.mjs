// Reading a site on screens of all sizes, with and without scripts: the menu, actions, images, feedback, and the way from
// page to page without a load. The site is made on the server of QUIRE_URL.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { api, organization } from './api.mjs';
import { Reader, findings } from './reader.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SECTIONS = 8;
const CHAPTERS = 60;
const BLOCKS = 900;
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
let reader;
let site;
let path;

/** Text that is some screens high. */
const filler = (count) => Array.from({ length: count }, (_, at) => `Paragraph ${at} of a long text.`).join('\n\n');

const long = () => {
    const paragraph = (at) => `Paragraph ${at}. ${'It goes on. '.repeat(at % 40)}`;
    const heading = (at) => (at % 15 ? `### Part ${at / 5}` : `## Chapter ${at / 15}`);
    const block = (at) => (at % 5 ? paragraph(at) : heading(at));
    return `# Long\n\n${Array.from({ length: BLOCKS }, (_, at) => block(at)).join('\n\n')}\n`;
};

const pages = [
    ['Start', '# Start\n\nHello.\n\n## One\n\nText.\n\n## Two\n\nText.\n'],
    ['Second', `# Second\n\n${filler(60)}\n\n## Part\n\n${filler(60)}\n\n## Other part\n\nEnd.\n`],
    ['Third', '# Third\n\n```js\nlet a = 1;\n```\n\n{% tabs %}\n{% tab title="A" %}\nFirst.\n{% endtab %}\n{% tab title="B" %}\nSecond.\n{% endtab %}\n{% endtabs %}\n'],
    ['Pictures', '# Pictures\n\n![A plan](large.png)\n\n![A lost plan](lost.png)\n\n<table data-view="cards"><thead><tr><th></th></tr></thead><tbody><tr><td>One</td></tr><tr><td>Two</td></tr><tr><td>Three</td></tr></tbody></table>\n'],
    ['Long', long()],
];

async function publish() {
    const org = await organization();
    const { id: space } = await api(`${org}/spaces`, { title: 'Reading', editMode: 'live' });
    const insert = ([title, markdown]) => ({ operation: 'insert_page', title, document: { markdown } });
    const files = [{ name: 'large.png', ref: 'large.png', contentType: 'image/png', base64: PNG }];
    await api(`/spaces/${space}/content`, { changes: [{ operation: 'insert_files', files }, ...pages.map(insert)] });
    const { id } = await api(`${org}/sites`, { title: 'Reading', spaces: [space] });
    path = `${org}/sites/${id}`;
    for (let at = 0; at < SECTIONS; at += 1) {
        const { id: other } = await api(`${org}/spaces`, { title: `Part number ${at}`, editMode: 'live' });
        await api(`/spaces/${other}/content`, { changes: [insert([`Page ${at}`, `# Page ${at}\n\nText.\n`])] });
        await api(`${path}/sections`, { spaceId: other });
    }
    const links = [{ title: 'Elsewhere', to: { kind: 'url', url: 'https://example.org/' } }];
    const settings = { header: { links }, feedback: { enabled: true }, pageActions: { externalAI: true } };
    await api(`${path}/customization?strict=true`, settings, 'PUT');
    const { urls } = await api(`${path}/publish`, undefined, 'POST');
    return urls.published;
}

before(async () => {
    site = await publish();
    reader = await Reader.start(new URL(site).origin);
});
after(() => reader?.close());

/** Marks the document, to see whether it is still the same one. */
const mark = (page) => page.evaluate(() => (window.marked = true));
const isMarked = (page) => page.evaluate(() => window.marked === true);

test('on a phone, every page has a menu with the tree and the links of the header', () =>
    reader.open(PHONE, async (page, troubles) => {
        for (const address of ['second', 'nowhere', '~search?q=text']) {
            await page.goto(site + address);
            await page.tap('.menu-open');
            const menu = page.locator('.contents');
            assert.ok(await menu.getByText('Elsewhere').isVisible(), address);
            assert.ok(await menu.getByText('Third').isVisible(), address);
            assert.ok(await page.locator('main').evaluate((it) => it.inert));
            assert.deepEqual(await findings(page), [], address);
            await page.keyboard.press('Escape');
            assert.ok(!(await menu.isVisible()));
            assert.equal(await page.evaluate(() => document.activeElement.className), 'icon-button menu-open');
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, address);
        }
        assert.deepEqual(troubles, []);
    }));

test('on a phone without scripts, the menu and the outline are there', () =>
    reader.open({ ...PHONE, javaScriptEnabled: false }, async (page) => {
        await page.goto(`${site}second`);
        await page.tap('.menu-open');
        assert.ok(await page.locator('.contents').getByText('Third').isVisible());
        await page.tap('.contents-close');
        assert.ok(!(await page.locator('.contents').isVisible()));
        assert.ok(!(await page.locator('.outline a').first().isVisible()));
        await page.tap('.outline summary');
        await page.tap('.outline a[href="#part"]');
        await page.waitForURL(/#part$/);
    }));

test('on a phone, sections are one row with the one that is read in view', () =>
    reader.open(PHONE, async (page) => {
        const last = `Part number ${SECTIONS - 1}`;
        await page.goto(await (async () => {
            await page.goto(site);
            return page.locator('.tabs a', { hasText: last }).evaluate((it) => it.href);
        })());
        const boxes = await page.locator('.tabs > ul > li').evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top));
        assert.equal(new Set(boxes).size, 1);
        const { left, right } = await page.locator('.tabs a[aria-current]').evaluate((it) => it.getBoundingClientRect().toJSON());
        assert.ok(left >= 0 && right <= 390, `${left} to ${right}`);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    }));

test('the text stands where it does on other pages, and cards fill their row', () =>
    reader.open({ viewport: { width: 1440, height: 900 } }, async (page) => {
        const edges = new Set();
        for (const address of ['', 'third', 'nowhere', '~search?q=text']) {
            await page.goto(site + address);
            edges.add(Math.round((await page.locator('main').boundingBox()).x));
        }
        assert.equal(edges.size, 1);
        await page.goto(`${site}pictures`);
        const row = await page.locator('.q-cards').boundingBox();
        const last = await page.locator('.q-card').nth(2).boundingBox();
        assert.ok(Math.abs(row.x + row.width - last.x - last.width) < 2);
        assert.equal(new Set(await page.locator('.q-card').evaluateAll((all) => all.map((it) => it.offsetTop))).size, 1);
    }));

test('a page is copied, and so is the address of a heading', () =>
    reader.open({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page, troubles) => {
        const copied = () => page.evaluate(() => navigator.clipboard.readText());
        await page.goto(site);
        await page.locator('.copy-page').press('Enter');
        await page.locator('.copy-page', { hasText: 'Copied' }).waitFor();
        assert.match(await copied(), /^# Start\n\nHello\./);
        await page.locator('#one .q-anchor').press('Enter');
        await page.locator('[data-lasting]', { hasText: 'Copied' }).waitFor({ state: 'attached' });
        assert.equal(await copied(), `${site}#one`);
        await page.click('.actions summary');
        const asked = await page.locator('.actions a', { hasText: 'Claude' }).getAttribute('href');
        assert.ok(asked.startsWith('https://claude.ai/new?q=') && decodeURIComponent(asked).includes('.md'), asked);
        assert.deepEqual(await findings(page), []);
        assert.deepEqual(troubles, []);
    }));

test('feedback is given with scripts and without', async () => {
    for (const javaScriptEnabled of [true, false]) {
        await reader.open({ javaScriptEnabled }, async (page, troubles) => {
            await page.goto(`${site}second`);
            assert.ok(!(await page.locator('.feedback textarea').isVisible()));
            await page.check('.feedback input[value=no]', { force: true });
            await page.fill('.feedback textarea', `With scripts: ${javaScriptEnabled}`);
            if (javaScriptEnabled) assert.deepEqual(await findings(page), []);
            await page.click('.feedback button');
            await page.getByText('Thank you for your answer').first().waitFor();
            assert.equal(page.url().includes('~feedback'), !javaScriptEnabled);
            assert.deepEqual(troubles, []);
        });
    }
    const { items } = await api(`${path}/feedback`);
    assert.deepEqual(items.map(({ comment }) => comment), ['With scripts: false', 'With scripts: true']);
});

test('links change the page without a load, and the history brings it back', () =>
    reader.open({}, async (page, troubles) => {
        await page.goto(`${site}second`);
        await mark(page);
        await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
        await page.locator('.tree a', { hasText: 'Third' }).press('Enter');
        await page.waitForURL(`${site}third`);
        await page.locator('h1', { hasText: 'Third' }).waitFor();
        assert.ok(await isMarked(page));
        assert.equal(await page.title(), 'Third | Reading');
        assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), 'Third');
        assert.equal(await page.evaluate(() => scrollY), 0);
        const canonical = () => page.locator('link[rel=canonical]').getAttribute('href');
        assert.equal(await canonical(), `${site}third`);
        assert.equal(await page.locator('.tree [aria-current=page]').innerText(), 'Third');
        await page.locator('[data-lasting]', { hasText: 'Third' }).waitFor({ state: 'attached' });
        // Blocks work on the page that came.
        assert.ok(await page.locator('.q-copy').isVisible());
        await page.getByRole('tab', { name: 'B' }).click();
        assert.ok(await page.getByText('Second.').isVisible());
        await page.keyboard.press('/');
        await page.locator('dialog.finder').waitFor();
        await page.keyboard.press('Escape');
        assert.deepEqual(await findings(page), []);
        await page.goBack();
        await page.locator('h1', { hasText: 'Second' }).waitFor();
        assert.ok(await isMarked(page));
        assert.equal(await canonical(), `${site}second`);
        assert.ok(Math.abs((await page.evaluate(() => scrollY)) - 900) < 4);
        await page.goForward();
        await page.locator('h1', { hasText: 'Third' }).waitFor();
        assert.equal(await page.evaluate(() => scrollY), 0);
        assert.deepEqual(troubles, []);
    }));

test('the tree stays unfolded and scrolled as it was', () =>
    reader.open({ viewport: { width: 1280, height: 420 } }, async (page) => {
        await page.goto(process.env.QUIRE_SITE);
        await mark(page);
        await page.locator('.tree details:not([open]) > summary').first().click();
        const unfolded = await page.locator('.tree details[open] > ul > li > a').first().getAttribute('href');
        await page.locator('.contents').evaluate((it) => it.scrollTo(0, 60));
        const to = await page.evaluate(() => {
            const inView = (it) => it.getBoundingClientRect().top > 120 && it.getBoundingClientRect().bottom < 380;
            const link = [...document.querySelectorAll('.tree a:not([aria-current])')].find(inView);
            link.click();
            return link.href;
        });
        await page.waitForURL(to);
        await page.locator(`.tree a[aria-current=page][href="${new URL(to).pathname}"]`).waitFor();
        assert.ok(await isMarked(page));
        assert.ok(await page.locator(`.tree a[href="${unfolded}"]`).isVisible());
        assert.equal(await page.locator('.contents').evaluate((it) => it.scrollTop), 60);
    }));

test('what is not a page of the site is loaded as ever', () =>
    reader.open({}, async (page) => {
        const loads = async (click) => {
            await page.goto(site);
            await mark(page);
            await Promise.all([page.waitForEvent('load'), click()]);
            return !(await isMarked(page));
        };
        const link = (href) => page.evaluate((to) => {
            const it = Object.assign(document.createElement('a'), { href: to, textContent: 'x' });
            document.querySelector('main').append(it);
            it.click();
        }, href);
        for (const address of ['nowhere', 'second.md', '~search?q=text', 'second/', 'sitemap.xml']) {
            assert.ok(await loads(() => link(site + address)), address);
        }
        assert.ok(await loads(() => link(new URL('/', site).href)));
        await page.goto(site);
        await mark(page);
        const [tab] = await Promise.all([
            page.context().waitForEvent('page'),
            page.locator('.tree a', { hasText: 'Third' }).click({ modifiers: ['Control'] }),
        ]);
        await tab.close();
        assert.equal(page.url(), site);
        // A page that fails on the way is loaded by the browser.
        await page.route(`${site}second`, (route) => (route.request().isNavigationRequest() ? route.continue() : route.abort()));
        await Promise.all([page.waitForEvent('load'), page.locator('.tree a', { hasText: 'Second' }).click()]);
        assert.ok(!(await isMarked(page)));
        assert.equal(await page.locator('h1').innerText(), 'Second');
    }));

test('pages are fetched ahead, unless data is to be saved', () =>
    reader.open({}, async (page) => {
        const asked = [];
        page.on('request', (request) => asked.push(request.url()));
        await page.goto(site);
        await page.hover('.tree a >> text=Third');
        await page.waitForRequest(`${site}third`);
        const before = asked.filter((it) => it === `${site}third`).length;
        await page.click('.tree a >> text=Third');
        await page.locator('h1', { hasText: 'Third' }).waitFor();
        assert.equal(asked.filter((it) => it === `${site}third`).length, before, 'it is fetched once');
        await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
        await page.goto(site);
        const saved = page.waitForRequest(`${site}second`, { timeout: 1000 }).then(() => true, () => false);
        await page.hover('.tree a >> text=Second');
        assert.equal(await saved, false);
    }));

test('long pages are found, printed and linked to in all parts', () =>
    reader.open({ viewport: { width: 1440, height: 900 } }, async (page, troubles) => {
        // Below the header, whatever is above it.
        const isThere = (id) => page.waitForFunction((name) => {
            // Nothing, while the page before is still shown.
            const top = document.querySelector(name)?.getBoundingClientRect().top;
            return top > 40 && top < 160;
        }, id);
        await page.goto(`${site}long#chapter-50`);
        await isThere('#chapter-50');
        // All chapters, and the parts of the one that is read.
        assert.equal(await page.locator('.outline li:visible').count(), CHAPTERS + 2);
        assert.ok(await page.locator('.outline').getByText('Part 151', { exact: true }).isVisible());
        assert.equal(await page.locator('.outline [aria-current]').innerText(), 'Chapter 50');
        await page.locator('.outline a[href="#chapter-20"]').evaluate((it) => it.click());
        await isThere('#chapter-20');
        await page.goto(site);
        await page.evaluate((to) => {
            const it = Object.assign(document.createElement('a'), { href: to, textContent: 'x' });
            document.querySelector('main').append(it);
            it.click();
        }, `${site}long#chapter-40`);
        await isThere('#chapter-40');
        await page.goto(`${site}long`);
        assert.ok(await page.evaluate(() => window.find('Paragraph 881.')), 'a search in the page finds what is far');
        await page.emulateMedia({ media: 'print' });
        const skipped = await page.evaluate(() => [...document.querySelectorAll('.body > *')].filter((it) => getComputedStyle(it).contentVisibility === 'auto').length);
        assert.equal(skipped, 0);
        assert.deepEqual(troubles, []);
    }));

test('an image opens large, by keyboard too, and the focus comes back', () =>
    reader.open({}, async (page, troubles) => {
        await page.goto(`${site}pictures`);
        assert.equal(await page.locator('.q-missing').innerText(), 'A lost plan');
        assert.deepEqual(await findings(page), []);
        // The picture is a dot, which has no large form: another one takes its place.
        await page.evaluate(() => {
            const image = document.querySelector('.q-image img');
            const link = Object.assign(document.createElement('a'), { className: 'q-zoom', href: image.src });
            image.replaceWith(link);
            link.append(image);
        });
        await page.locator('.q-zoom').press('Enter');
        await page.locator('dialog.zoom[open] img[alt="A plan"]').waitFor();
        assert.deepEqual(await findings(page), []);
        await page.keyboard.press('Escape');
        await page.locator('dialog.zoom[open]').waitFor({ state: 'detached' });
        assert.equal(await page.evaluate(() => document.activeElement.className), 'q-zoom');
        assert.deepEqual(troubles, []);
    }));
