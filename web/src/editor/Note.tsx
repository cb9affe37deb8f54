/** A small editor for texts beside pages, such as descriptions: the blocks of pages, without saves of its own. */

import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import type { Command } from 'prosemirror-state';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { useEffect, useRef } from 'react';

import { fromDocument } from './model/from_document';
import type { Document } from './model/json';
import { documentOf } from './save/changes';
import { contentOf } from './model/to_document';
import type { Place } from './save/transport';
import { Context } from './view/context';
import { markdownRules } from './view/input_rules';
import { keys } from './view/keys';
import { editLink, follow } from './view/links';
import { placeholder } from './view/near';
import { nodeViews } from './view/node_views';
import { pasting } from './view/paste';
import { tablePlugin } from './view/tables';
import './styles/editor.css';

interface Props {
    /** The place whose pages links may lead to. */
    place: Place;
    document: Document | undefined;
    label: string;
    hint: string;
    /** Gets a function that returns what is written; undefined if nothing was changed. */
    onReady(written: () => Document | undefined): void;
}

export function Note({ place, document, label, hint, onReady }: Props) {
    const mount = useRef<HTMLDivElement>(null);
    useEffect(() => {
        if (!mount.current) return;
        const context = new Context(place);
        const link: Command = (_, __, view) => {
            if (view) void editLink(view, context);
            return true;
        };
        const doc = fromDocument(document ?? { nodes: [] });
        const plugins = [pasting(context), markdownRules, keymap({ 'Mod-k': link }), keymap(keys), history(), tablePlugin, dropCursor({ class: 'e-drop', color: false }), gapCursor(), placeholder(hint)];
        const view = new EditorView(mount.current, {
            state: EditorState.create({ doc, plugins }),
            nodeViews: nodeViews(context),
            attributes: { class: 'body e-body e-note', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, spellcheck: 'true' },
            handleClick: follow,
        });
        onReady(() => (view.state.doc.eq(doc) ? undefined : documentOf(contentOf(view.state.doc))));
        return () => view.destroy();
    }, []);
    return <div className="e-note-box" ref={mount} onKeyDown={(event) => event.key === 'Escape' && event.defaultPrevented && event.stopPropagation()} />;
}
