// Where nodes come from: the JSON that a node was made of.
//
// Nodes of ProseMirror are persistent, so one that is the same object has not changed, and its JSON is sent back as it
// came. Nothing here keeps a node alive.

import type { Node } from 'prosemirror-model';

import type { Block } from './json';

const origins = new WeakMap<Node, Block>();

export function remember(node: Node, block: Block): Node {
    origins.set(node, block);
    return node;
}

/** Returns the JSON that a node was made of, unless it is a new node. */
export function originOf(node: Node): Block | undefined {
    return origins.get(node);
}

/** Returns the key that the server gave a block, unless it has changed since. */
export function keyOf(node: Node): string | undefined {
    return origins.get(node)?.key;
}
