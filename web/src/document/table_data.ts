/** The columns and rows of a table in the order in which they are shown. */

import type { Node } from './model';

export interface Column { id: string; title?: string; type?: string; options?: { value: string; label?: string }[]; textAlignment?: string }
export interface Row { orderIndex?: string; values?: Record<string, unknown> }
export interface View { type?: string; columns?: string[]; hideHeader?: boolean; coverDefinition?: string; targetDefinition?: string }

export function ordered(node: Node): { definition: Record<string, Column>; view: View; columns: Column[]; rows: [string, Row][] } {
    const definition = (node.data?.definition ?? {}) as Record<string, Column>;
    const view = (node.data?.view ?? {}) as View;
    const rows = Object.entries((node.data?.records ?? {}) as Record<string, Row>);
    rows.sort(([, a], [, b]) => ((a.orderIndex ?? '') < (b.orderIndex ?? '') ? -1 : 1));
    const columns = (view.columns ?? Object.keys(definition)).map((id) => definition[id]).filter((it): it is Column => !!it);
    return { definition, view, columns, rows };
}
