/** A page or a reusable content while it is edited: the editor itself is loaded when it is first needed. */

import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { Schemas } from '../api/client';
import { pageUrl, reusableUrl, walk } from '../api/content';
import { writable } from '../api/drafts';
import { useBeingAt } from '../api/live';
import { contentChanged, useChangeRequest, usePages, useReusable, useUser } from '../api/queries';
import type { SaveState, Scope } from '../editor';
import { t } from '../i18n';
import { complain, Notice, Waiting, useTitle } from '../ui/kit';
import { Present } from '../ui/present';

/** Asked for with this screen, and not only when the page is known. */
const loading = import('../editor').then((it) => ({ default: it.Editor }));
const Editor = lazy(() => loading);

/** Marks the title of the tab while a save does not go as it should. The editor itself says why. */
function markTitle(state: SaveState): void {
    const mark = state === 'offline' || state === 'refused' ? '● ' : '';
    document.title = mark + document.title.replace(/^● /, '');
}

interface Written {
    space: Schemas['Space'];
    scope: Scope;
    /** The page, or the reusable content. */
    id: string;
    isReusable?: boolean;
    title: string | undefined;
    /** Where it leads to be done. */
    done: string;
    people?: ReactNode;
}

function Editing({ space, scope, id, isReusable, title, done, people }: Written) {
    const [state, setState] = useState<SaveState>('saved');
    const [, go] = useLocation();
    const gone = useRef(false);
    const flush = useRef<() => Promise<boolean>>(undefined);
    const [stuck, setStuck] = useState(false);
    const note = (next: SaveState) => {
        // The last words are saved while other screens are shown already.
        if (gone.current) return next === 'saved' ? contentChanged(space.id) : undefined;
        setState(next);
        if (next === 'saved') setStuck(false);
        markTitle(next);
    };
    /** Leaves when all is saved. Where something is in the way, the editor says so, and a second time leaves all the same. */
    const leave = async (to: string) => {
        if (stuck || !flush.current || (await flush.current())) go(to);
        else setStuck(true);
    };
    const moved = (page: string) => {
        contentChanged(space.id);
        if (page !== id) go(pageUrl(space.id, scope, page, 'edit'));
    };
    useTitle(title);
    // What others screens show of this text is old as soon as it was edited.
    useEffect(() => {
        gone.current = false;
        return () => {
            gone.current = true;
            contentChanged(space.id);
        };
    }, [space.id]);
    const proposal = useChangeRequest(space.id, scope.kind === 'change-request' ? scope.id : undefined);
    const request = scope.kind === 'change-request' ? pageUrl(space.id, scope) : undefined;
    if (!space.permissions.edit || proposal.data?.status === 'merged') return <main id="main" tabIndex={-1} className="screen narrow"><Notice kind="warn">{t('mayNotEdit')}</Notice></main>;
    return (
        <main id="main" tabIndex={-1} className="screen editing">
            <header className="spread">
                <h1 className="cut" dir="auto">{title}</h1>
                <div className="row">
                    {people}
                    <span className="muted" role="status">{state === 'saved' ? t('saved') : state === 'saving' ? t('saving') : null}</span>
                    {request ? <button type="button" className="button" onClick={() => void leave(`${request}/changes`)}>{t('changes')}</button> : null}
                    <button type="button" className="button primary" onClick={() => void leave(done)}>{t('done')}</button>
                </div>
            </header>
            <Suspense fallback={<Waiting />}>
                <Editor spaceId={space.id} scope={scope} pageId={id} isReusable={isReusable} onState={note} onPage={moved} onReady={(it) => { flush.current = it; }} />
            </Suspense>
        </main>
    );
}

export function EditScreen({ space, scope, pageId }: { space: Schemas['Space']; scope: Scope; pageId: string }) {
    // The title alone: the text is read by the editor itself.
    const pages = usePages(space.id, scope);
    const title = [...walk(pages.data ?? [])].find((page) => page.id === pageId)?.title;
    const user = useUser();
    useBeingAt(space.id, scope, pageId, 'editing');
    return <Editing space={space} scope={scope} id={pageId} title={title} done={pageUrl(space.id, scope, pageId)} people={<Present me={user.data?.id} scope={scope} pageId={pageId} />} />;
}

/** A reusable content of main content that is locked is written in the user's draft, as pages are. */
export function EditReusable({ space, scope, id }: { space: Schemas['Space']; scope: Scope; id: string }) {
    const user = useUser();
    const [, go] = useLocation();
    const it = useReusable(space.id, scope, id);
    const isLocked = scope.kind === 'main' && space.editMode !== 'live' && space.permissions.edit;
    const me = user.data?.id;
    useEffect(() => {
        if (isLocked && me) void writable(space, scope, me).then((target) => go(reusableUrl(space.id, target, id), { replace: true }), complain);
    }, [isLocked, me, space.id, id]);
    if (isLocked) return <main id="main" tabIndex={-1} className="screen"><Waiting /></main>;
    return <Editing space={space} scope={scope} id={id} isReusable title={it.data?.title} done={`${pageUrl(space.id, scope)}/library/reusable-contents`} />;
}
