// How nodes and marks look without a node view: elements and classes of published pages, so that writing looks like the
// result. Attributes are built from known words only; texts of a document are set as text or as attributes that don't run.

import type { DOMOutputSpec, Mark, Node } from 'prosemirror-model';

import { safeAddress } from './address';
import { type Data, isObject } from './json';

type Look = (node: Node) => DOMOutputSpec;
type Attributes = Record<string, string>;

const word = (data: Data, name: string, known: readonly string[]): string | undefined => {
    const value = data[name];
    return typeof value === 'string' && known.includes(value) ? value : undefined;
};
const text = (data: Data, name: string): string => (typeof data[name] === 'string' ? (data[name] as string) : '');

const aligned = (data: Data, more: Attributes = {}): Attributes => {
    const align = word(data, 'align', ['center', 'end', 'right']);
    const classes = [more.class, align && `q-align-${align}`].filter(Boolean).join(' ');
    return { ...more, dir: 'auto', ...(classes && { class: classes }) };
};

const looks: Record<string, Look> = {
    paragraph: (node) => ['p', aligned(node.attrs.data), 0],
    heading: (node) => [`h${node.attrs.level + 1}`, aligned(node.attrs.data, { class: 'q-h' }), 0],
    blockquote: () => ['blockquote', { class: 'q-quote' }, 0],
    list_unordered: () => ['ul', { class: 'q-ul' }, 0],
    list_ordered: (node) => ['ol', { class: 'q-ol', start: String(Number(node.attrs.data.start ?? 1)) }, 0],
    list_tasks: () => ['ul', { class: 'q-tasks' }, 0],
    list_item: () => ['li', 0],
    divider: () => ['hr'],
    code: (node) => ['pre', { class: 'q-pre', 'data-syntax': text(node.attrs.data, 'syntax'), dir: 'ltr' }, ['code', 0]],
    expandable: () => ['div', { class: 'q-expandable', 'data-open': '' }, 0],
    expandable_title: () => ['div', { class: 'q-expandable-title', dir: 'auto' }, 0],
    expandable_body: () => ['div', { class: 'q-expandable-body' }, 0],
    tabs: () => ['div', { class: 'q-tabs' }, 0],
    tabs_item: () => ['div', { class: 'q-tab' }, 0],
    stepper: () => ['div', { class: 'q-stepper' }, 0],
    stepper_step: () => ['div', { class: 'q-step' }, ['div', { class: 'q-step-body' }, 0]],
    columns: () => ['div', { class: 'q-columns' }, 0],
    column: () => ['div', { class: 'q-col' }, 0],
    updates: () => ['div', { class: 'q-updates' }, 0],
    update: () => ['div', { class: 'q-update' }, 0],
    prompt: () => ['div', { class: 'q-prompt' }, 0],
    hint: (node) => [
        'div',
        { class: `q-hint q-${word(node.attrs.data, 'style', ['info', 'warning', 'danger', 'success']) ?? 'info'}` },
        ['div', { class: 'q-hint-body' }, 0],
    ],
    if: () => ['div', { class: 'e-if' }, 0],
    images: () => ['div', { class: 'q-images' }, 0],
    image: () => ['figure', { class: 'q-image' }, ['figcaption', { dir: 'auto' }, 0]],
    table: () => ['table', ['tbody', 0]],
    table_row: () => ['tr', 0],
    table_cell: () => ['td', 0],
    table_header: () => ['th', { scope: 'col', dir: 'auto' }, 0],
    hard_break: () => ['br'],
    emoji: (node) => ['span', { class: 'e-emoji' }, emoji(text(node.attrs.data, 'code'))],
    expression: (node) => ['code', { class: 'q-c e-expression' }, text(node.attrs.data, 'expression')],
    inline_math: (node) => ['code', { class: 'q-c e-math' }, text(node.attrs.data, 'formula')],
    opaque: (node) => ['pre', { class: 'e-opaque' }, opaqueText(node.attrs.json)],
    inline_opaque: (node) => ['code', { class: 'q-c e-opaque' }, opaqueText(node.attrs.json)],
};

/** Returns how nodes of a type look. */
export function look(name: string): Look {
    const fallback = ['file', 'drawing', 'embed'].includes(name)
        ? (): DOMOutputSpec => ['figure', { class: `e-${name}` }, ['figcaption', { dir: 'auto' }, 0]]
        : (): DOMOutputSpec => ['span', { class: `e-atom e-${name}` }];
    return looks[name] ?? fallback;
}

/** Returns the text that an emoji's code points make. */
export function emoji(code: string): string {
    const points = code.split('-').map((point) => Number.parseInt(point, 16));
    const valid = points.every((point) => point > 0x1f && point <= 0x10ffff && !(point >= 0xd800 && point < 0xe000));
    return valid ? String.fromCodePoint(...points) : '\u{fffd}';
}

/** Returns the text that stands for JSON that the editor can't express: its source if it has one. */
export function opaqueText(json: unknown): string {
    if (!isObject(json)) return '';
    const data = isObject(json.data) ? json.data : {};
    if (typeof data.raw === 'string') return data.raw;
    if (typeof json.raw === 'string') return json.raw;
    if (typeof json.text === 'string') return json.text;
    const texts: string[] = [];
    const visit = (value: unknown): void => {
        if (Array.isArray(value)) value.forEach(visit);
        else if (isObject(value)) {
            if (value.object === 'leaf' && typeof value.text === 'string') texts.push(value.text);
            else Object.values(value).forEach(visit);
        }
    };
    visit(json);
    return texts.join('') || String(json.type ?? '');
}

const TINTS = ['green', 'blue', 'red', 'orange', 'yellow', 'purple', '$primary', '$info', '$success', '$warning', '$danger'];

type MarkLook = (mark: Mark) => DOMOutputSpec;
const markLooks: Record<string, MarkLook> = {
    link: (mark) => {
        const ref = isObject(mark.attrs.data.ref) ? mark.attrs.data.ref : {};
        const href = safeAddress(ref.url);
        return ['a', { class: 'q-link', ...(href && { href }), ...(ref.kind !== 'url' && { 'data-kind': text(ref, 'kind') }) }, 0];
    },
    annotation: () => ['span', { class: 'q-note-ref' }, 0],
    bold: () => ['strong', 0],
    italic: () => ['em', 0],
    strikethrough: () => ['s', 0],
    code_text: () => ['code', { class: 'q-c' }, 0],
    keyboard: () => ['kbd', 0],
    superscript: () => ['sup', 0],
    subscript: () => ['sub', 0],
    line: () => ['span', { class: 'e-line' }, 0],
    color: (mark) => {
        const of = (name: string, prefix: string) => {
            const tint = word(mark.attrs.data, name, TINTS);
            return tint && `${prefix}${tint.replace('$', '')}`;
        };
        return ['mark', { class: ['e-color', of('text', 'q-fg-'), of('background', 'q-bg-')].filter(Boolean).join(' ') }, 0];
    },
};

/** Returns how marks of a type look. */
export function markLook(name: string): MarkLook {
    return markLooks[name] ?? (() => ['span', 0]);
}
