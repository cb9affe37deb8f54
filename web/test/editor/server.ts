// A server for tests of saves: revisions of a list of blocks, merged by blocks, calls made once by their key.

import type { Node } from 'prosemirror-model';

import type { Block } from '../../src/editor/model/json';
import { fromBlock } from '../../src/editor/model/from_document';
import { schema } from '../../src/editor/model/schema';
import { toBlock } from '../../src/editor/model/to_document';
import { type Content, contentOf, type Fields } from '../../src/editor/save/changes';
import type { Failure } from '../../src/editor/save/machine';
import { merge } from '../../src/editor/save/merge';
import { alike, based, type Saved } from '../../src/editor/save/settle';

type Answer = { revision: string; saved: Saved } | { failure: Failure };

export const paragraph = (text: string): Node => schema.node('paragraph', null, text ? [schema.text(text)] : []);

export class Server {
    private readonly revisions: Block[][] = [];
    private readonly answers = new Map<string, Answer>();
    private keys = 0;
    saves = 0;

    constructor(texts: string[]) {
        this.land(texts.map((text) => toBlock(paragraph(text))));
    }

    get revision(): string {
        return String(this.revisions.length - 1);
    }

    get texts(): string[] {
        return this.content(this.revision).map((node) => node.textContent);
    }

    blocks(revision: string): Block[] {
        return this.revisions[Number(revision)] as Block[];
    }

    private content(revision: string): Content {
        return based(revision, this.blocks(revision), []).content;
    }

    /** Somebody else writes. */
    edit(change: (texts: Node[]) => Node[]): void {
        const now = this.content(this.revision);
        this.land(change([...now]).map((node) => (now.includes(node) ? (this.blocks(this.revision)[now.indexOf(node)] as Block) : toBlock(node))));
    }

    save(key: string, revision: string, fields: Fields): Answer {
        const known = this.answers.get(key);
        if (known) return known;
        const answer = this.made(revision, fields);
        if (!('failure' in answer)) this.answers.set(key, answer);
        return answer;
    }

    private made(revision: string, fields: Fields): Answer {
        const base = based(revision, this.blocks(revision), []);
        const known = new Set(base.keys);
        const named = 'blocks' in fields ? fields.blocks.flatMap((change) => [change.key, 'after' in change ? change.after : null]) : [];
        if (named.some((key) => key !== null && !known.has(key))) return { failure: { kind: 'keys-gone' } };
        const sent = contentOf(base, fields);
        const current = based(this.revision, this.blocks(this.revision), base.content);
        const pieces = merge(base.content, sent, current.content);
        if (pieces.some((piece) => piece.clash)) return { failure: { kind: 'conflict' } };
        this.saves += 1;
        const merged = pieces.flatMap((piece) => piece.nodes);
        const others = this.revision !== revision;
        const keyed = (node: Node): string | undefined => {
            const at = current.content.findIndex((it) => alike(it, node));
            return at < 0 ? undefined : current.keys[at];
        };
        const before = base.keys as string[];
        this.land(merged.map((node) => ({ ...toBlock(node), key: keyed(node) })));
        const now = this.blocks(this.revision);
        const document = { object: 'document' as const, nodes: now };
        if (others || !('blocks' in fields)) return { revision: this.revision, saved: { keys: {}, document } };
        const gone = new Set(before);
        const fresh = now.map((block) => block.key as string).filter((name) => !gone.has(name));
        const blocks = fields.blocks.map((change) => ('document' in change ? change.document.nodes.map(() => fresh.shift() as string) : []));
        return { revision: this.revision, saved: { keys: {}, blocks } };
    }

    private land(blocks: Block[]): void {
        const seen = new Set<string>();
        this.revisions.push(blocks.map((block) => {
            const key = block.key !== undefined && !seen.has(block.key) ? block.key : `key-${(this.keys += 1)}`;
            seen.add(key);
            return { ...block, key };
        }));
    }
}

export { fromBlock };
