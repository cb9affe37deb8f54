/** The editor of a page. */

export type SaveState = 'saved' | 'saving' | 'offline' | 'refused';

/** The content that is edited. */
export type Scope = { kind: 'main' } | { kind: 'change-request'; id: string };

export interface EditorProps {
    spaceId: string;
    scope: Scope;
    pageId: string;
    onState(state: SaveState): void;
}

export function Editor(_: EditorProps) {
    return null;
}
