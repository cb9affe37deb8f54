/** Settings of a space: its name, how it is edited, who reads it on a site, and its end. */

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { client, take, type Schemas } from '../api/client';
import type { Fields } from '../api/guarded';
import { contentChanged, queries, useOrg } from '../api/queries';
import { t, type Key } from '../i18n';
import { Icon } from '../ui/icons';
import { FieldClash, typed, useFields } from './fields';
import { ruleName } from './rules';
import { complain, Field, FormDialog, Loaded, Notice, say, useTitle } from '../ui/kit';

type Space = Schemas['Space'];
const path = (space: Space) => ({ path: { spaceId: space.id } });

/** Follows a form about a space that stays open: it shows the newest of what nobody touched, and sends what was changed. */
function useSpaceForm(space: Space, fieldsOf: (space: Space) => Fields) {
    const newest = fieldsOf(space);
    const form = useFields(newest);
    const [isTouched, touch] = useState(false);
    const key = JSON.stringify(newest);
    useEffect(() => { if (!isTouched) form.begin(newest); }, [key, isTouched]);
    const save = async (wanted: Fields, bodyOf: (changed: Fields, now: Space) => Schemas['UpdateSpace']) => {
        const now = await take(client.GET('/v1/spaces/{spaceId}', { params: path(space) }));
        const changed = form.changed(wanted, fieldsOf(now));
        if (Object.keys(changed).length) await take(client.PATCH('/v1/spaces/{spaceId}', { params: path(space), body: bodyOf(changed, now) }));
        touch(false);
        contentChanged(space.id);
        await queries.invalidateQueries({ queryKey: ['spaces', space.organization] });
        say(t('savedSettings'));
    };
    return { form, save, touch: () => touch(true), begun: JSON.stringify(form.opened) };
}

const generalOf = ({ title, emoji, editMode, isTemplate }: Space): Fields => ({ title: typed(title), emoji: typed(emoji), live: editMode === 'live', isTemplate });
const GENERAL: Record<string, Key> = { title: 'title', emoji: 'emoji', live: 'liveEditing', isTemplate: 'isTemplate' };

function General({ space }: { space: Space }) {
    const { form, save, touch, begun } = useSpaceForm(space, generalOf);
    const { opened } = form;
    const send = (typedIn: FormData) => {
        const wanted = { title: typed(typedIn.get('title')), emoji: typed(typedIn.get('emoji')) || opened.emoji, live: typedIn.has('live'), isTemplate: typedIn.has('isTemplate') };
        return save(wanted, ({ live, ...fields }) => ({ ...fields, ...(live === undefined ? {} : { editMode: live ? 'live' : 'locked' }) }));
    };
    return (
        <section>
            <h2>{t('general')}</h2>
            <form key={begun} className="stack" onInput={touch} onSubmit={(event) => { event.preventDefault(); send(new FormData(event.currentTarget)).catch(complain); }}>
                <Field label={t('title')}><input name="title" required maxLength={50} defaultValue={String(opened.title)} /></Field>
                <Field label={t('emoji')}><input name="emoji" maxLength={50} defaultValue={String(opened.emoji)} style={{ inlineSize: '6rem' }} /></Field>
                <label className="check"><input type="checkbox" name="live" defaultChecked={opened.live === true} /><span>{t('liveEditing')}<br /><span className="muted small-text">{t('liveEditingHint')}</span></span></label>
                <label className="check"><input type="checkbox" name="isTemplate" defaultChecked={opened.isTemplate === true} /><span>{t('isTemplate')}</span></label>
                <FieldClash form={form} label={(name) => t(GENERAL[name]!)} />
                <div className="row"><button className="button primary">{t('save')}</button></div>
            </form>
        </section>
    );
}

type Rules = Space['mergeRules'];

/** The rules that have no settings of their own. Others stay as they are. */
const SIMPLE = ['require_at_least_one_review', 'require_all_reviews_approved', 'require_up_to_date_change_request', 'require_change_request_subject', 'require_change_request_description', 'no_new_broken_links', 'no_breaking_api_change'] as const;
const isSimple = (rule: string) => (SIMPLE as readonly string[]).includes(rule);
const TYPES: Record<string, Key> = { inherit: 'rulesInherit', none: 'rulesNone', rules: 'rulesOwn' };

const rulesOf = ({ mergeRules: it }: Space) => (it.type === 'rules' ? it.rules : []);
const mergingOf = (space: Space): Fields => ({ type: space.mergeRules.type, ...Object.fromEntries(SIMPLE.map((rule) => [rule, rulesOf(space).some((it) => it.rule === rule)])) });

function MergeRules({ space }: { space: Space }) {
    const { form, save, touch, begun } = useSpaceForm(space, mergingOf);
    const { opened } = form;
    const [type, setType] = useState<string>();
    const shown = type ?? String(opened.type);
    const others = rulesOf(space).filter(({ rule }) => !isSimple(rule));
    const send = (typedIn: FormData) => {
        const isOwn = typedIn.get('type') === 'rules';
        const wanted = { type: typedIn.get('type'), ...Object.fromEntries(SIMPLE.map((rule) => [rule, isOwn ? typedIn.has(rule) : opened[rule]])) };
        return save(wanted, (changed, now) => {
            const all = { ...mergingOf(now), ...changed };
            const chosen = SIMPLE.filter((rule) => all[rule]).map((rule) => ({ rule }));
            const mergeRules = (all.type === 'rules' ? { type: 'rules', rules: [...chosen, ...rulesOf(now).filter(({ rule }) => !isSimple(rule))] } : { type: all.type }) as Rules;
            return { mergeRules };
        }).then(() => setType(undefined));
    };
    return (
        <section>
            <h2>{t('mergeRules')}</h2>
            <form key={begun} className="stack" onInput={touch} onSubmit={(event) => { event.preventDefault(); send(new FormData(event.currentTarget)).catch(complain); }}>
                <Field label={t('mergeRulesWhich')}>
                    <select className="input" name="type" value={shown} onChange={(event) => setType(event.target.value)}>
                        {Object.entries(TYPES).map(([value, words]) => <option key={value} value={value}>{t(words)}</option>)}
                    </select>
                </Field>
                {shown === 'rules' ? <div className="stack tight">{SIMPLE.map((rule) => <label className="check" key={rule}><input type="checkbox" name={rule} defaultChecked={opened[rule] === true} />{ruleName(rule)}</label>)}{others.map(({ rule }) => <p key={rule} className="muted small-text">{ruleName(rule)}</p>)}</div> : null}
                <FieldClash form={form} label={(name) => (name === 'type' ? t('mergeRulesWhich') : ruleName(name as Parameters<typeof ruleName>[0]))} show={(value, name) => (name === 'type' ? t(TYPES[String(value)]!) : t(value ? 'yes' : 'no'))} onLeave={(name, value) => name === 'type' && setType(String(value))} />
                <div className="row"><button className="button">{t('save')}</button></div>
            </form>
        </section>
    );
}

/** Publishing in one step: a site with this space, which is live at once. */
function Publishing({ space }: { space: Space }) {
    const org = { path: { organizationId: space.organization } };
    const sites = useQuery({ queryKey: ['sites', space.id], queryFn: async () => (await take(client.GET('/v1/orgs/{organizationId}/sites', { params: { ...org, query: { space: space.id, limit: 50 } } }))).items });
    const [busy, setBusy] = useState(false);
    const organization = useOrg(space.organization);
    const again = () => Promise.all([queries.invalidateQueries({ queryKey: ['sites', space.id] }), queries.invalidateQueries({ queryKey: ['space', space.id] })]);
    const publish = async (visibility: 'public' | 'unlisted') => {
        setBusy(true);
        try {
            // Somebody else may have published it meanwhile: one site is enough.
            const { items } = await take(client.GET('/v1/orgs/{organizationId}/sites', { params: { ...org, query: { space: space.id, limit: 1 } } }));
            if (items.length) return await again();
            const site = await take(client.POST('/v1/orgs/{organizationId}/sites', { params: org, body: { title: space.title.length > 1 ? space.title : `${space.title} `.padEnd(2, '.'), spaces: [space.id], visibility } }));
            await take(client.POST('/v1/orgs/{organizationId}/sites/{siteId}/publish', { params: { path: { ...org.path, siteId: site.id } } }));
            say(t('publishedNow'));
            await again();
        } catch (error) {
            complain(error);
        } finally {
            setBusy(false);
        }
    };
    const set = async (site: Schemas['Site'], to: 'publish' | 'unpublish') => {
        await take(client.POST(`/v1/orgs/{organizationId}/sites/{siteId}/${to}`, { params: { path: { ...org.path, siteId: site.id } } })).catch(complain);
        await again();
    };
    const mayPublish = space.permissions.admin && organization.data?.permissions.createContent;
    return (
        <section>
            <h2>{t('publishing')}</h2>
            <Loaded of={sites}>
                {(items) => items.length ? (
                    <ul className="list">
                        {items.map((site) => (
                            <li key={site.id}>
                                <div className="item">
                                    <Icon name="globe" />
                                    <span className="grow"><span className="title">{site.title}</span><br />{site.urls.published ? <a className="small-text" href={site.urls.published} target="_blank" rel="noopener">{site.urls.published}</a> : <span className="muted small-text">{t('notLive')}</span>}</span>
                                    <span className={`badge ${site.published ? 'open' : ''}`}>{t(site.published ? 'live' : 'off')}</span>
                                    {mayPublish ? <button type="button" className="button small" onClick={() => void set(site, site.published ? 'unpublish' : 'publish')}>{t(site.published ? 'takeOff' : 'publish')}</button> : null}
                                </div>
                            </li>
                        ))}
                    </ul>
                ) : (
                    <>
                        <p className="muted">{t('publishHint')}</p>
                        {mayPublish ? <div className="row"><button type="button" className="button primary" disabled={busy} onClick={() => void publish('public')}><Icon name="globe" />{t('publish')}</button><button type="button" className="button" disabled={busy} onClick={() => void publish('unlisted')}>{t('publishUnlisted')}</button></div> : <Notice>{t('mayNotPublish')}</Notice>}
                    </>
                )}
            </Loaded>
        </section>
    );
}

function Ending({ space }: { space: Space }) {
    const [asked, ask] = useState(false);
    const [, go] = useLocation();
    const remove = async (form: FormData) => {
        if (String(form.get('name')) !== space.title) throw new Error(t('nameDiffers'));
        await take(client.DELETE('/v1/spaces/{spaceId}', { params: path(space) }));
        go('/');
        await queries.invalidateQueries({ queryKey: ['spaces', space.organization] });
        const restore = () => void take(client.POST('/v1/spaces/{spaceId}/restore', { params: path(space) })).then(() => queries.invalidateQueries({ queryKey: ['spaces', space.organization] }), complain);
        say(t('deleted', { title: space.title }), { label: t('undo'), run: restore });
    };
    return (
        <section>
            <h2>{t('export')}</h2>
            <p className="muted">{t('exportHint')}</p>
            <div className="row"><a className="button" href={`/v1/spaces/${space.id}/content/export`} download>{t('exportZip')}</a>{space.permissions.admin ? <button type="button" className="button danger" onClick={() => ask(true)}><Icon name="trash" />{t('deleteSpace')}</button> : null}</div>
            {asked ? <FormDialog danger title={t('deleteSpace')} submit={t('delete')} onClose={() => ask(false)} onSubmit={remove}><p>{t('deleteSpaceHint')}</p><Field label={t('typeName', { title: space.title })}><input name="name" required autoFocus autoComplete="off" /></Field></FormDialog> : null}
        </section>
    );
}

export function Settings({ space }: { space: Space }) {
    useTitle(t('spaceSettings'));
    return (
        <main id="main" tabIndex={-1} className="screen narrow">
            <header><h1>{t('spaceSettings')}</h1></header>
            <div className="settings">
                {space.permissions.admin ? <><General space={space} /><MergeRules space={space} /></> : <Notice>{t('mayNotManage')}</Notice>}
                <Publishing space={space} />
                <Ending space={space} />
            </div>
        </main>
    );
}
