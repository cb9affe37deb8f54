// Markdown while typing. One undo (or Backspace) takes the effect of a shortcut back and leaves the characters.

import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import type { MarkType, NodeType } from 'prosemirror-model';
import { type EditorState, TextSelection } from 'prosemirror-state';

import { schema } from '../model/schema';

const type = (name: string): NodeType => schema.nodes[name] as NodeType;

/** Makes marks of delimiters around a text. */
function marked(pattern: RegExp, mark: MarkType): InputRule {
    return new InputRule(pattern, (state, match, start, end) => {
        const [whole, before = '', text] = match;
        if (!text?.trim() || inCode(state)) return null;
        const from = start + before.length;
        const inner = from + whole.slice(before.length).indexOf(text);
        const tr = state.tr;
        if (end > inner + text.length) tr.delete(inner + text.length, end);
        tr.delete(from, inner);
        tr.addMark(from, from + text.length, mark.create());
        return tr.removeStoredMark(mark);
    });
}

function inCode(state: EditorState): boolean {
    const { $from } = state.selection;
    return !!$from.parent.type.spec.code || $from.marks().some((mark) => mark.type.spec.code);
}

/** Makes a list with the check box that was typed. */
const tasks = (pattern: RegExp, data: (match: RegExpMatchArray) => object): InputRule =>
    new InputRule(pattern, (state, match, start, end) => {
        const tr = state.tr.delete(start, end);
        const $start = tr.doc.resolve(start);
        const inList = $start.depth > 1 && $start.node(-1).type.name === 'list_item';
        if (inList) {
            const list = $start.node(-2);
            if ($start.index(-1) > 0 || list.childCount > 1) return null;
            const pos = $start.before(-2);
            return tr.setNodeMarkup(pos, type('list_tasks'), { data: {}, extra: {} }).setNodeMarkup(pos + 1, null, { data: data(match), extra: {} });
        }
        const range = $start.blockRange();
        return range && tr.wrap(range, [{ type: type('list_tasks') }, { type: type('list_item'), attrs: { data: data(match) } }]);
    });

/** Makes a divider of a line of its own. */
const divider = new InputRule(/^(?:---|—-|\*\*\*|___)$/, (state, _, start, end) => {
    const $start = state.doc.resolve(start);
    if ($start.parent.type.name !== 'paragraph' || end !== $start.end()) return null;
    const tr = state.tr.replaceWith($start.before(), $start.after(), [type('divider').create(), type('paragraph').create()]);
    return tr.setSelection(TextSelection.create(tr.doc, $start.before() + 2));
});

const M = schema.marks as Record<string, MarkType>;

export const markdownRules = inputRules({
    rules: [
        textblockTypeInputRule(/^(#{1,3})\s$/, type('heading'), (match) => ({ level: (match[1] as string).length })),
        tasks(/^\[([ xX])?\]\s$/, (match) => ({ checked: /x/i.test(match[1] ?? '') })),
        wrappingInputRule(/^\s*>\s$/, type('blockquote')),
        wrappingInputRule(/^\s*([-+*])\s$/, type('list_unordered')),
        wrappingInputRule(
            /^(\d{1,9})[.)]\s$/,
            type('list_ordered'),
            (match) => ({ data: Number(match[1]) === 1 ? {} : { start: Number(match[1]) } }),
            (match, node) => node.childCount + Number(node.attrs.data.start ?? 1) === Number(match[1]),
        ),
        textblockTypeInputRule(/^```([\w+#.-]*)\s$/, type('code'), (match) => ({ data: match[1] ? { syntax: match[1] } : {} })),
        divider,
        marked(/(^|[^*\w])\*\*([^*]+)\*\*$/, M.bold as MarkType),
        marked(/(^|[^_\w])__([^_]+)__$/, M.bold as MarkType),
        marked(/(^|[^*\w])\*([^*]+)\*$/, M.italic as MarkType),
        marked(/(^|[^_\w])_([^_]+)_$/, M.italic as MarkType),
        marked(/(^|[^~])~~([^~]+)~~$/, M.strikethrough as MarkType),
        marked(/(^|[^`])`([^`]+)`$/, M.code_text as MarkType),
        new InputRule(/\[([^\]]+)\]\((https?:[^\s)]+)\)$/, (state, match, start, end) => {
            if (inCode(state)) return null;
            const link = (M.link as MarkType).create({ data: { ref: { kind: 'url', url: match[2] } } });
            return state.tr.replaceWith(start, end, schema.text(match[1] as string, [link])).removeStoredMark(M.link as MarkType);
        }),
        new InputRule(/\$\$([^$]+)\$\$$/, (state, match, start, end) => {
            if (inCode(state)) return null;
            return state.tr.replaceWith(start, end, type('inline_math').create({ data: { formula: (match[1] as string).trim() } }));
        }),
    ],
});
