/** The reusable contents of a space: written once, included by many pages. */

import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { reusableUrl } from '../api/content';
import { useContent } from '../api/queries';
import { t } from '../i18n';
import { Icon } from '../ui/icons';
import { Empty, Field, FormDialog, IconButton, Loaded, say } from '../ui/kit';
import { Deletion, Row, useChange, type Shelf } from './libraryparts';

type Reusable = { id: string; title: string };
type Asked = { action: 'create' } | { action: 'rename' | 'delete'; it: Reusable };

function TitleDialog({ shelf, it, onClose }: { shelf: Shelf; it?: Reusable; onClose: () => void }) {
    const change = useChange(shelf);
    const [, go] = useLocation();
    const save = async (form: FormData) => {
        const title = String(form.get('title')).trim();
        if (it) {
            await change([{ operation: 'update_reusable_content', reusableContent: it.id, title }]);
            return say(t('renamed'));
        }
        await change([{ operation: 'insert_reusable_content', title }], ({ insertedReusableContents: [made] }, target) => {
            if (made) go(reusableUrl(shelf.space.id, target, made.id));
        });
    };
    return (
        <FormDialog title={it ? t('renameOf', { title: it.title }) : t('newReusable')} submit={t(it ? 'rename' : 'create')} onClose={onClose} onSubmit={save}>
            <Field label={t('title')}><input name="title" required autoFocus maxLength={100} defaultValue={it?.title} placeholder={t('reusableExample')} /></Field>
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
            {asked?.action === 'delete' ? <Deletion shelf={shelf} thing={{ kind: 'reusable-content', id: asked.it.id }} title={asked.it.title} change={{ operation: 'delete_reusable_content', reusableContent: asked.it.id }} onClose={close} /> : null}
        </>
    );
}
