/** Says why nothing is saved, and offers the ways out. */

import { useState } from 'react';

import { signIn } from '../api/client';
import type { Status } from './save/saver';
import { isStuck, wordsOf } from './status';
import { w } from './words';

interface Props {
    status: Status;
    again(): void;
    copy(): Promise<void>;
    /** Brings the page back, where that can be done. */
    restore?(): Promise<void>;
    /** Makes a new page of the text. */
    saveAsNew(): Promise<void>;
}

export function Trouble({ status, again, copy, restore, saveAsNew }: Props) {
    const [problem, setProblem] = useState<string>();
    const [copied, setCopied] = useState(false);
    const [busy, setBusy] = useState(false);
    const trying = (run: () => Promise<void>) => () => {
        setBusy(true);
        setProblem(undefined);
        run().catch((error: unknown) => setProblem((error as Error).message)).finally(() => setBusy(false));
    };
    const button = (words: string, run: () => void) => <button type="button" disabled={busy} onClick={run}>{words}</button>;
    return (
        <div className="e-trouble" role="alert">
            <span>{wordsOf(status)}</span>
            {status.kind === 'signed-out' && button(w('Sign in'), signIn)}
            {status.kind === 'outdated' && button(w('Reload'), () => location.reload())}
            {status.kind === 'missing' && restore && button(w('Bring the page back'), trying(restore))}
            {status.kind === 'missing' && button(w('Save as a new page'), trying(saveAsNew))}
            {isStuck(status) && button(copied ? w('Copied') : w('Copy the text'), trying(() => copy().then(() => setCopied(true))))}
            {status.kind !== 'conflict' && button(w('Try again'), again)}
            {problem && <span>{problem}</span>}
        </div>
    );
}
