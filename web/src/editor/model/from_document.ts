// Documents into nodes. Each block is built, written back and compared: one that does not come back as it was becomes
// opaque, so nothing that the schema can't express is lost.

import type { Mark, Node } from 'prosemirror-model';

import { fromInline } from './from_inline';
import { fromTable } from './from_table';
import { type Block, type Data, equal, isObject, type Json } from './json';
import { isDerived, normal, plain, saysSame } from './normal';
import { remember } from './origin';
import { ATOMS, CAPTIONED, CONTAINERS, PARTS, schema } from './schema';
import { toBlock } from './to_document';

const OWN = new Set(['object', 'type', 'key', 'data', 'nodes', 'fragments', 'isVoid']);
const CONTAINER_TYPES = new Set<string>([...CONTAINERS, ...new Set(Object.values(PARTS))]);

/** Returns the nodes of a document. An empty one gets a paragraph to write in. */
export function fromDocument(document: { nodes?: Json | Block[] }): Node {
    return schema.node('doc', null, orParagraph(fromBlocks(document.nodes)));
}

/** Returns the nodes of a list of blocks. */
export function fromBlocks(blocks: unknown): Node[] {
    return (Array.isArray(blocks) ? blocks : []).map(fromBlock);
}

/** Returns the node of a block: an opaque one if the schema can't express it. */
export function fromBlock(block: unknown): Node {
    const kept = block as Block;
    try {
        const node = build(kept);
        node.check();
        const written = toBlock(node);
        if (saysSame(written, kept) || equal(normal(written), normal(kept))) return remember(node, kept);
    } catch {
        // Whatever is wrong with it, it is kept.
    }
    return remember(schema.node('opaque', { json: kept }), kept);
}

function build(block: Block): Node {
    const type = block.type;
    const attrs = attributes(block);
    if (isObject(block.data) && block.data.raw !== undefined) throw new Error('not understood');
    const level = /^heading-([123])$/.exec(type);
    if (level) return schema.node('heading', { ...attrs, level: Number(level[1]) }, fromInline(block.nodes));
    const name = type.replaceAll('-', '_');
    if (name === 'paragraph') return schema.node(name, attrs, fromInline(block.nodes));
    if (name === 'divider' || (ATOMS as readonly string[]).includes(name)) return schema.node(name, attrs);
    if (name === 'code') return schema.node(name, attrs, codeLines(block));
    if (name === 'table') return fromTable(block, attrs, fromBlocks);
    if (name === 'images') return schema.node(name, attrs, (block.nodes as Block[]).map(captioned));
    if (name === 'expandable') return expandable(block, attrs);
    if ((CAPTIONED as readonly string[]).includes(name)) return captioned(block);
    if (PARTS[name]) return schema.node(name, attrs, (block.nodes as Block[]).map(part));
    if (CONTAINER_TYPES.has(name)) return schema.node(name, attrs, orParagraph(fromBlocks(block.nodes)));
    throw new Error(`${type} is not known`);
}

/** Returns the node of a part of a block. It may be opaque only in what is in it. */
function part(block: Block): Node {
    return remember(build(block), block);
}

function captioned(block: Block): Node {
    return remember(schema.node(block.type, attributes(block), fragmentLine(block, 'caption')), block);
}

function expandable(block: Block, attrs: object): Node {
    const title = schema.node('expandable_title', null, fragmentLine(block, 'expandable-title'));
    const body = fragment(block, 'expandable-body');
    return schema.node('expandable', attrs, [title, schema.node('expandable_body', null, orParagraph(fromBlocks(body)))]);
}

function fragment(block: Block, name: string): Block[] | undefined {
    return block.fragments?.find((it) => it.type === name || it.fragment === name)?.nodes;
}

function fragmentLine(block: Block, name: string): Node[] {
    const blocks = fragment(block, name) ?? [];
    if (blocks.length > 1) throw new Error('more than a line');
    return fromInline(blocks[0]?.nodes);
}

function codeLines(block: Block): Node[] {
    const nodes: Node[] = [];
    for (const [at, line] of ((block.nodes ?? []) as Block[]).entries()) {
        const marks: Mark[] = line.data?.highlighted ? [schema.mark('line')] : [];
        if (at > 0) nodes.push(schema.text('\n'));
        nodes.push(...fromInline(line.nodes, true).map((node) => node.mark(marks.reduce((set, mark) => mark.addToSet(set), node.marks))));
    }
    return nodes;
}

/** Returns the attributes of a block's node. Anchors that the server derives are left to it. */
function attributes(block: Block): { data: Data; extra: Data } {
    const extra = Object.fromEntries(Object.entries(block).filter(([name]) => !OWN.has(name))) as Data;
    if (isObject(extra.meta) && typeof extra.meta.id === 'string') {
        const title = block.type === 'expandable' ? fragment(block, 'expandable-title') : block.nodes;
        const text = block.type === 'tabs-item' ? block.data?.title : title;
        const { id, ...meta } = extra.meta;
        if (isDerived(String(id), plain(text))) extra.meta = meta;
        if (!Object.keys(extra.meta as Data).length) delete extra.meta;
    }
    return { data: isObject(block.data) ? block.data : {}, extra };
}

function orParagraph(nodes: Node[]): Node[] {
    return nodes.length ? nodes : [schema.node('paragraph')];
}
