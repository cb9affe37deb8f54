/** What files, reusable contents and variables of the library have in common: rows with their uses, and deletion. */

import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { Schemas } from '../api/client';
import { edit, type Edit, type Edited, type ReadScope } from '../api/content';
import { writable } from '../api/drafts';
import { contentChanged, useUser } from '../api/queries';
import type { Scope } from '../editor';
import { t } from '../i18n';
import { FormDialog, IconButton, Notice, say } from '../ui/kit';
import { Uses, useUses, type Thing } from './uses';

export interface Shelf { space: Schemas['Space']; scope: ReadScope; mayEdit: boolean }

/** Returns what makes changes of the library: in main content where that may be written, else in a draft, which it leads to. */
export function useChange({ space, scope }: Shelf) {
    const user = useUser();
    const [, go] = useLocation();
    return async (changes: Edit[], then?: (made: Edited, target: Scope) => void) => {
        const target = await writable(space, scope, user.data?.id ?? '');
        const made = await edit(space.id, target, changes);
        contentChanged(space.id);
        if (then) then(made, target);
        else if (target.kind === 'change-request' && scope.kind === 'main') go(`/spaces/${space.id}/change-requests/${target.id}/changes`);
    };
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

/** Asks before a thing is deleted, and shows what would miss it. */
export function Deletion({ shelf, thing, title, change, onClose }: { shelf: Shelf; thing: Thing; title: string; change: Edit; onClose: () => void }) {
    const uses = useUses(shelf.space.id, shelf.scope, thing, true);
    const make = useChange(shelf);
    const remove = async () => {
        await make([change]);
        say(t('deleted', { title }));
    };
    return (
        <FormDialog danger title={t('deleteOf', { title })} submit={t('delete')} onClose={onClose} onSubmit={remove}>
            {uses.data?.uses.length ? <Notice kind="warn">{t('missedBy')}</Notice> : <p>{t('staysEarlier')}</p>}
            <Uses of={uses} scope={shelf.scope} />
        </FormDialog>
    );
}
