/** What differs between two blocks, in words: what readers see without a word of it being another one, such as a link that
 * leads elsewhere, a column that is aligned otherwise, or a line break.
 *
 * Both documents are compared as they are, not by what was found in their source: what is far from a block, such as the
 * definition that a link refers to, counts as well. Names of blocks and of their parts are left out. */

import type { Node, Ref } from '../document/model';
import { t, type Key } from '../i18n';
import type { Side } from './blocks';
import { flat, matches, type Flat } from './inline_text';
import { texts } from './nodes';
import { saidOfTable } from './said_table';

/** Returns what people call the target of a reference in one of the versions. */
export type Named = (ref: Ref, side: Side) => string | undefined;

/** What is said of one pair of blocks at most. */
const MOST = 12;
const LONGEST = 120;
/** Fields that say nothing to readers. */
const SILENT = new Set(['key', 'meta', 'object', 'isVoid', 'id', 'raw']);

const FIELDS: Record<string, Key> = {
    align: 'saidAlign', textAlignment: 'saidAlign', style: 'saidStyle', start: 'saidStart', checked: 'saidTicked', title: 'title', syntax: 'saidSyntax',
    alt: 'saidAlt', caption: 'saidCaption', ref: 'saidTarget', url: 'saidTarget', link: 'saidTarget', condition: 'condition', type: 'kind', size: 'saidSize', width: 'saidSize', fullWidth: 'saidSize',
};
const KINDS: Record<string, Key> = {
    paragraph: 'kindParagraph', 'list-unordered': 'kindBullets', 'list-ordered': 'kindNumbers', 'list-tasks': 'kindTasks', blockquote: 'kindQuote', code: 'kindCode',
};
const MARKS: Record<string, Key> = { bold: 'markBold', italic: 'markItalic', strikethrough: 'markStruck', code: 'markCode', color: 'markColor' };

export const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

function kindOf(type: string | undefined): string {
    const level = /^heading-(\d)$/.exec(type ?? '')?.[1];
    if (level) return t('kindHeading', { level });
    return KINDS[type ?? ''] ? t(KINDS[type ?? '']!) : `“${type ?? '?'}”`;
}

export const fieldOf = (name: string) => (Object.hasOwn(FIELDS, name) ? t(FIELDS[name]!) : name);

const isRef = (value: unknown): value is Ref => typeof value === 'object' && value !== null && typeof (value as Ref).kind === 'string';

/** A comparison of one pair of blocks, which collects what is said. */
export class Saying {
    readonly words: string[] = [];

    constructor(private readonly named: Named) {}

    say(key: Key, values: Record<string, string> = {}): void {
        const words = t(key, values);
        if (!this.words.includes(words)) this.words.push(words);
    }

    /** Returns a value as people read it. */
    valueOf(value: unknown, side: Side): string {
        if (value === undefined || value === null || value === '') return '—';
        if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
        if (typeof value === 'string' || typeof value === 'number') return cut(String(value));
        if (isRef(value)) return cut(this.named(value, side) ?? String(value.url ?? JSON.stringify(value)));
        return cut(JSON.stringify(value));
    }

    /** Compares fields by their names; `about` is what they are fields of. */
    fields(before: Record<string, unknown>, after: Record<string, unknown>, about: string | undefined, silent: ReadonlySet<string> = SILENT): void {
        for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
            if (silent.has(name) || alike(before[name], after[name])) continue;
            const values = { field: fieldOf(name), before: this.valueOf(before[name], 'before'), after: this.valueOf(after[name], 'after') };
            if (about === undefined) this.say('saidField', values);
            else this.say('saidFieldOf', { about: cut(about), ...values });
        }
    }

    blocks(before: Node[], after: Node[]): void {
        for (const [one, other] of matched(before, after)) this.block(one, other);
    }

    block(before: Node, after: Node): void {
        if (alike(before, after)) return;
        if (before.type !== after.type) return this.say('saidKind', { before: kindOf(before.type), after: kindOf(after.type) });
        if (before.type === 'table') return saidOfTable(this, before, after);
        const line = texts(before).join('').trim() || texts(after).join('').trim();
        this.fields(before.data ?? {}, after.data ?? {}, before.type === 'list-item' ? line : undefined);
        this.text(flat(before), flat(after));
        this.blocks(blocksIn(before), blocksIn(after));
        const fragments = (node: Node) => node.fragments ?? [];
        fragments(before).forEach((it, at) => this.blocks(it.nodes ?? [], fragments(after)[at]?.nodes ?? []));
    }

    /** Compares how the words look that both texts have, and where their lines end. */
    private text(before: Flat, after: Flat): void {
        const pairs = matches(before.text, after.text);
        if (!pairs) return;
        for (const { from, to, length } of pairs) {
            for (let start = 0, at = 1; at <= length; at += 1) {
                if (at < length && before.looks[from + at] === before.looks[from + start] && after.looks[to + at] === after.looks[to + start]) continue;
                this.look(before, after, [from + start, to + start, at - start]);
                start = at;
            }
        }
        const breaks = (text: string, is: (at: number) => boolean) => [...text].filter((sign, at) => sign === '\n' && !is(at)).length;
        const isIn = (side: 'from' | 'to') => (at: number) => pairs.some((pair) => at >= pair[side] && at < pair[side] + pair.length);
        if (breaks(before.text, isIn('from'))) this.say('saidBreakRemoved');
        if (breaks(after.text, isIn('to'))) this.say('saidBreakAdded');
    }

    private look(before: Flat, after: Flat, [from, to, length]: [number, number, number]): void {
        const [one, other] = [before.looks[from]!, after.looks[to]!];
        const text = cut(before.text.slice(from, from + length).trim());
        if (one.node && other.node) return this.fields(one.node.data ?? {}, other.node.data ?? {}, kindOf(one.node.type));
        if (!text) return;
        if (!alike(one.ref, other.ref)) this.say('saidLink', { text, before: this.valueOf(one.ref, 'before'), after: this.valueOf(other.ref, 'after') });
        const names = (marks: { type: string }[]) => marks.map(({ type }) => (MARKS[type] ? t(MARKS[type]!) : type)).join(', ') || '—';
        if (!alike(one.marks, other.marks)) this.say('saidMarks', { text, before: names(one.marks), after: names(other.marks) });
    }
}

const blocksIn = (node: Node) => (node.nodes ?? []).filter((it) => it.object === 'block');

const isElsewhere = ({ fate }: Node) => fate?.change === 'added' || fate?.change === 'removed' || fate?.change === 'moved';

/** Returns the blocks of two lists that stand for each other: all that were there before, or those that read the same. */
function matched(before: Node[], after: Node[]): [Node, Node][] {
    const [one, other] = [before.filter((it) => !isElsewhere(it)), after.filter((it) => !isElsewhere(it))];
    if (one.length === other.length) return one.map((it, at) => [it, other[at]!]);
    const read = (it: Node) => `${it.type}\n${texts(it).join('\n')}`;
    const rest = [...other];
    return one.flatMap((it): [Node, Node][] => {
        const at = rest.findIndex((next) => read(next) === read(it));
        return at < 0 ? [] : [[it, rest.splice(at, 1)[0]!]];
    });
}

const LEFT_OUT = new Set(['key', 'meta', 'fragment', 'fate', 'head', 'rows', 'orderIndex']);
const plainly = (name: string, value: unknown) => (LEFT_OUT.has(name) && name !== '' ? undefined : value);

/** Tells whether two values are the same but for names. */
export function alike(before: unknown, after: unknown): boolean {
    return before === after || JSON.stringify(before, plainly) === JSON.stringify(after, plainly);
}

const bounded = ({ words }: Saying) => (words.length > MOST ? [...words.slice(0, MOST), t('andMore', { count: words.length - MOST })] : words);

/** Says what differs between two blocks; nothing if readers see no difference beyond their words. */
export function said(before: Node, after: Node, named: Named): string[] {
    const saying = new Saying(named);
    saying.block(before, after);
    return bounded(saying);
}

/** Says what differs between two texts of several blocks. */
export function saidOfAll(before: Node[], after: Node[], named: Named): string[] {
    const saying = new Saying(named);
    saying.blocks(before, after);
    return bounded(saying);
}
