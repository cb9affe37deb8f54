/** The longest sequence that two lists of texts have in common. */

import type { Schemas } from '../api/client';

/** Lists of more pairs of entries than this are not compared: the time grows with the product of their lengths. */
const MOST = 2_250_000;

/** Returns the places of entries that both lists have, in order; nothing if the lists are too long. */
export function common(before: readonly string[], after: readonly string[]): [number, number][] | undefined {
    let start = 0;
    while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
    let end = 0;
    while (end < before.length - start && end < after.length - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
    const [one, other] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
    if (one.length * other.length > MOST) return undefined;
    const longest = Array.from({ length: one.length + 1 }, () => new Uint32Array(other.length + 1));
    for (let a = one.length - 1; a >= 0; a -= 1)
        for (let b = other.length - 1; b >= 0; b -= 1) longest[a]![b] = one[a] === other[b] ? longest[a + 1]![b + 1]! + 1 : Math.max(longest[a + 1]![b]!, longest[a]![b + 1]!);
    const pairs: [number, number][] = Array.from({ length: start }, (_, at) => [at, at]);
    for (let a = 0, b = 0; a < one.length && b < other.length; ) {
        if (one[a] === other[b]) pairs.push([start + a++, start + b++]);
        else if (longest[a + 1]![b]! >= longest[a]![b + 1]!) a += 1;
        else b += 1;
    }
    for (let at = end; at > 0; at -= 1) pairs.push([before.length - at, after.length - at]);
    return pairs;
}

type Words = Schemas['Words'];

/** Blanks, words, and single signs; scripts without blanks have single characters. */
const WORDS = /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}_])+|[^\s]/gu;

/** Returns the words of two texts as a comparison has them: what both have, and what one has. Without anything in common for
 * texts that are too long. */
export function wordsBetween(before: string, after: string): Words[] {
    const split = (text: string) => text.match(WORDS) ?? [];
    const [one, other] = [split(before), split(after)];
    const words: Words[] = [];
    const add = (change: Words['change'], text: string) => {
        const last = words.at(-1);
        if (!text) return;
        if (last?.change === change) last.text += text;
        else words.push({ change, text });
    };
    let [a, b] = [0, 0];
    const gap = (to: number, later: number) => {
        add('deleted', one.slice(a, to).join(''));
        add('inserted', other.slice(b, later).join(''));
        [a, b] = [to, later];
    };
    for (const [from, to] of common(one, other) ?? []) {
        gap(from, to);
        add('equal', one[a++]!);
        b += 1;
    }
    gap(one.length, other.length);
    return words;
}
