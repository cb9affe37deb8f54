/** The overview of a change request: what it is for, who reviews it, what still stands in the way of the merge. */

import { lazy, Suspense, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { client, take, type Schemas } from '../api/client';
import type { Fields } from '../api/guarded';
import { contentChanged, useChangeRequest, useConflicts, useDryRun, useMembers, useRequested, useReviews, useUser } from '../api/queries';
import { Document } from '../document/blocks';
import { plain, type Node } from '../document/model';
import type { Document as EditedDocument } from '../editor/model/json';
import { t } from '../i18n';
import { Icon } from '../ui/icons';
import { Avatar, complain, Dialog, Failed, Field, FormDialog, Loaded, Notice, say, Waiting } from '../ui/kit';
import { FieldClash, typed, useFields } from './fields';
import { ReviewForm } from './reviewing';
import { ruleName } from './rules';

const Note = lazy(() => import('../editor/Note').then((it) => ({ default: it.Note })));
const RequestComments = lazy(() => import('./comments').then((it) => ({ default: it.RequestComments })));

interface Props { space: Schemas['Space']; request: Schemas['ChangeRequest'] }
const path = ({ space, request }: Props) => ({ spaceId: space.id, changeRequestId: request.id });

type Described = Schemas['ChangeRequest']['description'];

/** Returns a description as a text that is the same for the same content: names of blocks are left out. */
const written = (document: unknown): string => {
    const { nodes = [] } = (document ?? {}) as { nodes?: unknown[] };
    return nodes.length ? JSON.stringify(nodes, (name, value: unknown) => (name === 'key' || name === 'meta' ? undefined : value)) : '';
};
const fieldsOf = ({ subject, description }: Schemas['ChangeRequest']): Fields => ({ subject: typed(subject), description: written(description) });
/** Returns a description as people read it, in a line for each block. */
const readDescription = (text: unknown): string => (JSON.parse(String(text || '[]')) as Node[]).map((node) => plain([node])).join('\n') || '—';
const reread = async (props: Props) => take(client.GET('/v1/spaces/{spaceId}/change-requests/{changeRequestId}', { params: { path: path(props) } }));

function DescriptionDialog(props: Props & { onClose: () => void }) {
    const { request, space, onClose } = props;
    const form = useFields(fieldsOf(request));
    const editor = useRef<() => EditedDocument | undefined>(undefined);
    const newest = useRef<Described>(request.description);
    const [begun, begin] = useState<Described>(request.description);
    const save = async (typedIn: FormData) => {
        const document = editor.current?.();
        const wanted = { subject: typed(typedIn.get('subject')), description: written(document ?? begun) };
        const now = await reread(props);
        newest.current = now.description;
        const { subject, description } = form.changed(wanted, fieldsOf(now)) as { subject?: string; description?: string };
        const text = description === undefined ? {} : { description: document?.nodes.length ? (document as Schemas['Document']) : null };
        const body = { ...(subject === undefined ? {} : { subject }), ...text };
        if (Object.keys(body).length) await take(client.PATCH('/v1/spaces/{spaceId}/change-requests/{changeRequestId}', { params: { path: path(props) }, body }));
        contentChanged(space.id);
    };
    const leave = (name: string) => name === 'description' && begin(newest.current);
    return (
        <FormDialog title={t('description')} submit={t('save')} onClose={onClose} onSubmit={save}>
            <Field label={t('subject')}><input name="subject" maxLength={100} required defaultValue={String(form.opened.subject)} autoFocus /></Field>
            <div className="field">
                <span className="label">{t('description')}</span>
                <Suspense fallback={<Waiting />}>
                    <Note key={written(begun)} place={{ spaceId: space.id, pageId: '', scope: { kind: 'change-request', id: request.id } }} document={begun as unknown as EditedDocument | undefined} label={t('description')} hint={t('descriptionTyping')} onReady={(it) => { editor.current = it; }} />
                </Suspense>
            </div>
            <FieldClash form={form} label={(name) => t(name === 'subject' ? 'subject' : 'description')} show={(value, name) => (name === 'subject' ? String(value || '—') : readDescription(value))} onLeave={leave} />
        </FormDialog>
    );
}

function Description(props: Props) {
    const [editing, setEditing] = useState(false);
    const { request, space } = props;
    const mayEdit = space.permissions.edit && request.status !== 'merged';
    const nodes = (request.description?.nodes ?? []) as { nodes?: unknown }[];
    return (
        <section className="stack tight">
            <div className="section-head"><h2>{t('description')}</h2>{mayEdit ? <button type="button" className="button quiet small" onClick={() => setEditing(true)}><Icon name="edit" />{t('edit')}</button> : null}</div>
            {nodes.length ? <Document document={request.description} /> : <p className="muted">{t('noDescription')}</p>}
            {editing ? <DescriptionDialog {...props} onClose={() => setEditing(false)} /> : null}
        </section>
    );
}

function Reviewers(props: Props) {
    const { space, request } = props;
    const reviews = useReviews(space.id, request.id);
    const requested = useRequested(space.id, request.id);
    const members = useMembers(space.organization);
    const [asking, setAsking] = useState(false);
    const current = (reviews.data ?? []).filter((review) => !review.outdated);
    const known = new Set([...(requested.data ?? []).map((it) => it.user.id), request.createdBy?.id]);
    const ask = async (form: FormData) => {
        const users = form.getAll('user').map(String);
        if (users.length === 0) return;
        await take(client.POST('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers', { params: { path: path(props) }, body: { users } }));
        contentChanged(space.id);
        say(t('reviewAsked'));
    };
    const withdraw = async (userId: string) => {
        await take(client.DELETE('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}', { params: { path: { ...path(props), userId } } })).catch(complain);
        contentChanged(space.id);
    };
    const isOver = request.status === 'merged' || request.status === 'archived';
    return (
        <section className="panel">
            <div className="spread"><h2>{t('reviewers')}</h2>{space.permissions.edit && !isOver ? <button type="button" className="button quiet small" onClick={() => setAsking(true)}>{t('askForReview')}</button> : null}</div>
            {current.length + (requested.data?.length ?? 0) === 0 ? <p className="muted small-text">{t('noReviewers')}</p> : null}
            {current.map((review) => (
                <div className="row" key={review.id}><Avatar user={review.reviewer} /><span className="grow cut">{review.reviewer.displayName}</span><span className={`badge ${review.status === 'approved' ? 'open' : 'bad'}`}>{t(review.status === 'approved' ? 'approved' : 'changesRequested')}</span></div>
            ))}
            {(requested.data ?? []).map((it) => (
                <div className="row" key={it.user.id}><Avatar user={it.user} /><span className="grow cut">{it.user.displayName}</span><span className="badge">{t('waiting')}</span>{space.permissions.edit && !isOver ? <button type="button" className="icon-button small" aria-label={t('withdraw', { name: it.user.displayName })} onClick={() => void withdraw(it.user.id)}><Icon name="close" /></button> : null}</div>
            ))}
            {asking ? (
                <FormDialog title={t('askForReview')} submit={t('ask')} onClose={() => setAsking(false)} onSubmit={ask}>
                    <div className="stack tight">
                        {(members.data ?? []).filter((it) => !known.has(it.user.id)).map((it) => <label className="check" key={it.id}><input type="checkbox" name="user" value={it.user.id} /><span>{it.user.displayName} <span className="muted small-text">{it.user.email}</span></span></label>)}
                        {(members.data ?? []).every((it) => known.has(it.user.id)) ? <p className="muted">{t('nobodyToAsk')} <Link href={`/orgs/${space.organization}/people`}>{t('invite')}</Link></p> : null}
                    </div>
                </FormDialog>
            ) : null}
        </section>
    );
}

/** What the server says about merging now, without merging. */
function Merging(props: Props) {
    const { space, request } = props;
    const mayMerge = space.permissions.merge;
    const run = useDryRun(space.id, request.id, mayMerge && request.status !== 'archived');
    const conflicts = useConflicts(space.id, request.id);
    const [busy, setBusy] = useState(false);
    const base = `/spaces/${space.id}/change-requests/${request.id}`;
    const open = (conflicts.data?.length ?? 0) || run.data?.conflicts || 0;
    const failed = (run.data?.rules ?? []).filter((rule) => !rule.passed);
    const isStopped = failed.length > 0 && !run.data?.bypassed;
    const [, go] = useLocation();
    const merge = async () => {
        setBusy(true);
        try {
            const done = await take(client.POST('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge', { params: { path: path(props) } }));
            if (done.result === 'conflicts') {
                contentChanged(space.id);
                go(`${base}/conflicts`);
            } else {
                say(t('mergedNow'));
                contentChanged(space.id, request.id);
            }
        } catch (error) {
            complain(error);
        } finally {
            setBusy(false);
        }
    };
    const update = async () => {
        await take(client.POST('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/update', { params: { path: path(props) } })).catch(complain);
        contentChanged(space.id);
    };
    return (
        <section className="panel">
            <h2>{t('merge')}</h2>
            {run.error ? <Failed error={run.error} /> : null}
            {(run.data?.rules?.length ?? 0) > 0 ? (
                <ul className="rules">
                    {run.data?.rules?.map((rule) => (
                        <li key={rule.rule} className={`rule ${rule.passed ? 'good' : 'bad'}`}><Icon name={rule.passed ? 'check' : 'close'} /><span>{ruleName(rule.rule)}{rule.message ? <><br /><span className="muted small-text">{rule.message}</span></> : null}</span></li>
                    ))}
                </ul>
            ) : null}
            {open ? <Notice kind="warn">{t('openConflicts', { count: open })} <Link href={`${base}/conflicts`}>{t('decide')}</Link></Notice> : null}
            {(run.data?.warnings ?? []).slice(0, 5).map((warning, at) => <p key={at} className="small-text muted"><Icon name="warn" /> {warning.path}: {warning.message}</p>)}
            {request.outdated ? <div className="spread"><span className="muted small-text">{t('outdatedHint')}</span><button type="button" className="button small" onClick={() => void update()}>{t('update')}</button></div> : null}
            {mayMerge ? <button type="button" className="button primary" disabled={busy || isStopped || run.isLoading} onClick={() => void merge()}>{open ? t('mergeAndDecide') : t('mergeNow')}</button> : <p className="muted small-text">{t('mayNotMerge')}</p>}
            {mayMerge && !isStopped && !open && run.data ? <p className="muted small-text">{t('mergesCleanly')}</p> : null}
        </section>
    );
}

function StatusActions(props: Props) {
    const { space, request } = props;
    const [submitting, setSubmitting] = useState(false);
    const form = useFields({ subject: '' });
    const set = async (status: 'draft' | 'open' | 'archived', wanted?: string) => {
        const { subject } = wanted === undefined ? {} : (form.changed({ subject: wanted }, fieldsOf(await reread(props))) as { subject?: string });
        await take(client.PATCH('/v1/spaces/{spaceId}/change-requests/{changeRequestId}', { params: { path: path(props) }, body: { status, ...(subject ? { subject } : {}) } }));
        contentChanged(space.id);
    };
    if (!space.permissions.edit || request.status === 'merged') return null;
    const former = request.status === 'draft' ? 'draft' : 'open';
    const archive = () => set('archived').then(() => say(t('archived'), { label: t('undo'), run: () => void set(former).catch(complain) }), complain);
    return (
        <section className="panel">
            {request.status === 'draft' ? <button type="button" className="button primary" onClick={() => request.subject ? void set('open').catch(complain) : setSubmitting(true)}>{t('submit')}</button> : null}
            {request.status === 'archived' ? <button type="button" className="button" onClick={() => void set('open').catch(complain)}>{t('reopen')}</button> : <button type="button" className="button quiet small" onClick={() => void archive()}>{t('archive_')}</button>}
            {submitting ? <FormDialog title={t('submit')} submit={t('submit')} onClose={() => setSubmitting(false)} onSubmit={(written) => set('open', typed(written.get('subject')))}><Field label={t('subject')} hint={t('subjectHint')}><input name="subject" required maxLength={100} autoFocus placeholder={t('subjectExample')} /></Field><FieldClash form={form} label={() => t('subject')} /></FormDialog> : null}
        </section>
    );
}

export function Overview(props: Props) {
    const { space, request } = props;
    const user = useUser();
    const [reviewing, setReviewing] = useState(false);
    const now = useChangeRequest(space.id, request.id);
    const isMine = request.createdBy?.id === user.data?.id;
    const isOver = request.status === 'merged' || request.status === 'archived';
    return (
        <div className="two">
            <div className="stack wide">
                {request.status === 'merged' ? <Notice kind="good">{t('isMerged')} <Link href={`/spaces/${space.id}`}>{t('showCurrent')}</Link></Notice> : null}
                <Loaded of={now}>{(it) => <Description space={space} request={it} />}</Loaded>
                <Suspense fallback={<Waiting />}><RequestComments {...props} /></Suspense>
            </div>
            <div className="stack">
                {space.permissions.review && !isMine && !isOver ? <button type="button" className="button primary" onClick={() => setReviewing(true)}><Icon name="check" />{t('review')}</button> : null}
                <Reviewers {...props} />
                {isOver ? null : <Merging {...props} />}
                <StatusActions {...props} />
            </div>
            {reviewing ? <Dialog title={t('review')} onClose={() => setReviewing(false)}><ReviewForm {...props} onDone={() => setReviewing(false)} /></Dialog> : null}
        </div>
    );
}
