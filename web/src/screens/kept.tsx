/** Pages with text that was never saved, and waits in this browser: after a crash, or when a page was deleted meanwhile. */

import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { client, take } from '../api/client';
import { pageUrl, reusableUrl, scoped } from '../api/content';
import { openDrafts } from '../editor/save/drafts';
import { REUSABLE, type Scope } from '../editor/save/transport';
import { t } from '../i18n';
import { Icon } from '../ui/icons';
import { Time } from '../ui/kit';

/** How old a draft is that nobody writes at any more, in milliseconds. */
const LEFT = 30_000;

interface Kept { spaceId: string; scope: Scope; pageId: string; isReusable: boolean; at: number; title: string }

/** Returns what the address of a draft says, if it is one of this user. */
function placeOf(address: string, me: string): Omit<Kept, 'at' | 'title'> | undefined {
    const [user, spaceId, scope, text] = address.split('/');
    const name = text?.split('#')[0];
    const isReusable = !!name?.startsWith(REUSABLE);
    const pageId = isReusable ? name?.slice(REUSABLE.length) : name;
    if (user !== me || !spaceId || !scope || !pageId) return undefined;
    return { spaceId, pageId, isReusable, scope: scope === 'main' ? { kind: 'main' } : { kind: 'change-request', id: scope } };
}

async function titleOf({ spaceId, scope, pageId, isReusable }: Omit<Kept, 'at' | 'title'>): Promise<string> {
    if (isReusable) return (await take(client.GET(scoped(scope, '/v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}'), { params: { path: { spaceId, reusableContentId: pageId }, query: { format: 'markdown' } } }))).title;
    return (await take(client.GET(scoped(scope, '/v1/spaces/{spaceId}/content/page/{pageId}'), { params: { path: { spaceId, pageId }, query: { format: 'markdown', metadata: false } } }))).title;
}

async function kept(me: string): Promise<Kept[]> {
    const drafts = await (await openDrafts()).list();
    const found = drafts.filter(({ at }) => at < Date.now() - LEFT).flatMap(({ address, at }) => {
        const place = placeOf(address, me);
        return place ? [{ ...place, at }] : [];
    });
    return Promise.all(found.map(async (it) => {
        const title = await titleOf(it).catch(() => undefined);
        return { ...it, title: title ?? t('pageGone') };
    }));
}

export function Kept({ me }: { me: string | undefined }) {
    const found = useQuery({ queryKey: ['kept', me], enabled: !!me, queryFn: () => kept(me!).catch(() => []) });
    if (!found.data?.length) return null;
    return (
        <section>
            <div className="section-head"><h2>{t('keptHere')}</h2></div>
            <p className="muted small-text">{t('keptHereHint')}</p>
            <ul className="list">
                {found.data.map((it) => (
                    <li key={`${it.spaceId}/${it.pageId}/${it.at}`}>
                        <Link className="item" href={it.isReusable ? reusableUrl(it.spaceId, it.scope, it.pageId) : pageUrl(it.spaceId, it.scope, it.pageId, 'edit')}><Icon name="edit" /><span className="grow cut title">{it.title}</span><span className="muted small-text"><Time at={new Date(it.at).toISOString()} /></span></Link>
                    </li>
                ))}
            </ul>
        </section>
    );
}
