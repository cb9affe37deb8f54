/** Small parts that all screens use: avatars, times, waiting, errors, empty states, dialogs, messages at the edge. */

import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent, type ReactNode } from 'react';
import { Dialog as AriaDialog, Modal as AriaModal, ModalOverlay } from 'react-aria-components';
import { isSignedOut, signIn, type Schemas } from '../api/client';
import { language, t } from '../i18n';
import { Icon, type IconName } from './icons';

export function Avatar({ user }: { user: { displayName: string } | undefined }) {
    const name = user?.displayName ?? '?';
    return <span className="avatar" aria-hidden="true" title={name}>{[...name][0]?.toUpperCase()}</span>;
}

const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
const absolute = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
const steps: [Intl.RelativeTimeFormatUnit, number][] = [['second', 60], ['minute', 60], ['hour', 24], ['day', 30], ['month', 12], ['year', Infinity]];

/** A time, as how long ago it was; the time itself when pointed at. */
export function Time({ at }: { at: string | undefined }) {
    if (!at) return null;
    const when = new Date(at);
    let ago = (when.getTime() - Date.now()) / 1000;
    for (const [unit, most] of steps) {
        if (Math.abs(ago) < most) return <time dateTime={at} title={absolute.format(when)}>{relative.format(Math.round(ago), unit)}</time>;
        ago /= most;
    }
    return null;
}

export function Waiting() {
    return <div className="waiting" role="status" aria-label={t('loading')}><i /><i /><i /><i /></div>;
}

export function Failed({ error }: { error: unknown }) {
    // A dialog lies over the bar that leads to the sign-in.
    const way = isSignedOut(error) ? <button type="button" className="button small" onClick={signIn}>{t('signIn')}</button> : null;
    return <Notice kind="bad">{error instanceof Error ? error.message : String(error)} {way}</Notice>;
}

export function Notice({ kind, children }: { kind?: 'warn' | 'bad' | 'good'; children: ReactNode }) {
    const icon = kind === 'good' ? 'check' : kind ? 'warn' : 'info';
    return <div className={`notice ${kind ?? ''}`} role={kind === 'bad' ? 'alert' : undefined}><Icon name={icon} /><div className="grow">{children}</div></div>;
}

export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
    return <div className="empty"><h2>{title}</h2>{children ? <p>{children}</p> : null}{action}</div>;
}

/** The states of one read: waiting, failed, or what `children` makes of it. */
export function Loaded<T>({ of, children }: { of: { data: T | undefined; error: unknown }; children: (data: T) => ReactNode }) {
    if (of.data !== undefined) return <>{children(of.data)}</>;
    return of.error ? <Failed error={of.error} /> : <Waiting />;
}

export function IconButton({ icon, label, onPress, small, ...rest }: { icon: IconName; label: string; onPress?: () => void; small?: boolean; className?: string }) {
    return <button type="button" className={`icon-button ${small ? 'small' : ''} ${rest.className ?? ''}`} aria-label={label} title={label} onClick={onPress}><Icon name={icon} /></button>;
}

/** Fields of a dialog that text is typed into. */
const TEXTS = 'textarea, [contenteditable="true"], input:not([type="search"], [type="checkbox"], [type="radio"], [type="file"])';

/** A dialog. What was typed in it is not thrown away by Escape, a press beside it or the cross: these ask first. */
export function Dialog({ title, onClose, children, wide }: { title: string; onClose: () => void; children: ReactNode; wide?: boolean }) {
    const typed = useRef(false);
    const [asks, setAsks] = useState(false);
    const close = () => (typed.current && !asks ? setAsks(true) : onClose());
    const note = (event: FormEvent) => {
        if (event.target instanceof Element && event.target.closest(TEXTS)) typed.current = true;
    };
    return (
        <ModalOverlay isOpen isDismissable onOpenChange={(open) => open || (asks ? setAsks(false) : close())} className="react-aria-ModalOverlay">
            <AriaModal className={`react-aria-Modal ${wide ? 'wide' : ''}`}>
                <AriaDialog aria-label={title}>
                    <div className="dialog" onInput={note}>
                        <div className="spread"><h2>{title}</h2><IconButton icon="close" label={t('close')} onPress={close} /></div>
                        {asks ? (
                            <Notice kind="warn">
                                <div className="spread" role="alert">
                                    <span>{t('discardTyped')}</span>
                                    <span className="row"><button type="button" className="button small" autoFocus onClick={() => setAsks(false)}>{t('keepTyping')}</button><button type="button" className="button danger small" onClick={onClose}>{t('discard')}</button></span>
                                </div>
                            </Notice>
                        ) : null}
                        {children}
                    </div>
                </AriaDialog>
            </AriaModal>
        </ModalOverlay>
    );
}

/** A form in a dialog, which shows what the server refuses and closes when it took what was sent. */
export function FormDialog({ title, submit, onClose, onSubmit, children, danger }: { title: string; submit: string; onClose: () => void; onSubmit: (form: FormData) => Promise<unknown>; children: ReactNode; danger?: boolean }) {
    const [error, setError] = useState<unknown>();
    const [busy, setBusy] = useState(false);
    const send = async (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        setBusy(true);
        try {
            await onSubmit(new FormData(event.currentTarget));
            onClose();
        } catch (refused) {
            setError(refused);
        } finally {
            setBusy(false);
        }
    };
    return (
        <Dialog title={title} onClose={onClose}>
            <form className="stack" onSubmit={(event) => void send(event)}>
                {children}
                {error ? <Failed error={error} /> : null}
                <div className="row end">
                    <button type="button" className="button" onClick={onClose}>{t('cancel')}</button>
                    <button className={`button ${danger ? 'danger' : 'primary'}`} disabled={busy}>{submit}</button>
                </div>
            </form>
        </Dialog>
    );
}

export function Field({ label, hint, children }: { label: string; hint?: ReactNode; children: ReactNode }) {
    return <div className="field"><label className="field">{<span className="label">{label}</span>}{children}</label>{hint ? <p className="hint">{hint}</p> : null}</div>;
}

interface Message { id: number; text: string; bad?: boolean; action?: { label: string; run: () => void } }
let messages: Message[] = [];
const listeners = new Set<() => void>();
const changed = (next: Message[]) => { messages = next; listeners.forEach((listener) => listener()); };
let last = 0;

/** Says something at the edge of the screen, with one action such as undo. */
export function say(text: string, action?: Message['action'], bad = false): void {
    const id = (last += 1);
    changed([...messages.slice(-2), { id, text, action, bad }]);
    setTimeout(() => changed(messages.filter((it) => it.id !== id)), action || bad ? 10_000 : 4_000);
}

/** Says what went wrong. */
export const complain = (error: unknown) => say(error instanceof Error ? error.message : String(error), undefined, true);

export function Toasts() {
    const shown = useSyncExternalStore((listener) => { listeners.add(listener); return () => listeners.delete(listener); }, () => messages);
    const close = (id: number) => changed(messages.filter((it) => it.id !== id));
    return (
        <div className="toasts" role="status" aria-live="polite">
            {shown.map(({ id, text, action, bad }) => (
                <div key={id} className={`toast ${bad ? 'bad' : ''}`}>
                    <span className="grow">{text}</span>
                    {action ? <button type="button" onClick={() => { close(id); action.run(); }}>{action.label}</button> : null}
                    <button type="button" aria-label={t('close')} onClick={() => close(id)}>×</button>
                </div>
            ))}
        </div>
    );
}

/** Sets the title of the document while a screen is shown. */
export function useTitle(title: string | undefined): void {
    useEffect(() => { document.title = title ? `${title} · Quire` : 'Quire'; }, [title]);
}

export function StatusBadge({ status }: { status: Schemas['ChangeRequestStatus'] }) {
    return <span className={`badge ${status}`}>{t(`status_${status}`)}</span>;
}
