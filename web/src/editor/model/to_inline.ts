// Inline nodes into the lines of documents.

import type { Fragment, Mark as PmMark, Node } from 'prosemirror-model';

import type { Data, Inline, Leaf, Mark, Text } from './json';

/** Returns the JSON of a line. */
export function toInline(content: Fragment | readonly Node[]): (Text | Inline)[] {
    const nodes = Array.isArray(content) ? content : (content as Fragment).content;
    const line: (Text | Inline)[] = [];
    for (let at = 0; at < nodes.length; ) {
        const around = wrapping(nodes[at]);
        let end = at + 1;
        while (around && end < nodes.length && wrapping(nodes[end])?.eq(around)) end += 1;
        if (around) line.push(wrapped(around, nodes.slice(at, end)));
        else add(line, nodes[at]);
        at = end;
    }
    return line;
}

function wrapping(node: Node): PmMark | undefined {
    return node.marks.find((mark) => mark.type.name === 'link' || mark.type.name === 'annotation');
}

function wrapped(mark: PmMark, nodes: readonly Node[]): Inline {
    const inside: (Text | Inline)[] = [];
    for (const node of nodes) add(inside, node);
    const inline: Inline = { object: 'inline', type: mark.type.name, data: mark.attrs.data as Data, nodes: inside, isVoid: false };
    if (mark.type.name === 'annotation') {
        inline.fragments = [{ object: 'fragment', fragment: 'annotation-body', type: 'annotation-body', nodes: mark.attrs.body }];
    }
    return { ...inline, ...(mark.attrs.extra as object) };
}

/** Adds a node to a line; adjacent leaves become one text. */
function add(line: (Text | Inline)[], node: Node): void {
    const name = node.type.name;
    if (name === 'inline_opaque' && node.attrs.json.object === 'inline') line.push(node.attrs.json as Inline);
    else if (node.isText || name === 'hard_break' || name === 'inline_opaque') leafOf(line, node);
    else line.push({ object: 'inline', type: name.replaceAll('_', '-'), data: node.attrs.data as Data, isVoid: true, ...node.attrs.extra });
}

function leafOf(line: (Text | Inline)[], node: Node): void {
    const last = line.at(-1);
    const text: Text = last?.object === 'text' ? last : { object: 'text', leaves: [] };
    if (text !== last) line.push(text);
    if (node.type.name === 'inline_opaque') {
        text.leaves.push(node.attrs.json as Leaf);
        return;
    }
    const leaf: Leaf = { object: 'leaf', text: node.isText ? (node.text ?? '') : '\n', marks: marksOf(node) };
    const before = text.leaves.at(-1);
    if (before && !before.raw && JSON.stringify(before.marks) === JSON.stringify(leaf.marks)) before.text += leaf.text;
    else text.leaves.push(leaf);
}

const WRAPPING = new Set(['link', 'annotation', 'line']);

function marksOf(node: Node): Mark[] {
    return node.marks.filter((mark) => !WRAPPING.has(mark.type.name)).map((mark) => {
        const type = mark.type.name === 'code_text' ? 'code' : mark.type.name;
        return type === 'color' ? { object: 'mark', type, data: mark.attrs.data as Data } : { object: 'mark', type };
    });
}
