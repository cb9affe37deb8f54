/** What was deleted and can come back: pages of a space, and spaces of an organization. */

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { client, take, type Schemas } from '../api/client';
import { all, edit, MAIN, pageUrl } from '../api/content';
import { writable } from '../api/drafts';
import { contentChanged, queries, useUser } from '../api/queries';
import { t } from '../i18n';
import { Icon } from '../ui/icons';
import { complain, Empty, Loaded, say, Time, useTitle } from '../ui/kit';

function Row({ title, detail, onRestore }: { title: string; detail: ReactNode; onRestore?: () => Promise<void> }) {
    return (
        <li>
            <div className="item">
                <Icon name="trash" />
                <span className="grow"><span className="title" dir="auto">{title}</span><br /><span className="muted small-text">{detail}</span></span>
                {onRestore ? <button type="button" className="button small" aria-label={t('bringBackOf', { title })} onClick={() => void onRestore().catch(complain)}><Icon name="undo" />{t('bringBack')}</button> : null}
            </div>
        </li>
    );
}

/** Pages that the main content of a space had. Those of a space that is not written directly come back in a change request. */
export function DeletedPages({ space }: { space: Schemas['Space'] }) {
    const user = useUser();
    const [, go] = useLocation();
    const list = useInfiniteQuery({
        queryKey: ['deleted-pages', space.id, 'main'],
        initialPageParam: undefined as string | undefined,
        queryFn: ({ pageParam: page }) => take(client.GET('/v1/spaces/{spaceId}/content/deleted-pages', { params: { path: { spaceId: space.id }, query: { page, limit: 50 } } })),
        getNextPageParam: (last) => last.next?.page,
    });
    const items = list.data?.pages.flatMap((page) => page.items) ?? [];
    useTitle(t('deletedPages'));
    const restore = async (page: Schemas['DeletedPage']) => {
        const target = await writable(space, MAIN, user.data?.id ?? '');
        await edit(space.id, target, [{ operation: 'revert_page', page: page.id, revision: page.revision }]);
        contentChanged(space.id);
        say(t('broughtBack', { title: page.title }));
        go(pageUrl(space.id, target, page.id));
    };
    return (
        <main id="main" tabIndex={-1} className="screen narrow">
            <header><h1>{t('deletedPages')}</h1><Link className="button" href={`/spaces/${space.id}/history`}><Icon name="history" />{t('history')}</Link></header>
            <div className="stack">
                <Loaded of={list}>
                    {() => items.length
                        ? <ul className="list">{items.map((it) => <Row key={it.id} title={it.title} detail={<>{it.path} · {it.deletedBy?.displayName} · <Time at={it.deletedAt} /></>} onRestore={space.permissions.edit ? () => restore(it) : undefined} />)}</ul>
                        : list.hasNextPage ? null : <Empty title={t('noDeletedPages')}>{t('noDeletedPagesHint')}</Empty>}
                </Loaded>
                {list.hasNextPage ? <button type="button" className="button" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{t('furtherBack')}</button> : null}
            </div>
        </main>
    );
}

export function DeletedSpaces({ org }: { org: string }) {
    const path = { organizationId: org };
    const [, go] = useLocation();
    const spaces = useQuery({ queryKey: ['deleted-spaces', org], queryFn: () => all((page) => take(client.GET('/v1/orgs/{organizationId}/deleted-spaces', { params: { path, query: { page, limit: 100 } } }))) });
    useTitle(t('deletedSpaces'));
    const restore = async (space: Schemas['Space']) => {
        await take(client.POST('/v1/spaces/{spaceId}/restore', { params: { path: { spaceId: space.id } } }));
        await Promise.all([queries.invalidateQueries({ queryKey: ['deleted-spaces', org] }), queries.invalidateQueries({ queryKey: ['spaces', org] })]);
        say(t('broughtBack', { title: space.title }));
        go(`/spaces/${space.id}`);
    };
    return (
        <main id="main" tabIndex={-1} className="screen narrow">
            <header><h1>{t('deletedSpaces')}</h1></header>
            <Loaded of={spaces}>
                {(items) => items.length
                    ? <ul className="list">{items.map((it) => <Row key={it.id} title={it.title} detail={<Time at={it.deletedAt} />} onRestore={() => restore(it)} />)}</ul>
                    : <Empty title={t('noDeletedSpaces')}>{t('noDeletedSpacesHint')}</Empty>}
            </Loaded>
        </main>
    );
}
