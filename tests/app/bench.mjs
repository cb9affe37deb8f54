// Measures the app in a browser and prints one JSON object, or null without a browser: `QUIRE_URL=… QUIRE_TOKEN=… QUIRE_LINKS=… node bench.mjs ROUNDS`.
// Sizes are in bytes after gzip, times in milliseconds.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { api, launch, signIn, space, url } from './app.mjs';

const ROUNDS = Number(process.argv[2] ?? 5);
const SIZES = [200, 2000];
const KEYS = 60;
const dist = join(import.meta.dirname, '../../crates/web/dist');

const sorted = (numbers) => numbers.toSorted((a, b) => a - b);
const quantile = (numbers, q) => sorted(numbers)[Math.min(numbers.length - 1, Math.floor(numbers.length * q))];

/** The files that a script loads at once, itself included. */
function reached(name, found = new Set()) {
    if (found.has(name)) return found;
    found.add(name);
    const text = readFileSync(join(dist, name), 'utf8');
    for (const [, next] of text.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([\w.-]+\.js)"/g)) reached(next, found);
    return found;
}

/** The sizes of the parts of the bundle: the shell, and what others load beside it. */
function sizes() {
    const gz = (names) => [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(dist, name)), { level: 9 }).length, 0);
    const shell = reached('shell.js');
    const more = (name) => [...reached(`${name}.js`)].filter((it) => !shell.has(it));
    return { shell: gz([...shell, 'shell.css']), editor: gz([...more('editor'), 'editor.css']), source: gz(more('source')) };
}

const KINDS = [
    (n) => `A paragraph with **bold** words, a [link](https://example.org/${n}) and \`code\`, number ${n}.`,
    (n) => `## Heading ${n}`,
    (n) => `Another paragraph about the harbour and its ${n} berths, which is somewhat longer than the others are.`,
    (n) => `* an item\n* another item ${n}\n  * inside of it`,
    (n) => `{% hint style="info" %}\nTake two lines and ${n} fenders.\n{% endhint %}`,
    (n) => `| Length | Fee |\n| --- | --- |\n| ${n} m | 20 |\n| 12 m | 35 |`,
    (n) => `\`\`\`js\nlet berth = ${n};\nmoor(berth);\n\`\`\``,
    (n) => `> A quote of the harbour master, number ${n}.`,
];
const text = (blocks) => `# Blocks ${blocks}\n\n${Array.from({ length: blocks }, (_, n) => KINDS[n % KINDS.length](n)).join('\n\n')}\n`;

/** In the page: notes when there is text to read that is painted, and when all blocks stand in it and are. */
function noteWhenOpen([selector, blocks]) {
    const painted = (name) => requestAnimationFrame(() => setTimeout(() => { window[name] ??= performance.now(); }));
    const look = () => {
        const { length } = document.querySelector(selector)?.children ?? [];
        if (length) painted('readAt');
        if (length < blocks) return;
        observer.disconnect();
        painted('openedAt');
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true });
}

/** Opens an address, and returns the page with the time that it took. */
async function timed(context, address, selector, blocks) {
    const page = await context.newPage();
    await page.addInitScript(noteWhenOpen, [selector, blocks]);
    await page.goto(address);
    await page.waitForFunction(() => window.openedAt, undefined, { polling: 100, timeout: 120_000 });
    return { page, ...(await page.evaluate(() => ({ first: window.readAt, all: window.openedAt }))) };
}

/** Presses keys in the middle of the text; each time is from the key to the picture after it. */
async function typing(page) {
    await page.evaluate(() => {
        window.times = [];
        addEventListener('keydown', () => {
            const start = performance.now();
            requestAnimationFrame(() => setTimeout(() => window.times.push(performance.now() - start)));
        }, true);
    });
    const paragraphs = page.locator('.ProseMirror > p');
    await paragraphs.nth(Math.floor((await paragraphs.count()) / 2)).click();
    await page.keyboard.press('End');
    for (let n = 1; n <= KEYS; n += 1) {
        await page.keyboard.press('x');
        await page.waitForFunction((count) => window.times.length >= count, n, { polling: 'raf' });
    }
    // The first key also meets what is made once.
    return (await page.evaluate(() => window.times)).slice(2);
}

if (!existsSync(process.env.QUIRE_CHROMIUM ?? '/usr/bin/chromium')) {
    console.log('null');
    process.exit();
}
const browser = await launch();
const context = await signIn(browser, process.env.QUIRE_LINKS.split('\n')[0]);
const pages = [];
for (const blocks of SIZES) {
    const { id, pages: [made] } = await space(`Blocks ${blocks}`, { [`Blocks ${blocks}`]: text(blocks) }, 'live');
    pages.push({ blocks, address: `${url}/app/spaces/${id}/page/${made}`, first: [], reading: [], editing: [], keys: [] });
}
for (let round = 0; round <= ROUNDS; round += 1) {
    for (const it of pages) {
        const read = await timed(context, it.address, '.document', it.blocks);
        await read.page.close();
        const edited = await timed(context, `${it.address}/edit`, '.ProseMirror', it.blocks);
        const keys = round ? await typing(edited.page) : [];
        await edited.page.getByText('Saved', { exact: true }).waitFor({ timeout: 60_000 });
        await edited.page.close();
        // The first round fills the caches.
        if (!round) continue;
        it.first.push(read.first);
        it.reading.push(read.all);
        it.editing.push(edited.all);
        it.keys.push(quantile(keys, 0.95));
    }
}
await browser.close();
const median = (numbers) => quantile(numbers, 0.5);
console.log(JSON.stringify({
    sizes: sizes(),
    pages: pages.map(({ blocks, first, reading, editing, keys }) => ({ blocks, first: median(first), reading: median(reading), editing: median(editing), keyP95: median(keys) })),
}));
