// Suggestions below an input: pages by their title, with the keys of a combo box.

import type { Data } from '../model/json';
import type { Context, PageEntry } from './context';
import { el } from './dom';
import { w } from '../words';

const MOST = 8;
let count = 0;

/** Ranks titles: those that begin with the text, then words that do, then those that contain it, then paths. */
export function ranked(pages: readonly PageEntry[], text: string): PageEntry[] {
    const sought = text.trim().toLowerCase();
    if (!sought) return pages.slice(0, MOST);
    const score = ({ title, path }: PageEntry): number => {
        const lower = title.toLowerCase();
        if (lower.startsWith(sought)) return 0;
        if (lower.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(sought))) return 1;
        if (lower.includes(sought)) return 2;
        return path.includes(sought) ? 3 : 4;
    };
    const found = pages.map((page) => ({ page, score: score(page) })).filter((it) => it.score < 4);
    return found.sort((a, b) => a.score - b.score).slice(0, MOST).map((it) => it.page);
}

/** Makes an input suggest pages; returns the list that is to stand below it. */
export function suggest(input: HTMLInputElement, context: Context, choose: (ref: Data, name: string) => void): HTMLElement {
    const id = `e-suggest-${(count += 1)}`;
    const list = el('ul', { id, class: 'e-suggest', role: 'listbox', 'aria-label': w('Pages'), hidden: true });
    let found: PageEntry[] = [];
    let active = -1;
    for (const [name, value] of Object.entries({ role: 'combobox', 'aria-expanded': 'false', 'aria-controls': id, 'aria-autocomplete': 'list' })) input.setAttribute(name, value);
    const show = (): void => {
        list.replaceChildren(
            ...found.map((page, at) =>
                el('li', { role: 'option', id: `${id}-${at}`, 'aria-selected': String(at === active), onmousedown: (event) => { event.preventDefault(); take(at); } }, el('b', {}, page.title), el('small', {}, page.path)),
            ),
        );
        list.hidden = !found.length;
        input.setAttribute('aria-expanded', String(found.length > 0));
        if (active >= 0) input.setAttribute('aria-activedescendant', `${id}-${active}`);
        else input.removeAttribute('aria-activedescendant');
    };
    const close = (): void => {
        [found, active] = [[], -1];
        show();
    };
    const take = (at: number): void => {
        const page = found[at];
        close();
        if (page) choose({ kind: 'page', page: page.id }, page.title);
    };
    input.addEventListener('input', async () => {
        const text = input.value;
        const pages = /^(https?:|mailto:|#)/.test(text) || !text.trim() ? [] : ranked(await context.pages(), text);
        if (input.value !== text) return;
        [found, active] = [pages, -1];
        show();
    });
    input.addEventListener('blur', close);
    input.addEventListener('keydown', (event) => {
        if (!found.length) return;
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            active = (active + (event.key === 'ArrowDown' ? 1 : -1) + found.length + (active < 0 && event.key === 'ArrowUp' ? 1 : 0)) % found.length;
            show();
        } else if (event.key === 'Enter' && active >= 0) {
            event.preventDefault();
            take(active);
        } else if (event.key === 'Escape') {
            event.preventDefault();
            event.stopPropagation();
            close();
        }
    });
    return list;
}
