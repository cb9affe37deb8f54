// Lines of documents into inline nodes: links and annotations become marks of what is in them.

import type { Mark, Node } from 'prosemirror-model';

import { type Data, equal, type Inline, isObject, type Leaf } from './json';
import { INLINE_ATOMS, schema } from './schema';

const OWN = new Set(['object', 'type', 'key', 'data', 'nodes', 'fragments', 'isVoid']);
const MARKS: Record<string, string> = { code: 'code_text' };

/** Returns the nodes of a line. In code, line breaks are characters. */
export function fromInline(nodes: unknown, inCode = false): Node[] {
    const reader = new Reader(inCode);
    reader.line(nodes, []);
    return reader.nodes;
}

class Reader {
    readonly nodes: Node[] = [];
    private last: Mark | undefined;

    constructor(private readonly inCode: boolean) {}

    line(nodes: unknown, around: readonly Mark[]): void {
        for (const node of Array.isArray(nodes) ? nodes : []) {
            if (isObject(node) && node.object === 'text') {
                for (const leaf of node.leaves as unknown as Leaf[]) this.leaf(leaf, around);
            } else if (isObject(node) && node.object === 'inline') {
                this.inline(node as unknown as Inline, around);
            } else throw new Error('no inline node');
        }
    }

    private leaf(leaf: Leaf, around: readonly Mark[]): void {
        if (leaf.text !== '' || leaf.raw) this.last = around[0];
        if (leaf.raw) {
            this.nodes.push(schema.node('inline_opaque', { json: leaf }, undefined, around));
            return;
        }
        const marks = (leaf.marks ?? []).reduce((set, mark) => toMark(mark.type, mark.data).addToSet(set), around);
        const lines = this.inCode ? [leaf.text] : leaf.text.split('\n');
        for (const [at, text] of lines.entries()) {
            if (at > 0) this.nodes.push(schema.node('hard_break', null, undefined, marks));
            if (text) this.nodes.push(schema.text(text, marks));
        }
    }

    private inline(inline: Inline, around: readonly Mark[]): void {
        const name = inline.type.replaceAll('-', '_');
        const extra = Object.fromEntries(Object.entries(inline).filter(([field]) => !OWN.has(field))) as Data;
        const attrs = { data: inline.data ?? {}, extra };
        if ((INLINE_ATOMS as readonly string[]).includes(name) && !inline.nodes?.length && !inline.fragments?.length) {
            this.nodes.push(schema.node(name, attrs, undefined, around));
            this.last = around[0];
        } else if ((name === 'link' || name === 'annotation') && !around.length && hasContent(inline)) {
            this.line(inline.nodes, [this.wrapping(name, inline, attrs)]);
        } else {
            this.nodes.push(schema.node('inline_opaque', { json: inline }, undefined, around));
            this.last = around[0];
        }
    }

    /** Returns the mark of a link or an annotation. One that follows an equal one is told apart by its turn. */
    private wrapping(name: string, inline: Inline, attrs: { data: Data; extra: Data }): Mark {
        const body = name === 'annotation' ? { body: inline.fragments?.[0]?.nodes ?? [] } : {};
        const last = this.last;
        const follows = last?.type.name === name && equal(last.attrs.data, attrs.data);
        return schema.mark(name, { ...attrs, ...body, turn: follows ? last.attrs.turn + 1 : 0 });
    }
}

function toMark(type: string, data: Data | undefined): Mark {
    return schema.mark(MARKS[type] ?? type, type === 'color' ? { data: data ?? {} } : null);
}

function hasContent(inline: Inline): boolean {
    return JSON.stringify(inline.nodes ?? []).length > 2 && (inline.nodes ?? []).some((node) => node.object === 'inline' || node.leaves.some((leaf) => leaf.text));
}
