/** Settings of a page: title, address, description, who sees it, what is shown around its text. */

import { useLocation } from 'wouter';
import type { Schemas } from '../api/client';
import { pageUrl, walk, type Edit, type ReadScope } from '../api/content';
import { writable } from '../api/drafts';
import { editAsSeen, type Fields } from '../api/guarded';
import { contentChanged, useUser } from '../api/queries';
import { t, type Key } from '../i18n';
import { Field, FormDialog, say } from '../ui/kit';
import { FieldClash, typed, useFields } from './fields';

type Page = Schemas['Page'];

const PARTS = ['title', 'description', 'outline', 'tableOfContents', 'pagination'] as const;
const WORDS: Record<(typeof PARTS)[number], Key> = { title: 'title', description: 'description', outline: 'outline', tableOfContents: 'tableOfContents', pagination: 'pagination' };

const LABELS: Record<string, Key> = {
    title: 'title', slug: 'slug', description: 'description', condition: 'condition', emoji: 'emoji', hidden: 'hidden', noIndex: 'noIndex', noRobotsIndex: 'noRobotsIndex',
    ...Object.fromEntries(Object.entries(WORDS).map(([part, words]) => [`layout.${part}`, words])), 'layout.wide': 'wide',
};
const TEXTS = ['title', 'slug', 'description', 'condition', 'emoji'] as const;
const FLAGS = ['hidden', 'noIndex', 'noRobotsIndex'] as const;
const WIDE = 'layout.wide';
const nameOf = (part: string) => `layout.${part}`;

/** Returns the settings of a page by the names of their controls. */
function fieldsOf(page: Page): Fields {
    return {
        ...Object.fromEntries(TEXTS.map((name) => [name, typed(page[name])])),
        ...Object.fromEntries(FLAGS.map((name) => [name, page[name]])),
        ...Object.fromEntries(PARTS.map((part) => [nameOf(part), page.layout?.[part] ?? true])),
        [WIDE]: page.layout?.width === 'wide',
    };
}

const fieldsIn = (form: FormData): Fields => ({
    ...Object.fromEntries(TEXTS.map((name) => [name, typed(form.get(name))])),
    ...Object.fromEntries([...FLAGS, ...PARTS.map(nameOf), WIDE].map((name) => [name, form.has(name)])),
});

/** Returns the change of a page that gives it these fields. An empty text clears its field. */
function changeOf(page: Page, fields: Fields): Edit[] {
    const own = Object.entries(fields).filter(([name]) => !name.startsWith('layout.')).map(([name, value]) => [name, value === '' ? null : value]);
    const parts = PARTS.filter((part) => nameOf(part) in fields).map((part) => [part, fields[nameOf(part)]]);
    const width = WIDE in fields ? { width: fields[WIDE] ? 'wide' : 'default' } : {};
    const layout = parts.length || WIDE in fields ? { layout: { ...page.layout, ...Object.fromEntries(parts), ...width } } : {};
    const changes = { ...Object.fromEntries(own), ...layout };
    return Object.keys(changes).length ? [{ operation: 'update_page', page: page.id, ...changes } as Edit] : [];
}

const labelOf = (name: string) => t(LABELS[name] ?? 'pageSettings');

export function PageSettings({ space, scope, page, onClose }: { space: Schemas['Space']; scope: ReadScope; page: Page; onClose: () => void }) {
    const user = useUser();
    const [, go] = useLocation();
    const form = useFields(fieldsOf(page));
    const { opened } = form;
    const save = async (written: FormData) => {
        const wanted = fieldsIn(written);
        if (!form.names.length && Object.keys(wanted).every((name) => wanted[name] === opened[name])) return;
        const target = await writable(space, scope, user.data?.id ?? '');
        const made = await editAsSeen(space.id, target, ({ pages }) => {
            const now = [...walk(pages)].find(({ id }) => id === page.id);
            if (!now) throw new Error(t('goneMeanwhile', { title: page.title }));
            return changeOf(now, form.changed(wanted, fieldsOf(now)));
        });
        contentChanged(space.id);
        if (!made) return;
        say(t('savedSettings'));
        if (target.kind !== scope.kind) go(pageUrl(space.id, target, page.id));
    };
    const text = (name: (typeof TEXTS)[number]) => String(opened[name] ?? '');
    const flag = (name: string) => opened[name] === true;
    const check = (name: string, label: string) => <label className="check" key={name}><input type="checkbox" name={name} defaultChecked={flag(name)} />{label}</label>;
    return (
        <FormDialog title={t('pageSettings')} submit={t('save')} onClose={onClose} onSubmit={save}>
            <Field label={t('title')}><input name="title" required maxLength={1000} defaultValue={text('title')} autoFocus /></Field>
            <Field label={t('slug')} hint={t('slugHint')}><input name="slug" defaultValue={text('slug')} spellCheck={false} /></Field>
            <Field label={t('description')}><textarea name="description" maxLength={4096} defaultValue={text('description')} /></Field>
            <Field label={t('emoji')}><input name="emoji" maxLength={50} defaultValue={text('emoji')} /></Field>
            <Field label={t('condition')} hint={t('conditionHint')}><input name="condition" defaultValue={text('condition')} spellCheck={false} placeholder="visitor.claims.plan == 'pro'" /></Field>
            <fieldset className="stack tight" style={{ border: 0, padding: 0, margin: 0 }}>
                <legend className="label">{t('visibility')}</legend>
                {check('hidden', t('hiddenHint'))}
                {check('noIndex', t('noIndex'))}
                {check('noRobotsIndex', t('noRobotsIndex'))}
            </fieldset>
            <fieldset className="stack tight" style={{ border: 0, padding: 0, margin: 0 }}>
                <legend className="label">{t('shownOnSites')}</legend>
                {PARTS.map((part) => check(nameOf(part), t(WORDS[part])))}
                {check(WIDE, t('wide'))}
            </fieldset>
            <FieldClash form={form} label={labelOf} />
        </FormDialog>
    );
}
