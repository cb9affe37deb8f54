// What node views are made of: an element that stays while its node changes, and the controls that they share.

import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView } from 'prosemirror-view';

import type { Data } from '../model/json';
import type { Context } from './context';
import { button } from './dom';
import { editSettings, SETTINGS } from './settings';
import { w } from '../words';

type GetPos = () => number | undefined;

export interface Parts {
    view: EditorView;
    getPos: GetPos;
    context: Context;
}

/** A view whose element is made once, and told of each new node of its type. */
export class Box implements NodeView {
    readonly dom: HTMLElement;
    readonly contentDOM: HTMLElement | undefined;

    constructor(
        public node: Node,
        made: { dom: HTMLElement; contentDOM?: HTMLElement; changed?: (node: Node) => void; stops?: (event: Event) => boolean },
    ) {
        this.dom = made.dom;
        this.contentDOM = made.contentDOM;
        this.changed = made.changed;
        this.stops = made.stops;
        this.changed?.(node);
    }

    private readonly changed: ((node: Node) => void) | undefined;
    private readonly stops: ((event: Event) => boolean) | undefined;

    update(node: Node): boolean {
        if (node.type !== this.node.type) return false;
        const was = this.node;
        this.node = node;
        if (!was.sameMarkup(node) || !this.contentDOM) this.changed?.(node);
        return true;
    }

    /** Changes of elements that no text is written in are our own. */
    ignoreMutation(record: MutationRecord | { type: 'selection'; target: globalThis.Node }): boolean {
        if (record.type === 'selection') return false;
        return !this.contentDOM || !this.contentDOM.contains(record.target) || (record.type === 'attributes' && record.target === this.contentDOM);
    }

    stopEvent(event: Event): boolean {
        return this.stops?.(event) ?? isControl(event);
    }
}

/** Returns true if an event is of a control, and not of the text around it. */
export function isControl(event: Event): boolean {
    const target = event.target;
    return target instanceof Element && target.closest('button, input, textarea, select, summary') !== null && !event.type.startsWith('drag');
}

/** Returns the button that opens the settings of a node. */
export function gear(name: string, { view, getPos, context }: Parts): HTMLElement {
    const title = SETTINGS[name]?.title;
    const label = w('Settings: {name}', { name: title ? w(title) : name });
    return button(label, '⚙', () => {
        const pos = getPos();
        if (pos !== undefined) void editSettings(view, pos, context);
    }, { class: 'e-gear', contenteditable: 'false' });
}

export function setData({ view, getPos }: Parts, change: (data: Data) => Data): void {
    const pos = getPos();
    const node = pos === undefined ? null : view.state.doc.nodeAt(pos);
    if (pos === undefined || !node) return;
    view.dispatch(view.state.tr.setNodeMarkup(pos, null, { ...node.attrs, data: change(node.attrs.data) }, node.marks));
}
