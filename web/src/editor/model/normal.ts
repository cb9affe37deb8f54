// Documents without what says nothing: keys, derived anchors, empty texts, defaults. Two documents with the same normal
// form are the same text.

import { type Data, equal, isObject, type Json } from './json';

const DROPPED = new Set(['key', 'isVoid']);

/** Returns a document, or a part of one, in its normal form. */
export function normal(value: unknown): Json {
    if (Array.isArray(value)) return value.map(normal);
    if (!isObject(value)) return (value ?? null) as Json;
    if (value.object === 'fragment' && Array.isArray(value.nodes) && value.fragment !== 'caption' && value.fragment !== 'expandable-title') {
        return { ...members(value), nodes: value.nodes.map(normal).filter((it) => !saysNothing(it)) };
    }
    if (value.object === 'text' || value.object === 'inline' || value.object === 'block') return node(value);
    return members(value);
}

/** Returns true if two parts of documents differ in nothing but what is dropped, as most blocks do that were written back. Then
 * their normal forms are the same, and need not be made. */
export function saysSame(a: unknown, b: unknown): boolean {
    if (a === b) return true;
    if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, at) => saysSame(item, b[at]));
    if (!isObject(a) || !isObject(b)) return false;
    const isDropped = (name: string) => a.object !== 'leaf' && DROPPED.has(name);
    let count = 0;
    for (const name in a) {
        if (isDropped(name)) continue;
        if (!Object.hasOwn(b, name) || !(name === 'data' ? equal(a[name], b[name]) : saysSame(a[name], b[name]))) return false;
        count += 1;
    }
    for (const name in b) if (!isDropped(name)) count -= 1;
    return count === 0;
}

function members(value: Data): Data {
    return Object.fromEntries(
        Object.entries(value).filter(([name]) => !DROPPED.has(name)).map(([name, member]) => [name, name === 'data' ? (member as Json) : normal(member)]),
    );
}

function node(value: Data): Data {
    const kept = members(value);
    if (value.object === 'text') return { object: 'text', leaves: leaves(value.leaves) };
    kept.data = isObject(value.data) ? value.data : {};
    if (isObject(kept.meta)) {
        const meta = { ...kept.meta };
        const text = plain(value.type === 'expandable' ? titleOf(value) : value.type === 'tabs-item' ? kept.data.title : value.nodes);
        if (typeof meta.id === 'string' && isDerived(meta.id, text)) delete meta.id;
        if (Object.keys(meta).length) kept.meta = meta;
        else delete kept.meta;
    }
    if (Array.isArray(kept.nodes)) {
        kept.nodes = inLine(kept.nodes).filter((it) => !saysNothing(it));
        if (!kept.nodes.length) delete kept.nodes;
    }
    if (Array.isArray(kept.fragments)) {
        kept.fragments = kept.fragments.filter((it) => !isCaption(it) || plain(it) !== '' || JSON.stringify(it).includes('"inline"'));
        if (!kept.fragments.length) delete kept.fragments;
    }
    if (value.type === 'table') return tableNames(kept);
    return kept;
}

function saysNothing(node: Json): boolean {
    if (!isObject(node)) return false;
    if (node.object === 'text') return (node.leaves as Json[]).length === 0;
    return node.type === 'paragraph' && !node.nodes && !Object.keys(node.data as Data).length;
}

/** Joins texts that stand side by side. */
function inLine(nodes: Json[]): Json[] {
    const joined: Json[] = [];
    for (const node of nodes) {
        const last = joined.at(-1);
        if (isObject(node) && node.object === 'text' && isObject(last) && last.object === 'text') {
            last.leaves = leaves([...(last.leaves as Data[]), ...(node.leaves as Data[])].map((leaf) => ({ ...leaf, marks: (leaf.marks as string[]).map((mark) => JSON.parse(mark) as Json) })));
        } else joined.push(node);
    }
    return joined;
}

const isCaption = (fragment: Json) => isObject(fragment) && fragment.fragment === 'caption';

function titleOf(block: Data): Json {
    const fragments = Array.isArray(block.fragments) ? block.fragments : [];
    return fragments.find((it) => isObject(it) && it.type === 'expandable-title') ?? null;
}

/** Joins leaves with the same marks, and leaves out empty ones. */
function leaves(value: unknown): Json[] {
    const joined: Data[] = [];
    for (const leaf of Array.isArray(value) ? value : []) {
        if (!isObject(leaf)) continue;
        const marks = (Array.isArray(leaf.marks) ? leaf.marks : []).map((mark) => JSON.stringify(normal(mark))).sort();
        const last = joined.at(-1);
        const raw = leaf.raw ?? false;
        if (leaf.text === '' && raw === false) continue;
        if (last && raw === false && last.raw === false && JSON.stringify(last.marks) === JSON.stringify(marks)) last.text = `${last.text}${leaf.text}`;
        else joined.push({ ...leaf, marks, raw });
    }
    return joined;
}

/** Returns the text of a part of a document. */
export function plain(value: unknown): string {
    if (typeof value === 'string') return value;
    if (Array.isArray(value)) return value.map(plain).join('');
    if (!isObject(value)) return '';
    if (value.object === 'leaf') return value.raw ? '' : String(value.text ?? '');
    return plain(value.leaves ?? value.nodes ?? []);
}

/** Returns true if an anchor is one that the server makes of a text. */
export function isDerived(anchor: string, text: string): boolean {
    const slug = text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}.]+/gu, '-').replace(/\.(?![\p{L}\p{M}\p{N}])|(?<![\p{L}\p{M}\p{N}])\./gu, '-');
    const tidy = (name: string) => name.replaceAll(/-+/g, '-').replace(/^-|-$/g, '');
    const numbered = /-\d+$/;
    return tidy(anchor) === tidy(slug) || tidy(anchor).replace(numbered, '') === tidy(slug) || slug.startsWith(tidy(anchor)) && anchor.length > 60;
}

/** Columns and rows by their places: their names are made again from these. */
function tableNames(table: Data): Data {
    const data = table.data as Data;
    if (!isObject(data.definition) || !isObject(data.records) || !isObject(data.view)) return table;
    const visible = Array.isArray(data.view.columns) ? (data.view.columns as string[]) : [];
    const columns = [...visible, ...Object.keys(data.definition).filter((id) => !visible.includes(id))];
    const rows = Object.entries(data.records).sort(([, a], [, b]) => (order(a) < order(b) ? -1 : 1));
    const texts = new Map((Array.isArray(table.fragments) ? table.fragments : []).map((it) => [isObject(it) ? it.fragment : null, it]));
    const cell = (row: Json, id: string): Json => {
        const values = isObject(row) && isObject(row.values) ? row.values : {};
        const found = typeof values[id] === 'string' ? texts.get(values[id] as string) : undefined;
        if (!isObject(found)) return values[id] ?? null;
        const nodes = (found.nodes as Data[]).filter((it, _, all) => !(all.length === 1 && it.type === 'paragraph' && !it.nodes));
        return nodes.length ? nodes : null;
    };
    const place = (id: Json | undefined): Json => (typeof id === 'string' ? columns.indexOf(id) : null);
    const { columns: _, columnWidths, targetDefinition, coverDefinition, coverDefinitionDark, ...view } = data.view;
    const widths = isObject(columnWidths) ? columnWidths : {};
    const definition = data.definition;
    return {
        ...table,
        fragments: [],
        data: {
            ...data,
            view: { ...view, visible: visible.length, roles: [targetDefinition, coverDefinition, coverDefinitionDark].map(place) },
            definition: columns.map((id) => ({ ...(definition[id] as Data), id: '', width: widths[id] ?? null })),
            records: rows.map(([, row]) => columns.map((id) => cell(row, id))),
        },
    };
}

const order = (row: Json): string => (isObject(row) ? String(row.orderIndex ?? '') : '');
