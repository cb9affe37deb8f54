/** Comments of a space, of one of its pages, or of a change request: threads with replies, open or resolved. */

import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link } from 'wouter';
import { client, take, type Schemas } from '../api/client';
import { all, pageUrl, type ReadScope } from '../api/content';
import { contentChanged } from '../api/queries';
import { Document } from '../document/blocks';
import { t } from '../i18n';
import { Icon } from '../ui/icons';
import { useKept } from '../ui/kept';
import { Avatar, complain, Loaded, Time, useTitle } from '../ui/kit';

type Comment = Schemas['Comment'];
type Status = 'open' | 'resolved' | 'all';

/** Comments are of main content, or of a change request: the same calls at two addresses. */
const at = (requestId: string | undefined, rest: '' | '/{commentId}' | '/{commentId}/replies' = '') =>
    `/v1/spaces/{spaceId}${requestId ? `/change-requests/${encodeURIComponent(requestId)}` : ''}/comments${rest}` as '/v1/spaces/{spaceId}/comments';
type One = '/v1/spaces/{spaceId}/comments/{commentId}';
type Replies = '/v1/spaces/{spaceId}/comments/{commentId}/replies';

/** Posts a comment, about a block or a page if they are given. */
export async function postComment(spaceId: string, requestId: string | undefined, { markdown, page, node }: { markdown: string; page?: string; node?: string }): Promise<void> {
    await take(client.POST(at(requestId), { params: { path: { spaceId } }, body: { body: { markdown }, ...(page ? { page } : {}), ...(node ? { node } : {}) } }));
    contentChanged(spaceId);
}

function useComments(spaceId: string, requestId: string | undefined, status: Status, targetPage?: string) {
    return useQuery({
        queryKey: ['comments', spaceId, requestId, status, targetPage],
        queryFn: () => all((page) => take(client.GET(at(requestId), { params: { path: { spaceId }, query: { status, page, limit: 100, order: 'desc', format: 'document', ...(targetPage ? { targetPage } : {}) } } })), 300),
    });
}

function Said({ by, when, body }: { by: Schemas['User']; when: string; body: Schemas['Said'] }) {
    return (
        <div className="said">
            <Avatar user={by} />
            <p className="small-text"><strong>{by.displayName}</strong> <span className="muted"><Time at={when} /></span></p>
            {'document' in body ? <Document document={body.document} /> : <p className="document">{body.markdown}</p>}
        </div>
    );
}

function Composer({ name, label, onSend, isSmall }: { name: string; label: string; onSend: (words: string) => Promise<unknown>; isSmall?: boolean }) {
    const [words, setWords] = useKept(name);
    const [busy, setBusy] = useState(false);
    const send = async (event: FormEvent) => {
        event.preventDefault();
        if (!words.trim()) return;
        setBusy(true);
        await onSend(words).then(() => setWords(''), complain);
        setBusy(false);
    };
    return (
        <form className="stack tight" onSubmit={(event) => void send(event)}>
            <textarea className="input" rows={isSmall ? 1 : 3} aria-label={label} placeholder={label} value={words} onChange={(event) => setWords(event.target.value)} />
            {words ? <div className="row end"><button className="button primary small" disabled={busy}>{label}</button></div> : null}
        </form>
    );
}

function Thread({ comment, space, requestId }: { comment: Comment; space: Schemas['Space']; requestId?: string }) {
    const path = { spaceId: space.id, commentId: comment.id };
    const replies = useQuery({
        queryKey: ['replies', space.id, comment.id, comment.replies],
        enabled: comment.replies > 0,
        queryFn: () => take(client.GET(at(requestId, '/{commentId}/replies') as unknown as Replies, { params: { path, query: { limit: 100, format: 'document' } } })),
    });
    const resolve = () => take(client.PUT(at(requestId, '/{commentId}') as unknown as One, { params: { path }, body: { resolved: comment.status === 'open' } })).then(() => contentChanged(space.id), complain);
    const reply = async (markdown: string) => {
        await take(client.POST(at(requestId, '/{commentId}/replies') as unknown as Replies, { params: { path }, body: { body: { markdown } } }));
        contentChanged(space.id);
    };
    const { page, node } = comment.target;
    const scope: ReadScope = requestId ? { kind: 'change-request', id: requestId } : { kind: 'main' };
    return (
        <article className="thread" aria-label={t('thread', { name: comment.postedBy.displayName })}>
            {page ? <p className="small-text muted">{page.outdated ? page.title : <Link href={pageUrl(space.id, scope, page.id)}>{page.title}</Link>}{page.outdated ? ` · ${t('goneBlock')}` : ''}</p> : null}
            {node ? <p className="quote cut">{node.preview}</p> : null}
            <Said by={comment.postedBy} when={comment.postedAt} body={comment.body} />
            {replies.data?.items.length ? <div className="replies">{replies.data.items.map((it) => <Said key={it.id} by={it.postedBy} when={it.postedAt} body={it.body} />)}</div> : null}
            {comment.permissions.reply ? <Composer isSmall name={comment.id} label={t('reply')} onSend={reply} /> : null}
            {space.permissions.edit || comment.permissions.edit ? <div className="row end"><button type="button" className="button quiet small" onClick={() => void resolve()}>{comment.status === 'open' ? <><Icon name="check" />{t('resolve')}</> : t('reopen')}</button></div> : null}
        </article>
    );
}

function Threads({ space, requestId, targetPage, status }: { space: Schemas['Space']; requestId?: string; targetPage?: string; status: Status }) {
    const comments = useComments(space.id, requestId, status, targetPage);
    return (
        <Loaded of={comments}>
            {(items) => items.length ? <div className="stack">{items.map((it) => <Thread key={it.id} comment={it} space={space} requestId={requestId} />)}</div> : <p className="muted">{t('noComments')}</p>}
        </Loaded>
    );
}

export function CommentsScreen({ space }: { space: Schemas['Space'] }) {
    const [status, setStatus] = useState<Status>('open');
    useTitle(t('comments'));
    return (
        <main id="main" tabIndex={-1} className="screen narrow">
            <header><h1>{t('comments')}</h1></header>
            <div className="stack">
                <div className="row" role="group" aria-label={t('filter')}>{(['open', 'resolved', 'all'] as const).map((it) => <button key={it} type="button" className={`button small ${it === status ? 'primary' : 'quiet'}`} aria-pressed={it === status} onClick={() => setStatus(it)}>{t(it === 'resolved' ? 'resolved' : `status_${it}`)}</button>)}</div>
                {space.permissions.comment ? <Composer name={space.id} label={t('comment')} onSend={(markdown) => postComment(space.id, undefined, { markdown })} /> : null}
                <Threads space={space} status={status} />

            </div>
        </main>
    );
}

/** Comments on one page, over its text. */
export function PageComments({ space, scope, page }: { space: Schemas['Space']; scope: Exclude<ReadScope, { kind: 'revision' }>; page: Schemas['Page'] }) {
    const requestId = scope.kind === 'change-request' ? scope.id : undefined;
    return (
        <section className="panel" aria-label={t('comments')}>
            <Composer name={`${requestId ?? space.id}/${page.id}`} label={t('comment')} onSend={(markdown) => postComment(space.id, requestId, { markdown, page: page.id })} />
            <Threads space={space} requestId={requestId} targetPage={page.id} status="open" />
        </section>
    );
}

/** Comments on a change request. */
export function RequestComments({ space, request }: { space: Schemas['Space']; request: Schemas['ChangeRequest'] }) {
    return (
        <section className="stack">
            <h2>{t('comments')}</h2>
            {space.permissions.comment ? <Composer name={request.id} label={t('comment')} onSend={(markdown) => postComment(space.id, request.id, { markdown })} /> : null}
            <Threads space={space} requestId={request.id} status="all" />
        </section>
    );
}
