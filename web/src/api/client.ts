/** The one way to the server: its public API, with the session's cookie and types from its own document. */

import createClient from 'openapi-fetch';
import { t } from '../i18n';
import type { components, paths } from './schema';

export type Schemas = components['schemas'];

/** An answer that says no: its status, and the server's own words. */
export class Refused extends Error {
    constructor(readonly status: number, message: string, readonly body: unknown) {
        super(message);
    }
}

/** Told when the session has ended while somebody works: nothing that they wrote is thrown away. */
export const sessionEnded = new EventTarget();

/** Returns true if an error says that the session has ended. */
export const isSignedOut = (error: unknown): boolean => error instanceof Refused && error.status === 401;

/** Leads to the sign-in pages, which come back to this place. */
export function signIn(): void {
    const { pathname, search, hash } = location;
    location.assign(`/sign-in?next=${encodeURIComponent(pathname + search + hash)}`);
}

/** The client. Paths and bodies are checked against the document when the app is built. */
export const client = createClient<paths>({ baseUrl: '/', credentials: 'same-origin' });

/** Returns the body of an answer, or throws what the server says. */
export async function take<T>(answer: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
    const { data, error, response } = await answer;
    if (response.ok) return data as T;
    if (response.status === 401) {
        sessionEnded.dispatchEvent(new Event('ended'));
        throw new Refused(response.status, t('signedOut'), error);
    }
    const message = (error as { error?: { message?: string } } | undefined)?.error?.message;
    throw new Refused(response.status, message ?? `${response.status} ${response.statusText}`, error);
}
