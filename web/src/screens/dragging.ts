/** Dragging of spaces with the pointer, within their list and to other collections. The menu of a space does the same by keyboard. */

import { useState, type DragEvent } from 'react';
import type { Schemas } from '../api/client';

type Space = Schemas['Space'];
/** The media type under which the identifier of a dragged space is handed along. */
const TYPE = 'application/x-quire-space';

/** Returns the change that puts a space where it was dropped: before or after another one, or last in a collection. */
export function dropped(id: string, on: Space | { collection: string | null }, isAfter: boolean): Schemas['MoveContent'] | undefined {
    if ('collection' in on) return { parent: on.collection };
    if (on.id === id) return undefined;
    return { parent: on.parent ?? null, position: { [isAfter ? 'after' : 'before']: { type: 'space', space: on.id } } };
}

/** Returns what a row or a section needs to be a place for spaces. `move` is called with what was dropped. */
export function useDropping(on: Space | { collection: string | null }, move: (id: string, to: Schemas['MoveContent']) => void) {
    const [side, setSide] = useState<'before' | 'after' | undefined>();
    const sideOf = ({ currentTarget, clientY }: DragEvent) => {
        const { top, height } = currentTarget.getBoundingClientRect();
        return clientY > top + height / 2 ? 'after' : 'before';
    };
    return {
        'data-drop': side,
        onDragOver(event: DragEvent) {
            if (!event.dataTransfer.types.includes(TYPE)) return;
            event.preventDefault();
            event.stopPropagation();
            setSide(sideOf(event));
        },
        onDragLeave(event: DragEvent) {
            if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setSide(undefined);
        },
        onDrop(event: DragEvent) {
            const id = event.dataTransfer.getData(TYPE);
            setSide(undefined);
            if (!id) return;
            event.preventDefault();
            event.stopPropagation();
            const to = dropped(id, on, sideOf(event) === 'after');
            if (to) move(id, to);
        },
    };
}

/** Returns what a row needs to be dragged. */
export const dragging = (space: Space) => ({
    draggable: true,
    onDragStart(event: DragEvent) {
        event.dataTransfer.setData(TYPE, space.id);
        event.dataTransfer.effectAllowed = 'move';
    },
});
