/** The differences of two texts as the server finds them: blocks, and words inside of changed ones. */

import type { Schemas } from '../api/client';
import type { Run } from './words';

export type Block = Schemas['BlockDiff'];
export type Side = 'before' | 'after';

/** Returns a text without the blank lines around it. The blanks before its first word say where a list has it. */
const unpadded = (text?: string) => text?.replace(/^(?:[ \t]*\r?\n)+|\s+$/g, '');

/** Returns true if a block reads otherwise than before: blank lines alone are no change to look at. */
export const isChange = ({ change, before, after }: Block) => change !== 'equal' && !(change === 'changed' && unpadded(before?.markdown) === unpadded(after?.markdown));

export const markdownOf = (block: Block, side: Side) => block[side]?.markdown?.trim() ?? '';

/** Returns the words of a side, as they are written. */
export function runsOf(block: Block, side: Side): Run[] | undefined {
    const own = side === 'before' ? 'deleted' : 'inserted';
    return block.words?.filter(({ change }) => change === 'equal' || change === own).map(({ change, text }) => ({ text, isChanged: change !== 'equal' }));
}
