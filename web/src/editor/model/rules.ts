// What HTML becomes when it is pasted. Only structure is read: no styles but those that word processors use for bold and
// italic, no scripts, no attributes of elements but the addresses of links.

import type { TagParseRule, StyleParseRule } from 'prosemirror-model';

import { safeAddress } from './address';

type Rule = TagParseRule | StyleParseRule;

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
    bold: [
        // Google Docs wraps everything in a <b> that is not bold.
        { tag: 'b', getAttrs: (node) => element(node).style.fontWeight !== 'normal' && null },
        { tag: 'strong' },
        { style: 'font-weight', getAttrs: (value) => /^(bold(er)?|[6-9]\d\d)$/.test(value) && null },
    ],
    italic: [{ tag: 'i' }, { tag: 'em' }, { style: 'font-style=italic' }],
    strikethrough: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }, { style: 'text-decoration=line-through' }],
    code_text: [{ tag: 'code' }, { tag: 'tt' }],
    keyboard: [{ tag: 'kbd' }],
    superscript: [{ tag: 'sup' }],
    subscript: [{ tag: 'sub' }],
};
