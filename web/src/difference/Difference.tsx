/** What differs between two versions of a page's text: as it is read, or as it is written, side by side or in one text. */

import { useState } from 'react';
import type { Schemas } from '../api/client';
import { t, type Key } from '../i18n';
import { Notice } from '../ui/kit';
import { isChange } from './blocks';
import { Rendered } from './Rendered';
import { Source } from './Source';

const VIEWS = { read: 'asRead', side: 'sideBySide', inline: 'inline' } as const satisfies Record<string, Key>;
export type View = keyof typeof VIEWS;

const isView = (name: string | null): name is View => name !== null && name in VIEWS;

/** The view that was chosen last in this browser. */
export function useView(): [View, (view: View) => void] {
    const [view, setView] = useState<View>(() => {
        const last = localStorage.getItem('quire.diff');
        return isView(last) ? last : 'read';
    });
    const choose = (next: View) => { setView(next); localStorage.setItem('quire.diff', next); };
    return [view, choose];
}

export function Views({ view, choose }: { view: View; choose: (view: View) => void }) {
    return (
        <div className="choices" role="group" aria-label={t('view')}>
            {Object.entries(VIEWS).map(([name, words]) => <button key={name} type="button" className="button small" aria-pressed={name === view} onClick={() => choose(name as View)}>{t(words)}</button>)}
        </div>
    );
}

interface Props {
    spaceId: string;
    diff: Schemas['PageDiff'];
    view: View;
    current?: number;
    /** Makes what stands beside a block of the later version, such as a button to comment on it. */
    tools?: (key: string | undefined) => React.ReactNode;
}

export function Difference({ spaceId, diff, view, current, tools }: Props) {
    if (!diff.blocks.some(isChange)) return <p className="muted">{t('textUnchanged')}</p>;
    return (
        <>
            {diff.approximate ? <Notice>{t('approximate')}</Notice> : null}
            {view === 'read'
                ? <Rendered spaceId={spaceId} diff={diff} current={current} tools={tools} />
                : <Source blocks={diff.blocks} isSideBySide={view === 'side'} current={current} tools={tools && ((block) => tools(block.after?.keys?.[0]))} />}
        </>
    );
}
