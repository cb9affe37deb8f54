/** The text of one block as a line of characters, each with what it looks like, and what two such lines have in common. */

import { common } from './common';
import { ref, type Mark, type Node, type Ref } from '../document/model';

/** What a character looks like; characters of one look share the object. A picture or another thing in a line is one
 * character, with its node. */
export interface Look { marks: Mark[]; ref?: Ref; node?: Node }
export interface Flat { text: string; looks: Look[] }

const THING = '\uFFFC';

/** Returns the text of a block, without that of blocks in it. */
export function flat(block: Node): Flat {
    const made: Flat = { text: '', looks: [] };
    let last: Look | undefined;
    const add = (text: string, look: Look) => {
        const isSame = last && !look.node && !last.node && last.ref === look.ref && JSON.stringify(last.marks) === JSON.stringify(look.marks);
        last = isSame ? last : look;
        made.text += text;
        for (let at = 0; at < text.length; at += 1) made.looks.push(last!);
    };
    const walk = (nodes: Node[], target: Ref | undefined) => {
        for (const node of nodes) {
            if (node.object === 'block') continue;
            if (node.leaves) for (const { text, marks } of node.leaves) add(text, { marks: marks ?? [], ref: target });
            else if (node.nodes?.length) walk(node.nodes, node.type === 'link' ? ref(node) : target);
            else add(THING, { marks: [], node });
        }
    };
    walk(block.nodes ?? [], undefined);
    return made;
}

interface Match { from: number; to: number; length: number }

interface Word { at: number; text: string }
const wordsOf = (text: string): Word[] => [...text.matchAll(/\n|\uFFFC|[^\s\uFFFC]+/g)].map((it) => ({ at: it.index, text: it[0] }));

/** Returns the words that both texts have, in order; nothing if there are too many. */
export function matches(before: string, after: string): Match[] | undefined {
    if (before === after) return [{ from: 0, to: 0, length: before.length }];
    const [one, other] = [wordsOf(before), wordsOf(after)];
    return common(one.map(({ text }) => text), other.map(({ text }) => text))?.map(([a, b]) => ({ from: one[a]!.at, to: other[b]!.at, length: one[a]!.text.length }));
}
