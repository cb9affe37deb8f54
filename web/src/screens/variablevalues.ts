/** Values of variables: what is typed for each kind, and what a save of one changes. */

import type { Schemas } from '../api/client';
import type { Edit } from '../api/content';
import { ChangedMeanwhile, type State } from '../api/guarded';
import { t } from '../i18n';

export type Value = Schemas['VariableValue'];
export const KINDS = { string: 'variableText', number: 'variableNumber', boolean: 'variableFlag' } as const;
export type Kind = keyof typeof KINDS;

export const shownValue = (value: Value) => (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : String(value));
export const stateOf = (value: Value | undefined): State | undefined => (value === undefined ? undefined : { key: JSON.stringify(value), shown: shownValue(value) });

/** What is typed: the words that were typed last, with the kind that they were typed for. Other kinds show what they can
 * have of it, so that looking at another kind loses nothing. */
export interface Typed { kind: Kind; words: string }

export const typedOf = (value: Value | undefined): Typed => ({ kind: typeof (value ?? '') as Kind, words: String(value ?? '') });

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Returns the words as a kind shows them. */
export function wordsAs(kind: Kind, { kind: from, words }: Typed): string {
    if (kind === from) return words;
    if (kind === 'number') return NUMBER.test(words.trim()) ? words.trim() : '';
    return kind === 'boolean' ? String(/^(true|yes|1)$/i.test(words.trim())) : words;
}

/** Returns the digits of a number without what says nothing, and the power of ten that they begin with. */
function digits(words: string): string {
    const [, sign, whole = '', part = '', power = '0'] = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(words) ?? [];
    const all = whole + part;
    const first = all.search(/[1-9]/);
    if (first < 0) return '0';
    return `${sign === '-' ? '-' : ''}${all.slice(first).replace(/0+$/, '')}e${whole.length - first + Number(power)}`;
}

/** Returns the value that words have as a kind. A number that would be another one than what is written is refused. */
export function valueOf(kind: Kind, words: string): Value {
    if (kind === 'string') return words;
    if (kind === 'boolean') return words === 'true';
    const text = words.trim();
    if (!NUMBER.test(text)) throw new Error(t('numberWanted'));
    const value = Number(text);
    if (!Number.isFinite(value) || digits(String(value)) !== digits(text)) throw new Error(t('numberInexact', { value: String(value) }));
    return value;
}

/** What a person wants of a variable: `before` is its name, absent for a new one, and `value` absent if it stays. */
export interface Wanted {
    before?: string;
    name: string;
    value?: Value;
    /** The state that the person saw last; undefined if they know that the variable is not there. */
    seen?: State;
    /** The value that it had when the person began. */
    opened?: Value;
}

const own = (variables: Record<string, Value>, name: string) => (Object.hasOwn(variables, name) ? variables[name] : undefined);

/** Returns the changes of a save, which leave alone what the person did not change. */
export function changesOf({ before, name, value, seen, opened }: Wanted, variables: Record<string, Value>): Edit[] {
    const set = (to: Value): Edit => ({ operation: 'set_variable', name, value: to });
    const isNew = before !== name;
    const taken = () => {
        if (isNew && own(variables, name) !== undefined) throw new Error(t('variableTaken', { name }));
    };
    const now = before === undefined ? undefined : own(variables, before);
    if (now === undefined) {
        if (before !== undefined && seen) throw new ChangedMeanwhile(t('goneMeanwhile', { title: before }), undefined);
        taken();
        return [set(value ?? opened ?? '')];
    }
    const isOther = value !== undefined && now !== value;
    if (isOther && stateOf(now)!.key !== seen?.key) throw new ChangedMeanwhile(t('changedMeanwhile'), stateOf(now));
    taken();
    if (isNew) return [set(value ?? now), { operation: 'delete_variable', name: before! }];
    return isOther ? [set(value)] : [];
}
