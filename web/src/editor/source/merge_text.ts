// Merged Markdown into the text of the source mode, by lines. Where both sides changed the same lines, both are left in the
// text between markers, as Git leaves them; nothing is saved until the markers are gone.

const MINE = '<<<<<<< mine';
const BETWEEN = '=======';
const THEIRS = '>>>>>>> theirs';

export interface TextChange {
    from: number;
    to: number;
    insert: string;
}

/** Returns how many conflicts a text has. */
export function conflicted(text: string): number {
    return text.split('\n').filter((line) => line === MINE).length;
}

/** Returns the changes of `mine` that bring in what differs between `from` and `to`. */
export function changes(from: string, mine: string, to: string, refused: boolean): TextChange[] {
    const [base, left, right] = [from, mine, to].map((text) => text.split('\n')) as [string[], string[], string[]];
    const [theirs, own] = [hunk(base, right), hunk(base, left)];
    if (!theirs) return [];
    const offset = own && own.from <= theirs.from ? left.length - base.length : 0;
    const apart = !own || theirs.to < own.from || own.to < theirs.from;
    const start = (lines: string[], line: number): number => lines.slice(0, line).reduce((sum, it) => sum + it.length + 1, 0);
    const whole = (lines: string[], a: number, b: number): [number, number] => {
        const end = lines.join('\n').length;
        return [Math.min(start(lines, a), end), Math.min(start(lines, b), end)];
    };
    if (apart) {
        const [a, b] = whole(left, theirs.from + offset, theirs.to + offset);
        return [{ from: a, to: b, insert: joined(theirs.lines, b < mine.length) }];
    }
    if (!refused && left.join('\n') === right.join('\n')) return [];
    const [first, last] = [Math.min(own.from, theirs.from), Math.max(own.to, theirs.to)];
    const [a, b] = whole(left, first, last + left.length - base.length);
    const other = right.slice(first, last + right.length - base.length);
    const kept = left.slice(first, last + left.length - base.length);
    return [{ from: a, to: b, insert: joined([MINE, ...kept, BETWEEN, ...other, THEIRS], b < mine.length) }];
}

const joined = (lines: string[], more: boolean): string => lines.join('\n') + (more && lines.length ? '\n' : '');

/** The lines of the base that another text has otherwise, as one run. */
function hunk(base: string[], other: string[]): { from: number; to: number; lines: string[] } | undefined {
    let from = 0;
    while (from < base.length && from < other.length && base[from] === other[from]) from += 1;
    let end = 0;
    while (end < base.length - from && end < other.length - from && base.at(-1 - end) === other.at(-1 - end)) end += 1;
    if (from === base.length && from === other.length) return undefined;
    return { from, to: base.length - end, lines: other.slice(from, other.length - end) };
}
