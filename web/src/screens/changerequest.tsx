/** A change request: overview, changes, conflicts and comments of it, each at an address of its own. */

import { lazy } from 'react';
import { Link } from 'wouter';
import type { Schemas } from '../api/client';
import { useChangeRequest } from '../api/queries';
import { t } from '../i18n';
import { Loaded, StatusBadge, Time, useTitle } from '../ui/kit';
import { Overview } from './overview';

const Changes = lazy(() => import('./changes').then((it) => ({ default: it.Changes })));
const Conflicts = lazy(() => import('./conflicts').then((it) => ({ default: it.Conflicts })));
const RequestComments = lazy(() => import('./comments').then((it) => ({ default: it.RequestComments })));

const TABS = { '': 'overview', changes: 'changes', conflicts: 'conflicts', comments: 'comments' } as const;
type Tab = keyof typeof TABS;

function Shown({ space, request, tab }: { space: Schemas['Space']; request: Schemas['ChangeRequest']; tab: Tab }) {
    switch (tab) {
        case 'changes': return <Changes space={space} request={request} />;
        case 'conflicts': return <Conflicts space={space} request={request} />;
        case 'comments': return <RequestComments space={space} request={request} />;
        default: return <Overview space={space} request={request} />;
    }
}

export function ChangeRequest({ space, id, tab: path }: { space: Schemas['Space']; id: string; tab: string }) {
    const request = useChangeRequest(space.id, id);
    const tab = (path in TABS ? path : '') as Tab;
    const base = `/spaces/${space.id}/change-requests/${id}`;
    useTitle(request.data ? `#${request.data.number} ${request.data.subject}` : undefined);
    return (
        <main id="main" tabIndex={-1} className="screen full">
            <Loaded of={request}>
                {(it) => (
                    <>
                        <header>
                            <div>
                                <h1 dir="auto">{it.subject || t('untitled')} <span className="muted">#{it.number}</span></h1>
                                <p className="muted row"><StatusBadge status={it.status} /><span>{t('by', { name: it.createdBy?.displayName ?? t('somebody') })} · <Time at={it.updatedAt} /></span></p>
                            </div>
                            <div className="row"><Link className="button" href={`${base}/page`}>{t(it.status === 'merged' ? 'readPages' : 'openPages')}</Link></div>
                        </header>
                        <nav className="tabs-line" aria-label={t('changeRequest')}>
                            {Object.entries(TABS).map(([name, words]) => (
                                <Link key={name} href={name ? `${base}/${name}` : base} aria-current={name === tab ? 'page' : undefined}>{t(words)}{name === 'comments' && it.comments ? <span className="badge">{it.comments}</span> : null}</Link>
                            ))}
                        </nav>
                        <Shown space={space} request={it} tab={tab} />
                    </>
                )}
            </Loaded>
        </main>
    );
}
