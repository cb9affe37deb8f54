/** What a change request changes: pages with their attributes, and each text by blocks and words. `N` and `P` go from
 * change to change, `V` marks a page as viewed. */

import { useState } from 'react';
import type { Schemas } from '../api/client';
import { useChanges, usePageDiff } from '../api/queries';
import { Difference, useView, Views, type View } from '../difference/Difference';
import { SIGNS } from '../difference/Source';
import { nameOf } from '../document/fate';
import { t } from '../i18n';
import { Icon } from '../ui/icons';
import { Empty, Field, FormDialog, IconButton, Loaded } from '../ui/kit';
import { useShortcuts } from '../ui/shortcuts';
import { Attributes } from './attributes';
import { postComment } from './comments';

interface Props { space: Schemas['Space']; request: Schemas['ChangeRequest'] }
export type Change = Schemas['SemanticChange'];

const KINDS: [RegExp, keyof typeof SIGNS][] = [[/_created$/, 'added'], [/_deleted$/, 'removed'], [/_moved$/, 'moved'], [/./, 'changed']];
const kindOf = (change: Change) => KINDS.find(([name]) => name.test(change.type))?.[1] ?? 'changed';

/** Returns the name of what was changed. */
export function titleOf(change: Change): string {
    if ('page' in change) return change.page.title;
    if ('file' in change) return change.file.name;
    if ('reusableContent' in change) return change.reusableContent.title;
    return t('variables');
}

/** Returns the page whose text a change concerns. Groups and links have none, and a move leaves it as it is. */
export const textOf = (change: Change | undefined) => (change && 'page' in change && change.type !== 'page_moved' && change.page.type === 'document' ? change.page.id : undefined);

export function ChangeLink({ change, isCurrent, isViewed, onPress }: { change: Change; isCurrent?: boolean; isViewed?: boolean; onPress?: () => void }) {
    const kind = kindOf(change);
    const inside = <><span className={`sign ${kind}`} title={nameOf(kind)}>{SIGNS[kind]}<span className="unseen">{nameOf(kind)}: </span></span><span className="cut grow">{titleOf(change)}</span>{isViewed ? <Icon name="check" /> : null}</>;
    return onPress ? <button type="button" className="change-link" aria-current={isCurrent ? 'true' : undefined} onClick={onPress}>{inside}</button> : <span className="change-link">{inside}</span>;
}

/** The pages that were marked as viewed at a revision of the change request, kept in this browser. */
function useViewed(request: Schemas['ChangeRequest']) {
    const name = `quire.viewed.${request.id}`;
    const read = (): string[] => {
        try {
            const { revision, pages } = JSON.parse(localStorage.getItem(name) ?? '{}') as { revision?: string; pages?: string[] };
            return revision === request.revision ? (pages ?? []) : [];
        } catch {
            return [];
        }
    };
    const [viewed, setViewed] = useState(read);
    const toggle = (id: string) => {
        const pages = viewed.includes(id) ? viewed.filter((it) => it !== id) : [...viewed, id];
        localStorage.setItem(name, JSON.stringify({ revision: request.revision, pages }));
        setViewed(pages);
    };
    return { viewed, toggle };
}

function PageChange({ space, request, pageId, view, current }: Props & { pageId: string; view: View; current: number }) {
    const diff = usePageDiff(space.id, request.id, pageId);
    const [target, setTarget] = useState<string | undefined>();
    const tools = (key: string | undefined) => (key && space.permissions.comment ? <IconButton small icon="comment" label={t('commentOnBlock')} onPress={() => setTarget(key)} /> : null);
    const post = (form: FormData) => postComment(space.id, request.id, { markdown: String(form.get('words')), page: pageId, node: target });
    return (
        <>
            <Loaded of={diff}>{(it) => <Difference spaceId={space.id} diff={it} view={view} current={current} tools={tools} />}</Loaded>
            {target ? <FormDialog title={t('commentOnBlock')} submit={t('comment')} onClose={() => setTarget(undefined)} onSubmit={post}><Field label={t('comment')} hint={t('markdownHint')}><textarea name="words" required autoFocus /></Field></FormDialog> : null}
        </>
    );
}

export function Changes({ space, request }: Props) {
    const changes = useChanges(space.id, request.id);
    const items = changes.data?.changes ?? [];
    const [at, setAt] = useState(0);
    const [view, choose] = useView();
    const [current, setCurrent] = useState(-1);
    const { viewed, toggle } = useViewed(request);
    const change = items[Math.min(at, items.length - 1)];
    const pageId = textOf(change);
    const show = (index: number) => { setAt(index); setCurrent(-1); };
    const step = (by: 1 | -1) => {
        const next = current + by;
        const row = document.querySelector<HTMLElement>(`[data-change="${next}"]`);
        if (row) {
            setCurrent(next);
            row.focus();
        } else if (items[at + by]) show(at + by);
    };
    useShortcuts({ n: () => step(1), p: () => step(-1), j: () => items[at + 1] && show(at + 1), k: () => items[at - 1] && show(at - 1), v: () => change && toggle(keyOf(change)) });
    return (
        <Loaded of={changes}>
            {() => (change ? (
                <div className="changes">
                    <nav aria-label={t('changedThings')}>
                        {items.map((it, index) => <ChangeLink key={index} change={it} isCurrent={index === at} isViewed={viewed.includes(keyOf(it))} onPress={() => show(index)} />)}
                    </nav>
                    <section className="stack">
                        <div className="spread">
                            <h2><span dir="auto">{titleOf(change)}</span> <span className="badge">{nameOf(kindOf(change))}</span></h2>
                            <div className="row">
                                <button type="button" className="button small" aria-pressed={viewed.includes(keyOf(change))} onClick={() => toggle(keyOf(change))}>{viewed.includes(keyOf(change)) ? <Icon name="check" /> : null}{t('viewed')}</button>
                                {pageId ? <Views view={view} choose={(next) => { choose(next); setCurrent(-1); }} /> : null}
                            </div>
                        </div>
                        <Attributes change={change} />
                        {pageId ? <PageChange key={pageId} space={space} request={request} pageId={pageId} view={view} current={current} /> : null}
                    </section>
                </div>
            ) : <Empty title={t('noChanges')}>{t('noChangesHint')}</Empty>)}
        </Loaded>
    );
}

const keyOf = (change: Change) => `${change.type}:${'page' in change ? change.page.id : titleOf(change)}`;
