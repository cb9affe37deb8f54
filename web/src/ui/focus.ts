/** The one thing of a list that keys are about, by its name: it stays the same when others come or go. */

import { useEffect, useRef, useState } from 'react';

/** Returns the place in `names` at which a thing was that may be gone, from the order in which it was seen last. */
export function placeOf(names: readonly string[], order: readonly string[], name: string): number {
    const at = names.indexOf(name);
    if (at >= 0) return at;
    const before = new Set(order.slice(0, Math.max(0, order.indexOf(name))));
    return names.filter((it) => before.has(it)).length;
}

/** Returns the name that is `by` steps from a thing. From one that is gone, the next step leads to what stands in its place. */
export function nameAt(names: readonly string[], order: readonly string[], name: string | undefined, by: 1 | -1): string | undefined {
    if (name === undefined) return names[0];
    const isThere = names.includes(name);
    const at = placeOf(names, order, name) + (isThere || by < 0 ? by : 0);
    return names[Math.max(0, Math.min(names.length - 1, at))];
}

/** Follows the focus among things with these names. It is on the first one until it is set, and on none if its thing is gone:
 * a key that was meant for that is not about another one. `near` is what stands there now. */
export function useFocusOn(names: readonly string[]) {
    const [chosen, set] = useState<string>();
    const order = useRef<readonly string[]>(names);
    const wanted = chosen ?? order.current[0] ?? names[0];
    useEffect(() => {
        if (wanted !== undefined && names.includes(wanted)) order.current = names;
        if (chosen === undefined && wanted !== undefined) set(wanted);
    });
    const current = wanted !== undefined && names.includes(wanted) ? wanted : undefined;
    const near = wanted === undefined ? undefined : (names[placeOf(names, order.current, wanted)] ?? names.at(-1));
    const next = (by: 1 | -1) => nameAt(names, order.current, wanted, by);
    return { current, near, set, next };
}
