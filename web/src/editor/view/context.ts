// What the editor knows of the space around the page: its pages, its files and its reusable contents, read when they are
// needed and kept while the editor is open. And the way to bring files in.

import { pictureAddress } from '../model/address';
import { type Data, isObject } from '../model/json';
import { ask, contentAddress, type Place } from '../save/transport';
import { w } from '../words';

export interface PageEntry {
    id: string;
    title: string;
    path: string;
}

export interface FileEntry {
    id: string;
    name: string;
    url: string | undefined;
    contentType: string;
}

interface Tree extends PageEntry {
    type: string;
    pages?: Tree[];
}

export class Context {
    private tree: Promise<PageEntry[]> | undefined;
    private readonly files = new Map<string, Promise<FileEntry | undefined>>();

    constructor(readonly place: Place) {}

    /** The pages of the space in their order. */
    pages(): Promise<PageEntry[]> {
        this.tree ??= ask('GET', `${contentAddress(this.place)}/pages`).then(
            (answer) => flat((answer as { pages?: Tree[] }).pages ?? []),
            () => [],
        );
        return this.tree;
    }

    async page(id: string): Promise<PageEntry | undefined> {
        return (await this.pages()).find((page) => page.id === id);
    }

    file(id: string): Promise<FileEntry | undefined> {
        const known = this.files.get(id);
        if (known) return known;
        const found = ask('GET', `${contentAddress(this.place)}/files/${encodeURIComponent(id)}`).then(entry, () => undefined);
        this.files.set(id, found);
        return found;
    }

    async reusables(): Promise<{ id: string; title: string }[]> {
        const answer = await ask('GET', contentAddress(this.place)).catch(() => undefined);
        const list = (answer as { reusableContents?: { id: string; title: string }[] } | undefined)?.reusableContents;
        return Array.isArray(list) ? list : [];
    }

    /** Returns the address that a reference to a picture or a file has. */
    async address(ref: unknown): Promise<string | undefined> {
        if (!isObject(ref)) return undefined;
        if (ref.kind === 'url') return pictureAddress(ref.url);
        return ref.kind === 'file' ? (await this.file(String(ref.file)))?.url : undefined;
    }

    /** Returns how a reference is called. */
    async nameOf(ref: unknown): Promise<string> {
        if (!isObject(ref)) return '';
        switch (ref.kind) {
            case 'url':
                return String(ref.url);
            case 'page':
            case 'anchor': {
                const page = typeof ref.page === 'string' ? await this.page(ref.page) : undefined;
                const title = page?.title ?? (ref.page ? w('A page that is not here') : w('This page'));
                return ref.kind === 'anchor' ? `${title} #${String(ref.anchor)}` : title;
            }
            case 'file':
                return (await this.file(String(ref.file)))?.name ?? w('A file that is not here');
            case 'reusable-content':
                return (await this.reusables()).find(({ id }) => id === ref.reusableContent)?.title ?? String(ref.reusableContent);
            default:
                return `${String(ref.kind)} ${String(ref[String(ref.kind)] ?? ref.spec ?? '')}`;
        }
    }

    /** Uploads a file and makes it one of the space; tells which part is done, from 0 to 1. */
    async upload(file: File, progress: (part: number) => void, signal: AbortSignal): Promise<Data> {
        const organization = await this.organization();
        const announced = { file: { name: file.name, type: file.type || 'application/octet-stream', size: file.size }, kind: 'import_file' };
        const { url } = (await ask('POST', `/v1/orgs/${organization}/storage/upload`, announced)) as { url: string };
        await put(url, file, progress, signal);
        const insert = { operation: 'insert_files', files: [{ name: file.name || 'file', ref: 'new', url }] };
        const answer = (await ask('POST', `${contentAddress(this.place)}?compat=false`, { coalesce: true, changes: [insert] })) as {
            insertedFiles?: { id: string }[];
        };
        const id = answer.insertedFiles?.[0]?.id;
        if (!id) throw new Error(w('The server did not keep the file.'));
        return { kind: 'file', file: id };
    }

    private async organization(): Promise<string> {
        const space = (await ask('GET', `/v1/spaces/${this.place.spaceId}`)) as { organization: string };
        return space.organization;
    }
}

function flat(pages: Tree[]): PageEntry[] {
    return pages.flatMap(({ id, title, path, type, pages: below }) => [...(type === 'document' ? [{ id, title, path }] : []), ...flat(below ?? [])]);
}

function entry(answer: unknown): FileEntry {
    const { id, name, downloadURL, contentType } = answer as { id: string; name: string; downloadURL: string; contentType: string };
    return { id, name, url: pictureAddress(downloadURL), contentType };
}

/** Sends the bytes of a file. `fetch` does not tell how much was sent. */
function put(url: string, file: File, progress: (part: number) => void, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
        const request = new XMLHttpRequest();
        request.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total);
        request.onload = () => (request.status < 300 ? resolve() : reject(new Error(w('The file was refused ({status}).', { status: request.status }))));
        request.onerror = () => reject(new Error(w('The file could not be sent.')));
        request.onabort = () => reject(new DOMException('cancelled', 'AbortError'));
        signal.addEventListener('abort', () => request.abort());
        request.open('PUT', new URL(url).pathname + new URL(url).search);
        request.send(file);
    });
}
