/** The others who are on the same page now. */

import { usePresent, type Presence } from '../api/live';
import type { ReadScope } from '../api/content';
import { t } from '../i18n';
import { Avatar } from './kit';

/** Returns one entry a person: that of a window in which they write, if there is one. */
export function others(all: readonly Presence[], me: string | undefined, scope: ReadScope, pageId: string): Presence[] {
    const request = scope.kind === 'change-request' ? scope.id : undefined;
    const here = all.filter(({ user, page, changeRequest }) => user.id !== me && page === pageId && (changeRequest === request || (request !== undefined && /^\d+$/.test(request) && changeRequest !== undefined)));
    const byUser = new Map<string, Presence>();
    for (const it of here) if (it.activity === 'editing' || !byUser.has(it.user.id)) byUser.set(it.user.id, it);
    return [...byUser.values()].sort((a, b) => a.user.displayName.localeCompare(b.user.displayName));
}

const MOST = 4;

export function Present({ me, scope, pageId }: { me: string | undefined; scope: ReadScope; pageId: string }) {
    const found = others(usePresent(), me, scope, pageId);
    const names = found.map(({ user, activity }) => t(activity === 'editing' ? 'personEdits' : 'personReads', { name: user.displayName }));
    return (
        <div className="present" role="status">
            {found.slice(0, MOST).map((it, at) => <span key={it.user.id} className="person" data-activity={it.activity} title={names[at]}><Avatar user={it.user} /></span>)}
            {found.length > MOST ? <span className="muted small-text" aria-hidden="true">+{found.length - MOST}</span> : null}
            {found.length ? <span className="unseen">{t('alsoHere', { names: names.join(', ') })}</span> : null}
        </div>
    );
}
