// Three versions of a content by blocks: what one side changed counts; what both changed differently is a conflict, which
// keeps both. Nothing is dropped, and nothing is decided here.

import type { Node } from 'prosemirror-model';

import { aligned } from './align';
import type { Content } from './changes';
import { alike } from './settle';

/** Blocks that both sides changed. */
export interface Clash {
    mine: Content;
    theirs: Content;
}

/** A part of the merged content. Of a clash, mine is in `nodes`, or theirs where mine is nothing. */
export interface Piece {
    nodes: Content;
    clash?: Clash;
}

/** Returns the merged content in pieces. With `within`, changes of both in one block are merged where they are apart. */
export function merge(base: Content, mine: Content, theirs: Content, within = false): Piece[] {
    const [left, right] = [places(base, mine), places(base, theirs)];
    const pieces: Piece[] = [];
    let [b, m, t] = [0, 0, 0];
    for (let at = 0; at <= base.length; at += 1) {
        const [inMine, inTheirs] = at < base.length ? [left[at], right[at]] : [mine.length, theirs.length];
        if (inMine === undefined || inTheirs === undefined) continue;
        pieces.push(...region(base.slice(b, at), mine.slice(m, inMine), theirs.slice(t, inTheirs), within));
        if (at < base.length) pieces.push({ nodes: [mine[inMine] as Node] });
        [b, m, t] = [at + 1, inMine + 1, inTheirs + 1];
    }
    return pieces;
}

/** For each block of the base, where it is in the other; undefined where it is not. */
function places(base: Content, other: Content): (number | undefined)[] {
    const found: (number | undefined)[] = new Array(base.length).fill(undefined);
    for (const [at, place] of aligned(base, other).entries()) if (place >= 0) found[place] = at;
    return found;
}

const same = (a: Content, b: Content) => a.length === b.length && a.every((node, at) => alike(node, b[at] as Node));

function region(base: Content, mine: Content, theirs: Content, within: boolean): Piece[] {
    if (!base.length && !mine.length && !theirs.length) return [];
    if (same(mine, theirs) || same(base, theirs)) return [{ nodes: mine }];
    if (same(base, mine)) return [{ nodes: theirs }];
    if (!base.length) return [{ nodes: theirs }, { nodes: mine }];
    const beside = inserted(base, mine, theirs, within) ?? inserted(base, theirs, mine, within, true);
    if (beside) return beside;
    if (base.length === mine.length && base.length === theirs.length && base.length > 1) {
        return base.flatMap((node, at) => region([node], [mine[at] as Node], [theirs[at] as Node], within));
    }
    const one = base.length === 1 && mine.length === 1 && theirs.length === 1;
    const merged = within && one ? mergeText(base[0] as Node, mine[0] as Node, theirs[0] as Node) : undefined;
    if (merged) return [{ nodes: [merged] }];
    return [{ nodes: mine.length ? mine : theirs, clash: { mine, theirs } }];
}

/** Where one side changed blocks and the other only inserted some beside them, both are done. */
function inserted(base: Content, one: Content, other: Content, within: boolean, otherIsMine = false): Piece[] | undefined {
    const at = base.map((node) => other.indexOf(node));
    const kept = at.every((place, n) => place >= 0 && (n === 0 || place > (at[n - 1] as number)));
    if (!kept || (base.length > 1 && one.length !== base.length)) return undefined;
    const pieces: Piece[] = [];
    for (const [n, node] of base.entries()) {
        const now = base.length > 1 ? [one[n] as Node] : one;
        pieces.push({ nodes: other.slice(n === 0 ? 0 : (at[n - 1] as number) + 1, at[n]) });
        pieces.push(...(otherIsMine ? region([node], [node], now, within) : region([node], now, [node], within)));
    }
    return [...pieces, { nodes: other.slice((at.at(-1) as number) + 1) }];
}

interface Range {
    from: number;
    to: number;
    end: number;
}

/** Returns a block with the changes of both; undefined if these overlap or touch. */
export function mergeText(base: Node, mine: Node, theirs: Node): Node | undefined {
    if (!base.isTextblock || !base.sameMarkup(mine) || !base.sameMarkup(theirs)) return undefined;
    const [left, right] = [changed(base, mine), changed(base, theirs)];
    if (!left) return theirs;
    if (!right) return mine;
    if (right.to >= left.from && left.to >= right.from) return undefined;
    const shift = right.from > left.to ? mine.content.size - base.content.size : 0;
    return mine.replace(right.from + shift, right.to + shift, theirs.slice(right.from, right.end));
}

/** Returns where two blocks differ: in the first from `from` to `to`, in the second from `from` to `end`. */
export function changed(before: Node, now: Node): Range | undefined {
    const from = before.content.findDiffStart(now.content);
    const ends = before.content.findDiffEnd(now.content);
    if (from === null || !ends) return undefined;
    const overlap = Math.max(0, from - Math.min(ends.a, ends.b));
    return { from, to: ends.a + overlap, end: ends.b + overlap };
}
