// Small forms beside the text: settings of a block, a link, a formula. A native dialog keeps the focus and closes by Esc.

import type { Data, Json } from '../model/json';
import { isObject } from '../model/json';
import type { Context } from './context';
import { button, el } from './dom';
import { suggest } from './suggest';
import { known, w, type Words } from '../words';

export type Field =
    | { kind: 'text' | 'area' | 'number' | 'check' | 'json'; name: string; label: Words; required?: boolean; hint?: Words }
    | { kind: 'choice'; name: string; label: Words; options: readonly (readonly [string, string])[] }
    | { kind: 'list'; name: string; label: Words }
    | { kind: 'ref'; name: string; label: Words; required?: boolean };

/** Returns the value at a path such as `view.cardSize`. */
export function valueAt(data: Data, path: string): Json | undefined {
    return path.split('.').reduce<Json | undefined>((value, name) => (isObject(value) ? value[name] : undefined), data);
}

/** Returns data with another value at a path; undefined takes it away. */
export function withValue(data: Data, path: string, value: Json | undefined): Data {
    const [name, ...rest] = path.split('.') as [string, ...string[]];
    const { [name]: old, ...others } = data;
    const inner = rest.length ? withValue(isObject(old) ? old : {}, rest.join('.'), value) : value;
    if (inner === undefined) return others;
    return name in data ? { ...data, [name]: inner } : { ...others, [name]: inner };
}

interface Control {
    element: HTMLElement;
    /** Returns the value; throws what is wrong with it. */
    read(): Json | undefined;
}

/** Asks for the values of fields; returns the data with them, or undefined if it was given up. `problemOf` tells what is
 * wrong with them. */
export function askFor(
    title: string,
    fields: readonly Field[],
    data: Data,
    context: Context,
    near: DOMRect,
    problemOf: (data: Data) => string | undefined = () => undefined,
): Promise<Data | undefined> {
    return new Promise((resolve) => {
        const controls = fields.map((field) => [field, control(field, valueAt(data, field.name), context)] as const);
        const problem = el('p', { class: 'e-problem', role: 'alert', hidden: true });
        let typed = false;
        const asking = el('p', { class: 'e-problem', role: 'alert', hidden: true }, w('Press Esc once more to discard what you typed.'));
        /** Gives up at once where nothing was typed, else when asked twice. */
        const giveUp = (event: Event): void => {
            event.preventDefault();
            if (!typed || !asking.hidden) return give(undefined);
            asking.hidden = false;
        };
        const give = (outcome: Data | undefined): void => {
            dialog.remove();
            resolve(outcome);
        };
        const submit = (event: Event): void => {
            event.preventDefault();
            try {
                const next = controls.reduce((all, [field, { read }]) => withValue(all, field.name, read()), data);
                const wrong = problemOf(next);
                if (wrong) throw new Error(wrong);
                give(next);
            } catch (error) {
                problem.textContent = (error as Error).message;
                problem.hidden = false;
            }
        };
        const form = el(
            'form',
            { method: 'dialog', onsubmit: submit },
            el('h2', {}, title),
            ...controls.map(([, { element }]) => element),
            problem,
            asking,
            el('div', { class: 'e-form-end' }, button(w('Cancel'), w('Cancel'), () => give(undefined)), el('button', { type: 'submit', class: 'e-primary' }, w('Apply'))),
        );
        const dialog = el('dialog', { class: 'e-form', 'aria-label': title, oncancel: giveUp, oninput: ({ target }) => (typed ||= target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')) }, form);
        dialog.addEventListener('keydown', (event) => {
            event.stopPropagation();
            // Browsers close a dialog by a second Escape without asking.
            if (event.key === 'Escape' && !event.defaultPrevented) return giveUp(event);
            const simple = event.target instanceof HTMLSelectElement || (event.target instanceof HTMLInputElement && event.target.type === 'checkbox');
            if (event.key === 'Enter' && !event.defaultPrevented && (event.ctrlKey || event.metaKey || simple)) submit(event);
        });
        document.body.append(dialog);
        dialog.showModal();
        place(dialog, near);
        dialog.querySelector<HTMLElement>('input, textarea, select')?.focus();
    });
}

/** Places an element below a rectangle, or above it, within the window. */
export function place(element: HTMLElement, near: DOMRect): void {
    const { width, height } = element.getBoundingClientRect();
    const left = Math.max(8, Math.min(near.left, innerWidth - width - 8));
    const below = near.bottom + 6;
    const top = below + height > innerHeight - 8 ? Math.max(8, near.top - height - 6) : below;
    Object.assign(element.style, { left: `${left}px`, top: `${top}px` });
}

let count = 0;

function control(field: Field, value: Json | undefined, context: Context): Control {
    const id = `e-field-${(count += 1)}`;
    const labelled = (input: HTMLElement, ...more: (HTMLElement | false)[]): HTMLElement => {
        input.id = id;
        return el('div', { class: 'e-field' }, el('label', { for: id }, w(field.label)), input, ...more);
    };
    const text = value === undefined || value === null ? '' : String(value);
    switch (field.kind) {
        case 'check': {
            const input = el('input', { type: 'checkbox', id, checked: value === true });
            return { element: el('label', { class: 'e-check' }, input, w(field.label)), read: () => (input.checked ? true : value === undefined ? undefined : false) };
        }
        case 'choice': {
            const options = field.options.map(([key, label]) => el('option', { value: key, selected: key === text }, known(label)));
            const input = el('select', {}, ...options);
            return { element: labelled(input), read: () => (input.value === '' ? undefined : input.value) };
        }
        case 'ref':
            return reference(field, value, context, labelled);
        case 'list': {
            const input = el('input', { type: 'text', value: Array.isArray(value) ? value.join(', ') : '' });
            const read = () => {
                const items = input.value.split(',').map((item) => item.trim()).filter(Boolean);
                return items.length ? items : undefined;
            };
            return { element: labelled(input), read };
        }
        case 'area':
        case 'json': {
            const shown = field.kind === 'json' ? JSON.stringify(value ?? {}, null, 2) : text;
            const input = el('textarea', { rows: Math.min(12, Math.max(3, shown.split('\n').length)), spellcheck: false, dir: 'auto' });
            input.value = shown;
            return { element: labelled(input), read: () => (field.kind === 'json' ? parsed(w(field.label), input.value) : filled(field, input.value)) };
        }
        case 'number': {
            const input = el('input', { type: 'number', value: text, step: 'any' });
            return { element: labelled(input), read: () => (input.value === '' ? undefined : Number(input.value)) };
        }
        default: {
            const input = el('input', { type: 'text', value: text, dir: 'auto' });
            return { element: labelled(input, !!field.hint && el('small', {}, w(field.hint))), read: () => filled(field, input.value) };
        }
    }
}

function filled(field: { label: Words; required?: boolean }, text: string): string | undefined {
    if (text.trim() !== '') return text;
    if (field.required) throw new Error(w('{field} is missing', { field: w(field.label) }));
    return undefined;
}

function parsed(label: string, text: string): Json {
    try {
        return JSON.parse(text) as Json;
    } catch {
        throw new Error(w('{field} is not valid JSON', { field: label }));
    }
}

function reference(field: Field & { kind: 'ref' }, value: Json | undefined, context: Context, labelled: (input: HTMLElement, ...more: HTMLElement[]) => HTMLElement): Control {
    const input = el('input', { type: 'text', autocomplete: 'off', placeholder: w('A page’s title, or an address'), dir: 'auto' });
    let chosen = value;
    const list = suggest(input, context, (ref, name) => {
        chosen = ref;
        input.value = name;
    });
    if (isObject(value)) void context.nameOf(value).then((name) => (input.value ||= name));
    input.addEventListener('input', () => (chosen = undefined));
    const read = (): Json | undefined => {
        if (chosen !== undefined && input.value) return chosen;
        const address = filled(field, input.value.trim());
        return address === undefined ? undefined : toRef(address);
    };
    return { element: labelled(input, list), read };
}

/** Returns the reference that an address stands for; without a scheme it is one of the web. */
export function toRef(address: string): Data {
    if (!/[.:#@/]/.test(address)) throw new Error(w('Choose one of the pages, or write an address such as example.org'));
    if (address.startsWith('#')) return { kind: 'anchor', anchor: address.slice(1) };
    const full = /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : address.includes('@') && !address.includes('/') ? `mailto:${address}` : `https://${address}`;
    if (!/^(https?|mailto|tel):/i.test(full)) throw new Error(w('Links may lead to http, https, mailto and tel addresses, and to pages'));
    return { kind: 'url', url: full };
}
