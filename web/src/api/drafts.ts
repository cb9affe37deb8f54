/** Where a change goes: into main content where that may be written, else into a change request of one's own. */

import { say } from '../ui/kit';
import { t } from '../i18n';
import type { Scope } from '../editor';
import { client, take, type Schemas } from './client';
import { contentChanged, queries } from './queries';
import type { ReadScope } from './content';

/** Returns the scope that a change of this one is made in. For locked main content that is the user's latest draft, or a
 * new one. */
export async function writable(space: Schemas['Space'], scope: ReadScope, me: string): Promise<Scope> {
    if (scope.kind === 'change-request') return scope;
    if (scope.kind === 'main' && space.editMode === 'live') return scope;
    const path = { spaceId: space.id };
    const drafts = await take(client.GET('/v1/spaces/{spaceId}/change-requests', { params: { path, query: { status: 'draft', creator: me, limit: 1 } } }));
    const found = drafts.items[0];
    const draft = found ?? (await take(client.POST('/v1/spaces/{spaceId}/change-requests', { params: { path }, body: {} })));
    if (!found) await queries.invalidateQueries({ queryKey: ['change-requests', space.id] });
    say(t(found ? 'inYourDraft' : 'draftCreated', { number: draft.number }));
    return { kind: 'change-request', id: draft.id };
}

/** Creates a change request with a subject. */
export async function propose(spaceId: string, subject: string | undefined): Promise<Schemas['ChangeRequest']> {
    const made = await take(client.POST('/v1/spaces/{spaceId}/change-requests', { params: { path: { spaceId } }, body: subject ? { subject } : {} }));
    contentChanged(spaceId);
    return made;
}
