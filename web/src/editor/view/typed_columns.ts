// Cells know the type of their column: a decoration that changes with the column has their views drawn again.

import type { Node } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';

interface Typed {
    from: number;
    to: number;
    type: string;
}

const known = new WeakMap<Node, Typed[]>();

/** Returns the cells of a table that hold no text, from its own beginning. */
function typedCells(table: Node): Typed[] {
    const found = known.get(table);
    if (found) return found;
    const columns = table.child(0).children.map((cell) => cell.attrs.definition);
    const cells: Typed[] = [];
    table.forEach((row, rowAt, index) => {
        row.forEach((cell, cellAt, column) => {
            const definition = columns[column];
            if (index === 0 || !definition || (definition.type === 'text' && definition.textAlignment === 'left')) return;
            const from = rowAt + 1 + cellAt + 1;
            cells.push({ from, to: from + cell.nodeSize, type: JSON.stringify(definition) });
        });
    });
    known.set(table, cells);
    return cells;
}

export function typedColumns(): Plugin {
    const drawn = new WeakMap<Node, DecorationSet>();
    return new Plugin({
        props: {
            decorations({ doc }) {
                const before = drawn.get(doc);
                if (before) return before;
                const all: Decoration[] = [];
                doc.descendants((node, pos) => {
                    if (node.isTextblock) return false;
                    if (node.type.spec.tableRole !== 'table') return true;
                    for (const { from, to, type } of typedCells(node)) all.push(Decoration.node(pos + from, pos + to, {}, { type }));
                    return false;
                });
                const set = DecorationSet.create(doc, all);
                drawn.set(doc, set);
                return set;
            },
        },
    });
}
