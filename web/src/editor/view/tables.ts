// Tables by keyboard, and as a menu.

import { Fragment } from 'prosemirror-model';
import { type Command, Selection, TextSelection } from 'prosemirror-state';
import {
    addColumnAfter, addColumnBefore, addRowAfter, addRowBefore, deleteColumn, deleteRow, deleteTable, goToNextCell, isInTable, moveTableColumn,
    moveTableRow, selectedRect, tableEditing,
} from 'prosemirror-tables';

import { schema } from '../model/schema';
import { paragraph } from './catalog';
import type { Words } from '../words';

export const tablePlugin = tableEditing();

/** Goes to the next cell (1) or the one before (-1); behind the last one a row is added. */
export function nextCell(direction: -1 | 1): Command {
    return (state, dispatch, view) => {
        if (!isInTable(state)) return false;
        if (goToNextCell(direction)(state, dispatch, view)) return true;
        if (direction < 0 || !dispatch) return direction > 0;
        addRowAfter(state, (tr) => dispatch(tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(selectedEnd(state), -1)), 1)).scrollIntoView()));
        return true;
    };
}

function selectedEnd(state: Parameters<Command>[0]): number {
    const { tableStart, table } = selectedRect(state);
    return tableStart + table.content.size;
}

/** Enter in a title or in a cell with one empty line goes to the cell below. */
export const rowBelow: Command = (state, dispatch) => {
    const { $from, empty } = state.selection;
    if (!empty || $from.parent.type !== schema.nodes.table_header) return false;
    const { map, tableStart, left, bottom } = selectedRect(state);
    if (bottom >= map.height) return nextCell(1)(state, dispatch);
    const pos = tableStart + (map.map[bottom * map.width + left] as number);
    dispatch?.(state.tr.setSelection(Selection.near(state.doc.resolve(pos + 1), 1)).scrollIntoView());
    return true;
};

function moved(axis: 'row' | 'column', by: -1 | 1): Command {
    return (state, dispatch) => {
        if (!isInTable(state)) return false;
        const { left, top, map } = selectedRect(state);
        const [from, count, least] = axis === 'row' ? [top, map.height, 1] : [left, map.width, 0];
        const to = from + by;
        if (from < least || to < least || to >= count) return false;
        return (axis === 'row' ? moveTableRow : moveTableColumn)({ from, to })(state, dispatch);
    };
}

/** A row above the first one would be its header: it comes below instead. */
const addRowAbove: Command = (state, dispatch) => {
    if (!isInTable(state)) return false;
    return selectedRect(state).top === 0 ? addRowAfter(state, dispatch) : addRowBefore(state, dispatch);
};

const removeRow: Command = (state, dispatch) => {
    if (!isInTable(state)) return false;
    return selectedRect(state).top > 0 && deleteRow(state, dispatch);
};

const removeColumn: Command = (state, dispatch) => {
    if (!isInTable(state)) return false;
    const { left, right, map } = selectedRect(state);
    return right - left < map.width && deleteColumn(state, dispatch);
};

export const TABLE_MENU: readonly (readonly [Words, string, Command])[] = [
    ['Row above', 'Ctrl+Alt+↑', addRowAbove],
    ['Row below', 'Ctrl+Alt+↓', addRowAfter],
    ['Row up', '', moved('row', -1)],
    ['Row down', '', moved('row', 1)],
    ['Delete row', 'Ctrl+Alt+Backspace', removeRow],
    ['Column to the left', 'Ctrl+Alt+←', addColumnBefore],
    ['Column to the right', 'Ctrl+Alt+→', addColumnAfter],
    ['Column leftwards', 'Alt+Shift+←', moved('column', -1)],
    ['Column rightwards', 'Alt+Shift+→', moved('column', 1)],
    ['Delete column', 'Ctrl+Alt+Delete', removeColumn],
    ['Delete table', '', deleteTable],
];

export const tableKeys: Record<string, Command> = {
    'Mod-Alt-ArrowDown': addRowAfter,
    'Mod-Alt-ArrowUp': addRowAbove,
    'Mod-Alt-ArrowLeft': addColumnBefore,
    'Mod-Alt-ArrowRight': addColumnAfter,
    'Alt-Shift-ArrowLeft': moved('column', -1),
    'Alt-Shift-ArrowRight': moved('column', 1),
    'Mod-Alt-Backspace': removeRow,
    'Mod-Alt-Delete': removeColumn,
};

/** Returns a table of texts; the first row is its header. */
export function tableOf(rows: readonly (readonly string[])[]): import('prosemirror-model').Node {
    const width = Math.max(...rows.map((row) => row.length));
    const titles = Array.from({ length: width }, (_, at) => rows[0]?.[at]?.trim() ?? '');
    const header = titles.map((title) => schema.node('table_header', null, title ? [schema.text(title)] : []));
    const cell = (text: string | undefined) => {
        const lines = (text ?? '').split('\n').map((line) => (line ? schema.node('paragraph', null, [schema.text(line)]) : paragraph()));
        return schema.node('table_cell', null, Fragment.from(lines));
    };
    const body = rows.slice(1).map((row) => schema.node('table_row', null, titles.map((_, at) => cell(row[at]))));
    const view = { type: 'grid', hideHeader: titles.every((title) => !title) };
    return schema.node('table', { data: { view } }, [schema.node('table_row', null, header), ...body]);
}

/** Puts the caret into the first cell of a table at a position. */
export function intoTable(tr: import('prosemirror-state').Transaction, pos: number): typeof tr {
    return tr.setSelection(TextSelection.near(tr.doc.resolve(pos + 3), 1));
}
