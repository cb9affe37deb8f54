/** Tables, as a grid and as cards. */

import { Blocks } from './blocks';
import { FateName, fateClass } from './fate';
import { fragment, plain, safeImage, type Node, type Ref } from './model';
import { target, usePlace } from './place';
import { ordered, type Column, type Row } from './table_data';
import { t } from '../i18n';

function Cell({ node, column, value }: { node: Node; column: Column; value: unknown }) {
    const place = usePlace();
    if (value === undefined || value === null) return null;
    switch (column.type) {
        case 'checkbox': return <input type="checkbox" checked={value === true} readOnly disabled aria-label={column.title ?? t('task')} />;
        case 'number': return String(value);
        case 'rating': return '★'.repeat(Math.min(10, Math.max(0, Number(value) || 0)));
        case 'select': return (Array.isArray(value) ? value : [value]).map((it) => <span key={String(it)} className="badge">{column.options?.find((option) => option.value === it)?.label ?? String(it)}</span>);
        case 'files': return (Array.isArray(value) ? value : []).map((id) => <LinkTo key={String(id)} it={{ kind: 'file', file: id }} />);
        case 'content-ref': return <LinkTo it={value as Ref} />;
        case 'image': {
            const given = value as { ref?: Ref } & Ref;
            const src = safeImage(target(given.ref ?? given, place).href);
            return src ? <img src={src} alt="" loading="lazy" /> : null;
        }
        case 'users': return String(Array.isArray(value) ? value.length : 1);
        default: return typeof value === 'string' ? <Blocks nodes={fragment(node, value)} /> : null;
    }
}

function LinkTo({ it }: { it: Ref }) {
    const { href, title, within } = target(it, usePlace());
    if (!href) return <span className="q-broken">{title ?? t('unknownTarget')}</span>;
    return <a href={within ? `/app${href}` : href} rel="noopener noreferrer nofollow">{title ?? href}</a>;
}

const ALIGNED: Record<string, string> = { center: 'q-center', right: 'q-end' };
const alignedAs = ({ textAlignment = '' }: Column) => ALIGNED[textAlignment];

export function Table({ node }: { node: Node }) {
    const { definition, view, columns, rows: records } = ordered(node);
    const cell = (column: Column, row: Row) => <Cell node={node} column={column} value={row.values?.[column.id]} />;
    if (view.type === 'cards') {
        const cover = view.coverDefinition ? definition[view.coverDefinition] : undefined;
        return (
            <ul className="q-cards">
                {records.map(([id, row]) => (
                    <li key={id} className={fateClass(node.rows?.get(id))}>
                        <FateName of={node.rows?.get(id)} />
                        {cover ? cell(cover, row) : null}
                        {columns.map((column) => <div key={column.id}>{cell(column, row)}</div>)}
                    </li>
                ))}
            </ul>
        );
    }
    const hasHeader = !view.hideHeader && columns.some((column) => column.title?.trim());
    return (
        <div className="q-table" tabIndex={0} role="region" aria-label={plain(node.nodes) || t('table')}>
            <table>
                {hasHeader ? <thead><tr className={fateClass(node.head)}>{columns.map((column, at) => <th key={column.id} scope="col" className={alignedAs(column)}>{at ? null : <FateName of={node.head} />}{column.title}</th>)}</tr></thead> : null}
                <tbody>{records.map(([id, row]) => <tr key={id} className={fateClass(node.rows?.get(id))}>{columns.map((column, at) => <td key={column.id} dir="auto" className={alignedAs(column)}>{at ? null : <FateName of={node.rows?.get(id)} />}{cell(column, row)}</td>)}</tr>)}</tbody>
            </table>
        </div>
    );
}
