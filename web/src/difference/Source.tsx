/** A difference of two texts as they are written: blocks, and words inside of changed ones. */

import type { Schemas } from '../api/client';
import { nameOf } from '../document/fate';
import { t } from '../i18n';
import { isChange, type Block } from './blocks';

export const SIGNS = { added: '+', removed: '−', changed: '~', moved: '↕', equal: '' } as const;

function Words({ words, side }: { words: Schemas['Words'][]; side?: 'before' | 'after' }) {
    const shown = words.filter(({ change }) => change === 'equal' || !side || (side === 'before') === (change === 'deleted'));
    const last = shown.at(-1);
    if (last) shown.splice(-1, 1, { ...last, text: last.text.trimEnd() });
    return shown.map(({ change, text }, at) => (change === 'equal' ? <span key={at}>{text}</span> : change === 'inserted' ? <ins key={at}>{text}</ins> : <del key={at}>{text}</del>));
}

function Side({ block, side }: { block: Block; side: 'before' | 'after' }) {
    const text = block[side]?.markdown;
    return <pre className={`diff-text ${side}`} dir="auto">{block.words ? <Words words={block.words} side={side} /> : text?.replace(/\n+$/, '')}</pre>;
}

function Inline({ block }: { block: Block }) {
    if (block.words) return <pre className="diff-text" dir="auto"><Words words={block.words} /></pre>;
    if (block.change === 'changed') return <div><Side block={block} side="before" /><Side block={block} side="after" /></div>;
    return <Side block={block} side={block.after?.markdown === undefined ? 'before' : 'after'} />;
}

/** Draws the blocks. `tools` makes what stands beside a block, such as a button to comment on it. */
export function Source({ blocks, isSideBySide, current, tools }: { blocks: Block[]; isSideBySide: boolean; current?: number; tools?: (block: Block) => React.ReactNode }) {
    const rows: React.ReactNode[] = [];
    let count = -1;
    let same = 0;
    const flush = (at: number) => {
        if (same) rows.push(<div className="diff-skip" key={`same-${at}`}>{t('unchangedBlocks', { count: same })}</div>);
        same = 0;
    };
    blocks.forEach((block, at) => {
        if (!isChange(block)) {
            same += 1;
            return;
        }
        flush(at);
        count += 1;
        rows.push(
            <div className={`diff-block ${block.change}`} key={at} data-change={count} data-current={count === current ? '' : undefined} tabIndex={-1}>
                <span className={`sign ${block.change}`} title={nameOf(block.change)}>{SIGNS[block.change]}<span className="unseen">{nameOf(block.change)}</span></span>
                {isSideBySide ? <><Side block={block} side="before" /><Side block={block} side="after" /></> : <Inline block={block} />}
                {tools ? <span className="diff-tools">{tools(block)}</span> : null}
            </div>,
        );
    });
    flush(blocks.length);
    return <div className={`diff ${isSideBySide ? 'side-by-side' : ''}`}>{rows}</div>;
}
