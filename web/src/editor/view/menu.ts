// A menu of commands near a place, by mouse and by keyboard. It closes by Esc, and when the focus goes elsewhere.

import { el } from './dom';
import { place } from './form';
import { w, type Words } from '../words';

export interface MenuItem {
    name: Words;
    keys?: string;
    run(): void;
}

export function openMenu(label: Words, items: readonly MenuItem[], near: DOMRect, closed: () => void): void {
    let open = true;
    const close = (): void => {
        // Taking it away moves the focus, which would close it again.
        if (!open) return;
        open = false;
        menu.remove();
        closed();
    };
    const entries = items.map((item) =>
        el('button', { type: 'button', role: 'menuitem', tabindex: -1, onclick: () => { close(); item.run(); } }, el('span', {}, w(item.name)), item.keys ? el('kbd', {}, item.keys) : false),
    );
    const menu = el('div', { class: 'e-menu', role: 'menu', 'aria-label': w(label) }, ...entries);
    menu.addEventListener('keydown', (event) => {
        const at = entries.indexOf(document.activeElement as HTMLButtonElement);
        const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
        if (to !== undefined) {
            event.preventDefault();
            entries.at(to % entries.length)?.focus();
        } else if (event.key === 'Escape' || event.key === 'Tab') {
            event.preventDefault();
            close();
        } else if (/^\p{L}$/u.test(event.key)) {
            [...entries.slice(at + 1), ...entries].find((entry) => entry.textContent?.toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
        }
        event.stopPropagation();
    });
    menu.addEventListener('focusout', (event) => {
        if (!menu.contains(event.relatedTarget as Node | null)) close();
    });
    document.body.append(menu);
    place(menu, near);
    entries[0]?.focus();
}
