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
    if (apart) return [replaced(left, theirs.from + offset, theirs.to + offset, theirs.lines)];
    if (!refused && left.join('\n') === right.join('\n')) return [];
    const [first, last] = [Math.min(own.from, theirs.from), Math.max(own.to, theirs.to)];
    const other = right.slice(first, last + right.length - base.length);
    const kept = left.slice(first, last + left.length - base.length);
    return [replaced(left, first, last + left.length - base.length, [MINE, ...kept, BETWEEN, ...other, THEIRS])];
}

/** Returns the change that puts other lines in the place of those from `first` to before `last`. */
function replaced(text: string[], first: number, last: number, lines: string[]): TextChange {
    const start = (line: number): number => text.slice(0, line).reduce((sum, it) => sum + it.length + 1, 0);
    const insert = lines.map((line) => `${line}\n`).join('');
    if (last < text.length) return { from: start(first), to: start(last), insert };
    // The last line has no line end: the one before it goes or comes instead.
    const end = start(text.length) - 1;
    if (first === 0) return { from: 0, to: end, insert: lines.join('\n') };
    return { from: start(first) - 1, to: end, insert: lines.map((line) => `\n${line}`).join('') };
}

/** The lines of the base that another text has otherwise, as one run. */
function hunk(base: string[], other: string[]): { from: number; to: number; lines: string[] } | undefined {
    let from = 0;
    while (from < base.length && from < other.length && base[from] === other[from]) from += 1;
    let end = 0;
    while (end < base.length - from && end < other.length - from && base.at(-1 - end) === other.at(-1 - end)) end += 1;
    if (from === base.length && from === other.length) return undefined;
    return { from, to: base.length - end, lines: other.slice(from, other.length - end) };
}
