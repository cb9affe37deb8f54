/** What differs between two tables, in words: columns, cells that moved, and values that are no text. */

import type { Node } from '../document/model';
import { ordered, type Column, type Row } from '../document/table_data';
import type { Saying } from './said';
import { cellText, isEmptyRow } from './tables';

/** What a column is called by people, and what its place alone says. */
const NAMES = new Set(['id', 'title']);
const VIEW = new Set(['columns']);

type Columns = [Column | undefined, Column | undefined][];

/** Returns the columns that stand for each other: by their places if there are as many, else by their titles. */
function columnsOf(before: Column[], after: Column[]): Columns {
    if (before.length === after.length) return before.map((it, at) => [it, after[at]]);
    const rest = [...after];
    const kept: Columns = before.map((it) => {
        const at = rest.findIndex(({ title }) => title === it.title);
        return [it, at < 0 ? undefined : rest.splice(at, 1)[0]];
    });
    return [...kept, ...rest.map((it): Columns[number] => [undefined, it])];
}

const nameOf = (column: Column, all: Column[]) => column.title?.trim() || `#${all.indexOf(column) + 1}`;

const fragmentOf = (node: Node, value: unknown) => (typeof value === 'string' ? node.fragments?.find((it) => it.fragment === value)?.nodes : undefined);

export function saidOfTable(saying: Saying, before: Node, after: Node): void {
    const [one, other] = [ordered(before), ordered(after)];
    saying.fields({ ...one.view }, { ...other.view }, undefined, VIEW);
    const columns = columnsOf(one.columns, other.columns);
    for (const [was, is] of columns) {
        if (!was) saying.say('saidColumnAdded', { title: nameOf(is!, other.columns) });
        else if (!is) saying.say('saidColumnRemoved', { title: nameOf(was, one.columns) });
        else {
            if ((was.title ?? '') !== (is.title ?? '')) saying.say('saidColumnTitle', { before: nameOf(was, one.columns), after: nameOf(is, other.columns) });
            saying.fields({ ...was }, { ...is }, nameOf(is, other.columns), NAMES);
        }
    }
    const isThere = (node: Node) => ([id]: [string, Row]) => !['added', 'removed', 'moved'].includes(node.rows?.get(id)?.change ?? '');
    const [rows, laterRows] = [one.rows.filter(isThere(before)), other.rows.filter(isThere(after))];
    const empty = (node: Node, all: [string, Row][], list: Column[]) => all.filter(([, row]) => isEmptyRow(node, list, row)).length;
    const more = empty(after, other.rows, other.columns) - empty(before, one.rows, one.columns);
    if (more) saying.say(more > 0 ? 'saidEmptyRowAdded' : 'saidEmptyRowRemoved');
    if (rows.length !== laterRows.length) return;
    const kept = columns.filter((pair): pair is [Column, Column] => !!pair[0] && !!pair[1]);
    rows.forEach(([, row], at) => new Cells(saying, [before, after], [row, laterRows[at]![1]], kept).compare());
}

/** The cells of a row in both versions. */
class Cells {
    constructor(private readonly saying: Saying, private readonly nodes: [Node, Node], private readonly rows: [Row, Row], private readonly columns: [Column, Column][]) {}

    private text(side: 0 | 1, at: number): string {
        const column = this.columns[at]![side];
        return cellText(this.nodes[side], column, this.rows[side].values?.[column.id]).trim();
    }

    compare(): void {
        const all = this.columns.map((_, at) => [this.text(0, at), this.text(1, at)] as const);
        const name = (side: 0 | 1, at: number) => this.columns[at]![side].title?.trim() || `#${at + 1}`;
        const sorted = (side: 0 | 1) => all.map((it) => it[side]).sort().join('\n');
        if (sorted(0) === sorted(1)) {
            all.forEach(([text], from) => {
                if (!text || all[from]![1] === text) return;
                const to = all.findIndex(([was, is]) => is === text && was !== text);
                if (to >= 0) this.saying.say('saidCellMoved', { text: text.slice(0, 80), from: name(0, from), to: name(1, to) });
            });
        }
        const row = all.map(([was]) => was).find(Boolean) ?? '';
        this.columns.forEach(([was, is], at) => {
            const [one, other] = [this.rows[0].values?.[was.id], this.rows[1].values?.[is.id]];
            const [text, later] = [fragmentOf(this.nodes[0], one), fragmentOf(this.nodes[1], other)];
            if (text || later) this.saying.blocks(text ?? [], later ?? []);
            else this.saying.fields({ [name(1, at)]: one }, { [name(1, at)]: other }, row);
        });
    }
}
