/** What a change gives other values: the place of a page, its settings, variables, and the texts that have no view of their own. */

import type { Schemas } from '../api/client';
import { wordsBetween } from '../difference/common';
import { Source } from '../difference/Source';
import type { Ref } from '../document/model';
import { t, type Key } from '../i18n';

type Change = Schemas['SemanticChange'];

const NAMES: Record<string, Key> = {
    title: 'title', slug: 'slug', description: 'description', emoji: 'emoji', icon: 'attributeIcon', condition: 'condition', hidden: 'hidden', noIndex: 'noIndex', noRobotsIndex: 'noRobotsIndex', cover: 'attributeCover',
    name: 'name', variables: 'variables', target: 'saidTarget', outline: 'outline', tableOfContents: 'tableOfContents', pagination: 'pagination', width: 'saidSize', layout: 'shownOnSites',
};
const nameOf = (name: string) => (Object.hasOwn(NAMES, name) ? t(NAMES[name]!) : name);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isRef = (value: unknown): value is Ref => isObject(value) && typeof value.kind === 'string';

function shown(value: unknown): string {
    if (value === undefined || value === null || value === '') return '—';
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (isRef(value) && typeof value.url === 'string') return value.url;
    return typeof value === 'string' ? value : JSON.stringify(value);
}

interface Line { name: string; before: unknown; after: unknown }

/** Returns what differs between two values, by the fields of objects. */
export function differing(name: string, before: unknown, after: unknown): Line[] {
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    const isDeep = (isObject(before) || isObject(after)) && ![before, after].some((it) => isRef(it) || (it !== undefined && it !== null && !isObject(it)));
    if (!isDeep) return [{ name, before, after }];
    const [one, other] = [before, after].map((it) => (isObject(it) ? it : {})) as [Record<string, unknown>, Record<string, unknown>];
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) => differing(`${name} › ${nameOf(key)}`, one[key], other[key]));
}

/** The attributes that a change gives other values, as a table. The text of a page has its own view. */
export function Attributes({ change }: { change: Change }) {
    const attributes = 'attributes' in change ? change.attributes : {};
    const { document: text, ...rest } = attributes;
    const lines = [
        ...Object.entries(rest).flatMap(([name, { before, after }]) => differing(nameOf(name), before, after)),
        // Names of variables are their own.
        ...Object.entries('variables' in change ? change.variables : {}).map(([name, { before, after }]) => ({ name, before, after })),
    ];
    const parent = 'parent' in change ? change.parent : undefined;
    return (
        <>
            {lines.length || parent ? (
                <table className="attributes">
                    <tbody>
                        {parent ? <tr><th scope="row">{t('place')}</th><td><del>{parent.before?.title ?? t('top')}</del> → <ins>{parent.after?.title ?? t('top')}</ins></td></tr> : null}
                        {lines.map(({ name, before, after }) => <tr key={name}><th scope="row">{name}</th><td><del>{shown(before)}</del> → <ins>{shown(after)}</ins></td></tr>)}
                    </tbody>
                </table>
            ) : null}
            {text && 'reusableContent' in change ? <Text before={String(text.before ?? '')} after={String(text.after ?? '')} /> : null}
        </>
    );
}

function Text({ before, after }: { before: string; after: string }) {
    const side = (markdown: string) => ({ line: 1, lines: 1, markdown });
    return <Source blocks={[{ change: 'changed', before: side(before), after: side(after), words: wordsBetween(before, after) }]} isSideBySide={false} />;
}
