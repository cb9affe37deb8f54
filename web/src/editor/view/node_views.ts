// How blocks behave while they are edited, in plain DOM: boxes with a bar of controls around what is written in them,
// pictures with their caption, cards that stand for what can't be shown here.

import type { Node } from 'prosemirror-model';
import { NodeSelection } from 'prosemirror-state';
import type { EditorView, NodeView, NodeViewConstructor } from 'prosemirror-view';

import type { Data } from '../model/json';
import { emoji, opaqueText } from '../model/look';
import { Box, gear, type Parts, setData } from './box';
import type { Context } from './context';
import { button, el } from './dom';
import { editSettings, SETTINGS } from './settings';
import { pictureView } from './pictures';
import { tableView } from './table_view';
import { known, w, type Words } from '../words';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const bar = (...children: HTMLElement[]): HTMLElement => el('div', { class: 'e-bar', contenteditable: 'false' }, ...children);

type Make = (node: Node, parts: Parts) => NodeView;

const hint: Make = (node, parts) => {
    const contentDOM = el('div', { class: 'q-hint-body' });
    const styles = ['info', 'success', 'warning', 'danger'];
    const sign = button(w('Style of the hint'), 'i', () =>
        setData(parts, (data) => ({ ...data, style: styles[(styles.indexOf(text(data.style)) + 1) % styles.length] as string })),
    { class: 'q-hint-icon', contenteditable: 'false' });
    const dom = el('div', {}, sign, contentDOM, gear('hint', parts));
    return new Box(node, {
        dom,
        contentDOM,
        changed: ({ attrs }) => {
            const style = styles.includes(text(attrs.data.style)) ? text(attrs.data.style) : 'info';
            dom.className = `q-hint q-${style}`;
            sign.textContent = { info: 'i', success: '✓', warning: '!', danger: '‼' }[style] ?? 'i';
            sign.setAttribute('aria-label', w('Style of the hint: {style}', { style: known(style[0]?.toUpperCase() + style.slice(1)) }));
        },
    });
};

const item: Make = (node, parts) => {
    const isTask = () => {
        const pos = parts.getPos();
        return pos !== undefined && parts.view.state.doc.resolve(pos).parent.type.name === 'list_tasks';
    };
    const contentDOM = el('div', { class: 'q-task-body' });
    const box = el('input', {
        type: 'checkbox',
        class: 'q-check',
        contenteditable: 'false',
        'aria-label': w('Done'),
        onchange: () => setData(parts, (data) => ({ ...data, checked: box.checked })),
    });
    const task = isTask() || node.attrs.data.checked !== undefined;
    const dom = task ? el('li', { class: 'q-task' }, box, contentDOM) : el('li');
    const changed = ({ attrs }: Node): void => {
        box.checked = attrs.data.checked === true;
        dom.classList.toggle('q-done', task && box.checked);
    };
    const view = new Box(node, { dom, contentDOM: task ? contentDOM : dom, changed });
    const update = view.update.bind(view);
    view.update = (next) => (next.attrs.data.checked !== undefined) === task && update(next);
    return view;
};

const code: Make = (node, parts) => {
    const contentDOM = el('code', { spellcheck: 'false', dir: 'ltr' });
    const title = el('span', { class: 'q-code-title' });
    const language = el('input', {
        class: 'e-language',
        'aria-label': w('Language'),
        placeholder: w('Language'),
        list: 'e-languages',
        size: 12,
        onchange: () => setData(parts, ({ syntax: _, ...data }) => (language.value.trim() ? { ...data, syntax: language.value.trim() } : data)),
        onkeydown: (event) => {
            if ((event as KeyboardEvent).key === 'Enter' || (event as KeyboardEvent).key === 'Escape') {
                event.preventDefault();
                parts.view.focus();
            }
        },
    });
    const pre = el('pre', { class: 'q-pre' }, contentDOM);
    const dom = el('div', { class: 'q-code' }, el('div', { class: 'e-code-head', contenteditable: 'false' }, title, language, gear('code', parts)), pre);
    return new Box(node, {
        dom,
        contentDOM,
        changed: ({ attrs: { data } }) => {
            language.value = text(data.syntax);
            title.textContent = text(data.title);
            pre.classList.toggle('q-wrap', data.overflow === 'wrap');
            dom.classList.toggle('e-numbered', data.lineNumbers === true);
        },
    });
};

const expandable: Make = (node, parts) => {
    const contentDOM = el('div', { class: 'e-expandable-content' });
    const toggle = button(w('Fold'), '', () => {
        const closed = dom.classList.toggle('e-closed');
        toggle.setAttribute('aria-expanded', String(!closed));
    }, { class: 'e-toggle', contenteditable: 'false', 'aria-expanded': 'true' });
    const dom = el('div', { class: 'q-expandable' }, toggle, contentDOM, gear('expandable', parts));
    return new Box(node, { dom, contentDOM });
};

/** A box with its own words for a head: a tab, a step, a condition and the like. */
function framed(name: string, classes: string, head: (data: Data) => string, inner = ''): Make {
    return (node, parts) => {
        const contentDOM = el('div', { class: inner });
        const words = el('span');
        const dom = el('div', { class: classes }, bar(words, gear(name, parts)), contentDOM);
        return new Box(node, {
            dom,
            contentDOM,
            changed: ({ attrs }) => {
                words.textContent = head(attrs.data);
            },
        });
    };
}

const tab: Make = (node, parts) => {
    const contentDOM = el('div', { class: 'q-tab-body' });
    const title = el('input', {
        class: 'e-tab-title',
        'aria-label': w('Title of the tab'),
        placeholder: w('Title'),
        dir: 'auto',
        onchange: () => setData(parts, (data) => ({ ...data, title: title.value })),
        onkeydown: (event) => {
            const key = (event as KeyboardEvent).key;
            if (key !== 'Enter' && key !== 'Escape') return;
            event.preventDefault();
            parts.view.focus();
        },
    });
    const more = button(w('Another tab'), '+', () => addBeside(parts, node), { class: 'e-more', contenteditable: 'false' });
    const dom = el('div', { class: 'q-tab' }, bar(title, more, gear('tabs_item', parts)), contentDOM);
    return new Box(node, { dom, contentDOM, changed: ({ attrs }) => (title.value = text(attrs.data.title)) });
};

/** Adds a part behind one, with an empty paragraph in it. */
function addBeside({ view, getPos }: Parts, node: Node): void {
    const pos = getPos();
    const now = pos === undefined ? null : view.state.doc.nodeAt(pos);
    const next = node.type.createAndFill({ data: {} });
    if (pos === undefined || !now || !next) return;
    view.dispatch(view.state.tr.insert(pos + now.nodeSize, next).scrollIntoView());
    view.focus();
}

const step: Make = (node, parts) => {
    const contentDOM = el('div', { class: 'q-step-body' });
    const more = button(w('Another step'), '+', () => addBeside(parts, node), { class: 'e-more' });
    const dom = el('div', { class: 'q-step' }, el('span', { class: 'q-step-mark', contenteditable: 'false', 'aria-hidden': 'true' }), contentDOM, bar(more, gear('stepper_step', parts)));
    return new Box(node, { dom, contentDOM });
};

const column: Make = (node, parts) => {
    const contentDOM = el('div');
    const dom = el('div', { class: 'q-col' }, contentDOM, bar(button(w('Another column'), '+', () => addBeside(parts, node), { class: 'e-more' }), gear('column', parts)));
    return new Box(node, {
        dom,
        contentDOM,
        changed: ({ attrs: { data } }) => {
            const width = Number(data.width?.value ?? data.width);
            dom.style.flex = width > 0 ? `${width} 1 0` : '';
            dom.style.alignSelf = { middle: 'center', bottom: 'end' }[text(data.verticalAlignment)] ?? '';
        },
    });
};

/** A card for a block that is shown on published pages only: its kind, and what it is about. */
function card(kind: Words, about: (data: Data, context: Context) => Promise<string> | string): Make {
    return (node, parts) => {
        const words = el('span', { class: 'e-card-text', dir: 'auto' });
        const dom = el('div', { class: 'e-card', contenteditable: 'false' }, el('span', { class: 'e-card-kind' }, w(kind)), words, gear(node.type.name, parts));
        return new Box(node, {
            dom,
            changed: ({ attrs }) => {
                void Promise.resolve(about(attrs.data, parts.context)).then((name) => (words.textContent = name || w('Not set')));
            },
        });
    };
}

const math: Make = (node, parts) => {
    const source = el('code');
    const dom = el('div', { class: 'q-math e-source', contenteditable: 'false' }, source, gear('math', parts));
    dom.addEventListener('dblclick', () => dom.querySelector('button')?.click());
    return new Box(node, { dom, changed: ({ attrs }) => (source.textContent = text(attrs.data.formula) || '∑') });
};

const opaque: Make = (node) => {
    const dom = el(
        'div',
        { class: 'e-opaque', contenteditable: 'false' },
        el('span', { class: 'e-card-kind' }, w('Kept as it is')),
        el('pre', {}, opaqueText(node.attrs.json)),
    );
    return new Box(node, { dom });
};

/** An inline node: a text that stands for it, and its settings by double click or Enter. */
function inline(tag: 'span' | 'code', classes: string, words: (data: Data, context: Context) => Promise<string> | string): Make {
    return (node, parts) => {
        const dom = el(tag, { class: classes, contenteditable: 'false' });
        dom.addEventListener('dblclick', () => {
            const pos = parts.getPos();
            if (pos !== undefined) void editSettings(parts.view, pos, parts.context);
        });
        return new Box(node, {
            dom,
            changed: ({ attrs }) => {
                void Promise.resolve(words(attrs.data, parts.context)).then((name) => {
                    dom.textContent = name || '…';
                });
            },
        });
    };
}

const named = (data: Data, context: Context) => context.nameOf(data.ref);

const MAKERS: Record<string, Make> = {
    hint,
    list_item: item,
    code,
    expandable,
    tabs_item: tab,
    stepper_step: step,
    column,
    math,
    opaque,
    images: pictureView.images,
    image: pictureView.image,
    file: pictureView.file,
    drawing: pictureView.image,
    embed: pictureView.embed,
    inline_image: pictureView.inline,
    table: tableView.table,
    table_cell: tableView.cell,
    table_header: tableView.header,
    if: framed('if', 'e-if', (data) => w('Shown if {condition}', { condition: text(data.expression) || '…' })),
    update: framed('update', 'q-update', (data) => [text(data.date) || w('No date'), ...(Array.isArray(data.tags) ? data.tags : [])].join(' · '), 'q-update-body'),
    prompt: framed('prompt', 'q-prompt', (data) => text(data.description) || w('Prompt'), 'q-prompt-body'),
    content_ref: card('Page link', named),
    reusable_content: card('Reusable content', named),
    swagger: card('API operation', ({ method, path }) => `${text(method).toUpperCase()} ${text(path)}`),
    openapi_operation: card('API operation', ({ ref, method, path }) => `${text(method).toUpperCase()} ${text(path)} · ${text((ref as Data | undefined)?.spec)}`),
    openapi_schemas: card('API schemas', ({ ref, schemas }) => `${Array.isArray(schemas) ? schemas.join(', ') : ''} · ${text((ref as Data | undefined)?.spec)}`),
    openapi_webhook: card('API webhook', ({ ref, name }) => `${text(name)} · ${text((ref as Data | undefined)?.spec)}`),
    integration: card('Integration', ({ integration, block }) => `${text(integration)}/${text(block)}`),
    emoji: inline('span', 'e-emoji', ({ code: points }) => emoji(text(points))),
    icon: inline('span', 'e-icon', ({ icon }) => `:${text(icon)}:`),
    inline_math: inline('code', 'q-c e-math', ({ formula }) => text(formula)),
    expression: inline('code', 'q-c e-expression', ({ expression }) => text(expression)),
    mention: inline('span', 'q-mention', named),
    button: inline('span', 'q-button e-button', ({ label }) => text(label)),
};

/** Returns the node views. */
export function nodeViews(context: Context): Record<string, NodeViewConstructor> {
    return Object.fromEntries(Object.entries(MAKERS).map(([name, make]) => [name, (node, view, getPos) => make(node, { view, getPos, context })]));
}

/** Returns the position and node that settings are for: what is selected, or the innermost block with settings around it. */
export function settingsAt(view: EditorView): number | undefined {
    const { selection } = view.state;
    if (selection instanceof NodeSelection && SETTINGS[selection.node.type.name]) return selection.from;
    const { $from } = selection;
    for (let depth = $from.depth; depth > 0; depth -= 1) if (SETTINGS[$from.node(depth).type.name]) return $from.before(depth);
    return undefined;
}
