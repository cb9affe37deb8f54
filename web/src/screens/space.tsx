/** The frame of a space: its side with the page tree, and the screen beside it. */

import { lazy, Suspense, useEffect } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import type { Schemas } from '../api/client';
import { pageUrl, walk, type ReadScope } from '../api/content';
import { useFollowing } from '../api/live';
import { useBeingHere, usePages, useSpace, useUser } from '../api/queries';
import { t } from '../i18n';
import { Icon, type IconName } from '../ui/icons';
import { Empty, Failed, Loaded, Waiting } from '../ui/kit';
import { useShortcuts } from '../ui/shortcuts';
import { Reader } from './reader';
import { PageTree } from './tree';

const ChangeRequests = lazy(() => import('./changerequests').then((it) => ({ default: it.ChangeRequests })));
const ChangeRequest = lazy(() => import('./changerequest').then((it) => ({ default: it.ChangeRequest })));
const History = lazy(() => import('./history').then((it) => ({ default: it.History })));
const Comments = lazy(() => import('./comments').then((it) => ({ default: it.CommentsScreen })));
const Library = lazy(() => import('./library').then((it) => ({ default: it.Library })));
const DeletedPages = lazy(() => import('./deleted').then((it) => ({ default: it.DeletedPages })));
const Settings = lazy(() => import('./settings').then((it) => ({ default: it.Settings })));
const editing = () => import('./editing').then((it) => ({ default: it.EditScreen }));
const EditScreen = lazy(editing);
const EditReusable = lazy(() => import('./editing').then((it) => ({ default: it.EditReusable })));
// Who comes to edit gets the editor while the rest is still being read.
if (location.pathname.endsWith('/edit')) void editing();

function SideLink({ href, icon, children, count }: { href: string; icon: IconName; children: string; count?: number }) {
    const [path] = useLocation();
    const isCurrent = path === href || path.startsWith(`${href}/`);
    return <li><Link className="side-link" href={href} aria-current={isCurrent ? 'page' : undefined}><Icon name={icon} />{children}{count ? <span className="count">{count}</span> : null}</Link></li>;
}

function Side({ space, scope, pageId }: { space: Schemas['Space']; scope: ReadScope; pageId?: string }) {
    const base = `/spaces/${space.id}`;
    const [path] = useLocation();
    useEffect(() => { document.querySelector('.side')?.removeAttribute('data-open'); document.querySelector('.menu-button')?.setAttribute('aria-expanded', 'false'); }, [path]);
    return (
        <aside className="side" aria-label={space.title}>
            <nav aria-label={t('space')}>
                <ul>
                    <SideLink href={`${base}/change-requests`} icon="change" count={space.changeRequestsOpen}>{t('changeRequests')}</SideLink>
                    <SideLink href={`${base}/comments`} icon="comment" count={space.comments}>{t('comments')}</SideLink>
                    <SideLink href={`${base}/history`} icon="history">{t('history')}</SideLink>
                    <SideLink href={`${scope.kind === 'change-request' ? pageUrl(space.id, scope) : base}/library`} icon="folder">{t('library')}</SideLink>
                    <SideLink href={`${base}/settings`} icon="settings">{t('spaceSettings')}</SideLink>
                </ul>
            </nav>
            <PageTree space={space} scope={scope} pageId={pageId} />
        </aside>
    );
}

/** Leads to the first page of the scope, or says that there is none. */
function FirstPage({ space, scope }: { space: Schemas['Space']; scope: ReadScope }) {
    const pages = usePages(space.id, scope);
    return (
        <Loaded of={pages}>
            {(tree) => {
                const first = [...walk(tree)].find((page) => page.type === 'document' || page.type === 'computed');
                if (first) return <Redirect to={pageUrl(space.id, scope, first.id)} replace />;
                return <main id="main" tabIndex={-1} className="screen narrow"><Empty title={t('noPages')} action={space.permissions.edit ? <kbd>C</kbd> : undefined}>{t('noPagesHint')}</Empty></main>;
            }}
        </Loaded>
    );
}

/** The screens of one scope: reading and editing its pages. */
function Content({ space, scope, rest }: { space: Schemas['Space']; scope: ReadScope; rest: string }) {
    const [, reusableId] = /^reusable-contents\/([^/]+)\/edit\/?$/.exec(rest) ?? [];
    if (reusableId && scope.kind !== 'revision') return <EditReusable key={reusableId} space={space} scope={scope} id={reusableId} />;
    const [, pageId, mode] = /^page\/([^/]+)(?:\/(edit))?\/?$/.exec(rest) ?? [];
    if (!pageId) return <FirstPage space={space} scope={scope} />;
    if (mode && scope.kind !== 'revision') return <EditScreen key={pageId} space={space} scope={scope} pageId={pageId} />;
    return <Reader key={`${scope.kind}-${pageId}`} space={space} scope={scope} pageId={pageId} />;
}

/** Reads scope and page off a path below a space. */
export function placeOf(rest: string): { scope: ReadScope; below: string } {
    const [, kind, id, below = ''] = /^(change-requests|revisions)\/([^/]+)\/?(.*)$/.exec(rest) ?? [];
    if (!kind || !id) return { scope: { kind: 'main' }, below: rest };
    return { scope: { kind: kind === 'revisions' ? 'revision' : 'change-request', id }, below };
}

export function SpaceFrame({ spaceId }: { spaceId: string }) {
    const space = useSpace(spaceId);
    const user = useUser();
    useFollowing(spaceId, user.data?.id);
    useBeingHere(space.data?.organization);
    const [path, go] = useLocation();
    const base = `/spaces/${spaceId}`;
    const rest = path.slice(base.length + 1);
    const { scope, below } = placeOf(rest);
    const library = scope.kind === 'revision' ? undefined : /^library(?:\/([^/]*))?\/?$/.exec(below)?.slice(1).map((tab) => tab ?? '')[0];
    const pageId = /^page\/([^/]+)/.exec(below)?.[1];
    useShortcuts({ g: () => go(`${base}/change-requests`) });
    if (space.error) return <main id="main" tabIndex={-1} className="screen narrow"><Failed error={space.error} /></main>;
    if (!space.data) return <main id="main" className="screen"><Waiting /></main>;
    const it = space.data;
    return (
        <div className="frame with-side">
            <Side space={it} scope={scope} pageId={pageId} />
            <Suspense fallback={<main className="screen"><Waiting /></main>}>
                <Switch>
                    <Route path="/spaces/:space/change-requests"><ChangeRequests space={it} /></Route>
                    <Route path="/spaces/:space/history"><History space={it} /></Route>
                    <Route path="/spaces/:space/page/:page/history">{({ page }) => <History space={it} pageId={page} />}</Route>
                    <Route path="/spaces/:space/comments"><Comments space={it} /></Route>
                    <Route path="/spaces/:space/deleted"><DeletedPages space={it} /></Route>
                    <Route path="/spaces/:space/settings"><Settings space={it} /></Route>
                    <Route>
                        {library !== undefined ? <Library space={it} scope={scope} tab={library} /> : scope.kind === 'change-request' && !/^(page|reusable-contents)(\/|$)/.test(below)
                            ? <ChangeRequest key={scope.id} space={it} id={scope.id} tab={below} />
                            : <Content space={it} scope={scope} rest={below} />}
                    </Route>
                </Switch>
            </Suspense>
        </div>
    );
}
