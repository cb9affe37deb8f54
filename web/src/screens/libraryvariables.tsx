/** The variables of a space: values with a name, which texts and conditions have as `space.vars.NAME`. */

import { useState } from 'react';
import { useContent } from '../api/queries';
import { t } from '../i18n';
import { Icon } from '../ui/icons';
import { Empty, Field, FormDialog, IconButton, Loaded, Notice, say } from '../ui/kit';
import { Clash, Deletion, Row, useChange, useSeen, type Shelf } from './libraryparts';
import { Uses, useUses } from './uses';
import { changesOf, KINDS, shownValue, stateOf, typedOf, valueOf, wordsAs, type Kind, type Typed, type Value } from './variablevalues';

type Asked = { action: 'create' } | { action: 'change'; name: string; value: Value } | { action: 'delete'; name: string };

function Input({ kind, typed, type }: { kind: Kind; typed: Typed; type: (words: string) => void }) {
    const words = wordsAs(kind, typed);
    if (kind === 'boolean') return <select className="input" value={words} onChange={(event) => type(event.target.value)}><option value="true">{t('yes')}</option><option value="false">{t('no')}</option></select>;
    if (kind === 'number') return <input inputMode="decimal" required value={words} onChange={(event) => type(event.target.value)} />;
    return <textarea rows={words.includes('\n') ? 4 : 1} value={words} onChange={(event) => type(event.target.value)} />;
}

function VariableDialog({ shelf, name, value: opened, onClose }: { shelf: Shelf; name?: string; value?: Value; onClose: () => void }) {
    const change = useChange(shelf);
    const [kind, setKind] = useState<Kind>(typedOf(opened).kind);
    const [typed, setTyped] = useState(typedOf(opened));
    const [typedName, setTypedName] = useState(name ?? '');
    const { seen, guard } = useSeen(stateOf(opened));
    const next = typedName.trim();
    const isRenamed = name !== undefined && next !== name;
    const uses = useUses(shelf.space.id, shelf.scope, { kind: 'variable', name: name ?? '' }, isRenamed);
    const words = wordsAs(kind, typed);
    // A value that nobody touched is not sent: it may be another one by now.
    const isTouched = opened === undefined || kind !== typeof opened || words !== String(opened);
    const save = () => guard(async () => {
        const value = isTouched ? valueOf(kind, words) : undefined;
        await change(({ variables }) => changesOf({ before: name, name: next, value, seen: seen.last, opened }, variables));
        say(t('savedSettings'));
    });
    return (
        <FormDialog title={name ?? t('newVariable')} submit={t('save')} onClose={onClose} onSubmit={save}>
            <Field label={t('name')} hint={t('variableNameHint')}><input required autoFocus={name === undefined} maxLength={64} value={typedName} placeholder="version" onChange={(event) => setTypedName(event.target.value)} /></Field>
            {isRenamed && uses.data?.uses.length ? <><Notice kind="warn">{t('renamedMisses')}</Notice><Uses of={uses} scope={shelf.scope} /></> : null}
            <Field label={t('kind')}><select className="input" value={kind} onChange={(event) => setKind(event.target.value as Kind)}>{Object.entries(KINDS).map(([it, label]) => <option key={it} value={it}>{t(label)}</option>)}</select></Field>
            <Field label={t('value')}><Input kind={kind} typed={typed} type={(it) => setTyped({ kind, words: it })} /></Field>
            <Clash seen={seen} mine={isTouched ? (kind === 'boolean' ? t(words === 'true' ? 'yes' : 'no') : words) : undefined} onLeave={onClose} />
        </FormDialog>
    );
}

export function Variables({ shelf }: { shelf: Shelf }) {
    const content = useContent(shelf.space.id, shelf.scope);
    const [asked, ask] = useState<Asked | undefined>();
    const close = () => ask(undefined);
    const create = shelf.mayEdit ? <button type="button" className="button" onClick={() => ask({ action: 'create' })}><Icon name="plus" />{t('newVariable')}</button> : undefined;
    const row = ([name, value]: [string, Value]) => (
        <Row key={name} shelf={shelf} thing={{ kind: 'variable', name }} title={name} onDelete={() => ask({ action: 'delete', name })} actions={<IconButton small icon="edit" label={t('changeOf', { title: name })} onPress={() => ask({ action: 'change', name, value })} />}>
            <span className="grow"><code className="title">{name}</code><br /><span className="muted small-text" dir="auto">{shownValue(value)}</span></span>
        </Row>
    );
    return (
        <>
            <Loaded of={content}>
                {({ variables }) => Object.keys(variables).length ? <div className="stack"><div className="row end">{create}</div><ul className="list">{Object.entries(variables).sort(([a], [b]) => a.localeCompare(b)).map(row)}</ul></div> : <Empty title={t('noVariables')} action={create}>{t('noVariablesHint')}</Empty>}
            </Loaded>
            {asked?.action === 'create' ? <VariableDialog shelf={shelf} onClose={close} /> : null}
            {asked?.action === 'change' ? <VariableDialog shelf={shelf} name={asked.name} value={asked.value} onClose={close} /> : null}
            {asked?.action === 'delete' ? <Deletion shelf={shelf} thing={{ kind: 'variable', name: asked.name }} title={asked.name} read={({ variables }) => stateOf(Object.hasOwn(variables, asked.name) ? variables[asked.name] : undefined)} change={{ operation: 'delete_variable', name: asked.name }} onClose={close} /> : null}
        </>
    );
}
