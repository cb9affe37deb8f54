/** People of an organization: who is there with which role, and inviting more. */

import { useState } from 'react';
import { client, take, type Schemas } from '../api/client';
import { queries, useMembers, useOrg, useUser } from '../api/queries';
import { language, t } from '../i18n';
import { Icon } from '../ui/icons';
import { Avatar, complain, Empty, Field, FormDialog, Loaded, say, Time, useTitle } from '../ui/kit';

export const ROLES = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;
type Role = (typeof ROLES)[number];

const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });

function RoleSelect({ name, value, onChange, label, disabled }: { name?: string; value?: Role | null; onChange?: (role: Role | null) => void; label: string; disabled?: boolean }) {
    return (
        <select className="input" name={name} aria-label={label} disabled={disabled} {...(onChange ? { value: value ?? '' } : { defaultValue: value ?? '' })} onChange={(event) => onChange?.((event.target.value || null) as Role | null)}>
            {ROLES.map((role) => <option key={role} value={role}>{t(`role_${role}`)}</option>)}
            <option value="">{t('role_guest')}</option>
        </select>
    );
}

function Member({ member, org, isMe }: { member: Schemas['Member']; org: Schemas['Organization']; isMe: boolean }) {
    const change = async (role: Role | null) => {
        const params = { path: { organizationId: org.id, userId: member.user.id } };
        try {
            const now = await take(client.GET('/v1/orgs/{organizationId}/members/{userId}', { params }));
            if ((now.role ?? null) !== (member.role ?? null)) throw new Error(t('changedMeanwhile'));
            await take(client.PATCH('/v1/orgs/{organizationId}/members/{userId}', { params, body: { role } }));
            say(t('roleChanged', { name: member.user.displayName }));
        } catch (error) {
            complain(error);
        }
        await queries.invalidateQueries({ queryKey: ['members', org.id] });
    };
    return (
        <li>
            <div className="item">
                <Avatar user={member.user} />
                <span className="grow"><span className="title">{member.user.displayName}</span>{isMe ? ` · ${t('you')}` : ''}<br /><span className="muted small-text">{member.user.email}</span></span>
                <span className="muted small-text">{member.lastSeenAt ? <Time at={member.lastSeenAt} /> : isMe ? null : t('memberSince', { date: day.format(new Date(member.joinedAt)) })}</span>
                <span><RoleSelect label={t('roleOf', { name: member.user.displayName })} value={member.role as Role | null} onChange={(role) => void change(role)} disabled={!org.permissions.admin || isMe} /></span>
            </div>
        </li>
    );
}

export function People({ org: id }: { org: string }) {
    const org = useOrg(id);
    const user = useUser();
    const [search, setSearch] = useState('');
    const [inviting, setInviting] = useState(false);
    const members = useMembers(id, search);
    useTitle(t('people'));
    const invite = async (form: FormData) => {
        const emails = String(form.get('emails')).split(/[\s,;]+/).filter(Boolean);
        const role = (String(form.get('role')) || null) as Role | null;
        const { invited } = await take(client.POST('/v1/orgs/{organizationId}/invites', { params: { path: { organizationId: id } }, body: { emails, role } }));
        say(t('invitedPeople', { count: invited }));
        await queries.invalidateQueries({ queryKey: ['members', id] });
    };
    return (
        <main id="main" tabIndex={-1} className="screen">
            <header>
                <div><h1>{t('people')}</h1><p className="muted">{org.data?.title}</p></div>
                {org.data?.permissions.admin ? <button type="button" className="button primary" onClick={() => setInviting(true)}><Icon name="plus" />{t('invite')}</button> : null}
            </header>
            <div className="stack">
                <input className="input" type="search" aria-label={t('findPeople')} placeholder={t('findPeople')} value={search} onChange={(event) => setSearch(event.target.value)} />
                <Loaded of={members}>
                    {(items) => items.length && org.data
                        ? <ul className="list">{items.map((member) => <Member key={member.id} member={member} org={org.data} isMe={member.user.id === user.data?.id} />)}</ul>
                        : <Empty title={t('nobodyFound')} />}
                </Loaded>
            </div>
            {inviting ? (
                <FormDialog title={t('invite')} submit={t('invite')} onClose={() => setInviting(false)} onSubmit={invite}>
                    <Field label={t('emailAddresses')} hint={t('emailAddressesHint')}><textarea name="emails" required autoFocus placeholder="ada@example.org" /></Field>
                    <Field label={t('role')}><RoleSelect name="role" label={t('role')} value="edit" /></Field>
                </FormDialog>
            ) : null}
        </main>
    );
}
