// Blocks far from the screen are not laid out (`content-visibility` in the styles). Those near the caret always are, so
// that arrow keys and selections find their way.

import { Plugin } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';

const AROUND = 4;

export function nearCaret(): Plugin {
    return new Plugin({
        props: {
            decorations({ doc, selection }) {
                if (doc.childCount < 60) return null;
                const [first, last] = [selection.$from.index(0) - AROUND, selection.$to.index(0) + AROUND];
                const near: Decoration[] = [];
                doc.forEach((node, pos, index) => {
                    if (index >= first && index <= last) near.push(Decoration.node(pos, pos + node.nodeSize, { class: 'e-near' }));
                });
                return DecorationSet.create(doc, near);
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
