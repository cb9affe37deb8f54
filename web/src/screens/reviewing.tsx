/** The verdict on a change request, with its reason. */

import { useState } from 'react';
import { client, take, type Schemas } from '../api/client';
import { contentChanged } from '../api/queries';
import { t } from '../i18n';
import { useKept } from '../ui/kept';
import { Failed, Field, say } from '../ui/kit';

export function ReviewForm({ space, request, onDone }: { space: Schemas['Space']; request: Schemas['ChangeRequest']; onDone: () => void }) {
    const [words, setWords] = useKept(`review/${request.id}`);
    const [error, setError] = useState<unknown>();
    const send = async (status: 'approved' | 'changes-requested') => {
        try {
            const comment = words.trim() ? { comment: { markdown: words } } : {};
            await take(client.POST('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews', { params: { path: { spaceId: space.id, changeRequestId: request.id } }, body: { status, ...comment } }));
            contentChanged(space.id);
            say(t('reviewSent'));
            setWords('');
            onDone();
        } catch (refused) {
            setError(refused);
        }
    };
    return (
        <div className="stack">
            <Field label={t('reviewReason')} hint={t('markdownHint')}><textarea value={words} onChange={(event) => setWords(event.target.value)} rows={4} /></Field>
            {error ? <Failed error={error} /> : null}
            <div className="row end">
                <button type="button" className="button danger" onClick={() => void send('changes-requested')}>{t('requestChanges')}</button>
                <button type="button" className="button primary" onClick={() => void send('approved')}>{t('approve')}</button>
            </div>
        </div>
    );
}
