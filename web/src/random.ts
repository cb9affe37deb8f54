/** Names that nobody else has. `crypto.randomUUID` is there on pages that came by HTTPS alone. */

/** Returns 128 random bits as letters and digits. */
export function randomName(): string {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
