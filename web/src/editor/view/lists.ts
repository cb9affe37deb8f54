// Lists by keyboard: Enter divides, Tab nests, Backspace at the beginning takes out.

import type { NodeType } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import { type Command, TextSelection } from 'prosemirror-state';

import { schema } from '../model/schema';

const item = schema.nodes.list_item as NodeType;
const LISTS = ['list_unordered', 'list_ordered', 'list_tasks'];

/** Divides an item; a new task is not done. */
export const split: Command = (state, dispatch, view) => {
    const { $from } = state.selection;
    const tasks = $from.depth > 2 && $from.node(-2).type.name === 'list_tasks';
    return splitListItem(item, tasks ? { data: { checked: false }, extra: {} } : { data: {}, extra: {} })(state, dispatch, view);
};

export const sink = sinkListItem(item);
export const lift = liftListItem(item);

/** Takes an item out of its list, at the beginning of its text. */
export const liftAtStart: Command = (state, dispatch, view) => {
    const { selection } = state;
    if (!(selection instanceof TextSelection) || !selection.empty || selection.$from.parentOffset > 0) return false;
    if (selection.$from.depth < 2 || selection.$from.node(-1).type !== item || selection.$from.index(-1) > 0) return false;
    return lift(state, dispatch, view);
};

/** Makes a list of the selected blocks; makes the list around them one of this kind; or ends it if it is one already. */
export function toList(name: string): Command {
    return (state, dispatch, view) => {
        const type = schema.nodes[name] as NodeType;
        const { $from, $to } = state.selection;
        const range = $from.blockRange($to);
        if (!range) return false;
        for (let depth = range.depth; depth > 0; depth -= 1) {
            const node = $from.node(depth);
            if (!LISTS.includes(node.type.name)) continue;
            if (node.type === type) return lift(state, dispatch, view);
            if (dispatch) {
                const pos = $from.before(depth);
                const tr = state.tr.setNodeMarkup(pos, type, { data: {}, extra: {} });
                node.forEach((child, offset) => {
                    const { checked, ...data } = child.attrs.data;
                    tr.setNodeMarkup(pos + 1 + offset, null, { ...child.attrs, data: name === 'list_tasks' ? { ...data, checked: checked ?? false } : data });
                });
                dispatch(tr.scrollIntoView());
            }
            return true;
        }
        return wrapInList(type)(state, dispatch && ((tr) => dispatch(name === 'list_tasks' ? asTasks(tr) : tr)), view);
    };
}

/** Gives new items of task lists their box. */
function asTasks(tr: import('prosemirror-state').Transaction): typeof tr {
    tr.doc.descendants((node, pos, parent) => {
        if (node.type === item && parent?.type.name === 'list_tasks' && node.attrs.data.checked === undefined) {
            tr.setNodeMarkup(pos, null, { ...node.attrs, data: { ...node.attrs.data, checked: false } });
        }
    });
    return tr;
}

/** Ticks the task that the selection is in, or takes the tick away. */
export const tick: Command = (state, dispatch) => {
    const { $from } = state.selection;
    for (let depth = $from.depth; depth > 1; depth -= 1) {
        if ($from.node(depth).type !== item || $from.node(depth - 1).type.name !== 'list_tasks') continue;
        const { attrs } = $from.node(depth);
        dispatch?.(state.tr.setNodeMarkup($from.before(depth), null, { ...attrs, data: { ...attrs.data, checked: !attrs.data.checked } }));
        return true;
    }
    return false;
};
