// The handle beside the block that the pointer is over: it drags the block, and opens a menu for it.

import { NodeSelection, Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

import { deleteBlock, duplicate, insert, moveBlock, turnInto } from './commands';
import { paragraph } from './catalog';
import type { Context } from './context';
import { button, el } from './dom';
import { type MenuItem, openMenu } from './menu';
import { settingsAt } from './node_views';
import { editSettings } from './settings';
import { openSlash } from './slash';
import { toList } from './lists';
import { schema } from '../model/schema';
import type { NodeType } from 'prosemirror-model';
import { w } from '../words';

export function handle(context: Context): Plugin {
    return new Plugin({
        view: (view) => new Handle(view, context),
        props: {
            handleDOMEvents: {
                mousemove(view, event) {
                    handles.get(view)?.follow(event);
                    return false;
                },
            },
        },
    });
}

const handles = new WeakMap<EditorView, Handle>();
type PmView = EditorView & { dragging: unknown };

/** Opens the menu of the block that is selected, or that the caret is in. */
export function openBlockMenu(view: EditorView, context: Context, near?: DOMRect): boolean {
    const { from } = view.state.selection;
    const coords = view.coordsAtPos(from);
    const run = (command: import('prosemirror-state').Command) => () => void command(view.state, view.dispatch, view);
    const node = (name: string) => schema.nodes[name] as NodeType;
    const settings = settingsAt(view);
    const items: MenuItem[] = [
        ...(settings === undefined ? [] : [{ name: 'Settings…' as const, keys: 'Ctrl+.', run: () => void editSettings(view, settings, context) }]),
        { name: 'Paragraph', keys: 'Ctrl+Alt+0', run: run(turnInto(node('paragraph'))) },
        { name: 'Heading 1', keys: 'Ctrl+Alt+1', run: run(turnInto(node('heading'), { level: 1 })) },
        { name: 'Heading 2', keys: 'Ctrl+Alt+2', run: run(turnInto(node('heading'), { level: 2 })) },
        { name: 'Bulleted list', keys: 'Ctrl+Shift+8', run: run(toList('list_unordered')) },
        { name: 'Move up', keys: 'Alt+Shift+↑', run: run(moveBlock(-1)) },
        { name: 'Move down', keys: 'Alt+Shift+↓', run: run(moveBlock(1)) },
        { name: 'Duplicate', keys: 'Ctrl+D', run: run(duplicate) },
        { name: 'Delete', keys: 'Ctrl+Shift+Backspace', run: run(deleteBlock) },
    ];
    openMenu('Block', items, near ?? new DOMRect(coords.left, coords.top, 0, coords.bottom - coords.top), () => view.focus());
    return true;
}

class Handle {
    private pos: number | undefined;
    private readonly dom: HTMLElement;

    constructor(private readonly view: EditorView, context: Context) {
        const grip = button(w('Move the block, or open its menu'), '⠿', () => {
            if (this.select()) openBlockMenu(view, context, grip.getBoundingClientRect());
        }, { draggable: 'true', tabindex: -1, class: 'e-grip' });
        grip.addEventListener('dragstart', (event) => this.drag(event));
        const add = button(w('Insert below'), '+', () => {
            if (this.select()) {
                insert(view, paragraph());
                openSlash(view);
            }
        }, { tabindex: -1 });
        this.dom = el('div', { class: 'e-handle', hidden: true, 'aria-hidden': 'true' }, add, grip);
        view.dom.parentElement?.append(this.dom);
        handles.set(view, this);
    }

    update(): void {
        // What it stood beside may be elsewhere now.
        this.dom.hidden = true;
    }

    destroy(): void {
        this.dom.remove();
    }

    /** Stands beside the outermost block at the pointer's height. */
    follow(event: MouseEvent): void {
        const found = this.blockAt(event);
        if (!found || !this.view.editable) return;
        this.pos = found.pos;
        this.dom.hidden = false;
        const around = (this.dom.offsetParent ?? this.view.dom).getBoundingClientRect();
        const rect = found.dom.getBoundingClientRect();
        this.dom.style.top = `${rect.top - around.top + 2}px`;
    }

    private blockAt(event: MouseEvent): { pos: number; dom: HTMLElement } | undefined {
        let child = event.target instanceof Element ? event.target : null;
        while (child && child.parentElement !== this.view.dom) child = child.parentElement;
        if (!(child instanceof HTMLElement)) return undefined;
        const pos = this.view.posAtDOM(child, 0);
        const $pos = this.view.state.doc.resolve(Math.min(pos, this.view.state.doc.content.size));
        return { pos: $pos.depth > 0 ? $pos.before(1) : pos, dom: child };
    }

    private select(): boolean {
        if (this.pos === undefined || !this.view.state.doc.nodeAt(this.pos)) return false;
        this.view.focus();
        this.view.dispatch(this.view.state.tr.setSelection(NodeSelection.create(this.view.state.doc, this.pos)));
        return true;
    }

    private drag(event: DragEvent): void {
        if (!this.select() || !event.dataTransfer) return;
        const slice = this.view.state.selection.content();
        const { dom, text } = this.view.serializeForClipboard(slice);
        event.dataTransfer.clearData();
        event.dataTransfer.setData('text/html', dom.innerHTML);
        event.dataTransfer.setData('text/plain', text);
        event.dataTransfer.effectAllowed = 'copyMove';
        (this.view as PmView).dragging = { slice, move: !event.ctrlKey };
    }
}
