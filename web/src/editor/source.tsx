/** The source mode: the Markdown of a page as it is stored. Opening it and going back changes nothing. */

import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, defineLanguageFacet, HighlightStyle, Language, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { GFM, parser } from '@lezer/markdown';
import { useEffect, useRef, useState } from 'react';

import { client, take } from '../api/client';
import { openDrafts } from './save/drafts';
import { start, type State } from './save/machine';
import { restored, Saver, type Status } from './save/saver';
import { markdown as kind, readMarkdown, textStorage } from './save/text';
import { left, settledAt } from './save/leaving';
import { takeSlot } from './save/slots';
import { type Place, transport, textName } from './save/transport';
import { changes, conflicted } from './source/merge_text';
import { browserClock } from './view/clock';
import { randomName } from '../random';
import { w } from './words';

const TYPING = 900;
const theirs = Annotation.define<boolean>();

const look = HighlightStyle.define([
    { tag: tags.heading, fontWeight: '700', color: 'var(--accent)' },
    { tag: tags.strong, fontWeight: '700' },
    { tag: tags.emphasis, fontStyle: 'italic' },
    { tag: tags.strikethrough, textDecoration: 'line-through' },
    { tag: [tags.link, tags.url], color: 'var(--link)' },
    { tag: [tags.monospace, tags.string], color: 'var(--green)' },
    { tag: [tags.quote, tags.comment], color: 'var(--muted)' },
    { tag: [tags.processingInstruction, tags.meta, tags.tagName, tags.angleBracket], color: 'var(--purple)' },
]);

/** Markdown without the languages that may be in it: those would be larger than all else here. */
const language = new Language(defineLanguageFacet(), parser.configure(GFM), [], 'markdown');

/** The nonce of the page's style, which the policy asks for. */
const nonce = (): string => document.querySelector<HTMLElement>('[nonce]')?.nonce ?? '';

interface Props {
    place: Place;
    onStatus(status: Status): void;
    onSaver(saver: Saver<string>): void;
}

export default function Source({ place, onStatus, onSaver }: Props) {
    const mount = useRef<HTMLDivElement>(null);
    const [problem, setProblem] = useState<string>();
    const tell = useRef(onStatus);
    tell.current = onStatus;

    useEffect(() => {
        let close = (): void => undefined;
        let gone = false;
        open(place, mount, (status) => tell.current(status), onSaver).then(
            (end) => {
                close = end;
                if (gone) end();
            },
            (error: unknown) => !gone && setProblem((error as Error).message),
        );
        return () => {
            gone = true;
            close();
        };
    }, []);

    return (
        <>
            {problem && <p className="e-trouble" role="alert">{problem}</p>}
            <div className="e-source-mode" ref={mount} />
        </>
    );
}

/** The state with the conflicts that are marked in its text, which wait to be decided. */
const withConflicts = (state: State<string>): State<string> => ({ ...state, clashes: conflicted(state.now) });

async function open(
    place: Place,
    mount: { current: HTMLElement | null },
    shown: (status: Status) => void,
    opened: (saver: Saver<string>) => void,
): Promise<() => void> {
    const [drafts, user] = await Promise.all([openDrafts(), take(client.GET('/v1/user'))]);
    const scope = place.scope.kind === 'main' ? 'main' : place.scope.id;
    const whole = `${user.id}/${place.spaceId}/${scope}/${textName(place)}/source`;
    await settledAt(whole);
    const slot = await takeSlot(whole, drafts);
    const address = slot.address;
    const draft = await drafts.get(address).catch(() => undefined);
    const state = draft ? withConflicts(restored(draft, textStorage, 0)) : start(await readMarkdown(place));
    let lastKey = 0;
    const view = new EditorView({
        parent: mount.current ?? undefined,
        state: EditorState.create({
            doc: state.now,
            extensions: [
                EditorView.cspNonce.of(nonce()),
                lineNumbers(), history(), drawSelection(), bracketMatching(), highlightActiveLine(), highlightSelectionMatches(), search({ top: true }),
                EditorView.lineWrapping, language, syntaxHighlighting(look),
                EditorView.contentAttributes.of({ 'aria-label': w('Markdown of the page'), spellcheck: 'true' }),
                keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, indentWithTab]),
                EditorView.updateListener.of((update) => {
                    if (!update.docChanged || update.transactions.some((tr) => tr.annotation(theirs))) return;
                    lastKey = Date.now();
                    saver.written(update.state.doc.toString(), conflicted(update.state.doc.toString()));
                }),
            ],
        }),
    });
    const saver = new Saver<string>(
        {
            kind: kind(() => randomName()),
            transport: transport(place, () => readMarkdown(place)),
            clock: browserClock(),
            drafts,
            storage: textStorage,
            address,
            host: {
                integrate(from, to, refused) {
                    if (view.composing || Date.now() - lastKey < TYPING) return undefined;
                    const mine = view.state.doc.toString();
                    view.dispatch({ changes: changes(from, mine, to, refused), annotations: theirs.of(true) });
                    const now = view.state.doc.toString();
                    return { now, clashes: conflicted(now) };
                },
                clashes: () => [],
                shown,
            },
        },
        state,
    );
    opened(saver);
    if (saver.unsaved) saver.resume();
    const hidden = () => document.visibilityState === 'hidden' && saver.unsaved && saver.resume();
    document.addEventListener('visibilitychange', hidden);
    const resume = () => saver.resume();
    addEventListener('online', resume);
    addEventListener('focus', resume);
    return () => {
        removeEventListener('online', resume);
        removeEventListener('focus', resume);
        document.removeEventListener('visibilitychange', hidden);
        left(whole, saver.close().finally(slot.release));
        view.destroy();
    };
}
