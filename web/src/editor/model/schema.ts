// The schema of the editor: one node type for each block and inline of a document.
//
// The name of a node type is the type of its block with `_` in place of `-`; headings of all levels are one type. A node
// has the whole `data` of its block in `data`, so fields that nothing here knows ride along, and what else stands beside
// `data` (such as `meta`) in `extra`. Links and annotations are marks, since that is how they are edited. What can't be
// expressed is `opaque` or `inline_opaque`, an atom with its exact JSON.
//
// How nodes look is in `look`, how they behave in node views; nothing of a document's data becomes HTML.

import { type AttributeSpec, type MarkSpec, type Node, type NodeSpec, Schema } from 'prosemirror-model';

import { look, markLook } from './look';
import { rules } from './rules';

const attrs: Record<string, AttributeSpec> = { data: { default: {} }, extra: { default: {} } };

/** Blocks that contain blocks and are none of the parts of others. */
export const CONTAINERS = ['blockquote', 'hint', 'if', 'prompt'] as const;
/** Blocks made of parts: the type of the part by that of the block. */
export const PARTS: Record<string, string> = {
    list_unordered: 'list_item',
    list_ordered: 'list_item',
    list_tasks: 'list_item',
    tabs: 'tabs_item',
    stepper: 'stepper_step',
    columns: 'column',
    updates: 'update',
};
/** Blocks with nothing to type in: they are edited by forms. */
export const ATOMS = [
    'math',
    'content_ref',
    'swagger',
    'openapi_operation',
    'openapi_schemas',
    'openapi_webhook',
    'integration',
    'reusable_content',
] as const;
/** Blocks whose text is a caption. */
export const CAPTIONED = ['file', 'drawing', 'embed'] as const;
/** Inline nodes without text. */
export const INLINE_ATOMS = ['emoji', 'icon', 'inline_math', 'inline_image', 'mention', 'button', 'expression'] as const;

const IN_CELLS = new Set(['paragraph', 'heading', 'list_unordered', 'list_ordered', 'list_tasks', 'divider', 'blockquote', 'code', 'images']);

const nodes: Record<string, NodeSpec> = {
    doc: { content: 'block+' },
    paragraph: { content: 'inline*' },
    heading: { content: 'inline*', attrs: { level: { default: 1 }, ...attrs }, defining: true },
    code: { content: '(text | expression)*', marks: 'bold italic strikethrough color annotation line', code: true, defining: true },
    divider: { atom: true },
    images: { content: 'image+', isolating: true },
    image: { content: 'inline*', isolating: true, group: '' },
    expandable: { content: 'expandable_title expandable_body', isolating: true },
    expandable_title: { content: 'inline*', defining: true, group: '', attrs: {} },
    expandable_body: { content: 'block+', group: '', attrs: {} },
    table: { content: 'table_row+', tableRole: 'table', isolating: true },
    table_row: {
        content: '(table_cell | table_header)*',
        tableRole: 'row',
        group: '',
        attrs: { id: { default: null }, extra: { default: {} } },
    },
    table_cell: {
        content: 'cell_block+',
        tableRole: 'cell',
        isolating: true,
        group: '',
        attrs: { ...cellAttrs(), value: { default: null } },
    },
    table_header: {
        content: 'text*',
        marks: '',
        tableRole: 'header_cell',
        isolating: true,
        group: '',
        attrs: {
            ...cellAttrs(),
            id: { default: null },
            definition: { default: { type: 'text', textAlignment: 'left' } },
            width: { default: null },
            role: { default: null },
            hidden: { default: false },
        },
    },
    opaque: { atom: true, attrs: { json: {} } },
    text: { group: 'inline' },
    hard_break: { inline: true, group: 'inline', selectable: false, attrs: {}, linebreakReplacement: true },
    inline_opaque: { inline: true, group: 'inline', atom: true, attrs: { json: {} } },
};

function cellAttrs(): Record<string, AttributeSpec> {
    return { colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null } };
}

for (const name of CONTAINERS) nodes[name] = { content: 'block+', defining: true };
for (const [name, part] of Object.entries(PARTS)) {
    nodes[name] = { content: `${part}+` };
    nodes[part] = { content: 'block+', defining: true, group: '' };
}
for (const name of ['tabs_item', 'stepper_step', 'column', 'update']) nodes[name] = { ...nodes[name], isolating: true };
for (const name of ATOMS) nodes[name] = { atom: true };
for (const name of CAPTIONED) nodes[name] = { content: 'inline*', isolating: true };
for (const name of INLINE_ATOMS) nodes[name] = { inline: true, group: 'inline', atom: true };

for (const [name, spec] of Object.entries(nodes)) {
    if (name === 'text' || name === 'doc') continue;
    spec.attrs ??= attrs;
    if (!spec.inline) spec.group ??= IN_CELLS.has(name) ? 'block cell_block' : 'block';
    spec.toDOM = look(name);
    spec.parseDOM = rules[name];
}

const marks: Record<string, MarkSpec> = {
    // Links come first: they are around the marks of what they contain.
    link: { attrs: { ...attrs, turn: { default: 0 } }, inclusive: false, excludes: 'link annotation' },
    annotation: { attrs: { ...attrs, turn: { default: 0 }, body: { default: [] } }, inclusive: false, excludes: 'link annotation' },
    bold: {},
    italic: {},
    strikethrough: {},
    /** The mark `code`: its name is one of a node already. */
    code_text: { code: true },
    keyboard: {},
    superscript: { excludes: 'superscript subscript' },
    subscript: { excludes: 'superscript subscript' },
    color: { attrs: { data: { default: {} } } },
    /** A line of code that stands out. */
    line: {},
};
for (const [name, spec] of Object.entries(marks)) {
    spec.toDOM = markLook(name);
    spec.parseDOM = rules[name];
}

export const schema = new Schema({ nodes, marks });

/** Returns the `type` of the block or inline that a node is. */
export function typeOf(node: Node): string {
    return node.type.name === 'heading' ? `heading-${node.attrs.level}` : node.type.name.replaceAll('_', '-');
}
