import { en, type Key } from './en';
export const ja: Record<Key, string> = en;
