// What was written since the base, as fields of `update_page`: changes of single blocks, or the whole document where
// these can't say it. And back: the content that such fields make of the base, with which drafts are read.

import { Fragment, type Node } from 'prosemirror-model';

import { fromBlocks } from '../model/from_document';
import type { Block, Document } from '../model/json';
import { originOf } from '../model/origin';
import { toJson } from '../model/to_document';
import { aligned, matched } from './align';

export type Content = readonly Node[];

/** Content that the server has, and the keys of its blocks. One that is not known is undefined. */
export interface Based<C = Content> {
    revision: string;
    content: C;
    keys: readonly (string | undefined)[];
}

export type BlockChange =
    | { operation: 'replace'; key: string; document: Document }
    | { operation: 'insert_after'; key: string; document: Document }
    | { operation: 'insert_before'; key: string; document: Document }
    | { operation: 'move_after'; key: string; after: string | null }
    | { operation: 'delete'; key: string };

export type Fields = { blocks: BlockChange[] } | { document: Document | { markdown: string } };

/** The most changes of blocks that one call takes. */
const MOST = 1000;

/** Returns the fields that make `now` of the base; undefined if it is the same. With `wholly`, they are the document. */
export function fieldsOf(base: Based, now: Content, wholly = false): Fields | undefined {
    if (isSame(base.content, now)) return undefined;
    const blocks = wholly ? undefined : changesOf(base, now);
    return blocks && blocks.length <= MOST ? { blocks } : { document: documentOf(now) };
}

/** Returns true if two contents are of the same nodes. */
export function isSame(a: Content, b: Content): boolean {
    return a.length === b.length && a.every((node, at) => node === b[at]);
}

/** Returns the content that fields make of the base. */
export function contentOf(base: Based, fields: Fields | undefined): Content {
    if (!fields) return base.content;
    if ('blocks' in fields) return applied(base, fields.blocks);
    return 'nodes' in fields.document ? reused(base.content, fields.document.nodes) : base.content;
}

/** Returns nodes of blocks; those of `before` where they are of the same JSON. */
function reused(before: Content, blocks: readonly Block[]): Content {
    const known = new Map(before.map((node) => [JSON.stringify(toJson(node)), node]));
    return blocks.map((block) => known.get(JSON.stringify(block)) ?? (fromBlocks([block])[0] as Node));
}

export function documentOf(nodes: Content): Document {
    return { object: 'document', data: {}, nodes: nodes.map((node) => toJson(withoutEnds(node))) };
}

/** Returns a node without the spaces at the ends of its lines, which somebody who still types leaves behind and which
 * Markdown keeps only as entities. What was loaded, and code, stays as it is. */
export function withoutEnds(node: Node): Node {
    if (originOf(node) || node.isText || node.isAtom || node.type.spec.code) return node;
    const children = node.inlineContent ? trimmed(node.children) : node.children.map(withoutEnds);
    const isSame = children.length === node.childCount && children.every((child, at) => child === node.child(at));
    return isSame ? node : node.copy(Fragment.from([...children]));
}

/** Returns the content of a text block, where the ends of each line are those beside its line breaks, too. */
function trimmed(content: readonly Node[]): readonly Node[] {
    const lines: Node[][] = [[]];
    for (const node of content) {
        if (node.type.name === 'hard_break') lines.push([node], []);
        else lines.at(-1)?.push(node);
    }
    return lines.flatMap((line) => withoutStart(withoutEnd(line)));
}

/** Returns the text of a node whose spaces count for nothing at an end. */
function textOf(node: Node | undefined): string | undefined {
    return node?.isText && !node.marks.some((mark) => mark.type.name === 'code_text') ? node.text : undefined;
}

function withoutEnd(line: readonly Node[]): readonly Node[] {
    const [last, text] = [line.at(-1), textOf(line.at(-1))];
    if (last === undefined || text === undefined || !/[ \t\u00a0]$/.test(text)) return line;
    const kept = text.replace(/[ \t\u00a0]+$/, '');
    return kept ? [...line.slice(0, -1), last.cut(0, kept.length)] : withoutEnd(line.slice(0, -1));
}

function withoutStart(line: readonly Node[]): readonly Node[] {
    const [first, text] = [line[0], textOf(line[0])];
    if (first === undefined || text === undefined || !/^[ \t\u00a0]/.test(text)) return line;
    const kept = text.replace(/^[ \t\u00a0]+/, '');
    return kept ? [first.cut(text.length - kept.length), ...line.slice(1)] : withoutStart(line.slice(1));
}

/** A place between two blocks that stay: what was there and what is there now. */
interface Gap {
    before: string | undefined;
    after: string | undefined;
    gone: string[];
    come: Node[];
    moved: string[];
    /** True if a block with blocks in it has changed inside. */
    inner: boolean;
}

/** Returns changes of single blocks; undefined where keys are missing, where moved and new blocks stand together, and
 * where only a part of a block has changed: then the server finds it, and keeps the bytes of the other parts. */
function changesOf(base: Based, now: Content): BlockChange[] | undefined {
    if (!base.content.length || base.keys.includes(undefined)) return undefined;
    const keys = base.keys as string[];
    if (new Set(keys).size < keys.length) return undefined;
    const changes: BlockChange[] = [];
    for (const gap of gaps(base.content, keys, now)) {
        if (gap.inner) return undefined;
        if (gap.moved.length) {
            if (gap.moved.length > 1 || gap.come.length || gap.gone.length) return undefined;
            changes.push({ operation: 'move_after', key: gap.moved[0] as string, after: gap.before ?? null });
        } else changes.push(...rewritten(gap));
    }
    return changes;
}

function rewritten({ before, after, gone, come }: Gap): BlockChange[] {
    const changes: BlockChange[] = [];
    const paired = Math.min(gone.length, come.length);
    for (let at = 0; at < paired; at += 1) {
        const nodes = at === paired - 1 ? come.slice(at) : come.slice(at, at + 1);
        changes.push({ operation: 'replace', key: gone[at] as string, document: documentOf(nodes) });
    }
    changes.push(...gone.slice(paired).map((key) => ({ operation: 'delete' as const, key })));
    if (paired || !come.length) return changes;
    const place = before !== undefined ? { operation: 'insert_after' as const, key: before } : { operation: 'insert_before' as const, key: after as string };
    return [...changes, { ...place, document: documentOf(come) }];
}

/** Tables are printed as a whole by the server, too. */
const hasParts = (node: Node): boolean => !node.isTextblock && !node.isAtom && node.type.name !== 'table';

/** Returns how many blocks two contents share at the start, and how many of the rest at the end. */
function shared(before: Content, now: Content): [number, number] {
    const most = Math.min(before.length, now.length);
    let [start, end] = [0, 0];
    while (start < most && before[start] === now[start]) start += 1;
    while (end < most - start && before[before.length - 1 - end] === now[now.length - 1 - end]) end += 1;
    return [start, end];
}

/** Returns the gaps. Only what is between the parts that both share is compared. */
function gaps(allBefore: Content, allKeys: readonly string[], allNow: Content): Gap[] {
    const [start, end] = shared(allBefore, allNow);
    const before = allBefore.slice(start, allBefore.length - end);
    const keys = allKeys.slice(start, allKeys.length - end);
    const now = allNow.slice(start, allNow.length - end);
    const next = allKeys[allKeys.length - end];
    const places = matched(before, now);
    const stay = aligned(before, now);
    const moves = new Set(places.filter((place, at) => place >= 0 && stay[at] === -1));
    const found: Gap[] = [];
    let [from, last]: [number, string | undefined] = [0, allKeys[start - 1]];
    let [come, moved]: [Node[], string[]] = [[], []];
    const close = (to: number): void => {
        const gone = keys.slice(from, to).filter((_, at) => !moves.has(from + at));
        const inner = before.slice(from, to).some((node) => hasParts(node) && come.some((it) => it.type === node.type));
        if (gone.length || come.length || moved.length) found.push({ before: last, after: keys[to] ?? next, gone, come, moved, inner });
        [come, moved] = [[], []];
    };
    for (const [at, node] of now.entries()) {
        const place = stay[at] as number;
        if (place >= 0) {
            close(place);
            [from, last] = [place + 1, keys[place]];
        } else if ((places[at] as number) >= 0) moved.push(keys[places[at] as number] as string);
        else come.push(node);
    }
    close(before.length);
    return found;
}

function applied(base: Based, changes: readonly BlockChange[]): Content {
    const places = new Map(base.keys.map((key, at) => [key, at]));
    const placeOf = (key: string): number => {
        const place = places.get(key);
        if (place === undefined) throw new Error(`no block has the key ${key}`);
        return place;
    };
    const own = base.content.map((node): Node[] => [node]);
    // What stands before and after each block; before all others at -1.
    const earlier = new Map<number, Node[]>();
    const later = new Map<number, Node[]>();
    const add = (map: Map<number, Node[]>, place: number, nodes: Node[]) => map.set(place, [...(map.get(place) ?? []), ...nodes]);
    for (const change of changes) {
        const place = placeOf(change.key);
        if (change.operation === 'delete') own[place] = [];
        else if (change.operation === 'replace') own[place] = fromBlocks(change.document.nodes);
        else if (change.operation === 'insert_after') add(later, place, fromBlocks(change.document.nodes));
        else if (change.operation === 'insert_before') add(earlier, place, fromBlocks(change.document.nodes));
        else {
            own[place] = [];
            add(later, change.after === null ? -1 : placeOf(change.after), [base.content[place] as Node]);
        }
    }
    return [...(later.get(-1) ?? []), ...own.flatMap((nodes, at) => [...(earlier.get(at) ?? []), ...nodes, ...(later.get(at) ?? [])])];
}
