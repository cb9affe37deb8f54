/** The shape of rich-text documents as they are drawn. Whatever is not understood is drawn as a named box, never dropped. */

export interface Mark { type: string; data?: Record<string, unknown> }
/** What a comparison of two versions says of a text, and of a block, with what it changed that no reader sees. */
export type TextFate = 'inserted' | 'deleted';
export interface Fate { change: 'added' | 'removed' | 'moved' | 'changed'; notes?: { fate: TextFate; text: string }[] }
export interface Leaf { text: string; marks?: Mark[]; fate?: TextFate }
export interface Fragment { fragment?: string; type?: string; nodes?: Node[] }
export interface Node {
    object?: string;
    type?: string;
    key?: string;
    data?: Record<string, unknown>;
    meta?: { id?: string };
    nodes?: Node[];
    leaves?: Leaf[];
    fragments?: Fragment[];
    /** Set by a comparison alone, as are those of the header and the rows of a table, by the names of the records. */
    fate?: Fate;
    head?: Fate;
    rows?: Map<string, Fate>;
}

export type Ref = { kind?: string } & Record<string, unknown>;

/** Returns a value of `data` if it is a text. */
export function text(node: Node, name: string): string | undefined {
    const value = node.data?.[name];
    return typeof value === 'string' ? value : undefined;
}

export const ref = (node: Node, name = 'ref') => node.data?.[name] as Ref | undefined;

/** Returns a fragment by its name or type. */
export const fragment = (node: Node, name: string) => node.fragments?.find((it) => it.fragment === name || it.type === name)?.nodes ?? [];

/** Returns the text of nodes without marks. */
export function plain(nodes: Node[] | undefined): string {
    return (nodes ?? []).map((node) => (node.leaves ? node.leaves.map((leaf) => leaf.text).join('') : plain(node.nodes))).join('');
}

/** Returns the emoji of code points in hexadecimal, joined by hyphens; nothing for other texts. */
export function emojiOf(code: string | undefined): string | undefined {
    if (!code || !/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i.test(code)) return undefined;
    const points = code.split('-').map((part) => parseInt(part, 16));
    return points.every((point) => point > 0 && point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined;
}

const SCHEMES = ['http:', 'https:', 'mailto:', 'tel:', 'ftp:', 'sftp:'];

/** Returns an address that is safe to follow, or nothing. Everything in a document is hostile. */
export function safeUrl(url: unknown): string | undefined {
    if (typeof url !== 'string') return undefined;
    try {
        return SCHEMES.includes(new URL(url, 'https://relative.invalid').protocol) ? url : undefined;
    } catch {
        return undefined;
    }
}

/** Returns the address of an image of another server, which is shown by https only, or of this one. */
export function safeImage(url: unknown): string | undefined {
    if (typeof url !== 'string') return undefined;
    try {
        const { protocol, origin } = new URL(url, location.href);
        return protocol === 'https:' || origin === location.origin ? url : undefined;
    } catch {
        return undefined;
    }
}

/** Returns a size that is safe in a style. */
export function size(value: unknown): number | undefined {
    const number = typeof value === 'object' && value ? (value as { value?: unknown }).value : value;
    return typeof number === 'number' && number > 0 && number < 10_000 ? number : undefined;
}

export interface Heading { id: string; title: string; level: number }

/** Returns the headings of a document for its outline. */
export function outline(nodes: Node[]): Heading[] {
    return nodes.flatMap((node) => {
        const level = /^heading-([123])$/.exec(node.type ?? '')?.[1];
        if (level && Number(level) < 3) return [{ id: node.meta?.id ?? node.key ?? '', title: plain(node.nodes), level: Number(level) }];
        return node.type === 'stepper' ? (node.nodes ?? []).flatMap((step) => outline(step.nodes ?? [])) : [];
    });
}
