// Ways out when the page is gone that somebody writes: it comes back as it was, or the text becomes a new page.

import type { Document } from '../model/json';
import { ask, contentAddress, type Place, textAddress } from './transport';

/** What is written: blocks, or Markdown. */
export type Text = Document | { markdown: string };

/** Brings the page back as it was in a revision, at its old place. */
export async function restore(place: Place, revision: string): Promise<void> {
    await change(place, { operation: 'revert_page', page: place.pageId, revision });
}

/** Makes a new page of the text, with the title that the page had in a revision, and returns its identifier. */
export async function saveAsNew(place: Place, revision: string, text: Text, untitled: string): Promise<string> {
    const page = await ask('GET', `${textAddress(place, revision)}?format=markdown`).catch(() => undefined);
    const title = (page as { title?: string } | undefined)?.title || untitled;
    const answer = await change(place, { operation: 'insert_page', title, document: text });
    const id = (answer as { insertedPages?: { id: string }[] }).insertedPages?.[0]?.id;
    if (!id) throw new Error('The server made no page.');
    return id;
}

const change = (place: Place, one: object): Promise<unknown> => ask('POST', `${contentAddress(place)}?compat=false`, { changes: [one] });
