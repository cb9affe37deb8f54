/** Conflicts of a change request: what both started from, mine, and main's. `1` takes mine, `2` main's, `3` both, `E` a new
 * text; the next one comes by itself, and each decision can be taken back. */

import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { client, take, type Schemas } from '../api/client';
import { contentChanged, queries, useConflicts, useContent } from '../api/queries';
import { t, type Key } from '../i18n';
import { useFocusOn } from '../ui/focus';
import { complain, Empty, Loaded, Notice, say } from '../ui/kit';
import { useShortcuts } from '../ui/shortcuts';
import { Sides } from './conflictsides';
import { ConflictText } from './conflicttext';

interface Props { space: Schemas['Space']; request: Schemas['ChangeRequest'] }
type Conflict = Schemas['Conflict'];
type Decision = { resolution: 'ours' | 'theirs' | 'both' | 'undecided' } | { markdown: string };

const KINDS: Record<Conflict['kind'], Key> = { text: 'conflictText', field: 'conflictField', deletion: 'conflictDeletion', place: 'conflictPlace' };

function Card({ spaceId, requestId, conflict, subject, isSource, isCurrent, onDecide, onEdit, onFocus }: { spaceId: string; requestId: string; conflict: Conflict; /** The title of what is no page. */ subject: string | undefined; isSource: boolean; isCurrent: boolean; onDecide: (decision: Decision) => void; onEdit: () => void; onFocus: () => void }) {
    const card = useRef<HTMLElement>(null);
    useEffect(() => {
        if (isCurrent) card.current?.focus();
    }, [isCurrent]);
    const choices = new Set(conflict.choices);
    const where = conflict.page?.title ?? subject ?? conflict.subject?.id ?? '';
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
    /** Those that are being decided here: the next one does not wait for the answer. */
    const [deciding, setDeciding] = useState<readonly string[]>([]);
    const items = (conflicts.data ?? []).filter(({ id }) => !deciding.includes(id));
    const focus = useFocusOn(items.map(({ id }) => id));
    const [editing, setEditing] = useState<Conflict | undefined>();
    const [isSource, setSource] = useState(false);
    const current = items.find(({ id }) => id === focus.current);
    const [mine, main] = [useContent(space.id, { kind: 'change-request', id: request.id }), useContent(space.id, { kind: 'main' })];
    const subjectOf = ({ subject }: Conflict) => {
        const all = [mine, main].flatMap(({ data }) => [...(data?.reusableContents ?? []).map(({ id, title }) => ({ id, title })), ...(data?.files ?? []).map(({ id, name }) => ({ id, title: name }))]);
        return subject && all.find(({ id }) => id === subject.id)?.title;
    };
    const path = { spaceId: space.id, changeRequestId: request.id };
    const queryKey = ['conflicts', space.id, request.id];
    const send = (conflictId: string, body: Decision) => take(client.PUT('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts/{conflictId}', { params: { path: { ...path, conflictId } }, body }));
    /** Decides a conflict that is open still. */
    const decide = async (conflict: Conflict, decision: Decision) => {
        const next = focus.next(1);
        const after = next === conflict.id ? focus.next(-1) : next;
        setDeciding((all) => [...all, conflict.id]);
        if (conflict.id === focus.current && after !== undefined) focus.set(after);
        try {
            const { data: open = [] } = await conflicts.refetch({ throwOnError: true, cancelRefetch: false });
            if (!open.some(({ id }) => id === conflict.id)) throw new Error(t('conflictGone'));
            const { conflicts: left } = await send(conflict.id, decision);
            await queries.invalidateQueries({ queryKey });
            const back = () => void send(conflict.id, { resolution: 'undecided' }).then(() => contentChanged(space.id), complain);
            say(left ? t('conflictsLeft', { count: left }) : t('noConflictsLeft'), { label: t('undo'), run: back });
            if (!left) contentChanged(space.id);
        } catch (error) {
            focus.set(conflict.id);
            throw error;
        } finally {
            setDeciding((all) => all.filter((id) => id !== conflict.id));
        }
    };
    const choose = (resolution: 'ours' | 'theirs' | 'both') => () => { if (current?.choices.includes(resolution)) void decide(current, { resolution }).catch(complain); };
    const step = (by: 1 | -1) => () => { const next = focus.next(by); if (next !== undefined) focus.set(next); };
    const isGone = !!editing && !!conflicts.data && !conflicts.data.some(({ id }) => id === editing.id);
    useShortcuts({
        1: choose('ours'), 2: choose('theirs'), 3: choose('both'),
        e: () => current?.choices.includes('markdown') && setEditing(current),
        j: step(1),
        k: step(-1),
    });
    return (
        <>
        {editing ? <ConflictText key={editing.id} conflict={editing} isGone={isGone} onSave={(markdown) => decide(editing, { markdown })} onClose={() => setEditing(undefined)} /> : null}
        <Loaded of={conflicts}>
            {() => items.length + deciding.length === 0 ? (
                <Empty title={t('noConflicts')} action={<Link className="button primary" href={`/spaces/${space.id}/change-requests/${request.id}`}>{t('toOverview')}</Link>}>{t('noConflictsHint')}</Empty>
            ) : (
                <div className="stack">
                    <Notice kind="warn">{t('conflictsLeft', { count: items.length + deciding.length })} {t('conflictKeys')}</Notice>
                    <div className="choices" role="group" aria-label={t('view')}>
                        {([false, true] as const).map((it) => <button key={String(it)} type="button" className="button small" aria-pressed={it === isSource} onClick={() => setSource(it)}>{t(it ? 'asWritten' : 'asRead')}</button>)}
                    </div>
                    {items.map((conflict) => <Card key={conflict.id} spaceId={space.id} requestId={request.id} conflict={conflict} subject={subjectOf(conflict)} isSource={isSource} isCurrent={conflict === current} onDecide={(decision) => void decide(conflict, decision).catch(complain)} onEdit={() => setEditing(conflict)} onFocus={() => focus.set(conflict.id)} />)}
                </div>
            )}
        </Loaded>
        </>
    );
}
