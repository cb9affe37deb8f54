// Links: a form that completes titles of pages, and what a click on a link does.

import type { Mark } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

import { safeAddress } from '../model/address';
import type { Data } from '../model/json';
import { isObject } from '../model/json';
import { schema } from '../model/schema';
import type { Context } from './context';
import { askFor, type Field } from './form';
import { w } from '../words';

/** Returns where the mark of a type around the caret begins and ends. */
export function around(state: EditorState, name: string): { mark: Mark; from: number; to: number } | undefined {
    const { $from } = state.selection;
    const parent = $from.parent;
    let found: { mark: Mark; from: number; to: number } | undefined;
    let open: typeof found;
    parent.forEach((child, offset) => {
        const mark = child.marks.find((it) => it.type.name === name);
        const from = $from.start() + offset;
        if (mark && open?.mark.eq(mark) && open.to === from) open.to += child.nodeSize;
        else open = mark && { mark, from, to: from + child.nodeSize };
        if (open && open.from <= $from.pos && open.to >= $from.pos) found = open;
    });
    return found;
}

function near(view: EditorView): DOMRect {
    const { left, top, bottom } = view.coordsAtPos(view.state.selection.from);
    return new DOMRect(left, top, 0, bottom - top);
}

/** Asks where the selected text, or the link at the caret, leads. An empty answer takes the link away. */
export async function editLink(view: EditorView, context: Context): Promise<void> {
    const { state } = view;
    if (!state.selection.$from.parent.inlineContent || state.selection.$from.parent.type.spec.code) return;
    const old = around(state, 'link');
    const { from, to, empty } = state.selection;
    const range = old ?? (empty ? undefined : { from, to });
    const fields: Field[] = [{ kind: 'ref', name: 'ref', label: 'Leads to' }];
    if (!range) fields.push({ kind: 'text', name: 'text', label: 'Text' });
    const data = await askFor(w('Link'), fields, { ...(old?.mark.attrs.data as Data) }, context, near(view));
    if (data && view.state.doc === state.doc) await apply(view, context, range, data);
    view.focus();
}

async function apply(view: EditorView, context: Context, range: { from: number; to: number } | undefined, { text, ...data }: Data): Promise<void> {
    const link = schema.marks.link!;
    const tr = view.state.tr;
    if (range) {
        tr.removeMark(range.from, range.to, link);
        if (data.ref) tr.addMark(range.from, range.to, link.create({ data }));
    } else if (data.ref) {
        const words = typeof text === 'string' && text ? text : await context.nameOf(data.ref);
        tr.replaceSelectionWith(schema.text(words || 'link', [link.create({ data })]), false);
    }
    view.dispatch(tr.removeStoredMark(link));
}

/** Asks for the note of the selected text, or of the annotation at the caret. */
export async function editAnnotation(view: EditorView, context: Context): Promise<void> {
    const { state } = view;
    const old = around(state, 'annotation');
    const { from, to, empty } = state.selection;
    const range = old ?? (empty ? undefined : { from, to });
    if (!range) return;
    const body = (old?.mark.attrs.body ?? []) as Data[];
    const texts = body.map(plain);
    // A note with more than plain paragraphs is not flattened: it is edited as JSON.
    const simple = texts.every((it) => it !== undefined);
    const field: Field = simple ? { kind: 'area', name: 'note', label: 'Note' } : { kind: 'json', name: 'note', label: 'Note (JSON)' };
    const data = await askFor(w('Annotation'), [field], { note: simple ? texts.join('\n') : (body as Data[]) }, context, near(view));
    if (data && view.state.doc === state.doc) {
        const annotation = schema.marks.annotation!;
        const blocks = simple ? paragraphs(String(data.note ?? '')) : data.note;
        const tr = view.state.tr.removeMark(range.from, range.to, annotation);
        if (Array.isArray(blocks) && blocks.length) tr.addMark(range.from, range.to, annotation.create({ ...old?.mark.attrs, body: blocks }));
        view.dispatch(tr.removeStoredMark(annotation));
    }
    view.focus();
}

/** Returns the text of a paragraph without marks and inline nodes; undefined of all else. */
function plain(block: Data): string | undefined {
    if (block.type !== 'paragraph' || !Array.isArray(block.nodes)) return undefined;
    const texts = block.nodes.flatMap((node) => (isObject(node) && node.object === 'text' && Array.isArray(node.leaves) ? node.leaves : [undefined]));
    const simple = texts.every((leaf) => isObject(leaf) && !leaf.raw && !(leaf.marks as unknown[] | undefined)?.length);
    return simple ? texts.map((leaf) => String((leaf as Data).text)).join('') : undefined;
}

function paragraphs(text: string): Data[] {
    const lines = text.split('\n').filter((line) => line.trim());
    return lines.map((line) => ({ object: 'block', type: 'paragraph', data: {}, nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: line, marks: [] }] }] }));
}

/** Follows a link with the control key, in a new window and without telling from where. */
export function follow(view: EditorView, pos: number, event: MouseEvent): boolean {
    if (!event.ctrlKey && !event.metaKey) return false;
    const marks = view.state.doc.resolve(pos).marks();
    const ref = marks.find((mark) => mark.type.name === 'link')?.attrs.data.ref;
    const address = isObject(ref) && ref.kind === 'url' ? safeAddress(ref.url) : undefined;
    if (address) open(address, '_blank', 'noopener,noreferrer');
    return address !== undefined;
}
