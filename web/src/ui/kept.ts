/** A text that is being typed, kept by the tab until it is sent: it survives a reload and signing in again. */

import { useState } from 'react';

/** Returns the text of a name, and what sets it. An empty text is kept by nobody. */
export function useKept(name: string): [string, (text: string) => void] {
    const place = `quire.typed.${name}`;
    const [text, setText] = useState(() => sessionStorage.getItem(place) ?? '');
    const set = (next: string) => {
        setText(next);
        try {
            if (next) sessionStorage.setItem(place, next);
            else sessionStorage.removeItem(place);
        } catch {
            // A full storage keeps nothing; the text is still on the screen.
        }
    };
    return [text, set];
}
