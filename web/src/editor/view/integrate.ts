// Merged content into the text that somebody writes in: block by block, outside the undo history, never while a word is
// being composed, and not into the block in which somebody typed just now.

import type { Node } from 'prosemirror-model';
import type { Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

import { aligned } from '../save/align';
import type { Content } from '../save/changes';
import { changed, merge, type Piece } from '../save/merge';
import { added, type Waiting } from './clashes';

/** How long after a key somebody is taken to be typing, in milliseconds. */
export const TYPING = 900;

/** Takes in what others changed; returns false while somebody writes there. */
export function integrate(view: EditorView, from: Content, to: Content, refused: boolean, sinceKey: number): boolean {
    if (view.composing) return false;
    const mine = view.state.doc.children;
    const pieces = merge(from, mine, to, !refused);
    const result = pieces.flatMap((piece) => piece.nodes);
    const { $from } = view.state.selection;
    const typed = $from.depth > 0 ? $from.node(1) : undefined;
    if (sinceKey < TYPING && typed && !result.includes(typed)) return false;
    const tr = replaced(view.state.tr, mine, result);
    view.dispatch(added(tr, clashing(pieces)).setMeta('addToHistory', false).setMeta('theirs', true));
    return true;
}

/** Where the conflicts of the pieces are in the new text. */
function clashing(pieces: readonly Piece[]): Waiting[] {
    const found: Waiting[] = [];
    let pos = 0;
    for (const { nodes, clash } of pieces) {
        const size = nodes.reduce((sum, node) => sum + node.nodeSize, 0);
        if (clash) {
            const mineIsShown = clash.mine.length > 0;
            found.push({ from: pos, to: pos + size, mineIsShown, other: mineIsShown ? clash.theirs : clash.mine });
        }
        pos += size;
    }
    return found;
}

interface Range {
    pos: number;
    old: Content;
    nodes: Content;
}

const sizeOf = (nodes: Content): number => nodes.reduce((sum, node) => sum + node.nodeSize, 0);

/** Returns the runs of blocks that differ, in their order. */
function differing(before: Content, now: Content): Range[] {
    const ranges: Range[] = [];
    let [b, n, pos] = [0, 0, 0];
    const close = (toBefore: number, toNow: number): void => {
        const [old, nodes] = [before.slice(b, toBefore), now.slice(n, toNow)];
        if (old.length || nodes.length) ranges.push({ pos, old, nodes });
        pos += sizeOf(old);
    };
    for (const [at, place] of aligned(before, now).entries()) {
        if (place < 0) continue;
        close(place, at);
        pos += (before[place] as Node).nodeSize;
        [b, n] = [place + 1, at + 1];
    }
    close(before.length, now.length);
    return ranges;
}

/** Replaces what differs. In a text block, only the characters that do, so that carets stay. */
export function replaced(tr: Transaction, before: Content, now: Content): Transaction {
    for (const { pos, old, nodes } of differing(before, now).toReversed()) {
        const [one, other] = [old[0], nodes[0]];
        const range = old.length === 1 && nodes.length === 1 && one?.isTextblock && other && one.sameMarkup(other) ? changed(one, other) : undefined;
        if (range && other) tr.replace(pos + 1 + range.from, pos + 1 + range.to, other.slice(range.from, range.end));
        else tr.replaceWith(pos, pos + sizeOf(old), nodes as Node[]);
    }
    return tr;
}
