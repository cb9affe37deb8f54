/** A new space: from a template, from an archive, or blank. Editing is three clicks away. */

import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useLocation, useSearch } from 'wouter';
import { client, Refused, take } from '../api/client';
import { all } from '../api/content';
import { queries, useCollections, useOrg } from '../api/queries';
import { emojiOf } from '../document/model';
import { t } from '../i18n';
import { Failed, Field, Notice, useTitle, Waiting } from '../ui/kit';

const BLANK = '';
const IMPORT = 'import';

/** Sends an archive, and makes it the content of a space. */
async function importInto(spaceId: string, organizationId: string, file: File): Promise<void> {
    const body = { kind: 'import_file', file: { name: file.name, size: file.size, type: file.type || 'application/zip' } } as const;
    const place = await take(client.POST('/v1/orgs/{organizationId}/storage/upload', { params: { path: { organizationId } }, body }));
    const sent = await fetch(new URL(new URL(place.url).pathname + new URL(place.url).search, location.origin), { method: 'PUT', body: file });
    if (!sent.ok) throw new Refused(sent.status, `${sent.status} ${await sent.text()}`, undefined);
    const source = /\.(md|markdown)$/i.test(file.name) ? 'markdown' : 'zip';
    await take(client.POST('/v1/spaces/{spaceId}/content/import', { params: { path: { spaceId } }, body: { url: place.url, source } }));
}

export function NewSpace({ org }: { org: string }) {
    const parent = new URLSearchParams(useSearch()).get('parent');
    const [, go] = useLocation();
    const [from, setFrom] = useState(BLANK);
    const [file, setFile] = useState<File | undefined>();
    const [busy, setBusy] = useState(false);
    const [error, setError] = useState<unknown>();
    const templates = useQuery({ queryKey: ['templates', org], queryFn: () => all((page) => take(client.GET('/v1/orgs/{organizationId}/templates', { params: { path: { organizationId: org }, query: { page, limit: 100 } } })), 100) });
    const organization = useOrg(org);
    const collections = useCollections(parent ? org : undefined);
    const place = parent ? collections.data?.find((it) => it.id === parent)?.permissions.create : organization.data?.permissions.createContent;
    const isKnown = parent ? collections.isFetched : organization.isFetched;
    useTitle(t('newSpace'));
    const create = async (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        setBusy(true);
        const form = new FormData(event.currentTarget);
        const title = String(form.get('title')).trim();
        try {
            const body = { title, parent, editMode: form.get('live') ? ('live' as const) : ('locked' as const), ...(from && from !== IMPORT ? { template: { id: from } } : {}) };
            const space = await take(client.POST('/v1/orgs/{organizationId}/spaces', { params: { path: { organizationId: org } }, body }));
            await queries.invalidateQueries({ queryKey: ['spaces', org] });
            if (from === IMPORT && file) {
                await importInto(space.id, org, file).catch(async (refused: unknown) => {
                    // What could not be imported leaves no empty space behind.
                    await client.DELETE('/v1/spaces/{spaceId}', { params: { path: { spaceId: space.id } } });
                    throw refused;
                });
            }
            go(`/spaces/${space.id}`);
        } catch (refused) {
            setError(refused);
        } finally {
            setBusy(false);
        }
    };
    if (!isKnown) return <main id="main" tabIndex={-1} className="screen narrow"><Waiting /></main>;
    if (!place) return <main id="main" tabIndex={-1} className="screen narrow"><header><h1>{t('newSpace')}</h1></header><Notice kind="warn">{t('mayNotCreate')}</Notice></main>;
    const choices = [
        { id: BLANK, emoji: '📄', title: t('blank'), subtitle: t('blankHint') },
        { id: IMPORT, emoji: '📦', title: t('import'), subtitle: t('importHint') },
        ...(templates.data ?? []),
    ];
    return (
        <main id="main" tabIndex={-1} className="screen narrow">
            <header><h1>{t('newSpace')}</h1></header>
            <form className="stack wide" onSubmit={(event) => void create(event)}>
                <Field label={t('title')}><input name="title" required maxLength={50} autoFocus placeholder={t('spaceTitleExample')} /></Field>
                <fieldset className="choices" style={{ border: 0, padding: 0, margin: 0 }}>
                    <legend className="label" style={{ marginBlockEnd: '0.6rem' }}>{t('beginWith')}</legend>
                    {choices.map((choice) => (
                        <label key={choice.id} className="choice" data-selected={from === choice.id ? '' : undefined}>
                            <input className="unseen" type="radio" name="from" value={choice.id} checked={from === choice.id} onChange={() => setFrom(choice.id)} />
                            <span className="emoji" aria-hidden="true">{emojiOf(choice.emoji) ?? choice.emoji}</span><strong>{choice.title}</strong><span className="muted small-text">{choice.subtitle}</span>
                        </label>
                    ))}
                </fieldset>
                {from === IMPORT ? <Field label={t('archive')} hint={t('archiveHint')}><input type="file" accept=".zip,.md,.markdown" required onChange={(event) => setFile(event.target.files?.[0])} /></Field> : null}
                <label className="check"><input type="checkbox" name="live" /><span><strong>{t('liveEditing')}</strong><br /><span className="muted small-text">{t('liveEditingHint')}</span></span></label>
                {error ? <Failed error={error} /> : null}
                {busy && from === IMPORT ? <Notice>{t('importing')}</Notice> : null}
                <div className="row"><button className="button primary" disabled={busy}>{t('createSpace')}</button></div>
            </form>
        </main>
    );
}
