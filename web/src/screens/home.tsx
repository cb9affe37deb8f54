/** Home: what waits for me, my drafts, and all spaces with their collections. */

import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover, type Key } from 'react-aria-components';
import { Link } from 'wouter';
import { client, take, type Schemas } from '../api/client';
import { queries, useBeingHere, useCollections, useOrgs, useSpaces, useUser } from '../api/queries';
import { t } from '../i18n';
import { Icon } from '../ui/icons';
import { FieldClash, useFields } from './fields';
import { dragging, useDropping } from './dragging';
import { Kept } from './kept';
import { complain, Empty, Field, FormDialog, Loaded, StatusBadge, Time, Waiting, useTitle } from '../ui/kit';

type Space = Schemas['Space'];
type Work = { space: Space; request: Schemas['ChangeRequest'] };

/** The most change requests whose reviewers are asked for at once. */
const MOST = 30;

/** Returns open change requests and drafts of the spaces that have some. */
function useWork(spaces: Space[] | undefined) {
    const busy = (spaces ?? []).filter((space) => space.changeRequestsOpen + space.changeRequestsDraft > 0);
    const lists = useQueries({
        queries: busy.flatMap((space) => (['open', 'draft'] as const).map((status) => ({
            queryKey: ['change-requests', space.id, status, 'home'],
            queryFn: async () => (await take(client.GET('/v1/spaces/{spaceId}/change-requests', { params: { path: { spaceId: space.id }, query: { status, limit: 50 } } }))).items.map((request) => ({ space, request })),
        }))),
    });
    return { items: lists.flatMap((list) => list.data ?? []), isLoading: spaces === undefined || lists.some((list) => list.isLoading) };
}

/** Returns those change requests that wait for a review of this user. */
function useAsked(work: Work[], me: string | undefined): Work[] {
    const others = work.filter(({ request }) => request.status === 'open' && request.createdBy?.id !== me).slice(0, MOST);
    const asked = useQuery({
        queryKey: ['asked', me, others.map(({ request }) => request.id)],
        enabled: others.length > 0,
        queryFn: () => Promise.all(others.map(async ({ space, request }) => {
            const path = { spaceId: space.id, changeRequestId: request.id };
            const { items } = await take(client.GET('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers', { params: { path, query: { limit: 100 } } }));
            return items.some((it) => it.user.id === me);
        })),
    });
    return others.filter((_, at) => asked.data?.[at]);
}

function Requests({ title, items, empty }: { title: string; items: Work[]; empty: string }) {
    return (
        <section>
            <div className="section-head"><h2>{title}</h2></div>
            {items.length === 0 ? <p className="muted">{empty}</p> : (
                <ul className="list">
                    {items.map(({ space, request }) => (
                        <li key={request.id}>
                            <Link className="item" href={`/spaces/${space.id}/change-requests/${request.id}`}>
                                <Icon name="change" />
                                <span className="grow"><span className="title">{request.subject || t('untitled')}</span><br /><span className="muted small-text">{space.emoji} {space.title} · #{request.number} · {request.createdBy?.displayName} · <Time at={request.updatedAt} /></span></span>
                                <StatusBadge status={request.status} />
                            </Link>
                        </li>
                    ))}
                </ul>
            )}
        </section>
    );
}

interface Among { siblings: Space[]; collections: Schemas['Collection'][] }

/** Moves a space to another place among its siblings, or to another collection. */
async function moved({ id, organization }: Pick<Space, 'id' | 'organization'>, body: Schemas['MoveContent']): Promise<void> {
    await take(client.POST('/v1/spaces/{spaceId}/move', { params: { path: { spaceId: id } }, body }));
    await queries.invalidateQueries({ queryKey: ['spaces', organization] });
}

const move = (space: Pick<Space, 'id' | 'organization'>, body: Schemas['MoveContent']) => moved(space, body).catch(complain);

function SpaceMenu({ space, siblings, collections }: Among & { space: Space }) {
    const [isMoving, setMoving] = useState(false);
    const at = siblings.indexOf(space);
    const beside = (other: Space | undefined, side: 'before' | 'after') => other && void move(space, { parent: space.parent ?? null, position: { [side]: { type: 'space', space: other.id } } });
    const act = (key: Key) => (key === 'up' ? beside(siblings[at - 1], 'before') : key === 'down' ? beside(siblings[at + 1], 'after') : setMoving(true));
    return (
        <>
            <MenuTrigger>
                <Button className="icon-button small" aria-label={t('moreOf', { title: space.title })}><Icon name="more" /></Button>
                <Popover className="react-aria-Popover" placement="bottom end">
                    <Menu className="react-aria-Menu" onAction={act} disabledKeys={[...(at === 0 ? ['up'] : []), ...(at === siblings.length - 1 ? ['down'] : [])]}>
                        <MenuItem className="react-aria-MenuItem" id="up">{t('moveUp')}</MenuItem>
                        <MenuItem className="react-aria-MenuItem" id="down">{t('moveDown')}</MenuItem>
                        <MenuItem className="react-aria-MenuItem" id="to"><Icon name="folder" />{t('moveTo')}</MenuItem>
                    </Menu>
                </Popover>
            </MenuTrigger>
            {isMoving ? <Moving space={space} collections={collections} onClose={() => setMoving(false)} /> : null}
        </>
    );
}

function Moving({ space, collections, onClose }: { space: Space; collections: Schemas['Collection'][]; onClose: () => void }) {
    const form = useFields({ parent: space.parent ?? '' });
    const save = async (written: FormData) => {
        const now = await take(client.GET('/v1/spaces/{spaceId}', { params: { path: { spaceId: space.id } } }));
        const { parent } = form.changed({ parent: written.get('parent') }, { parent: now.parent ?? '' });
        if (parent !== undefined) await moved(space, { parent: String(parent) || null });
    };
    const titleOf = (id: unknown) => collections.find((it) => it.id === id)?.title ?? t('noCollection');
    return (
        <FormDialog title={t('moveTo')} submit={t('move')} onClose={onClose} onSubmit={save}>
            <Field label={t('collection')}><select name="parent" defaultValue={String(form.opened.parent)}><option value="">{t('noCollection')}</option>{collections.map((it) => <option key={it.id} value={it.id}>{it.title}</option>)}</select></Field>
            <FieldClash form={form} label={() => t('collection')} show={titleOf} />
        </FormDialog>
    );
}

function SpaceLink({ space, ...among }: Among & { space: Space }) {
    const drop = useDropping(space, (id, to) => void move({ id, organization: space.organization }, to));
    return (
        <li className="with-menu droppable" {...drop} {...(space.permissions.admin ? dragging(space) : {})}>
            <Link className="item" href={`/spaces/${space.id}`} draggable={false}>
                <span aria-hidden="true">{space.emoji}</span>
                <span className="grow cut title">{space.title}</span>
                {space.changeRequestsOpen ? <span className="badge open" title={t('openRequests', { count: space.changeRequestsOpen })}><Icon name="change" />{space.changeRequestsOpen}</span> : null}
                <span className="muted small-text"><Time at={space.updatedAt} /></span>
            </Link>
            {space.permissions.admin ? <SpaceMenu space={space} {...among} /> : null}
        </li>
    );
}

function SpaceList({ spaces, collections }: { spaces: Space[]; collections: Schemas['Collection'][] }) {
    return <ul className="list">{spaces.map((space) => <SpaceLink key={space.id} space={space} siblings={spaces} collections={collections} />)}</ul>;
}

function Collection({ collection, all, spaces }: { collection: Schemas['Collection']; all: Schemas['Collection'][]; spaces: Space[] }) {
    const inside = spaces.filter((space) => space.parent === collection.id);
    const below = all.filter((it) => it.parent === collection.id);
    const drop = useDropping({ collection: collection.id }, (id, to) => void move({ id, organization: collection.organization }, to));
    return (
        <section className="stack tight collection" id={collection.id} {...drop}>
            <div className="section-head"><h3><Icon name="folder" /> {collection.title}</h3>{collection.permissions.create ? <Link className="small-text" href={`/orgs/${collection.organization}/new?parent=${collection.id}`}>{t('newSpace')}</Link> : null}</div>
            {inside.length ? <SpaceList spaces={inside} collections={all} /> : <p className="muted small-text">{t('emptyCollection')}</p>}
            {below.map((it) => <Collection key={it.id} collection={it} all={all} spaces={spaces} />)}
        </section>
    );
}

function Spaces({ org, spaces }: { org: Schemas['Organization']; spaces: Space[] }) {
    const collections = useCollections(org.id);
    const [adding, setAdding] = useState(false);
    const all = collections.data ?? [];
    const ids = new Set(all.map((it) => it.id));
    const top = spaces.filter((space) => !space.parent || !ids.has(space.parent));
    const create = async (form: FormData) => {
        await take(client.POST('/v1/orgs/{organizationId}/collections', { params: { path: { organizationId: org.id } }, body: { title: String(form.get('title')) } }));
        await queries.invalidateQueries({ queryKey: ['collections', org.id] });
    };
    return (
        <section className="stack">
            <div className="section-head">
                <h2>{t('spaces')}</h2>
                {org.permissions.createContent ? <div className="row"><button type="button" className="button quiet small" onClick={() => setAdding(true)}>{t('newCollection')}</button><Link className="button primary small" href={`/orgs/${org.id}/new`}><Icon name="plus" />{t('newSpace')}</Link></div> : null}
            </div>
            {spaces.length === 0 && all.length === 0 ? (
                <Empty title={t('noSpaces')} action={org.permissions.createContent ? <Link className="button primary" href={`/orgs/${org.id}/new`}>{t('firstSpace')}</Link> : undefined}>{t('noSpacesHint')}</Empty>
            ) : null}
            {top.length ? <SpaceList spaces={top} collections={all} /> : null}
            {all.filter((it) => !it.parent || !ids.has(it.parent)).map((it) => <Collection key={it.id} collection={it} all={all} spaces={spaces} />)}
            {org.permissions.createContent ? <p><Link className="muted small-text" href={`/orgs/${org.id}/deleted`}>{t('deletedSpaces')}</Link></p> : null}
            {adding ? <FormDialog title={t('newCollection')} submit={t('create')} onClose={() => setAdding(false)} onSubmit={create}><Field label={t('title')}><input name="title" required maxLength={50} autoFocus /></Field></FormDialog> : null}
        </section>
    );
}

export function Home({ org: wanted, collection }: { org?: string; collection?: string }) {
    const orgs = useOrgs();
    const user = useUser();
    const found = useQuery({ queryKey: ['collection', collection], enabled: !!collection, queryFn: () => take(client.GET('/v1/collections/{collectionId}', { params: { path: { collectionId: collection! } } })) });
    const id = wanted ?? found.data?.organization;
    const org = orgs.data?.find((it) => it.id === id) ?? orgs.data?.[0];
    const spaces = useSpaces(org?.id);
    const work = useWork(spaces.data);
    useBeingHere(org?.id);
    const me = user.data?.id;
    const asked = useAsked(work.items, me);
    const mine = work.items.filter(({ request }) => request.createdBy?.id === me);
    useTitle(org?.title);
    return (
        <main id="main" tabIndex={-1} className="screen">
            <header>
                <div><h1>{org?.title ?? t('home')}</h1><p className="muted">{t('welcome', { name: user.data?.displayName ?? '' })}</p></div>
                <div className="row">
                    {(orgs.data?.length ?? 0) > 1 ? orgs.data?.map((it) => <Link key={it.id} className="button small" aria-current={it.id === org?.id ? 'page' : undefined} href={`/orgs/${it.id}`}>{it.title}</Link>) : null}
                    {org?.permissions.listMembers ? <Link className="button" href={`/orgs/${org.id}/people`}><Icon name="people" />{t('people')}</Link> : null}
                </div>
            </header>
            {orgs.data?.length === 0 ? <Empty title={t('noOrganization')}>{t('noOrganizationHint')}</Empty> : (
                <div className="home">
                    <Loaded of={spaces}>{(all) => org ? <Spaces org={org} spaces={all} /> : null}</Loaded>
                    <div className="stack wide">
                        {work.isLoading ? <Waiting /> : (
                            <>
                                <Kept me={me} />
                                <Requests title={t('askedOfMe')} items={asked} empty={t('askedOfMeEmpty')} />
                                <Requests title={t('myWork')} items={mine} empty={t('myWorkEmpty')} />
                            </>
                        )}
                    </div>
                </div>
            )}
        </main>
    );
}
