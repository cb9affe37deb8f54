/** The sides of a conflict: mine, what both began with, and main's, as they are read or as they are written. A place is a
 * branch of the page tree. */

import { useMemo } from 'react';
import type { Schemas } from '../api/client';
import { wordsBetween } from '../difference/common';
import { fieldOf } from '../difference/said';
import { baseOf, sideOf, type Shown, type Version } from '../difference/versions';
import { Blocks } from '../document/blocks';
import { Notes, Said } from '../document/fate';
import type { Node, Ref } from '../document/model';
import { InPlace, target, usePlaceAt } from '../document/place';
import { t } from '../i18n';

type Conflict = Schemas['Conflict'];
type Side = Schemas['Side'];
type Place = ReturnType<typeof usePlaceAt>;

export const valueOf = (side: Side): string => side.markdown ?? (side.value === undefined || side.value === null ? '' : typeof side.value === 'string' ? side.value : JSON.stringify(side.value, null, 1));

/** A side as it is written, with the words that the base has not. */
function Source({ side, base }: { side: Side; base?: Side }) {
    const [now, before] = [valueOf(side), base && valueOf(base)];
    const words = useMemo(() => (before === undefined ? undefined : wordsBetween(before, now).filter(({ change }) => change !== 'deleted')), [before, now]);
    return <pre className="side-text" dir="auto">{words ? words.map(({ change, text }, at) => (change === 'equal' ? text : <ins key={at}>{text}</ins>)) : now || '—'}</pre>;
}

function Read({ shown: { nodes, notes, said }, place }: { shown: Shown; place: Place }) {
    return (
        <>
            <div className="document"><InPlace place={place}><Blocks nodes={nodes} /></InPlace></div>
            <Notes of={{ change: 'changed', notes }} />
            <Said words={said} />
        </>
    );
}

/** Where pages stand in the tree: each below its parent, behind the page before it. */
function Branches({ places, pages }: { places: unknown[]; pages: Place['pages'] }) {
    const title = (id: unknown) => (typeof id === 'string' ? (pages.get(id)?.title ?? t('unknownTarget')) : undefined);
    return (
        <ul className="branches">
            {places.map((it, at) => {
                const { page, parent, after } = it as { page?: string; parent?: string | null; after?: string | null };
                const [above, before] = [title(parent), title(after)];
                return (
                    <li key={at} dir="auto">
                        <span className="muted">{above ?? t('top')}</span>
                        <ul>{before ? <li className="muted">{before}</li> : null}<li><strong>{title(page)}</strong></li></ul>
                    </li>
                );
            })}
        </ul>
    );
}

/** What stands alone in a text and is not drawn by itself: the address of a link, or what a block begins with. */
export function undrawn(markdown: string | undefined): { name: string; isLink: boolean; values: [string, string][] } | undefined {
    const link = /^\s*\[([^\]\n]+)\]:[ \t]*<?(\S+?)>?(?:[ \t]+["'(].*)?\s*$/.exec(markdown ?? '');
    if (link) return { name: link[1]!, isLink: true, values: [['', link[2]!]] };
    const tag = /^\s*\{%\s*([\w-]+)((?:\s+[\w-]+="[^"\n]*")+)\s*%\}\s*$/.exec(markdown ?? '');
    return tag ? { name: tag[1]!, isLink: false, values: [...tag[2]!.matchAll(/([\w-]+)="([^"]*)"/g)].map((it) => [it[1]!, it[2]!]) } : undefined;
}

function Undrawn({ of: { name, isLink, values } }: { of: NonNullable<ReturnType<typeof undrawn>> }) {
    return (
        <>
            <p className="muted small-text">{t(isLink ? 'linkAddressOf' : 'blockOf', { name, type: name })}</p>
            {values.map(([field, value]) => <p key={field} dir="auto">{field ? <span className="muted">{fieldOf(field)}: </span> : null}{value}</p>)}
        </>
    );
}

const versionOf = ({ exists, document, markdown }: Side): Version | undefined =>
    exists && document && markdown !== undefined ? { nodes: (document.nodes ?? []) as Node[], markdown } : undefined;

export function Sides({ spaceId, requestId, conflict, isSource }: { spaceId: string; requestId: string; conflict: Conflict; isSource: boolean }) {
    const { changeRequest, base, main } = conflict;
    const pageId = conflict.page?.id ?? '';
    const mine = usePlaceAt(spaceId, { kind: 'change-request', id: requestId }, pageId, true);
    const theirs = usePlaceAt(spaceId, { kind: 'main' }, pageId, true);
    const shown = useMemo(() => {
        const [began, own, other] = [versionOf(base), versionOf(changeRequest), versionOf(main)];
        const named = (place: Place) => (it: Ref, side: 'before' | 'after') => { const { title, href } = target(it, side === 'before' ? mine : place); return title ?? href; };
        return {
            mine: own && sideOf(began, own, named(mine)),
            base: began && baseOf(began, [own, other].filter((it) => it !== undefined)),
            main: other && sideOf(began, other, named(theirs)),
        };
    }, [changeRequest, base, main, mine, theirs]);
    const inside = (name: 'mine' | 'base' | 'main', side: Side, place: Place) => {
        if (!side.exists) return <p className="muted"><em>{t('deletedHere')}</em></p>;
        if (!isSource && Array.isArray(side.value) && conflict.kind === 'place') return <Branches places={side.value} pages={new Map([...theirs.pages, ...mine.pages])} />;
        const alone = isSource ? undefined : undrawn(side.markdown);
        if (alone) return <Undrawn of={alone} />;
        const read = shown[name];
        return !isSource && read ? <Read shown={read} place={place} /> : <Source side={side} base={name === 'base' ? undefined : base} />;
    };
    return (
        <div className="sides">
            <section><h3>{t('mine')}</h3>{inside('mine', changeRequest, mine)}</section>
            <section><h3>{t('base')}</h3>{inside('base', base, mine)}</section>
            <section><h3>{t('main')}</h3>{inside('main', main, theirs)}</section>
        </div>
    );
}
