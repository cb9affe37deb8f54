/** Tables, as a grid and as cards. */

import { Blocks } from './blocks';
import { fragment, plain, safeImage, type Node, type Ref } from './model';
import { target, usePlace } from './place';
import { t } from '../i18n';

interface Column { id: string; title?: string; type?: string; options?: { value: string; label?: string }[]; textAlignment?: string }
interface Row { orderIndex?: string; values?: Record<string, unknown> }
interface View { type?: string; columns?: string[]; hideHeader?: boolean; coverDefinition?: string; targetDefinition?: string }

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

export function Table({ node }: { node: Node }) {
    const definition = (node.data?.definition ?? {}) as Record<string, Column>;
    const view = (node.data?.view ?? {}) as View;
    const records = Object.entries((node.data?.records ?? {}) as Record<string, Row>);
    records.sort(([, a], [, b]) => ((a.orderIndex ?? '') < (b.orderIndex ?? '') ? -1 : 1));
    const columns = (view.columns ?? Object.keys(definition)).map((id) => definition[id]).filter((it): it is Column => !!it);
    const cell = (column: Column, row: Row) => <Cell node={node} column={column} value={row.values?.[column.id]} />;
    if (view.type === 'cards') {
        const cover = view.coverDefinition ? definition[view.coverDefinition] : undefined;
        return (
            <ul className="q-cards">
                {records.map(([id, row]) => (
                    <li key={id}>
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
                {hasHeader ? <thead><tr>{columns.map((column) => <th key={column.id} scope="col">{column.title}</th>)}</tr></thead> : null}
                <tbody>{records.map(([id, row]) => <tr key={id}>{columns.map((column) => <td key={column.id} dir="auto">{cell(column, row)}</td>)}</tr>)}</tbody>
            </table>
        </div>
    );
}
