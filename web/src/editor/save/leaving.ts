// Editors that were left and still save. Whoever opens the same page next waits for them.

const leaving = new Map<string, Promise<unknown>>();

/** Notes that the editor of an address still saves, perhaps beside one that was left before. */
export function left(address: string, ended: Promise<unknown>): void {
    const noted = Promise.allSettled([leaving.get(address), ended]).finally(() => {
        if (leaving.get(address) === noted) leaving.delete(address);
    });
    leaving.set(address, noted);
}

/** Returns true if nothing of an address is being saved by an editor that was left. */
export const isSettled = (address: string): boolean => !leaving.has(address);

/** Resolves when nothing of an address is being saved any more. */
export async function settledAt(address: string): Promise<void> {
    await leaving.get(address);
}
