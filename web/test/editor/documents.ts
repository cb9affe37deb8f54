// Documents at random: every block and inline that the format has, with fields that nothing knows.

import type { Block, Data, Inline, Leaf, Text } from '../../src/editor/model/json';
import { below, one, type Random, some } from './random';

const MARKS = ['bold', 'italic', 'strikethrough', 'code', 'keyboard', 'superscript'];
const WORDS = ['alpha', 'be ta', ' gamma', 'δ', '<script>alert(1)</script>', 'עברית', 'line\nbreak', '🚀', '&amp;', '  '];

export class Documents {
    private count = 0;

    constructor(private readonly next: Random) {}

    blocks(depth: number, most = 5): Block[] {
        return some(this.next, most, () => this.block(depth), 1);
    }

    private name(): string {
        this.count += 1;
        return `k${this.count}`;
    }

    private chance(of: number): boolean {
        return this.next() < of;
    }

    private base(type: string, data: Data, rest: Partial<Block> = {}): Block {
        const more: Data = this.chance(0.1) ? { unknown: { deep: [1, null, 'x'] } } : {};
        return { object: 'block', type, key: this.name(), data: { ...data, ...more }, isVoid: false, ...rest };
    }

    private leaf(): Leaf {
        const marks = MARKS.filter(() => this.chance(0.15)).map((type) => ({ object: 'mark' as const, type }));
        const color = this.chance(0.05) ? [{ object: 'mark' as const, type: 'color', data: { text: 'red', background: '$info' } }] : [];
        if (this.chance(0.03)) return { object: 'leaf', text: '', marks: [], raw: '<!-- hidden -->' };
        if (this.chance(0.03)) return { object: 'leaf', text: '{% odd %}', marks: [], raw: true };
        return { object: 'leaf', text: one(this.next, WORDS), marks: [...marks, ...color] };
    }

    private text(): Text {
        return { object: 'text', leaves: some(this.next, 3, () => this.leaf(), 1) };
    }

    private ref(): Data {
        return one<Data>(this.next, [
            { kind: 'url', url: 'https://example.org/' },
            { kind: 'url', url: 'javascript:alert(1)' },
            { kind: 'page', page: 'abc' },
            { kind: 'anchor', anchor: 'x', page: 'abc', space: 'def' },
            { kind: 'file', file: 'f1' },
        ]);
    }

    private inline(): Inline {
        const plain = (type: string, data: Data): Inline => ({ object: 'inline', type, key: this.name(), data, isVoid: true });
        const around = (type: string, data: Data, rest: Partial<Inline> = {}): Inline => ({
            object: 'inline', type, key: this.name(), data, isVoid: false, nodes: this.chance(0.9) ? [this.text()] : [], ...rest,
        });
        const body = () => [{ object: 'fragment' as const, fragment: 'annotation-body', type: 'annotation-body', nodes: this.blocks(0, 2) }];
        return one(this.next, [
            () => around('link', { ref: this.ref() }),
            () => around('link', { ref: { kind: 'page', page: 'abc' }, odd: true }),
            () => around('annotation', {}, { fragments: body() }),
            () => plain('emoji', { code: '1f680' }),
            () => plain('icon', { icon: 'github' }),
            () => plain('inline-math', { formula: 'a^2' }),
            () => plain('inline-image', { ref: this.ref(), alt: 'x', size: 'line' }),
            () => plain('mention', { ref: this.ref() }),
            () => plain('button', { label: 'Go', kind: 'primary', ref: this.ref() }),
            () => plain('expression', { expression: 'space.vars.x' }),
            () => plain('later', { what: 'ever' }),
        ])();
    }

    private line(): (Text | Inline)[] {
        return some(this.next, 4, () => (this.chance(0.6) ? this.text() : this.inline()));
    }

    private caption(): Partial<Block> {
        const paragraph = this.base('paragraph', {}, { nodes: this.line() });
        return this.chance(0.5) ? {} : { fragments: [{ object: 'fragment', fragment: 'caption', nodes: [{ ...paragraph, data: {} }] }] };
    }

    private block(depth: number): Block {
        const leafs = [
            () => this.base('paragraph', this.chance(0.2) ? { align: 'center' } : {}, { nodes: this.line() }),
            () => this.base(one(this.next, ['heading-1', 'heading-2', 'heading-3']), {}, { nodes: this.line(), meta: { id: 'given-one' } }),
            () => this.base('divider', {}, { isVoid: true }),
            () => this.base('code', { syntax: 'js', lineNumbers: true }, { nodes: this.lines() }),
            () => this.base('math', { formula: 'x' }, { isVoid: true }),
            () => this.base('paragraph', { raw: true }, { nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: '{% x %}', marks: [] }] }] }),
            () => this.base('paragraph', { raw: '<!-- c -->' }, { nodes: [] }),
            () => this.base('content-ref', { ref: this.ref() }, { isVoid: true }),
            () => this.base('reusable-content', { ref: { kind: 'reusable-content', reusableContent: 'r' } }, { isVoid: true, meta: { token: 't' } }),
            () => this.base('openapi-operation', { ref: { kind: 'openapi', spec: 's' }, path: '/', method: 'get' }, { isVoid: true, meta: { id: 'op' } }),
            () => this.base('integration', { integration: 'a', block: 'b', props: { p: [1] } }, { isVoid: true }),
            () => this.base('embed', { url: 'https://example.org/' }, { isVoid: true, ...this.caption() }),
            () => this.base('file', { ref: this.ref() }, { isVoid: true, ...this.caption() }),
            () => this.base('images', { align: 'left' }, { nodes: some(this.next, 3, () => this.base('image', { ref: this.ref(), alt: 'a', width: { value: 50, unit: '%' } }, { isVoid: true, ...this.caption() }), 1) }),
            () => this.base('of-tomorrow', { a: 1 }, { nodes: [{ object: 'text', leaves: [] }] }),
            () => this.table(),
        ];
        const parts = (type: string, part: string, data: () => Data) =>
            this.base(type, {}, { nodes: some(this.next, 3, () => this.base(part, data(), { nodes: this.blocks(depth - 1, 3) }), 1) });
        const nested = [
            () => this.base('blockquote', {}, { nodes: this.blocks(depth - 1) }),
            () => this.base('hint', { style: 'warning' }, { nodes: this.blocks(depth - 1) }),
            () => this.base('if', { expression: 'visitor.claims.x' }, { nodes: this.blocks(depth - 1) }),
            () => this.base('prompt', { description: 'd', icon: 'i' }, { nodes: this.blocks(depth - 1) }),
            () => parts('list-unordered', 'list-item', () => ({})),
            () => parts('list-ordered', 'list-item', () => ({})),
            () => parts('list-tasks', 'list-item', () => ({ checked: this.chance(0.5) })),
            () => parts('tabs', 'tabs-item', () => ({ title: 'One', icon: 'x' })),
            () => parts('stepper', 'stepper-step', () => ({})),
            () => parts('columns', 'column', () => ({ width: { value: 50, unit: '%' } })),
            () => parts('updates', 'update', () => ({ date: '2025-01-01', tags: ['a'] })),
            () => this.expandable(depth),
        ];
        return one(this.next, depth > 0 && this.chance(0.5) ? nested : leafs)();
    }

    private expandable(depth: number): Block {
        const title = { object: 'fragment' as const, fragment: 'expandable-title', type: 'expandable-title', nodes: [{ ...this.base('paragraph', {}, { nodes: this.line() }), data: {} }] };
        const body = { object: 'fragment' as const, fragment: 'expandable-body', type: 'expandable-body', nodes: this.blocks(depth - 1, 3) };
        return this.base('expandable', { defaultExpanded: true }, { isVoid: true, fragments: [title, body] });
    }

    private lines(): Block[] {
        return some(this.next, 4, () => this.base('code-line', this.chance(0.2) ? { highlighted: true } : {}, {
            nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: one(this.next, ['let x = 1;', '', '\tif (a < b) {']), marks: [] }] }],
        }), 1).map((line) => ({ ...line, data: line.data?.highlighted ? { highlighted: true } : {} }));
    }

    private table(): Block {
        const types = ['text', 'number', 'checkbox', 'select', 'rating', 'content-ref'];
        const columns = some(this.next, 4, () => one(this.next, types), 1).map((type, at) => ({ id: `c${at}`, type, title: one(this.next, ['T', '']) }));
        const rows = some(this.next, 4, () => this.name());
        const fragments: Block['fragments'] = [];
        const value = (row: string, id: string, type: string) => {
            if (this.chance(0.2)) return undefined;
            if (type === 'text') {
                fragments.push({ object: 'fragment', fragment: `${row}-${id}`, nodes: [this.base('paragraph', {}, { nodes: this.line() })] });
                return `${row}-${id}`;
            }
            return { number: 3, checkbox: true, select: ['a'], rating: 2, 'content-ref': { kind: 'page', page: 'p' } }[type];
        };
        const records = Object.fromEntries(rows.map((row, at) => {
            const values = Object.fromEntries(columns.map(({ id, type }) => [id, value(row, id, type)]).filter(([, it]) => it !== undefined));
            return [row, { orderIndex: String(at).padStart(6, '0'), values }];
        }));
        const visible = columns.map(({ id }) => id).slice(0, Math.max(1, columns.length - below(this.next, 2)));
        const cards = this.chance(0.3);
        const view: Data = cards ? { type: 'cards', cardSize: 'large', columns: visible, targetDefinition: 'c0' } : { type: 'grid', columns: visible, hideHeader: false, columnWidths: { c0: 120 } };
        return this.base('table', { view, definition: Object.fromEntries(columns.map((it) => [it.id, it])), records: records as Data }, { isVoid: true, fragments });
    }
}
