/** Conflicts of a change request: what both started from, mine, and main's. `1` takes mine, `2` main's, `3` both, `E` a new
 * text; the next one comes by itself, and each decision can be taken back. */

import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { client, take, type Schemas } from '../api/client';
import { contentChanged, queries, useConflicts } from '../api/queries';
import { t, type Key } from '../i18n';
import { complain, Empty, FormDialog, Loaded, Notice, say } from '../ui/kit';
import { useShortcuts } from '../ui/shortcuts';
import { Sides, valueOf } from './conflictsides';

interface Props { space: Schemas['Space']; request: Schemas['ChangeRequest'] }
type Conflict = Schemas['Conflict'];
type Decision = { resolution: 'ours' | 'theirs' | 'both' | 'undecided' } | { markdown: string };

const KINDS: Record<Conflict['kind'], Key> = { text: 'conflictText', field: 'conflictField', deletion: 'conflictDeletion', place: 'conflictPlace' };

function Card({ spaceId, requestId, conflict, isSource, isCurrent, onDecide, onEdit, onFocus }: { spaceId: string; requestId: string; conflict: Conflict; isSource: boolean; isCurrent: boolean; onDecide: (decision: Decision) => void; onEdit: () => void; onFocus: () => void }) {
    const card = useRef<HTMLElement>(null);
    useEffect(() => {
        if (isCurrent) card.current?.focus();
    }, [isCurrent]);
    const choices = new Set(conflict.choices);
    const where = conflict.page?.title ?? conflict.subject?.id ?? '';
    return (
        <article ref={card} className="conflict" tabIndex={-1} data-current={isCurrent ? '' : undefined} onFocus={onFocus} aria-label={`${t(KINDS[conflict.kind])}: ${where}`}>
            <header>
                <strong>{where}{conflict.heading ? <span className="muted"> › {conflict.heading}</span> : null}</strong>
                <span className="badge warn">{t(KINDS[conflict.kind])}{conflict.field ? `: ${conflict.field}` : ''}{conflict.line ? ` · ${t('line', { line: conflict.line })}` : ''}</span>
            </header>
            {conflict.before ? <p className="around cut" dir="auto">… {conflict.before}</p> : null}
            <Sides spaceId={spaceId} requestId={requestId} conflict={conflict} isSource={isSource} />
            {conflict.after ? <p className="around cut" dir="auto">{conflict.after} …</p> : null}
            <footer>
                {choices.has('ours') ? <button type="button" className="button small" onClick={() => onDecide({ resolution: 'ours' })}>{t('takeMine')}<kbd>1</kbd></button> : null}
                {choices.has('theirs') ? <button type="button" className="button small" onClick={() => onDecide({ resolution: 'theirs' })}>{t('takeMain')}<kbd>2</kbd></button> : null}
                {choices.has('both') ? <button type="button" className="button small" onClick={() => onDecide({ resolution: 'both' })}>{t('takeBoth')}<kbd>3</kbd></button> : null}
                {choices.has('markdown') ? <button type="button" className="button small" onClick={onEdit}>{t('writeAnother')}<kbd>E</kbd></button> : null}
            </footer>
        </article>
    );
}

export function Conflicts({ space, request }: Props) {
    const conflicts = useConflicts(space.id, request.id);
    const items = conflicts.data ?? [];
    const [at, setAt] = useState(0);
    const [editing, setEditing] = useState<Conflict | undefined>();
    const [isSource, setSource] = useState(false);
    const current = items[Math.min(at, items.length - 1)];
    const path = { spaceId: space.id, changeRequestId: request.id };
    const send = (conflictId: string, body: Decision) => take(client.PUT('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts/{conflictId}', { params: { path: { ...path, conflictId } }, body }));
    const decide = async (conflict: Conflict, decision: Decision) => {
        try {
            const { conflicts: left } = await send(conflict.id, decision);
            await queries.invalidateQueries({ queryKey: ['conflicts', space.id, request.id] });
            const back = () => void send(conflict.id, { resolution: 'undecided' }).then(() => contentChanged(space.id), complain);
            say(left ? t('conflictsLeft', { count: left }) : t('noConflictsLeft'), { label: t('undo'), run: back });
            if (!left) contentChanged(space.id);
        } catch (error) {
            complain(error);
        }
    };
    const choose = (choice: 'ours' | 'theirs' | 'both') => () => { if (current?.choices.includes(choice)) void decide(current, { resolution: choice }); };
    useShortcuts({
        1: choose('ours'), 2: choose('theirs'), 3: choose('both'),
        e: () => current?.choices.includes('markdown') && setEditing(current),
        j: () => setAt((now) => Math.min(items.length - 1, now + 1)),
        k: () => setAt((now) => Math.max(0, now - 1)),
    });
    return (
        <Loaded of={conflicts}>
            {() => items.length === 0 ? (
                <Empty title={t('noConflicts')} action={<Link className="button primary" href={`/spaces/${space.id}/change-requests/${request.id}`}>{t('toOverview')}</Link>}>{t('noConflictsHint')}</Empty>
            ) : (
                <div className="stack">
                    <Notice kind="warn">{t('conflictsLeft', { count: items.length })} {t('conflictKeys')}</Notice>
                    <div className="choices" role="group" aria-label={t('view')}>
                        {([false, true] as const).map((it) => <button key={String(it)} type="button" className="button small" aria-pressed={it === isSource} onClick={() => setSource(it)}>{t(it ? 'asWritten' : 'asRead')}</button>)}
                    </div>
                    {items.map((conflict, index) => <Card key={conflict.id} spaceId={space.id} requestId={request.id} conflict={conflict} isSource={isSource} isCurrent={conflict === current} onDecide={(decision) => void decide(conflict, decision)} onEdit={() => setEditing(conflict)} onFocus={() => setAt(index)} />)}
                    {editing ? (
                        <FormDialog title={t('writeAnother')} submit={t('save')} onClose={() => setEditing(undefined)} onSubmit={async (form) => decide(editing, { markdown: String(form.get('text')) })}>
                            <textarea className="input" name="text" rows={12} aria-label={t('text')} autoFocus defaultValue={valueOf(editing.changeRequest)} />
                        </FormDialog>
                    ) : null}
                </div>
            )}
        </Loaded>
    );
}
