/** What a change gives other values: the place of a page, its settings, variables, and the texts that have no view of their own. */

import type { Schemas } from '../api/client';
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

/** Returns a value as people read it; a text that would read as a number or a flag is told apart from these. */
export function shown(value: unknown): string {
    if (value === undefined || value === null || value === '') return '—';
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (isRef(value) && typeof value.url === 'string') return value.url;
    if (typeof value === 'string') return /^\s*(?:[+-]?[\d.]+(?:e[+-]?\d+)?|true|false)\s*$/i.test(value) ? JSON.stringify(value) : value;
    return JSON.stringify(value);
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

/** The attributes that a change gives other values, as a table. Texts have views of their own. */
export function Attributes({ change }: { change: Change }) {
    const attributes = 'attributes' in change ? change.attributes : {};
    const { document: _, ...rest } = attributes;
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
        </>
    );
}
