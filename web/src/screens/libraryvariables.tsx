/** The variables of a space: values with a name, which texts and conditions have as `space.vars.NAME`. */

import { useState } from 'react';
import type { Schemas } from '../api/client';
import type { Edit } from '../api/content';
import { useContent } from '../api/queries';
import { t } from '../i18n';
import { Icon } from '../ui/icons';
import { Empty, Field, FormDialog, IconButton, Loaded, Notice, say } from '../ui/kit';
import { Deletion, Row, useChange, type Shelf } from './libraryparts';
import { Uses, useUses } from './uses';

type Value = Schemas['VariableValue'];
type Asked = { action: 'create' } | { action: 'change' | 'delete'; name: string };
const KINDS = { string: 'variableText', number: 'variableNumber', boolean: 'variableFlag' } as const;
type Kind = keyof typeof KINDS;

/** Returns the value of a form, of the kind that was chosen. */
function valueOf(kind: Kind, form: FormData): Value {
    if (kind === 'boolean') return form.get('value') === 'true';
    const text = String(form.get('value'));
    return kind === 'number' ? Number(text) : text;
}

function Input({ kind, value }: { kind: Kind; value: Value | undefined }) {
    if (kind === 'boolean') return <select className="input" name="value" defaultValue={String(value === true)}><option value="true">{t('yes')}</option><option value="false">{t('no')}</option></select>;
    const text = value === undefined || typeof value === 'boolean' ? '' : String(value);
    return kind === 'number' ? <input name="value" type="number" step="any" required defaultValue={Number.isFinite(Number(text)) ? text : ''} /> : <textarea name="value" rows={text.includes('\n') ? 4 : 1} defaultValue={text} />;
}

function VariableDialog({ shelf, name, variables, onClose }: { shelf: Shelf; name?: string; variables: Record<string, Value>; onClose: () => void }) {
    const change = useChange(shelf);
    const before = name === undefined ? undefined : variables[name];
    const [kind, setKind] = useState<Kind>(before === undefined ? 'string' : (typeof before as Kind));
    const [typed, setTyped] = useState(name ?? '');
    const isRenamed = name !== undefined && typed.trim() !== name;
    const uses = useUses(shelf.space.id, shelf.scope, { kind: 'variable', name: name ?? '' }, isRenamed);
    const save = async (form: FormData) => {
        const next = typed.trim();
        if (next !== name && Object.hasOwn(variables, next)) throw new Error(t('variableTaken', { name: next }));
        const changes: Edit[] = [{ operation: 'set_variable', name: next, value: valueOf(kind, form) }];
        if (isRenamed) changes.push({ operation: 'delete_variable', name });
        await change(changes);
        say(t('savedSettings'));
    };
    return (
        <FormDialog title={name ?? t('newVariable')} submit={t('save')} onClose={onClose} onSubmit={save}>
            <Field label={t('name')} hint={t('variableNameHint')}><input required autoFocus={name === undefined} maxLength={64} value={typed} placeholder="version" onChange={(event) => setTyped(event.target.value)} /></Field>
            {isRenamed && uses.data?.uses.length ? <><Notice kind="warn">{t('renamedMisses')}</Notice><Uses of={uses} scope={shelf.scope} /></> : null}
            <Field label={t('kind')}><select className="input" value={kind} onChange={(event) => setKind(event.target.value as Kind)}>{Object.entries(KINDS).map(([it, words]) => <option key={it} value={it}>{t(words)}</option>)}</select></Field>
            <Field label={t('value')}><Input key={kind} kind={kind} value={before} /></Field>
        </FormDialog>
    );
}

export function Variables({ shelf }: { shelf: Shelf }) {
    const content = useContent(shelf.space.id, shelf.scope);
    const [asked, ask] = useState<Asked | undefined>();
    const close = () => ask(undefined);
    const create = shelf.mayEdit ? <button type="button" className="button" onClick={() => ask({ action: 'create' })}><Icon name="plus" />{t('newVariable')}</button> : undefined;
    const shown = (value: Value) => (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : String(value));
    const row = ([name, value]: [string, Value]) => (
        <Row key={name} shelf={shelf} thing={{ kind: 'variable', name }} title={name} onDelete={() => ask({ action: 'delete', name })} actions={<IconButton small icon="edit" label={t('changeOf', { title: name })} onPress={() => ask({ action: 'change', name })} />}>
            <span className="grow"><code className="title">{name}</code><br /><span className="muted small-text" dir="auto">{shown(value)}</span></span>
        </Row>
    );
    const variables = content.data?.variables ?? {};
    return (
        <>
            <Loaded of={content}>
                {() => Object.keys(variables).length ? <div className="stack"><div className="row end">{create}</div><ul className="list">{Object.entries(variables).sort(([a], [b]) => a.localeCompare(b)).map(row)}</ul></div> : <Empty title={t('noVariables')} action={create}>{t('noVariablesHint')}</Empty>}
            </Loaded>
            {asked?.action === 'create' ? <VariableDialog shelf={shelf} variables={variables} onClose={close} /> : null}
            {asked?.action === 'change' ? <VariableDialog shelf={shelf} variables={variables} name={asked.name} onClose={close} /> : null}
            {asked?.action === 'delete' ? <Deletion shelf={shelf} thing={{ kind: 'variable', name: asked.name }} title={asked.name} change={{ operation: 'delete_variable', name: asked.name }} onClose={close} /> : null}
        </>
    );
}
