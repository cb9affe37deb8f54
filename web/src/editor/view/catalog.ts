// The blocks and inlines that can be inserted: names, words by which they are found, and how they begin.

import type { Node } from 'prosemirror-model';

import type { Data } from '../model/json';
import { schema } from '../model/schema';
import { w, type Words } from '../words';

export interface Entry {
    name: Words;
    /** Words by which it is found beside its name. */
    words: string;
    group: 'Text' | 'Lists' | 'Layout' | 'Media' | 'Advanced' | 'Inline';
    sign: string;
    /** The Markdown that makes it while typing. */
    typed?: string;
    make(): Node;
    /** True if a form asks for its settings at once. */
    asks?: boolean;
    /** True if files are chosen first. */
    files?: 'image' | 'file';
}

const block = (type: string, data: Data = {}, content?: Node | Node[]): Node => schema.node(type, { data }, content);
export const paragraph = (): Node => schema.node('paragraph');
const heading = (level: number): Node => schema.node('heading', { level });
const list = (type: string, data: Data = {}): Node => block(type, {}, block('list_item', data, paragraph()));
const parts = (type: string, part: string, datas: Data[]): Node => block(type, {}, datas.map((data) => block(part, data, paragraph())));

/** Returns a table of text columns whose cells are empty. */
export function table(rows: number, columns: number, view: Data = { type: 'grid', hideHeader: false }): Node {
    const header = Array.from({ length: columns }, () => schema.node('table_header'));
    const row = () => schema.node('table_row', null, Array.from({ length: columns }, () => schema.node('table_cell', null, paragraph())));
    return schema.node('table', { data: { view } }, [schema.node('table_row', null, header), ...Array.from({ length: rows }, row)]);
}

function cards(): Node {
    const header = ['', ''].map(() => schema.node('table_header'));
    const target = schema.node('table_header', { definition: { type: 'content-ref' }, hidden: true, role: 'targetDefinition' }, [schema.text(w('Target'))]);
    const row = () => schema.node('table_row', null, [...['', '', ''].map(() => schema.node('table_cell', null, paragraph()))]);
    return schema.node('table', { data: { view: { type: 'cards', cardSize: 'medium' } } }, [schema.node('table_row', null, [...header, target]), row(), row(), row()]);
}

const expandable = (): Node =>
    schema.node('expandable', null, [schema.node('expandable_title'), schema.node('expandable_body', null, paragraph())]);

export const CATALOG: readonly Entry[] = [
    { name: 'Paragraph', words: 'text plain', group: 'Text', sign: '¶', make: paragraph },
    { name: 'Heading 1', words: 'title h1 section', group: 'Text', sign: 'H1', typed: '#', make: () => heading(1) },
    { name: 'Heading 2', words: 'title h2 subsection', group: 'Text', sign: 'H2', typed: '##', make: () => heading(2) },
    { name: 'Heading 3', words: 'title h3', group: 'Text', sign: 'H3', typed: '###', make: () => heading(3) },
    { name: 'Quote', words: 'blockquote citation', group: 'Text', sign: '❝', typed: '>', make: () => block('blockquote', {}, paragraph()) },
    { name: 'Code', words: 'source pre fence', group: 'Text', sign: '{}', typed: '```', make: () => schema.node('code') },
    { name: 'Divider', words: 'rule line hr separator', group: 'Text', sign: '—', typed: '---', make: () => schema.node('divider') },
    { name: 'Bulleted list', words: 'unordered ul items', group: 'Lists', sign: '•', typed: '-', make: () => list('list_unordered') },
    { name: 'Numbered list', words: 'ordered ol items', group: 'Lists', sign: '1.', typed: '1.', make: () => list('list_ordered') },
    { name: 'Task list', words: 'todo check box tasks', group: 'Lists', sign: '☑', typed: '[ ]', make: () => list('list_tasks', { checked: false }) },
    { name: 'Hint', words: 'callout note info admonition', group: 'Layout', sign: 'i', make: () => block('hint', { style: 'info' }, paragraph()) },
    { name: 'Success hint', words: 'callout tip', group: 'Layout', sign: '✓', make: () => block('hint', { style: 'success' }, paragraph()) },
    { name: 'Warning hint', words: 'callout caution', group: 'Layout', sign: '!', make: () => block('hint', { style: 'warning' }, paragraph()) },
    { name: 'Danger hint', words: 'callout error', group: 'Layout', sign: '‼', make: () => block('hint', { style: 'danger' }, paragraph()) },
    { name: 'Table', words: 'grid rows columns cells', group: 'Layout', sign: '▦', make: () => table(2, 3) },
    { name: 'Cards', words: 'grid table tiles', group: 'Layout', sign: '▢', make: cards },
    { name: 'Tabs', words: 'tab group', group: 'Layout', sign: '⊟', make: () => parts('tabs', 'tabs_item', [{ title: w('First') }, { title: w('Second') }]) },
    { name: 'Steps', words: 'stepper instructions guide', group: 'Layout', sign: '➊', make: () => parts('stepper', 'stepper_step', [{}, {}]) },
    { name: 'Columns', words: 'side by side layout', group: 'Layout', sign: '▥', make: () => parts('columns', 'column', [{}, {}]) },
    { name: 'Expandable', words: 'details summary collapse toggle', group: 'Layout', sign: '▸', make: expandable },
    { name: 'Updates', words: 'changelog release notes', group: 'Layout', sign: '◷', make: () => parts('updates', 'update', [{ date: '' }]) },
    { name: 'Image', words: 'picture photo figure upload', group: 'Media', sign: '🖼', files: 'image', make: () => schema.node('images', null, block('image')) },
    { name: 'File', words: 'attachment download upload', group: 'Media', sign: '📎', files: 'file', make: () => block('file') },
    { name: 'Embed', words: 'video youtube frame address', group: 'Media', sign: '▶', asks: true, make: () => block('embed', { url: '' }) },
    { name: 'Page link', words: 'card content ref reference', group: 'Media', sign: '↗', asks: true, make: () => block('content_ref') },
    { name: 'Formula', words: 'math tex latex equation', group: 'Advanced', sign: '∑', asks: true, make: () => block('math', { formula: '' }) },
    { name: 'Diagram', words: 'mermaid flow chart', group: 'Advanced', sign: '◇', make: () => schema.node('code', { data: { syntax: 'mermaid' } }, schema.text('graph LR\n  A --> B')) },
    { name: 'Reusable content', words: 'include snippet', group: 'Advanced', sign: '⟳', asks: true, make: () => block('reusable_content') },
    { name: 'Condition', words: 'if visitor adaptive', group: 'Advanced', sign: '?', asks: true, make: () => block('if', { expression: '' }, paragraph()) },
    { name: 'API operation', words: 'openapi rest endpoint', group: 'Advanced', sign: 'API', asks: true, make: () => block('openapi_operation') },
    { name: 'API schemas', words: 'openapi models', group: 'Advanced', sign: 'API', asks: true, make: () => block('openapi_schemas', { schemas: [], grouped: false }) },
    { name: 'API webhook', words: 'openapi event', group: 'Advanced', sign: 'API', asks: true, make: () => block('openapi_webhook') },
    { name: 'Prompt', words: 'assistant ai', group: 'Advanced', sign: '✦', make: () => block('prompt', {}, paragraph()) },
    { name: 'Inline formula', words: 'math tex latex', group: 'Inline', sign: '𝑥', asks: true, make: () => block('inline_math', { formula: '' }) },
    { name: 'Inline image', words: 'picture', group: 'Inline', sign: '🖼', files: 'image', make: () => block('inline_image', { size: 'line' }) },
    { name: 'Emoji', words: 'smiley', group: 'Inline', sign: '😀', asks: true, make: () => block('emoji', { code: '' }) },
    { name: 'Icon', words: 'symbol', group: 'Inline', sign: '★', asks: true, make: () => block('icon', { icon: '' }) },
    { name: 'Mention', words: 'page at', group: 'Inline', sign: '@', asks: true, make: () => block('mention') },
    { name: 'Button', words: 'call to action link', group: 'Inline', sign: '⬭', asks: true, make: () => block('button', { label: '', kind: 'primary' }) },
    { name: 'Expression', words: 'variable value', group: 'Inline', sign: 'ƒ', asks: true, make: () => block('expression', { expression: '' }) },
];

/** Returns the entries that a text finds, best first. */
export function found(text: string): Entry[] {
    const sought = text.toLowerCase().trim();
    if (!sought) return [...CATALOG];
    const score = ({ name, words }: Entry): number => {
        // By the English name, too, which the published formats have.
        const names = [w(name).toLowerCase(), name.toLowerCase()];
        if (names.some((it) => it.startsWith(sought))) return 0;
        if (names.some((it) => it.includes(sought))) return 1;
        return words.split(' ').some((word) => word.startsWith(sought)) ? 2 : 3;
    };
    return CATALOG.filter((entry) => score(entry) < 3).sort((a, b) => score(a) - score(b));
}
