// Two versions of a page beside each other as readers see them, in change requests and in the history.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { api, contextOf, findings, launch, open, space } from './app.mjs';

let browser;
let ada;
before(async () => {
    browser = await launch();
    ada = await contextOf(browser, 'ada');
});
after(() => browser?.close());

const filler = Array.from({ length: 12 }, (_, at) => `Filler ${at}.\n`).join('\n');
const BEFORE = `# Harbour\n\nOpen from **six** to nine.\n\nGone by now.\n\n${filler}\n* bow\n* stern\n\n{% hint style="info" %}\nTake two lines.\n{% endhint %}\n\n| Length | Fee |\n| --- | --- |\n| 8 m | 20 |\n| 12 m | 35 |\n\n\`\`\`js\nlet a;\nlet b;\nlet c;\nlet d;\n\`\`\`\n\n{% tabs %}\n{% tab title="One" %}\nFirst.\n{% endtab %}\n\n{% tab title="Two" %}\nSecond.\n{% endtab %}\n{% endtabs %}\n\nThis paragraph about fenders goes to the front.\n\nSee [the pilot](https://example.org/a).\n`;
const AFTER = `# Harbour\n\nThis paragraph about fenders goes to the front.\n\nOpen from **five** to ten.\n\n${filler}\n* bow\n* stern\n* spring\n\n{% hint style="info" %}\nTake three lines.\n{% endhint %}\n\n| Length | Fee |\n| --- | --- |\n| 8 m | 25 |\n| 12 m | 35 |\n| 15 m | 50 |\n\n\`\`\`js\nlet a;\nlet b;\nlet x;\nlet d;\n\`\`\`\n\n{% tabs %}\n{% tab title="One" %}\nFirst.\n{% endtab %}\n\n{% tab title="Two" %}\nSecond tab.\n{% endtab %}\n{% endtabs %}\n\nSee [the pilot](https://example.org/b).\n`;

/** A space with a page in two versions, the later one in a change request. */
async function versions(title, earlier, later) {
    const { id, pages } = await space(title, { Harbour: earlier });
    const request = await api(`/spaces/${id}/change-requests`, { subject: 'Summer' });
    const base = `/spaces/${id}/change-requests/${request.id}`;
    await api(`${base}/content`, { changes: [{ operation: 'update_page', page: pages[0], document: { markdown: later } }] });
    return { id, page: pages[0], base };
}

const textsOf = async (locator) => (await locator.allInnerTexts()).map((it) => it.trim().replace(/\s+/g, ' '));

test('both versions stand beside each other as they are read, with all that differs marked', async () => {
    const { base } = await versions('Read', BEFORE, AFTER);
    const page = await open(ada, `${base}/changes`);
    const read = page.locator('.as-read');
    await read.waitFor();
    assert.equal(await page.getByRole('button', { name: 'As it is read' }).getAttribute('aria-pressed'), 'true');
    assert.equal(await read.locator('strong').count(), 2, 'no syntax of Markdown');
    assert.deepEqual(await textsOf(read.locator('.before p del')), ['six', 'nine', 'two', '20', 'https://example.org/a']);
    assert.deepEqual(await textsOf(read.locator('.after p ins')), ['five', 'ten', 'three', '25', 'tab', 'https://example.org/b']);
    assert.deepEqual(await textsOf(read.locator('.before > .removed')), ['Removed: Gone by now.']);
    assert.deepEqual(await textsOf(read.locator('li.added')), ['Added: spring']);
    assert.deepEqual(await textsOf(read.locator('tr.added > td')), ['Added: 15 m', '50']);
    assert.deepEqual(await textsOf(read.locator('tr.changed > td:first-child')), ['Changed: 8 m', 'Changed: 8 m']);
    assert.deepEqual(await textsOf(read.locator('.q-code .fate')), ['Removed: let c;', 'Added: let x;']);
    assert.equal(await read.getByText('This paragraph about fenders').count(), 2);
    assert.equal(await read.locator('.diff-block.moved').count(), 2, 'named where it was and where it is');
    assert.ok(await read.getByText('Second tab.').isVisible(), 'what is in another tab is not hidden');

    assert.equal(await read.getByText('Filler 5.').count(), 0);
    await read.getByRole('button', { name: /unchanged blocks/ }).first().press('Enter');
    assert.equal(await read.getByText('Filler 5.').count(), 2);

    // By the keyboard alone: from change to change, and a comment on one.
    await page.locator('body').press('n');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-change')), '0');
    await page.keyboard.press('n');
    assert.ok(await page.evaluate(() => document.activeElement?.matches('.changed[data-change="1"][data-current]')));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('textbox').fill('All year?');
    await page.getByRole('dialog').getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal((await api(`${base}/comments`)).items.length, 1);

    await page.getByRole('button', { name: 'Side by side' }).click();
    await page.locator('.diff pre', { hasText: '**five**' }).waitFor();
    await page.getByRole('button', { name: 'In one text' }).click();
    await page.reload();
    await page.locator('.diff:not(.side-by-side) pre', { hasText: '**' }).first().waitFor();
    await page.getByRole('button', { name: 'As it is read' }).click();
    await read.waitFor();
    await page.close();
});

test('a new page and one that is gone have one side, and what only the source has is named', async () => {
    const { id, page: gone, base } = await versions('Sides', '# Harbour\n\nText.\n', '# Harbour\n\nText.\n\n<!-- a note -->\n');
    const made = await api(`${base}/content?compat=false`, { changes: [{ operation: 'insert_page', title: 'New', document: { markdown: '# New\n\n{% hint style="info" %}\nAll of it.\n{% endhint %}\n' } }] });
    assert.ok(made.insertedPages[0].id);
    const page = await open(ada, `${base}/changes`);
    await page.getByRole('heading', { name: 'Only in the source' }).waitFor();
    await page.locator('.diff pre', { hasText: '<!-- a note -->' }).waitFor();
    await page.getByRole('navigation', { name: 'What is changed' }).getByRole('button', { name: /New/ }).click();
    await page.locator('.as-read .after > .fate.added', { hasText: 'All of it.' }).waitFor();
    await page.close();
    await api(`/spaces/${id}`, { editMode: 'live' }, 'PATCH');
    await api(`/spaces/${id}/content`, { changes: [{ operation: 'delete_page', page: gone }] });
    const history = await open(ada, `/spaces/${id}/history`);
    await history.getByRole('main').getByRole('button', { name: /Harbour/ }).click();
    await history.locator('.as-read .before > .removed', { hasText: 'Text.' }).waitFor();
    await history.close();
});

test('what differs without another word is said, and pages without a text have no comparison', async () => {
    const table = (stars, done) => `<table><thead><tr><th>Name</th><th data-type="rating" data-max="5">Stars</th><th data-type="checkbox">Done</th></tr></thead><tbody><tr><td>Alpha</td><td>${stars}</td><td>${done}</td></tr></tbody></table>\n`;
    const text = (url, lines, align, stars, done) => `# Harbour\n\nSee [the pilot][x].\n\n${lines}\n\n| A | B |\n| --- | ${align} |\n| 1 | 2 |\n\n${table(stars, done)}\n[x]: ${url}\n`;
    const { base } = await versions('Said', text('https://example.org/a', 'One line two lines.', '---', 3, false), text('https://example.org/b', 'One line\\\ntwo lines.', '---:', 4, true));
    await api(`${base}/content`, { changes: [{ operation: 'insert_page', title: 'Group', type: 'group' }] });
    const page = await open(ada, `${base}/changes`);
    await page.locator('.as-read .diff-said').first().waitFor();
    assert.deepEqual(await textsOf(page.locator('.as-read .diff-said li')), [
        'The link “the pilot” leads elsewhere: https://example.org/a → https://example.org/b', 'A line break was added',
        '“B”, Alignment: left → right', '“Alpha”, Stars: 3 → 4', '“Alpha”, Done: No → Yes',
    ]);
    assert.equal(await page.locator('.as-read .fate-notes').count(), 0);
    assert.deepEqual(await page.locator('.as-read .after th').evaluateAll((cells) => cells.map((it) => getComputedStyle(it).textAlign).slice(0, 2)), ['start', 'end']);
    assert.equal(await page.locator('.as-read .after br').count(), 1, 'a line ends where its text says');
    await page.getByRole('navigation', { name: 'What is changed' }).getByRole('button', { name: 'Added: Group' }).click();
    await page.getByRole('heading', { name: 'Group Added' }).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    await page.close();
});

test('revisions of a page are compared as they are read', async () => {
    const { id, pages } = await space('Past', { Harbour: '# Harbour\n\nOpen from six.\n' }, 'live');
    await api(`/spaces/${id}/content`, { changes: [{ operation: 'update_page', page: pages[0], document: { markdown: '# Harbour\n\nOpen from **five**.\n' } }] });
    const page = await open(ada, `/spaces/${id}/page/${pages[0]}/history`);
    await page.locator('.as-read .after strong', { hasText: 'five' }).waitFor();
    assert.deepEqual(await textsOf(page.locator('.as-read .before del')), ['six']);
    await page.close();

    // Far behind changes of other pages, too.
    for (let at = 0; at < 40; at += 1) await api(`/spaces/${id}/content`, { changes: [{ operation: 'set_variable', name: 'tide', value: at }] });
    const later = await open(ada, `/spaces/${id}/page/${pages[0]}/history`);
    await later.locator('.as-read .after strong', { hasText: 'five' }).waitFor();
    await later.getByRole('navigation', { name: 'History' }).getByRole('listitem').nth(1).waitFor();
    await later.close();
});

test('hostile documents run nothing in a comparison', async () => {
    const evil = (word) => `# Harbour\n\n<script>window.evil = "${word}"</script>\n\n<img src="x" onerror="window.evil='${word}'">\n\n[a ${word}](javascript:window.evil=1) text\n\n{% embed url="javascript:window.evil=${word}" %}\n\n{% hint style="${word}\\" onclick=\\"window.evil=1" %}\nHint\n{% endhint %}\n\n| <b onclick=evil()>${word}</b> |\n| - |\n| <img src=x onerror=evil()> ${word} |\n\n\`\`\`"><script>${word}</script>\nlet x = "</code><script>window.evil=1</script>${word}";\n\`\`\`\n\n<!-- ${word} --><a href="vbscript:${word}">go</a>\n`;
    const { base } = await versions('Evil', evil('one'), evil('two'));
    const page = await open(ada, `${base}/changes`);
    await page.locator('.as-read .diff-block.changed').first().waitFor();
    for (const view of ['As it is read', 'Side by side', 'In one text']) {
        await page.getByRole('button', { name: view }).click();
        await page.locator('.diff .diff-block').first().waitFor();
        const hrefs = await page.locator('a').evaluateAll((links) => links.map((it) => it.protocol));
        assert.ok(hrefs.every((protocol) => /^(https?:|mailto:|)$/.test(protocol)), hrefs.join());
        assert.equal(await page.locator('.diff :is(script, iframe, object, [onerror], [onclick])').count(), 0);
        assert.equal(await page.evaluate(() => window.evil), undefined);
    }
    await page.close();
});

for (const colorScheme of ['light', 'dark']) {
    for (const width of [1280, 320]) {
        test(`axe finds nothing serious in a comparison: ${colorScheme}, ${width} pixels wide`, async () => {
            const { base } = await versions(`Compared ${colorScheme} ${width}`, BEFORE, AFTER);
            const page = await open(ada, `${base}/changes`);
            await page.setViewportSize({ width, height: 800 });
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
            await page.getByRole('button', { name: 'As it is read' }).click();
            await page.locator('.as-read').waitFor();
            assert.deepEqual(await findings(page), []);
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'not wider than the window');
            await page.evaluate(() => { document.documentElement.dir = 'rtl'; });
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nor from right to left');
            assert.equal(await page.locator('.as-read pre').first().evaluate((it) => getComputedStyle(it).direction), 'ltr', 'code is never mirrored');
            await page.close();
        });
    }
}
