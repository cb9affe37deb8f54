// Two versions as they are read: which block stands beside which, and which words, rows and lines are marked.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isChange, type Block } from '../src/difference/blocks';
import { mapLeaves } from '../src/difference/nodes';
import { wordsBetween } from '../src/difference/common';
import { commonLines, compared } from '../src/difference/rows';
import { said } from '../src/difference/said';
import { baseOf, sideOf } from '../src/difference/versions';
import { differing, shown as shownValue } from '../src/screens/attributes';
import { fingerprint, namesOf } from '../src/screens/changes';
import { locate, pieces } from '../src/difference/words';
import type { Node } from '../src/document/model';

type Words = [fate: 'equal' | 'inserted' | 'deleted', text: string][];

const leaf = (text: string): Node => ({ object: 'text', leaves: [{ text }] });
const block = (type: string, key: string, ...nodes: Node[]): Node => ({ object: 'block', type, key, nodes });
const paragraph = (key: string, text: string) => block('paragraph', key, leaf(text));
const side = (markdown: string, ...keys: string[]) => ({ line: 1, lines: 1, keys, markdown });
const added = (key: string, markdown: string): Block => ({ change: 'added', after: side(markdown, key) });
const removed = (key: string, markdown: string): Block => ({ change: 'removed', before: side(markdown, key) });
function changed([before, after]: [string, string], words: Words): Block {
    const text = (left: string) => words.filter(([fate]) => fate !== left).map(([, it]) => it).join('');
    return { change: 'changed', before: side(text('inserted'), before), after: side(text('deleted'), after), words: words.map(([change, it]) => ({ change, text: it })) };
}

/** A node as text: what is marked stands in brackets, with the first letter of its fate. */
function shown(node: Node | undefined): string {
    if (!node) return '';
    const parts: string[] = [];
    mapLeaves(node, (it) => { parts.push(it.fate ? `[${it.text}]` : it.text); return [it]; });
    return `${node.fate ? `${node.fate.change}:` : ''}${parts.join('')}`;
}
const rows = (before: Node[], after: Node[], blocks: Block[]) => compared(before, after, blocks).rows.map((row) => [row.change, shown(row.before), shown(row.after)]);

function marked(words: Words, text: string): string {
    const found = locate(words.filter(([fate]) => fate !== 'deleted').map(([fate, it]) => ({ text: it, isChanged: fate !== 'equal' })), [text]);
    assert.ok(found, `not found: ${text}`);
    return [pieces(text, found.changed[0]!).map((it) => (it.isChanged ? `[${it.text}]` : it.text)).join(''), ...found.unseen].join(' | ');
}

test('changed words of Markdown are found in the text that is read', () => {
    assert.equal(marked([['equal', 'A **'], ['inserted', 'strong '], ['equal', 'bold** word\n']], 'A strong bold word'), 'A [strong ]bold word');
    assert.equal(marked([['equal', '* [x] to '], ['inserted', 'do'], ['equal', '\n']], 'to do'), 'to [do]');
    assert.equal(marked([['equal', 'See [the '], ['inserted', 'page](https://example.org/page'], ['equal', ') here']], 'See the page here'), 'See the [page] here | https://example.org/page');
    assert.equal(marked([['equal', 'a '], ['inserted', '`b`'], ['equal', ' c &amp; d \\* e']], 'a b c & d * e'), 'a [b] c & d * e');
    assert.equal(marked([['equal', '{% hint style="'], ['inserted', 'danger'], ['equal', '" %}\n']], ''), ' | {% hint style="danger" %}');
    assert.equal(marked([['equal', '日本'], ['inserted', '語の'], ['equal', '文書']], '日本語の文書'), '日本[語の]文書');
    assert.equal(marked([['equal', 'i '], ['inserted', '![alt text](x.png)'], ['equal', ' alt']], 'i  alt'), 'i  alt | ![alt text](x.png)');
});

test('a text that is not in the source is not marked', () => {
    assert.equal(locate([{ text: 'one two', isChanged: true }], ['three four']), undefined);
    assert.deepEqual(locate([{ text: 'one', isChanged: true }], ['one', 'further']), { changed: [[true, true, true], Array(7).fill(false)], unseen: [] });
});

test('blocks stand beside their other version, and what only one has stands alone', () => {
    const before = [paragraph('a', 'Stays'), paragraph('b', 'Old word'), paragraph('c', 'Goes'), paragraph('d', 'Stays too')];
    const after = [paragraph('n', 'New'), paragraph('a', 'Stays'), paragraph('e', 'New word'), paragraph('d', 'Stays too')];
    const blocks = [added('n', 'New\n'), changed(['b', 'e'], [['deleted', 'Old'], ['inserted', 'New'], ['equal', ' word\n']]), removed('c', 'Goes\n')];
    assert.deepEqual(rows(before, after, blocks), [
        ['added', '', 'added:New'],
        ['equal', 'Stays', 'Stays'],
        ['changed', 'changed:[Old] word', 'changed:[New] word'],
        ['removed', 'removed:Goes', ''],
        ['equal', 'Stays too', 'Stays too'],
    ]);
});

test('two lists that become one leave the blocks below beside each other', () => {
    const list = (key: string, ...items: string[]) => block('list-unordered', key, ...items.map((item) => block('list-item', `i-${item}`, paragraph(`p-${item}`, item))));
    const heading = block('heading-2', 'h', leaf('B'));
    const rest = [paragraph('c', 'Text c.'), block('heading-2', 'd', leaf('D')), paragraph('e', 'Text d.')];
    const before = [list('l', 'one', 'two'), heading, list('m', 'three'), ...rest];
    const after = [list('l', 'one', 'two', 'three'), ...rest];
    assert.deepEqual(rows(before, after, [removed('h', '## B\n')]), [
        ['changed', 'onetwo', 'onetwothree'],
        ['removed', 'removed:B', ''],
        ['changed', 'three', ''],
        ['equal', 'Text c.', 'Text c.'],
        ['equal', 'D', 'D'],
        ['equal', 'Text d.', 'Text d.'],
    ]);
});

test('an indentation that changes is a change, and blank lines are none', () => {
    const words = (one: string, other: string): Block => ({ ...changed(['i', 'i'], []), before: side(one, 'i'), after: side(other, 'i') });
    assert.ok(isChange(words('* b\n', '  * b\n')));
    assert.ok(isChange(words('   Never.\n', 'Never.\n')));
    assert.ok(!isChange(words('Text.\n', '\n \nText.\n\n')));
});

test('what moved is named in both places', () => {
    const [a, b, c] = [paragraph('a', 'One'), paragraph('b', 'Two'), paragraph('c', 'Three')];
    const moved: Block = { change: 'moved', before: side('Three\n', 'c'), after: side('Three\n', 'c') };
    assert.deepEqual(rows([a, b, c], [c, a, b], [moved]), [['moved', '', 'moved:Three'], ['equal', 'One', 'One'], ['equal', 'Two', 'Two'], ['moved', 'moved:Three', '']]);
});

test('of equal blocks in a row, untouched ones keep their places', () => {
    const before = [paragraph('s1', 'Same'), paragraph('s2', 'Same'), paragraph('e', 'End')];
    const after = [paragraph('s1', 'Same'), paragraph('e', 'End')];
    assert.deepEqual(rows(before, after, [removed('s1', 'Same\n')]).map(([change]) => change), ['removed', 'equal', 'equal']);
});

test('a container is added as a whole only if all in it is', () => {
    const hint = (key: string, ...inner: Node[]) => block('hint', key, ...inner);
    const tags = [added('h', '{% hint style="info" %}\n'), added('h', '{% endhint %}\n')];
    const whole = rows([], [hint('h', paragraph('p', 'In it'))], [tags[0]!, added('p', 'In it\n'), tags[1]!]);
    assert.deepEqual(whole, [['added', '', 'added:In it']]);
    const around = compared([paragraph('p', 'In it')], [hint('h', paragraph('p', 'In it'))], tags);
    const after = around.rows.find((row) => row.after)?.after;
    assert.deepEqual(after?.fate, { change: 'changed', notes: [{ fate: 'inserted', text: '{% hint style="info" %}' }] });
    const grown = compared([hint('g', paragraph('p', 'In it'))], [hint('h', paragraph('p', 'In it'), paragraph('q', 'More'))], [added('q', 'More\n')]);
    assert.deepEqual(grown.rows.map(({ change }) => change), ['changed']);
    assert.deepEqual(grown.rows[0]?.after?.nodes?.map((it) => it.fate?.change), [undefined, 'added']);
});

test('an item that is added around a list that was there is not added as a whole', () => {
    const nested = block('list-unordered', 'l', block('list-item', 'i', paragraph('p', 'Nested')));
    const after = block('list-unordered', 'm', block('list-item', 'j', paragraph('q', 'Item'), nested));
    const [row] = compared([nested], [after], [added('j', '* Item\n')]).rows;
    const item = row?.after?.nodes?.[0];
    assert.equal(item?.fate, undefined);
    assert.deepEqual(item?.nodes?.map((it) => it.fate?.change), ['added', undefined]);
});

test('rows of tables are marked where they are', () => {
    const table = (key: string, ...texts: string[]): Node => ({
        object: 'block', type: 'table', key,
        data: { view: { type: 'grid', columns: ['a'] }, definition: { a: { id: 'a', title: 'Head' } }, records: Object.fromEntries(texts.map((_, at) => [`r${at}`, { orderIndex: String(at), values: { a: `f${at}` } }])) },
        fragments: texts.map((text, at) => ({ fragment: `f${at}`, nodes: [paragraph(`${key}${at}`, text)] })),
    });
    const blocks = [changed(['t', 'u'], [['equal', '| 8 m '], ['inserted', 'long '], ['equal', '|\n']]), removed('t', '| 12 m |\n')];
    const [row] = compared([table('t', '8 m', '9 m', '12 m')], [table('u', '8 m long', '9 m')], blocks).rows;
    assert.equal(row?.change, 'changed');
    assert.deepEqual([...(row?.before?.rows ?? [])].map(([id, { change }]) => [id, change]), [['r0', 'changed'], ['r2', 'removed']]);
    assert.deepEqual([...(row?.after?.rows ?? [])].map(([id, { change }]) => [id, change]), [['r0', 'changed']]);
    assert.equal(shown(row?.after), 'changed:8 m [long]9 m');
    const whole = [added('t', '| Head |\n| --- |\n'), added('t', '| 8 m |\n')];
    assert.equal(compared([], [table('t', '8 m')], whole).rows[0]?.after?.fate?.change, 'added');
});

const saidOf = (before: Node, after: Node) => said(before, after, () => undefined);
const marks = (text: string, ...types: string[]): Node => ({ object: 'text', leaves: [{ text, marks: types.map((type) => ({ type })) }] });
const link = (text: string, url: string): Node => ({ object: 'inline', type: 'link', key: url, data: { ref: { kind: 'url', url } }, nodes: [leaf(text)] });

test('what differs without another word is said in words', () => {
    const cases: [Node, Node, string[]][] = [
        [block('paragraph', 'a', leaf('See '), link('the pilot', 'https://a.example')), block('paragraph', 'b', leaf('See '), link('the pilot', 'https://b.example')), ['The link “the pilot” leads elsewhere: https://a.example → https://b.example']],
        [block('paragraph', 'a', leaf('See it')), block('paragraph', 'b', leaf('See '), link('it', 'https://b.example')), ['The link “it” leads elsewhere: — → https://b.example']],
        [block('paragraph', 'a', leaf('One word here')), block('paragraph', 'b', leaf('One '), marks('word', 'bold'), leaf(' here')), ['“word” looks otherwise: — → bold']],
        [block('paragraph', 'a', leaf('One word')), block('paragraph', 'b', leaf('Another '), marks('word', 'bold', 'italic')), ['“word” looks otherwise: — → bold, italic']],
        [block('paragraph', 'a', leaf('One two')), block('paragraph', 'b', leaf('One\ntwo')), ['A line break was added']],
        [block('paragraph', 'a', leaf('One\ntwo')), block('paragraph', 'b', leaf('One two')), ['A line break was removed']],
        [block('heading-1', 'a', leaf('One')), block('heading-2', 'b', leaf('One')), ['Heading 1 became Heading 2']],
        [{ ...block('hint', 'a', paragraph('p', 'One')), data: { style: 'info' } }, { ...block('hint', 'b', paragraph('q', 'One')), data: { style: 'danger' } }, ['Style: info → danger']],
        [block('list-tasks', 'a', { ...block('list-item', 'i', paragraph('p', 'do')), data: { checked: false } }), block('list-tasks', 'b', { ...block('list-item', 'j', paragraph('q', 'do')), data: { checked: true } }), ['“do”, Ticked: No → Yes']],
        [block('paragraph', 'a', leaf('One')), block('paragraph', 'b', leaf('Other')), []],
        [block('paragraph', 'a', leaf('One '), leaf('two')), block('paragraph', 'b', leaf('One two')), []],
    ];
    for (const [before, after, words] of cases) assert.deepEqual(saidOf(before, after), words);
});

test('a block is changed if only what it refers to is, and said to be written otherwise if nothing is', () => {
    const see = (key: string, url: string) => block('paragraph', key, leaf('See '), link('it', url));
    const definition: Block = { change: 'changed', before: side('[it]: https://a.example\n'), after: side('[it]: https://b.example\n') };
    const { rows: [row], source } = compared([see('p', 'https://a.example')], [see('p', 'https://b.example')], [definition]);
    assert.equal(row?.change, 'changed');
    assert.deepEqual(row?.said, ['The link “it” leads elsewhere: https://a.example → https://b.example']);
    assert.deepEqual(source, [definition]);
    const silent = compared([paragraph('a', 'One two')], [paragraph('b', 'One two')], [changed(['a', 'b'], [['equal', 'One'], ['deleted', ' '], ['inserted', '\n'], ['equal', 'two\n']])]);
    assert.deepEqual(silent.rows[0]?.said, ['Readers see no difference: it is only written otherwise']);
});

type Column = Record<string, unknown> & { title: string };
/** A table of these columns, with rows of values: texts stand in fragments. */
function tableOf(key: string, columns: Column[], ...rows: (string | number | boolean | undefined)[][]): Node {
    const name = (row: number, at: number) => `${key}${row}-${at}`;
    const isText = (value: unknown) => typeof value === 'string';
    return {
        object: 'block', type: 'table', key,
        data: {
            view: { type: 'grid', columns: columns.map((_, at) => `c${at}`) },
            definition: Object.fromEntries(columns.map((column, at) => [`c${at}`, { id: `c${at}`, ...column }])),
            records: Object.fromEntries(rows.map((row, at) => [`${key}${at}`, { orderIndex: `${at}`, values: Object.fromEntries(row.map((value, cell) => [`c${cell}`, isText(value) ? name(at, cell) : value])) }])),
        },
        fragments: rows.flatMap((row, at) => row.flatMap((value, cell) => (isText(value) ? [{ fragment: name(at, cell), nodes: [paragraph(`${name(at, cell)}p`, String(value))] }] : []))),
    };
}

test('columns, cells that moved, and values of a table are said in words', () => {
    const [a, b] = [{ title: 'A', textAlignment: 'left' }, { title: 'B', textAlignment: 'left' }];
    assert.deepEqual(saidOf(tableOf('t', [a, b], ['x', 'y']), tableOf('u', [a, { ...b, textAlignment: 'right' }], ['x', 'y'])), ['“B”, Alignment: left → right']);
    assert.deepEqual(saidOf(tableOf('t', [a, b], ['x', 'y']), tableOf('u', [a, { ...b, title: 'C' }], ['x', 'y'])), ['The column “B” is called “C” now']);
    assert.deepEqual(saidOf(tableOf('t', [a], ['x']), tableOf('u', [a, b], ['x', 'y'])), ['The column “B” was added']);
    assert.deepEqual(saidOf(tableOf('t', [a, b], ['x', undefined]), tableOf('u', [a, b], [undefined, 'x'])), ['“x” moved from “A” to “B”']);
    assert.deepEqual(saidOf(tableOf('t', [a, b], ['x', 3]), tableOf('u', [a, b], ['x', 4])), ['“x”, B: 3 → 4']);
    assert.deepEqual(saidOf(tableOf('t', [a], ['x']), tableOf('u', [a], ['x'], [undefined])), ['An empty row was added']);
    assert.deepEqual(saidOf(tableOf('t', [a], ['x']), tableOf('u', [a], ['x'])), []);
});

test('a table that is one difference has its rows marked, and nothing twice', () => {
    const columns = [{ title: 'Name', type: 'text' }, { title: 'Stars', type: 'rating' }, { title: 'Done', type: 'checkbox' }];
    const [before, after] = [tableOf('t', columns, ['Alpha', 3, false], ['Beta', 2, true]), tableOf('u', columns, ['Alpha', 4, true], ['Beta', 2, true])];
    const row = '</td></tr><tr><td>Beta</td><td>2</td><td>true</td></tr></tbody></table>\n';
    const words: Words = [['equal', '<table><thead><tr><th>Name</th><th data-type="rating">Stars</th><th data-type="checkbox">Done</th></tr></thead><tbody><tr><td>Alpha</td><td>'], ['deleted', '3'], ['inserted', '4'], ['equal', '</td><td>'], ['deleted', 'false'], ['inserted', 'true'], ['equal', row]];
    const [made] = compared([before], [after], [changed(['t', 'u'], words)]).rows;
    assert.deepEqual(made?.said, ['“Alpha”, Stars: 3 → 4', '“Alpha”, Done: No → Yes']);
    assert.deepEqual([made?.before?.fate?.notes, made?.after?.fate?.notes, made?.after?.head], [[], [], undefined]);
    assert.deepEqual([...(made?.after?.rows ?? [])], [['u0', { change: 'changed' }]]);
    const [aligned] = compared([tableOf('t', columns, ['a'])], [tableOf('u', columns, ['a'])], [changed(['t', 'u'], [['equal', '| Name | Stars | Done |\n| --- | --- | ---'], ['inserted', ':'], ['equal', ' |\n']])]).rows;
    assert.deepEqual([aligned?.after?.head, aligned?.after?.fate?.notes], [undefined, []]);
    const [grown] = compared([tableOf('t', [{ title: 'A' }], ['x'])], [tableOf('u', [{ title: 'A' }], ['x'], [undefined])], [added('u', '|  |\n')]).rows;
    assert.deepEqual([...(grown?.after?.rows ?? [])], [['u1', { change: 'added' }]]);
});

test('words of two texts are those of the texts', () => {
    for (const [before, after] of [['', 'a'], ['a b c', 'a x c'], ['same', 'same'], ['one\ntwo', 'two\none'], ['', '']] as const) {
        const words = wordsBetween(before, after);
        const of = (left: string) => words.filter(({ change }) => change !== left).map(({ text }) => text).join('');
        assert.deepEqual([of('inserted'), of('deleted')], [before, after]);
    }
    assert.deepEqual(wordsBetween('日本語', '日本の語').map(({ change, text }) => `${change[0]}${text}`), ['e日本', 'iの', 'e語']);
    assert.deepEqual(wordsBetween('a b c', 'a x c'), [{ change: 'equal', text: 'a ' }, { change: 'deleted', text: 'b' }, { change: 'inserted', text: 'x' }, { change: 'equal', text: ' c' }]);
});

test('sides of a conflict have the words marked that they wrote, and their base those that are gone', () => {
    const version = (markdown: string, ...nodes: Node[]) => ({ markdown, nodes });
    const bold = (key: string, word: string) => block('paragraph', key, leaf('Take '), marks(word, 'bold'), leaf(' lines.'));
    const base = version('Take **two** lines.\n\nCall us.\n', bold('a', 'two'), paragraph('b', 'Call us.'));
    const mine = version('Take **four** lines.\n\nCall us.\n', bold('c', 'four'), paragraph('b', 'Call us.'));
    const main = version('Take **two** lines.\n\nCall.\n', bold('a', 'two'), paragraph('d', 'Call.'));
    const shownAll = (nodes: Node[]) => nodes.map(shown).join(' / ');
    assert.equal(shownAll(sideOf(base, mine, () => undefined).nodes), 'Take [four] lines. / Call us.');
    assert.equal(shownAll(sideOf(base, main, () => undefined).nodes), 'Take two lines. / Call.');
    assert.equal(shownAll(baseOf(base, [mine, main]).nodes), 'Take [two] lines. / Call[ us].');
    assert.equal(shownAll(sideOf(undefined, mine, () => undefined).nodes), '[Take ][four][ lines.] / [Call us.]');
    // An excerpt is drawn with the syntax of what is defined elsewhere.
    const excerpt = (word: string) => version(`Take **${word}** for [the pilot][x] &amp; crew.\n`, block('paragraph', word, leaf('Take '), marks(word, 'bold'), leaf(' for [the pilot][x] & crew.')));
    assert.equal(shownAll(sideOf(excerpt('two'), excerpt('four'), () => undefined).nodes), 'Take [four] for [the pilot][x] & crew.');
    const tab = (word: string) => version(`{% tab title="${word}" %}\nText.\n{% endtab %}\n`, paragraph(word, `{% tab title="${word}" %}\nText.\n{% endtab %}`));
    assert.equal(shownAll(sideOf(tab('two'), tab('four'), () => undefined).nodes), '{% tab title="[four]" %}\nText.\n{% endtab %}');
    assert.equal(shownAll(baseOf(tab('two'), [tab('four')]).nodes), '{% tab title="[two]" %}\nText.\n{% endtab %}');
    const linked = (url: string) => version(`[it](${url})\n`, block('paragraph', url, link('it', url)));
    const other = sideOf(linked('https://a.example'), linked('https://b.example'), () => undefined);
    assert.deepEqual([other.notes, other.said], [[{ fate: 'inserted', text: 'https://b.example' }], ['The link “it” leads elsewhere: https://a.example → https://b.example']]);
});

test('of attributes that are objects, the fields that differ are named', () => {
    assert.deepEqual(differing('Layout', { width: 'default', outline: true }, { width: 'wide', outline: true }), [{ name: 'Layout › Width', before: 'default', after: 'wide' }]);
    assert.deepEqual(differing('Cover', undefined, { ref: { kind: 'url', url: 'https://a.example' } }).map(({ name }) => name), ['Cover › ref']);
    assert.deepEqual(differing('Title', 'a', 'b'), [{ name: 'Title', before: 'a', after: 'b' }]);
    assert.deepEqual(differing('Title', 'a', 'a'), []);
});

test('code is marked line by line', () => {
    const code = (key: string, ...lines: string[]) => block('code', key, ...lines.map((line, at) => block('code-line', `${key}-${at}`, leaf(line))));
    const lines = (node: Node | undefined) => node?.nodes?.map((it) => it.fate?.change);
    const words: Words = [['equal', '```js\na\n'], ['deleted', 'b\n'], ['inserted', 'c\n'], ['equal', 'd\n```\n']];
    const [row] = compared([code('x', 'a', 'b', 'd')], [code('y', 'a', 'c', 'd')], [changed(['x', 'y'], words)]).rows;
    assert.deepEqual([lines(row?.before), lines(row?.after)], [[undefined, 'removed', undefined], [undefined, 'added', undefined]]);
    const replaced = [removed('x', '```\na\nb\n```\n'), added('y', '```\na\n```\n')];
    const [other] = compared([code('x', 'a', 'b')], [code('y', 'a')], replaced).rows;
    assert.deepEqual([other?.change, lines(other?.before), lines(other?.after)], ['changed', [undefined, 'removed'], [undefined]]);
    assert.deepEqual(commonLines(['a', 'b', 'c'], ['b', 'x', 'c']), [[false, true, true], [true, false, true]]);
});

test('what no block shows is not left out', () => {
    const comment: Block = { change: 'added', after: { line: 1, lines: 1, markdown: '<!-- note -->\n' } };
    const title: Block = { change: 'changed', before: { line: 1, lines: 1, markdown: '# Old\n' }, after: { line: 1, lines: 1, markdown: '# New\n' }, words: [{ change: 'equal', text: '# ' }, { change: 'deleted', text: 'Old' }, { change: 'inserted', text: 'New' }] };
    const lost = added('nowhere', 'Text\n');
    const it = compared([], [], [title, comment, lost]);
    assert.deepEqual(it.rows.map((row) => [row.change, shown(row.before), shown(row.after)]), [['changed', '[Old]', '[New]']]);
    assert.deepEqual(it.source, [comment, lost]);
});

test('no text is changed by marking it, whatever is said of it', () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const parts = ['a', 'bb', ' ', '**', '[x](y)', '<b>', '&amp;', '{% x %}', ':a:', '# ', '* ', '語', '😀', '$$', '(', ']', '\n'];
    const some = () => Array.from({ length: random(12) }, () => parts[random(parts.length)]).join('');
    for (let round = 0; round < 3_000; round += 1) {
        const text = some();
        const found = locate([{ text: some(), isChanged: true }, { text: some(), isChanged: false }, { text, isChanged: random(2) === 0 }], [text, some()]);
        if (found) assert.equal(pieces(text, found.changed[0]!).map((it) => it.text).join(''), text);
    }
});

test('blocks are found by what is drawn of them, whatever their source has beside it', () => {
    const inline: [string, string][] = [
        ['see [the pilot][x] now', 'see the pilot now'], ['see <https://example.org/z> now', 'see https://example.org/z now'], ['Tom &amp; Jerry sail', 'Tom & Jerry sail'],
        ['caf&eacute; open', 'café open'], ['use <code class="expression">space.vars.a</code> now', 'use  now'], ['take $$x^2$$ here', 'take  here'], ['go :boat: there', 'go  there'],
        ['run `a <b> c` now', 'run a <b> c now'], ['note[^1] here', 'note here'], ['array\\[0](x) is', 'array[0](x) is'],
    ];
    const item = (key: string, text: string) => block('list-item', key, paragraph(`${key}p`, text));
    for (const [markdown, text] of inline) {
        const before = block('list-unordered', 'l', item('a', 'one'));
        const after = block('list-unordered', 'm', item('a', 'one'), item('b', text));
        const [row] = compared([before], [after], [added('b', `* ${markdown}\n`)]).rows;
        assert.equal(row?.after?.nodes?.[1]?.fate?.change, 'added', markdown);
        const [t, u] = [tableOf('t', [{ title: 'A' }], ['one']), tableOf('u', [{ title: 'A' }], ['one'], [text])];
        const [grown] = compared([t], [u], [added('u', `| ${markdown} |\n`)]).rows;
        assert.deepEqual([...(grown?.after?.rows ?? [])], [['u1', { change: 'added' }]], markdown);
        const found = locate([{ text: 'Ten', isChanged: true }, { text: ` boats ${markdown} until `, isChanged: false }, { text: 'dawn', isChanged: true }], [`Ten boats ${text} until dawn`]);
        assert.ok(found, markdown);
        const marked = pieces(`Ten boats ${text} until dawn`, found.changed[0]!).filter((it) => it.isChanged).map((it) => it.text.trim());
        assert.deepEqual([marked, found.unseen], [['Ten', 'dawn'], []], markdown);
    }
});

test('marks of what was viewed fall with it', () => {
    const change = (after: string) => ({ type: 'page_edited', page: { id: 'p', title: 'P', type: 'document' }, attributes: { document: { before: 'a', after } } }) as const;
    assert.equal(fingerprint(change('b'), '1'), fingerprint(change('b'), '2'));
    assert.notEqual(fingerprint(change('b'), '1'), fingerprint(change('c'), '1'));
    const created = { type: 'page_created', page: { id: 'p', title: 'P', type: 'document' } } as const;
    assert.notEqual(fingerprint(created, '1'), fingerprint(created, '2'));
    assert.deepEqual(namesOf([created, change('b')]), ['page:p', 'page:p:page_edited']);
});

test('values of different types read otherwise', () => {
    assert.deepEqual([shownValue(1), shownValue('1'), shownValue('true'), shownValue('one')], ['1', '"1"', '"true"', 'one']);
});

test('what opens is removed as a whole with its title', () => {
    const opens: Node = { object: 'block', type: 'expandable', key: 'x', fragments: [{ fragment: 'title', nodes: [paragraph('t', 'How to moor')] }, { fragment: 'body', nodes: [paragraph('b', 'Take lines.')] }] };
    const tags = ['<details>\n', '<summary>How to moor</summary>\n', '</details>\n'].map((tag) => removed('x', tag));
    const [row] = compared([opens], [], [...tags, removed('b', 'Take lines.\n')]).rows;
    assert.deepEqual([row?.change, row?.before?.fate], ['removed', { change: 'removed' }]);
});
