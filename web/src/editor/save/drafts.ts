// What is written and not acknowledged, kept in the browser's database: it outlives reloads, crashes, signing out and
// being offline. A draft belongs to one user, one page and one content.
//
// The base is large and changes with each save; what was written since is small and changes with each key. They are two
// records, written in one transaction when both change.

import type { Json } from '../model/json';
import type { Fields } from './changes';

export interface StoredBase {
    revision: string;
    keys: (string | undefined)[];
    content: Json;
}

export interface Draft {
    base: StoredBase;
    fields?: Fields;
    flight?: { key: string; fields: Fields };
    clashes: Json;
    at: number;
}

/** Where drafts are kept. Calls take effect in their order. */
export interface Drafts {
    get(address: string): Promise<Draft | undefined>;
    /** Keeps a draft. `baseChanged` is false if the base is the one that was kept last. */
    put(address: string, draft: Draft, baseChanged: boolean): Promise<void>;
    remove(address: string): Promise<void>;
    /** Returns the addresses of all drafts, with the time of the last change of each. */
    list(): Promise<{ address: string; at: number }[]>;
}

const asked = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });

/** Commits at once: a transaction that waits for its requests to be answered is undone when the tab goes before that. */
const done = (transaction: IDBTransaction): Promise<void> =>
    new Promise((resolve, reject) => {
        transaction.commit();
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
    });

/** Opens the drafts of this browser. */
export async function openDrafts(factory: IDBFactory = indexedDB): Promise<Drafts> {
    const request = factory.open('quire-drafts', 1);
    request.onupgradeneeded = () => {
        request.result.createObjectStore('bases');
        request.result.createObjectStore('drafts');
    };
    const database = await asked(request);
    const within = (mode: IDBTransactionMode): [IDBTransaction, IDBObjectStore, IDBObjectStore] => {
        const transaction = database.transaction(['bases', 'drafts'], mode);
        return [transaction, transaction.objectStore('bases'), transaction.objectStore('drafts')];
    };
    return {
        async get(address) {
            const [, bases, drafts] = within('readonly');
            const [base, draft] = await Promise.all([asked(bases.get(address)), asked(drafts.get(address))]);
            return base && draft ? { ...draft, base } : undefined;
        },
        async put(address, { base, ...draft }, baseChanged) {
            const [transaction, bases, drafts] = within('readwrite');
            if (baseChanged) bases.put(base, address);
            drafts.put(draft, address);
            await done(transaction);
        },
        async remove(address) {
            const [transaction, bases, drafts] = within('readwrite');
            bases.delete(address);
            drafts.delete(address);
            await done(transaction);
        },
        async list() {
            const [, , drafts] = within('readonly');
            const [addresses, all] = await Promise.all([asked(drafts.getAllKeys()), asked<Draft[]>(drafts.getAll())]);
            return addresses.map((address, n) => ({ address: String(address), at: all[n]?.at ?? 0 }));
        },
    };
}
