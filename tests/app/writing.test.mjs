// What writers do in the app: sign in, begin a space, read, propose, review, decide a conflict, merge, go back.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { api, findings, launch, open, organization, signIn, signInWithPassword, space, url } from './app.mjs';

let browser;
/** Ada writes, Bob reviews. */
let ada;
let bob;
const [adasLink, bobsLink] = (process.env.QUIRE_LINKS ?? '').split('\n');

before(async () => {
    browser = await launch();
    [ada, bob] = await Promise.all([signIn(browser, adasLink), signIn(browser, bobsLink)]);
});
after(() => browser?.close());

const heading = (page, name) => page.getByRole('heading', { level: 1, name }).waitFor();

test('who is not signed in signs in, and is back where they were', async () => {
    const { id, pages } = await space('Return', { Start: '# Start\n\nHere.\n' });
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${url}/app/spaces/${id}/page/${pages[0]}?a=b#c`);
    await page.getByRole('heading', { name: 'Sign in to Quire' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('next'), `/app/spaces/${id}/page/${pages[0]}?a=b#c`);
    await signInWithPassword(page);
    await heading(page, 'Start');
    assert.equal(new URL(page.url()).pathname, `/app/spaces/${id}/page/${pages[0]}`);
    await context.close();
});

test('without scripts the page says what is needed', async () => {
    const answer = await fetch(`${url}/app/spaces/any`);
    assert.equal(answer.status, 200);
    const html = await answer.text();
    assert.match(html, /<noscript>.*Writing here needs JavaScript.*<a href="\/account">.*<\/noscript>/);
    assert.ok(!/<script(?![^>]* src=)/.test(html) && !/ on[a-z]+=/.test(html), 'no script in the page itself');
    const policy = answer.headers.get('content-security-policy');
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[0-9a-f]{32}'/);
    assert.ok(!policy.includes('unsafe'), policy);
    const [asset] = /\/app\/assets\/[^"]+shell\.js/.exec(html);
    const script = await fetch(url + asset);
    assert.equal(script.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal((await fetch(url + asset.replace(/assets\/\w+/, 'assets/0'))).status, 404);
});

test('a space begins with a template, and is there to read', async () => {
    const page = await open(ada, '');
    await page.getByRole('link', { name: 'New space' }).click();
    await page.getByLabel('Title').fill('From a template');
    await page.getByText('Knowledge base').click();
    await page.getByRole('button', { name: 'Create the space' }).click();
    await page.getByRole('treegrid', { name: 'Pages' }).getByRole('row').first().waitFor();
    await page.locator('.document').waitFor();

    // By the keyboard alone into a collection.
    await page.getByRole('link', { name: 'Quire: Home' }).click();
    await page.getByRole('button', { name: 'New collection' }).click();
    await page.getByRole('dialog').getByLabel('Title').fill('Shelf');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Shelf' }).waitFor();
    await page.getByRole('button', { name: 'More for “From a template”' }).focus();
    await page.keyboard.press('Enter');
    // A menu is there before its first item has the focus: a key that comes between would go to the page.
    await page.locator('[role=menuitem]:focus').waitFor();
    await page.keyboard.press('End');
    await page.getByRole('menuitem', { name: 'Move to a collection…' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Collection').selectOption('Shelf');
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
    await page.locator('section', { has: page.getByRole('heading', { name: 'Shelf' }) }).last().getByRole('link', { name: /From a template/ }).waitFor();
    await page.close();
});

test('a page is read, with its outline and what links to it', async () => {
    const { id, pages } = await space('Reading', { Start: '# Start\n\n## One\n\nText with `code`.\n\n## Two\n\n* [x] done\n\n| A | B |\n| - | - |\n| 1 | 2 |\n' });
    await api(`/spaces/${id}`, { editMode: 'live' }, 'PATCH');
    await api(`/spaces/${id}/content`, { changes: [{ operation: 'insert_page', title: 'Other', document: { markdown: `# Other\n\nSee [the start](/pages/${pages[0]}).\n` } }] });
    const page = await open(ada, `/spaces/${id}`);
    await heading(page, 'Start');
    assert.deepEqual(await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').allInnerTexts(), ['One', 'Two']);
    await page.getByRole('complementary', { name: 'About this page' }).getByRole('link', { name: 'Other' }).click();
    await heading(page, 'Other');
    await page.locator('.document').getByRole('link', { name: 'the start' }).click();
    await heading(page, 'Start');
    assert.ok(await page.getByRole('cell', { name: '2' }).isVisible());
    await page.close();
});

test('pages are created, renamed, moved by the keyboard and deleted, and each of it can be undone', async () => {
    const { id } = await space('Tree', { One: '# One\n', Two: '# Two\n' }, 'live');
    const titles = async () => (await api(`/spaces/${id}/content/pages`)).pages.map((it) => it.title);
    const page = await open(ada, `/spaces/${id}`);
    await heading(page, 'One');
    await page.keyboard.press('c');
    await page.getByRole('dialog').getByLabel('Title').fill('Three');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/edit$/);
    assert.deepEqual(await titles(), ['One', 'Two', 'Three']);
    await page.goto(`${url}/app/spaces/${id}`);
    await heading(page, 'One');
    const more = async (title, action) => {
        await page.getByRole('row', { name: title }).hover();
        await page.getByRole('button', { name: `More for “${title}”` }).click();
        await page.getByRole('menuitem', { name: action, exact: true }).click();
    };
    await more('Two', 'Rename');
    await page.getByRole('dialog').getByLabel('Title').fill('Second');
    await page.keyboard.press('Enter');
    await page.getByText('Renamed.').waitFor();
    assert.deepEqual(await titles(), ['One', 'Second', 'Three']);

    await more('Second', 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('“Second” is deleted.').waitFor();
    assert.deepEqual(await titles(), ['One', 'Three']);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByRole('row', { name: 'Second' }).waitFor();
    assert.deepEqual((await titles()).toSorted(), ['One', 'Second', 'Three']);

    // By the keyboard alone: pick up, one place down, drop.
    const order = await titles();
    await page.getByRole('row', { name: order[0] }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: `Move “${order[0]}”` }).focus();
    await page.keyboard.press('Enter');
    for (let n = 0; n < 12; n += 1) {
        const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
        if (label.includes(`after ${order[2]}`) || label === `Insert after ${order[2]}`) break;
        await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await page.getByText('Moved.').waitFor();
    assert.notDeepEqual(await titles(), order);
    await page.close();
});

test('what is typed is saved, and read', async () => {
    const { id, pages } = await space('Typed', { Hours: '# Hours\n\nOpen from six to nine.\n\n* a\n* b\n' }, 'live');
    const page = await open(ada, `/spaces/${id}/page/${pages[0]}`);
    await heading(page, 'Hours');
    await page.keyboard.press('e');
    await page.locator('.ProseMirror').getByText('Open from six').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Closed on Sundays.');
    await page.getByText('Saving…').waitFor();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.locator('.document').getByText('Closed on Sundays.').waitFor();
    assert.equal((await api(`/spaces/${id}/content/page/${pages[0]}?format=markdown`)).markdown, '# Hours\n\nOpen from six to nine. Closed on Sundays.\n\n* a\n* b\n');
    await page.close();
});

test('a change is proposed, reviewed and merged', async () => {
    const { id, pages } = await space('Harbour', { Hours: '# Hours\n\nOpen from six to nine.\n\nCall first.\n' });
    const page = await open(ada, `/spaces/${id}/settings`);
    await page.getByLabel('What must hold before a merge').selectOption('These rules');
    await page.getByLabel('At least one review').check();
    await page.locator('section', { has: page.getByRole('heading', { name: 'Merge rules' }) }).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    assert.deepEqual((await api(`/spaces/${id}`)).mergeRules, { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] });
    await page.goto(`${url}/app/spaces/${id}`);
    await heading(page, 'Hours');
    // The space is locked: E opens a draft.
    await page.keyboard.press('e');
    await page.waitForURL(/change-requests\/[^/]+\/page\/[^/]+\/edit$/);
    const request = /change-requests\/([^/]+)/.exec(page.url())[1];
    const base = `/spaces/${id}/change-requests/${request}`;
    await api(`${base}/content`, { changes: [{ operation: 'update_page', page: pages[0], document: { markdown: '# Hours\n\nOpen from five to ten.\n\nCall first.\n' } }] });
    await page.goto(`${url}/app${base}`);
    await page.getByRole('button', { name: 'Ready for others' }).click();
    await page.getByRole('dialog').getByLabel('Subject').fill('Summer hours');
    await page.keyboard.press('Enter');
    await heading(page, /Summer hours/);
    assert.ok(await page.getByRole('button', { name: 'Merge', exact: true }).isDisabled(), 'a rule does not hold');
    await page.getByText('At least one review').waitFor();
    await page.getByRole('button', { name: 'Ask for a review' }).click();
    await page.getByRole('dialog').getByText('bob@example.org').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText('Waiting').waitFor();

    const reviewing = await open(bob, '');
    await reviewing.getByRole('link', { name: /Summer hours/ }).click();
    await heading(reviewing, /Summer hours/);
    await reviewing.getByRole('navigation', { name: 'Change request' }).getByRole('link', { name: 'Changes' }).click();
    await reviewing.locator('.diff ins', { hasText: 'five' }).waitFor();
    assert.deepEqual(await reviewing.locator('.diff del').allInnerTexts(), ['six', 'nine']);
    await reviewing.keyboard.press('n');
    await reviewing.keyboard.press('v');
    assert.equal(await reviewing.getByRole('button', { name: 'Viewed' }).getAttribute('aria-pressed'), 'true');
    await reviewing.locator('.diff-block').first().hover();
    await reviewing.getByRole('button', { name: 'Comment on this block' }).click();
    await reviewing.getByRole('dialog').getByRole('textbox').fill('From **May** on?');
    await reviewing.getByRole('dialog').getByRole('button', { name: 'Comment', exact: true }).click();
    await reviewing.getByRole('navigation', { name: 'Change request' }).getByRole('link', { name: 'Overview' }).click();
    await reviewing.getByText('May').waitFor();
    await reviewing.getByRole('button', { name: 'Review', exact: true }).click();
    await reviewing.getByRole('button', { name: 'Approve' }).click();
    await reviewing.getByText('Approved').waitFor();
    await reviewing.close();

    await page.reload();
    await page.getByText('It merges without conflicts.').waitFor();
    const refused = [];
    page.on('response', (answer) => answer.status() === 409 && refused.push(answer.url()));
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByText('This change request is part of the main content.').waitFor();
    assert.equal((await api(`/spaces/${id}/content/page/${pages[0]}?format=markdown`)).markdown, '# Hours\n\nOpen from five to ten.\n\nCall first.\n');

    await page.waitForLoadState('networkidle');
    assert.deepEqual(refused, [], 'what is merged is not asked about again');
    await page.goto(`${url}/app/spaces/${id}/history`);
    await page.getByRole('navigation', { name: 'History' }).getByRole('button').nth(1).click();
    await page.getByRole('button', { name: 'Roll back to here' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Roll back to here' }).click();
    await page.getByText('Rolled back.').waitFor();
    assert.match((await api(`/spaces/${id}/content/page/${pages[0]}?format=markdown`)).markdown, /six to nine/);
    await page.close();
});

test('conflicts are decided by the keyboard, and a decision can be taken back', async () => {
    const lines = (one, two) => `# Lines\n\nTake **${one}** lines for the bow of the boat.\n\nAn unchanged paragraph is between them.\n\nTake ${two} lines for the stern of the boat.\n`;
    const { id, pages } = await space('Conflict', { Lines: lines('two', 'two') }, 'live');
    const request = await api(`/spaces/${id}/change-requests`, { subject: 'More lines' });
    const base = `/spaces/${id}/change-requests/${request.id}`;
    const write = (where, markdown) => api(`${where}/content`, { changes: [{ operation: 'update_page', page: pages[0], document: { markdown } }] });
    await write(base, lines('four', 'four'));
    await write(`/spaces/${id}`, lines('three', 'three'));
    const page = await open(ada, base);
    await page.getByRole('button', { name: /decide conflicts/ }).click();
    await page.getByText('2 conflicts to decide.').waitFor();
    // As they are read: formatting, no syntax, and the words of each side; as they are written, one press away.
    const sides = page.locator('.conflict').first().locator('.sides > section');
    assert.deepEqual(await sides.locator('strong').allInnerTexts(), ['four', 'two', 'three']);
    assert.deepEqual(await sides.locator('ins, del').allInnerTexts(), ['four', 'two', 'three']);
    await page.getByRole('button', { name: 'As it is written' }).click();
    await sides.first().getByText('**four**').waitFor();
    assert.deepEqual(await sides.locator('ins').allInnerTexts(), ['four', 'three']);
    await page.getByRole('button', { name: 'As it is read' }).press('Enter');
    await page.setViewportSize({ width: 320, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    assert.deepEqual(await findings(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'not wider than the window');
    await page.keyboard.press('1');
    await page.getByText('1 conflict to decide. Keys').waitFor();
    await page.keyboard.press('2');
    await heading(page, /More lines/);
    await page.getByText('No conflicts to decide').waitFor();
    assert.equal((await api(`${base}/content/page/${pages[0]}?format=markdown`)).markdown, lines('four', 'three'));
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('1 conflict to decide. Keys').waitFor();
    await page.keyboard.press('e');
    await page.getByRole('dialog').getByRole('textbox').fill('Take five lines for the stern of the boat.\n');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('No conflicts to decide').waitFor();
    await page.getByRole('link', { name: 'To the overview' }).click();
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByText('This change request is part of the main content.').waitFor();
    assert.equal((await api(`/spaces/${id}/content/page/${pages[0]}?format=markdown`)).markdown, lines('four', 'five'));
    await page.close();
});

test('the palette finds pages and actions', async () => {
    const { id } = await space('Palette', { Capstan: '# Capstan\n\nTurn the capstan slowly.\n' });
    const page = await open(ada, `/spaces/${id}`);
    await heading(page, 'Capstan');
    const option = page.getByRole('option', { name: /Capstan/ });
    for (;;) {
        // The index follows within a second.
        const { items } = await api(`/orgs/${await organization()}/search?query=capstan`);
        if (items.length) break;
    }
    await page.keyboard.press('Control+k');
    await page.keyboard.type('capst');
    await option.first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('change requ');
    await page.getByRole('option', { name: 'Change requests' }).waitFor();
    await page.keyboard.press('Enter');
    await heading(page, 'Change requests');
    await page.close();
});

test('a space is published in one step', async () => {
    const { id } = await space('Published', { Start: '# Start\n\nFor everybody.\n' });
    const page = await open(ada, `/spaces/${id}/settings`);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const link = page.getByRole('link', { name: /\/sites\// });
    await link.waitFor();
    const answer = await fetch(await link.getAttribute('href'));
    assert.match(await answer.text(), /For everybody\./);
    await page.close();
});

test('hostile documents run nothing', async () => {
    const evil = '# Evil\n\n<script>window.evil = 1</script>\n\n<img src=x onerror="window.evil=1">\n\n[a](javascript:window.evil=1) [b](data:text/html,x)\n\n{% embed url="javascript:window.evil=1" %}\n\n{% hint style="x\\" onclick=\\"window.evil=1" %}\nHint\n{% endhint %}\n\n<a href="vbscript:x" class="button primary">go</a>\n';
    const { id, pages } = await space('<img src=x onerror=window.evil=1>', { Evil: evil });
    const page = await open(ada, `/spaces/${id}/page/${pages[0]}`);
    await heading(page, 'Evil');
    await page.locator('.document').waitFor();
    const hrefs = await page.locator('a').evaluateAll((links) => links.map((it) => it.protocol));
    assert.ok(hrefs.every((protocol) => /^(https?:|mailto:)$/.test(protocol)), hrefs.join());
    assert.equal(await page.evaluate(() => window.evil), undefined);
    assert.equal(await page.locator('.document script, .document [onerror], .document [onclick]').count(), 0);
    await page.close();
});

for (const colorScheme of ['light', 'dark']) {
    for (const width of [1280, 320]) {
        test(`axe finds nothing serious: ${colorScheme}, ${width} pixels wide`, async () => {
            const { id, pages } = await space(`Seen ${colorScheme} ${width}`, { Start: '# Start\n\n## One\n\nText.\n\n{% hint style="warning" %}\nCareful.\n{% endhint %}\n\n```js\nlet x;\n```\n\n## Two\n\n| A | B |\n| - | - |\n| 1 | 2 |\n' }, 'live');
            const request = await api(`/spaces/${id}/change-requests`, { subject: 'Seen' });
            const base = `/spaces/${id}/change-requests/${request.id}`;
            const write = (where, text) => api(`${where}/content`, { changes: [{ operation: 'update_page', page: pages[0], document: { markdown: `# Start\n\n${text}\n` } }] });
            await write(base, 'Mine.');
            await api(`${base}/comments`, { body: { markdown: 'Why?' } });
            await write(`/spaces/${id}`, 'Main.');
            await api(`${base}/update`, {});
            const org = await organization();
            const page = await open(ada, '');
            await page.setViewportSize({ width, height: 800 });
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
            const screens = ['', `/orgs/${org}/new`, `/orgs/${org}/people`, `/spaces/${id}/page/${pages[0]}`, `/spaces/${id}/change-requests`, base, `${base}/changes`, `${base}/conflicts`, `${base}/comments`, `/spaces/${id}/history`, `/spaces/${id}/comments`, `/spaces/${id}/settings`];
            const found = {};
            for (const screen of screens) {
                await page.goto(`${url}/app${screen}`);
                await page.waitForLoadState('networkidle');
                const problems = await findings(page);
                const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
                if (problems.length || isWide) found[screen] = [...problems, ...(isWide ? ['wider than the window'] : [])];
            }
            assert.deepEqual(found, {});
            await page.close();
        });
    }
}
