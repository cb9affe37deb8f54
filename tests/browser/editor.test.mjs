// The editor of the app in a browser: what writers do in it, and what the stored Markdown is afterwards.
// QUIRE_URL and QUIRE_TOKEN say where the server is and who writes.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { api } from './api.mjs';
import { findings } from './reader.mjs';
import { pages as vectors } from './vectors.mjs';
import { address, begin, elsewhere, end, headers, insert, newSpace, reader, status, TITLE, writing } from './writing.mjs';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

before(async () => {
    await begin('Writing');
    await insert('Setting sails', '# Setting sails\n');
});
after(end);

test('what is typed is saved, and nothing else changes', () =>
    writing('*   odd   list\n\nLast\n', async (it) => {
        await it.type(' words');
        assert.equal(await it.saved(), '*   odd   list\n\nLast words\n');
    }));

test('spaces at the ends of lines are not stored', () =>
    writing('', async (it) => {
        await it.type(' one ', 'Shift+Enter', ' two', 'Enter', '   three ');
        assert.equal(await it.saved(), 'one\\\ntwo\n\nthree\n');
    }));

test('Enter splits where the caret is, although the browser has not told of it yet', () =>
    writing('one two\n', async (it) => {
        // As when keys come faster than a busy page is told: the caret moves and Enter follows in one turn.
        await it.text.evaluate((element) => {
            const text = element.querySelector('p').firstChild;
            getSelection().collapse(text, 4);
            element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true }));
        });
        assert.equal(await it.saved(), 'one\n\ntwo\n');
    }));

test('a table takes five keys', () =>
    writing('', async (it) => {
        await it.type('/tab', 'Enter', 'A', 'Tab', 'B', 'Tab', 'C', 'Tab', 'x');
        assert.equal(await it.saved(), '| A | B | C |\n| --- | --- | --- |\n| x |  |  |\n|  |  |  |\n');
    }));

test('every block of the menu can be inserted and left by keyboard', () =>
    writing('', async (it) => {
        for (const name of ['hint', 'tabs', 'steps', 'columns', 'expandable', 'quote', 'code', 'numbered']) await it.type(`/${name}`, 'Enter', name, 'Control+Enter');
        const text = await it.saved();
        for (const tag of ['{% hint style="info" %}\nhint', '{% tab title="First" %}\ntabs', '{% step %}\nsteps', '{% column %}\ncolumns', '<summary>expandable</summary>', '> quote', '```\ncode', '1. numbered']) {
            assert.ok(text.includes(tag), `${tag} is not in\n${text}`);
        }
    }));

test('Markdown while typing; one undo gives the characters back', () =>
    writing('', async (it) => {
        await it.type('# ');
        await it.page.locator('.e-body h2').waitFor();
        await it.type('Control+z');
        await it.page.locator('.e-body p', { hasText: '#' }).waitFor();
        await it.type('Backspace', 'Backspace', '- a', 'Enter', 'Tab', 'b', 'Enter', 'Shift+Tab', 'c', 'Enter', 'Enter', '**bold** and `code`', 'Enter', '> q');
        assert.equal(await it.saved(), '* a\n  * b\n* c\n\n**bold** and `code`\n\n> q\n');
    }));

test('blocks are selected, moved, doubled and deleted by keyboard', () =>
    writing('A\n\nB\n\nC\n', async (it) => {
        await it.type('Alt+Shift+ArrowUp', 'Escape');
        assert.equal(await it.page.locator('.ProseMirror-selectednode').innerText(), 'C');
        await it.type('Control+d');
        assert.equal(await it.saved(), 'A\n\nC\n\nC\n\nB\n');
        await it.type('Delete', 'Control+z', 'Control+z', 'Control+z');
        assert.equal(await it.saved(), 'A\n\nB\n\nC\n');
    }));

test('rows and columns by keyboard', () =>
    writing('| A | B |\n| - | - |\n| 1 | 2 |\n', async (it) => {
        await it.page.locator('td').nth(1).click();
        await it.type('Tab', '3', 'Tab', '4', 'Alt+Shift+ArrowUp', 'Control+Alt+ArrowRight', 'Alt+Shift+ArrowLeft');
        assert.match(await it.saved(), /^\| A \| B \|  \|\n\| --- \| --- \| --- \|\n\| 3 \| 4 \|  \|\n\| 1 \| 2 \|  \|\n$|^\| B \| A \|  \|\n/);
    }));

const PASTES = [
    ['lists of Word', { 'text/html': "<html><body><!--StartFragment--><p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>One</p><p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp; </span></span>Two</p><p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>Three <b>bold</b></p><p class=MsoNormal>After</p><script>alert(1)</script></body></html>", 'text/plain': 'x' }, '* One\n  * Two\n* Three **bold**\n\nAfter\n'],
    ['lists of Google Docs', { 'text/html': '<b style="font-weight:normal;" id="docs-internal-guid-1"><ul><li><p><span style="font-weight:700">One</span></p></li><ul><li><p><span style="font-weight:400">Two</span></p></li></ul><li><p>Three</p></li></ul></b>', 'text/plain': 'x' }, '* **One**\n  * Two\n* Three\n'],
    ['Markdown', { 'text/plain': '## Title\n\nSome **bold** and `x`.\n\n- a\n  - b\n\n```js\nlet a;\n```\n' }, '## Title\n\nSome **bold** and `x`.\n\n* a\n  * b\n\n```js\nlet a;\n```\n'],
    ['cells of a spreadsheet', { 'text/html': '<google-sheets-html-origin><table><tr><td>A</td></tr></table>', 'text/plain': 'A\tB\n1\t2' }, '| A | B |\n| --- | --- |\n| 1 | 2 |\n'],
    ['code of an editor', { 'text/html': "<div style=\"font-family: Consolas, monospace;white-space: pre;\"><div>if (a) {</div></div>", 'text/plain': 'if (a) {\n  b();\n}', 'vscode-editor-data': '{"mode":"javascript"}' }, '```javascript\nif (a) {\n  b();\n}\n```\n'],
];
for (const [name, data, expected] of PASTES) {
    test(`pasted: ${name}`, () =>
        writing('', async (it) => {
            await it.paste(data);
            assert.equal(await it.saved(), expected);
        }));
}

test('a pasted picture is uploaded and shown', () =>
    writing('A\n', async (it) => {
        await it.text.evaluate((element, bytes) => {
            const clipboardData = new DataTransfer();
            clipboardData.items.add(new File([Uint8Array.from(atob(bytes), (it) => it.charCodeAt(0))], 'dot.png', { type: 'image/png' }));
            element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        }, PNG);
        await it.page.locator('.q-image img[src]').waitFor();
        assert.match(await it.saved(), /^A\n\n<figure><img src="\/files\/\w+" alt=""><figcaption><\/figcaption><\/figure>\n$/);
    }));

test('a pasted address links what is selected', () =>
    writing('some\n', async (it) => {
        await it.type('Shift+Home');
        await it.page.waitForFunction(() => getSelection().toString() === 'some');
        await it.paste({ 'text/plain': 'https://example.org/x' });
        assert.equal(await it.saved(), '[some](https://example.org/x)\n');
    }));

test('links complete the titles of pages', () =>
    writing('', async (it) => {
        await it.type('Control+k');
        await it.page.locator('.e-form').waitFor();
        await it.type('sail');
        await it.page.getByRole('option', { name: 'Setting sails' }).waitFor();
        await it.type('ArrowDown', 'Enter', 'Enter');
        await it.page.locator('.e-form').waitFor({ state: 'detached' });
        assert.match(await it.saved(), /^\[Setting sails\]\(.+\)\n$/);
    }));

test('find and replace, taken back by one undo', () =>
    writing('One two one.\n\nOne.\n', async (it) => {
        await it.type('Control+f', 'one');
        await it.page.getByText('of 3').waitFor();
        await it.page.getByLabel('Replace with').fill('X');
        await it.page.getByRole('button', { name: 'Replace all' }).click();
        await it.type('Escape');
        assert.equal(await it.saved(), 'X two X.\n\nX.\n');
        await it.text.click();
        await it.type('Control+z');
        assert.equal(await it.saved(), 'One two one.\n\nOne.\n');
    }));

test('settings of a block', () =>
    writing('```js\na\n```\n', async (it) => {
        await it.page.locator('.q-code code').click();
        await it.type('Control+.');
        await it.page.getByLabel('Title').fill('a.js');
        await it.page.getByLabel('Line numbers').check();
        await it.type('Enter');
        assert.equal(await it.saved(), '{% code title="a.js" lineNumbers="true" %}\n```js\na\n```\n{% endcode %}\n');
    }));

test('another type of a column keeps its values, or is refused', () =>
    writing('| A | B |\n| - | - |\n| x | 2 |\n', async (it) => {
        const column = async (at) => {
            await it.page.locator('th').nth(at).hover();
            await it.page.locator('th .e-gear').nth(at).click();
            await it.page.getByLabel('Type').selectOption('number');
            await it.page.getByRole('button', { name: 'Apply' }).click();
        };
        await column(0);
        await it.page.getByRole('alert').getByText('“x” can’t be of this type').waitFor();
        await it.type('Escape');
        await column(1);
        assert.match(await it.saved(), /<th data-type="number">B<\/th>.*<td>x<\/td><td>2<\/td>/);
    }));

test('what others write appears, and undo is only mine', () =>
    writing('A\n\nB\n', async (it) => {
        await it.type(' mine');
        await elsewhere(it.id, 'A theirs\n\nB\n');
        await it.text.getByText('A theirs').waitFor();
        assert.equal(await it.saved(), 'A theirs\n\nB mine\n');
        await it.type('Control+z');
        assert.equal(await it.saved(), 'A theirs\n\nB\n');
    }));

test('the same words changed by both are decided in the text', () =>
    writing('B\n\nOne two three.\n', async (it) => {
        await it.type('Backspace', ' mine.');
        await elsewhere(it.id, 'B\n\nOne two three theirs.\n');
        await it.page.locator('.e-clash').waitFor();
        await it.page.getByRole('button', { name: 'Keep both' }).click();
        assert.equal(await it.saved(), 'B\n\nOne two three mine.\n\nOne two three theirs.\n');
    }));

test('a draft survives a reload without a connection', () =>
    writing('A\n', async (it) => {
        await it.page.route('**/content?**', (route) => route.abort());
        await it.type(' kept');
        await it.page.locator(status('offline')).waitFor({ state: 'attached' });
        await it.page.unroute('**/content?**');
        await it.page.reload();
        await it.text.getByText('A kept').waitFor();
        assert.equal(await it.saved(), 'A kept\n');
    }));

test('the session ends while somebody types: it is said, and the text is saved after signing in', () =>
    writing('A\n', async (it) => {
        await it.page.route('**/content?**', (route) => route.fulfill({ status: 401, json: { error: { code: 401, message: 'sign in' } } }));
        await it.type(' kept');
        await it.page.getByRole('alert').getByText('You are signed out').waitFor();
        await it.page.unroute('**/content?**');
        await it.page.getByRole('button', { name: 'Try again' }).click();
        assert.equal(await it.saved(), 'A kept\n');
    }));

test('a composed word is not disturbed by others', () =>
    writing('Start.\n\nx\n', async (it) => {
        const session = await it.page.context().newCDPSession(it.page);
        await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
        await elsewhere(it.id, 'Start and others.\n\nx\n');
        await session.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
        await session.send('Input.insertText', { text: '日本' });
        await it.text.getByText('Start and others.').waitFor();
        await it.text.getByText('x日本').waitFor();
        await it.page.locator(status('saved')).waitFor({ state: 'attached' });
        assert.equal(await it.saved(), 'Start and others.\n\nx日本\n');
    }));

test('the source mode changes nothing by being opened, and saves what is written', () =>
    writing('*   odd  list\n', async (it) => {
        await it.page.getByRole('button', { name: 'Markdown' }).click();
        await it.page.locator('.cm-content').click();
        await it.page.getByRole('button', { name: 'Markdown' }).click();
        await it.text.waitFor();
        assert.equal(await it.saved(), '*   odd  list\n');
        await it.page.getByRole('button', { name: 'Markdown' }).click();
        await it.page.locator('.cm-content').click();
        await it.type('Control+End', 'New.');
        await it.page.waitForResponse((response) => response.url().includes('/content?') && response.ok());
        assert.equal(await it.saved(), '*   odd  list\nNew.');
    }));

test('right-to-left text is so by block, and everything is for everybody', () =>
    writing('שלום\n\nLatin\n\n| A |\n| - |\n| 1 |\n\n```js\na\n```\n', async (it) => {
        const directions = await it.page.locator('.e-body > p').evaluateAll((all) => all.map((element) => getComputedStyle(element).direction));
        assert.deepEqual(directions, ['rtl', 'ltr']);
        for (const colorScheme of ['light', 'dark']) {
            await it.page.emulateMedia({ colorScheme });
            assert.deepEqual(await findings(it.page), []);
        }
        await it.type('Control+Enter', '/');
        await it.page.getByRole('listbox', { name: 'Insert' }).waitFor();
        assert.deepEqual(await findings(it.page), []);
    }));

test('hostile documents: nothing runs, loads or leads to a script', async () => {
    const all = await vectors();
    const open = [];
    for (let at = 0; at < all.length; at += 20) {
        const changes = all.slice(at, at + 20).map(({ text }) => ({ operation: 'insert_page', title: 'Hostile', hidden: true, document: { markdown: TITLE + text } }));
        // A space of its own: the tree of pages beside the editor is drawn for each page.
        const within = await newSpace('Hostile');
        const { insertedPages } = await api(`/spaces/${within}/content?compat=false`, { changes });
        open.push(...insertedPages.map(({ id }) => address(id, within)));
    }
    /** Goes to a page within the app, as a link does: the first one loads it. */
    const show = async (page, to) => {
        if (!page.url().startsWith('http')) await page.goto(to);
        else {
            await page.evaluate((path) => {
                document.querySelector('.e-body')?.setAttribute('data-before', '');
                history.pushState(null, '', path);
                dispatchEvent(new PopStateEvent('popstate'));
            }, to);
        }
        await page.locator('.e-body:not([data-before])').waitFor();
    };
    const one = () =>
        reader.open({ extraHTTPHeaders: headers, elsewhere: ['image'] }, async (page, troubles) => {
            for (let to = open.pop(); to; to = open.pop()) {
                await show(page, to);
                const found = await page.evaluate(() => {
                    const schemes = /^(javascript|vbscript|data|livescript|blob|filesystem|file):/;
                    const bad = [...document.querySelectorAll('.e-editor *')].flatMap((element) =>
                        [...element.attributes]
                            .filter(({ name, value }) => name.startsWith('on') || name === 'srcdoc' || (/^(href|src|action|formaction|data|poster|srcset)$/.test(name) && schemes.test(new URL(value, location.href).href)))
                            .map(({ name, value }) => `${element.localName} ${name}=${value}`),
                    );
                    return [...bad, ...[...document.querySelectorAll('.e-editor :is(script, iframe, object, embed, style, base, form)')].map((it) => it.outerHTML)];
                });
                assert.deepEqual([...troubles.splice(0), ...found], [], `page ${to}`);
            }
        });
    await Promise.all([one(), one(), one()]);
});
