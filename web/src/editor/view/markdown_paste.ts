// Pasted Markdown as blocks: what writers type and what other programs copy. What is not understood stays text.

import type { Mark, Node } from 'prosemirror-model';

import { safeAddress } from '../model/address';
import type { Data } from '../model/json';
import { schema } from '../model/schema';
import { paragraph } from './catalog';
import { tableOf } from './tables';

const SIGNS = [/^#{1,6} \S/m, /^\s*[-*+] \S/m, /^\s*\d+[.)] \S/m, /^```/m, /^> /m, /^\|.*\|\s*$/m, /\*\*[^*\s][^*]*\*\*/, /\[[^\]]+\]\([^)\s]+\)/, /`[^`\n]+`/];

/** Returns true if a text has signs of Markdown. */
export function looksLikeMarkdown(text: string): boolean {
    return SIGNS.some((sign) => sign.test(text));
}

/** Returns the blocks of a Markdown text. */
export function fromMarkdown(text: string): Node[] {
    return blocks(text.replaceAll('\r\n', '\n').replaceAll('\t', '    ').split('\n'), 0);
}

const MOST_DEPTH = 12;

function blocks(lines: readonly string[], depth: number): Node[] {
    const found: Node[] = [];
    let at = 0;
    while (at < lines.length) {
        const [node, next] = block(lines, at, depth);
        if (node) found.push(node);
        at = Math.max(next, at + 1);
    }
    return found.length ? found : [paragraph()];
}

type Taken = [Node | undefined, number];

function block(lines: readonly string[], at: number, depth: number): Taken {
    const line = lines[at] as string;
    if (!line.trim()) return [undefined, at + 1];
    const fence = /^(`{3,}|~{3,})\s*([\w+#.-]*)/.exec(line);
    if (fence) return fenced(lines, at, fence[1] as string, fence[2] as string);
    const heading = /^(#{1,6}) +(.*?)(?: +#+)?$/.exec(line);
    if (heading) return [schema.node('heading', { level: Math.min(3, Math.max(1, (heading[1] as string).length - 1)) }, inline(heading[2] as string)), at + 1];
    if (/^ {0,3}([-*_])( *\1){2,} *$/.test(line)) return [schema.node('divider'), at + 1];
    if (line.startsWith('>') && depth < MOST_DEPTH) {
        const [inner, next] = run(lines, at, (it) => it.startsWith('>'));
        return [schema.node('blockquote', null, blocks(inner.map((it) => it.replace(/^> ?/, '')), depth + 1)), next];
    }
    if (ITEM.test(line) && depth < MOST_DEPTH) return list(lines, at, depth);
    if (line.trim().startsWith('|') && /^\s*\|?[\s:|-]+\|[\s:|-]*$/.test(lines[at + 1] ?? '')) {
        const [rows, next] = run(lines, at, (it) => it.trim().startsWith('|'));
        return [tableOf(rows.filter((_, place) => place !== 1).map(cellsOf)), next];
    }
    const [text, next] = run(lines, at, (it, place) => place === at || (it.trim() !== '' && !/^(#{1,6} |>|```|~~~)/.test(it) && !ITEM.test(it)));
    return [schema.node('paragraph', null, inline(text.map((it) => it.trim()).join(' '))), next];
}

function run(lines: readonly string[], from: number, goes: (line: string, at: number) => boolean): [string[], number] {
    let to = from;
    while (to < lines.length && goes(lines[to] as string, to)) to += 1;
    return [lines.slice(from, to), to];
}

function fenced(lines: readonly string[], at: number, fence: string, syntax: string): Taken {
    let to = at + 1;
    while (to < lines.length && !(lines[to] as string).trimStart().startsWith(fence)) to += 1;
    const text = lines.slice(at + 1, to).join('\n');
    return [schema.node('code', { data: syntax ? { syntax } : {} }, text ? schema.text(text) : undefined), to + 1];
}

const ITEM = /^( *)([-*+]|\d{1,9}[.)]) +(?:\[([ xX])\] +)?(.*)$/;

function list(lines: readonly string[], from: number, depth: number): Taken {
    const first = ITEM.exec(lines[from] as string) as RegExpExecArray;
    const indent = (first[1] as string).length;
    const ordered = /\d/.test(first[2] as string);
    const items: Node[] = [];
    let at = from;
    while (at < lines.length) {
        const match = ITEM.exec(lines[at] as string);
        if (!match || (match[1] as string).length !== indent || /\d/.test(match[2] as string) !== ordered) break;
        const [inner, next] = run(lines, at + 1, (it) => !it.trim() || (/^ */.exec(it) as RegExpExecArray)[0].length > indent);
        const width = Math.min(...inner.filter((it) => it.trim()).map((it) => it.length - it.trimStart().length));
        const rest = inner.map((it) => it.slice(Number.isFinite(width) ? width : 0));
        const data: Data = match[3] === undefined ? {} : { checked: /x/i.test(match[3]) };
        const body = rest.some((it) => it.trim()) ? blocks(rest, depth + 1) : [];
        items.push(schema.node('list_item', { data }, [schema.node('paragraph', null, inline(match[4] as string)), ...body]));
        at = next;
    }
    const tasks = items.some((item) => item.attrs.data.checked !== undefined);
    if (tasks) for (const [place, item] of items.entries()) items[place] = schema.node('list_item', { data: { checked: item.attrs.data.checked === true } }, item.content);
    const start = Number.parseInt(first[2] as string, 10);
    const name = tasks ? 'list_tasks' : ordered ? 'list_ordered' : 'list_unordered';
    return [schema.node(name, { data: ordered && !tasks && start !== 1 ? { start } : {} }, items), at];
}

const cellsOf = (row: string): string[] => row.trim().replace(/^\||\|$/g, '').split('|').map((cell) => cell.trim());

const INLINE = /(`+)([^`]|[^`].*?[^`])\1(?!`)|!?\[([^\]]*)\]\(\s*<?([^)\s>]+)>?[^)]*\)|(\*\*|__)(?=\S)(.+?)\5|(?<![\w*])([*_])(?=\S)(.+?)(?<=\S)\7(?![\w*])|~~(.+?)~~|<?(https?:\/\/[^\s<>)]+)>?|\\([!-/:-@[-`{-~])/;

/** Returns the inline nodes of a line of Markdown. */
export function inline(text: string, marks: readonly Mark[] = [], depth = 0): Node[] {
    const found = depth < MOST_DEPTH ? INLINE.exec(text) : null;
    if (!found) return text ? [schema.text(text, marks)] : [];
    const [whole, , code, label, target, , bold, , italic, struck, address, escaped] = found;
    const within = (inner: string, mark: Mark): Node[] => inline(inner, mark.addToSet(marks), depth + 1);
    const before = text.slice(0, found.index);
    const nodes = before ? [schema.text(before, marks)] : [];
    if (code !== undefined) nodes.push(schema.text(code, schema.mark('code_text').addToSet(marks)));
    else if (target !== undefined) nodes.push(...linked(label || target, target, marks, depth));
    else if (bold !== undefined) nodes.push(...within(bold, schema.mark('bold')));
    else if (italic !== undefined) nodes.push(...within(italic, schema.mark('italic')));
    else if (struck !== undefined) nodes.push(...within(struck, schema.mark('strikethrough')));
    else if (address !== undefined) nodes.push(...linked(address, address, marks, MOST_DEPTH));
    else nodes.push(schema.text(escaped ?? whole, marks));
    return [...nodes, ...inline(text.slice(found.index + whole.length), marks, depth)];
}

function linked(label: string, target: string, marks: readonly Mark[], depth: number): Node[] {
    const url = safeAddress(target) ? target : undefined;
    const mark = url ? schema.mark('link', { data: { ref: { kind: 'url', url } } }) : undefined;
    return inline(label, mark ? mark.addToSet(marks) : marks, depth + 1);
}
