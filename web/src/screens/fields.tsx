/** Forms over the fields of a thing that others may change, too: what was changed is sent, and nothing is replaced unseen. */

import { useState, type MouseEvent } from 'react';
import { changedFields, FieldsChangedMeanwhile, type Fields } from '../api/guarded';
import { t } from '../i18n';

/** Returns a text as a control has it: so that reading and typing it say the same. */
export const typed = (text: unknown): string => String(text ?? '').replace(/\r\n?/g, '\n').trim();

/** Follows a form that a person began with the fields `first`. */
export function useFields(first: Fields) {
    const [opened, setOpened] = useState(first);
    const [seen, setSeen] = useState(first);
    const [names, setNames] = useState<string[]>([]);
    /** Returns what to send. If that would replace something that the person did not see, it is shown, and this throws. */
    const changed = (wanted: Fields, now: Fields): Record<string, unknown> => {
        try {
            const fields = changedFields({ opened, seen, wanted }, now, t('changedMeanwhile'));
            setNames([]);
            return fields;
        } catch (error) {
            if (error instanceof FieldsChangedMeanwhile) {
                setSeen((last) => ({ ...last, ...Object.fromEntries(error.names.map((name) => [name, error.now[name]])) }));
                setNames(error.names);
            }
            throw error;
        }
    };
    /** Lets the form begin again, with these fields. */
    const begin = (fields: Fields) => {
        setOpened(fields);
        setSeen(fields);
        setNames([]);
    };
    const leave = (name: string) => setNames((all) => all.filter((it) => it !== name));
    return { opened, seen, names, changed, begin, leave };
}

const shownValue = (value: unknown): string => (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : String(value ?? '') || '—');

/** Gives a control of a form the value that the field has by now. */
function take(form: HTMLFormElement | null, name: string, value: unknown): void {
    const control = form?.elements.namedItem(name);
    if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = value === true;
    else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement) control.value = String(value ?? '');
}

interface Props {
    form: ReturnType<typeof useFields>;
    /** Returns what people call a field. */
    label: (name: string) => string;
    show?: (value: unknown, name: string) => string;
    /** Told that a field is left as it is by now. Controls of that name have its value already. */
    onLeave?: (name: string, value: unknown) => void;
}

/** The fields that somebody else changed, too: as they were, as they are, and the way to leave them so. */
export function FieldClash({ form, label, show = shownValue, onLeave }: Props) {
    if (!form.names.length) return null;
    const leave = (event: MouseEvent<HTMLButtonElement>, name: string) => {
        take(event.currentTarget.form, name, form.seen[name]);
        onLeave?.(name, form.seen[name]);
        form.leave(name);
    };
    return form.names.map((name) => (
        <div key={name} className="clash">
            <strong>{label(name)}</strong>
            <dl>
                <div><dt>{t('valueOpened')}</dt><dd dir="auto">{show(form.opened[name], name)}</dd></div>
                <div><dt>{t('valueNow')}</dt><dd dir="auto">{show(form.seen[name], name)}</dd></div>
            </dl>
            <button type="button" className="button small" onClick={(event) => leave(event, name)}>{t('keepTheirs')}</button>
        </div>
    ));
}
