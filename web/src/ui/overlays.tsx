/** What lies over every screen: the palette, and the list of shortcuts. */

import { useState, useEffect } from 'react';
import { t, type Key } from '../i18n';
import { Dialog } from './kit';
import { Palette } from './palette';
import { useShortcuts } from './shortcuts';

type Overlay = 'palette' | 'keys';
const asked = new EventTarget();

/** Shows one of them. */
export const show = (overlay: Overlay) => asked.dispatchEvent(new CustomEvent('show', { detail: overlay }));

const KEYS: [string[], Key][] = [
    [['Ctrl', 'K'], 'keyPalette'],
    [['?'], 'keyShortcuts'],
    [['E'], 'keyEdit'],
    [['C'], 'keyNewPage'],
    [['G'], 'keyChangeRequests'],
    [['J'], 'keyNext'],
    [['K'], 'keyPrevious'],
    [['N'], 'keyNextChange'],
    [['P'], 'keyPreviousChange'],
    [['V'], 'keyViewed'],
    [['1'], 'keyMine'],
    [['2'], 'keyMain'],
    [['3'], 'keyBoth'],
    [['Esc'], 'keyEscape'],
];

export function Overlays() {
    const [shown, setShown] = useState<Overlay | undefined>();
    useEffect(() => {
        const open = (event: Event) => setShown((event as CustomEvent<Overlay>).detail);
        asked.addEventListener('show', open);
        return () => asked.removeEventListener('show', open);
    }, []);
    useShortcuts({ 'mod+k': () => setShown('palette'), '?': () => setShown('keys') });
    const close = () => setShown(undefined);
    if (shown === 'palette') return <Palette onClose={close} />;
    if (shown !== 'keys') return null;
    return (
        <Dialog title={t('shortcuts')} onClose={close}>
            <dl className="keys">
                {KEYS.map(([keys, words]) => [<dt key={words}>{keys.map((key) => <kbd key={key}>{key}</kbd>)}</dt>, <dd key={`${words}-words`}>{t(words)}</dd>])}
            </dl>
        </Dialog>
    );
}
