/** Settings of a page: title, address, description, who sees it, what is shown around its text. */

import { useLocation } from 'wouter';
import type { Schemas } from '../api/client';
import { edit, pageUrl, type Edit, type ReadScope } from '../api/content';
import { writable } from '../api/drafts';
import { contentChanged, useUser } from '../api/queries';
import { t, type Key } from '../i18n';
import { Field, FormDialog, say } from '../ui/kit';

const PARTS = ['title', 'description', 'outline', 'tableOfContents', 'pagination'] as const;
const WORDS: Record<(typeof PARTS)[number], Key> = { title: 'title', description: 'description', outline: 'outline', tableOfContents: 'tableOfContents', pagination: 'pagination' };

/** Returns the fields that differ from those of the page. An empty text clears its field. */
function differing(page: Schemas['Page'], form: FormData): Record<string, unknown> {
    const changes: Record<string, unknown> = {};
    for (const name of ['title', 'slug', 'description', 'condition', 'emoji'] as const) {
        const value = String(form.get(name) ?? '').trim();
        if (value !== (page[name] ?? '')) changes[name] = value || null;
    }
    for (const name of ['hidden', 'noIndex', 'noRobotsIndex'] as const) {
        const value = form.has(name);
        if (value !== page[name]) changes[name] = value;
    }
    const before = page.layout;
    const layout = Object.fromEntries(PARTS.map((part) => [part, form.has(`layout.${part}`)]));
    const width = form.has('layout.wide') ? 'wide' : 'default';
    if (PARTS.some((part) => layout[part] !== (before?.[part] ?? true)) || width !== (before?.width ?? 'default')) {
        changes.layout = { ...before, ...layout, width };
    }
    return changes;
}

export function PageSettings({ space, scope, page, onClose }: { space: Schemas['Space']; scope: ReadScope; page: Schemas['Page']; onClose: () => void }) {
    const user = useUser();
    const [, go] = useLocation();
    const save = async (form: FormData) => {
        const changes = differing(page, form);
        if (Object.keys(changes).length === 0) return;
        const target = await writable(space, scope, user.data?.id ?? '');
        await edit(space.id, target, [{ operation: 'update_page', page: page.id, ...changes } as Edit]);
        contentChanged(space.id);
        say(t('savedSettings'));
        if (target.kind !== scope.kind) go(pageUrl(space.id, target, page.id));
    };
    const check = (name: string, label: string, checked: boolean) => <label className="check" key={name}><input type="checkbox" name={name} defaultChecked={checked} />{label}</label>;
    return (
        <FormDialog title={t('pageSettings')} submit={t('save')} onClose={onClose} onSubmit={save}>
            <Field label={t('title')}><input name="title" required maxLength={1000} defaultValue={page.title} autoFocus /></Field>
            <Field label={t('slug')} hint={t('slugHint')}><input name="slug" defaultValue={page.slug} spellCheck={false} /></Field>
            <Field label={t('description')}><textarea name="description" maxLength={4096} defaultValue={page.description} /></Field>
            <Field label={t('emoji')}><input name="emoji" maxLength={50} defaultValue={page.emoji} /></Field>
            <Field label={t('condition')} hint={t('conditionHint')}><input name="condition" defaultValue={page.condition} spellCheck={false} placeholder="visitor.claims.plan == 'pro'" /></Field>
            <fieldset className="stack tight" style={{ border: 0, padding: 0, margin: 0 }}>
                <legend className="label">{t('visibility')}</legend>
                {check('hidden', t('hiddenHint'), page.hidden)}
                {check('noIndex', t('noIndex'), page.noIndex)}
                {check('noRobotsIndex', t('noRobotsIndex'), page.noRobotsIndex)}
            </fieldset>
            <fieldset className="stack tight" style={{ border: 0, padding: 0, margin: 0 }}>
                <legend className="label">{t('shownOnSites')}</legend>
                {PARTS.map((part) => check(`layout.${part}`, t(WORDS[part]), page.layout?.[part] ?? true))}
                {check('layout.wide', t('wide'), page.layout?.width === 'wide')}
            </fieldset>
        </FormDialog>
    );
}
