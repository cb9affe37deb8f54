// The settings of blocks and inlines as forms.

import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';

import type { Data } from '../model/json';
import { schema } from '../model/schema';
import { converted, problem } from './column_types';
import type { Context } from './context';
import { askFor, type Field } from './form';
import { w, type Words } from '../words';

const options = (...words: string[]): [string, string][] => words.map((word) => [word, word ? word[0]?.toUpperCase() + word.slice(1) : 'As usual']);
const text = (name: string, label: Words, required = false): Field => ({ kind: 'text', name, label, required });
const check = (name: string, label: Words): Field => ({ kind: 'check', name, label });
const ref = (label: Words, name = 'ref', required = true): Field => ({ kind: 'ref', name, label, required });
const ALIGN: Field = { kind: 'choice', name: 'align', label: 'Alignment', options: options('', 'start', 'center', 'end') };
const WIDE = check('fullWidth', 'Full width');
const ICON = text('icon', 'Icon');
const API: Field[] = [text('ref.spec', 'Specification', true)];
const METHOD: Field = { kind: 'choice', name: 'method', label: 'Method', options: ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'].map((it) => [it, it.toUpperCase()] as const) };

export const SETTINGS: Record<string, { title: Words; fields: readonly Field[] } | undefined> = {
    paragraph: { title: 'Paragraph', fields: [ALIGN] },
    heading: { title: 'Heading', fields: [ALIGN, { kind: 'text', name: 'anchor', label: 'Anchor', hint: 'Empty: made of the text' }] },
    list_ordered: { title: 'Numbered list', fields: [{ kind: 'number', name: 'start', label: 'First number' }] },
    hint: { title: 'Hint', fields: [{ kind: 'choice', name: 'style', label: 'Style', options: options('info', 'success', 'warning', 'danger') }, ICON] },
    code: {
        title: 'Code',
        fields: [text('syntax', 'Language'), text('title', 'Title'), { kind: 'choice', name: 'overflow', label: 'Long lines', options: [['', 'As usual'], ['scroll', 'Scroll'], ['wrap', 'Wrap']] }, check('lineNumbers', 'Line numbers'), WIDE],
    },
    images: { title: 'Images', fields: [{ kind: 'choice', name: 'align', label: 'Alignment', options: options('', 'left', 'center', 'right') }, WIDE, check('withFrame', 'With a frame')] },
    image: { title: 'Image', fields: [ref('Picture'), ref('In dark mode', 'refDark', false), text('alt', 'Alternative text'), { kind: 'number', name: 'width', label: 'Width in pixels' }] },
    file: { title: 'File', fields: [ref('File')] },
    drawing: { title: 'Drawing', fields: [ref('File', 'ref', false), text('alt', 'Alternative text')] },
    embed: { title: 'Embed', fields: [text('url', 'Address', true), WIDE] },
    math: { title: 'Formula', fields: [{ kind: 'area', name: 'formula', label: 'TeX', required: true }] },
    content_ref: { title: 'Page link', fields: [ref('Leads to')] },
    reusable_content: { title: 'Reusable content', fields: [text('ref.reusableContent', 'Identifier', true)] },
    if: { title: 'Condition', fields: [{ kind: 'area', name: 'expression', label: 'Shown if', required: true }] },
    tabs: { title: 'Tabs', fields: [WIDE] },
    tabs_item: { title: 'Tab', fields: [text('title', 'Title'), ICON] },
    stepper_step: { title: 'Step', fields: [ICON] },
    columns: { title: 'Columns', fields: [WIDE] },
    column: { title: 'Column', fields: [{ kind: 'number', name: 'width.value', label: 'Width in %' }, { kind: 'choice', name: 'verticalAlignment', label: 'Vertical alignment', options: options('', 'top', 'middle', 'bottom') }] },
    expandable: { title: 'Expandable', fields: [check('defaultExpanded', 'Open at first')] },
    updates: { title: 'Updates', fields: [text('format', 'Format')] },
    update: { title: 'Update', fields: [text('date', 'Date', true), { kind: 'list', name: 'tags', label: 'Tags' }] },
    prompt: { title: 'Prompt', fields: [text('description', 'Description'), ICON] },
    openapi_operation: { title: 'API operation', fields: [...API, text('path', 'Path', true), METHOD] },
    openapi_schemas: { title: 'API schemas', fields: [...API, { kind: 'list', name: 'schemas', label: 'Schemas' }, check('grouped', 'As one group')] },
    openapi_webhook: { title: 'API webhook', fields: [...API, text('name', 'Name', true), METHOD] },
    swagger: { title: 'API operation of a file', fields: [ref('File or address'), text('path', 'Path'), METHOD, check('expanded', 'Open at first'), WIDE] },
    integration: { title: 'Integration', fields: [text('integration', 'Integration', true), text('block', 'Block', true), { kind: 'json', name: 'props', label: 'Properties' }, WIDE] },
    table: {
        title: 'Table',
        fields: [
            { kind: 'choice', name: 'view.type', label: 'Shown as', options: [['grid', 'Table'], ['cards', 'Cards']] },
            check('view.hideHeader', 'Without its header'),
            { kind: 'choice', name: 'view.cardSize', label: 'Size of cards', options: options('', 'medium', 'large') },
            WIDE,
        ],
    },
    table_header: {
        title: 'Column',
        fields: [
            { kind: 'choice', name: 'definition.type', label: 'Type', options: [['text', 'Text'], ['number', 'Number'], ['checkbox', 'Check box'], ['select', 'Choice'], ['rating', 'Rating'], ['users', 'People'], ['files', 'Files'], ['content-ref', 'Page link'], ['image', 'Image']] },
            { kind: 'choice', name: 'definition.textAlignment', label: 'Alignment of text', options: options('', 'left', 'center', 'right') },
            { kind: 'number', name: 'width', label: 'Width in pixels' },
            { kind: 'choice', name: 'role', label: 'In cards', options: [['', 'Text'], ['targetDefinition', 'Where the card leads'], ['coverDefinition', 'Cover'], ['coverDefinitionDark', 'Cover in dark mode']] },
            check('hidden', 'Hidden'),
            { kind: 'list', name: 'choices', label: 'Choices' },
            { kind: 'number', name: 'definition.max', label: 'Most stars' },
        ],
    },
    emoji: { title: 'Emoji', fields: [{ kind: 'text', name: 'emoji', label: 'Emoji', required: true }] },
    icon: { title: 'Icon', fields: [{ kind: 'text', name: 'icon', label: 'Name', required: true }] },
    inline_math: { title: 'Formula', fields: [{ kind: 'text', name: 'formula', label: 'TeX', required: true }] },
    inline_image: { title: 'Inline image', fields: [ref('Picture'), ref('In dark mode', 'refDark', false), text('alt', 'Alternative text'), { kind: 'choice', name: 'size', label: 'Size', options: [['original', 'As it is'], ['line', 'As high as the line']] }] },
    mention: { title: 'Mention', fields: [ref('Page')] },
    button: { title: 'Button', fields: [text('label', 'Label', true), { kind: 'choice', name: 'kind', label: 'Kind', options: options('primary', 'secondary') }, ICON, ref('Leads to', 'ref', false)] },
    expression: { title: 'Expression', fields: [{ kind: 'text', name: 'expression', label: 'Expression', required: true, hint: 'Such as space.vars.version' }] },
};

/** Asks for the settings of a node; returns the node with them, or undefined if it was given up. */
export async function withSettings(node: Node, context: Context, near: DOMRect, problemOf?: (data: Data) => string | undefined): Promise<Node | undefined> {
    const settings = SETTINGS[node.type.name];
    if (!settings) return undefined;
    const data = await askFor(w(settings.title), settings.fields, shown(node), context, near, problemOf);
    return data && applied(node, data);
}

/** Asks for the settings of the node at a position, and sets them. */
export async function editSettings(view: EditorView, pos: number, context: Context): Promise<void> {
    const node = view.state.doc.nodeAt(pos);
    if (!node) return;
    const dom = view.nodeDOM(pos);
    const near = dom instanceof Element ? dom.getBoundingClientRect() : new DOMRect(100, 100, 0, 0);
    const isColumn = node.type === schema.nodes.table_header;
    const problemOf = (data: Data): string | undefined => {
        const now = placeOf(view, node, pos);
        return isColumn && now !== undefined ? problem(view.state, now, columnOf(node.attrs, data).definition as Data) : undefined;
    };
    const next = await withSettings(node, context, near, problemOf);
    // Others may have changed the text meanwhile: only a node that is still there is set.
    const place = next && placeOf(view, node, pos);
    if (next && place !== undefined) {
        const { state } = view;
        const tr = isColumn ? converted(state.tr, state, place, next.attrs.definition) : state.tr;
        view.dispatch(tr.setNodeMarkup(place, null, next.attrs, next.marks));
    }
    view.focus();
}

function placeOf(view: EditorView, node: Node, pos: number): number | undefined {
    const { doc } = view.state;
    if (pos <= doc.content.size && doc.nodeAt(pos) === node) return pos;
    let found: number | undefined;
    doc.descendants((it, at) => {
        if (it === node) found = at;
        return found === undefined;
    });
    return found;
}

/** The data of a node as its form shows it. */
function shown(node: Node): Data {
    const { attrs } = node;
    if (node.type === schema.nodes.heading) return { ...attrs.data, anchor: attrs.extra.meta?.id ?? '' };
    if (node.type === schema.nodes.emoji) {
        const points = String(attrs.data.code ?? '').split('-').map((point) => Number.parseInt(point, 16)).filter(Number.isFinite);
        return { emoji: String.fromCodePoint(...points) };
    }
    if (node.type !== schema.nodes.table_header) return attrs.data as Data;
    const choices = ((attrs.definition.options ?? []) as { label: string }[]).map(({ label }) => label);
    return { definition: attrs.definition, width: attrs.width, role: attrs.role ?? '', hidden: attrs.hidden, choices };
}

function applied(node: Node, data: Data): Node {
    const attrs = { ...node.attrs };
    if (node.type === schema.nodes.heading) {
        const { anchor, ...rest } = data;
        const { id: _, ...meta } = (attrs.extra.meta ?? {}) as Data;
        const named = anchor ? { ...meta, id: String(anchor).trim().replaceAll(/[\s#"<>&\\]+/g, '-') } : meta;
        const { meta: __, ...extra } = attrs.extra as Data;
        return node.type.create({ ...attrs, data: rest, extra: Object.keys(named).length ? { ...extra, meta: named } : extra }, node.content, node.marks);
    }
    if (node.type === schema.nodes.emoji) {
        const code = [...String(data.emoji).trim()].map((sign) => (sign.codePointAt(0) as number).toString(16)).join('-');
        return node.type.create({ ...attrs, data: { ...attrs.data, code } }, null, node.marks);
    }
    if (node.type === schema.nodes.table_header) return node.type.create(columnOf(attrs, data), node.content);
    const fixed = node.type === schema.nodes.column ? withUnit(data) : withKinds(node, data);
    return node.type.create({ ...attrs, data: fixed }, node.content, node.marks);
}

const withUnit = (data: Data): Data => {
    const width = data.width as Data | undefined;
    if (!width || width.value === undefined) return Object.fromEntries(Object.entries(data).filter(([name]) => name !== 'width'));
    return { ...data, width: { unit: '%', ...width } };
};

/** References have a kind, which the forms of specifications and reusable contents don't ask for. */
function withKinds(node: Node, data: Data): Data {
    const reference = data.ref as Data | undefined;
    if (node.type.name.startsWith('openapi_')) return { ...data, ref: { ...reference, kind: 'openapi' } };
    if (node.type === schema.nodes.reusable_content) return { ...data, ref: { ...reference, kind: 'reusable-content' } };
    if (node.type === schema.nodes.table) {
        const { hideHeader, ...view } = data.view as Data;
        return { ...data, view: view.type === 'cards' ? { cardSize: 'medium', ...view } : { ...view, hideHeader: hideHeader ?? false } };
    }
    return data;
}

function columnOf(attrs: Data, data: Data): Data {
    const definition = data.definition as Data;
    const { choices, width } = data;
    const old = (definition.options ?? []) as Data[];
    const labels = (choices ?? []) as string[];
    const list = labels.map((label) => old.find((it) => it.label === label) ?? { value: label.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-'), label, color: '' });
    const typed: Data = definition.type === 'select' ? { multiple: false, ...definition, options: list } : definition.type === 'text' ? { textAlignment: 'left', ...definition } : definition;
    return { ...attrs, definition: typed, width: width ?? null, colwidth: width ? [Number(width)] : null, role: data.role || null, hidden: data.hidden === true };
}
