import { en, type Key } from './en';
export const fr: Record<Key, string> = en;
