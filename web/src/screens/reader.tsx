/** A page to read: its text, its outline, what it links to and what links to it. `E` edits. */

import { Link, Redirect, useLocation } from 'wouter';
import { lazy, Suspense, useState } from 'react';
import type { Schemas } from '../api/client';
import { writable } from '../api/drafts';
import { pageUrl, type ReadScope } from '../api/content';
import { useBeingAt } from '../api/live';
import { useBacklinks, useChangeRequest, useLinks, usePage, useUser } from '../api/queries';
import { Document } from '../document/blocks';
import { outline, type Node } from '../document/model';
import { PlaceProvider } from '../document/place';
import { t } from '../i18n';
import { Icon } from '../ui/icons';
import { complain, Empty, Failed, Notice, StatusBadge, Time, Waiting, useTitle } from '../ui/kit';
import { Present } from '../ui/present';
import { useShortcuts } from '../ui/shortcuts';

const PageSettings = lazy(() => import('./pagesettings').then((it) => ({ default: it.PageSettings })));
const PageComments = lazy(() => import('./comments').then((it) => ({ default: it.PageComments })));

type Location = Schemas['ContentLocation'];

function LinkRow({ location, scope }: { location: Location; scope: ReadScope }) {
    switch (location.kind) {
        case 'page': return <Link href={pageUrl(location.space.id, scope.kind === 'revision' ? { kind: 'main' } : scope, location.page.id)}>{location.page.title}</Link>;
        case 'url': return <span className="cut">{location.url}</span>;
        case 'file': return <span>{location.file.name}</span>;
        case 'space': return <Link href={`/spaces/${location.space.id}`}>{location.space.title}</Link>;
        case 'reusable-content': return <span>{location.reusableContent.title}</span>;
        default: return <span>{location.kind}</span>;
    }
}

function Links({ spaceId, scope, pageId }: { spaceId: string; scope: ReadScope; pageId: string }) {
    const links = useLinks(spaceId, scope, pageId);
    const back = useBacklinks(spaceId, scope, pageId);
    const broken = links.data?.stats.broken.total ?? 0;
    const from = (back.data?.items ?? []).filter((it, at, all) => it.kind !== 'page' || all.findIndex((other) => other.kind === 'page' && other.page.id === it.page.id) === at);
    return (
        <>
            {broken ? <p><span className="badge bad"><Icon name="warn" />{t('brokenLinks', { count: broken })}</span></p> : null}
            {from.length ? <section><h2>{t('linksHere')}</h2><ul>{from.map((it, at) => <li key={at}><LinkRow location={it} scope={scope} /></li>)}</ul></section> : null}
        </>
    );
}

function Aside({ page, spaceId, scope }: { page: Schemas['Page']; spaceId: string; scope: ReadScope }) {
    const headings = outline((page.document?.nodes ?? []) as Node[]);
    return (
        <aside className="outline" aria-label={t('aboutPage')}>
            {headings.length > 1 ? <nav className="of-page" aria-label={t('onThisPage')}><h2>{t('onThisPage')}</h2><ul>{headings.map((it) => <li key={it.id} className={`level-${it.level}`}><a href={`#${encodeURIComponent(it.id)}`}>{it.title}</a></li>)}</ul></nav> : null}
            <Links spaceId={spaceId} scope={scope} pageId={page.id} />
        </aside>
    );
}

/** A line over pages of change requests and of earlier revisions. */
function Where({ space, scope, pageId }: { space: Schemas['Space']; scope: ReadScope; pageId: string }) {
    const request = useChangeRequest(space.id, scope.kind === 'change-request' ? scope.id : undefined);
    if (scope.kind === 'main') return null;
    if (scope.kind === 'revision') return <Notice kind="warn">{t('olderVersion')} <Link href={pageUrl(space.id, { kind: 'main' }, pageId)}>{t('showCurrent')}</Link></Notice>;
    if (!request.data) return null;
    const base = `/spaces/${space.id}/change-requests/${scope.id}`;
    return (
        <Notice>
            <div className="spread">
                <span><StatusBadge status={request.data.status} /> <Link href={base}>#{request.data.number} {request.data.subject || t('untitled')}</Link></span>
                <span className="row"><Link href={`${base}/changes`}>{t('changes')}</Link><Link href={pageUrl(space.id, { kind: 'main' }, pageId)}>{t('showCurrent')}</Link></span>
            </div>
        </Notice>
    );
}

export function Reader({ space, scope, pageId }: { space: Schemas['Space']; scope: ReadScope; pageId: string }) {
    const page = usePage(space.id, scope, pageId);
    const user = useUser();
    useBeingAt(space.id, scope, pageId, 'reading');
    const [, go] = useLocation();
    const [shown, show] = useState<'settings' | 'comments' | undefined>();
    const proposal = useChangeRequest(space.id, scope.kind === 'change-request' ? scope.id : undefined);
    const isOver = scope.kind === 'revision' || proposal.data?.status === 'merged';
    const mayEdit = space.permissions.edit && !isOver && page.data?.type === 'document';
    const startEditing = async () => {
        if (!mayEdit || !user.data) return;
        try {
            go(pageUrl(space.id, await writable(space, scope, user.data.id), pageId, 'edit'));
        } catch (error) {
            complain(error);
        }
    };
    useShortcuts({ e: () => void startEditing() });
    useTitle(page.data?.title);
    if (scope.kind === 'revision' && scope.id === space.revision) return <Redirect to={pageUrl(space.id, { kind: 'main' }, pageId)} replace />;
    if (page.error) return <main id="main" tabIndex={-1} className="screen narrow"><Failed error={page.error} /></main>;
    if (!page.data) return <main id="main" className="screen full"><div className="reader"><Waiting /></div></main>;
    const it = page.data;
    return (
        <main id="main" tabIndex={-1} className="screen full">
            <div className="reader">
                <article className="stack">
                    <Where space={space} scope={scope} pageId={pageId} />
                    <div className="reader-head">
                        <div className="spread">
                            <h1 dir="auto">{it.emoji ? `${it.emoji} ` : ''}{it.title}</h1>
                            <div className="row">
                                <Present me={user.data?.id} scope={scope} pageId={pageId} />
                                {space.permissions.comment && scope.kind !== 'revision' ? <button type="button" className="icon-button" aria-label={t('comments')} title={t('comments')} onClick={() => show(shown === 'comments' ? undefined : 'comments')} aria-expanded={shown === 'comments'}><Icon name="comment" /></button> : null}
                                <Link className="icon-button" aria-label={t('history')} title={t('history')} href={`/spaces/${space.id}/page/${it.id}/history`}><Icon name="history" /></Link>
                                {mayEdit ? <button type="button" className="icon-button" aria-label={t('pageSettings')} title={t('pageSettings')} onClick={() => show('settings')}><Icon name="settings" /></button> : null}
                                {mayEdit ? <button type="button" className="button primary" onClick={() => void startEditing()}><Icon name="edit" />{t('edit')}</button> : null}
                            </div>
                        </div>
                        {it.description ? <p className="lead" dir="auto">{it.description}</p> : null}
                        <p className="muted small-text row">
                            <span>{t('edited')} <Time at={it.updatedAt} /></span>
                            {it.hidden ? <span className="badge">{t('hidden')}</span> : null}
                            {it.condition ? <span className="badge">{t('onlyIf')} {it.condition}</span> : null}
                        </p>
                    </div>
                    {shown === 'comments' && scope.kind !== 'revision' ? <Suspense fallback={<Waiting />}><PageComments space={space} scope={scope} page={it} /></Suspense> : null}
                    <PlaceProvider spaceId={space.id} scope={scope} pageId={it.id}>
                        {it.type === 'document' && !it.document?.nodes?.length ? <Empty title={t('emptyPage')} action={mayEdit ? <button type="button" className="button primary" onClick={() => void startEditing()}>{t('writeIt')} <kbd>E</kbd></button> : undefined} /> : null}
                        {it.type === 'link' ? <p><a href={/^https?:/.test(it.href ?? '') ? it.href : undefined} rel="noopener noreferrer">{it.href}</a></p> : null}
                        <Document document={it.document} />
                    </PlaceProvider>
                </article>
                <Aside page={it} spaceId={space.id} scope={scope} />
            </div>
            {shown === 'settings' ? <Suspense fallback={null}><PageSettings space={space} scope={scope} page={it} onClose={() => show(undefined)} /></Suspense> : null}
        </main>
    );
}
