// The two kinds of content that are saved: the blocks of the editor, and the Markdown of the source mode.

import { type Based, type Content, fieldsOf, isSame } from './changes';
import type { Kind } from './machine';
import { settled } from './settle';

export const blocks = (newKey: () => string): Kind<Content> => ({ fieldsOf, settled, isSame, newKey });

export const markdown = (newKey: () => string): Kind<string> => ({
    fieldsOf: (base, now) => (now === base.content ? undefined : { document: { markdown: now } }),
    settled: (base, _, sent, revision, saved): Based<string> => {
        const merged = saved.document && 'markdown' in saved.document ? saved.document.markdown : sent;
        return { ...base, revision, content: merged };
    },
    isSame: (a, b) => a === b,
    newKey,
});
