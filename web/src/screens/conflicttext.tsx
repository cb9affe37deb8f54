/** Another text in place of both sides of a conflict. It stays until it is saved or thrown away, whatever becomes of the conflict. */

import { useState } from 'react';
import type { Schemas } from '../api/client';
import { t } from '../i18n';
import { useKept } from '../ui/kept';
import { complain, FormDialog, Notice, say } from '../ui/kit';
import { valueOf } from './conflictsides';

interface Props { conflict: Schemas['Conflict']; /** True if somebody else decided it meanwhile. */ isGone: boolean; onSave: (markdown: string) => Promise<unknown>; onClose: () => void }

export function ConflictText({ conflict, isGone, onSave, onClose }: Props) {
    const [kept, keep] = useKept(`conflict/${conflict.id}`);
    const [text, setText] = useState(kept || valueOf(conflict.changeRequest));
    const save = async () => {
        if (isGone) throw new Error(t('conflictGone'));
        await onSave(text);
    };
    const close = () => { keep(''); onClose(); };
    const copy = () => navigator.clipboard.writeText(text).then(() => say(t('textCopied')), complain);
    return (
        <FormDialog title={t('writeAnother')} submit={t('save')} onClose={close} onSubmit={save}>
            {isGone ? <Notice kind="warn">{t('conflictGone')}</Notice> : null}
            <textarea className="input" rows={12} aria-label={t('text')} autoFocus value={text} onChange={(event) => { setText(event.target.value); keep(event.target.value); }} />
            <div><button type="button" className="button quiet small" onClick={() => void copy()}>{t('copyText')}</button></div>
        </FormDialog>
    );
}
