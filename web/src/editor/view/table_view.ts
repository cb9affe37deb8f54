// Tables: the menu of rows and columns, and cells whose value is not a text.

import type { Node } from 'prosemirror-model';
import type { NodeView } from 'prosemirror-view';

import type { Data, Json } from '../model/json';
import { isObject } from '../model/json';
import { button, el } from './dom';
import { askFor, type Field } from './form';
import { openMenu } from './menu';
import { Box, gear, type Parts } from './box';
import { TABLE_MENU } from './tables';
import { w } from '../words';

type Make = (node: Node, parts: Parts) => NodeView;

const table: Make = (node, parts) => {
    const contentDOM = el('tbody');
    const menu = button(w('Rows and columns'), '⋯', (event) => {
        const items = TABLE_MENU.filter(([, , command]) => command(parts.view.state)).map(([name, keys, command]) => ({ name, keys, run: () => command(parts.view.state, parts.view.dispatch, parts.view) }));
        openMenu('Rows and columns', items, (event.currentTarget as HTMLElement).getBoundingClientRect(), () => parts.view.focus());
    });
    const bar = el('div', { class: 'e-bar', contenteditable: 'false' }, menu, gear('table', parts));
    const dom = el('div', { class: 'q-table-box' }, bar, el('div', { class: 'e-table-scroll' }, el('table', {}, contentDOM)));
    return new Box(node, {
        dom,
        contentDOM,
        changed: ({ attrs }) => {
            dom.classList.toggle('e-headless', attrs.data.view?.hideHeader === true);
            dom.classList.toggle('e-cards', attrs.data.view?.type === 'cards');
        },
    });
};

const header: Make = (node, parts) => {
    const contentDOM = el('div', { class: 'e-cell', dir: 'auto' });
    const dom = el('th', { scope: 'col' }, contentDOM, gear('table_header', parts));
    return new Box(node, {
        dom,
        contentDOM,
        changed: ({ attrs }) => {
            dom.dataset.type = String(attrs.definition.type);
            dom.classList.toggle('e-hidden', attrs.hidden);
            const width = Number(attrs.width);
            dom.style.minWidth = width > 0 ? `${width}px` : '';
        },
    });
};

const cell: Make = (node, parts) => {
    const contentDOM = el('div', { class: 'e-cell' });
    const shown = el('div', { class: 'e-value', contenteditable: 'false' });
    const dom = el('td', {}, contentDOM, shown);
    const column = (): Data => definitionOf(parts) ?? {};
    const refresh = (now: Node): void => {
        const definition = column();
        const isText = definition.type === 'text' || definition.type === undefined;
        contentDOM.hidden = !isText;
        shown.hidden = isText;
        dom.style.textAlign = { center: 'center', right: 'end' }[String(definition.textAlignment)] ?? '';
        if (!isText) shown.replaceChildren(valueControl(now.attrs.value, definition, parts));
    };
    const view = new Box(node, { dom, contentDOM, changed: refresh });
    const update = view.update.bind(view);
    view.update = (next) => {
        const same = update(next);
        // Its column may have another type now.
        if (same) refresh(next);
        return same;
    };
    // Beside it, the cells of its row may not be there yet: what they are is known when the table is.
    queueMicrotask(() => refresh(view.node));
    return view;
};

/** Returns what the column of a cell is. */
function definitionOf({ view, getPos }: Parts): Data | undefined {
    const pos = getPos();
    if (pos === undefined || pos > view.state.doc.content.size) return undefined;
    const $pos = view.state.doc.resolve(pos);
    const header = $pos.depth > 0 ? $pos.node(-1).firstChild?.maybeChild($pos.index()) : undefined;
    return isObject(header?.attrs.definition) ? header.attrs.definition : undefined;
}

function setValue({ view, getPos }: Parts, value: Json | undefined): void {
    const pos = getPos();
    const node = pos === undefined ? null : view.state.doc.nodeAt(pos);
    if (pos !== undefined && node) view.dispatch(view.state.tr.setNodeMarkup(pos, null, { ...node.attrs, value: value ?? null }));
}

function valueControl(value: Json, definition: Data, parts: Parts): HTMLElement {
    switch (definition.type) {
        case 'checkbox': {
            const box = el('input', { type: 'checkbox', class: 'q-check', 'aria-label': w('Checked'), onchange: () => setValue(parts, box.checked) });
            box.checked = value === true;
            return box;
        }
        case 'number':
        case 'rating': {
            const box = el('input', {
                type: 'number',
                step: 'any',
                'aria-label': w('Number'),
                ...(definition.type === 'rating' && { min: 0, max: Number(definition.max ?? 5), step: 1 }),
                onchange: () => setValue(parts, box.value === '' ? undefined : Number(box.value)),
            });
            box.value = value === null ? '' : String(value);
            return box;
        }
        case 'select': {
            const options = (Array.isArray(definition.options) ? definition.options : []) as { value: string; label: string }[];
            const chosen = Array.isArray(value) ? value : [];
            const box = el('select', { 'aria-label': w('Choice'), multiple: definition.multiple === true, onchange: () => {
                const values = [...box.selectedOptions].map((option) => option.value).filter(Boolean);
                setValue(parts, values.length ? values : undefined);
            } }, el('option', { value: '' }, '—'), ...options.map((it) => el('option', { value: it.value, selected: chosen.includes(it.value) }, it.label || it.value)));
            return box;
        }
        default:
            return referenced(value, definition, parts);
    }
}

/** Pages, pictures, files and people: a name, and a form to set it. */
function referenced(value: Json, definition: Data, parts: Parts): HTMLElement {
    const list = Array.isArray(value) ? value : undefined;
    const field: Field = definition.type === 'users' || definition.type === 'files' ? { kind: 'list', name: 'value', label: 'Identifiers' } : { kind: 'ref', name: 'value', label: 'Leads to' };
    const setter = button(w('Set the value'), '—', (event) => {
        const near = (event.currentTarget as HTMLElement).getBoundingClientRect();
        const image = isObject(value) && isObject(value.ref) ? value : undefined;
        void askFor(w('Cell'), [field], { value: image ? (image.ref as Json) : value }, parts.context, near).then((data) => {
            if (data) setValue(parts, image && data.value ? { ...image, ref: data.value } : data.value);
        });
    });
    const ref = isObject(value) && isObject(value.ref) ? value.ref : value;
    const named = (name: string): void => {
        setter.textContent = name || '—';
        setter.setAttribute('aria-label', name ? w('{name}: set the value', { name }) : w('Set the value'));
    };
    if (list) named(list.join(', '));
    else void parts.context.nameOf(ref).then(named);
    return setter;
}

export const tableView = { table, header, cell };
