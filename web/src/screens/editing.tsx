/** A page while it is edited: the editor itself is loaded when it is first needed. */

import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Schemas } from '../api/client';
import { pageUrl } from '../api/content';
import { contentChanged, usePage } from '../api/queries';
import type { SaveState, Scope } from '../editor';
import { t } from '../i18n';
import { Notice, Waiting, useTitle } from '../ui/kit';

const Editor = lazy(() => import('../editor').then((it) => ({ default: it.Editor })));

/** Marks the title of the tab while a save does not go as it should. The editor itself says why. */
function markTitle(state: SaveState): void {
    const mark = state === 'offline' || state === 'refused' ? '● ' : '';
    document.title = mark + document.title.replace(/^● /, '');
}

export function EditScreen({ space, scope, pageId }: { space: Schemas['Space']; scope: Scope; pageId: string }) {
    const [state, setState] = useState<SaveState>('saved');
    const [, go] = useLocation();
    const note = (next: SaveState) => { setState(next); markTitle(next); };
    const page = usePage(space.id, scope, pageId);
    useTitle(page.data?.title);
    // What others screens show of this page is old as soon as it was edited.
    useEffect(() => () => contentChanged(space.id), [space.id]);
    const request = scope.kind === 'change-request' ? `/spaces/${space.id}/change-requests/${scope.id}` : undefined;
    if (!space.permissions.edit) return <main id="main" tabIndex={-1} className="screen narrow"><Notice kind="warn">{t('mayNotEdit')}</Notice></main>;
    return (
        <main id="main" tabIndex={-1} className="screen editing">
            <header className="spread">
                <h1 className="cut" dir="auto">{page.data?.title}</h1>
                <div className="row">
                    <span className="muted" role="status">{state === 'saved' ? t('saved') : state === 'saving' ? t('saving') : null}</span>
                    {request ? <Link className="button" href={`${request}/changes`}>{t('changes')}</Link> : null}
                    <button type="button" className="button primary" onClick={() => go(pageUrl(space.id, scope, pageId))}>{t('done')}</button>
                </div>
            </header>
            <Suspense fallback={<Waiting />}>
                <Editor spaceId={space.id} scope={scope} pageId={pageId} onState={note} />
            </Suspense>
        </main>
    );
}
