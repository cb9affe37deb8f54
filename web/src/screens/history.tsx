/** The history of a space, or of one of its pages: who changed what, two revisions side by side, back to one of them. */

import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { client, take, type Schemas } from '../api/client';
import { usePast, type Revision } from '../api/past';
import { pageUrl, walk } from '../api/content';
import { contentChanged, usePages, useRevisionChanges, useRevisionDiff } from '../api/queries';
import { Difference, useView, Views } from '../difference/Difference';
import { t, type Key } from '../i18n';
import { Icon } from '../ui/icons';
import { Avatar, complain, Empty, Failed, FormDialog, Loaded, say, Time, Waiting, useTitle } from '../ui/kit';
import { Attributes } from './attributes';
import { ChangeLink, textOf, titleOf, type Change } from './changes';
import { ReusableText } from './reusabletext';

const TYPES: Record<Revision['type'], Key> = { edits: 'rev_edits', merge: 'rev_merge', rollback: 'rev_rollback', update: 'rev_update', computed: 'rev_computed' };

function Entry({ revision, isCurrent, onPress }: { revision: Revision; isCurrent: boolean; onPress: () => void }) {
    const from = revision.mergedFrom;
    return (
        <li>
            <button type="button" className="item change-link" aria-current={isCurrent ? 'true' : undefined} onClick={onPress}>
                <Avatar user={revision.author} />
                <span className="grow"><span className="title cut">{from ? `#${from.number} ${from.subject}` : t(TYPES[revision.type])}</span><br /><span className="muted small-text">{revision.author?.displayName ?? t('somebody')} · <Time at={revision.createdAt} /></span></span>
            </button>
        </li>
    );
}

function PageDifference({ space, pageId, from, to }: { space: Schemas['Space']; pageId: string; from: string | undefined; to: string }) {
    const diff = useRevisionDiff(space.id, pageId, from, to);
    const [view, choose] = useView();
    return <><Views view={view} choose={choose} /><Loaded of={diff}>{(it) => <Difference spaceId={space.id} diff={it} view={view} />}</Loaded></>;
}

function Reusable({ space, change, revision }: { space: Schemas['Space']; change: Change; revision: Revision }) {
    const [view, choose] = useView();
    if (!('reusableContent' in change)) return null;
    const at = (id: string | undefined) => ({ kind: 'revision', id: id ?? revision.id }) as const;
    return <><Views view={view} choose={choose} /><ReusableText spaceId={space.id} change={change} before={at(revision.parents[0])} after={at(revision.id)} view={view} /></>;
}

function OneChange({ space, change, revision }: { space: Schemas['Space']; change: Change; revision: Revision }) {
    const [isOpen, setOpen] = useState(false);
    const pageId = textOf(change);
    return (
        <div className="stack tight">
            <ChangeLink change={change} onPress={() => setOpen(!isOpen)} isCurrent={isOpen} />
            {isOpen ? <><Attributes change={change} /><Reusable space={space} change={change} revision={revision} />{pageId ? <PageDifference space={space} pageId={pageId} from={revision.parents[0]} to={revision.id} /> : null}</> : null}
        </div>
    );
}

/** What a revision gave a page beside its text: a place, a title, other settings. */
function PageSettingsChange({ spaceId, pageId, revision }: { spaceId: string; pageId: string; revision: Revision }) {
    const changes = useRevisionChanges(spaceId, revision.id);
    return changes.data?.changes.filter((change) => 'page' in change && change.page.id === pageId).map((change) => <Attributes key={change.type} change={change} />);
}

function Shown({ space, revision, pageId, isNewest, compareWith }: { space: Schemas['Space']; revision: Revision; pageId?: string; isNewest: boolean; compareWith: Revision | undefined }) {
    const changes = useRevisionChanges(space.id, revision.id);
    /** The newest revision when the person was asked. */
    const [asked, ask] = useState<string>();
    const [, go] = useLocation();
    const path = { spaceId: space.id, revisionId: revision.id };
    const rollback = async () => {
        // What is taken back is what was shown; nothing that somebody saved since.
        const now = await take(client.GET('/v1/spaces/{spaceId}', { params: { path: { spaceId: space.id } } }));
        if (now.revision !== asked) {
            ask(now.revision);
            contentChanged(space.id);
            throw new Error(t('savedSince'));
        }
        await take(client.POST('/v1/spaces/{spaceId}/revisions/{revisionId}/rollback', { params: { path } }));
        contentChanged(space.id);
        say(t('rolledBack'));
    };
    const revert = async () => {
        try {
            const made = await take(client.POST('/v1/spaces/{spaceId}/revisions/{revisionId}/revert', { params: { path } }));
            contentChanged(space.id);
            go(`/spaces/${space.id}/change-requests/${made.id}`);
        } catch (error) {
            complain(error);
        }
    };
    const about = (change: Change) => !pageId || ('page' in change && change.page.id === pageId);
    return (
        <section className="stack">
            <div className="spread">
                <h2>{revision.mergedFrom ? <Link href={`/spaces/${space.id}/change-requests/${revision.mergedFrom.id}`}>#{revision.mergedFrom.number} {revision.mergedFrom.subject}</Link> : t(TYPES[revision.type])}</h2>
                <div className="row">
                    <Link className="button small" href={pageUrl(space.id, { kind: 'revision', id: revision.id }, pageId)}><Icon name="page" />{t('read')}</Link>
                    {space.permissions.edit && revision.parents.length ? <button type="button" className="button small" onClick={() => void revert()}><Icon name="undo" />{t('revert')}</button> : null}
                    {space.permissions.merge && !isNewest ? <button type="button" className="button small" onClick={() => ask(space.revision)}><Icon name="history" />{t('rollback')}</button> : null}
                </div>
            </div>
            {pageId ? <PageSettingsChange spaceId={space.id} pageId={pageId} revision={revision} /> : null}
            {pageId ? <PageDifference space={space} pageId={pageId} from={compareWith?.id ?? revision.parents[0]} to={revision.id} /> : (
                <Loaded of={changes}>
                    {(it) => {
                        const items = it.changes.filter(about);
                        return items.length ? <>{items.map((change) => <OneChange key={`${change.type}${titleOf(change)}`} space={space} change={change} revision={revision} />)}{it.more ? <p className="muted">{t('andMore', { count: it.more })}</p> : null}</> : <p className="muted">{t('firstRevision')}</p>;
                    }}
                </Loaded>
            )}
            {asked ? <FormDialog danger title={t('rollback')} submit={t('rollback')} onClose={() => ask(undefined)} onSubmit={rollback}><p>{t('rollbackHint')}</p></FormDialog> : null}
        </section>
    );
}

/** How far back was looked, and the way to look further. */
function Further({ past: { isWalking, isOver, looked, found, further, stop } }: { past: ReturnType<typeof usePast> }) {
    if (isOver) return null;
    const button = isWalking ? <button type="button" className="button quiet small" onClick={stop}>{t('stop')}</button> : <button type="button" className="button quiet small" onClick={further}>{t('furtherBack')}</button>;
    return (
        <div className="stack tight">
            {isWalking && !found.length ? <Waiting /> : null}
            {looked ? <p className="muted small-text" role="status">{t('lookedAtRevisions', { count: looked })}</p> : null}
            <div>{button}</div>
        </div>
    );
}

function Past({ space, pageId }: { space: Schemas['Space']; pageId?: string }) {
    const past = usePast(space.id, pageId, space.revision);
    const pages = usePages(space.id, { kind: 'main' });
    const [chosen, choose] = useState<string | undefined>();
    const [other, setOther] = useState('');
    const items = past.found;
    const revision = items.find((it) => it.id === chosen) ?? items[0];
    // A revision is not compared with itself: the one before it takes its place.
    const compared = items.find((it) => it.id === other && it !== revision);
    const page = pageId ? [...walk(pages.data ?? [])].find((it) => it.id === pageId) : undefined;
    useTitle(t('history'));
    return (
        <main id="main" tabIndex={-1} className="screen full">
            <header>
                <h1>{t('history')}{page ? <span className="muted"> · {page.title}</span> : null}</h1>
                {pageId ? <Link className="button" href={pageUrl(space.id, { kind: 'main' }, pageId)}>{t('showCurrent')}</Link> : <Link className="button" href={`/spaces/${space.id}/deleted`}><Icon name="trash" />{t('deletedPages')}</Link>}
            </header>
            {past.error ? <Failed error={past.error} /> : null}
            {revision ? (
                <div className="changes">
                    <nav aria-label={t('history')}>
                        <ul className="list">{items.map((it) => <Entry key={it.id} revision={it} isCurrent={it === revision} onPress={() => choose(it.id)} />)}</ul>
                        <Further past={past} />
                    </nav>
                    <div className="stack">
                        {pageId && items.length > 1 ? (
                            <label className="row"><span className="label">{t('compareWith')}</span>
                                <select className="input" style={{ inlineSize: 'auto' }} value={compared?.id ?? ''} onChange={(event) => setOther(event.target.value)}>
                                    <option value="">{t('theOneBefore')}</option>
                                    {items.filter((it) => it !== revision).map((it) => <option key={it.id} value={it.id}>{new Date(it.createdAt).toLocaleString()} · {it.author?.displayName}</option>)}
                                </select>
                            </label>
                        ) : null}
                        <Shown key={revision.id} space={space} revision={revision} pageId={pageId} isNewest={revision.id === space.revision} compareWith={compared} />
                    </div>
                </div>
            ) : past.isOver ? <Empty title={t('firstRevision')} /> : <Further past={past} />}
        </main>
    );
}

export const History = (props: { space: Schemas['Space']; pageId?: string }) => <Past key={`${props.space.id}/${props.pageId}`} {...props} />;
