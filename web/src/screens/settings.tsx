/** Settings of a space: its name, how it is edited, who reads it on a site, and its end. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { client, take, type Schemas } from '../api/client';
import { contentChanged, queries, useOrg } from '../api/queries';
import { t } from '../i18n';
import { Icon } from '../ui/icons';
import { ruleName } from './rules';
import { complain, Field, FormDialog, Loaded, Notice, say, useTitle } from '../ui/kit';

type Space = Schemas['Space'];
const path = (space: Space) => ({ path: { spaceId: space.id } });

function General({ space }: { space: Space }) {
    const save = async (form: FormData) => {
        const body = { title: String(form.get('title')), emoji: String(form.get('emoji')) || space.emoji, editMode: form.has('live') ? ('live' as const) : ('locked' as const), isTemplate: form.has('isTemplate') };
        await take(client.PATCH('/v1/spaces/{spaceId}', { params: path(space), body }));
        contentChanged(space.id);
        await queries.invalidateQueries({ queryKey: ['spaces', space.organization] });
        say(t('savedSettings'));
    };
    return (
        <section>
            <h2>{t('general')}</h2>
            <form className="stack" onSubmit={(event) => { event.preventDefault(); save(new FormData(event.currentTarget)).catch(complain); }}>
                <Field label={t('title')}><input name="title" required maxLength={50} defaultValue={space.title} /></Field>
                <Field label={t('emoji')}><input name="emoji" maxLength={50} defaultValue={space.emoji} style={{ inlineSize: '6rem' }} /></Field>
                <label className="check"><input type="checkbox" name="live" defaultChecked={space.editMode === 'live'} /><span>{t('liveEditing')}<br /><span className="muted small-text">{t('liveEditingHint')}</span></span></label>
                <label className="check"><input type="checkbox" name="isTemplate" defaultChecked={space.isTemplate} /><span>{t('isTemplate')}</span></label>
                <div className="row"><button className="button primary">{t('save')}</button></div>
            </form>
        </section>
    );
}

type Rules = Space['mergeRules'];

/** The rules that have no settings of their own. Others stay as they are. */
const SIMPLE = ['require_at_least_one_review', 'require_all_reviews_approved', 'require_up_to_date_change_request', 'require_change_request_subject', 'require_change_request_description', 'no_new_broken_links', 'no_breaking_api_change'] as const;

function MergeRules({ space }: { space: Space }) {
    const now = space.mergeRules;
    const [type, setType] = useState<Rules['type']>(now.type);
    const rules = now.type === 'rules' ? now.rules : [];
    const others = rules.filter(({ rule }) => !(SIMPLE as readonly string[]).includes(rule));
    const save = async (form: FormData) => {
        const chosen = SIMPLE.filter((rule) => form.has(rule)).map((rule) => ({ rule }));
        const mergeRules: Rules = type === 'rules' ? { type, rules: [...chosen, ...others] } : { type };
        await take(client.PATCH('/v1/spaces/{spaceId}', { params: path(space), body: { mergeRules } }));
        contentChanged(space.id);
        say(t('savedSettings'));
    };
    return (
        <section>
            <h2>{t('mergeRules')}</h2>
            <form className="stack" onSubmit={(event) => { event.preventDefault(); save(new FormData(event.currentTarget)).catch(complain); }}>
                <Field label={t('mergeRulesWhich')}>
                    <select className="input" value={type} onChange={(event) => setType(event.target.value as Rules['type'])}>
                        <option value="inherit">{t('rulesInherit')}</option><option value="none">{t('rulesNone')}</option><option value="rules">{t('rulesOwn')}</option>
                    </select>
                </Field>
                {type === 'rules' ? <div className="stack tight">{SIMPLE.map((rule) => <label className="check" key={rule}><input type="checkbox" name={rule} defaultChecked={rules.some((it) => it.rule === rule)} />{ruleName(rule)}</label>)}{others.map(({ rule }) => <p key={rule} className="muted small-text">{ruleName(rule)}</p>)}</div> : null}
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
