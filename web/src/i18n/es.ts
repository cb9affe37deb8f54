import { en, type Key } from './en';
export const es: Record<Key, string> = en;
