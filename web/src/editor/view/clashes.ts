// Conflicts in the text: where both sides changed the same block, a card stands before it with what the other side wrote,
// until the writer decides. A decision is an ordinary change, which undo takes back as far as the text goes.

import { DOMSerializer, Fragment, type Node } from 'prosemirror-model';
import { Plugin, PluginKey, type Transaction } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';

import { fromBlocks } from '../model/from_document';
import type { Block, Json } from '../model/json';
import { schema } from '../model/schema';
import { isBlank, toJson } from '../model/to_document';
import { button, el } from './dom';
import { w } from '../words';

/** One that waits: where the text of one side is, and the blocks of the other. */
export interface Waiting {
    from: number;
    to: number;
    /** What is not in the text: theirs, or mine where I deleted what they changed. */
    other: readonly Node[];
    mineIsShown: boolean;
}

const key = new PluginKey<Waiting[]>('clashes');

export const ADD = 'clashes-add';

export function clashes(): Plugin {
    return new Plugin<Waiting[]>({
        key,
        state: {
            init: () => [],
            apply(tr, waiting) {
                const meta = tr.getMeta(key) as { add?: Waiting[]; remove?: Waiting } | undefined;
                const kept = waiting.filter((it) => it !== meta?.remove).map((it) => {
                    const from = tr.mapping.map(it.from, 1);
                    // Where all of it was written over, its place is after what is there now.
                    return { ...it, from, to: Math.max(from, tr.mapping.map(it.to, -1)) };
                });
                return [...kept, ...(meta?.add ?? [])];
            },
        },
        props: {
            decorations(state) {
                const waiting = key.getState(state) ?? [];
                if (!waiting.length) return null;
                const all = waiting.flatMap((it) => [
                    Decoration.widget(it.from, (view) => card(view, it), { side: -1, ignoreSelection: true, stopEvent: () => true, key: `clash-${it.other.map((node) => node.textContent).join().slice(0, 200)}` }),
                    ...covered(state.doc, it),
                ]);
                return DecorationSet.create(state.doc, all);
            },
        },
    });
}

function covered(doc: Node, { from, to }: Waiting): Decoration[] {
    const found: Decoration[] = [];
    doc.forEach((node, pos) => {
        if (pos >= from && pos + node.nodeSize <= to) found.push(Decoration.node(pos, pos + node.nodeSize, { class: 'e-clash-mine' }));
    });
    return found;
}

export function waiting(view: EditorView): readonly Waiting[] {
    return key.getState(view.state) ?? [];
}

/** A conflict in a draft. Its place is counted in blocks that are kept: positions differ where empty paragraphs and spaces
 * at the ends of lines are left out. */
interface Stored {
    at: number;
    count: number;
    mineIsShown: boolean;
    other: Block[];
}

/** Returns the conflicts for the draft. */
export function stored(view: EditorView): Json {
    return waiting(view).map((it) => storedAt(view.state.doc, it)) as unknown as Json;
}

/** Returns what a draft keeps of a conflict in a text. */
export function storedAt(doc: Node, { from, to, other, mineIsShown }: Waiting): Stored {
    let [at, count] = [0, 0];
    doc.forEach((node, pos) => {
        if (isBlank(node)) return;
        if (pos + node.nodeSize <= from) at += 1;
        else if (pos < to) count += 1;
    });
    return { at, count, mineIsShown, other: other.map(toJson) };
}

/** Returns the conflicts of a draft, in the text of these blocks. */
export function loaded(json: Json, nodes: readonly Node[]): Waiting[] {
    const ends = [0];
    for (const { nodeSize } of nodes) ends.push((ends.at(-1) as number) + nodeSize);
    const end = (block: number): number => ends[Math.min(block, nodes.length)] as number;
    const list = (Array.isArray(json) ? json : []) as unknown as Stored[];
    return list.map(({ at, count, mineIsShown, other }) => ({ from: end(at), to: end(at + count), mineIsShown, other: fromBlocks(other) }));
}

export function added(tr: Transaction, add: Waiting[]): Transaction {
    return add.length ? tr.setMeta(key, { add }) : tr;
}

/** Decides a conflict. Where the writer has joined its blocks with others since, nothing is taken out of these, and what
 * is taken stands after them. */
export function decided(tr: Transaction, { from, to, other }: Waiting, keep: boolean, take: boolean): Transaction {
    const [$from, $to] = [tr.doc.resolve(from), tr.doc.resolve(to)];
    const isJoined = $from.depth > 0 || $to.depth > 0;
    const end = $to.depth > 0 ? $to.after(1) : to;
    if (take) tr.insert(end, Fragment.from([...other]));
    if (!keep && !isJoined) tr.delete(from, to);
    return tr;
}

function card(view: EditorView, it: Waiting): HTMLElement {
    const current = (): Waiting | undefined => waiting(view).find((other) => other.other === it.other);
    const decide = (keep: boolean, take: boolean) => () => {
        const now = current();
        if (!now) return;
        const tr = decided(view.state.tr, now, keep, take);
        if (tr.doc.childCount === 0) tr.insert(0, schema.node('paragraph'));
        view.dispatch(tr.setMeta(key, { remove: now }));
        view.focus();
    };
    // In the text is mine, or theirs where mine is nothing.
    const [mine, theirs] = it.mineIsShown ? [decide(true, false), decide(false, true)] : [decide(false, it.other.length > 0), decide(true, false)];
    const shown = el('div', { class: 'e-clash-other' });
    if (it.other.length) shown.append(DOMSerializer.fromSchema(schema).serializeFragment(Fragment.from([...it.other])));
    else shown.textContent = w('Nothing: it was deleted.');
    for (const link of shown.querySelectorAll('a')) link.removeAttribute('href');
    return el(
        'div',
        { class: 'e-clash', contenteditable: 'false', role: 'group', 'aria-label': w('Conflict') },
        el('p', {}, w(it.mineIsShown ? 'Somebody else changed this too. Below is yours; theirs is:' : 'Somebody else changed what you deleted. Below is theirs; yours is:')),
        shown,
        el('div', { class: 'e-clash-choices' }, button(w('Keep mine'), w('Mine'), mine), button(w('Take theirs'), w('Theirs'), theirs), button(w('Keep both'), w('Both'), decide(true, true))),
    );
}
