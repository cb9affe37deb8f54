/** The editor of a page: writing as the page will look, or its Markdown beside it. Saves follow by themselves. */

import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';

import { client, signIn, take } from '../api/client';
import { type Drafts, openDrafts } from './save/drafts';
import type { Saver, Status } from './save/saver';
import { type Slot, takeSlot } from './save/slots';
import { head, type Place, type Scope } from './save/transport';
import { type Opened, open, PageEditor } from './view/editor';
import { Toolbar } from './view/Toolbar';
import './styles/editor.css';

export type { Scope } from './save/transport';

const Source = lazy(() => import('./source'));

/** What the shell is told of saves. */
export type SaveState = 'saved' | 'saving' | 'offline' | 'refused';

export interface EditorProps {
    spaceId: string;
    scope: Scope;
    pageId: string;
    onState(state: SaveState): void;
    /** Gets a function that saves at once: it resolves with false if something is in the way. */
    onReady?(flush: () => Promise<boolean>): void;
}

const LOOK_EVERY = 5000;

export function stateOf(status: Status): SaveState {
    if (status.kind === 'saved') return 'saved';
    if (status.kind === 'writing' || status.kind === 'saving') return 'saving';
    return status.kind === 'offline' || status.kind === 'busy' ? 'offline' : 'refused';
}

/** What a state of saves is called, and what can be done. */
function wordsOf(status: Status): string {
    switch (status.kind) {
        case 'saved':
            return 'Saved';
        case 'writing':
        case 'saving':
            return 'Saving…';
        case 'conflict':
            return `${status.count} ${status.count === 1 ? 'conflict' : 'conflicts'} to decide in the text. Your text is kept in this browser.`;
        case 'offline':
            return 'Not connected. What you write is kept in this browser, and saved when the connection is back.';
        case 'busy':
            return 'The server is busy. It is tried again.';
        case 'signed-out':
            return 'You are signed out. What you wrote is kept in this browser, and saved when you sign in again.';
        case 'no-drafts':
            return 'This browser keeps no drafts, because its storage is full or closed. Wait until it says Saved before you leave.';
        case 'outdated':
            return 'The server has another version than this page. Your text is kept in this browser: reload.';
        case 'forbidden':
            return `You may not change this any more: ${status.reason}. Your text is kept in this browser.`;
        case 'missing':
            return `The page is not here any more: ${status.reason}. Your text is kept in this browser.`;
        case 'locked':
            return `This can’t be changed now: ${status.reason}. Your text is kept in this browser.`;
        case 'refused':
            return `Not saved: ${status.reason}. Your text is kept in this browser.`;
    }
}

/** Editors that were left and still save, by the address of their drafts. */
const leaving = new Map<string, Promise<unknown>>();

async function prepare(place: Place): Promise<{ drafts: Drafts; address: string; slot: Slot; opened: Opened }> {
    const [drafts, user] = await Promise.all([openDrafts().catch(() => nowhere), take(client.GET('/v1/user'))]);
    const scope = place.scope.kind === 'main' ? 'main' : place.scope.id;
    const whole = `${user.id}/${place.spaceId}/${scope}/${place.pageId}`;
    await leaving.get(whole);
    const slot = await takeSlot(whole, drafts);
    return { drafts, address: slot.address, slot, opened: await open(place, drafts, slot.address) };
}

/** Ends an editor, whose place stays taken until it has saved. */
function leave(editor: PageEditor, slot: Slot): void {
    const whole = slot.address.split('#')[0] ?? slot.address;
    const ended = editor.close().finally(() => {
        slot.release();
        if (leaving.get(whole) === ended) leaving.delete(whole);
    });
    leaving.set(whole, ended);
}

/** Where the browser refuses to keep anything. */
const nowhere: Drafts = {
    get: async () => undefined,
    put: () => Promise.reject(new Error('no storage')),
    remove: async () => undefined,
};

export function Editor({ spaceId, scope, pageId, onState, onReady }: EditorProps) {
    const scopeId = scope.kind === 'main' ? '' : scope.id;
    const mount = useRef<HTMLDivElement>(null);
    const [editor, setEditor] = useState<PageEditor>();
    const [state, setState] = useState<EditorState>();
    const [status, setStatus] = useState<Status>({ kind: 'saved' });
    const [problem, setProblem] = useState<string>();
    const [source, setSource] = useState(false);
    const tell = useRef(onState);
    tell.current = onState;
    const place: Place = { spaceId, pageId, scope: scopeId ? { kind: 'change-request', id: scopeId } : { kind: 'main' } };

    useEffect(() => {
        if (source) return;
        let made: PageEditor | undefined;
        let slot: Slot | undefined;
        let gone = false;
        const shown = (next: Status) => {
            setStatus(next);
            tell.current(stateOf(next));
        };
        prepare(place).then(
            (prepared) => {
                if (gone || !mount.current) return prepared.slot.release();
                slot = prepared.slot;
                made = new PageEditor({ ...prepared, place, mount: mount.current, shown, changed: (view: EditorView) => setState(view.state) });
                setEditor(made);
                setState(made.view.state);
            },
            (error: unknown) => !gone && setProblem((error as Error).message),
        );
        return () => {
            gone = true;
            if (made && slot) leave(made, slot);
            setEditor(undefined);
        };
    }, [spaceId, scopeId, pageId, source]);

    useEffect(() => {
        if (!editor) return;
        const resume = () => editor.saver.resume();
        const look = () => void head(place).then((revision) => editor.saver.elsewhere(revision), () => undefined);
        const timer = setInterval(() => document.visibilityState === 'visible' && look(), LOOK_EVERY);
        const warn = (event: BeforeUnloadEvent) => status.kind === 'no-drafts' && event.preventDefault();
        const visible = () => document.visibilityState === 'visible' && status.kind !== 'saved' && resume();
        // A tab that is hidden may be closed next.
        const hidden = () => document.visibilityState === 'hidden' && status.kind === 'writing' && resume();
        document.addEventListener('visibilitychange', hidden);
        addEventListener('online', resume);
        addEventListener('focus', visible);
        addEventListener('beforeunload', warn);
        return () => {
            clearInterval(timer);
            removeEventListener('online', resume);
            removeEventListener('focus', visible);
            removeEventListener('beforeunload', warn);
            document.removeEventListener('visibilitychange', hidden);
        };
    }, [editor, status.kind]);

    useEffect(() => {
        const viewport = window.visualViewport;
        if (!viewport) return;
        // Phones lay the keyboard over the page: the toolbar stands above it.
        const fit = () => document.documentElement.style.setProperty('--keyboard', `${Math.max(0, innerHeight - viewport.height - viewport.offsetTop)}px`);
        viewport.addEventListener('resize', fit);
        viewport.addEventListener('scroll', fit);
        return () => {
            viewport.removeEventListener('resize', fit);
            viewport.removeEventListener('scroll', fit);
        };
    }, []);

    const sourceSaver = useRef<Saver<string>>(undefined);
    const saver = () => (source ? sourceSaver.current : editor?.saver);
    onReady?.(async () => (await saver()?.flush()) ?? true);
    // Each mode begins with what the other has saved.
    const toggle = async () => {
        if ((await saver()?.flush()) ?? true) setSource(!source);
    };
    const calm = status.kind === 'saved' || status.kind === 'writing' || status.kind === 'saving';
    return (
        <section className="e-editor" aria-label="Editor">
            <div className="e-head">
                {editor && state && !source && <Toolbar view={editor.view} context={editor.context} state={state} />}
                <button type="button" className="e-mode" aria-pressed={source} onClick={() => void toggle()} disabled={!calm}>Markdown</button>
                <span className="unseen e-status" data-kind={status.kind} />
            </div>
            {!calm && (
                <p className="e-trouble" role="alert">
                    {wordsOf(status)}{' '}
                    {status.kind === 'signed-out' && <button type="button" onClick={signIn}>Sign in</button>}
                    {status.kind === 'outdated' && <button type="button" onClick={() => location.reload()}>Reload</button>}
                    {status.kind !== 'conflict' && <button type="button" onClick={() => saver()?.resume()}>Try again</button>}
                </p>
            )}
            {problem && <p className="e-trouble" role="alert">{problem}</p>}
            {source ? (
                <Suspense fallback={<p className="e-wait">Loading…</p>}>
                    <Source place={place} onSaver={(it) => { sourceSaver.current = it; }} onStatus={(next: Status) => { setStatus(next); tell.current(stateOf(next)); }} />
                </Suspense>
            ) : (
                <>
                    {!editor && !problem && <p className="e-wait">Loading…</p>}
                    <div id="e-text" className="e-text" ref={mount} />
                </>
            )}
            <datalist id="e-languages">
                {['bash', 'c', 'cpp', 'csharp', 'css', 'diff', 'go', 'html', 'java', 'javascript', 'json', 'kotlin', 'markdown', 'mermaid', 'php', 'python', 'ruby', 'rust', 'sql', 'swift', 'typescript', 'xml', 'yaml'].map((it) => <option key={it} value={it} />)}
            </datalist>
        </section>
    );
}
