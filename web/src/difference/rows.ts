/** Two versions of a document beside each other: which block of one stands beside which of the other. */

import { plain, type Fate, type Node, type TextFate } from '../document/model';
import { common } from './common';
import { isChange, runsOf, type Block, type Side } from './blocks';
import { Marker, type Marked } from './marking';
import { t } from '../i18n';
import { texts } from './nodes';
import { said, type Named } from './said';
import { locate, pieces } from './words';

export interface Row {
    change: Block['change'];
    before?: Node;
    after?: Node;
    /** The block of the later version that a comment on this row is about. */
    key?: string;
    /** What differs beyond the words that are marked. */
    said?: string[];
}

export interface Compared {
    rows: Row[];
    /** What no block of a document shows: definitions of links, comments, what is not understood. */
    source: Block[];
}

type Pair = [Marked | undefined, Marked | undefined];

/** Code of more lines is not compared by lines here. */
const LINES = 400;

/** Tells the blocks of both versions that belong together: they have a difference or an untouched part in common. */
function mates(before: Marked[]): (after: Marked) => number[] {
    const byDifference = new Map<Block, number>();
    const byKey = new Map<string, number>();
    before.forEach(({ changed, keys, touched }, at) => {
        changed.forEach((block) => byDifference.set(block, at));
        const own = new Set(touched);
        keys.forEach((key) => own.has(key) || byKey.has(key) || byKey.set(key, at));
    });
    return ({ changed, keys, touched }) => {
        const own = new Set(touched);
        const found = [...changed.map((block) => byDifference.get(block)), ...[...keys].filter((key) => !own.has(key)).map((key) => byKey.get(key))];
        return [...new Set(found.filter((at) => at !== undefined))].sort((a, b) => a - b);
    };
}

const isKept = ({ state }: Marked) => state === 'equal' || state === 'part';

function paired(before: Marked[], after: Marked[]): Pair[] {
    const matesOf = mates(before);
    const pairs: Pair[] = [];
    let at = 0;
    for (const it of after) {
        const mate = isKept(it) ? mateOf(it, matesOf(it), before, at) : undefined;
        if (mate === undefined) {
            pairs.push([undefined, it]);
            continue;
        }
        for (; at < mate; at += 1) pairs.push([before[at], undefined]);
        pairs.push([before[mate], it]);
        at = mate + 1;
    }
    for (; at < before.length; at += 1) pairs.push([before[at], undefined]);
    return pairs;
}

/** Tells whether two blocks read the same. */
const isAlike = (one: Marked, other: Marked) => one.node.type === other.node.type && texts(one.node).join('\n') === texts(other.node).join('\n');

/** Returns which block a block stands beside. None that is untouched is passed over for one that reads otherwise: it has a
 * place of its own further on. */
function mateOf(it: Marked, mates: number[], before: Marked[], from: number): number | undefined {
    const untouched = before.findIndex(({ state }, at) => at >= from && state === 'equal');
    const last = untouched < 0 ? before.length - 1 : untouched;
    const mate = mates.find((at) => at >= from && isKept(before[at]!) && (at <= last || isAlike(before[at]!, it)));
    if (mate !== undefined) return mate;
    if (it.state === 'equal') {
        const same = before.findIndex((other, at) => at >= from && other.state === 'equal' && isAlike(other, it));
        return same < 0 ? undefined : same;
    }
    const next = before.findIndex((other, at) => at >= from && isKept(other));
    return next >= 0 && before[next]!.node.type === it.node.type ? next : undefined;
}

/** Puts what was removed beside what was added in its place, and first where it has no counterpart. */
function joined(pairs: Pair[]): Pair[] {
    const made: Pair[] = [];
    const flush = (removed: Marked[], added: Marked[]) => {
        let from = 0;
        for (const it of removed) {
            const beside = added.findIndex((other, at) => at >= from && it.state !== 'moved' && other.state !== 'moved' && other.node.type === it.node.type);
            if (beside < 0) {
                made.push([it, undefined]);
                continue;
            }
            for (; from < beside; from += 1) made.push([undefined, added[from]]);
            made.push([it, added[beside]]);
            from = beside + 1;
        }
        for (; from < added.length; from += 1) made.push([undefined, added[from]]);
    };
    let [removed, added]: [Marked[], Marked[]] = [[], []];
    for (const [before, after] of pairs) {
        if (before && after) {
            flush(removed, added);
            [removed, added] = [[], []];
            made.push([before, after]);
        } else if (before) removed.push(before);
        else if (after) added.push(after);
    }
    flush(removed, added);
    return made;
}

/** Returns for each line of two texts whether the other one has it, too. */
export function commonLines(before: string[], after: string[]): [boolean[], boolean[]] {
    const is: [boolean[], boolean[]] = [before.map(() => false), after.map(() => false)];
    for (const [from, to] of common(before, after) ?? []) is[0][from] = is[1][to] = true;
    return is;
}

/** Code that the comparison has as removed and added is marked by lines, as there are no words to mark. */
function byLines(before: Node, after: Node): [Node, Node] {
    const lines = [before, after].map((node) => (node.nodes ?? []).map((line) => plain(line.nodes)));
    if (lines.some((it) => it.length > LINES)) return [before, after];
    const common = commonLines(lines[0]!, lines[1]!);
    if (!common[0].includes(true)) return [before, after];
    const marked = (node: Node, side: 0 | 1): Node => ({
        ...node,
        fate: { change: 'changed' },
        nodes: node.nodes?.map((line, at) => (common[side][at] ? line : { ...line, fate: { change: side ? 'added' : 'removed' } as Fate })),
    });
    return [marked(before, 0), marked(after, 1)];
}

const plainly = (node: Node) => texts(node).join('');

/** Returns true if a part of a block is marked: words, lines, rows, or what stands beside it. */
function isMarked(node: Node): boolean {
    const inside = (it: Node): boolean => isMarked(it) || !!it.fate;
    const leaves = (node.leaves ?? []).some(({ fate, text }) => fate && text.trim());
    return leaves || !!node.fate?.notes?.length || !!node.head || [...(node.rows?.values() ?? [])].some(({ change }) => change !== 'changed')
        || (node.nodes ?? []).some(inside) || (node.fragments ?? []).some(({ nodes = [] }) => nodes.some(inside));
}

function row([before, after]: Pair, named: Named): Row {
    const key = after && (after.touched[0] ?? after.node.key);
    if (!before || !after) {
        const { state } = (before ?? after)!;
        const change = state === 'equal' || state === 'part' ? 'changed' : state;
        return { change, before: before?.node, after: after?.node, key };
    }
    // Two lists that became one have no difference of their own: what was between them has.
    const isEqual = before.state === 'equal' && after.state === 'equal' && isAlike(before, after);
    const words = said(before.node, after.node, named);
    if (isEqual && !words.length) return { change: 'equal', before: before.node, after: after.node, key };
    const isReplaced = before.state === 'removed' && after.state === 'added' && before.node.type === 'code';
    const [one, other] = isReplaced ? byLines(before.node, after.node) : [before.node, after.node];
    const isSilent = !words.length && !isMarked(one) && !isMarked(other) && before.node.type === after.node.type && plainly(one) === plainly(other);
    return { change: 'changed', before: one, after: other, key, said: isSilent ? [t('saidNothing')] : words };
}

/** Returns the title of a page as a heading, if the difference is about one. */
function title(block: Block): Row | undefined {
    const side = (name: Side, fate: TextFate): Node | undefined => {
        const text = /^# (.*)$/.exec(block[name]?.markdown?.trim() ?? '')?.[1];
        if (text === undefined) return undefined;
        const runs = runsOf(block, name);
        const found = runs && locate(runs, [text]);
        const leaves = found ? pieces(text, found.changed[0]!).map((it) => ({ text: it.text, ...(it.isChanged ? { fate } : {}) })) : [{ text }];
        return { object: 'block', type: 'heading-1', nodes: [{ object: 'text', leaves }] };
    };
    if (block.before?.keys?.length || block.after?.keys?.length) return undefined;
    const [before, after] = [side('before', 'deleted'), side('after', 'inserted')];
    return (before || after) && block.change !== 'equal' ? { change: block.change, before, after } : undefined;
}

/** Compares two versions by the differences that the server has found. `named` says what references lead to. */
export function compared(before: Node[], after: Node[], blocks: Block[], named: Named = () => undefined): Compared {
    const markers = [new Marker('before', blocks), new Marker('after', blocks)] as const;
    const [one, other] = [before.map((it) => markers[0].mark(it)), after.map((it) => markers[1].mark(it))];
    const rows = joined(paired(one, other)).map((pair) => row(pair, named));
    const rest = blocks.filter((block) => isChange(block) && !markers.some(({ used }) => used.has(block)));
    const titles = rest.map(title);
    return {
        rows: [...titles.filter((it) => it !== undefined), ...rows],
        source: rest.filter((block, at) => !titles[at] && `${block.before?.markdown ?? ''}${block.after?.markdown ?? ''}`.trim()),
    };
}
