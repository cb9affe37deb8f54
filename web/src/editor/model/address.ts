// Which addresses of documents become links: web, mail and telephone. All others are shown as text and lead nowhere.

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** Returns an absolute address if it is one that may be followed. */
export function safeAddress(address: unknown): string | undefined {
    if (typeof address !== 'string') return undefined;
    try {
        const url = new URL(address);
        return SCHEMES.has(url.protocol) ? url.href : undefined;
    } catch {
        return undefined;
    }
}

/** Returns an address of a picture that may be loaded: of the web. */
export function pictureAddress(address: unknown): string | undefined {
    const url = safeAddress(address);
    return url?.startsWith('http') ? url : undefined;
}
