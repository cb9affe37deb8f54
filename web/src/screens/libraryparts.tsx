/** What files, reusable contents and variables of the library have in common: rows with their uses, changes that are made
 * only while a thing is as the person saw it, and deletion. */

import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { Schemas } from '../api/client';
import { edit, readContent, type Content, type Edit, type Edited, type ReadScope } from '../api/content';
import { writable } from '../api/drafts';
import { ChangedMeanwhile, editAsSeen, type State } from '../api/guarded';
import { contentChanged, useUser } from '../api/queries';
import type { Scope } from '../editor';
import { t } from '../i18n';
import { FormDialog, IconButton, Notice, say } from '../ui/kit';
import { Uses, useUses, type Thing } from './uses';

export interface Shelf { space: Schemas['Space']; scope: ReadScope; mayEdit: boolean }

/** Decides by the content of the scope that is written what to change in it. */
export type Decide = (content: Content, target: Scope) => Edit[] | Promise<Edit[]>;

/** Returns what makes changes of the library: in main content where that may be written, else in a draft, which it leads to. */
export function useChange({ space, scope }: Shelf) {
    const user = useUser();
    const [, go] = useLocation();
    return async (changes: Edit[] | Decide, then?: (made: Edited, target: Scope) => void, key?: string) => {
        const target = await writable(space, scope, user.data?.id ?? '');
        const made = Array.isArray(changes) ? await edit(space.id, target, changes, { key }) : await editAsSeen(space.id, target, (content) => changes(content, target));
        contentChanged(space.id);
        if (!made) return;
        if (then) then(made, target);
        else if (target.kind === 'change-request' && scope.kind === 'main') go(`/spaces/${space.id}/change-requests/${target.id}/changes`);
    };
}

/** What a dialog knows of a thing: the state that the person began with, and the one that they saw last. */
interface Seen { opened: State | undefined; last: State | undefined; clash?: ChangedMeanwhile }

/** Follows what a person saw of a thing. `guard` runs a save; one that finds another state shows it, and the next may replace it. */
export function useSeen(opened: State | undefined) {
    const [seen, setSeen] = useState<Seen>({ opened, last: opened });
    const guard = async (save: () => Promise<unknown>): Promise<void> => {
        try {
            await save();
        } catch (error) {
            if (error instanceof ChangedMeanwhile) setSeen({ ...seen, last: error.now, clash: error });
            throw error;
        }
    };
    return { seen, guard };
}

/** Both states of a thing that somebody else changed, and the way to leave theirs as it is. */
export function Clash({ seen: { opened, last, clash }, mine, onLeave }: { seen: Seen; mine?: string; onLeave: () => void }) {
    if (!clash) return null;
    const states = [['valueOpened', opened?.shown ?? ''], ['valueNow', last?.shown], ['mine', mine]] as const;
    return (
        <div className="clash">
            <dl>{states.map(([name, shown]) => (shown === undefined ? null : <div key={name}><dt>{t(name)}</dt><dd dir="auto">{shown || '—'}</dd></div>))}</dl>
            <button type="button" className="button small" onClick={onLeave}>{t('keepTheirs')}</button>
        </div>
    );
}

interface RowProps { shelf: Shelf; thing: Thing; title: string; children: ReactNode; actions?: ReactNode; onDelete: () => void }

export function Row({ shelf, thing, title, children, actions, onDelete }: RowProps) {
    const [isOpen, setOpen] = useState(false);
    const uses = useUses(shelf.space.id, shelf.scope, thing, isOpen);
    return (
        <li>
            <div className="item">
                {children}
                <button type="button" className="button quiet small" aria-expanded={isOpen} aria-label={`${t('whereUsed')}: ${title}`} onClick={() => setOpen(!isOpen)}>{t('whereUsed')}</button>
                {shelf.mayEdit ? <>{actions}<IconButton small icon="trash" label={t('deleteOf', { title })} onPress={onDelete} /></> : null}
            </div>
            {isOpen ? <Uses of={uses} scope={shelf.scope} /> : null}
        </li>
    );
}

interface DeletionProps {
    shelf: Shelf;
    thing: Thing;
    title: string;
    change: Edit;
    /** Returns the state of the thing in a scope; undefined if it is not there. */
    read: (content: Content, scope: ReadScope) => State | undefined | Promise<State | undefined>;
    onClose: () => void;
}

/** Asks before a thing is deleted, and shows what it is and what would miss it. */
export function Deletion({ shelf, thing, title, change, read, onClose }: DeletionProps) {
    const uses = useUses(shelf.space.id, shelf.scope, thing, true);
    const make = useChange(shelf);
    // Read anew: what is asked about is what stands in the dialog, not a list that may be older.
    const [opened] = useState(async () => read(await readContent(shelf.space.id, shelf.scope), shelf.scope));
    const [last, setLast] = useState<State | undefined>();
    const [isOther, setOther] = useState(false);
    useEffect(() => { opened.then(setLast, () => undefined); }, [opened]);
    const remove = async () => {
        const seen = isOther ? last : await opened;
        await make(async (content, target) => {
            const now = await read(content, target);
            if (now && now.key !== seen?.key) {
                setLast(now);
                setOther(true);
                throw new ChangedMeanwhile(t('changedMeanwhile'), now);
            }
            return now ? [change] : [];
        });
        say(t('deleted', { title }));
    };
    return (
        <FormDialog danger title={t('deleteOf', { title })} submit={t('delete')} onClose={onClose} onSubmit={remove}>
            {last ? <p className="seen-state" dir="auto">{last.shown || '—'}</p> : null}
            {uses.data?.uses.length ? <Notice kind="warn">{t('missedBy')}</Notice> : <p>{t('staysEarlier')}</p>}
            <Uses of={uses} scope={shelf.scope} />
        </FormDialog>
    );
}
