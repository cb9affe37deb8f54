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

export const bareText = (node: Node) => bare(texts(node).join(''));
