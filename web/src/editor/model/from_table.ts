// Tables of documents into rows of cells. What a column is (type, width, role, hidden) is an attribute of its cell in the
// first row, which holds the titles, so it moves with the column.

import type { Node } from 'prosemirror-model';

import { type Block, type Data, isObject, type Json } from './json';
import { schema } from './schema';

/** The fields of a view that name columns by their role. */
export const ROLES = ['targetDefinition', 'coverDefinition', 'coverDefinitionDark'] as const;

/** Returns the node of a table. `blocks` makes the nodes of a cell's text. */
export function fromTable(block: Block, attrs: { data: Data; extra: Data }, blocks: (blocks: unknown) => Node[]): Node {
    const { view, definition, records, ...rest } = attrs.data;
    if (!isObject(view) || !isObject(definition) || !isObject(records)) throw new Error('no table');
    const { columns, columnWidths, ...settings } = view;
    const visible = columns as string[];
    const ids = [...visible, ...Object.keys(definition).filter((id) => !visible.includes(id))];
    if (!ids.length) throw new Error('no columns');
    const texts = new Map((block.fragments ?? []).map((it) => [it.fragment, it.nodes]));
    const header = ids.map((id) => {
        const { title, id: _, ...column } = definition[id] as Data;
        const role = ROLES.find((name) => settings[name] === id) ?? null;
        const width = isObject(columnWidths) ? (columnWidths[id] ?? null) : null;
        const cell = { id, definition: column, width, role, hidden: !visible.includes(id), colwidth: width ? [Number(width)] : null };
        return schema.node('table_header', cell, title ? [schema.text(String(title))] : []);
    });
    for (const name of ROLES) delete settings[name];
    const rows = Object.entries(records).sort(([, a], [, b]) => (orderOf(a) < orderOf(b) ? -1 : 1)).map(([id, record]) => {
        const { values, orderIndex: _, ...extra } = record as Data;
        const cells = ids.map((column) => cellOf(isObject(values) ? values[column] : undefined, definition[column] as Data, texts, blocks));
        return schema.node('table_row', { id, extra }, cells);
    });
    return schema.node('table', { ...attrs, data: { ...rest, view: settings } }, [schema.node('table_row', null, header), ...rows]);
}

function cellOf(value: Json | undefined, column: Data, texts: Map<string | undefined, Block[]>, blocks: (blocks: unknown) => Node[]): Node {
    const isText = column.type === 'text';
    const nodes = isText && typeof value === 'string' ? blocks(texts.get(value)) : [];
    return schema.node('table_cell', { value: isText ? null : (value ?? null) }, nodes.length ? nodes : [schema.node('paragraph')]);
}

const orderOf = (record: Json): string => (isObject(record) ? String(record.orderIndex ?? '') : '');
