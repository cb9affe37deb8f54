// The Markdown of the source mode as content that is saved, kept in drafts, and read.

import type { Based, Fields } from './changes';
import type { Kind } from './machine';
import type { Storage } from './saver';
import { ask, head, type Place, textAddress } from './transport';

export const markdown = (newKey: () => string): Kind<string> => ({
    fieldsOf: (base, now) => (now === base.content ? undefined : { document: { markdown: now } }),
    settled: (base, _, sent, revision, saved): Based<string> => {
        const merged = saved.document && 'markdown' in saved.document ? saved.document.markdown : sent;
        return { ...base, revision, content: merged };
    },
    isSame: (a, b) => a === b,
    newKey,
});

export const textStorage: Storage<string> = {
    store: ({ revision, content }) => ({ revision, keys: [], content }),
    load: ({ revision, content }) => ({ revision, keys: [], content: String(content) }),
    contentOf: (base, fields: Fields | undefined) =>
        fields && 'document' in fields && 'markdown' in fields.document ? fields.document.markdown : base.content,
};

/** Reads the Markdown of a page as it is now, with its revision. */
export async function readMarkdown(place: Place): Promise<Based<string>> {
    const revision = await head(place);
    const body = (await ask('GET', `${textAddress(place, revision)}?format=markdown`)) as { markdown?: string };
    return { revision, content: body.markdown ?? '', keys: [] };
}
