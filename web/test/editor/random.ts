// Random values from a seed, so that what fails can be run again.

export type Random = () => number;

export function random(seed: number): Random {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let value = Math.imul(state ^ (state >>> 15), state | 1);
        value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
        return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
    };
}

export const below = (next: Random, end: number): number => Math.floor(next() * end);

export function one<T>(next: Random, items: readonly T[]): T {
    return items[below(next, items.length)] as T;
}

export const some = <T>(next: Random, most: number, make: () => T, least = 0): T[] =>
    Array.from({ length: least + below(next, most - least + 1) }, make);
