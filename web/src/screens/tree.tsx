/** The page tree: to go by, and to arrange. Pages are dragged with the pointer or the keyboard; each change can be undone. */

import { useMemo, useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator, Tree, TreeItem, TreeItemContent, useDragAndDrop, type Key, type Selection } from 'react-aria-components';
import { useLocation } from 'wouter';
import type { Schemas } from '../api/client';
import { edit, pageUrl, walk, type Edit, type ReadScope } from '../api/content';
import { writable } from '../api/drafts';
import { editAsSeen, type Fields } from '../api/guarded';
import { contentChanged, usePages, useUser } from '../api/queries';
import type { Scope } from '../editor';
import { t } from '../i18n';
import { Icon } from '../ui/icons';
import { complain, Field, FormDialog, say, Waiting } from '../ui/kit';
import { useShortcuts } from '../ui/shortcuts';
import { randomName } from '../random';
import { FieldClash, useFields } from './fields';
import { hashOf } from './hash';
import { above, droppedAt, placed, type Spot } from './places';

type Page = Schemas['Page'];
type Asked = { kind: 'new'; into: string | null } | { kind: 'rename'; page: Page } | { kind: 'delete'; page: Page };

/** What one can do with the tree of a scope. */
function useArranging(space: Schemas['Space'], scope: ReadScope, pages: Page[]) {
    const user = useUser();
    const [, go] = useLocation();
    const change = async (changes: Edit[], { words, undo, key }: { words?: string; undo?: (revision: string) => Edit[]; key?: string } = {}) => {
        const target = await writable(space, scope, user.data?.id ?? '');
        const done = await edit(space.id, target, changes, { key });
        contentChanged(space.id);
        if (words) say(words, undo && { label: t('undo'), run: () => void edit(space.id, target, undo(done.revision)).then(() => contentChanged(space.id), complain) });
        return { target, done };
    };
    const follow = (target: Scope, pageId?: string) => {
        if (target.kind !== scope.kind || pageId) go(pageUrl(space.id, target, pageId));
    };
    return {
        async move(ids: string[], to: Spot) {
            const before = ids.map((id) => ({ id, spot: placed(pages, id) }));
            const changes = ids.map((id, at): Edit => ({ operation: 'update_page', page: id, into: to.into, at: to.at + at }));
            const back = () => before.toReversed().map(({ id, spot }): Edit => ({ operation: 'update_page', page: id, into: spot.into, at: spot.at }));
            const { target } = await change(changes, { words: t('moved'), undo: back });
            follow(target);
        },
        async create(into: string | null, type: 'document' | 'group' | 'link', title: string, url: string, name: string) {
            const page = { operation: 'insert_page', type, title, into, ...(type === 'link' ? { target: { kind: 'url', url } } : {}) } as Edit;
            const { target, done } = await change([page], { key: `${name}-${hashOf(JSON.stringify(page))}` });
            const made = done.insertedPages[0]?.id;
            if (type === 'document' && made) go(pageUrl(space.id, target, made, 'edit'));
            else follow(target);
        },
        /** Gives a page another title while it has that of `fields`; the way back does the same. */
        async rename(page: Page, title: string, changed: (wanted: Fields, now: Fields) => Fields) {
            const target = await writable(space, scope, user.data?.id ?? '');
            const give = (to: string, may: (now: string) => boolean) => editAsSeen(space.id, target, ({ pages: now }) => {
                const found = [...walk(now)].find(({ id }) => id === page.id);
                if (!found) throw new Error(t('goneMeanwhile', { title: page.title }));
                return may(found.title) ? [{ operation: 'update_page', page: page.id, title: to }] : [];
            });
            let before = page.title;
            const made = await give(title, (now) => { before = now; return 'title' in changed({ title }, { title: now }); });
            contentChanged(space.id);
            if (!made) return;
            const back = () => give(before, (now) => now === title).then(() => contentChanged(space.id), complain);
            say(t('renamed'), { label: t('undo'), run: () => void back() });
            follow(target);
        },
        async remove(page: Page, pageId: string | undefined) {
            const target = await writable(space, scope, user.data?.id ?? '');
            const gone = [...walk([page])].map((it) => it.id);
            // The revision to go back to is the one in which the page was deleted: nothing of others is lost by that.
            let revision = '';
            await editAsSeen(space.id, target, (content) => {
                revision = content.id;
                return [{ operation: 'delete_page', page: page.id }];
            });
            contentChanged(space.id);
            const back = () => edit(space.id, target, gone.map((id): Edit => ({ operation: 'revert_page', page: id, revision }))).then(() => contentChanged(space.id), complain);
            say(t('deleted', { title: page.title }), { label: t('undo'), run: () => void back() });
            if (target.kind !== scope.kind || (pageId && gone.includes(pageId))) go(pageUrl(space.id, target));
        },
    };
}

function ItemMenu({ page, onAsk, mayEdit }: { page: Page; onAsk: (asked: Asked) => void; mayEdit: boolean }) {
    if (!mayEdit) return null;
    const act = (key: Key) => {
        if (key === 'rename' || key === 'delete') onAsk({ kind: key, page });
        else onAsk({ kind: 'new', into: page.id });
    };
    return (
        <span className="tools">
            <MenuTrigger>
                <Button className="icon-button small" aria-label={t('moreOf', { title: page.title })}><Icon name="more" /></Button>
                <Popover className="react-aria-Popover" placement="bottom end">
                    <Menu className="react-aria-Menu" onAction={act}>
                        {page.type === 'link' ? null : <MenuItem className="react-aria-MenuItem" id="new"><Icon name="plus" />{t('newPageInside')}</MenuItem>}
                        <MenuItem className="react-aria-MenuItem" id="rename"><Icon name="edit" />{t('rename')}</MenuItem>
                        <Separator className="react-aria-Separator" />
                        <MenuItem className="react-aria-MenuItem danger" id="delete"><Icon name="trash" />{t('delete')}</MenuItem>
                    </Menu>
                </Popover>
            </MenuTrigger>
        </span>
    );
}

function Item({ page, current, mayEdit, onAsk }: { page: Page; current: string | undefined; mayEdit: boolean; onAsk: (asked: Asked) => void }) {
    const icon = page.type === 'link' ? 'out' : 'page';
    return (
        <TreeItem id={page.id} textValue={page.title} className="react-aria-TreeItem" data-current={page.id === current ? '' : undefined} aria-label={page.title}>
            <TreeItemContent>
                {({ hasChildItems, level }) => (
                    <div className="tree-row" style={{ '--tree-item-level': level } as React.CSSProperties}>
                        {mayEdit ? <Button slot="drag" className="tree-drag" aria-label={t('drag', { title: page.title })}><Icon name="grip" /></Button> : null}
                        {hasChildItems ? <Button slot="chevron" className="tree-chevron" aria-label={t('expand')}><Icon name="chevron" /></Button> : <span className="tree-chevron" aria-hidden="true">{page.type === 'group' ? null : page.emoji ?? <Icon name={icon} />}</span>}
                        <span className={page.type === 'group' ? 'name group-name' : 'name'} dir="auto">{hasChildItems && page.emoji ? `${page.emoji} ` : ''}{page.title}</span>
                        <ItemMenu page={page} onAsk={onAsk} mayEdit={mayEdit} />
                    </div>
                )}
            </TreeItemContent>
            {page.pages.map((it) => <Item key={it.id} page={it} current={current} mayEdit={mayEdit} onAsk={onAsk} />)}
        </TreeItem>
    );
}

function Renaming({ page, onClose, arranging }: { page: Page; onClose: () => void; arranging: ReturnType<typeof useArranging> }) {
    const form = useFields({ title: page.title });
    return (
        <FormDialog title={t('rename')} submit={t('save')} onClose={onClose} onSubmit={(written) => arranging.rename(page, String(written.get('title')), form.changed)}>
            <Field label={t('title')}><input name="title" required maxLength={1000} defaultValue={page.title} autoFocus /></Field>
            <FieldClash form={form} label={() => t('title')} />
        </FormDialog>
    );
}

function Asking({ asked, onClose, arranging, pageId }: { asked: Asked; onClose: () => void; arranging: ReturnType<typeof useArranging>; pageId: string | undefined }) {
    const [type, setType] = useState<'document' | 'group' | 'link'>('document');
    const [name] = useState(randomName);
    if (asked.kind === 'delete') {
        const count = [...walk([asked.page])].length - 1;
        return <FormDialog danger title={t('deleteTitle', { title: asked.page.title })} submit={t('delete')} onClose={onClose} onSubmit={() => arranging.remove(asked.page, pageId)}><p>{count ? t('deleteWithBelow', { count }) : t('deleteHint')}</p></FormDialog>;
    }
    if (asked.kind === 'rename') return <Renaming page={asked.page} onClose={onClose} arranging={arranging} />;
    return (
        <FormDialog title={t('newPage')} submit={t('create')} onClose={onClose} onSubmit={(form) => arranging.create(asked.into, type, String(form.get('title')), String(form.get('url') ?? ''), name)}>
            <Field label={t('title')}><input name="title" required maxLength={1000} autoFocus /></Field>
            <Field label={t('kind')}>
                <select name="type" value={type} onChange={(event) => setType(event.target.value as typeof type)}>
                    <option value="document">{t('pageOfText')}</option><option value="group">{t('group')}</option><option value="link">{t('link')}</option>
                </select>
            </Field>
            {type === 'link' ? <Field label={t('address')}><input name="url" type="url" required placeholder="https://" /></Field> : null}
        </FormDialog>
    );
}

export function PageTree({ space, scope, pageId }: { space: Schemas['Space']; scope: ReadScope; pageId?: string }) {
    const query = usePages(space.id, scope);
    const pages = useMemo(() => query.data ?? [], [query.data]);
    const [, go] = useLocation();
    const [asked, ask] = useState<Asked | undefined>();
    const [toggled, setToggled] = useState<Set<Key> | undefined>();
    const arranging = useArranging(space, scope, pages);
    const mayEdit = space.permissions.edit && scope.kind !== 'revision';
    const startNew = () => mayEdit && ask({ kind: 'new', into: pageId ? placed(pages, pageId).into : null });
    useShortcuts({ c: startNew });
    const { dragAndDropHooks } = useDragAndDrop({
        isDisabled: !mayEdit,
        getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
        onMove: ({ keys, target }) => {
            if (target.type === 'item') arranging.move([...keys].map(String), droppedAt(pages, [...keys].map(String), String(target.key), target.dropPosition)).catch(complain);
        },
    });
    const expanded = useMemo(() => toggled ?? new Set<Key>([...pages.filter((page) => page.type === 'group' || pages.length < 9).map((page) => page.id), ...above(pages, pageId)]), [toggled, pages, pageId]);
    const open = (key: Key) => {
        const page = [...walk(pages)].find((it) => it.id === key);
        if (page?.type === 'group') setToggled(new Set(expanded.has(key) ? [...expanded].filter((it) => it !== key) : [...expanded, key]));
        else if (page) go(pageUrl(space.id, scope, page.id));
    };
    const selected: Selection = new Set(pageId ? [pageId] : []);
    return (
        <>
            <div className="side-head"><span>{t('pages')}</span>{mayEdit ? <button type="button" className="icon-button small" aria-label={t('newPage')} title={`${t('newPage')} (C)`} onClick={startNew}><Icon name="plus" /></button> : null}</div>
            {query.data ? (
                <Tree aria-label={t('pages')} className="react-aria-Tree" selectionMode="none" selectedKeys={selected} expandedKeys={expanded} onExpandedChange={(keys) => setToggled(new Set(keys))} onAction={open} dragAndDropHooks={dragAndDropHooks} renderEmptyState={() => <p className="muted small-text">{t('noPages')}</p>}>
                    {pages.map((page) => <Item key={page.id} page={page} current={pageId} mayEdit={mayEdit} onAsk={ask} />)}
                </Tree>
            ) : <Waiting />}
            {asked ? <Asking asked={asked} onClose={() => ask(undefined)} arranging={arranging} pageId={pageId} /> : null}
        </>
    );
}
