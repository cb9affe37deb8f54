/** The files of a space: what they are, where they are used, and deleting what is not needed any more. */

import { useState } from 'react';
import type { Schemas } from '../api/client';
import type { State } from '../api/guarded';
import { useFiles } from '../api/queries';
import { safeImage } from '../document/model';
import { language, t } from '../i18n';
import { Icon } from '../ui/icons';
import { Empty, Loaded } from '../ui/kit';
import { Deletion, Row, type Shelf } from './libraryparts';

type File = Schemas['File'];

const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });

/** Returns a number of bytes as people say it. */
export function sizeOf(bytes: number): string {
    const units = ['B', 'KB', 'MB', 'GB'];
    let [size, at] = [bytes, 0];
    while (size >= 1000 && at < units.length - 1) [size, at] = [size / 1000, at + 1];
    return `${number.format(size)} ${units[at]}`;
}

const about = (file: File) => `${file.contentType} · ${sizeOf(file.size)}${file.dimensions ? ` · ${file.dimensions.width} × ${file.dimensions.height}` : ''}`;

/** Returns the name and the bytes of a file, which its address names by a hash. */
const stateOf = (file: File | undefined): State | undefined =>
    file && { key: JSON.stringify([file.name, new URL(file.downloadURL).pathname]), shown: `${file.name} · ${about(file)}` };

function FileRow({ shelf, file, onDelete }: { shelf: Shelf; file: File; onDelete: () => void }) {
    const isPicture = /^image\/(?!svg)/.test(file.contentType);
    return (
        <Row shelf={shelf} thing={{ kind: 'file', id: file.id }} title={file.name} onDelete={onDelete}>
            {isPicture ? <img className="thumb" src={safeImage(file.downloadURL)} alt="" loading="lazy" /> : <span className="thumb"><Icon name="page" /></span>}
            <span className="grow">
                <a className="title" href={safeImage(file.downloadURL)} download={file.name} dir="auto">{file.name}</a><br />
                <span className="muted small-text">{about(file)}</span>
            </span>
        </Row>
    );
}

export function Files({ shelf }: { shelf: Shelf }) {
    const files = useFiles(shelf.space.id, shelf.scope);
    const [words, setWords] = useState('');
    const [asked, ask] = useState<File | undefined>();
    return (
        <>
            <Loaded of={files}>
                {(items) => items.length ? (
                    <div className="stack">
                        <input className="input" type="search" aria-label={t('findFile')} placeholder={t('findFile')} value={words} onChange={(event) => setWords(event.target.value)} />
                        <ul className="list">{items.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase())).map((it) => <FileRow key={it.id} shelf={shelf} file={it} onDelete={() => ask(it)} />)}</ul>
                    </div>
                ) : <Empty title={t('noFiles')}>{t('noFilesHint')}</Empty>}
            </Loaded>
            {asked ? <Deletion shelf={shelf} thing={{ kind: 'file', id: asked.id }} title={asked.name} read={({ files: now }) => stateOf(now.find(({ id }) => id === asked.id))} change={{ operation: 'delete_file', file: asked.id }} onClose={() => ask(undefined)} /> : null}
        </>
    );
}
