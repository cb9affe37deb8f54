/** The text of a reusable content that was added, removed or changed: as it is read, or as it is written. */

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client, take } from '../api/client';
import { scoped, type ReadScope } from '../api/content';
import type { View } from '../difference/Difference';
import { wordsBetween } from '../difference/common';
import { Source } from '../difference/Source';
import { baseOf, sideOf, type Shown, type Version } from '../difference/versions';
import { Blocks } from '../document/blocks';
import { Notes, Said } from '../document/fate';
import type { Node, Ref } from '../document/model';
import { InPlace, target, usePlaceAt } from '../document/place';
import { t } from '../i18n';
import { Loaded } from '../ui/kit';
import type { Change } from './changes';

type Reusable = Extract<Change, { reusableContent: unknown }>;
interface Props { spaceId: string; change: Reusable; before: ReadScope; after: ReadScope; view: View }
type Both = Record<'before' | 'after', Version | undefined>;

const versionOf = (document: { nodes?: unknown[] } | undefined, markdown: string): Version => ({ nodes: (document?.nodes ?? []) as Node[], markdown });

/** Reads both texts. A change of a text has it as it is written; of what was added or removed it is read where it stands. */
async function both({ spaceId, change, before, after }: Props): Promise<Both> {
    const id = change.reusableContent.id;
    const at = async (scope: ReadScope): Promise<Version> => {
        const params = { path: { spaceId, reusableContentId: id } };
        const read = (format: 'document' | 'markdown') => take(client.GET(scoped(scope, '/v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}'), { params: { ...params, query: { format } } }));
        const [{ document }, { markdown = '' }] = await Promise.all([read('document'), read('markdown')]);
        return versionOf(document, markdown);
    };
    if (change.type === 'reusable_content_created') return { before: undefined, after: await at(after) };
    if (change.type === 'reusable_content_deleted') return { before: await at(before), after: undefined };
    const text = change.attributes.document;
    const drawn = async (markdown: string) => versionOf((await take(client.POST('/v1/spaces/{spaceId}/content/convert', { params: { path: { spaceId } }, body: { markdown } }))).document, markdown);
    const [one, other] = text ? await Promise.all([drawn(String(text.before ?? '')), drawn(String(text.after ?? ''))]) : [undefined, undefined];
    return { before: one, after: other };
}

function Read({ shown, place, name }: { shown: Shown | undefined; place: ReturnType<typeof usePlaceAt>; name: 'before' | 'after' }) {
    return (
        <div className={`document ${name}`} data-side={t(name)} data-empty={shown ? undefined : ''}>
            {shown ? <InPlace place={place}><Blocks nodes={shown.nodes} /></InPlace> : null}
            {shown?.notes.length ? <Notes of={{ change: 'changed', notes: shown.notes }} /> : null}
        </div>
    );
}

function Drawn({ versions: { before, after }, ...props }: Props & { versions: Both }) {
    const places = { before: usePlaceAt(props.spaceId, props.before, '', true), after: usePlaceAt(props.spaceId, props.after, '', true) };
    const shown = useMemo(() => {
        const named = (it: Ref, side: 'before' | 'after') => { const { title, href } = target(it, places[side]); return title ?? href; };
        return { before: before && baseOf(before, after ? [after] : []), after: after && sideOf(before, after, named) };
    }, [before, after, places.before, places.after]);
    const fate = before && after ? 'changed' : after ? 'added' : 'removed';
    return (
        <div className="diff side-by-side as-read">
            <div className={`diff-block ${fate}`} data-change={0} tabIndex={-1}>
                <span className={`sign ${fate}`} />
                <Read shown={shown.before} place={places.before} name="before" /><Read shown={shown.after} place={places.after} name="after" />
                <Said words={shown.after?.said} />
            </div>
        </div>
    );
}

export function ReusableText(props: Props) {
    const { spaceId, change, before, after, view } = props;
    const found = useQuery({ queryKey: ['reusable-change', spaceId, JSON.stringify([change, before, after])], queryFn: () => both(props) });
    return (
        <Loaded of={found}>
            {(versions) => {
                const [one, other] = [versions.before?.markdown, versions.after?.markdown];
                if (one === undefined && other === undefined) return null;
                if (view === 'read') return <Drawn {...props} versions={versions} />;
                const side = (markdown: string | undefined) => (markdown === undefined ? undefined : { line: 1, lines: 1, markdown });
                const isBoth = one !== undefined && other !== undefined;
                return <Source isSideBySide={view === 'side'} blocks={[{ change: isBoth ? 'changed' : other === undefined ? 'removed' : 'added', before: side(one), after: side(other), ...(isBoth ? { words: wordsBetween(one, other) } : {}) }]} />;
            }}
        </Loaded>
    );
}
