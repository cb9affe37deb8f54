/** Change requests of a space: filtered by status, walked through with `J` and `K`. */

import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Schemas } from '../api/client';
import { propose } from '../api/drafts';
import { useChangeRequests, useUser, type Status } from '../api/queries';
import { t } from '../i18n';
import { Icon } from '../ui/icons';
import { Avatar, Empty, Field, FormDialog, Loaded, StatusBadge, Time, useTitle } from '../ui/kit';
import { useShortcuts } from '../ui/shortcuts';

const FILTERS: Status[] = ['open', 'draft', 'merged', 'archived', 'all'];

function Rows({ spaceId, items }: { spaceId: string; items: Schemas['ChangeRequest'][] }) {
    const list = useRef<HTMLUListElement>(null);
    const [at, setAt] = useState(-1);
    const step = (by: number) => setAt((now) => Math.min(items.length - 1, Math.max(0, now + by)));
    useShortcuts({ j: () => step(1), k: () => step(-1) });
    useEffect(() => { if (at >= 0) list.current?.querySelectorAll('a')[at]?.focus(); }, [at]);
    return (
        <ul className="list" ref={list}>
            {items.map((it) => (
                <li key={it.id}>
                    <Link className="item" href={`/spaces/${spaceId}/change-requests/${it.id}`}>
                        <Avatar user={it.createdBy} />
                        <span className="grow"><span className="title">{it.subject || t('untitled')}</span><br /><span className="muted small-text">#{it.number} · {it.createdBy?.displayName} · <Time at={it.updatedAt} /></span></span>
                        {it.comments ? <span className="muted small-text row" title={t('comments')}><Icon name="comment" />{it.comments}</span> : null}
                        {it.outdated && it.status !== 'merged' ? <span className="badge warn">{t('outdated')}</span> : null}
                        <StatusBadge status={it.status} />
                    </Link>
                </li>
            ))}
        </ul>
    );
}

export function ChangeRequests({ space }: { space: Schemas['Space'] }) {
    const [status, setStatus] = useState<Status>('open');
    const [isMine, setMine] = useState(false);
    const [creating, setCreating] = useState(false);
    const user = useUser();
    const requests = useChangeRequests(space.id, status, isMine ? user.data?.id : undefined);
    const [, go] = useLocation();
    useTitle(t('changeRequests'));
    const create = async (form: FormData) => {
        const made = await propose(space.id, String(form.get('subject')).trim() || undefined);
        go(`/spaces/${space.id}/change-requests/${made.id}`);
    };
    const start = <button type="button" className="button primary" onClick={() => setCreating(true)}><Icon name="plus" />{t('newChangeRequest')}</button>;
    return (
        <main id="main" tabIndex={-1} className="screen">
            <header><h1>{t('changeRequests')}</h1>{space.permissions.edit ? start : null}</header>
            <div className="stack">
                <div className="spread">
                    <div className="row" role="group" aria-label={t('filter')}>
                        {FILTERS.map((it) => <button key={it} type="button" className={`button small ${it === status ? 'primary' : 'quiet'}`} aria-pressed={it === status} onClick={() => setStatus(it)}>{t(`status_${it}`)}</button>)}
                    </div>
                    <label className="check"><input type="checkbox" checked={isMine} onChange={(event) => setMine(event.target.checked)} />{t('onlyMine')}</label>
                </div>
                <Loaded of={requests}>
                    {(items) => items.length ? <Rows key={status} spaceId={space.id} items={items} /> : <Empty title={t('noChangeRequests')} action={space.permissions.edit && status === 'open' ? start : undefined}>{t('noChangeRequestsHint')}</Empty>}
                </Loaded>
            </div>
            {creating ? <FormDialog title={t('newChangeRequest')} submit={t('create')} onClose={() => setCreating(false)} onSubmit={create}><Field label={t('subject')} hint={t('subjectHint')}><input name="subject" maxLength={100} autoFocus placeholder={t('subjectExample')} /></Field></FormDialog> : null}
        </main>
    );
}
