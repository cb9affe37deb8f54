// Content in drafts.

import { fromBlock } from '../model/from_document';
import type { Block, Json } from '../model/json';
import { toJson } from '../model/to_document';
import { type Content, contentOf, type Fields } from './changes';
import type { Storage } from './saver';

export const blockStorage: Storage<Content> = {
    store: ({ revision, keys, content }) => ({ revision, keys: [...keys], content: content.map(toJson) as unknown as Json }),
    load: ({ revision, keys, content }) => ({ revision, keys, content: (content as unknown as Block[]).map(fromBlock) }),
    contentOf,
};

export const textStorage: Storage<string> = {
    store: ({ revision, content }) => ({ revision, keys: [], content }),
    load: ({ revision, content }) => ({ revision, keys: [], content: String(content) }),
    contentOf: (base, fields: Fields | undefined) =>
        fields && 'document' in fields && 'markdown' in fields.document ? fields.document.markdown : base.content,
};
