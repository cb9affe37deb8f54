/** Rows of a table that differ. A comparison has each row as it is written; here it is found by its text. */

import type { Fate, Leaf, Node, TextFate } from '../document/model';
import { ordered, type Column, type Row } from '../document/table_data';
import { bare, mapLeaves, texts } from './nodes';
import { locate, pieces } from './words';
import { markdownOf, runsOf, type Block, type Side } from './blocks';

interface Line { id: string; text: string; fragments: string[] }

/** Returns what a cell shows, and the fragment that it shows it from. */
function cell(node: Node, column: Column, value: unknown): { text: string; fragment?: string } {
    if (typeof value === 'number') return { text: String(value) };
    if (column.type === 'select') return { text: (Array.isArray(value) ? value : [value]).map((it) => column.options?.find((option) => option.value === it)?.label ?? String(it ?? '')).join('') };
    const found = typeof value === 'string' ? node.fragments?.find((it) => it.fragment === value) : undefined;
    return found ? { text: texts({ nodes: found.nodes }).join(''), fragment: found.fragment } : { text: '' };
}

function line(node: Node, columns: Column[], id: string, row: Row): Line {
    const cells = columns.map((column) => cell(node, column, row.values?.[column.id]));
    return { id, text: bare(cells.map(({ text }) => text).join(' ')), fragments: cells.flatMap(({ fragment }) => fragment ?? []) };
}

/** Marks the words in a row. */
function words(node: Node, { fragments }: Line, block: Block, side: Side, fate: TextFate): { node: Node; notes: Fate['notes'] } {
    const inRow = fragments.map((name) => node.fragments!.find((it) => it.fragment === name)!);
    const runs = runsOf(block, side);
    const found = runs && locate(runs, inRow.flatMap((it) => texts({ nodes: it.nodes })));
    if (!found) return { node, notes: [] };
    let at = 0;
    const split = (leaf: Leaf): Leaf[] => pieces(leaf.text, found.changed[at++]!).map(({ text, isChanged }) => ({ ...leaf, text, ...(isChanged ? { fate } : {}) }));
    const made = new Map(inRow.map((it) => [it, { ...it, nodes: mapLeaves({ nodes: it.nodes }, split).nodes }]));
    return { node: { ...node, fragments: node.fragments!.map((it) => made.get(it) ?? it) }, notes: found.unseen.map((text) => ({ fate, text })) };
}

/** Marks header and rows that differ; what is in none of them is noted. */
export function markRows(node: Node, own: Block[], side: Side): { node: Node; isWhole: boolean } {
    const { columns, rows } = ordered(node);
    const lines = rows.map(([id, row]) => line(node, columns, id, row));
    const header = bare(columns.map(({ title }) => title ?? '').join(' '));
    const fate = side === 'before' ? 'deleted' : 'inserted';
    const notes: NonNullable<Fate['notes']> = [];
    let made: Node = { ...node, rows: new Map() };
    let at = 0;
    for (const block of own) {
        const change = block.change as Fate['change'];
        let rest = bare(markdownOf(block, side));
        if (at === 0 && !made.head && header && rest.startsWith(header)) {
            made.head = { change };
            rest = rest.slice(header.length);
            if (block.words) notes.push(...(runsOf(block, side) ?? []).filter((run) => run.isChanged && bare(run.text)).map(({ text }) => ({ fate, text: text.trim() }) as const));
        }
        while (rest) {
            const exact = lines.findIndex((it, index) => index >= at && it.text === rest);
            const next = exact >= 0 ? exact : lines.findIndex((it, index) => index >= at && it.text && rest.startsWith(it.text));
            const found = lines[next];
            if (!found) break;
            made.rows!.set(found.id, { change });
            at = next + 1;
            rest = rest.slice(found.text.length);
            if (block.words) {
                const marked = words(made, found, block, side, fate);
                made = marked.node;
                notes.push(...marked.notes!);
            }
        }
        if (rest) notes.push({ fate, text: markdownOf(block, side).slice(0, 400) });
    }
    const isWhole = lines.every(({ id, text }) => !text || made.rows!.has(id)) && (!header || !!made.head);
    return { node: { ...made, fate: { change: 'changed', notes } }, isWhole };
}
