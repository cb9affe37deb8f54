// Nodes into documents. A node that is still the one that was loaded is its original JSON.

import type { Fragment as Content, Node } from 'prosemirror-model';

import type { Block, Data, Document, Fragment } from './json';
import { originOf } from './origin';
import { schema, typeOf } from './schema';
import { toInline } from './to_inline';
import { toTable } from './to_table';

/** Returns the document of the nodes of an editor. */
export function toDocument(doc: Node): Document {
    return { object: 'document', data: {}, nodes: contentOf(doc).map(toJson) };
}

/** Returns the blocks that count: paragraphs with nothing in them are places to write in, and no content. */
export function contentOf(parent: Node): Node[] {
    return parent.children.filter((node) => !isBlank(node));
}

/** Returns true if a node is an empty paragraph that was not loaded as one. */
export function isBlank(node: Node): boolean {
    if (node.type !== schema.nodes.paragraph || node.content.size > 0) return false;
    return !originOf(node) && Object.keys(node.attrs.data).length === 0;
}

/** Returns the JSON of a node, or of what it was made of if it is the same. */
export function toJson(node: Node): Block {
    return originOf(node) ?? toBlock(node);
}

/** Returns the JSON of a node that has changed; what is the same in it is as it was. */
export function toBlock(node: Node): Block {
    const name = node.type.name;
    if (name === 'opaque') return node.attrs.json as Block;
    const block: Block = { object: 'block', type: typeOf(node), data: node.attrs.data as Data };
    const extra = node.attrs.extra as Data;
    if (name === 'table') return { ...toTable(node, blocksOf), ...extra };
    if (name === 'code') block.nodes = codeLines(node);
    else if (node.inlineContent && isVoid(name)) block.fragments = caption(node);
    else if (node.inlineContent) block.nodes = toInline(node.content);
    else if (name === 'expandable') block.fragments = expandable(node);
    else if (!node.isAtom) block.nodes = blocksOf(node.content);
    return { ...block, isVoid: isVoid(name) || node.isAtom, ...extra };
}

function isVoid(name: string): boolean {
    return ['image', 'file', 'drawing', 'embed', 'expandable'].includes(name);
}

function blocksOf(content: Content): Block[] {
    const nodes = content.content.filter((node) => !isBlank(node));
    return nodes.map(toJson);
}

function caption(node: Node): Fragment[] {
    return node.content.size ? [{ object: 'fragment', fragment: 'caption', nodes: [line(node)] }] : [];
}

function expandable(node: Node): Fragment[] {
    const [title, body] = [node.child(0), node.child(1)];
    return [
        { object: 'fragment', fragment: 'expandable-title', type: 'expandable-title', nodes: [line(title)] },
        { object: 'fragment', fragment: 'expandable-body', type: 'expandable-body', nodes: blocksOf(body.content) },
    ];
}

function line(node: Node): Block {
    return { object: 'block', type: 'paragraph', data: {}, nodes: toInline(node.content), isVoid: false };
}

function codeLines(node: Node): Block[] {
    const lines: Node[][] = [[]];
    for (const child of node.children) {
        if (!child.isText) {
            lines.at(-1)?.push(child);
            continue;
        }
        for (const [at, text] of (child.text ?? '').split('\n').entries()) {
            if (at > 0) lines.push([]);
            if (text) lines.at(-1)?.push(schema.text(text, child.marks));
        }
    }
    return lines.map((nodes) => {
        const highlighted = nodes.some((it) => it.marks.some((mark) => mark.type.name === 'line'));
        const data: Data = highlighted ? { highlighted } : {};
        return { object: 'block', type: 'code-line', data, nodes: toInline(nodes), isVoid: false };
    });
}
