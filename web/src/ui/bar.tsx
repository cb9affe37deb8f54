/** The bar on top: where one is, search, the menu of the user. */

import type { MouseEvent } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { Link, useRoute } from 'wouter';
import { useChangeRequest, useOrg, useSpace, useUnread, useUser } from '../api/queries';
import { choose, languages, t, type Language } from '../i18n';
import { Icon, Mark } from './icons';
import { Avatar } from './kit';
import { show } from './overlays';
import { toggleTheme } from './theme';

/** Opens and closes the side on narrow screens. */
function toggleSide({ currentTarget }: MouseEvent): void {
    const isOpen = document.querySelector('.side')?.toggleAttribute('data-open') ?? false;
    currentTarget.setAttribute('aria-expanded', String(isOpen));
}

function Crumbs() {
    const [inSpace, params] = useRoute('/spaces/:space/*?');
    const [inRequest, request] = useRoute('/spaces/:space/change-requests/:id/*?');
    const space = useSpace(inSpace ? params.space : undefined);
    const org = useOrg(space.data?.organization);
    const change = useChangeRequest(params?.space ?? '', inRequest ? request.id : undefined);
    if (!space.data) return <div className="crumbs" />;
    return (
        <nav className="crumbs" aria-label={t('where')}>
            {org.data ? <><Link className="cut org" href={`/orgs/${space.data.organization}`}>{org.data.title}</Link><span className="sep" aria-hidden="true">/</span></> : null}
            <Link className="cut" href={`/spaces/${space.data.id}`} aria-current={change.data ? undefined : 'page'}>{space.data.emoji} {space.data.title}</Link>
            {change.data ? <><span className="sep" aria-hidden="true">/</span><Link className="cut" href={`/spaces/${space.data.id}/change-requests/${request?.id}`} aria-current="page">#{change.data.number} {change.data.subject}</Link></> : null}
        </nav>
    );
}

/** The way to what others did that concerns the user, with how much of it is unread. */
function Bell() {
    const count = useUnread().data ?? 0;
    const label = count ? t('notificationsUnread', { count }) : t('notifications');
    return <Link href="/notifications" className="icon-button bell" aria-label={label} title={label}><Icon name="bell" />{count ? <span className="count" aria-hidden="true">{count > 99 ? '99+' : count}</span> : null}</Link>;
}

function signOut(): void {
    const form = document.createElement('form');
    form.method = 'post';
    form.action = '/sign-out';
    document.body.append(form);
    form.submit();
}

export function Bar() {
    const user = useUser();
    const [inSpace] = useRoute('/spaces/:space/*?');
    return (
        <header className="bar">
            {inSpace ? <button type="button" className="icon-button menu-button" aria-label={t('menu')} aria-expanded="false" onClick={toggleSide}><Icon name="menu" /></button> : null}
            <Link href="/" className="brand" aria-label={`Quire: ${t('home')}`}><Mark /><span>Quire</span></Link>
            {inSpace ? <span className="sep muted" aria-hidden="true">/</span> : null}
            <Crumbs />
            <button type="button" className="find" onClick={() => show('palette')}><Icon name="search" /><span>{t('search')}</span><kbd aria-hidden="true">Ctrl K</kbd></button>
            <Bell />
            <button type="button" className="icon-button" aria-label={t('toggleTheme')} title={t('toggleTheme')} onClick={toggleTheme}><Icon name="sun" /></button>
            <MenuTrigger>
                <Button className="icon-button" aria-label={t('yourMenu')}><Avatar user={user.data} /></Button>
                <Popover placement="bottom end" className="react-aria-Popover">
                    <Menu className="react-aria-Menu" onAction={(key) => key === 'out' ? signOut() : key === 'keys' ? show('keys') : key.toString().startsWith('lang-') ? choose(key.toString().slice(5) as Language) : undefined}>
                        <MenuItem className="react-aria-MenuItem" id="account" onAction={() => location.assign('/account')}><Icon name="settings" />{t('account')}</MenuItem>
                        <MenuItem className="react-aria-MenuItem" id="keys"><Icon name="keyboard" />{t('shortcuts')}</MenuItem>
                        <MenuItem className="react-aria-MenuItem" id="api" onAction={() => location.assign('/docs/api')}><Icon name="info" />{t('apiReference')}</MenuItem>
                        <MenuItem className="react-aria-MenuItem" id="licences" onAction={() => location.assign(new URL('licenses.txt', import.meta.url))}><Icon name="page" />{t('licences')}</MenuItem>
                        <Separator className="react-aria-Separator" />
                        {Object.entries(languages).map(([code, name]) => <MenuItem className="react-aria-MenuItem" key={code} id={`lang-${code}`}><Icon name="globe" />{name}</MenuItem>)}
                        <Separator className="react-aria-Separator" />
                        <MenuItem className="react-aria-MenuItem" id="out"><Icon name="out" />{t('signOut')}</MenuItem>
                    </Menu>
                </Popover>
            </MenuTrigger>
        </header>
    );
}
