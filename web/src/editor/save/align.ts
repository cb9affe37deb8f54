// Which items of two lists are the same: a longest run in the order of both, by identity.

/** For each item of `now`, the place in `before` of the same object, as far as the order of both agrees; else -1. */
export function aligned<T>(before: readonly T[], now: readonly T[]): number[] {
    const found = matched(before, now);
    const kept = longest(found);
    return found.map((place, at) => (kept.has(at) ? place : -1));
}

/** For each item of `now`, the place in `before` of the same object, whatever their order; else -1. Each place is there once. */
export function matched<T>(before: readonly T[], now: readonly T[]): number[] {
    const places = new Map<T, number[]>();
    for (let at = before.length - 1; at >= 0; at -= 1) {
        const item = before[at] as T;
        const list = places.get(item);
        if (list) list.push(at);
        else places.set(item, [at]);
    }
    return now.map((item) => places.get(item)?.pop() ?? -1);
}

/** The indices of a longest increasing run among the places that are not -1. */
function longest(places: number[]): Set<number> {
    const tails: number[] = [];
    const previous: number[] = [];
    for (const [at, place] of places.entries()) {
        if (place < 0) continue;
        let low = 0;
        let high = tails.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if ((places[tails[middle] as number] as number) < place) low = middle + 1;
            else high = middle;
        }
        previous[at] = low > 0 ? (tails[low - 1] as number) : -1;
        tails[low] = at;
    }
    const run = new Set<number>();
    for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) run.add(at);
    return run;
}
