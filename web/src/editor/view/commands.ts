// Commands on blocks: select, move, duplicate, delete, insert, turn into another.

import { type Node, type NodeType, type ResolvedPos, Slice, Fragment } from 'prosemirror-model';
import { type Command, type EditorState, NodeSelection, Selection, TextSelection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

import { schema } from '../model/schema';
import { paragraph } from './catalog';

/** Nodes that are parts of others: a command on blocks takes what they are in, but for those that can stand alone. */
const INNER = new Set(['expandable_title', 'expandable_body', 'table_row', 'table_cell', 'table_header']);

/** Returns the block that a selection is in: its position and the node. Of nested ones, the innermost. */
export function blockAt(state: EditorState): { pos: number; node: Node } | undefined {
    const { selection } = state;
    if (selection instanceof NodeSelection && selection.node.isBlock) return { pos: selection.from, node: selection.node };
    const { $from } = selection;
    for (let depth = $from.depth; depth > 0; depth -= 1) {
        const node = $from.node(depth);
        if (node.isBlock && !INNER.has(node.type.name)) return { pos: $from.before(depth), node };
    }
    return undefined;
}

/** Selects the block around the selection; of a selected block, the one that it is in. */
export const selectBlock: Command = (state, dispatch) => {
    const { selection } = state;
    const $pos = selection instanceof NodeSelection ? state.doc.resolve(selection.from) : selection.$from;
    for (let depth = $pos.depth; depth > 0; depth -= 1) {
        const node = $pos.node(depth);
        if (INNER.has(node.type.name)) continue;
        dispatch?.(state.tr.setSelection(NodeSelection.create(state.doc, $pos.before(depth))));
        return true;
    }
    return false;
};

/** Moves the block that the selection is in up (-1) or down (1) among its siblings, or out of its parent at its ends. */
export function moveBlock(direction: -1 | 1): Command {
    return (state, dispatch) => {
        const found = movable(state);
        if (!found) return false;
        const { $pos, node } = found;
        const index = $pos.index();
        const parent = $pos.parent;
        const other = index + direction;
        if (other < 0 || other >= parent.childCount) return false;
        if (parent.type === schema.nodes.table && (index === 0 || other === 0)) return false;
        if (!dispatch) return true;
        const from = $pos.pos;
        const to = direction < 0 ? from - parent.child(other).nodeSize : from + parent.child(other).nodeSize;
        const tr = state.tr.delete(from, from + node.nodeSize).insert(to, node);
        dispatch(reselected(tr, state.selection, from, to).scrollIntoView());
        return true;
    };
}

/** The block that moves: an item of a list rather than its paragraph, a row rather than what is in its cells. */
function movable(state: EditorState): { $pos: ResolvedPos; node: Node } | undefined {
    const { selection } = state;
    if (selection instanceof NodeSelection && selection.node.isBlock) return { $pos: state.doc.resolve(selection.from), node: selection.node };
    const { $from } = selection;
    for (let depth = $from.depth; depth > 0; depth -= 1) {
        const node = $from.node(depth);
        if (['table_cell', 'table_header', 'expandable_title', 'expandable_body'].includes(node.type.name)) continue;
        const parent = $from.node(depth - 1);
        const first = parent.type === schema.nodes.list_item && $from.index(depth - 1) === 0;
        const inCell = parent.type === schema.nodes.table_cell && parent.childCount === 1;
        if (!first && !inCell) return { $pos: state.doc.resolve($from.before(depth)), node };
    }
    return undefined;
}

function reselected(tr: Transaction, selection: Selection, from: number, to: number): Transaction {
    const shift = to - from;
    if (selection instanceof NodeSelection) return tr.setSelection(NodeSelection.create(tr.doc, to));
    return tr.setSelection(TextSelection.between(tr.doc.resolve(selection.anchor + shift), tr.doc.resolve(selection.head + shift)));
}

export const duplicate: Command = (state, dispatch) => {
    const found = movable(state);
    if (!found) return false;
    const { $pos, node } = found;
    const after = $pos.pos + node.nodeSize;
    dispatch?.(reselected(state.tr.insert(after, node), state.selection, $pos.pos, after).scrollIntoView());
    return true;
};

export const deleteBlock: Command = (state, dispatch) => {
    const found = movable(state);
    if (!found) return false;
    const { $pos, node } = found;
    // The last part takes what it is a part of with it.
    let [from, to] = [$pos.pos, $pos.pos + node.nodeSize];
    for (let depth = $pos.depth; depth > 0 && $pos.node(depth).childCount === 1; depth -= 1) {
        if ($pos.node(depth).type.spec.content?.startsWith('block')) break;
        [from, to] = [$pos.before(depth), $pos.after(depth)];
    }
    if (dispatch) {
        const tr = state.tr.deleteRange(from, to);
        dispatch(tr.setSelection(Selection.near(tr.doc.resolve(Math.min(from, tr.doc.content.size)), 1)).scrollIntoView());
    }
    return true;
};

/** Inserts a node at the selection: in place of an empty paragraph, behind a block otherwise. Returns its position. */
export function insert(view: EditorView, node: Node): number | undefined {
    const { state } = view;
    const { $from } = state.selection;
    if (node.isInline) {
        const tr = state.tr.replaceSelectionWith(node, true);
        const pos = tr.mapping.map($from.pos, -1);
        view.dispatch(tr.scrollIntoView());
        return pos;
    }
    const place = placeFor($from, node);
    if (!place) return undefined;
    const tr = state.tr.replaceRange(place.from, place.to, new Slice(Fragment.from(node), 0, 0));
    const pos = exact(tr.doc, place.from, node);
    if (pos === undefined) return undefined;
    const inside = Selection.findFrom(tr.doc.resolve(pos + (node.isAtom ? 0 : 1)), 1, !node.isAtom);
    if (inside) tr.setSelection(node.isAtom ? NodeSelection.create(tr.doc, pos) : inside);
    view.dispatch(tr.scrollIntoView());
    return pos;
}

function exact(doc: Node, from: number, node: Node): number | undefined {
    for (let pos = Math.max(0, from - 2); pos <= Math.min(doc.content.size, from + 2); pos += 1) if (doc.nodeAt(pos) === node) return pos;
    return undefined;
}

function placeFor($from: ResolvedPos, node: Node): { from: number; to: number } | undefined {
    for (let depth = $from.depth; depth > 0; depth -= 1) {
        const parent = $from.node(depth - 1);
        const index = $from.index(depth - 1);
        const child = $from.node(depth);
        const empty = child.type === schema.nodes.paragraph && child.content.size === 0;
        const from = empty ? $from.before(depth) : $from.after(depth);
        const to = $from.after(depth);
        if (parent.canReplaceWith(empty ? index : index + 1, index + 1, node.type)) return { from, to };
    }
    return $from.depth === 0 ? { from: $from.pos, to: $from.pos } : undefined;
}

/** Turns the text blocks of the selection into another type. */
export function turnInto(type: NodeType, attrs: object = {}): Command {
    return (state, dispatch) => {
        const { from, to } = state.selection;
        const tr = state.tr;
        state.doc.nodesBetween(from, to, (node, pos) => {
            if (!node.isTextblock || node.hasMarkup(type, { ...node.attrs, ...attrs })) return true;
            const $pos = tr.doc.resolve(tr.mapping.map(pos));
            if ($pos.parent.canReplaceWith($pos.index(), $pos.index() + 1, type)) {
                const data = type === schema.nodes.paragraph || type === schema.nodes.heading ? { align: node.attrs.data?.align } : {};
                const kept = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
                tr.setBlockType(tr.mapping.map(pos), tr.mapping.map(pos + node.nodeSize), type, { data: kept, ...attrs });
            }
            return false;
        });
        if (!tr.docChanged) return false;
        dispatch?.(tr.scrollIntoView());
        return true;
    };
}

/** Puts a paragraph behind what the caret is in: code, a list, a hint, a table, a group of tabs. */
export const leave: Command = (state, dispatch) => {
    const { $head } = state.selection;
    for (let depth = $head.depth; depth > 0; depth -= 1) {
        const parent = $head.node(depth - 1);
        const node = $head.node(depth);
        const index = $head.indexAfter(depth - 1);
        if (node.isTextblock && node.type !== schema.nodes.code) continue;
        if (INNER.has(node.type.name) || !parent.canReplaceWith(index, index, schema.nodes.paragraph as NodeType)) continue;
        if (dispatch) {
            const after = $head.after(depth);
            const tr = state.tr.insert(after, paragraph());
            dispatch(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
        }
        return true;
    }
    return false;
};
