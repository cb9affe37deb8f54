/** The reusable contents of a space: written once, included by many pages. */

import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { client, take } from '../api/client';
import { reusableUrl, scoped, type Content, type Edit, type ReadScope } from '../api/content';
import { ChangedMeanwhile, type State } from '../api/guarded';
import { useContent } from '../api/queries';
import { t } from '../i18n';
import { randomName } from '../random';
import { Icon } from '../ui/icons';
import { Empty, Field, FormDialog, IconButton, Loaded, say } from '../ui/kit';
import { hashOf } from './hash';
import { Clash, Deletion, Row, useChange, useSeen, type Shelf } from './libraryparts';

type Reusable = { id: string; title: string };
type Asked = { action: 'create' } | { action: 'rename' | 'delete'; it: Reusable };

const titled = (title: string) => ({ key: title, shown: title });

/** Returns the title and the text of a reusable content. */
async function stateOf(spaceId: string, scope: ReadScope, { reusableContents }: Content, id: string): Promise<State | undefined> {
    const found = reusableContents.find((it) => it.id === id);
    if (!found) return undefined;
    const { markdown = '' } = await take(client.GET(scoped(scope, '/v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}'), { params: { path: { spaceId, reusableContentId: id }, query: { format: 'markdown' } } }));
    return { key: JSON.stringify([found.title, markdown]), shown: `${found.title}\n\n${markdown}`.trim() };
}

/** Returns the change of a title, if it is one, and the person knows what they replace. */
function renamed(it: Reusable, title: string, seen: State | undefined, now: Reusable | undefined): Edit[] {
    if (!now) throw new ChangedMeanwhile(t('goneMeanwhile', { title: it.title }), undefined);
    if (now.title === title) return [];
    if (now.title !== seen?.key) throw new ChangedMeanwhile(t('changedMeanwhile'), titled(now.title));
    return [{ operation: 'update_reusable_content', reusableContent: it.id, title }];
}

function TitleDialog({ shelf, it, onClose }: { shelf: Shelf; it?: Reusable; onClose: () => void }) {
    const change = useChange(shelf);
    const [, go] = useLocation();
    const { seen, guard } = useSeen(it && titled(it.title));
    const [typed, setTyped] = useState(it?.title ?? '');
    const title = typed.trim();
    // One dialog makes one thing of a title, even if an answer is lost.
    const [name] = useState(randomName);
    const save = () => guard(async () => {
        if (it) {
            if (title !== it.title || seen.clash) await change(({ reusableContents }) => renamed(it, title, seen.last, reusableContents.find(({ id }) => id === it.id)));
            return say(t('renamed'));
        }
        await change([{ operation: 'insert_reusable_content', title }], ({ insertedReusableContents: [made] }, target) => {
            if (made) go(reusableUrl(shelf.space.id, target, made.id));
        }, `${name}-${hashOf(title)}`);
    });
    return (
        <FormDialog title={it ? t('renameOf', { title: it.title }) : t('newReusable')} submit={t(it ? 'rename' : 'create')} onClose={onClose} onSubmit={save}>
            <Field label={t('title')}><input required autoFocus maxLength={100} value={typed} onChange={(event) => setTyped(event.target.value)} placeholder={t('reusableExample')} /></Field>
            <Clash seen={seen} mine={title} onLeave={onClose} />
        </FormDialog>
    );
}

export function Reusables({ shelf }: { shelf: Shelf }) {
    const content = useContent(shelf.space.id, shelf.scope);
    const [asked, ask] = useState<Asked | undefined>();
    const close = () => ask(undefined);
    const create = shelf.mayEdit ? <button type="button" className="button" onClick={() => ask({ action: 'create' })}><Icon name="plus" />{t('newReusable')}</button> : undefined;
    const row = (it: Reusable) => (
        <Row key={it.id} shelf={shelf} thing={{ kind: 'reusable-content', id: it.id }} title={it.title} onDelete={() => ask({ action: 'delete', it })} actions={<IconButton small icon="edit" label={t('renameOf', { title: it.title })} onPress={() => ask({ action: 'rename', it })} />}>
            <span className="thumb"><Icon name="link" /></span>
            <span className="grow cut" dir="auto">{shelf.mayEdit ? <Link className="title" href={reusableUrl(shelf.space.id, shelf.scope, it.id)}>{it.title}</Link> : <span className="title">{it.title}</span>}</span>
        </Row>
    );
    return (
        <>
            <Loaded of={content}>
                {({ reusableContents: items }) => items.length ? <div className="stack"><div className="row end">{create}</div><ul className="list">{items.map(row)}</ul></div> : <Empty title={t('noReusable')} action={create}>{t('noReusableHint')}</Empty>}
            </Loaded>
            {asked?.action === 'create' ? <TitleDialog shelf={shelf} onClose={close} /> : null}
            {asked?.action === 'rename' ? <TitleDialog shelf={shelf} it={asked.it} onClose={close} /> : null}
            {asked?.action === 'delete' ? <Deletion shelf={shelf} thing={{ kind: 'reusable-content', id: asked.it.id }} title={asked.it.title} read={(read, scope) => stateOf(shelf.space.id, scope, read, asked.it.id)} change={{ operation: 'delete_reusable_content', reusableContent: asked.it.id }} onClose={close} /> : null}
        </>
    );
}
