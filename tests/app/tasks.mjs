// Ten tasks of writers, done as a writer does them: what has to be pressed is counted. `QUIRE_URL=… QUIRE_TOKEN=… node tasks.mjs`
// prints the presses of the pointer, the keys beside the letters of texts, and the seconds of each.

import { api, contextOf, launch, organization, space, url } from './app.mjs';

/** Somebody at a page, whose presses are counted. */
class Hand {
    clicks = 0;
    keys = 0;

    constructor(page) {
        this.page = page;
    }

    async click(target) {
        this.clicks += 1;
        await target.click();
    }

    async press(...keys) {
        for (const key of keys) {
            this.keys += 1;
            await this.page.keyboard.press(key);
        }
    }

    async type(text) {
        await this.page.keyboard.type(text);
    }

    button(name, within = this.page) {
        return within.getByRole('button', { name, exact: true });
    }

    heading(name) {
        return this.page.getByRole('heading', { level: 1, name }).waitFor();
    }

    async saved() {
        await this.page.locator('.e-status[data-kind="saved"]').waitFor({ state: 'attached' });
    }
}

const start = (hand, path) => hand.page.goto(`${url}/app${path}`);

/** The tasks by name: `place` is where each begins, `act` what is done, until it is seen to be done. */
const TASKS = [
    ['Begin a space and write its first page', () => ({ path: '' }), async (it) => {
        await it.click(it.page.getByRole('link', { name: 'New space' }).first());
        await it.page.getByLabel('Title').waitFor();
        await it.type('Harbour');
        await it.press('Enter');
        await it.page.getByText('No pages yet').or(it.page.getByRole('button', { name: 'New page' })).first().waitFor();
        await it.press('c');
        await it.page.getByRole('dialog').waitFor();
        await it.type('Hours');
        await it.press('Enter');
        await it.page.locator('.e-body').waitFor();
        await it.click(it.page.locator('.e-body'));
        await it.type('Open.');
        await it.saved();
    }],
    ['Change a word of a page', async () => ({ path: await livePage() }), async (it) => {
        await it.page.locator('.document').getByText('six').waitFor();
        await it.press('e');
        await it.page.locator('.e-body').waitFor();
        await it.click(it.page.locator('.e-body p').first());
        await it.press('End');
        await it.type(' Daily.');
        await it.saved();
    }],
    ['Write a table of three columns', async () => ({ path: `${await livePage()}/edit` }), async (it) => {
        await it.page.locator('.e-body p').first().waitFor();
        await it.click(it.page.locator('.e-body p').last());
        await it.press('End', 'Enter');
        await it.type('/tab');
        await it.press('Enter');
        await it.page.locator('.e-body table').waitFor();
        await it.type('A');
        await it.press('Tab');
        await it.type('B');
        await it.press('Tab');
        await it.type('C');
        await it.saved();
    }],
    ['Find a page by a word and open it', async () => {
        const word = `capstan${Date.now().toString(36)}`;
        const { id } = await space('Found', { Capstan: `# Capstan\n\nTurn the ${word} slowly.\n`, Other: '# Other\n' });
        const org = await organization();
        for (;;) if ((await api(`/orgs/${org}/search?query=${word}`)).items.length) break;
        return { path: `/spaces/${id}`, word };
    }, async (it, { word }) => {
        await it.heading('Capstan');
        await it.press('Control+k');
        await it.page.getByRole('dialog').waitFor();
        await it.type(word);
        await it.page.getByRole('option', { name: /Capstan/ }).waitFor();
        await it.press('Enter');
        await it.page.getByRole('dialog').waitFor({ state: 'detached' });
    }],
    ['Propose a change', async () => ({ path: await lockedPage() }), async (it) => {
        await it.page.locator('.document').getByText('six').waitFor();
        await it.press('e');
        await it.page.locator('.e-body').waitFor();
        await it.click(it.page.locator('.e-body p').first());
        await it.press('End');
        await it.type(' Daily.');
        await it.saved();
        await it.click(it.button('Changes'));
        await it.page.locator('.diff').waitFor();
        await it.click(it.page.getByRole('navigation', { name: 'Change request' }).getByRole('link', { name: 'Overview' }));
        await it.click(it.button('Ready for others'));
        await it.page.getByRole('dialog').waitFor();
        await it.type('Daily hours');
        await it.press('Enter');
        await it.heading(/Daily hours/);
    }],
    ['Ask for a review', async () => ({ path: (await proposed('Review me')).path }), async (it) => {
        await it.click(it.button('Ask for a review'));
        await it.click(it.page.getByRole('dialog').getByText('bob@example.org'));
        await it.click(it.button('Ask', it.page.getByRole('dialog')));
        await it.page.getByText('Waiting').waitFor();
    }],
    ['Read the changes and approve them', async () => {
        const request = await proposed('Approve me');
        await api(`${request.path}/requested-reviewers`, { users: [await idOf('bob')] });
        return { path: request.path, by: 'bob' };
    }, async (it) => {
        await it.click(it.page.getByRole('navigation', { name: 'Change request' }).getByRole('link', { name: 'Changes' }));
        await it.page.locator('.diff').waitFor();
        await it.press('n');
        await it.click(it.page.getByRole('navigation', { name: 'Change request' }).getByRole('link', { name: 'Overview' }));
        await it.click(it.button('Review'));
        await it.click(it.button('Approve'));
        await it.page.getByText('Approved').waitFor();
    }],
    ['Decide ten conflicts', async () => ({ path: await torn(10) }), async (it) => {
        for (let left = 10; left > 0; left -= 1) {
            await it.page.getByText(`${left} conflict${left > 1 ? 's' : ''} to decide. Keys`).or(it.page.getByText(`${left} conflict${left > 1 ? 's' : ''} to decide.`)).first().waitFor();
            await it.press(left % 2 ? '1' : '2');
        }
        await it.page.getByText('No conflicts to decide').waitFor();
    }],
    ['Merge', async () => ({ path: (await proposed('Merge me')).path }), async (it) => {
        await it.page.getByText('It merges without conflicts.').waitFor();
        await it.click(it.button('Merge'));
        await it.page.getByText('This change request is part of the main content.').waitFor();
    }],
    ['Bring a deleted page back', async () => {
        const { id, pages } = await space('Deleted', { Start: '# Start\n', Winter: '# Winter\n\nClosed.\n' }, 'live');
        await api(`/spaces/${id}/content`, { changes: [{ operation: 'delete_page', page: pages[1] }] });
        return { path: `/spaces/${id}` };
    }, async (it) => {
        await it.click(it.page.getByRole('link', { name: 'History' }).first());
        await it.click(it.page.getByRole('link', { name: 'Deleted pages' }));
        await it.click(it.button('Bring back Winter'));
        await it.heading('Winter');
    }],
];

async function livePage() {
    const { id, pages } = await space('Live', { Hours: '# Hours\n\nOpen from six.\n' }, 'live');
    return `/spaces/${id}/page/${pages[0]}`;
}

async function lockedPage() {
    const { id, pages } = await space('Locked', { Hours: '# Hours\n\nOpen from six.\n' });
    return `/spaces/${id}/page/${pages[0]}`;
}

async function proposed(subject) {
    const { id, pages } = await space(subject, { Hours: '# Hours\n\nOpen from six.\n' });
    const request = await api(`/spaces/${id}/change-requests`, { subject });
    const path = `/spaces/${id}/change-requests/${request.id}`;
    await api(`${path}/content`, { changes: [{ operation: 'update_page', page: pages[0], document: { markdown: '# Hours\n\nOpen from five.\n' } }] });
    return { path };
}

/** A change request with this many conflicts. */
async function torn(count) {
    const text = (word) => `# Lines\n${Array.from({ length: count }, (_, at) => `\nTake ${word} lines for cleat ${at}.\n\nAn unchanged paragraph comes after cleat ${at}.\n`).join('')}`;
    const { id, pages } = await space('Torn', { Lines: text('two') }, 'live');
    const request = await api(`/spaces/${id}/change-requests`, { subject: 'More lines' });
    const base = `/spaces/${id}/change-requests/${request.id}`;
    const write = (where, markdown) => api(`${where}/content`, { changes: [{ operation: 'update_page', page: pages[0], document: { markdown } }] });
    await write(base, text('four'));
    await write(`/spaces/${id}`, text('three'));
    await api(`${base}/update`, {});
    return `${base}/conflicts`;
}

const idOf = async (name) => (await api(`/orgs/${await organization()}/members?search=${name}`)).items[0].user.id;

/** Does all tasks, and returns what each took. */
export async function measured() {
    const browser = await launch();
    try {
        const contexts = { ada: await contextOf(browser, 'ada'), bob: await contextOf(browser, 'bob') };
        const rows = [];
        for (const [name, prepare, act] of TASKS) {
            const place = await prepare();
            const hand = new Hand(await contexts[place.by ?? 'ada'].newPage());
            await start(hand, place.path);
            await hand.page.locator('main').waitFor();
            const began = performance.now();
            await act(hand, place).catch((cause) => Promise.reject(new Error(name, { cause })));
            rows.push({ name, clicks: hand.clicks, keys: hand.keys, seconds: (performance.now() - began) / 1000 });
            await hand.page.close();
        }
        return rows;
    } finally {
        await browser.close();
    }
}

if (process.argv[1] === import.meta.filename) {
    for (const { name, clicks, keys, seconds } of await measured()) console.log(`${name.padEnd(42)} ${String(clicks).padStart(2)} clicks ${String(keys).padStart(3)} keys ${seconds.toFixed(1).padStart(6)} s`);
}
