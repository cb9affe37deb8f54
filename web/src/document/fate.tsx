/** What became of a part of a document between two versions: a frame around it, with its name for those who do not see it. */

import type { ReactNode } from 'react';
import { t, type Key } from '../i18n';
import type { Fate } from './model';

const NAMES: Record<Fate['change'] | 'equal', Key> = { added: 'added', removed: 'removed', changed: 'changedBlock', moved: 'movedBlock', equal: 'equal' };

export const nameOf = (change: Fate['change'] | 'equal') => t(NAMES[change]);

/** Returns the class of a part, if a comparison has said something about it. */
export const fateClass = (fate: Fate | undefined) => (fate ? `fate ${fate.change}` : undefined);

/** The name of what became of a part, for those who do not see its colour. */
export function FateName({ of: fate }: { of: Fate | undefined }) {
    return fate ? <span className="unseen">{nameOf(fate.change)}: </span> : null;
}

/** What changed of a block that its readers do not see, as it is written. */
export function Notes({ of: fate }: { of: Fate | undefined }) {
    if (!fate?.notes?.length) return null;
    return <p className="fate-notes">{fate.notes.map((note, at) => <code key={at} dir="auto">{note.fate === 'inserted' ? <ins>{note.text}</ins> : <del>{note.text}</del>}</code>)}</p>;
}

/** What is said of a difference beyond its words. */
export function Said({ words }: { words: readonly string[] | undefined }) {
    return words?.length ? <ul className="diff-said">{words.map((it) => <li key={it}><bdi>{it}</bdi></li>)}</ul> : null;
}

export function Fated({ fate, children }: { fate: Fate; children: ReactNode }) {
    return <div className={fateClass(fate)}><FateName of={fate} />{children}<Notes of={fate} /></div>;
}
