/** Blocks of text: paragraphs, headings, lists, quotes. */

import type { ReactNode } from 'react';
import { t } from '../i18n';
import { Blocks } from './blocks';
import { Inlines } from './inlines';
import { FateName, fateClass, Notes } from './fate';
import type { Node } from './model';
import { usePlace } from './place';

const aligned = (node: Node) => (node.data?.align === 'center' || node.data?.align === 'end' ? `q-${node.data.align}` : undefined);

export function Paragraph({ node }: { node: Node }) {
    return <p dir="auto" className={aligned(node)}><Inlines nodes={node.nodes} /></p>;
}

export function HeadingBlock({ node }: { node: Node }) {
    const Level = ({ 'heading-1': 'h2', 'heading-2': 'h3', 'heading-3': 'h4' } as const)[node.type as 'heading-1'] ?? 'h4';
    const { isWhole } = usePlace();
    return <Level id={isWhole ? undefined : (node.meta?.id ?? node.key)} dir="auto" className={aligned(node)}><Inlines nodes={node.nodes} /></Level>;
}

function Item({ node, task }: { node: Node; task: boolean }) {
    const inside: ReactNode = <Blocks nodes={node.nodes} />;
    if (!task) return <li className={fateClass(node.fate)}><FateName of={node.fate} />{inside}<Notes of={node.fate} /></li>;
    return (
        <li className={`q-task ${fateClass(node.fate) ?? ''}`}>
            <input type="checkbox" checked={node.data?.checked === true} readOnly disabled aria-label={t('task')} />
            <div><FateName of={node.fate} />{inside}<Notes of={node.fate} /></div>
        </li>
    );
}

export function List({ node }: { node: Node }) {
    const items = (node.nodes ?? []).map((item, at) => <Item key={item.key ?? at} node={item} task={node.type === 'list-tasks'} />);
    if (node.type === 'list-ordered') return <ol start={typeof node.data?.start === 'number' ? node.data.start : undefined}>{items}</ol>;
    return <ul className={node.type === 'list-tasks' ? 'q-tasks' : undefined}>{items}</ul>;
}

export function Quote({ node }: { node: Node }) {
    return <blockquote><Blocks nodes={node.nodes} /></blockquote>;
}
