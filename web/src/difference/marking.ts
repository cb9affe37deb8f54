/** One version of a document with what a comparison says of its blocks: marks on blocks, words, rows and lines.
 *
 * A comparison names blocks by their keys, but of tags, rows and items only their own lines: a container is added as a
 * whole only if all that is in it is, too. */

import type { Fate, Leaf, Node, TextFate } from '../document/model';
import { isChange, markdownOf, runsOf, type Block, type Side } from './blocks';
import { markRows } from './tables';
import { bare, mapBlocks, mapLeaves, reads, texts } from './nodes';
import { locate, pieces } from './words';

export type State = 'equal' | 'part' | 'added' | 'removed' | 'moved';

export interface Marked {
    node: Node;
    /** What became of the block as a whole; `part` if something in it differs. */
    state: State;
    /** The keys of all blocks in it, and of those that a difference names. */
    keys: Set<string>;
    touched: string[];
    /** The differences that concern it, whose other side concerns the same block of the other version. */
    changed: Block[];
}

const CONTAINERS = new Set(['hint', 'tabs', 'tabs-item', 'expandable', 'stepper', 'stepper-step', 'step', 'columns', 'column', 'if', 'updates', 'update', 'code']);
const TAG = /^(\{%[^\n]*%\}|<\/?[a-z][\w-]*[^\n>]*>|<summary>[^\n]*<\/summary>)$/i;
const isClosing = (tag: string) => /^(\{% *end|<\/)/.test(tag);

const withFate = (node: Node, fate: Fate): Node => ({ ...node, fate });

/** Marks the blocks of one version. `used` has the differences that were found in it. */
export class Marker {
    readonly used = new Set<Block>();
    private readonly own = new Map<string, Block[]>();
    private readonly fate: TextFate;

    constructor(private readonly side: Side, blocks: Block[]) {
        this.fate = side === 'before' ? 'deleted' : 'inserted';
        for (const block of blocks) {
            if (!isChange(block)) continue;
            for (const key of block[side]?.keys ?? []) this.own.set(key, [...(this.own.get(key) ?? []), block]);
        }
    }

    mark(node: Node): Marked {
        const own = this.own.get(node.key ?? '') ?? [];
        own.forEach((block) => this.used.add(block));
        const inside: Marked[] = [];
        const copy = mapBlocks(node, (inner) => {
            const marked = this.mark(inner);
            inside.push(marked);
            return marked.node;
        });
        const { node: made, state } = this.judged({ node, copy, own, inside });
        return {
            node: made,
            state,
            keys: new Set([...(node.key ? [node.key] : []), ...inside.flatMap(({ keys }) => [...keys])]),
            touched: [...(own.length && node.key ? [node.key] : []), ...inside.flatMap(({ touched }) => touched)],
            changed: [...own.filter(({ change }) => change === 'changed'), ...inside.flatMap(({ changed }) => changed)],
        };
    }

    private judged({ node, copy, own, inside }: { node: Node; copy: Node; own: Block[]; inside: Marked[] }): { node: Node; state: State } {
        if (node.type === 'table' && own.length) return this.table(node, own);
        const isTag = (block: Block) => CONTAINERS.has(node.type ?? '') && TAG.test(markdownOf(block, this.side));
        const changed = own.filter(({ change }) => change === 'changed');
        const whole = own.filter((block) => block.change !== 'changed' && !isTag(block));
        const tags = own.filter((block) => block.change !== 'changed' && isTag(block));
        if (node.type === 'code' && (whole.length || changed.length)) return this.code(node, [...whole, ...changed], tags);
        const change = (whole[0] ?? tags[0])?.change as Exclude<State, 'equal' | 'part'> | undefined;
        const titles = tags.filter((block) => markdownOf(block, this.side).startsWith('<summary>'));
        if (!changed.length && this.isWhole(change, [...whole, ...titles], inside)) {
            const state = change ?? inside[0]!.state;
            return { state, node: withFate(node, { change: state as Fate['change'] }) };
        }
        let made = whole.length ? this.covered(copy, whole, inside) : copy;
        for (const block of changed) made = this.words(made, block, inside);
        if (tags.length) made = withFate(made, { change: 'changed', notes: [...(made.fate?.notes ?? []), ...this.notes(tags)] });
        const isPart = own.length > 0 || inside.some(({ state }) => state !== 'equal');
        return { node: made, state: isPart ? 'part' : 'equal' };
    }

    /** True if all of a block has one fate: what its own lines say, or what all blocks in it have in common. */
    private isWhole(change: State | undefined, whole: Block[], inside: Marked[]): boolean {
        const wanted = change ?? inside[0]?.state;
        if (!wanted || wanted === 'equal' || wanted === 'part') return false;
        const said = whole.map((block) => markdownOf(block, this.side)).join('\n');
        return inside.every((it) => it.state === wanted || (whole.length > 0 && reads(said, texts(it.node))));
    }

    /** Marks those blocks of a container that its own lines cover, such as the first paragraph of an item. */
    private covered(copy: Node, whole: Block[], inside: Marked[]): Node {
        const states = new Map(inside.map((it) => [it.node, it.state]));
        return mapBlocks(copy, (inner) => {
            const drawn = texts(inner);
            const isCandidate = states.get(inner) === 'equal' && bare(drawn.join('')) !== '';
            const by = isCandidate ? whole.find((block) => reads(markdownOf(block, this.side), drawn)) : undefined;
            return by ? withFate(inner, { change: by.change as Fate['change'] }) : inner;
        });
    }

    /** Marks the words of a changed block; the block alone if they are not found. */
    private words(node: Node, block: Block, inside: Marked[]): Node {
        const others = new Set(inside.filter(({ state, node: inner }) => state !== 'equal' || inner.type?.startsWith('list-')).map((it) => it.node));
        const isLeftOut = (inner: Node) => others.has(inner);
        const runs = runsOf(block, this.side);
        const found = runs && locate(runs, texts(node, isLeftOut));
        if (!found) return withFate(node, { change: 'changed' });
        let at = 0;
        const split = (leaf: Leaf): Leaf[] => {
            const changed = found.changed[at++]!;
            return changed.includes(true) ? pieces(leaf.text, changed).map(({ text, isChanged }) => ({ ...leaf, text, ...(isChanged ? { fate: this.fate } : {}) })) : [leaf];
        };
        const notes = [...(node.fate?.notes ?? []), ...found.unseen.map((text) => ({ fate: this.fate, text }))];
        return withFate(mapLeaves(node, split, isLeftOut), { change: 'changed', notes });
    }

    private notes(tags: Block[]) {
        return tags.map((block) => markdownOf(block, this.side)).filter((tag) => !isClosing(tag)).map((text) => ({ fate: this.fate, text }));
    }

    /** Code is compared by lines. */
    private code(node: Node, blocks: Block[], tags: Block[]): { node: Node; state: State } {
        const [first] = blocks;
        if (first!.change !== 'changed') return { node: withFate(node, { change: first!.change as Fate['change'] }), state: first!.change as State };
        const written = (runsOf(first!, this.side) ?? []).flatMap(({ text, isChanged }) => text.replace(/\n$/, '').split('\n').map((line) => ({ line: line.trim(), isChanged })));
        let at = 0;
        const nodes = node.nodes?.map((line) => {
            const next = written.findIndex((it, index) => index >= at && it.line === texts(line).join('').trim());
            if (next < 0) return line;
            at = next + 1;
            return written[next]!.isChanged ? withFate(line, { change: this.side === 'before' ? 'removed' : 'added' }) : line;
        });
        const fence = written.find(({ line, isChanged }) => isChanged && /^(```|~~~)/.test(line));
        const notes = [...this.notes(tags), ...(fence ? [{ fate: this.fate, text: fence.line }] : [])];
        return { node: withFate({ ...node, nodes }, { change: 'changed', notes }), state: 'part' };
    }

    private table(node: Node, own: Block[]): { node: Node; state: State } {
        const { node: made, isWhole } = markRows(node, own, this.side);
        const [{ change } = { change: 'equal' as const }] = own;
        if (isWhole && change !== 'changed' && own.every((block) => block.change === change)) return { node: withFate(node, { change: change as Fate['change'] }), state: change };
        return { node: made, state: 'part' };
    }
}
