/** The palette: pages and actions by a few letters. Actions are there at once, found pages follow below them. */

import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useRoute } from 'wouter';
import { client, take } from '../api/client';
import { useOrgs, useSpace, useSpaces } from '../api/queries';
import { t } from '../i18n';
import { Icon, type IconName } from './icons';
import { toggleTheme } from './theme';

interface Row { id: string; group: string; icon: IconName; title: string; detail?: string; run: () => void }

function useRows(words: string, onClose: () => void): Row[] {
    const [, go] = useLocation();
    const [inSpace, params] = useRoute('/spaces/:space/*?');
    const spaceId = inSpace ? params.space : undefined;
    const space = useSpace(spaceId);
    const orgs = useOrgs();
    const org = space.data?.organization ?? orgs.data?.[0]?.id;
    const spaces = useSpaces(org);
    const query = words.trim();
    const found = useQuery({
        queryKey: ['search', org, query],
        queryFn: () => take(client.GET('/v1/orgs/{organizationId}/search', { params: { path: { organizationId: org! }, query: { query, limit: 12 } } })),
        enabled: !!org && query.length > 1,
        placeholderData: (before) => before,
    });
    const to = (path: string) => () => { onClose(); go(path); };
    const matches = (title: string) => title.toLowerCase().includes(query.toLowerCase());
    const action = (id: string, icon: IconName, title: string, run: () => void): Row => ({ id, group: t('actions'), icon, title, run });
    const actions = [
        action('home', 'home', t('home'), to('/')),
        action('notifications', 'bell', t('notifications'), to('/notifications')),
        ...(spaceId ? [
            action('requests', 'change', t('changeRequests'), to(`/spaces/${spaceId}/change-requests`)),
            action('history', 'history', t('history'), to(`/spaces/${spaceId}/history`)),
            action('library', 'folder', t('library'), to(`/spaces/${spaceId}/library`)),
            action('deleted', 'trash', t('deletedPages'), to(`/spaces/${spaceId}/deleted`)),
            action('comments', 'comment', t('comments'), to(`/spaces/${spaceId}/comments`)),
            action('settings', 'settings', t('spaceSettings'), to(`/spaces/${spaceId}/settings`)),
        ] : []),
        ...(org ? [action('new', 'plus', t('newSpace'), to(`/orgs/${org}/new`)), action('people', 'people', t('people'), to(`/orgs/${org}/people`))] : []),
        action('theme', 'sun', t('toggleTheme'), () => { onClose(); toggleTheme(); }),
    ].filter(({ title }) => matches(title));
    const inTitles = (spaces.data ?? []).filter((it) => matches(it.title)).slice(0, 6)
        .map((it): Row => ({ id: `space-${it.id}`, group: t('spaces'), icon: 'folder', title: `${it.emoji} ${it.title}`, run: to(`/spaces/${it.id}`) }));
    const pages = query.length > 1 ? (found.data?.items ?? []).flatMap((it) => it.pages.slice(0, 6).map((page): Row => ({
        id: `page-${it.id}-${page.id}`, group: t('pages'), icon: 'page', title: page.title, detail: `${it.title} · ${page.path}`, run: to(`/spaces/${it.id}/page/${page.id}`),
    }))) : [];
    // What is known at once comes first, so that nothing moves under the finger when pages arrive.
    return [...inTitles, ...actions, ...pages];
}

export function Palette({ onClose }: { onClose: () => void }) {
    const [words, setWords] = useState('');
    const [at, setAt] = useState(0);
    const rows = useRows(useDeferredValue(words), onClose);
    const list = useRef<HTMLUListElement>(null);
    const id = useId();
    const chosen = Math.min(at, rows.length - 1);
    useEffect(() => { list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }); }, [chosen]);
    const keys: Record<string, () => void> = {
        ArrowDown: () => setAt((chosen + 1) % Math.max(1, rows.length)),
        ArrowUp: () => setAt((chosen - 1 + rows.length) % Math.max(1, rows.length)),
        Enter: () => rows[chosen]?.run(),
    };
    return (
        <ModalOverlay isOpen isDismissable onOpenChange={(open) => open || onClose()} className="react-aria-ModalOverlay">
            <Modal className="react-aria-Modal wide">
                <Dialog aria-label={t('searchAndGo')} className="palette">
                    <input
                        autoFocus role="combobox" aria-expanded="true" aria-controls={id} aria-activedescendant={rows[chosen] ? `${id}-${chosen}` : undefined} aria-label={t('searchAndGo')} placeholder={t('searchAndGo')} value={words}
                        onChange={(event) => { setWords(event.target.value); setAt(0); }}
                        onKeyDown={(event) => { const run = keys[event.key]; if (run && !event.nativeEvent.isComposing) { event.preventDefault(); run(); } }}
                    />
                    <ul role="listbox" id={id} ref={list} aria-label={t('results')}>
                        {rows.map((row, index) => (
                            <PaletteRow key={row.id} row={row} id={`${id}-${index}`} isFirst={rows[index - 1]?.group !== row.group} isChosen={index === chosen} />
                        ))}
                        {rows.length === 0 ? <li className="group" role="presentation">{t('nothingFound')}</li> : null}
                    </ul>
                    <footer aria-hidden="true"><span><kbd>↑</kbd> <kbd>↓</kbd> {t('choose')}</span><span><kbd>↵</kbd> {t('open')}</span><span><kbd>Esc</kbd> {t('close')}</span></footer>
                </Dialog>
            </Modal>
        </ModalOverlay>
    );
}

function PaletteRow({ row, id, isFirst, isChosen }: { row: Row; id: string; isFirst: boolean; isChosen: boolean }) {
    return (
        <>
            {isFirst ? <li className="group" role="presentation">{row.group}</li> : null}
            <li role="option" id={id} aria-selected={isChosen} onClick={row.run}>
                <Icon name={row.icon} /><span className="cut">{row.title}</span>{row.detail ? <span className="muted small-text cut">{row.detail}</span> : null}
            </li>
        </>
    );
}
