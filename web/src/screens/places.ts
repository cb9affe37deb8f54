/** Places in a page tree as the API counts them: a parent, and an index among siblings with the page itself left out. */

import type { Schemas } from '../api/client';

type Page = Pick<Schemas['Page'], 'id'> & { pages: Page[] };

export interface Spot { into: string | null; at: number }

function find(pages: Page[], id: string, into: string | null): Spot | undefined {
    const at = pages.findIndex((page) => page.id === id);
    if (at >= 0) return { into, at };
    for (const page of pages) {
        const found = find(page.pages, id, page.id);
        if (found) return found;
    }
    return undefined;
}

/** Returns the place of a page; the end of the top for one that is not there. */
export const placed = (pages: Page[], id: string): Spot => find(pages, id, null) ?? { into: null, at: pages.length };

function children(pages: Page[], id: string | null): Page[] {
    if (id === null) return pages;
    for (const page of pages) {
        if (page.id === id) return page.pages;
        const found = children(page.pages, id);
        if (found.length) return found;
    }
    return [];
}

/** Returns the place for pages that are dropped at another one. */
export function droppedAt(pages: Page[], moved: string[], target: string, position: 'before' | 'after' | 'on'): Spot {
    if (position === 'on') return { into: target, at: children(pages, target).filter((page) => !moved.includes(page.id)).length };
    const { into } = placed(pages, target);
    const others = children(pages, into).filter((page) => !moved.includes(page.id));
    const at = others.findIndex((page) => page.id === target);
    return { into, at: at < 0 ? others.length : position === 'before' ? at : at + 1 };
}

/** Returns the pages above a page, and itself. */
export function above(pages: Page[], id: string | undefined): string[] {
    for (const page of pages) {
        if (page.id === id) return [page.id];
        const found = above(page.pages, id);
        if (found.length) return [page.id, ...found];
    }
    return [];
}
