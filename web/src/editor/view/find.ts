// Find and replace within the page. What is found is marked in the text; undo takes a replacement back, or all of them.

import type { Node } from 'prosemirror-model';
import { type EditorState, Plugin, PluginKey, TextSelection } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';

import { button, el } from './dom';
import { w } from '../words';

interface Found {
    text: string;
    matches: { from: number; to: number }[];
    at: number;
}

const key = new PluginKey<Found>('find');
const MOST = 5000;

export function finding(): Plugin {
    return new Plugin<Found>({
        key,
        state: {
            init: () => ({ text: '', matches: [], at: 0 }),
            apply(tr, found) {
                const meta = tr.getMeta(key) as Partial<Found> | undefined;
                if (!meta && !tr.docChanged) return found;
                const text = meta?.text ?? found.text;
                const matches = meta?.text === undefined && !tr.docChanged ? found.matches : search(tr.doc, text);
                const at = Math.min(meta?.at ?? (meta?.text === undefined ? found.at : nearest(matches, tr.selection.from)), Math.max(0, matches.length - 1));
                return { text, matches, at };
            },
        },
        props: {
            decorations(state) {
                const { matches, at } = key.getState(state) as Found;
                if (!matches.length) return null;
                return DecorationSet.create(state.doc, matches.map(({ from, to }, n) => Decoration.inline(from, to, { class: n === at ? 'e-found e-found-here' : 'e-found' })));
            },
        },
        view: (view) => new Bar(view),
    });
}

/** Returns where a text is: case does not count unless it has capitals. Nodes within a line are no part of a match. */
export function search(doc: Node, text: string): Found['matches'] {
    const found: Found['matches'] = [];
    if (!text) return found;
    const exact = text !== text.toLowerCase();
    doc.descendants((node, pos) => {
        if (!node.isTextblock || found.length >= MOST) return found.length < MOST;
        const line = node.textBetween(0, node.content.size, undefined, '\u{fffc}');
        // Lower case of some letters is longer: then only exact matches have the right places.
        const folded = line.toLowerCase();
        const [inside, sought] = exact || folded.length !== line.length ? [line, text] : [folded, text.toLowerCase()];
        for (let at = inside.indexOf(sought); at >= 0 && found.length < MOST; at = inside.indexOf(sought, at + sought.length)) {
            found.push({ from: pos + 1 + at, to: pos + 1 + at + sought.length });
        }
        return false;
    });
    return found;
}

function nearest(matches: Found['matches'], from: number): number {
    const at = matches.findIndex((match) => match.from >= from);
    return at < 0 ? 0 : at;
}

const opened = new WeakMap<EditorView, Bar>();

export function openFind(view: EditorView): boolean {
    opened.get(view)?.open();
    return true;
}

class Bar {
    private readonly sought = el('input', { type: 'search', 'aria-label': w('Find'), placeholder: w('Find'), oninput: () => this.look() });
    private readonly other = el('input', { type: 'text', 'aria-label': w('Replace with'), placeholder: w('Replace with') });
    private readonly count = el('span', { class: 'e-find-count', role: 'status' });
    private readonly bar: HTMLElement;

    constructor(private readonly view: EditorView) {
        this.bar = el(
            'div',
            { class: 'e-find', role: 'search', hidden: true },
            this.sought,
            this.count,
            button(w('Previous'), '↑', () => this.go(-1)),
            button(w('Next'), '↓', () => this.go(1)),
            this.other,
            button(w('Replace'), w('Replace'), () => this.replace()),
            button(w('Replace all'), w('All'), () => this.replaceAll()),
            button(w('Close'), '✕', () => this.close()),
        );
        this.bar.addEventListener('keydown', (event) => {
            if (event.key === 'Escape') this.close();
            else if (event.key === 'Enter' && event.target === this.sought) this.go(event.shiftKey ? -1 : 1);
            else if (event.key === 'Enter' && event.target === this.other) this.replace();
            else return;
            event.preventDefault();
            event.stopPropagation();
        });
        view.dom.before(this.bar);
        opened.set(view, this);
    }

    open(): void {
        const { from, to, empty } = this.view.state.selection;
        const selected = empty ? '' : this.view.state.doc.textBetween(from, to, '\n');
        if (selected && !selected.includes('\n')) this.sought.value = selected;
        this.bar.hidden = false;
        this.look();
        this.sought.select();
        this.sought.focus();
    }

    update(_: EditorView, before: EditorState): void {
        if (this.bar.hidden || key.getState(before) === key.getState(this.view.state)) return;
        const { matches, at, text } = key.getState(this.view.state) as Found;
        this.count.textContent = matches.length ? w('{at} of {count}', { at: at + 1, count: matches.length }) : text ? w('Nothing found') : '';
    }

    destroy(): void {
        this.bar.remove();
    }

    private look(): void {
        this.view.dispatch(this.view.state.tr.setMeta(key, { text: this.sought.value }));
        this.reveal();
    }

    private go(by: number): void {
        const { matches, at } = key.getState(this.view.state) as Found;
        if (!matches.length) return;
        this.view.dispatch(this.view.state.tr.setMeta(key, { at: (at + by + matches.length) % matches.length }));
        this.reveal();
    }

    private reveal(): void {
        const { matches, at } = key.getState(this.view.state) as Found;
        const match = matches[at];
        if (!match) return;
        const { node } = this.view.domAtPos(match.from);
        (node instanceof Element ? node : node.parentElement)?.scrollIntoView({ block: 'center' });
    }

    private replace(): void {
        const { matches, at } = key.getState(this.view.state) as Found;
        const match = matches[at];
        if (!match) return;
        this.view.dispatch(this.view.state.tr.insertText(this.other.value, match.from, match.to));
        this.reveal();
    }

    private replaceAll(): void {
        const { matches } = key.getState(this.view.state) as Found;
        const tr = this.view.state.tr;
        for (const { from, to } of matches.toReversed()) tr.insertText(this.other.value, from, to);
        this.view.dispatch(tr);
    }

    private close(): void {
        const { matches, at } = key.getState(this.view.state) as Found;
        const match = matches[at];
        const tr = this.view.state.tr.setMeta(key, { text: '' });
        if (match) tr.setSelection(TextSelection.create(tr.doc, match.from, match.to));
        this.bar.hidden = true;
        this.view.dispatch(tr);
        this.view.focus();
    }
}
