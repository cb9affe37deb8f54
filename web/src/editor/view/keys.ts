// The keys of the editor.

import {
    baseKeymap, chainCommands, createParagraphNear, deleteSelection, exitCode, joinBackward, joinForward, liftEmptyBlock, newlineInCode,
    selectNodeBackward, selectNodeForward, splitBlockAs, toggleMark,
} from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { undoInputRule } from 'prosemirror-inputrules';
import type { MarkType, NodeType } from 'prosemirror-model';
import { type Command, NodeSelection, TextSelection } from 'prosemirror-state';

import { schema } from '../model/schema';
import { deleteBlock, duplicate, leave, moveBlock, selectBlock, turnInto } from './commands';
import { liftAtStart, lift, sink, split, tick, toList } from './lists';
import { nextCell, rowBelow, tableKeys } from './tables';

const mark = (name: string): Command => toggleMark(schema.marks[name] as MarkType);
const node = (name: string): NodeType => schema.nodes[name] as NodeType;

/** A line break: a character in code, a node elsewhere. */
const breakLine: Command = (state, dispatch) => {
    const { $from, $to } = state.selection;
    if (!$from.parent.inlineContent) return false;
    if ($from.parent.type.spec.code) {
        dispatch?.(state.tr.insertText('\n').scrollIntoView());
        return true;
    }
    if (!$from.parent.canReplaceWith($from.index(), $to.indexAfter(), node('hard_break'))) return false;
    dispatch?.(state.tr.replaceSelectionWith(node('hard_break').create()).scrollIntoView());
    return true;
};

/** Two spaces in code; the indentation of the selected lines with Shift. */
function indent(out: boolean): Command {
    return (state, dispatch) => {
        const { $from, from, to } = state.selection;
        if (!$from.parent.type.spec.code || !$from.sameParent(state.selection.$to)) return false;
        if (state.selection.empty && !out) {
            dispatch?.(state.tr.insertText('  ').scrollIntoView());
            return true;
        }
        const start = $from.start();
        const text = $from.parent.textBetween(0, $from.parent.content.size, '\n', '\u{fffc}');
        const tr = state.tr;
        let at = text.lastIndexOf('\n', from - start - 1) + 1;
        while (at <= to - start) {
            const place = tr.mapping.map(start + at);
            if (!out) tr.insertText('  ', place);
            else {
                const width = /^(?: {1,2}|\t)/.exec(text.slice(at))?.[0].length ?? 0;
                if (width) tr.delete(place, place + width);
            }
            const end = text.indexOf('\n', at);
            if (end < 0) break;
            at = end + 1;
        }
        dispatch?.(tr.scrollIntoView());
        return true;
    };
}

/** Enter in a new line of code whose last line is empty leaves it. */
const leaveCode: Command = (state, dispatch) => {
    const { $from, empty } = state.selection;
    if (!empty || !$from.parent.type.spec.code || $from.parentOffset !== $from.parent.content.size) return false;
    if (!$from.parent.textContent.endsWith('\n\n')) return false;
    const tr = state.tr.delete($from.pos - 2, $from.pos);
    return leave(state.apply(tr), dispatch && ((next) => dispatch(next.steps.reduce((all, step) => all.step(step), tr).setSelection(TextSelection.create(tr.doc, tr.selection.$from.after() + 1)))));
};

/** Enter on a selected block opens a line below it. */
const belowSelected: Command = (state, dispatch) => {
    const { selection } = state;
    if (!(selection instanceof NodeSelection) || !selection.node.isBlock) return false;
    const { $to } = selection;
    if (!$to.parent.canReplaceWith($to.index(), $to.index(), node('paragraph'))) return false;
    if (dispatch) {
        const tr = state.tr.insert($to.pos, node('paragraph').create());
        dispatch(tr.setSelection(TextSelection.create(tr.doc, $to.pos + 1)).scrollIntoView());
    }
    return true;
};

/** After a heading comes a paragraph; settings of the block above, such as an anchor, stay with it. */
const splitToParagraph = splitBlockAs((block, atEnd) => (atEnd || block.type.name !== 'heading' ? { type: node('paragraph'), attrs: { data: {}, extra: {} } } : { type: block.type, attrs: { ...block.attrs, extra: {} } }));

/** The first block of a quote, a hint or the like leaves it by Backspace at its beginning. */
const plainAtStart: Command = (state, dispatch, view) => {
    const { selection } = state;
    if (!(selection instanceof TextSelection) || !selection.empty || selection.$from.parentOffset > 0) return false;
    const name = selection.$from.parent.type.name;
    if (name !== 'heading' && !(name === 'code' && selection.$from.parent.content.size === 0)) return false;
    return turnInto(node('paragraph'), { data: {}, extra: {} })(state, dispatch, view);
};

export const keys: Record<string, Command> = {
    ...baseKeymap,
    'Mod-z': chainCommands(undoInputRule, undo),
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Mod-b': mark('bold'),
    'Mod-i': mark('italic'),
    'Mod-e': mark('code_text'),
    'Mod-Shift-x': mark('strikethrough'),
    'Mod-Alt-0': turnInto(node('paragraph')),
    'Mod-Alt-1': turnInto(node('heading'), { level: 1 }),
    'Mod-Alt-2': turnInto(node('heading'), { level: 2 }),
    'Mod-Alt-3': turnInto(node('heading'), { level: 3 }),
    'Mod-Shift-7': toList('list_ordered'),
    'Mod-Shift-8': toList('list_unordered'),
    'Mod-Shift-9': toList('list_tasks'),
    Enter: chainCommands(belowSelected, leaveCode, newlineInCode, rowBelow, split, createParagraphNear, liftEmptyBlock, splitToParagraph),
    'Mod-Enter': chainCommands(tick, exitCode, leave),
    'Shift-Enter': breakLine,
    Tab: chainCommands(nextCell(1), sink, indent(false)),
    'Shift-Tab': chainCommands(nextCell(-1), lift, indent(true)),
    Backspace: chainCommands(undoInputRule, deleteSelection, liftAtStart, plainAtStart, joinBackward, selectNodeBackward),
    Delete: chainCommands(deleteSelection, joinForward, selectNodeForward),
    Escape: selectBlock,
    'Alt-Shift-ArrowUp': moveBlock(-1),
    'Alt-Shift-ArrowDown': moveBlock(1),
    'Mod-d': duplicate,
    'Mod-Shift-Backspace': deleteBlock,
    ...tableKeys,
};
