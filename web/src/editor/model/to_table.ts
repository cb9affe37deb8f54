// Rows of cells into tables of documents. Columns and rows keep their names; new ones get names that are free.

import type { Fragment as Content, Node } from 'prosemirror-model';

import { ROLES } from './from_table';
import type { Block, Data, Fragment, Json } from './json';

/** Returns the JSON of a table. `blocks` makes the JSON of a cell's text. */
export function toTable(table: Node, blocks: (content: Content) => Block[]): Block {
    const header = table.child(0);
    const columns = names(header.children.map((cell) => cell.attrs.id as string | null), 'c', 4);
    const rows = table.children.slice(1);
    const ids = names(rows.map((row) => row.attrs.id as string | null), 'r', 4);
    const { view: settings, ...rest } = table.attrs.data as Data;
    const view: Data = { ...(settings as Data), columns: columns.filter((_, at) => !header.child(at).attrs.hidden) };
    const widths: Data = {};
    const definition: Data = {};
    for (const [at, id] of columns.entries()) {
        const { attrs, textContent } = header.child(at);
        definition[id] = { id, title: textContent, ...attrs.definition };
        if (attrs.width !== null) widths[id] = attrs.width;
        if ((ROLES as readonly string[]).includes(attrs.role)) view[attrs.role] = id;
    }
    if (Object.keys(widths).length && view.type === 'grid') view.columnWidths = widths;
    const fragments: Fragment[] = [];
    const records: Data = {};
    for (const [at, row] of rows.entries()) {
        const values: Data = {};
        for (const [place, column] of columns.entries()) {
            const cell = row.maybeChild(place);
            if (!cell) continue;
            const name = `${ids[at]}-${column}`;
            const isText = header.child(place).attrs.definition.type === 'text';
            const nodes = isText ? blocks(cell.content) : [];
            if (nodes.length) fragments.push({ object: 'fragment', fragment: name, nodes });
            const value: Json = isText ? (nodes.length ? name : null) : cell.attrs.value;
            if (value !== null) values[column] = value;
        }
        records[ids[at] as string] = { ...row.attrs.extra, orderIndex: String(at).padStart(6, '0'), values };
    }
    return { object: 'block', type: 'table', data: { ...rest, view, definition, records }, fragments, isVoid: true };
}

/** Returns the given names; those that are missing or there twice are replaced by free ones. */
function names(given: (string | null)[], letter: string, digits: number): string[] {
    const taken = new Set(given);
    const seen = new Set<string>();
    let next = 0;
    return given.map((name) => {
        if (name !== null && !seen.has(name)) {
            seen.add(name);
            return name;
        }
        let free: string;
        do free = `${letter}${String(next++).padStart(digits, '0')}`;
        while (taken.has(free) || seen.has(free));
        seen.add(free);
        return free;
    });
}
