/** The editor of a page: writing as the page will look, or its Markdown beside it. Saves follow by themselves. */

import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';

import { contentElsewhere, isStreaming } from '../api/live';
import { getUser } from '../api/queries';
import { type Drafts, openDrafts } from './save/drafts';
import type { Saver, Status } from './save/saver';
import { type Slot, takeSlot } from './save/slots';
import { head, type Place, type Scope, textName } from './save/transport';
import { type Opened, open, PageEditor } from './view/editor';
import { lookOf, Toolbar } from './view/Toolbar';
import { copyText, copyView } from './view/copy';
import { type Content, documentOf } from './save/changes';
import { readDocument } from './save/blocks';
import { isSettled, left, settledAt } from './save/leaving';
import { restore, saveAsNew } from './save/rescue';
import { alikeStatus, isCalm, type SaveState, stateOf } from './status';
import { Trouble } from './Trouble';
import { w } from './words';
import './styles/editor.css';

export type { SaveState } from './status';
export type { Scope } from './save/transport';

const Source = lazy(() => import('./source'));

export interface EditorProps {
    spaceId: string;
    scope: Scope;
    pageId: string;
    /** True if that is a reusable content. */
    isReusable?: boolean;
    onState(state: SaveState): void;
    /** Gets a function that saves at once: it resolves with false if something is in the way. */
    onReady?(flush: () => Promise<boolean>): void;
    /** Told which page has the text, after it was gone: the same one, or a new one. */
    onPage(pageId: string): void;
}

/** How often it is looked for what others saved while the server does not tell it, and the most that pass while it does. */
const LOOK_EVERY = 5000;
const LOOKS_TOLD = 6;
/** How long after it is told: saves of several people follow each other. */
const SOON = 300;

interface Prepared {
    drafts: Drafts;
    address: string;
    slot: Slot;
    opened: Opened;
}

/** Takes a place for the draft of a page, and opens it there. Resolves with nothing if a draft of its Markdown waits. */
async function prepare(place: Place): Promise<Prepared | undefined> {
    const [drafts, user] = await Promise.all([openDrafts().catch(() => nowhere), getUser()]);
    const scope = place.scope.kind === 'main' ? 'main' : place.scope.id;
    const whole = `${user.id}/${place.spaceId}/${scope}/${textName(place)}`;
    // Most pages have no draft: their content is on its way while it is looked for one.
    const early = isSettled(whole) && isSettled(`${whole}/source`) ? readDocument(place) : undefined;
    early?.catch(() => undefined);
    await Promise.all([settledAt(whole), settledAt(`${whole}/source`)]);
    const slot = await takeSlot(whole, drafts);
    const source = await drafts.get(`${whole}/source`).catch(() => undefined);
    if (source && !(await drafts.get(slot.address).catch(() => undefined))) {
        slot.release();
        return undefined;
    }
    return { drafts, address: slot.address, slot, opened: await open(place, drafts, slot.address, early && (() => early)) };
}

/** Ends an editor, whose place stays taken until it has saved. */
function leave(editor: PageEditor, slot: Slot): void {
    left(slot.address.split('#')[0] ?? slot.address, editor.close().finally(slot.release));
}

/** Where the browser refuses to keep anything. */
const nowhere: Drafts = {
    get: async () => undefined,
    put: () => Promise.reject(new Error('no storage')),
    remove: async () => undefined,
    list: async () => [],
};

export function Editor({ spaceId, scope, pageId, isReusable, onState, onReady, onPage }: EditorProps) {
    const scopeId = scope.kind === 'main' ? '' : scope.id;
    const mount = useRef<HTMLDivElement>(null);
    const [editor, setEditor] = useState<PageEditor>();
    const [state, setState] = useState<EditorState>();
    const [status, setStatus] = useState<Status>({ kind: 'saved' });
    const [problem, setProblem] = useState<string>();
    const [source, setSource] = useState(false);
    const tell = useRef(onState);
    tell.current = onState;
    const place: Place = { spaceId, pageId, isReusable, scope: scopeId ? { kind: 'change-request', id: scopeId } : { kind: 'main' } };

    useEffect(() => {
        if (source) return;
        let made: PageEditor | undefined;
        let slot: Slot | undefined;
        let gone = false;
        const shown = (next: Status) => {
            setStatus((before) => (alikeStatus(before, next) ? before : next));
            tell.current(stateOf(next));
        };
        let look = '';
        // The toolbar is drawn again when it looks otherwise, not for each key.
        const changed = (view: EditorView) => {
            const next = lookOf(view.state);
            if (next !== look) setState(view.state);
            look = next;
        };
        prepare(place).then(
            (prepared) => {
                if (!prepared) return gone || setSource(true);
                if (gone || !mount.current) return prepared.slot.release();
                slot = prepared.slot;
                made = new PageEditor({ ...prepared, place, mount: mount.current, shown, changed });
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
        let looks = 0;
        const timer = setInterval(() => {
            looks = (looks + 1) % LOOKS_TOLD;
            if (document.visibilityState === 'visible' && (looks === 0 || !isStreaming())) look();
        }, LOOK_EVERY);
        let soon: ReturnType<typeof setTimeout> | undefined;
        const told = (event: Event) => {
            const request = (event as CustomEvent<string | null>).detail;
            if ((request === null) !== (place.scope.kind === 'main') || soon !== undefined) return;
            soon = setTimeout(() => {
                soon = undefined;
                look();
            }, SOON);
        };
        contentElsewhere.addEventListener('content', told);
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
            clearTimeout(soon);
            contentElsewhere.removeEventListener('content', told);
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
    const calm = isCalm(status);
    const again = () => saver()?.resume();
    const bringBack = async () => {
        const revision = saver()?.state.base.revision;
        if (!revision) return;
        await restore(place, revision);
        onPage(pageId);
        again();
    };
    const moveOn = async () => {
        const now = saver();
        if (!now) return;
        const text = source ? { markdown: String(now.state.now) } : documentOf(now.state.now as Content);
        const id = await saveAsNew(place, now.state.base.revision, text, w('Untitled'));
        await now.abandon();
        onPage(id);
    };
    const copy = async () => (source ? copyText(String(sourceSaver.current?.state.now ?? '')) : editor && copyView(editor.view));
    return (
        <section className="e-editor" aria-label={w('Editor')}>
            <div className="e-head">
                {editor && state && !source && <Toolbar view={editor.view} context={editor.context} state={state} />}
                <button type="button" className="e-mode" aria-pressed={source} onClick={() => void toggle()} disabled={!calm}>Markdown</button>
                <span className="unseen e-status" data-kind={status.kind} />
            </div>
            {!calm && <Trouble status={status} again={again} copy={copy} restore={isReusable ? undefined : bringBack} saveAsNew={moveOn} />}
            {problem && <p className="e-trouble" role="alert">{problem}</p>}
            {source ? (
                <Suspense fallback={<p className="e-wait">{w('Loading…')}</p>}>
                    <Source place={place} onSaver={(it) => { sourceSaver.current = it; }} onStatus={(next: Status) => { setStatus(next); tell.current(stateOf(next)); }} />
                </Suspense>
            ) : (
                <>
                    {!editor && !problem && <p className="e-wait">{w('Loading…')}</p>}
                    <div id="e-text" className="e-text" ref={mount} />
                </>
            )}
            <datalist id="e-languages">
                {['bash', 'c', 'cpp', 'csharp', 'css', 'diff', 'go', 'html', 'java', 'javascript', 'json', 'kotlin', 'markdown', 'mermaid', 'php', 'python', 'ruby', 'rust', 'sql', 'swift', 'typescript', 'xml', 'yaml'].map((it) => <option key={it} value={it} />)}
            </datalist>
        </section>
    );
}
