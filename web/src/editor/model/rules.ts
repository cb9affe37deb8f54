// What HTML becomes when it is pasted. Only structure is read: no styles, no scripts, no attributes but the addresses of
// links and what `foreign_html` found.

import type { TagParseRule } from 'prosemirror-model';

import { safeAddress } from './address';

type Rule = TagParseRule;

const heading = (tag: string, level: number): Rule => ({ tag, attrs: { level } });
const element = (node: unknown) => node as HTMLElement;

function link(node: HTMLElement): false | { data: object } {
    const url = safeAddress(node.getAttribute('href'));
    return url ? { data: { ref: { kind: 'url', url } } } : false;
}

function syntax(node: HTMLElement): { data: object } {
    const named = node.querySelector('code')?.className ?? node.className;
    const found = /(?:^|\s)lang(?:uage)?-([\w+#.-]+)/.exec(named);
    return { data: found ? { syntax: found[1] } : {} };
}

export const rules: Record<string, Rule[] | undefined> = {
    paragraph: [{ tag: 'p' }],
    heading: [heading('h1', 1), heading('h2', 1), heading('h3', 2), heading('h4', 3), heading('h5', 3), heading('h6', 3)],
    blockquote: [{ tag: 'blockquote' }],
    list_tasks: [{ tag: 'ul[data-tasks]', priority: 60 }],
    list_unordered: [{ tag: 'ul' }],
    list_ordered: [
        { tag: 'ol', getAttrs: (node) => {
            const start = Number(element(node).getAttribute('start') ?? 1);
            return { data: Number.isInteger(start) && start >= 0 && start !== 1 ? { start } : {} };
        } },
    ],
    list_item: [
        { tag: 'li', getAttrs: (node) => {
            const checked = element(node).getAttribute('data-checked');
            return { data: checked === null ? {} : { checked: checked === 'true' } };
        } },
    ],
    divider: [{ tag: 'hr' }],
    code: [{ tag: 'pre', preserveWhitespace: 'full', getAttrs: (node) => syntax(element(node)) }],
    table: [{ tag: 'table' }],
    table_row: [{ tag: 'tr' }],
    table_cell: [{ tag: 'td' }],
    table_header: [{ tag: 'th' }],
    hard_break: [{ tag: 'br' }],
    link: [{ tag: 'a[href]', getAttrs: (node) => link(element(node)) }],
    bold: [{ tag: 'b' }, { tag: 'strong' }],
    italic: [{ tag: 'i' }, { tag: 'em' }],
    strikethrough: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }],
    code_text: [{ tag: 'code' }, { tag: 'tt' }],
    keyboard: [{ tag: 'kbd' }],
    superscript: [{ tag: 'sup' }],
    subscript: [{ tag: 'sub' }],
};
