/** Ways through documents that the comparison needs: blocks in blocks, and all texts of one. */

import { type Leaf, type Node } from '../document/model';

const isBlock = (node: Node) => node.object === 'block';

/** Returns a copy of a block with other blocks inside, those of fragments included. */
export function mapBlocks(node: Node, to: (inner: Node) => Node): Node {
    const nodes = (inner: Node[]) => inner.map((it) => (isBlock(it) ? to(it) : it));
    return {
        ...node,
        ...(node.nodes ? { nodes: nodes(node.nodes) } : {}),
        ...(node.fragments ? { fragments: node.fragments.map((it) => ({ ...it, nodes: it.nodes && nodes(it.nodes) })) } : {}),
    };
}

/** Returns a copy of a node with other leaves, in the order of reading; blocks that `isLeftOut` stay as they are. */
export function mapLeaves(node: Node, to: (leaf: Leaf) => Leaf[], isLeftOut: (block: Node) => boolean = () => false): Node {
    if (node.leaves) return { ...node, leaves: node.leaves.flatMap(to) };
    const inner = (nodes: Node[]) => nodes.map((it) => (isBlock(it) && isLeftOut(it) ? it : mapLeaves(it, to, isLeftOut)));
    // Fragments first: the title of what opens stands before what is in it.
    const fragments = node.fragments?.map((it) => ({ ...it, nodes: it.nodes && inner(it.nodes) }));
    return { ...node, ...(fragments ? { fragments } : {}), ...(node.nodes ? { nodes: inner(node.nodes) } : {}) };
}

/** Returns all texts of a node, those of fragments included. */
export function texts(node: Node, isLeftOut?: (block: Node) => boolean): string[] {
    const found: string[] = [];
    mapLeaves(node, (leaf) => { found.push(leaf.text); return [leaf]; }, isLeftOut);
    return found;
}

/** Returns the letters and digits of a text, without what only syntax has. */
export const bare = (markdown: string) =>
    markdown.replace(/\]\([^)]*\)/g, '').replace(/<[^>]*>/g, '').replace(/[^\p{L}\p{N}]+/gu, '');

const ENTITY = /&(?:#x?[\da-f]+|[a-z][a-z\d]*);/gi;
const WORDS = /(?:[\p{L}\p{N}]|&(?:#x?[\da-f]+|[a-z][a-z\d]*);)+/giu;
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Tells whether Markdown has the words of these texts in their order. What else it has is syntax to readers: addresses,
 * names, formulas. An entity stands for at most two letters. */
export function reads(markdown: string, drawn: readonly string[]): boolean {
    const words = drawn.flatMap(wordsOf);
    let at = 0;
    for (const word of markdown.replace(/&(?:amp|lt|gt|quot|nbsp);/g, ' ').match(WORDS) ?? []) {
        if (at === words.length) return true;
        const isMatch = word.includes('&') ? new RegExp(`^${word.replace(ENTITY, '[\\p{L}\\p{N}]{0,2}')}$`, 'u').test(words[at]!) : word === words[at];
        if (isMatch) at += 1;
    }
    return at === words.length || bare(markdown).includes(bare(drawn.join('')));
}
