/** The files of a space: what they are, where they are used, and deleting what is not needed any more. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { client, take, type Schemas } from '../api/client';
import { all, edit, MAIN, pageUrl } from '../api/content';
import { writable } from '../api/drafts';
import { contentChanged, useFiles, useUser } from '../api/queries';
import { safeImage } from '../document/model';
import { language, t } from '../i18n';
import { Icon } from '../ui/icons';
import { Empty, FormDialog, IconButton, Loaded, Notice, say, useTitle } from '../ui/kit';

type File = Schemas['File'];

const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });

/** Returns a number of bytes as people say it. */
export function sizeOf(bytes: number): string {
    const units = ['B', 'KB', 'MB', 'GB'];
    let [size, at] = [bytes, 0];
    while (size >= 1000 && at < units.length - 1) [size, at] = [size / 1000, at + 1];
    return `${number.format(size)} ${units[at]}`;
}

function useUses(spaceId: string, fileId: string, enabled: boolean) {
    const path = { spaceId, fileId };
    return useQuery({
        queryKey: ['files', spaceId, 'main', fileId, 'uses'],
        enabled,
        queryFn: () => all((page) => take(client.GET('/v1/spaces/{spaceId}/content/files/{fileId}/backlinks', { params: { path, query: { page, limit: 100 } } })), 200),
    });
}

/** The pages and reusable contents that show a file or link to it. */
function Uses({ of: uses }: { of: ReturnType<typeof useUses> }) {
    const title = (it: Schemas['ContentLocation']) => {
        if (it.kind === 'page') return <Link href={pageUrl(it.space.id, MAIN, it.page.id)}>{it.page.title}</Link>;
        return it.kind === 'reusable-content' ? it.reusableContent.title : it.kind;
    };
    return (
        <Loaded of={uses}>
            {(items) => items.length ? <ul className="uses">{items.map((it, at) => <li key={at}>{title(it)}</li>)}</ul> : <p className="muted small-text">{t('usedNowhere')}</p>}
        </Loaded>
    );
}

function Row({ space, file, onDelete }: { space: Schemas['Space']; file: File; onDelete: () => void }) {
    const [isOpen, setOpen] = useState(false);
    const uses = useUses(space.id, file.id, isOpen);
    const isPicture = /^image\/(?!svg)/.test(file.contentType);
    return (
        <li>
            <div className="item">
                {isPicture ? <img className="thumb" src={safeImage(file.downloadURL)} alt="" loading="lazy" /> : <span className="thumb"><Icon name="page" /></span>}
                <span className="grow">
                    <a className="title" href={safeImage(file.downloadURL)} download={file.name} dir="auto">{file.name}</a><br />
                    <span className="muted small-text">{file.contentType} · {sizeOf(file.size)}{file.dimensions ? ` · ${file.dimensions.width} × ${file.dimensions.height}` : ''}</span>
                </span>
                <button type="button" className="button quiet small" aria-expanded={isOpen} aria-label={t('whereUsedOf', { title: file.name })} onClick={() => setOpen(!isOpen)}>{t('whereUsed')}</button>
                {space.permissions.edit ? <IconButton small icon="trash" label={t('deleteOf', { title: file.name })} onPress={onDelete} /> : null}
            </div>
            {isOpen ? <Uses of={uses} /> : null}
        </li>
    );
}

/** Asks before a file is deleted, and shows what would miss it. */
function Deletion({ space, file, onClose }: { space: Schemas['Space']; file: File; onClose: () => void }) {
    const user = useUser();
    const [, go] = useLocation();
    const uses = useUses(space.id, file.id, true);
    const remove = async () => {
        const target = await writable(space, MAIN, user.data?.id ?? '');
        await edit(space.id, target, [{ operation: 'delete_file', file: file.id }]);
        contentChanged(space.id);
        say(t('deleted', { title: file.name }));
        if (target.kind === 'change-request') go(`/spaces/${space.id}/change-requests/${target.id}/changes`);
    };
    return (
        <FormDialog danger title={t('deleteOf', { title: file.name })} submit={t('delete')} onClose={onClose} onSubmit={remove}>
            {uses.data?.length ? <Notice kind="warn">{t('missedBy')}</Notice> : <p>{t('fileStays')}</p>}
            <Uses of={uses} />
        </FormDialog>
    );
}

export function Library({ space }: { space: Schemas['Space'] }) {
    const files = useFiles(space.id, MAIN);
    const [words, setWords] = useState('');
    const [asked, ask] = useState<File | undefined>();
    useTitle(t('library'));
    return (
        <main id="main" tabIndex={-1} className="screen">
            <header><h1>{t('library')}</h1></header>
            <Loaded of={files}>
                {(items) => items.length ? (
                    <div className="stack">
                        <input className="input" type="search" aria-label={t('findFile')} placeholder={t('findFile')} value={words} onChange={(event) => setWords(event.target.value)} />
                        <ul className="list">{items.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase())).map((it) => <Row key={it.id} space={space} file={it} onDelete={() => ask(it)} />)}</ul>
                    </div>
                ) : <Empty title={t('noFiles')}>{t('noFilesHint')}</Empty>}
            </Loaded>
            {asked ? <Deletion space={space} file={asked} onClose={() => ask(undefined)} /> : null}
        </main>
    );
}
