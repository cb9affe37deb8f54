/** A text and what two sides made of it, each as its readers see it, with the words marked that a side wrote or left out. */

import type { Leaf, Node, TextFate } from '../document/model';
import { wordsBetween } from './common';
import { mapBlocks, mapLeaves, texts } from './nodes';
import { locate, pieces, type Located, type Run } from './words';
import { saidOfAll, type Named } from './said';

export interface Version { nodes: Node[]; markdown: string }

export interface Shown {
    nodes: Node[];
    /** What is changed and not seen, as it is written. */
    notes: { fate: TextFate; text: string }[];
    /** What differs beyond words. */
    said: string[];
}

/** Returns the words of one of two texts, changed where the other one has them not. */
function runs(before: string, after: string, fate: TextFate): Run[] {
    return wordsBetween(before, after).filter(({ change }) => change === 'equal' || change === fate).map(({ change, text }) => ({ text, isChanged: change !== 'equal' }));
}

/** Returns a copy of a block in which lines of code are marked that have a marked word: code is read by lines. */
function byLines(node: Node, fate: TextFate): Node {
    if (node.type !== 'code-line') return mapBlocks(node, (inner) => byLines(inner, fate));
    const isMarked = (node.nodes ?? []).some(({ leaves = [] }) => leaves.some((leaf) => leaf.fate));
    return isMarked ? { ...node, fate: { change: fate === 'inserted' ? 'added' : 'removed' } } : node;
}

/** Finds changed words in texts that are compared as they are drawn. */
function asDrawn(runs: Run[], drawn: string[]): Located {
    const flags = runs.flatMap(({ text, isChanged }) => Array<boolean>(text.length).fill(isChanged));
    let at = 0;
    const changed = drawn.map((text) => {
        const own = flags.slice(at, at + text.length);
        at += text.length + 1;
        return own;
    });
    return { changed, unseen: [] };
}

/** Marks words of a version that others have not; what several of them have not is marked once. */
function marked(version: Version, others: Version[], fate: TextFate): Shown {
    const { nodes } = version;
    const own = texts({ nodes });
    const ordered = <T,>(mine: T, other: T): [T, T] => (fate === 'inserted' ? [other, mine] : [mine, other]);
    const found = others.map((other) => {
        // Where an excerpt is drawn with its syntax, as a reference without its definition, the texts are compared themselves.
        return locate(runs(...ordered(version.markdown, other.markdown), fate), own)
            ?? asDrawn(runs(...ordered(own.join('\n'), texts({ nodes: other.nodes }).join('\n')), fate), own);
    });
    let at = 0;
    const split = (leaf: Leaf): Leaf[] => {
        const isChanged = Array.from({ length: leaf.text.length }, (_, sign) => found.some(({ changed }) => changed[at]?.[sign]));
        at += 1;
        return isChanged.includes(true) ? pieces(leaf.text, isChanged).map((it) => ({ ...leaf, text: it.text, ...(it.isChanged ? { fate } : {}) })) : [leaf];
    };
    const made = mapLeaves({ nodes }, split).nodes ?? [];
    const notes = [...new Set(found.flatMap(({ unseen }) => unseen))].map((text) => ({ fate, text }));
    return { nodes: made.map((node) => byLines(node, fate)), notes, said: [] };
}

const NOTHING: Version = { nodes: [], markdown: '' };

/** Returns a side with what it wrote anew. */
export function sideOf(base: Version | undefined, side: Version, named: Named): Shown {
    const shown = marked(side, [base ?? NOTHING], 'inserted');
    return { ...shown, said: base ? saidOfAll(base.nodes, side.nodes, named) : [] };
}

/** Returns what both began with, with the words that one of them left out. */
export const baseOf = (base: Version, sides: Version[]): Shown => ({ ...marked(base, sides, 'deleted'), notes: [] });
