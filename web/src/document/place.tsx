/** Where a document stands: what its references lead to. */

import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { pageUrl, walk, type ReadScope } from '../api/content';
import { useFiles, usePages } from '../api/queries';
import type { Schemas } from '../api/client';
import { safeUrl, type Ref } from './model';

interface Place {
    spaceId: string;
    scope: ReadScope;
    pageId?: string;
    pages: Map<string, Schemas['Page']>;
    files: Map<string, Schemas['File']>;
    /** True as soon as files are known: before that nothing is called missing. */
    known: boolean;
    /** True if all of the document is shown at once, tabs and what opens included, beside another version of it. */
    isWhole?: boolean;
}

const Context = createContext<Place | undefined>(undefined);

function usePlaceOf(spaceId: string, scope: ReadScope, pageId: string | undefined, isEnabled = true): Place {
    const pages = usePages(spaceId, scope, isEnabled);
    const files = useFiles(spaceId, scope, isEnabled);
    const { kind } = scope;
    const id = scope.kind === 'main' ? '' : scope.id;
    return useMemo(
        () => ({
            spaceId,
            scope: (kind === 'main' ? { kind } : { kind, id }) as ReadScope,
            pageId,
            pages: new Map([...walk(pages.data ?? [])].map((page) => [page.id, page])),
            files: new Map((files.data ?? []).map((file) => [file.id, file])),
            known: !!pages.data && !!files.data,
        }),
        [spaceId, kind, id, pageId, pages.data, files.data],
    );
}

export function PlaceProvider({ spaceId, scope, pageId, children }: { spaceId: string; scope: ReadScope; pageId?: string; children: ReactNode }) {
    return <Context value={usePlaceOf(spaceId, scope, pageId)}>{children}</Context>;
}

/** The place of one of two versions of a document, which are shown as a whole. */
export function usePlaceAt(spaceId: string, scope: ReadScope, pageId: string, isThere: boolean): Place {
    const place = usePlaceOf(spaceId, scope, pageId, isThere);
    return useMemo(() => ({ ...place, isWhole: true }), [place]);
}

export const InPlace = ({ place, children }: { place: Place; children: ReactNode }) => <Context value={place}>{children}</Context>;

/** The place of the document that is drawn. Outside of one nothing is found, as in comments. */
export const usePlace = (): Place => useContext(Context) ?? NOWHERE;
const NOWHERE: Place = { spaceId: '', scope: { kind: 'main' }, pages: new Map(), files: new Map(), known: false };

/** Returns the path of a file on this server: the name by which the browser reaches the server may be another one. */
function own(url: string): string {
    const { pathname, search } = new URL(url);
    return pathname + search;
}

export interface Target { href?: string; title?: string; within: boolean; file?: Schemas['File'] }

/** Returns what a reference leads to; without `href` it leads nowhere. */
export function target(ref: Ref | undefined, place: Place): Target {
    const id = (name: string) => (typeof ref?.[name] === 'string' ? (ref[name] as string) : undefined);
    switch (ref?.kind) {
        case 'url':
            return { href: safeUrl(ref.url), title: id('url'), within: false };
        case 'file': {
            const file = place.files.get(id('file') ?? '');
            return { href: file && own(file.downloadURL), title: file?.name, within: false, file };
        }
        case 'page':
        case 'anchor': {
            const other = id('space') !== undefined && id('space') !== place.spaceId;
            const page = id('page') ?? place.pageId;
            const anchor = id('anchor') ? `#${encodeURIComponent(id('anchor')!)}` : '';
            if (other) return { href: page && `${pageUrl(id('space')!, { kind: 'main' }, page)}${anchor}`, within: true };
            const found = place.pages.get(page ?? '');
            if (!found) return { within: true };
            return { href: `${pageUrl(place.spaceId, place.scope, found.id)}${anchor}`, title: found.title, within: true };
        }
        case 'space':
            return { href: id('space') && pageUrl(id('space')!, { kind: 'main' }), within: true };
        default:
            return { within: false };
    }
}
