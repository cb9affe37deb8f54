// The JSON of rich-text documents, as the API sends and takes them.
//
// Types say what is read here; a document may hold more, which is kept (see `from_document`).

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Data = { [name: string]: Json };

export interface Mark {
    object: 'mark';
    type: string;
    data?: Data;
}

export interface Leaf {
    object: 'leaf';
    text: string;
    marks?: Mark[];
    /** `true`: the text is Markdown that is not understood. A text: a comment, which is not shown. */
    raw?: boolean | string;
}

export interface Text {
    object: 'text';
    leaves: Leaf[];
    key?: string;
}

export interface Inline {
    object: 'inline';
    type: string;
    key?: string;
    data?: Data;
    nodes?: (Text | Inline)[];
    fragments?: Fragment[];
    isVoid?: boolean;
}

export interface Fragment {
    object: 'fragment';
    fragment?: string;
    type?: string;
    nodes: Block[];
}

export interface Block {
    object: 'block';
    type: string;
    key?: string;
    data?: Data;
    nodes?: (Block | Text | Inline)[];
    fragments?: Fragment[];
    isVoid?: boolean;
    meta?: Data;
}

export interface Document {
    object: 'document';
    data?: Data;
    nodes: Block[];
}

export function isObject(value: unknown): value is Data {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns true if two values are the same JSON; the order of members does not count. */
export function equal(a: unknown, b: unknown): boolean {
    if (a === b) return true;
    if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, at) => equal(item, b[at]));
    if (!isObject(a) || !isObject(b)) return false;
    const names = Object.keys(a);
    return names.length === Object.keys(b).length && names.every((name) => name in b && equal(a[name], b[name]));
}
