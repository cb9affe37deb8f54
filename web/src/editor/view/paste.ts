// What pasted and dropped things become: nodes as they were copied here, files, cells of a spreadsheet, code of an editor,
// HTML of word processors with their lists, Markdown, addresses, plain text.

import { Fragment, type Mark, type Node, type ResolvedPos, Slice } from 'prosemirror-model';
import { Plugin, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

import { safeAddress } from '../model/address';
import { schema } from '../model/schema';
import type { Context } from './context';
import { cleaned } from './foreign_html';
import { fromMarkdown, looksLikeMarkdown } from './markdown_paste';
import { tableOf } from './tables';
import { uploadAll } from './uploads';

/** The type under which a copied piece is there exactly, for pastes into this editor. */
const OWN = 'application/x-quire+json';

export function pasting(context: Context): Plugin {
    return new Plugin({
        props: {
            handleDOMEvents: {
                copy: (view, event) => copy(view, event as ClipboardEvent),
                cut: (view, event) => copy(view, event as ClipboardEvent),
            },
            handlePaste(view, event) {
                const data = event.clipboardData;
                if (!data) return false;
                const plainly = (view as unknown as { input: { shiftKey: boolean } }).input?.shiftKey === true;
                if (plainly) return false;
                const files = [...data.files];
                if (files.length && !data.getData('text/html').includes('<table') && !data.getData('text/plain')) {
                    uploadAll(view, context, files);
                    return true;
                }
                const slice = sliceOf(data, view.state.selection.$from) ?? link(view, data.getData('text/plain'));
                if (!slice) return false;
                const single = slice.openStart === 0 && slice.openEnd === 0 && slice.content.childCount === 1 && slice.content.firstChild?.isBlock;
                const tr = view.state.tr;
                if (single && view.state.selection.$from.parent.content.size === 0) tr.replaceRange(view.state.selection.from, view.state.selection.to, slice);
                else tr.replaceSelection(slice);
                view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
                return true;
            },
            handleDrop(view, event, _, moved) {
                const files = [...(event.dataTransfer?.files ?? [])];
                if (moved || !files.length) return false;
                event.preventDefault();
                const pos = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
                uploadAll(view, context, files, pos);
                return true;
            },
            transformPastedHTML: cleaned,
            clipboardTextSerializer: (slice) => slice.content.textBetween(0, slice.content.size, '\n\n', (leaf) => (leaf.type.name === 'hard_break' ? '\n' : (leaf.attrs.data?.formula ?? ''))),
        },
    });
}

/** Puts the exact nodes beside what other programs take. */
function copy(view: EditorView, event: ClipboardEvent): boolean {
    const { selection } = view.state;
    if (selection.empty || !event.clipboardData) return false;
    const json = JSON.stringify(selection.content().toJSON());
    // The editor's own handler clears the clipboard first and runs after this one.
    const data = event.clipboardData;
    const clear = data.clearData.bind(data);
    data.clearData = (type?: string) => {
        clear(type);
        data.setData(OWN, json);
    };
    return false;
}

function sliceOf(data: DataTransfer, $from: ResolvedPos): Slice | undefined {
    const own = data.getData(OWN);
    if (own) return exact(own);
    const text = data.getData('text/plain');
    const html = data.getData('text/html');
    if ($from.parent.type.spec.code) return undefined;
    if (text && (data.types.includes('vscode-editor-data') || isCode(html))) return new Slice(Fragment.from(code(text, data.getData('vscode-editor-data'))), 0, 0);
    if (isSheet(html, text)) return new Slice(Fragment.from(tableOf(rowsOf(text))), 0, 0);
    if (text && !html && looksLikeMarkdown(text)) return new Slice(Fragment.from(fromMarkdown(text)), 0, 0);
    return undefined;
}

function exact(json: string): Slice | undefined {
    try {
        const slice = Slice.fromJSON(schema, JSON.parse(json));
        slice.content.forEach((node) => node.check());
        return slice;
    } catch {
        // Somebody else's, or of another version: the other forms are taken.
        return undefined;
    }
}

/** Editors set their code in a fixed font, line by line. */
function isCode(html: string): boolean {
    const inner = html.replace(/^.*?<body[^>]*>/is, '').replace(/^.*?<!--StartFragment-->/s, '');
    return /^\s*(<meta[^>]*>\s*)?<(div|pre)[^>]*style="[^"]*(font-family:[^"]*(mono|consol|courier|menlo)|white-space:\s*pre)/i.test(inner);
}

function code(text: string, editor: string): Node {
    const syntax = /"mode":"([\w+#.-]+)"/.exec(editor)?.[1];
    const clean = text.replaceAll('\r\n', '\n').replace(/\n$/, '');
    return schema.node('code', { data: syntax && syntax !== 'plaintext' ? { syntax } : {} }, clean ? schema.text(clean) : undefined);
}

function isSheet(html: string, text: string): boolean {
    if (!text.includes('\t')) return false;
    return /<google-sheets-html-origin|xmlns:x="urn:schemas-microsoft-com:office:excel"|content="?Excel|LibreOffice.*<table/is.test(html) || (!html && rowsOf(text).length > 1 && new Set(rowsOf(text).map((row) => row.length)).size === 1);
}

/** Returns the cells of a text with tabs; cells in quotes may have line breaks. */
export function rowsOf(text: string): string[][] {
    const rows: string[][] = [[]];
    const cells = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/gy;
    const source = text.replaceAll('\r\n', '\n').replace(/\n$/, '');
    for (let found = cells.exec(source); found; found = cells.exec(source)) {
        rows.at(-1)?.push(found[1] === undefined ? (found[2] ?? '') : found[1].replaceAll('""', '"'));
        if (found[3] === '\n') rows.push([]);
        if (cells.lastIndex >= source.length && found[3] === '') break;
    }
    return rows;
}

/** A pasted address links the selected text, or is a link of itself. */
function link(view: EditorView, text: string): Slice | undefined {
    const address = /^\S+$/.test(text.trim()) ? safeAddress(text.trim()) : undefined;
    const { selection, doc } = view.state;
    if (!address || !(selection instanceof TextSelection) || selection.$from.parent.type.spec.code) return undefined;
    const mark = schema.mark('link', { data: { ref: { kind: 'url', url: text.trim() } } });
    if (selection.empty) return new Slice(Fragment.from(schema.text(text.trim(), [mark])), 0, 0);
    if (!selection.$from.sameParent(selection.$to)) return undefined;
    return new Slice(marked(doc.slice(selection.from, selection.to).content, mark), 0, 0);
}

function marked(content: Fragment, mark: Mark): Fragment {
    return Fragment.from(content.content.map((node) => node.mark(mark.addToSet(node.marks))));
}
