// Pages in the editor of the app: how tests write in them, and what is stored of it. QUIRE_URL and QUIRE_TOKEN say where
// the server is and who writes.

import assert from 'node:assert/strict';

import { api, organization } from './api.mjs';
import { Reader } from './reader.mjs';

const { QUIRE_URL, QUIRE_TOKEN } = process.env;
export const headers = { authorization: `Bearer ${QUIRE_TOKEN}` };
export const TITLE = '# Page\n\n';
export let reader;
export let space;

/** Makes a space that is written directly, and returns its identifier. */
export async function newSpace(title) {
    const org = await organization();
    return (await api(`${org}/spaces`, { title, editMode: 'live' })).id;
}

/** Begins a space and a browser. */
export async function begin(title) {
    space = await newSpace(title);
    reader = await Reader.start(new URL(QUIRE_URL).origin);
}

export const end = () => reader?.close();

export async function insert(title, markdown) {
    const change = { operation: 'insert_page', title, document: { markdown } };
    const { insertedPages } = await api(`/spaces/${space}/content?compat=false`, { changes: [change] });
    return insertedPages[0].id;
}

export const markdown = async (id) => (await api(`/spaces/${space}/content/page/${id}?format=markdown`)).markdown;

/** Somebody else writes over the text of a page as it is now. */
export async function elsewhere(id, text) {
    const { revision } = await api(`/spaces/${space}`);
    const change = { operation: 'update_page', page: id, base: revision, document: { markdown: TITLE + text } };
    await api(`/spaces/${space}/content`, { changes: [change] });
}

export const address = (id, within = space) => `${QUIRE_URL}/app/spaces/${within}/page/${id}/edit`;
export const status = (kind) => `.e-status[data-kind="${kind}"]`;

/** A page in the editor, and what its text is when everything is saved. */
export class Writing {
    constructor(page, id) {
        this.page = page;
        this.id = id;
        this.text = page.locator('.e-body');
    }

    async type(...keys) {
        for (const key of keys) {
            if (/^(?:[A-Z]\w+\+)*(?:Enter|Tab|Escape|Backspace|Delete|Home|End|Arrow\w+|[a-z.])$/.test(key) && key.length > 1) await this.page.keyboard.press(key);
            else await this.page.keyboard.type(key);
        }
    }

    paste(data) {
        return this.text.evaluate((element, entries) => {
            const clipboardData = new DataTransfer();
            for (const [type, value] of Object.entries(entries)) clipboardData.setData(type, value);
            element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        }, data);
    }

    /** Waits until the text is saved, and gives it without the title. */
    async saved() {
        // A change is told in the same turn as it is made, so the state is of what was written.
        await this.page.locator(status('saved')).waitFor({ state: 'attached' });
        const text = await markdown(this.id);
        return text.slice(TITLE.length);
    }
}

/** Opens a new page with a text in the editor, with the caret at its end. */
export function writing(text, use, options = {}) {
    return reader.open({ extraHTTPHeaders: headers, elsewhere: ['image'], ...options }, async (page, troubles) => {
        const id = await insert('Page', TITLE + text);
        await page.goto(address(id));
        await page.locator('.e-body').click();
        await page.keyboard.press('Control+End');
        await use(new Writing(page, id));
        // Answers that say no are what some tests are about.
        assert.deepEqual(troubles.filter((trouble) => !/status of 4/.test(trouble)), []);
    });
}
