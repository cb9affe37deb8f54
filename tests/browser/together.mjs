// Two writers on one page at random: `QUIRE_URL=… QUIRE_TOKEN=… node together.mjs [SECONDS [SEED]]`. They type words, make and
// move paragraphs, go to the Markdown mode and back, and reload in the middle of a word. In the end every word that was
// typed is in the text; conflicts are decided for both sides. Exits with 1 and names the words that are not there, with the
// first moment at which they were nowhere and the saves that had them.

import { api } from './api.mjs';
import { Trail } from './trail.mjs';
import { address, begin, end, headers, insert, markdown, reader, status, TITLE, Writing } from './writing.mjs';

const seconds = Number(process.argv[2] ?? 300);
const seed = Number(process.argv[3] ?? Date.now() % 100_000);

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function random(state) {
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let it = Math.imul(state ^ (state >>> 15), 1 | state);
        it = (it + Math.imul(it ^ (it >>> 7), 61 | it)) ^ it;
        return ((it ^ (it >>> 14)) >>> 0) / 4294967296;
    };
}

let trail;
const counts = { words: 0, paragraphs: 0, moves: 0, reloads: 0, modes: 0, conflicts: 0 };

class Writer {
    words = [];

    constructor(name, page, id, next) {
        Object.assign(this, { name, page, id, next, it: new Writing(page, id) });
    }

    async open() {
        trail?.note(this.name, 'open');
        await this.page.goto(address(this.id));
        await this.page.locator('.e-body').waitFor();
    }

    /** Decides conflicts so that nothing goes. */
    async decide() {
        const both = this.page.getByRole('button', { name: 'Keep both' });
        while (await both.count()) {
            counts.conflicts += 1;
            trail.note(this.name, 'both');
            await both.first().click();
        }
    }

    /** Puts the caret at the beginning or the end of some paragraph. */
    async place() {
        const texts = this.page.locator('.e-body > p');
        const count = await texts.count();
        await texts.nth(Math.floor(this.next() * count)).click();
        const at = this.next() < 0.7 ? 'End' : 'Home';
        await this.page.keyboard.press(at);
        return at;
    }

    async type(at) {
        const word = `${this.name}${this.words.length}`;
        this.words.push(word);
        counts.words += 1;
        trail.note(this.name, `type ${word} at ${at}`);
        await this.page.keyboard.type(at === 'End' ? ` ${word}` : `${word} `);
    }

    async step() {
        await this.decide();
        const at = await this.place();
        const what = this.next();
        if (what < 0.12) {
            counts.paragraphs += 1;
            trail.note(this.name, 'paragraph');
            await this.page.keyboard.press('End');
            await this.page.keyboard.press('Enter');
            return this.type('End');
        }
        if (what < 0.2) {
            counts.moves += 1;
            trail.note(this.name, 'move');
            return this.page.keyboard.press(this.next() < 0.5 ? 'Alt+Shift+ArrowUp' : 'Alt+Shift+ArrowDown');
        }
        for (let more = 1 + Math.floor(this.next() * 4); more > 0; more -= 1) await this.type(at);
        if (what > 0.95) {
            counts.reloads += 1;
            return this.open();
        }
        if (what > 0.92) {
            counts.modes += 1;
            return this.throughMarkdown();
        }
    }

    async throughMarkdown() {
        const button = this.page.getByRole('button', { name: 'Markdown' });
        if (await button.isDisabled()) return;
        trail.note(this.name, 'modes');
        await button.click();
        // Where a conflict is in the way, the mode stays as it was.
        const source = this.page.locator('.cm-content');
        await source.or(this.page.locator('.e-clash')).first().waitFor({ timeout: 5000 }).catch(() => undefined);
        if (await source.count()) await button.click();
        await this.page.locator('.e-body').waitFor();
    }
}

await begin(`Together ${seed}`);
const id = await insert('Page', `${TITLE}One.\n\nTwo.\n\nThree.\n\n## Heading\n\nFour.\n`);
const next = random(seed);
const contexts = await Promise.all([0, 1].map(() => reader.browser.newContext({ extraHTTPHeaders: headers, viewport: { width: 1280, height: 900 } })));
const writers = await Promise.all(contexts.map(async (context, n) => new Writer('ab'[n], await context.newPage(), id, next)));
for (const { page } of writers) page.setDefaultTimeout(60_000);
await Promise.all(writers.map((writer) => writer.open()));
trail = new Trail(id, writers);
const until = Date.now() + seconds * 1000;
await Promise.all(writers.map(async (writer) => {
    while (Date.now() < until) {
        await writer.step();
        await trail.look();
        await writer.page.waitForTimeout(writer.next() * 600);
    }
}));
// Until nobody has anything to decide or to save.
for (let calm = 0; calm < 3; ) {
    for (const writer of writers) {
        await writer.decide();
        await writer.page.locator(status('saved')).or(writer.page.locator('.e-clash')).first().waitFor({ state: 'attached' }).catch(async (late) => {
            const said = await writer.page.locator('.e-status, .e-trouble').evaluateAll((all) => all.map((it) => `${it.dataset.kind ?? ''}${it.textContent}`));
            throw new Error(`seed ${seed}: nothing is saved: ${said.join('; ')}`, { cause: late });
        });
    }
    const left = await Promise.all(writers.map(({ page }) => page.locator('.e-clash').count()));
    calm = left.some(Boolean) ? 0 : calm + 1;
    await writers[0].page.waitForTimeout(2000);
}
const stored = new Set((await markdown(id)).match(/[ab]\d+/g));
const missing = writers.flatMap(({ words }) => words).filter((word) => !stored.has(word));
for (const [word, report] of trail.gone) console.error(word, JSON.stringify(report, undefined, 1));
const revisions = (await api(`/spaces/${/spaces\/(\w+)/.exec(address(id))[1]}/revisions?limit=100`)).items.length;
console.log(JSON.stringify({ seed, seconds, ...counts, revisions, missing, gone: [...trail.gone.keys()] }));
await end();
process.exitCode = missing.length || trail.gone.size ? 1 : 0;
