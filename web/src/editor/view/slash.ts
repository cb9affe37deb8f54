// The menu that `/` opens: blocks and inlines, found by typing on, chosen by keyboard or mouse. What was typed for it goes.

import { type EditorState, Plugin, PluginKey, TextSelection } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';

import { type Entry, found } from './catalog';
import { insert } from './commands';
import type { Context } from './context';
import { el } from './dom';
import { place } from './form';
import { withSettings } from './settings';
import { chooseFiles } from './uploads';
import { w } from '../words';

interface Open {
    from: number;
    to: number;
    text: string;
    active: number;
    /** False once it was closed by Esc, until `/` is typed again. */
    shown: boolean;
}

const key = new PluginKey<Open | null>('slash');

/** Returns the plugin. */
export function slashMenu(context: Context): Plugin {
    return new Plugin<Open | null>({
        key,
        state: {
            init: () => null,
            apply(tr, open, _, state) {
                const meta = tr.getMeta(key) as Partial<Open> | null | undefined;
                if (meta === null) return null;
                if (meta?.from !== undefined) return { from: meta.from, to: meta.from, text: '', active: 0, shown: true, ...meta };
                if (!open) return null;
                return followed(state, { ...open, ...meta, from: tr.mapping.map(open.from, -1) }, !meta);
            },
        },
        props: {
            handleTextInput(view, from, to, text) {
                if (text !== '/' || from !== to) return false;
                const { $from } = view.state.selection;
                const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 1), $from.parentOffset, ' ', ' ');
                if ($from.parent.type.spec.code || !$from.parent.type.contentMatch.matchType(view.state.schema.nodes.hard_break!) || (before && !/\s/.test(before))) return false;
                view.dispatch(view.state.tr.insertText('/', from, to).setMeta(key, { from }));
                return true;
            },
            handleKeyDown(view, event) {
                const open = key.getState(view.state);
                if (!open?.shown || view.composing) return false;
                const entries = found(open.text);
                const set = (active: number) => view.dispatch(view.state.tr.setMeta(key, { active }));
                if (event.key === 'ArrowDown') set((open.active + 1) % entries.length);
                else if (event.key === 'ArrowUp') set((open.active + entries.length - 1) % entries.length);
                else if (event.key === 'Enter' || event.key === 'Tab') {
                    const entry = entries[open.active];
                    if (!entry) return false;
                    void choose(view, entry, context, open);
                } else if (event.key === 'Escape') view.dispatch(view.state.tr.setMeta(key, null));
                else return false;
                return true;
            },
            decorations(state) {
                const open = key.getState(state);
                return open ? DecorationSet.create(state.doc, [Decoration.inline(open.from, open.to, { class: 'e-slash' })]) : null;
            },
            attributes: (state): Record<string, string> => {
                const open = key.getState(state);
                return open?.shown ? { 'aria-controls': 'e-slash', 'aria-activedescendant': `e-slash-${open.active}` } : {};
            },
        },
        view: (view) => new Menu(view, context),
    });
}

/** Opens the menu at the caret, as `/` does. */
export function openSlash(view: EditorView): void {
    const { from } = view.state.selection;
    view.dispatch(view.state.tr.insertText('/').setMeta(key, { from }));
    view.focus();
}

function followed(state: EditorState, open: Open, reset: boolean): Open | null {
    const { selection } = state;
    if (!(selection instanceof TextSelection) || !selection.empty) return null;
    const { $head } = selection;
    if ($head.pos <= open.from || open.from < $head.start()) return null;
    const text = state.doc.textBetween(open.from, $head.pos, '\n', ' ');
    if (!text.startsWith('/') || text.length > 30 || /\s$/.test(text) && !found(text.slice(1)).length) return null;
    const sought = text.slice(1);
    return { ...open, to: $head.pos, text: sought, active: reset && sought !== open.text ? 0 : open.active };
}

async function choose(view: EditorView, entry: Entry, context: Context, { from, to }: Open): Promise<void> {
    view.dispatch(view.state.tr.delete(from, to).setMeta(key, null));
    await insertEntry(view, entry, context);
}

/** Inserts what an entry makes, after its settings were asked for or its files chosen. */
export async function insertEntry(view: EditorView, entry: Entry, context: Context): Promise<void> {
    const made = entry.make();
    if (entry.files) {
        chooseFiles(view, context, entry.files, made);
        return;
    }
    let node = made;
    if (entry.asks) {
        const coords = view.coordsAtPos(view.state.selection.from);
        const asked = await withSettings(made, context, new DOMRect(coords.left, coords.top, 0, coords.bottom - coords.top));
        view.focus();
        if (!asked) return;
        node = asked;
    }
    insert(view, node);
    view.focus();
}

/** The list on the screen. */
class Menu {
    private readonly list = el('div', { id: 'e-slash', class: 'e-menu e-slash-menu', role: 'listbox', tabindex: 0, 'aria-label': w('Insert') });

    constructor(private readonly view: EditorView, private readonly context: Context) {
        this.list.hidden = true;
        (view.dom.parentElement ?? document.body).append(this.list);
    }

    update(view: EditorView): void {
        const open = key.getState(view.state);
        const entries = open?.shown ? found(open.text) : [];
        if (!open || !entries.length) {
            this.list.hidden = true;
            return;
        }
        let group = '';
        const rows: HTMLElement[] = [];
        for (const [at, entry] of entries.entries()) {
            if (!open.text && entry.group !== group) {
                group = entry.group;
                rows.push(el('div', { class: 'e-menu-group', role: 'presentation' }, w(entry.group)));
            }
            rows.push(this.row(entry, at, open));
        }
        this.list.replaceChildren(...rows);
        this.list.hidden = false;
        const coords = view.coordsAtPos(open.from);
        place(this.list, new DOMRect(coords.left, coords.top, 0, coords.bottom - coords.top));
        this.list.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
    }

    private row(entry: Entry, at: number, open: Open): HTMLElement {
        const press = (event: Event): void => {
            event.preventDefault();
            void choose(this.view, entry, this.context, open);
        };
        return el(
            'div',
            { role: 'option', id: `e-slash-${at}`, 'aria-selected': String(at === open.active), onmousedown: press },
            el('span', { class: 'e-sign', 'aria-hidden': 'true' }, entry.sign),
            el('span', {}, w(entry.name)),
            entry.typed ? el('kbd', {}, entry.typed) : false,
        );
    }

    destroy(): void {
        this.list.remove();
    }
}
