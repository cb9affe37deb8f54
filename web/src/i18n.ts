/** The words of the interface. One dictionary a language; a text that a language lacks does not compile. */

import { de } from './i18n/de';
import { en, type Key } from './i18n/en';
import { es } from './i18n/es';
import { fr } from './i18n/fr';
import { ja } from './i18n/ja';

export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', ja: '日本語' } as const;
export type Language = keyof typeof languages;

const dictionaries: Record<Language, Record<Key, string>> = { en, de, fr, es, ja };
const CHOSEN = 'quire.language';

function chosen(): Language {
    const wanted = [localStorage.getItem(CHOSEN) ?? '', ...navigator.languages];
    const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in dictionaries);
    return (known as Language | undefined) ?? 'en';
}

/** The language of this visit. */
export const language: Language = chosen();

/** Chooses another language, which the next load of the app has. */
export function choose(next: Language): void {
    localStorage.setItem(CHOSEN, next);
    location.reload();
}

const plurals = new Intl.PluralRules(language);

/** Returns a text of the interface, with values in place of `{name}`, and one of two forms in place of `{name?one|other}`. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
    const words: string = dictionaries[language][key];
    return words.replace(/\{(\w+)(?:\?([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, other?: string) => {
        const value = values[name];
        if (one !== undefined) return (plurals.select(Number(value)) === 'one' ? one : other) ?? whole;
        return String(value ?? whole);
    });
}

export type { Key };
