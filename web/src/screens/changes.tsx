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
import { useFocusOn } from '../ui/focus';
import { useKept } from '../ui/kept';
import { Empty, Field, FormDialog, IconButton, Loaded } from '../ui/kit';
import { useShortcuts } from '../ui/shortcuts';
import { Attributes } from './attributes';
import { postComment } from './comments';
import { hashOf } from './hash';
import { ReusableText } from './reusabletext';

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

/** Returns the name of what a change is about. */
function keyOf(change: Change): string {
    if ('page' in change) return `page:${change.page.id}`;
    if ('file' in change) return `file:${change.file.id}`;
    return 'reusableContent' in change ? `reusable:${change.reusableContent.id}` : 'variables';
}

/** Returns the names of changes; a second one about the same thing is told apart by its type. */
export function namesOf(changes: readonly Change[]): string[] {
    const taken = new Set<string>();
    return changes.map((change) => {
        const key = keyOf(change);
        const name = taken.has(key) ? `${key}:${change.type}` : key;
        taken.add(name);
        return name;
    });
}

/** Returns a short text that is another one when a change is. A text that the change does not have is known by the revision alone. */
export function fingerprint(change: Change, revision: string): string {
    const hasText = 'attributes' in change || 'parent' in change || 'variables' in change;
    return hashOf(JSON.stringify(change) + (hasText ? '' : revision));
}

/** What was marked as viewed, with what was seen, kept in this browser. */
function useViewed(request: Schemas['ChangeRequest']) {
    const name = `quire.viewed.${request.id}`;
    const [viewed, setViewed] = useState<Record<string, string>>(() => {
        try {
            const { seen = {} } = JSON.parse(localStorage.getItem(name) ?? '{}') as { seen?: Record<string, string> };
            return seen;
        } catch {
            return {};
        }
    });
    const isViewed = (key: string, change: Change) => viewed[key] === fingerprint(change, request.revision);
    const toggle = (key: string, change: Change) => {
        const { [key]: last, ...others } = viewed;
        const now = fingerprint(change, request.revision);
        const seen = last === now ? others : { ...others, [key]: now };
        localStorage.setItem(name, JSON.stringify({ seen }));
        setViewed(seen);
    };
    return { isViewed, toggle };
}

interface Target { page: string; node: string }

function PageChange({ space, request, pageId, view, current, onComment }: Props & { pageId: string; view: View; current: number; onComment: (target: Target) => void }) {
    const diff = usePageDiff(space.id, request.id, pageId);
    const tools = (key: string | undefined) => (key && space.permissions.comment ? <IconButton small icon="comment" label={t('commentOnBlock')} onPress={() => onComment({ page: pageId, node: key })} /> : null);
    return <Loaded of={diff}>{(it) => <Difference spaceId={space.id} diff={it} view={view} current={current} tools={tools} />}</Loaded>;
}

/** A comment on a block, which stays open whatever others change meanwhile. Its text survives a reload and signing in again. */
function BlockComment({ space, request, target: { page, node }, onClose }: Props & { target: Target; onClose: () => void }) {
    const [words, setWords] = useKept(`${request.id}/${page}#${node}`);
    const post = () => postComment(space.id, request.id, { markdown: words, page, node });
    const close = () => { setWords(''); onClose(); };
    return <FormDialog title={t('commentOnBlock')} submit={t('comment')} onClose={close} onSubmit={post}><Field label={t('comment')} hint={t('markdownHint')}><textarea name="words" required autoFocus value={words} onChange={(event) => setWords(event.target.value)} /></Field></FormDialog>;
}

export function Changes({ space, request }: Props) {
    const changes = useChanges(space.id, request.id);
    const items = changes.data?.changes ?? [];
    const names = namesOf(items);
    const focus = useFocusOn(names);
    const [view, choose] = useView();
    const [current, setCurrent] = useState(-1);
    const [target, setTarget] = useState<Target | undefined>();
    const { isViewed, toggle } = useViewed(request);
    const at = focus.near === undefined ? -1 : names.indexOf(focus.near);
    const change = items[at];
    const name = names[at] ?? '';
    const pageId = textOf(change);
    const show = (next: string | undefined) => { if (next !== undefined) focus.set(next); setCurrent(-1); };
    const step = (by: 1 | -1) => {
        const next = current + by;
        const row = document.querySelector<HTMLElement>(`[data-change="${next}"]`);
        if (row) {
            setCurrent(next);
            row.focus();
        } else if (names[at + by] !== undefined) show(names[at + by]);
    };
    // A mark that is meant for a thing that is gone is not put on the one that is shown now.
    const mark = () => change && name === focus.current && toggle(name, change);
    useShortcuts({ n: () => step(1), p: () => step(-1), j: () => show(focus.next(1)), k: () => show(focus.next(-1)), v: mark });
    const isSeen = !!change && isViewed(name, change);
    return (
        <>
        {target ? <BlockComment space={space} request={request} target={target} onClose={() => setTarget(undefined)} /> : null}
        <Loaded of={changes}>
            {() => (change ? (
                <div className="changes">
                    <nav aria-label={t('changedThings')}>
                        {items.map((it, index) => <ChangeLink key={names[index]} change={it} isCurrent={index === at} isViewed={isViewed(names[index]!, it)} onPress={() => show(names[index])} />)}
                    </nav>
                    <section className="stack">
                        <div className="spread">
                            <h2><span dir="auto">{titleOf(change)}</span> <span className="badge">{nameOf(kindOf(change))}</span></h2>
                            <div className="row">
                                <button type="button" className="button small" aria-pressed={isSeen} onClick={() => toggle(name, change)}>{isSeen ? <Icon name="check" /> : null}{t('viewed')}</button>
                                {pageId || 'reusableContent' in change ? <Views view={view} choose={(next) => { choose(next); setCurrent(-1); }} /> : null}
                            </div>
                        </div>
                        <Attributes change={change} />
                        {'reusableContent' in change ? <ReusableText key={change.reusableContent.id} spaceId={space.id} change={change} before={{ kind: 'main' }} after={{ kind: 'change-request', id: request.id }} view={view} /> : null}
                        {pageId ? <PageChange key={pageId} space={space} request={request} pageId={pageId} view={view} current={current} onComment={setTarget} /> : null}
                    </section>
                </div>
            ) : <Empty title={t('noChanges')}>{t('noChangesHint')}</Empty>)}
        </Loaded>
        </>
    );
}
