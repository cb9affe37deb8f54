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

type Keys = readonly [readonly string[], Key][];

const KEYS: Keys = [
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

const EDITOR_KEYS: Keys = [
    [['/'], 'keySlash'],
    [['Esc'], 'keySelectBlock'],
    [['Alt', 'Shift', '↑'], 'keyMoveUp'],
    [['Alt', 'Shift', '↓'], 'keyMoveDown'],
    [['Ctrl', 'D'], 'keyDuplicate'],
    [['Ctrl', 'Shift', '⌫'], 'keyDeleteBlock'],
    [['Ctrl', '/'], 'keyBlockMenu'],
    [['Ctrl', '.'], 'keyBlockSettings'],
    [['Ctrl', '↵'], 'keyLeaveBlock'],
    [['Ctrl', 'Alt', '0'], 'keyParagraph'],
    [['Ctrl', 'Alt', '1'], 'keyHeading'],
    [['Ctrl', 'Shift', '7'], 'keyNumbered'],
    [['Ctrl', 'Shift', '8'], 'keyBulleted'],
    [['Ctrl', 'Shift', '9'], 'keyTasks'],
    [['Ctrl', 'B'], 'keyBold'],
    [['Ctrl', 'I'], 'keyItalic'],
    [['Ctrl', 'E'], 'keyCode'],
    [['Ctrl', 'Shift', 'X'], 'keyStruck'],
    [['Ctrl', 'K'], 'keyLink'],
    [['Ctrl', 'F'], 'keyFind'],
    [['Ctrl', 'Alt', '↓'], 'keyRow'],
    [['Ctrl', 'Alt', '→'], 'keyColumn'],
    [['Ctrl', 'Z'], 'undo'],
];

function List({ title, keys }: { title: string; keys: Keys }) {
    return (
        <section aria-label={title}>
            <h3>{title}</h3>
            <dl className="keys">
                {keys.map(([names, words]) => [<dt key={words}>{names.map((name) => <kbd key={name}>{name}</kbd>)}</dt>, <dd key={`${words}-words`}>{t(words)}</dd>])}
            </dl>
        </section>
    );
}

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
        <Dialog title={t('shortcuts')} onClose={close} wide>
            <div className="key-lists"><List title={t('everywhere')} keys={KEYS} /><List title={t('whileWriting')} keys={EDITOR_KEYS} /></div>
        </Dialog>
    );
}
