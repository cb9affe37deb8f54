/** Where something of the library is used: files and reusable contents by their backlinks, variables by reading the pages. */

import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { client, take, type Schemas } from '../api/client';
import { all, pageUrl, readContent, reusableUrl, scopeKey, scoped, walk, type ReadScope } from '../api/content';
import { t } from '../i18n';
import { Loaded } from '../ui/kit';

export interface Use { kind: 'page' | 'reusable-content' | 'other'; id: string; title: string; spaceId: string }
export interface Found { uses: Use[]; /** Pages that were not looked through, as there are too many. */ left?: number }
export type Thing = { kind: 'file' | 'reusable-content'; id: string } | { kind: 'variable'; name: string };

/** The most uses that are listed. */
const MOST = 200;
/** The most pages that are looked through for a variable, and how many at once. */
const MOST_PAGES = 500;
const AT_ONCE = 6;

function useOf(it: Schemas['ContentLocation']): Use {
    if (it.kind === 'page') return { kind: 'page', id: it.page.id, title: it.page.title, spaceId: it.space.id };
    if (it.kind === 'reusable-content') return { kind: 'reusable-content', id: it.reusableContent.id, title: it.reusableContent.title, spaceId: it.space.id };
    return { kind: 'other', id: '', title: it.kind, spaceId: '' };
}

async function backlinks(spaceId: string, scope: ReadScope, thing: { kind: 'file' | 'reusable-content'; id: string }): Promise<Found> {
    const list = (page: string | undefined) => {
        const query = { page, limit: 100 };
        if (thing.kind === 'file') return take(client.GET(scoped(scope, '/v1/spaces/{spaceId}/content/files/{fileId}/backlinks'), { params: { path: { spaceId, fileId: thing.id }, query } }));
        return take(client.GET(scoped(scope, '/v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}/backlinks'), { params: { path: { spaceId, reusableContentId: thing.id }, query } }));
    };
    return { uses: (await all(list, MOST)).map(useOf) };
}

/** Returns true if a text or a condition has the variable of this name. */
export function names(text: string | undefined, name: string): boolean {
    const quoted = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`\\bspace\\.vars(?:\\.${quoted}(?![\\w-])|\\[\\s*["']${quoted}["']\\s*\\])`).test(text ?? '');
}

/** Looks through the pages and the reusable contents for a variable. */
async function mentions(spaceId: string, scope: ReadScope, name: string): Promise<Found> {
    const { pages } = await take(client.GET(scoped(scope, '/v1/spaces/{spaceId}/content/pages'), { params: { path: { spaceId }, query: { metadata: false } } }));
    const content = readContent(spaceId, scope);
    const documents = [...walk(pages)].filter((page) => page.type === 'document');
    const look = [
        ...documents.slice(0, MOST_PAGES).map((page) => async (): Promise<Use | undefined> => {
            const read = await take(client.GET(scoped(scope, '/v1/spaces/{spaceId}/content/page/{pageId}'), { params: { path: { spaceId, pageId: page.id }, query: { format: 'markdown', metadata: false } } }));
            return names(read.markdown, name) || names(read.condition ?? undefined, name) ? { kind: 'page', id: page.id, title: page.title, spaceId } : undefined;
        }),
        ...(await content).reusableContents.map(({ id, title }) => async (): Promise<Use | undefined> => {
            const read = await take(client.GET(scoped(scope, '/v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}'), { params: { path: { spaceId, reusableContentId: id }, query: { format: 'markdown' } } }));
            return names(read.markdown, name) ? { kind: 'reusable-content', id, title, spaceId } : undefined;
        }),
    ];
    const found: (Use | undefined)[] = [];
    let next = 0;
    const work = async () => {
        for (let at = next++; at < look.length; at = next++) found[at] = await look[at]!();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return { uses: found.filter((it) => it !== undefined).slice(0, MOST), left: Math.max(0, documents.length - MOST_PAGES) };
}

export function useUses(spaceId: string, scope: ReadScope, thing: Thing, enabled: boolean) {
    return useQuery({
        queryKey: ['links', spaceId, scopeKey(scope), thing.kind, 'id' in thing ? thing.id : thing.name],
        enabled,
        queryFn: () => ('id' in thing ? backlinks(spaceId, scope, thing) : mentions(spaceId, scope, thing.name)),
    });
}

/** The pages and reusable contents that use a thing. */
export function Uses({ of: uses, scope }: { of: ReturnType<typeof useUses>; scope: ReadScope }) {
    const link = ({ kind, id, title, spaceId }: Use) => {
        if (kind === 'page') return <Link href={pageUrl(spaceId, scope, id)}>{title}</Link>;
        return kind === 'reusable-content' ? <Link href={reusableUrl(spaceId, scope, id)}>{title}</Link> : title;
    };
    return (
        <Loaded of={uses}>
            {({ uses: items, left }) => (
                <>
                    {items.length ? <ul className="uses">{items.map((it, at) => <li key={at}>{link(it)}</li>)}</ul> : <p className="muted small-text">{t('usedNowhere')}</p>}
                    {left ? <p className="muted small-text">{t('notLookedThrough', { count: left })}</p> : null}
                </>
            )}
        </Loaded>
    );
}
