// The words of the editor in the language of the visit. A text is named by its English form, so that English needs no
// dictionary; a text that a language lacks does not compile.

import { filled, type Language, language } from '../i18n';
import type { Words } from '../i18n/editor/en';

type Dictionary = Record<Words, string>;
const dictionaries: Record<Exclude<Language, 'en'>, () => Promise<Dictionary>> = {
    de: async () => (await import('../i18n/editor/de')).de,
    fr: async () => (await import('../i18n/editor/fr')).fr,
    es: async () => (await import('../i18n/editor/es')).es,
    ja: async () => (await import('../i18n/editor/ja')).ja,
};

const words: Dictionary | undefined = language === 'en' ? undefined : await dictionaries[language]();

/** Returns a text of the editor in the language of the visit, with values in place of `{name}`. */
export function w(text: Words, values: Record<string, string | number> = {}): string {
    return filled(words?.[text] ?? text, values);
}

/** Returns a text in the language of the visit where it is one of the editor's, else as it is. */
export const known = (text: string): string => words?.[text as Words] ?? text;

export type { Words };
