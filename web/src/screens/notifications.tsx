/** What others did that concerns the user: the newest first, read and unread. */

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { client, take, type Schemas } from '../api/client';
import { queries } from '../api/queries';
import { t } from '../i18n';
import { Icon } from '../ui/icons';
import { Avatar, complain, Empty, Loaded, Time, useTitle } from '../ui/kit';

type Notification = Schemas['Notification'];
type Mail = Schemas['MailFrequency'];

const changed = () => queries.invalidateQueries({ queryKey: ['notifications'] });

async function mark(it: Notification, read: boolean): Promise<void> {
    await take(client.PATCH('/v1/user/notifications/{notificationId}', { params: { path: { notificationId: it.id } }, body: { read } })).catch(complain);
    await changed();
}

function Row({ of: it }: { of: Notification }) {
    const [, go] = useLocation();
    const to = new URL(it.urls.app, location.origin).pathname;
    const name = it.actor?.displayName ?? t('operator');
    const about = it.changeRequest ? `#${it.changeRequest.number} ${it.changeRequest.subject || t('untitled')}` : undefined;
    const open = async () => {
        if (!it.read) await mark(it, true);
        go(to.replace(/^\/app/, ''));
    };
    return (
        <li className="with-menu" data-unread={it.read ? undefined : ''}>
            <a className="item" href={to} onClick={(event) => { if (!event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); void open(); } }}>
                <Avatar user={it.actor} />
                <span className="grow">
                    <span className={it.read ? undefined : 'title'}>{t(`notice_${it.reason}`, { name })}</span>{it.read ? null : <span className="unseen"> ({t('unread')})</span>}<br />
                    <span className="muted small-text">{about ? `${about} · ` : ''}{it.space.title} · <Time at={it.createdAt} /></span>
                </span>
            </a>
            <button type="button" className="icon-button small" aria-label={t(it.read ? 'markUnread' : 'markRead')} title={t(it.read ? 'markUnread' : 'markRead')} onClick={() => void mark(it, !it.read)}><Icon name={it.read ? 'undo' : 'check'} /></button>
        </li>
    );
}

/** How often what is unread comes by mail. */
function MailSetting() {
    const setting = useQuery({ queryKey: ['notification-settings'], queryFn: () => take(client.GET('/v1/user/notification-settings')) });
    const choose = async (mail: Mail) => {
        await take(client.PATCH('/v1/user/notification-settings', { body: { mail } })).catch(complain);
        await queries.invalidateQueries({ queryKey: ['notification-settings'] });
    };
    if (!setting.data) return null;
    return (
        <label className="row">
            <span>{t('mailAbout')}</span>
            <select className="input" style={{ inlineSize: 'auto' }} value={setting.data.mail} onChange={(event) => void choose(event.target.value as Mail)}>
                {(['hourly', 'daily', 'off'] as const).map((it) => <option key={it} value={it}>{t(`mail_${it}`)}</option>)}
            </select>
        </label>
    );
}

export function Notifications() {
    const [isUnread, setUnread] = useState(true);
    const list = useInfiniteQuery({
        queryKey: ['notifications', 'list', isUnread],
        initialPageParam: undefined as string | undefined,
        queryFn: ({ pageParam: page }) => take(client.GET('/v1/user/notifications', { params: { query: { page, limit: 30, ...(isUnread ? { read: false } : {}) } } })),
        getNextPageParam: (last) => last.next?.page,
    });
    const newest = list.data?.pages[0]?.items[0];
    const hasUnread = list.data?.pages.some(({ items }) => items.some((it) => !it.read)) ?? false;
    useTitle(t('notifications'));
    // What comes while the list is being read stays unread.
    const readAll = async () => {
        await take(client.POST('/v1/user/notifications/read', { body: { upTo: newest?.id } })).catch(complain);
        await changed();
    };
    return (
        <main id="main" tabIndex={-1} className="screen narrow">
            <header><h1>{t('notifications')}</h1>{hasUnread ? <button type="button" className="button" onClick={() => void readAll()}><Icon name="check" />{t('markAllRead')}</button> : null}</header>
            <div className="stack">
                <div className="spread">
                    <label className="check"><input type="checkbox" checked={isUnread} onChange={(event) => setUnread(event.target.checked)} />{t('onlyUnread')}</label>
                    <MailSetting />
                </div>
                <Loaded of={list}>
                    {({ pages }) => pages[0]?.items.length
                        ? <ul className="list notices">{pages.flatMap(({ items }) => items.map((it) => <Row key={it.id} of={it} />))}</ul>
                        : <Empty title={t('notificationsNone')}>{t('notificationsNoneHint')}</Empty>}
                </Loaded>
                {list.hasNextPage ? <button type="button" className="button" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{t('showMore')}</button> : null}
            </div>
        </main>
    );
}
