// Files from the writer's computer: dropped, pasted or chosen. While one is on its way, a placeholder stands in the text,
// which is no content: undo and saves know nothing of it.

import type { Node, NodeType } from 'prosemirror-model';
import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';

import { schema } from '../model/schema';
import { insert } from './commands';
import type { Context } from './context';
import { button, el } from './dom';
import type { Data } from '../model/json';
import { w } from '../words';

const key = new PluginKey<DecorationSet>('uploads');
let count = 0;

type Meta = { add: { id: string; pos: number; dom: HTMLElement } } | { remove: string };

/** Returns the plugin that shows what is on its way. */
export function uploads(): Plugin {
    return new Plugin<DecorationSet>({
        key,
        state: {
            init: () => DecorationSet.empty,
            apply(tr, set) {
                const meta = tr.getMeta(key) as Meta | undefined;
                const mapped = set.map(tr.mapping, tr.doc);
                if (!meta) return mapped;
                if ('add' in meta) return mapped.add(tr.doc, [Decoration.widget(meta.add.pos, meta.add.dom, { id: meta.add.id, side: 1 })]);
                return mapped.remove(mapped.find(undefined, undefined, (spec) => spec.id === meta.remove));
            },
        },
        props: { decorations: (state) => key.getState(state) },
    });
}

/** Lets the writer choose files, and inserts them at the caret. `made` is where one goes that stands for another node. */
export function chooseFiles(view: EditorView, context: Context, kind: 'image' | 'file', made?: Node): void {
    const input = el('input', { type: 'file', accept: kind === 'image' ? 'image/*' : '', multiple: made?.type.name !== 'inline_image', class: 'unseen' });
    input.addEventListener('change', () => {
        uploadAll(view, context, [...(input.files ?? [])], undefined, made);
        input.remove();
    });
    input.addEventListener('cancel', () => input.remove());
    document.body.append(input);
    input.click();
}

/** Uploads files and inserts each when it is there. */
export function uploadAll(view: EditorView, context: Context, files: readonly File[], pos = view.state.selection.from, made?: Node): void {
    for (const file of files) void uploadOne(view, context, file, pos, made);
}

async function uploadOne(view: EditorView, context: Context, file: File, pos: number, made?: Node): Promise<void> {
    const id = `upload-${(count += 1)}`;
    const stop = new AbortController();
    const bar = el('progress', { max: 1, value: 0, 'aria-label': w('Uploading {name}', { name: file.name }) });
    const words = el('span', { dir: 'auto' }, file.name);
    const drop = () => view.dispatch(view.state.tr.setMeta(key, { remove: id }));
    const dom = el('span', { class: 'e-upload', contenteditable: 'false' }, words, bar, button(w('Cancel the upload'), '✕', () => (stop.signal.aborted ? drop() : stop.abort())));
    view.dispatch(view.state.tr.setMeta(key, { add: { id, pos, dom } }));
    try {
        const ref = await context.upload(file, (part) => (bar.value = part), stop.signal);
        if (view.isDestroyed) return;
        const [place] = key.getState(view.state)?.find(undefined, undefined, (spec) => spec.id === id) ?? [];
        drop();
        if (place) land(view, nodeOf(file, ref, made), place.from);
    } catch (error) {
        if (view.isDestroyed) return;
        if (stop.signal.aborted) drop();
        else {
            bar.remove();
            words.textContent = `${file.name}: ${(error as Error).message}`;
            words.setAttribute('role', 'alert');
            stop.abort();
        }
    }
}

function nodeOf(file: File, ref: Data, made: Node | undefined): Node {
    if (made?.type.name === 'inline_image') return made.type.create({ data: { ...made.attrs.data, ref, alt: '' } });
    const alone = (name: string, data: Data) => (schema.nodes[name] as NodeType).create({ data });
    if (!file.type.startsWith('image/') || made?.type.name === 'file') return alone('file', { ref });
    return schema.node('images', null, alone('image', { ref, alt: '' }));
}

/** Inserts a node at a place without moving the caret of somebody who writes elsewhere. */
function land(view: EditorView, node: Node, pos: number): void {
    const { state } = view;
    if (Math.abs(state.selection.from - pos) < 2 && state.selection.empty) {
        insert(view, node);
        return;
    }
    const $pos = state.doc.resolve(pos);
    for (let depth = $pos.depth; depth >= 0; depth -= 1) {
        const index = depth === $pos.depth ? $pos.index(depth) : $pos.indexAfter(depth);
        const at = depth === $pos.depth ? pos : $pos.after(depth + 1);
        if ($pos.node(depth).canReplaceWith(index, index, node.type)) {
            view.dispatch(state.tr.insert(at, node));
            return;
        }
    }
}
