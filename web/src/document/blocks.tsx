/** A document, block by block. A block of a kind that is not drawn here is a box with its name: nothing is hidden. */

import { memo, startTransition, useEffect, useState } from 'react';
import { t } from '../i18n';
import { Icon } from '../ui/icons';
import { Columns, Condition, Expandable, Hint, Reusable, Stepper, Tabs, Updates } from './containers';
import { Fated } from './fate';
import { Code, Embed, FileCard, Formula, Images, Reference } from './media';
import { plain, text, type Node } from './model';
import { Table } from './table';
import { HeadingBlock, List, Paragraph, Quote } from './text';

const drawn: Record<string, (props: { node: Node }) => React.ReactNode> = {
    paragraph: Paragraph,
    'heading-1': HeadingBlock,
    'heading-2': HeadingBlock,
    'heading-3': HeadingBlock,
    'list-unordered': List,
    'list-ordered': List,
    'list-tasks': List,
    blockquote: Quote,
    divider: () => <hr />,
    hint: Hint,
    tabs: Tabs,
    expandable: Expandable,
    stepper: Stepper,
    columns: Columns,
    if: Condition,
    'reusable-content': Reusable,
    updates: Updates,
    code: Code,
    math: Formula,
    images: Images,
    image: Images,
    drawing: Images,
    file: FileCard,
    embed: Embed,
    'content-ref': Reference,
    table: Table,
};

function Unknown({ node }: { node: Node }) {
    const about = ['path', 'method', 'block', 'description'].map((name) => text(node, name)).filter(Boolean).join(' ');
    return (
        <div className="q-unknown">
            <p className="q-label"><Icon name="info" /> {t('blockOf', { type: node.type ?? '?' })} <code>{about}</code></p>
            {node.nodes?.some((it) => it.object === 'block') ? <Blocks nodes={node.nodes} /> : <p>{plain(node.nodes)}</p>}
        </div>
    );
}

export const Block = memo(function Block({ node }: { node: Node }) {
    const Drawn = (node.type && Object.hasOwn(drawn, node.type) ? drawn[node.type] : undefined) ?? Unknown;
    return node.fate ? <Fated fate={node.fate}><Drawn node={node} /></Fated> : <Drawn node={node} />;
});

export function Blocks({ nodes }: { nodes: Node[] | undefined }) {
    return (nodes ?? []).map((node, at) => <Block key={node.key ?? at} node={node} />);
}

/** How many blocks are drawn first, which is more than a screen has. */
const FIRST = 120;

/** Returns how many blocks are drawn by now: the beginning first, so that long pages are read at once, and the rest while the
 * reader begins. An address that points into the page needs all of it. */
function useDrawn(): number {
    const [drawn, setDrawn] = useState(() => (location.hash ? Infinity : FIRST));
    useEffect(() => {
        // After the first picture; what the reader does meanwhile goes first.
        const timer = setTimeout(() => startTransition(() => setDrawn(Infinity)));
        return () => clearTimeout(timer);
    }, []);
    return drawn;
}

/** A whole document. */
export function Document({ document }: { document: { nodes?: unknown } | undefined }) {
    const nodes = (document?.nodes ?? []) as Node[];
    const drawn = useDrawn();
    return <div className="document" aria-busy={drawn < nodes.length || undefined}><Blocks nodes={drawn < nodes.length ? nodes.slice(0, drawn) : nodes} /></div>;
}
