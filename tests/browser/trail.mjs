// Where words are while several people write on one page: in the stored text, in an editor (its conflicts included), or in
// a draft of a browser. A word that is in none of them is reported with the last action before it, and with the saves that had it.

import { markdown } from './writing.mjs';

/** What an editor shows, and what its browser keeps. */
function shownAndKept() {
    const asked = (request) => new Promise((resolve) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => resolve(undefined) }));
    const shown = document.querySelector('.e-editor')?.innerText ?? '';
    return asked(indexedDB.open('quire-drafts', 1)).then(async (database) => {
        if (!database?.objectStoreNames.contains('drafts')) return shown;
        const transaction = database.transaction(['bases', 'drafts'], 'readonly');
        const kept = await Promise.all(['bases', 'drafts'].map((name) => asked(transaction.objectStore(name).getAll())));
        database.close();
        return `${shown} ${JSON.stringify(kept)}`;
    });
}

const wordsOf = (text) => new Set(text.match(/[ab]\d+/g));

export class Trail {
    saves = [];
    actions = [];
    gone = new Map();
    suspects = new Set();

    constructor(id, writers) {
        Object.assign(this, { id, writers });
        for (const { name, page } of writers) page.on('response', (answer) => void this.answered(name, answer));
    }

    /** Notes what a writer does next. */
    note(name, action) {
        this.actions.push({ at: Date.now(), name, action });
    }

    async answered(name, answer) {
        const request = answer.request();
        if (request.method() !== 'POST' || !/\/content\?/.test(answer.url())) return;
        const sent = request.postData() ?? '';
        const at = Date.now();
        // The body of an answer is gone when the page is.
        const body = await answer.text().catch(() => '');
        const of = (name, text) => new RegExp(`"${name}":"(\\w+)"`).exec(text)?.[1];
        this.saves.push({ at, name, status: answer.status(), base: of('base', sent), revision: of('revision', body), sent: wordsOf(sent), answered: wordsOf(body) });
    }

    /** Looks for all words. What is in no place twice in a row is gone: once may be a page that is being loaded. */
    async look() {
        // In the order in which words go on their way, so that none passes by.
        const typed = this.writers.flatMap(({ words }) => words);
        const texts = await Promise.all(this.writers.map(({ page }) => page.evaluate(shownAndKept).catch(() => undefined)));
        if (texts.includes(undefined)) return;
        const there = wordsOf(`${texts.join(' ')} ${await markdown(this.id)}`);
        const absent = typed.filter((word) => !there.has(word));
        for (const word of absent) if (this.suspects.has(word) && !this.gone.has(word)) this.gone.set(word, this.reported(word));
        this.suspects = new Set(absent);
    }

    reported(word) {
        const typed = this.actions.findIndex(({ action }) => action.includes(word));
        const saves = this.saves.filter(({ sent, answered }) => sent.has(word) || answered.has(word)).slice(-6);
        return { actions: this.actions.slice(Math.max(0, typed - 1)).slice(0, 12), last: this.actions.slice(-4), saves: saves.map(({ sent, answered, ...save }) => ({ ...save, sent: sent.has(word), answered: answered.has(word) })) };
    }
}
