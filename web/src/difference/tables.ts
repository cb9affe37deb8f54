/** Rows of a table that differ. A comparison has each row as it is written, or the table as a whole; here rows are found by
 * the texts of their cells. */

import type { Fate, Leaf, Node, TextFate } from '../document/model';
import { ordered, type Column, type Row } from '../document/table_data';
import { bare, mapLeaves, reads, texts } from './nodes';
import { locate, pieces } from './words';
import { markdownOf, runsOf, type Block, type Side } from './blocks';

/** A cell as it is written: its text, and the fragment that shows it. A cell without one shows a value. */
interface Cell { text: string; fragment?: string }
interface Line { id: string; text: string; cells: Cell[] }
/** What a difference is about: the header, which has no line, or a row. */
interface Part { line?: Line; texts: string[] }

function cell(node: Node, column: Column, value: unknown): Cell {
    if (typeof value === 'number' || typeof value === 'boolean') return { text: String(value) };
    if (column.type === 'select') return { text: (Array.isArray(value) ? value : [value]).map((it) => column.options?.find((option) => option.value === it)?.label ?? String(it ?? '')).join('') };
    const found = typeof value === 'string' ? node.fragments?.find((it) => it.fragment === value) : undefined;
    return found ? { text: texts({ nodes: found.nodes }).join(''), fragment: found.fragment } : { text: '' };
}

/** Returns what a cell has as text; nothing for files, pictures and people. */
export const cellText = (node: Node, column: Column, value: unknown) => cell(node, column, value).text;

/** Returns true if a row shows nothing at all. */
export const isEmptyRow = (node: Node, columns: Column[], row: Row) =>
    columns.every(({ id }) => { const value = row.values?.[id]; return value === undefined || value === null || (typeof value === 'string' && !cell(node, { id }, value).text.trim()); });

function line(node: Node, columns: Column[], id: string, row: Row): Line {
    const cells = columns.map((column) => cell(node, column, row.values?.[column.id]));
    return { id, text: bare(cells.map(({ text }) => text).join(' ')), cells };
}

/** Marks a table by the differences that concern it. */
class TableMarker {
    private readonly lines: Line[];
    private readonly titles: string[];
    private readonly header: string;
    private readonly fate: TextFate;
    private readonly notes: NonNullable<Fate['notes']> = [];
    private readonly blank: Set<string>;
    private made: Node;
    private at = 0;

    constructor(node: Node, private readonly side: Side) {
        const { columns, rows } = ordered(node);
        this.lines = rows.map(([id, row]) => line(node, columns, id, row));
        this.blank = new Set(rows.filter(([, row]) => isEmptyRow(node, columns, row)).map(([id]) => id));
        this.titles = columns.map(({ title }) => title ?? '');
        this.header = bare(this.titles.join(' '));
        this.fate = side === 'before' ? 'deleted' : 'inserted';
        this.made = { ...node, rows: new Map() };
    }

    mark(own: Block[]): { node: Node; isWhole: boolean } {
        for (const block of own) {
            const { parts, rest } = this.partsOf(block);
            if (!parts.length && !rest) this.empty(block);
            else if (block.words) this.words(block, parts, rest);
            else {
                for (const part of parts) this.named(part, block.change as Fate['change']);
                if (rest) this.note(markdownOf(block, this.side).slice(0, 400));
            }
        }
        const isWhole = this.lines.every(({ id, text }) => !text || this.made.rows!.has(id)) && (!this.header || !!this.made.head);
        return { node: { ...this.made, fate: { change: 'changed', notes: this.notes } }, isWhole };
    }

    private note(text: string): void {
        this.notes.push({ fate: this.fate, text });
    }

    private named({ line: row }: Part, change: Fate['change']): void {
        if (row) this.made.rows!.set(row.id, { change });
        else this.made.head = { change };
    }

    /** Returns the header and the rows that a difference is about, and true if its text has more than these. */
    private partsOf(block: Block): { parts: Part[]; rest: boolean } {
        const source = markdownOf(block, this.side);
        const head = { texts: this.titles };
        if (block.words && /^<table[\s>]/.test(source)) return { parts: [head, ...this.lines.map((row) => ({ line: row, texts: row.cells.map(({ text }) => text) }))], rest: false };
        const written = source.split('\n').filter((it) => /^\s*\|/.test(it) && !/^[\s|:-]*$/.test(it));
        if (written.length) return this.piped(written);
        const parts: Part[] = [];
        let rest = bare(source);
        if (this.at === 0 && !this.made.head && this.header && rest.startsWith(this.header)) {
            parts.push(head);
            rest = rest.slice(this.header.length);
        }
        while (rest) {
            const exact = this.lines.findIndex((it, index) => index >= this.at && it.text === rest);
            const next = exact >= 0 ? exact : this.lines.findIndex((it, index) => index >= this.at && it.text && rest.startsWith(it.text));
            const found = this.lines[next];
            if (!found) break;
            parts.push({ line: found, texts: found.cells.map(({ text }) => text) });
            this.at = next + 1;
            rest = rest.slice(found.text.length);
        }
        return { parts, rest: rest !== '' };
    }

    /** Finds the header and the rows that lines with bars are about. */
    private piped(written: string[]): { parts: Part[]; rest: boolean } {
        const parts: Part[] = [];
        let rest = false;
        for (const source of written) {
            const text = bare(source);
            const mayBeHeader = this.at === 0 && !parts.length && !this.made.head && this.header !== '';
            const isHeader = mayBeHeader && text === this.header;
            const find = (is: (line: Line) => boolean) => this.lines.findIndex((it, index) => index >= this.at && it.text && is(it));
            const exact = find((it) => it.text === text);
            const next = exact >= 0 || isHeader ? exact : find((it) => reads(source, it.cells.map((one) => one.text)));
            const found = this.lines[next];
            if (isHeader || (mayBeHeader && !found && reads(source, this.titles))) parts.push({ texts: this.titles });
            else if (found) {
                parts.push({ line: found, texts: found.cells.map((one) => one.text) });
                this.at = next + 1;
            } else rest ||= text !== '';
        }
        return { parts, rest };
    }

    /** A row without any text is the next one that has none. */
    private empty(block: Block): void {
        const next = this.lines.findIndex(({ id }, index) => index >= this.at && this.blank.has(id) && !this.made.rows!.has(id));
        if (next < 0 || block.change === 'changed') return;
        this.made.rows!.set(this.lines[next]!.id, { change: block.change as Fate['change'] });
        this.at = next + 1;
    }

    /** Marks those parts of which a word differs, and the words. */
    private words(block: Block, parts: Part[], rest: boolean): void {
        const runs = runsOf(block, this.side) ?? [];
        const found = locate(runs, parts.flatMap((part) => part.texts));
        if (!found || (rest && !parts.length)) {
            for (const part of parts) this.named(part, 'changed');
            return this.note(markdownOf(block, this.side).slice(0, 400));
        }
        let next = 0;
        for (const part of parts) {
            const changed = part.texts.map(() => found.changed[next++]!);
            // A row that is a difference of its own is changed even if no word of it is.
            if (changed.some((text) => text.includes(true)) || (part.line && parts.length === 1)) this.named(part, 'changed');
            part.line?.cells.forEach(({ fragment }, at) => fragment !== undefined && this.split(fragment, changed[at]!));
        }
        // Rows of dashes say nothing to readers.
        found.unseen.filter((text) => bare(text)).forEach((text) => this.note(text));
    }

    /** Marks the characters of a fragment. */
    private split(name: string, changed: boolean[]): void {
        if (!changed.includes(true)) return;
        let at = 0;
        const leaf = (it: Leaf): Leaf[] => pieces(it.text, changed.slice(at, (at += it.text.length))).map(({ text, isChanged }) => ({ ...it, text, ...(isChanged ? { fate: this.fate } : {}) }));
        this.made = { ...this.made, fragments: this.made.fragments!.map((it) => (it.fragment === name ? { ...it, nodes: mapLeaves({ nodes: it.nodes }, leaf).nodes } : it)) };
    }
}

/** Marks header and rows that differ; what is in none of them is noted. */
export const markRows = (node: Node, own: Block[], side: Side) => new TableMarker(node, side).mark(own);
