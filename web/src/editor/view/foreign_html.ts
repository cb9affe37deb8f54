// HTML of word processors as HTML with structure: lists of Word are paragraphs with a style, those of Google Docs have
// their depth in an attribute. It is parsed as an inert document, in which nothing runs or loads.

/** Styles under another name: the policy of the page speaks up about those of inert documents, too. */
const STYLE = 'data-pasted-style';

/** Returns pasted HTML with lists where the author saw lists, and nothing but what is read of it. */
export function cleaned(html: string): string {
    const renamed = html.replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replaceAll(/(\s)style(\s*=)/gi, `$1${STYLE}$2`));
    const document = new DOMParser().parseFromString(renamed, 'text/html');
    for (const element of document.querySelectorAll('script, style, link, meta, title, iframe, object, embed, svg, noscript, template')) element.remove();
    dropComments(document);
    wordLists(document);
    nestedLists(document);
    for (const item of document.querySelectorAll('li')) task(item);
    for (const element of document.querySelectorAll<HTMLElement>(`[${STYLE}]`)) emphasis(element);
    return document.body.innerHTML;
}

/** Bold, italic and struck text that is so by its style. Google Docs wraps everything in a <b> that is not bold. */
function emphasis(element: HTMLElement): void {
    const style = element.getAttribute(STYLE) ?? '';
    element.removeAttribute(STYLE);
    if (element.tagName === 'B' && /font-weight:\s*(normal|[1-4]00)/i.test(style)) {
        element.replaceWith(...element.childNodes);
        return;
    }
    if (!/^(SPAN|FONT|A)$/.test(element.tagName)) return;
    const wrap = (tag: string): void => {
        const around = element.ownerDocument.createElement(tag);
        around.append(...element.childNodes);
        element.append(around);
    };
    if (/font-weight:\s*(bold|[6-9]00)/i.test(style)) wrap('strong');
    if (/font-style:\s*italic/i.test(style)) wrap('em');
    if (/text-decoration[^;]*line-through/i.test(style)) wrap('s');
}

function dropComments(document: Document): void {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
    const found: Comment[] = [];
    while (walker.nextNode()) found.push(walker.currentNode as Comment);
    for (const comment of found) comment.remove();
}

/** Word writes `<p style="mso-list:l0 level2 lfo1">` with the marker as text in front. */
function wordLists(document: Document): void {
    const open: HTMLElement[] = [];
    let last: Element | null = null;
    for (const paragraph of [...document.querySelectorAll<HTMLElement>(`p[${STYLE}*="mso-list" i], p[class*="MsoListParagraph" i]`)]) {
        const style = paragraph.getAttribute(STYLE) ?? '';
        const level = Number(/level(\d+)/i.exec(style)?.[1] ?? 1);
        const marker = markerOf(paragraph);
        if (marker === undefined && !/mso-list/i.test(style)) continue;
        if (paragraph.previousElementSibling !== last || !last) open.length = 0;
        const tag = /^\s*(\d+|[a-z]|[ivxlcdm]+)[.)]/i.test(marker ?? '') ? 'ol' : 'ul';
        open.length = Math.min(open.length, level);
        while (open.length < level) {
            const list = document.createElement(tag);
            const parent = open.at(-1);
            if (parent) (parent.lastElementChild ?? parent.appendChild(document.createElement('li'))).append(list);
            else paragraph.before(list);
            open.push(list);
        }
        const item = document.createElement('li');
        item.append(...paragraph.childNodes);
        open.at(-1)?.append(item);
        last = open[0] ?? null;
        paragraph.remove();
    }
}

/** Takes the marker out of a list's paragraph of Word, and returns it. */
function markerOf(paragraph: HTMLElement): string | undefined {
    const marker = [...paragraph.querySelectorAll<HTMLElement>('span')].find((span) => /mso-list:\s*ignore/i.test(span.getAttribute(STYLE) ?? ''));
    if (marker) {
        const text = marker.textContent ?? '';
        marker.remove();
        return text;
    }
    const first = paragraph.firstChild;
    const found = /^\s*([·•▪o§]|\d+[.)]|[a-z][.)])\s+/i.exec(first?.textContent ?? '');
    if (!found || !first) return undefined;
    first.textContent = (first.textContent ?? '').slice(found[0].length);
    return found[1];
}

/** Google Docs puts nested lists beside the items that they belong to. */
function nestedLists(document: Document): void {
    for (const list of [...document.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')]) {
        const before = list.previousElementSibling;
        if (before?.tagName === 'LI') before.append(list);
        else {
            const item = document.createElement('li');
            list.before(item);
            item.append(list);
        }
    }
}

/** Items with a check box are tasks. */
function task(item: HTMLLIElement): void {
    const box = item.querySelector<HTMLInputElement>(':scope > input[type=checkbox], :scope > p > input[type=checkbox], :scope > label > input[type=checkbox]');
    const role = item.getAttribute('role') === 'checkbox' ? item.getAttribute('aria-checked') : null;
    if (!box && role === null) return;
    item.setAttribute('data-checked', String(box ? box.hasAttribute('checked') : role === 'true'));
    item.parentElement?.setAttribute('data-tasks', '');
    box?.remove();
}
