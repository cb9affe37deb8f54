/** The library of a space: its files, its reusable contents and its variables, each at an address of its own. */

import { Link } from 'wouter';
import type { Schemas } from '../api/client';
import { pageUrl, type ReadScope } from '../api/content';
import { useChangeRequest } from '../api/queries';
import { t, type Key } from '../i18n';
import { useTitle } from '../ui/kit';
import { Files } from './libraryfiles';
import { Reusables } from './libraryreusable';
import { Variables } from './libraryvariables';

const TABS = { '': 'files', 'reusable-contents': 'reusableContents', variables: 'variables' } as const satisfies Record<string, Key>;

export function Library({ space, scope, tab: path }: { space: Schemas['Space']; scope: ReadScope; tab: string }) {
    const tab = (path in TABS ? path : '') as keyof typeof TABS;
    const base = `${pageUrl(space.id, scope)}/library`;
    const request = useChangeRequest(space.id, scope.kind === 'change-request' ? scope.id : undefined);
    const shelf = { space, scope, mayEdit: space.permissions.edit && !['merged', 'archived'].includes(request.data?.status ?? '') };
    useTitle(t('library'));
    return (
        <main id="main" tabIndex={-1} className="screen">
            <header>
                <div>
                    <h1>{t('library')}</h1>
                    {request.data ? <p className="muted"><Link href={pageUrl(space.id, scope)}>#{request.data.number} {request.data.subject || t('untitled')}</Link></p> : null}
                </div>
            </header>
            <nav className="tabs-line" aria-label={t('library')}>
                {Object.entries(TABS).map(([name, words]) => <Link key={name} href={name ? `${base}/${name}` : base} aria-current={name === tab ? 'page' : undefined}>{t(words)}</Link>)}
            </nav>
            {tab === '' ? <Files shelf={shelf} /> : tab === 'variables' ? <Variables shelf={shelf} /> : <Reusables shelf={shelf} />}
        </main>
    );
}
