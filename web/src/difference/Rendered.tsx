/** Two versions of a page beside each other as their readers see them, with what was inserted, deleted, changed and moved. */

import { useMemo, useState } from 'react';
import type { Schemas } from '../api/client';
import { usePage } from '../api/queries';
import { Blocks } from '../document/blocks';
import { nameOf, Said } from '../document/fate';
import type { Node } from '../document/model';
import { InPlace, target, usePlaceAt } from '../document/place';
import { t } from '../i18n';
import { Loaded } from '../ui/kit';
import type { Side } from './blocks';
import { SIGNS, Source } from './Source';
import { compared, type Compared, type Row } from './rows';

/** Unchanged blocks that are shown around a change; more of them are folded. */
const AROUND = 1;

interface Props {
    spaceId: string;
    diff: Schemas['PageDiff'];
    current?: number;
    /** Makes what stands beside a block, such as a button to comment on it. */
    tools?: (key: string | undefined) => React.ReactNode;
}

/** Reads a page as it was at a revision; nothing if it was not there. */
function useVersion({ spaceId, diff }: Props, side: Side) {
    const id = side === 'before' ? diff.from : diff.to;
    const isThere = !!id && diff.blocks.some((block) => block[side]);
    const scope = { kind: 'revision', id: id ?? '' } as const;
    const page = usePage(spaceId, scope, isThere ? diff.page : undefined);
    const place = usePlaceAt(spaceId, scope, diff.page, isThere);
    const nodes = isThere ? (page.data && ((page.data.document?.nodes ?? []) as Node[])) : [];
    return { nodes, place, error: page.error };
}

/** A run of rows of which nothing differs, or one row that does, with its number. */
type Part = { same: Row[] } | { row: Row; number: number };

function parts(rows: Row[]): Part[] {
    const made: Part[] = [];
    let number = -1;
    for (const row of rows) {
        const last = made.at(-1);
        if (row.change !== 'equal') made.push({ row, number: (number += 1) });
        else if (last && 'same' in last) last.same.push(row);
        else made.push({ same: [row] });
    }
    return made;
}

function Folded({ rows, isFirst, isLast, draw }: { rows: Row[]; isFirst: boolean; isLast: boolean; draw: (row: Row, key: string) => React.ReactNode }) {
    const [isOpen, setOpen] = useState(false);
    const [start, end] = [isFirst ? 0 : AROUND, isLast ? 0 : AROUND];
    const hidden = rows.length - start - end;
    if (isOpen || hidden < 2) return rows.map((row, at) => draw(row, `same-${at}`));
    return (
        <>
            {rows.slice(0, start).map((row, at) => draw(row, `start-${at}`))}
            <button type="button" className="diff-skip" onClick={() => setOpen(true)}>{t('unchangedBlocks', { count: hidden })}</button>
            {rows.slice(rows.length - end, rows.length).map((row, at) => draw(row, `end-${at}`))}
        </>
    );
}

function Sides({ compared: { rows, source }, places, current, tools }: { compared: Compared; places: Record<Side, ReturnType<typeof usePlaceAt>>; current?: number; tools?: Props['tools'] }) {
    const side = (row: Row, name: Side) => (
        <div className={`document ${name}`} data-side={t(name)} data-empty={row[name] ? undefined : ''}>
            {row[name] ? <InPlace place={places[name]}><Blocks nodes={[row[name]]} /></InPlace> : null}
        </div>
    );
    const draw = (row: Row, key: string, number?: number) => (
        <div key={key} className={`diff-block ${row.change}`} data-change={number} data-current={number !== undefined && number === current ? '' : undefined} tabIndex={number === undefined ? undefined : -1}>
            <span className={`sign ${row.change}`} title={number === undefined ? undefined : nameOf(row.change)}>{SIGNS[row.change]}{number === undefined ? null : <span className="unseen">{nameOf(row.change)}</span>}</span>
            {side(row, 'before')}{side(row, 'after')}
            <Said words={row.said} />
            {tools && number !== undefined ? <span className="diff-tools">{tools(row.key)}</span> : null}
        </div>
    );
    const all = parts(rows);
    return (
        <>
            <div className="diff side-by-side as-read">
                <div className="diff-block diff-head" aria-hidden="true"><span className="sign" /><span>{t('before')}</span><span>{t('after')}</span></div>
                {all.map((part, at) => ('same' in part ? <Folded key={at} rows={part.same} isFirst={at === 0} isLast={at === all.length - 1} draw={(row, key) => draw(row, key)} /> : draw(part.row, `change-${part.number}`, part.number)))}
            </div>
            {source.length ? <section className="stack tight"><h3>{t('onlyInSource')}</h3><Source blocks={source} isSideBySide /></section> : null}
        </>
    );
}

export function Rendered(props: Props) {
    const before = useVersion(props, 'before');
    const after = useVersion(props, 'after');
    const made = useMemo(
        () => {
            if (!before.nodes || !after.nodes) return undefined;
            const places = { before: before.place, after: after.place };
            return compared(before.nodes, after.nodes, props.diff.blocks, (it, side) => { const { title, href } = target(it, places[side]); return title ?? href; });
        },
        [before.nodes, after.nodes, before.place, after.place, props.diff.blocks],
    );
    return <Loaded of={{ data: made, error: before.error ?? after.error }}>{(it) => <Sides compared={it} places={{ before: before.place, after: after.place }} current={props.current} tools={props.tools} />}</Loaded>;
}

