/** Single keys as shortcuts, wherever no text is being typed. `Escape`, letters and `?` are named as browsers name them. */

import { useEffect } from 'react';

function isTyping(target: EventTarget | null): boolean {
    return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

/** Calls what belongs to a key while the component is there. `mod+k` is Ctrl+K, or Cmd+K, and works while typing. */
export function useShortcuts(keys: Record<string, () => void>): void {
    useEffect(() => {
        const pressed = (event: KeyboardEvent) => {
            if (event.defaultPrevented || event.altKey || event.isComposing) return;
            const mod = event.ctrlKey || event.metaKey;
            const run = keys[`${mod ? 'mod+' : ''}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`];
            const isInDialog = !mod && document.querySelector('.react-aria-ModalOverlay') !== null;
            if (!run || isInDialog || (!mod && isTyping(event.target))) return;
            event.preventDefault();
            run();
        };
        addEventListener('keydown', pressed);
        return () => removeEventListener('keydown', pressed);
    });
}
