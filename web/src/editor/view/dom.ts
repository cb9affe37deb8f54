// Elements without HTML as text: what comes from a document is set as text or as a plain attribute, so nothing of it runs.

type Child = Node | string | false | undefined;
type Attributes = Record<string, string | number | boolean | undefined | ((event: Event) => void)>;

/** Returns an element. Names of attributes that begin with `on` take functions only; others take texts. */
export function el<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === 'function') element.addEventListener(name.slice(2), value);
        else if (value === true) element.setAttribute(name, '');
        else if (value !== undefined && value !== false && !name.startsWith('on')) element.setAttribute(name, String(value));
    }
    for (const child of children) if (child) element.append(child);
    return element;
}

/** Returns a button with a name for those who can't see it. */
export function button(label: string, text: string, press: (event: Event) => void, attributes: Attributes = {}): HTMLButtonElement {
    return el('button', { type: 'button', 'aria-label': label, title: label, onclick: press, ...attributes }, text);
}
