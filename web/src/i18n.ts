/** The words of the interface. One dictionary a language, of which a visit loads one; a text that a language lacks does not
 * compile. */

import { en, type Key } from './i18n/en';

export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', ja: '日本語' } as const;
export type Language = keyof typeof languages;

type Dictionary = Record<Key, string>;
const dictionaries: Record<Language, () => Dictionary | Promise<Dictionary>> = {
    en: () => en,
    de: async () => (await import('./i18n/de')).de,
    fr: async () => (await import('./i18n/fr')).fr,
    es: async () => (await import('./i18n/es')).es,
    ja: async () => (await import('./i18n/ja')).ja,
};
const CHOSEN = 'quire.language';

function chosen(): Language {
    const wanted = [globalThis.localStorage?.getItem(CHOSEN) ?? '', ...(globalThis.navigator?.languages ?? [])];
    const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in dictionaries);
    return (known as Language | undefined) ?? 'en';
}

/** The language of this visit. */
export const language: Language = chosen();

const words: Dictionary = await dictionaries[language]();

/** Chooses another language, which the next load of the app has. */
export function choose(next: Language): void {
    localStorage.setItem(CHOSEN, next);
    location.reload();
}

const plurals = new Intl.PluralRules(language);

/** Returns a text with values in place of `{name}`, and one of two forms in place of `{name?one|other}`. */
export function filled(text: string, values: Record<string, string | number>): string {
    return text.replace(/\{(\w+)(?:\?([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, other?: string) => {
        const value = values[name];
        if (one !== undefined) return (plurals.select(Number(value)) === 'one' ? one : other) ?? whole;
        return String(value ?? whole);
    });
}

/** Returns a text of the interface, with its values. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
    return filled(words[key], values);
}

export type { Key };
