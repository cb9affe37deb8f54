// Blocks far from the screen are not laid out (`content-visibility` in the styles). Those near the caret always are, so
// that arrow keys and selections find their way.

import { type EditorState, Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';

const AROUND = 4;

const key = new PluginKey<{ first: number; last: number; set: DecorationSet }>('near');

export function nearCaret(): Plugin {
    return new Plugin({
        key,
        state: {
            init: (_, state) => around(state),
            apply(tr, before, _, state) {
                if (!tr.docChanged && !tr.selectionSet) return before;
                const { first, last } = bounds(state);
                // Typing in one block moves nothing but the ends of what follows.
                if (first === before.first && last === before.last && tr.doc.childCount === tr.before.childCount) return { first, last, set: before.set.map(tr.mapping, tr.doc) };
                return around(state);
            },
        },
        props: { decorations: (state) => key.getState(state)?.set },
    });
}

function bounds({ doc, selection: { $from, $to } }: EditorState): { first: number; last: number } {
    if (doc.childCount < 60) return { first: 0, last: -1 };
    return { first: Math.max(0, $from.index(0) - AROUND), last: Math.min(doc.childCount - 1, $to.index(0) + AROUND) };
}

function around(state: EditorState): { first: number; last: number; set: DecorationSet } {
    const { first, last } = bounds(state);
    const near: Decoration[] = [];
    let pos = 0;
    state.doc.forEach((node, offset, index) => {
        if (index === first) pos = offset;
    });
    for (let index = first; index <= last; index += 1) {
        const { nodeSize } = state.doc.child(index);
        near.push(Decoration.node(pos, pos + nodeSize, { class: 'e-near' }));
        pos += nodeSize;
    }
    return { first, last, set: near.length ? DecorationSet.create(state.doc, near) : DecorationSet.empty };
}

/** Takes over the caret of the browser before a key acts on it. Browsers tell of a caret that a key has moved some time later:
 * Enter that follows End at once would split the text at the place before. */
export function caretFirst(): Plugin {
    return new Plugin({
        props: {
            handleDOMEvents: {
                keydown(view) {
                    if (!view.composing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
                    return false;
                },
            },
        },
    });
}

/** A hint in the empty paragraph that the caret is in. */
export function placeholder(words: string): Plugin {
    return new Plugin({
        props: {
            decorations({ doc, selection }) {
                const { $from, empty } = selection;
                if (!empty || $from.depth === 0 || $from.parent.type.name !== 'paragraph' || $from.parent.content.size) return null;
                const pos = $from.before();
                return DecorationSet.create(doc, [Decoration.node(pos, pos + $from.parent.nodeSize, { class: 'e-empty', 'data-placeholder': words })]);
            },
        },
    });
}
