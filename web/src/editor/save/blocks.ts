// The blocks of the editor as content that is saved, kept in drafts, and read.

import { ask, head, type Place, textAddress } from './transport';
import { fromBlock } from '../model/from_document';
import type { Block, Document, Json } from '../model/json';
import { toJson } from '../model/to_document';
import { type Based, type Content, contentOf, fieldsOf, isSame } from './changes';
import type { Kind } from './machine';
import type { Storage } from './saver';
import { based, settled } from './settle';

export const blocks = (newKey: () => string): Kind<Content> => ({ fieldsOf, settled, isSame, newKey });

export const blockStorage: Storage<Content> = {
    store: ({ revision, keys, content }) => ({ revision, keys: [...keys], content: content.map(toJson) as unknown as Json }),
    load: ({ revision, keys, content }) => ({ revision, keys, content: (content as unknown as Block[]).map(fromBlock) }),
    contentOf,
};

/** Reads the document of a page as it is now, with its revision. `known` are nodes that may stand for equal blocks. */
export async function readDocument(place: Place, known: Content = []): Promise<Based> {
    const revision = await head(place);
    const address = `${textAddress(place, revision)}${place.isReusable ? '?format=document' : '/document'}`;
    const body = (await ask('GET', address)) as Document | { document: Document };
    return based(revision, ('document' in body ? body.document : body).nodes, known);
}
