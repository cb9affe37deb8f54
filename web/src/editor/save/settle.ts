// What the answer to a save means for the base: which keys the blocks have now, and what others changed.

import type { Node } from 'prosemirror-model';

import { fromBlock } from '../model/from_document';
import { type Block, type Document, equal } from '../model/json';
import { normal } from '../model/normal';
import { toBlock } from '../model/to_document';
import type { Based, BlockChange, Content, Fields } from './changes';

/** The entry of `saved` in an answer. */
export interface Saved {
    keys: Record<string, string>;
    blocks?: string[][];
    document?: Document | { markdown: string };
}

/** Returns the base after a save: the content of the server, with nodes of what was sent where they say the same. */
export function settled(base: Based, fields: Fields, sent: Content, revision: string, saved: Saved): Based {
    if (saved.document && 'nodes' in saved.document) return based(revision, saved.document.nodes, sent);
    const renamed = new Map<Node, string | undefined>();
    for (const [at, node] of base.content.entries()) {
        const key = base.keys[at];
        renamed.set(node, key === undefined ? undefined : (saved.keys[key] ?? key));
    }
    const keys = keysOfNew(fields, saved);
    return { revision, content: sent, keys: sent.map((node) => (renamed.has(node) ? renamed.get(node) : keys.shift())) };
}

/** Returns the keys of the new blocks in their order; undefined where they can't be told. */
function keysOfNew(fields: Fields, saved: Saved): (string | undefined)[] {
    if (!('blocks' in fields)) return [];
    const count = (change: BlockChange) => ('document' in change ? change.document.nodes.length : 0);
    return fields.blocks.flatMap((change, at) => {
        const keys = saved.blocks?.[at] ?? [];
        return keys.length === count(change) ? keys : new Array<undefined>(count(change)).fill(undefined);
    });
}

/** Returns a base of blocks. Where a block says the same as a known node, that node stands for it. */
export function based(revision: string, blocks: readonly Block[], known: Content): Based {
    const places = new Map<string, Node[]>();
    for (const node of known) {
        const name = nameOf(toBlock(node));
        places.set(name, [...(places.get(name) ?? []), node]);
    }
    // Names take as long as nodes: nobody asks for them when a page is opened.
    const content = blocks.map((block) => (places.size ? places.get(nameOf(block))?.shift() : undefined) ?? fromBlock(block));
    return { revision, content, keys: blocks.map((block) => block.key) };
}

/** What a block says, but for spaces, which Markdown does not keep at the ends of lines. */
function nameOf(block: Block): string {
    const exact = JSON.stringify(sorted(normal(block)));
    if (exact.includes('"type":"code"')) return exact;
    return exact.replaceAll(/(?:\s|\\n|\u00a0)+/g, ' ').replaceAll(/" | "/g, '"');
}

function sorted(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, sorted(member)]));
}

/** Returns true if two blocks say exactly the same. */
export function alike(a: Node, b: Node): boolean {
    return a === b || a.eq(b) || equal(normal(toBlock(a)), normal(toBlock(b)));
}
