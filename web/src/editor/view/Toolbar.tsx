/** The toolbar: what is used most, with its keys. Arrow keys go along it, as in every toolbar. */

import { toggleMark } from 'prosemirror-commands';
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history';
import type { MarkType, NodeType } from 'prosemirror-model';
import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { type KeyboardEvent, useRef, useState } from 'react';

import { schema } from '../model/schema';
import { CATALOG } from './catalog';
import { turnInto } from './commands';
import type { Context } from './context';
import { openFind } from './find';
import { openBlockMenu } from './handle';
import { editAnnotation, editLink } from './links';
import { toList } from './lists';
import { insertEntry, openSlash } from './slash';
import { Icon } from '../../ui/icons';
import { w, type Words } from '../words';

interface Item {
    name: Words;
    keys?: string;
    sign: string;
    run(view: EditorView, context: Context): void;
    on?(state: EditorState): boolean;
    off?(state: EditorState): boolean;
}

const mark = (name: string) => schema.marks[name] as MarkType;
const node = (name: string) => schema.nodes[name] as NodeType;
const run = (command: Command) => (view: EditorView) => {
    command(view.state, view.dispatch, view);
    view.focus();
};

function hasMark({ selection, doc, storedMarks }: EditorState, name: string): boolean {
    const { from, to, empty, $from } = selection;
    return empty ? !!mark(name).isInSet(storedMarks ?? $from.marks()) : doc.rangeHasMark(from, to, mark(name));
}

const within = ({ selection: { $from } }: EditorState, name: string): boolean =>
    Array.from({ length: $from.depth }, (_, at) => $from.node(at + 1)).some((it) => it.type.name === name);

const marked = (name: string, label: Words, keys: string, sign: string): Item => ({ name: label, keys, sign, run: run(toggleMark(mark(name))), on: (state) => hasMark(state, name) });
const entry = (name: Words, sign: string): Item => ({
    name,
    sign,
    run: (view, context) => {
        const found = CATALOG.find((it) => it.name === name);
        if (found) void insertEntry(view, found, context);
    },
});

const GROUPS: readonly (readonly Item[])[] = [
    [
        { name: 'Undo', keys: 'Ctrl+Z', sign: '↶', run: run(undo), off: (state) => undoDepth(state) === 0 },
        { name: 'Redo', keys: 'Ctrl+Y', sign: '↷', run: run(redo), off: (state) => redoDepth(state) === 0 },
    ],
    [
        marked('bold', 'Bold', 'Ctrl+B', 'B'),
        marked('italic', 'Italic', 'Ctrl+I', 'I'),
        marked('strikethrough', 'Strikethrough', 'Ctrl+Shift+X', 'S'),
        marked('code_text', 'Code', 'Ctrl+E', '‹›'),
        { name: 'Link', keys: 'Ctrl+K', sign: 'link', run: (view, context) => void editLink(view, context), on: (state) => hasMark(state, 'link') },
        { name: 'Annotation', sign: '†', run: (view, context) => void editAnnotation(view, context), on: (state) => hasMark(state, 'annotation') },
    ],
    [
        { name: 'Bulleted list', keys: 'Ctrl+Shift+8', sign: '•', run: run(toList('list_unordered')), on: (state) => within(state, 'list_unordered') },
        { name: 'Numbered list', keys: 'Ctrl+Shift+7', sign: '1.', run: run(toList('list_ordered')), on: (state) => within(state, 'list_ordered') },
        { name: 'Task list', keys: 'Ctrl+Shift+9', sign: '☑', run: run(toList('list_tasks')), on: (state) => within(state, 'list_tasks') },
    ],
    [entry('Hint', 'i'), entry('Code', '{}'), entry('Table', '▦'), entry('Image', 'picture')],
    [
        { name: 'Insert', keys: '/', sign: '+', run: (view) => openSlash(view) },
        { name: 'Block', keys: 'Ctrl+/', sign: '⠿', run: (view, context) => void openBlockMenu(view, context) },
        { name: 'Find and replace', keys: 'Ctrl+F', sign: '⌕', run: (view) => void openFind(view) },
    ],
];

/** Signs that few fonts have as characters are drawn. */
const isIcon = (sign: string): sign is 'link' | 'picture' => sign === 'link' || sign === 'picture';

const STYLES = [['Paragraph', 'paragraph', 0], ['Heading 1', 'heading', 1], ['Heading 2', 'heading', 2], ['Heading 3', 'heading', 3]] as const;

/** Returns what the toolbar shows of a state: it looks the same where this is the same. */
export function lookOf(state: EditorState): string {
    const { parent } = state.selection.$from;
    const signs = GROUPS.flat().map((item) => `${item.on?.(state) ?? ''}${item.off?.(state) ?? ''}`);
    return [parent.type.name, parent.attrs.level ?? '', ...signs].join();
}

interface Props {
    view: EditorView;
    context: Context;
    /** The state to show: another one after each change. */
    state: EditorState;
}

export function Toolbar({ view, context, state }: Props) {
    const bar = useRef<HTMLDivElement>(null);
    const [at, setAt] = useState(0);
    const parent = state.selection.$from.parent;
    const style = STYLES.findIndex(([, name, level]) => parent.type.name === name && (level === 0 || parent.attrs.level === level));

    const controls = () => [...(bar.current?.querySelectorAll<HTMLElement>('select, button') ?? [])];
    const move = (event: KeyboardEvent) => {
        const all = controls();
        const from = all.indexOf(document.activeElement as HTMLElement);
        const to = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: -1 }[event.key];
        if (to === undefined || (event.target instanceof HTMLSelectElement && event.key === 'ArrowDown')) {
            if (event.key === 'Escape') view.focus();
            return;
        }
        event.preventDefault();
        const next = ((to % all.length) + all.length) % all.length;
        setAt(next);
        all[next]?.focus();
    };

    let index = 0;
    return (
        <div ref={bar} className="e-toolbar" role="toolbar" aria-label={w('Format and insert')} aria-controls="e-text" onKeyDown={move}>
            <select
                aria-label={w('Style')}
                tabIndex={at === 0 ? 0 : -1}
                value={style}
                onFocus={() => setAt(0)}
                onChange={(event) => {
                    const [, name, level] = STYLES[Number(event.target.value)] ?? STYLES[0];
                    run(turnInto(node(name), level ? { level } : {}))(view);
                }}
            >
                {style < 0 && <option value={-1}>{parent.type.name === 'code' ? w('Code') : w('Other')}</option>}
                {STYLES.map(([name], n) => <option key={name} value={n}>{w(name)}</option>)}
            </select>
            {GROUPS.map((items) => (
                <span key={items[0]?.name} className="e-group" role="group">
                    {items.map((item) => {
                        index += 1;
                        const mine = index;
                        return (
                            <button
                                key={item.name}
                                type="button"
                                title={item.keys ? `${w(item.name)} (${item.keys})` : w(item.name)}
                                aria-label={w(item.name)}
                                aria-pressed={item.on ? item.on(state) : undefined}
                                aria-disabled={item.off?.(state) || undefined}
                                tabIndex={at === mine ? 0 : -1}
                                data-sign={isIcon(item.sign) ? undefined : item.sign}
                                onFocus={() => setAt(mine)}
                                onMouseDown={(event) => event.preventDefault()}
                                onClick={() => item.run(view, context)}
                            >
                                {isIcon(item.sign) ? <Icon name={item.sign} /> : null}
                            </button>
                        );
                    })}
                </span>
            ))}
        </div>
    );
}
