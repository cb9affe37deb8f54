/** Where something of the library is used: files and reusable contents by their backlinks, variables by reading the pages. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { client, take, type Schemas } from '../api/client';
import { all, pageUrl, readContent, reusableUrl, scopeKey, scoped, walk, type ReadScope } from '../api/content';
import { t } from '../i18n';
import { Loaded } from '../ui/kit';

export interface Use { kind: 'page' | 'reusable-content' | 'other'; id: string; title: string; spaceId: string }
/** What was found: the first uses, and how many more there are. */
export interface Found { uses: Use[]; more?: number }
/** How many of the texts were looked through by now, and what was found in them. */
export interface Progress { done: number; of: number; uses: Use[] }
export type Thing = { kind: 'file' | 'reusable-content'; id: string } | { kind: 'variable'; name: string };

/** The most uses that are listed. */
const MOST = 200;
/** How many texts are read at once, and after how many people hear of it. */
const AT_ONCE = 6;
const TOLD_AFTER = 20;

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

/** Does all of these, some at once, in order of what they find. */
export async function lookThrough(look: (() => Promise<Use | undefined>)[], tell: (progress: Progress) => void, signal: AbortSignal): Promise<Use[]> {
    const found: (Use | undefined)[] = [];
    const uses = () => found.filter((it) => it !== undefined);
    let [next, done] = [0, 0];
    const work = async () => {
        for (let at = next++; at < look.length; at = next++) {
            signal.throwIfAborted();
            found[at] = await look[at]!();
            done += 1;
            if (done % TOLD_AFTER === 0) tell({ done, of: look.length, uses: uses() });
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return uses();
}

/** Looks through the pages and the reusable contents for a variable. */
async function mentions(spaceId: string, scope: ReadScope, name: string, tell: (progress: Progress) => void, signal: AbortSignal): Promise<Found> {
    const { pages } = await take(client.GET(scoped(scope, '/v1/spaces/{spaceId}/content/pages'), { params: { path: { spaceId }, query: { metadata: false } } }));
    const content = readContent(spaceId, scope);
    const documents = [...walk(pages)].filter((page) => page.type === 'document');
    const look = [
        ...documents.map((page) => async (): Promise<Use | undefined> => {
            const read = await take(client.GET(scoped(scope, '/v1/spaces/{spaceId}/content/page/{pageId}'), { params: { path: { spaceId, pageId: page.id }, query: { format: 'markdown', metadata: false } } }));
            return names(read.markdown, name) || names(read.condition ?? undefined, name) ? { kind: 'page', id: page.id, title: page.title, spaceId } : undefined;
        }),
        ...(await content).reusableContents.map(({ id, title }) => async (): Promise<Use | undefined> => {
            const read = await take(client.GET(scoped(scope, '/v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}'), { params: { path: { spaceId, reusableContentId: id }, query: { format: 'markdown' } } }));
            return names(read.markdown, name) ? { kind: 'reusable-content', id, title, spaceId } : undefined;
        }),
    ];
    const uses = await lookThrough(look, tell, signal);
    return { uses: uses.slice(0, MOST), more: Math.max(0, uses.length - MOST) };
}

export function useUses(spaceId: string, scope: ReadScope, thing: Thing, enabled: boolean) {
    const [progress, setProgress] = useState<Progress | undefined>();
    const query = useQuery({
        queryKey: ['links', spaceId, scopeKey(scope), thing.kind, 'id' in thing ? thing.id : thing.name],
        enabled,
        queryFn: ({ signal }) => ('id' in thing ? backlinks(spaceId, scope, thing) : mentions(spaceId, scope, thing.name, setProgress, signal)),
    });
    return { ...query, progress };
}

/** The pages and reusable contents that use a thing. */
export function Uses({ of: uses, scope }: { of: ReturnType<typeof useUses>; scope: ReadScope }) {
    const link = ({ kind, id, title, spaceId }: Use) => {
        if (kind === 'page') return <Link href={pageUrl(spaceId, scope, id)}>{title}</Link>;
        return kind === 'reusable-content' ? <Link href={reusableUrl(spaceId, scope, id)}>{title}</Link> : title;
    };
    const list = (items: Use[]) => <ul className="uses">{items.map((it, at) => <li key={at}>{link(it)}</li>)}</ul>;
    const { data, error, progress } = uses;
    if (!data && !error && progress) {
        return (
            <div className="stack tight">
                {progress.uses.length ? list(progress.uses.slice(0, MOST)) : null}
                <label className="muted small-text"><progress value={progress.done} max={progress.of} /> {t('lookedAtTexts', { count: progress.done, of: progress.of })}</label>
            </div>
        );
    }
    return (
        <Loaded of={uses}>
            {({ uses: items, more }) => (
                <>
                    {items.length ? list(items) : <p className="muted small-text">{t('usedNowhere')}</p>}
                    {more ? <p className="muted small-text">{t('andMore', { count: more })}</p> : null}
                </>
            )}
        </Loaded>
    );
}
