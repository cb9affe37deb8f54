// The editor of one page: the view with its plugins, and the saver that follows it.

import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import type { Node } from 'prosemirror-model';
import { type Command, EditorState, type Plugin } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';

import { fromDocument } from '../model/from_document';
import { schema } from '../model/schema';
import { contentOf as significant, toDocument } from '../model/to_document';
import type { Based, Content } from '../save/changes';
import type { Drafts } from '../save/drafts';
import { blocks, blockStorage, readDocument } from '../save/blocks';
import { type State, start } from '../save/machine';
import { restored, Saver, type Status, type Transport } from '../save/saver';
import { type Place, transport } from '../save/transport';
import { added, clashes, loaded, stored, waiting } from './clashes';
import { browserClock } from './clock';
import { Context } from './context';
import { finding, openFind } from './find';
import { handle, openBlockMenu } from './handle';
import { integrate } from './integrate';
import { keys } from './keys';
import { markdownRules } from './input_rules';
import { editLink, follow } from './links';
import { caretFirst, nearCaret, placeholder } from './near';
import { nodeViews, settingsAt } from './node_views';
import { pasting } from './paste';
import { editSettings } from './settings';
import { slashMenu } from './slash';
import { tablePlugin } from './tables';
import { typedColumns } from './typed_columns';
import { uploads } from './uploads';
import { randomName } from '../../random';
import { w } from '../words';

export interface Opened {
    state: State<Content>;
    clashes: ReturnType<typeof loaded>;
}

/** Returns what editing of a page begins with: its draft if there is one, or the content of the server, which is perhaps
 * being read already. */
export async function open(place: Place, drafts: Drafts, address: string, read = (): Promise<Based> => readDocument(place)): Promise<Opened> {
    const draft = await drafts.get(address).catch(() => undefined);
    if (!draft) return { state: start(await read()), clashes: [] };
    const state = restored(draft, blockStorage, Array.isArray(draft.clashes) ? draft.clashes.length : 0);
    return { state, clashes: loaded(draft.clashes, state.now) };
}

export interface Ports {
    place: Place;
    drafts: Drafts;
    address: string;
    opened: Opened;
    mount: HTMLElement;
    shown(status: Status): void;
    changed(view: EditorView): void;
}

export class PageEditor {
    readonly view: EditorView;
    readonly context: Context;
    readonly saver: Saver<Content>;
    private lastKey = 0;

    constructor(private readonly ports: Ports) {
        this.context = new Context(ports.place);
        const { state: saved, clashes: list } = ports.opened;
        const doc = saved.now.length ? schema.node('doc', null, saved.now as Node[]) : fromDocument({ nodes: [] });
        const state = EditorState.create({ doc, plugins: this.plugins() });
        const fitting = list.filter(({ to }) => to <= doc.content.size);
        this.view = new EditorView(ports.mount, {
            state: state.apply(added(state.tr, fitting)),
            nodeViews: nodeViews(this.context),
            attributes: { class: 'body e-body', role: 'textbox', 'aria-multiline': 'true', 'aria-label': w('Text of the page'), spellcheck: 'true', translate: 'no' },
            dispatchTransaction: (tr) => this.dispatched(tr),
            handleClick: follow,
            handleDoubleClickOn: (view, _, node, pos) => {
                if (node.type.name !== 'text' && node.isAtom && node.isInline) void editSettings(view, pos, this.context);
                return false;
            },
        });
        this.saver = new Saver(this.parts(ports.place), saved);
        if (this.saver.unsaved) this.saver.resume();
    }

    /** The text as its document. */
    get document(): ReturnType<typeof toDocument> {
        return toDocument(this.view.state.doc);
    }

    /** Ends the editing, and resolves when what was written is saved or stays as a draft. */
    close(): Promise<boolean> {
        const saved = this.saver.close();
        this.view.destroy();
        return saved;
    }

    private parts(place: Place): ConstructorParameters<typeof Saver<Content>>[0] {
        return {
            kind: blocks(() => randomName()),
            transport: transport(place, (known: Content) => readDocument(place, known)) as Transport<Content>,
            clock: browserClock(),
            drafts: this.ports.drafts,
            storage: blockStorage,
            address: this.ports.address,
            host: {
                integrate: (from, to, refused) => {
                    if (!integrate(this.view, from, to, refused, Date.now() - this.lastKey)) return undefined;
                    return { now: this.content(), clashes: waiting(this.view).length };
                },
                clashes: () => stored(this.view),
                shown: (status) => this.ports.shown(status),
            },
        };
    }

    private content(): Content {
        return significant(this.view.state.doc);
    }

    private dispatched(tr: import('prosemirror-state').Transaction): void {
        const before = waiting(this.view).length;
        this.view.updateState(this.view.state.apply(tr));
        const theirs = tr.getMeta('theirs') === true;
        if (tr.docChanged && !theirs) this.lastKey = Date.now();
        const decided = waiting(this.view).length !== before;
        if ((tr.docChanged || decided) && !theirs) this.saver.written(this.content(), waiting(this.view).length);
        this.ports.changed(this.view);
    }

    private plugins(): Plugin[] {
        const settings: Command = (_, __, view) => {
            const pos = view && settingsAt(view);
            if (view && pos !== undefined) void editSettings(view, pos, this.context);
            return pos !== undefined;
        };
        const own: Record<string, Command> = {
            'Mod-k': (_, __, view) => {
                if (view) void editLink(view, this.context);
                return true;
            },
            'Mod-f': (_, __, view) => !!view && openFind(view),
            'Mod-.': settings,
            'Mod-/': (_, __, view) => !!view && openBlockMenu(view, this.context),
            'Mod-s': () => {
                this.saver.resume();
                return true;
            },
        };
        return [
            caretFirst(),
            slashMenu(this.context),
            pasting(this.context),
            markdownRules,
            keymap(own),
            keymap(keys),
            uploads(),
            history({ newGroupDelay: 600 }),
            clashes(),
            finding(),
            handle(this.context),
            tablePlugin,
            typedColumns(),
            dropCursor({ class: 'e-drop', color: false }),
            gapCursor(),
            nearCaret(),
            placeholder(w('Write, or press / for blocks')),
        ];
    }
}
