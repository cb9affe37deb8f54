// Another type for a column: its values as they are in that type. A text that can't be one is not dropped; the change is
// refused then, and says why.

import type { Node } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';

import type { Data, Json } from '../model/json';
import { schema } from '../model/schema';
import { paragraph } from './catalog';
import { w } from '../words';

interface Column {
    /** The cells below the title, with their positions. */
    cells: { pos: number; node: Node }[];
    definition: Data;
}

/** Returns the column whose title is at a position. */
function columnAt(state: EditorState, pos: number): Column {
    const $pos = state.doc.resolve(pos);
    const [table, index] = [$pos.node(-1), $pos.index()];
    const cells: Column['cells'] = [];
    let at = $pos.start(-1);
    table.forEach((row, _, place) => {
        let cellAt = at + 1;
        row.forEach((cell, __, column) => {
            if (place > 0 && column === index) cells.push({ pos: cellAt, node: cell });
            cellAt += cell.nodeSize;
        });
        at += row.nodeSize;
    });
    return { cells, definition: $pos.nodeAfter?.attrs.definition as Data };
}

const textOf = (cell: Node): string => cell.textBetween(0, cell.content.size, '\n', ' ').trim();

/** Returns the value that a text is in a type; undefined if it is none. */
export function valueOf(text: string, definition: Data): Json | undefined {
    switch (definition.type) {
        case 'number':
        case 'rating': {
            const number = Number(text.replaceAll(/[\s\u00a0']/g, ''));
            return Number.isFinite(number) ? number : undefined;
        }
        case 'checkbox':
            if (/^(true|yes|x|✓|✔|1)$/i.test(text)) return true;
            return /^(false|no|-|0)$/i.test(text) ? false : undefined;
        case 'select': {
            const option = ((definition.options ?? []) as Data[]).find((it) => it.label === text || it.value === text);
            return option ? [option.value as string] : undefined;
        }
        default:
            return undefined;
    }
}

/** Returns what stands against another type for a column; undefined if nothing does. */
export function problem(state: EditorState, pos: number, definition: Data): string | undefined {
    const column = columnAt(state, pos);
    if (column.definition.type === definition.type) return undefined;
    if (definition.type === 'text') {
        const lost = column.cells.some(({ node }) => typeof node.attrs.value === 'object' && node.attrs.value !== null && !Array.isArray(node.attrs.value));
        return lost ? w('Links and pictures can’t become texts: empty the column first') : undefined;
    }
    const texts = column.cells.map(({ node }) => (column.definition.type === 'text' ? textOf(node) : String(node.attrs.value ?? ''))).filter(Boolean);
    const wrong = texts.find((text) => valueOf(text, definition) === undefined);
    return wrong === undefined ? undefined : w('“{text}” can’t be of this type: change that cell first', { text: wrong.slice(0, 40) });
}

/** Gives the cells of a column the values that they have in another type. */
export function converted(tr: Transaction, state: EditorState, pos: number, definition: Data): Transaction {
    const column = columnAt(state, pos);
    if (column.definition.type === definition.type) return tr;
    for (const { pos: at, node } of column.cells) {
        const { value } = node.attrs;
        const text = column.definition.type === 'text' ? textOf(node) : Array.isArray(value) ? value.join(', ') : String(value ?? '');
        const content = definition.type === 'text' && text ? schema.node('paragraph', null, [schema.text(text)]) : paragraph();
        const next = definition.type === 'text' ? null : text ? (valueOf(text, definition) ?? null) : null;
        const from = tr.mapping.map(at);
        tr.replaceWith(from, from + node.nodeSize, node.type.create({ ...node.attrs, value: next }, content));
    }
    return tr;
}
