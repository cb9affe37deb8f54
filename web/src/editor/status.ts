// States of saves in words, and for the frame around the editor.

import type { Status } from './save/saver';
import { w } from './words';

/** What the shell is told of saves. */
export type SaveState = 'saved' | 'saving' | 'offline' | 'refused';

export function stateOf(status: Status): SaveState {
    if (status.kind === 'saved') return 'saved';
    if (isCalm(status)) return 'saving';
    return status.kind === 'offline' || status.kind === 'busy' ? 'offline' : 'refused';
}

/** Returns true if two states are the same to whoever reads them. */
export const alikeStatus = (a: Status, b: Status): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns true while everything goes as it should. */
export function isCalm({ kind }: Status): boolean {
    return kind === 'saved' || kind === 'writing' || kind === 'saving';
}

/** Returns true if the text can't be saved where it is, however often it is tried. */
export function isStuck({ kind }: Status): boolean {
    return kind === 'missing' || kind === 'forbidden' || kind === 'locked' || kind === 'refused' || kind === 'outdated';
}

/** Returns what a state of saves is called, and what can be done. */
export function wordsOf(status: Status): string {
    switch (status.kind) {
        case 'saved':
            return w('Saved');
        case 'writing':
        case 'saving':
            return w('Saving…');
        case 'conflict':
            return w('{count} {count?conflict|conflicts} to decide in the text. Your text is kept in this browser.', { count: status.count });
        case 'offline':
            return w('Not connected. What you write is kept in this browser, and saved when the connection is back.');
        case 'busy':
            return w('The server is busy. It is tried again.');
        case 'signed-out':
            return w('You are signed out. What you wrote is kept in this browser, and saved when you sign in again.');
        case 'no-drafts':
            return w('This browser keeps no drafts, because its storage is full or closed. Wait until it says Saved before you leave.');
        case 'outdated':
            return w('The server has another version than this page. Your text is kept in this browser: reload.');
        case 'forbidden':
            return w('You may not change this any more: {reason}. Your text is kept in this browser.', { reason: status.reason });
        case 'missing':
            return w('This page was deleted or moved away. Your text is kept in this browser: bring the page back, or make a new page of your text.');
        case 'locked':
            return w('This can’t be changed now: {reason}. Your text is kept in this browser.', { reason: status.reason });
        case 'refused':
            return w('Not saved: {reason}. Your text is kept in this browser.', { reason: status.reason });
    }
}
