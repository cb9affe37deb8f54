/** Blocks with blocks in them: hints, tabs, steps, columns, what opens, conditions, reusable content, updates. */

import { useState } from 'react';
import { t } from '../i18n';
import { Icon } from '../ui/icons';
import { useReusable } from '../api/queries';
import { Blocks } from './blocks';
import { Inlines } from './inlines';
import { FateName, fateClass, Notes } from './fate';
import { fragment, plain, ref, size, text, type Node } from './model';
import { usePlace } from './place';

export function Hint({ node }: { node: Node }) {
    const style = ['info', 'success', 'warning', 'danger'].find((it) => it === text(node, 'style')) ?? 'info';
    return (
        <div className={`q-hint q-${style}`}>
            <Icon name={style === 'success' ? 'check' : style === 'info' ? 'info' : 'warn'} />
            <div><Blocks nodes={node.nodes} /></div>
        </div>
    );
}

/** A part of a block that is shown with the others of it, under its title. */
function Part({ node, title }: { node: Node; title?: string }) {
    return <div className={`q-tab ${fateClass(node.fate) ?? ''}`}><FateName of={node.fate} />{title ? <p className="q-label">{title}</p> : null}<Blocks nodes={node.nodes} /><Notes of={node.fate} /></div>;
}

export function Tabs({ node }: { node: Node }) {
    const [shown, show] = useState(0);
    const { isWhole } = usePlace();
    const tabs = node.nodes ?? [];
    const titleOf = (tab: Node, at: number) => text(tab, 'title') || `${t('tab')} ${at + 1}`;
    if (isWhole) return <div className="q-tabs">{tabs.map((tab, at) => <Part key={tab.key ?? at} node={tab} title={titleOf(tab, at)} />)}</div>;
    return (
        <div className="q-tabs">
            <div role="tablist">
                {tabs.map((tab, at) => (
                    <button key={tab.key ?? at} type="button" role="tab" aria-selected={at === shown} onClick={() => show(at)}>
                        {titleOf(tab, at)}
                    </button>
                ))}
            </div>
            <div role="tabpanel" className="q-tab"><Blocks nodes={tabs[shown]?.nodes} /></div>
        </div>
    );
}

export function Expandable({ node }: { node: Node }) {
    const { isWhole } = usePlace();
    const title = fragment(node, 'expandable-title');
    return (
        <details className="q-expandable" open={isWhole || undefined}>
            <summary>{isWhole ? <Inlines nodes={title.flatMap((it) => it.nodes ?? [])} /> : plain(title) || t('details')}</summary>
            <div><Blocks nodes={fragment(node, 'expandable-body')} /></div>
        </details>
    );
}

export function Stepper({ node }: { node: Node }) {
    return <ol className="q-stepper">{(node.nodes ?? []).map((step, at) => <li key={step.key ?? at} className={fateClass(step.fate)}><FateName of={step.fate} /><Blocks nodes={step.nodes} /><Notes of={step.fate} /></li>)}</ol>;
}

export function Columns({ node }: { node: Node }) {
    const columns = node.nodes ?? [];
    const widths = columns.map((column) => size(column.data?.width)).map((width) => (width ? `minmax(0, ${width}fr)` : 'minmax(0, 33fr)'));
    return (
        <div className="q-columns" style={{ gridTemplateColumns: widths.join(' ') }}>
            {columns.map((column, at) => <div key={column.key ?? at} className={fateClass(column.fate)}><FateName of={column.fate} /><Blocks nodes={column.nodes} /><Notes of={column.fate} /></div>)}
        </div>
    );
}

export function Condition({ node }: { node: Node }) {
    return (
        <div className="q-if">
            <p className="q-label"><Icon name="people" /> {t('onlyIf')} <code>{text(node, 'expression')}</code></p>
            <Blocks nodes={node.nodes} />
        </div>
    );
}

export function Reusable({ node }: { node: Node }) {
    const { spaceId, scope } = usePlace();
    const it = ref(node);
    const elsewhere = typeof it?.space === 'string' && it.space !== spaceId;
    const id = typeof it?.reusableContent === 'string' ? it.reusableContent : '';
    const found = useReusable(elsewhere ? String(it?.space) : spaceId, elsewhere ? { kind: 'main' } : scope, id);
    return (
        <div className="q-reusable">
            <p className="q-label"><Icon name="link" /> {found.data?.title ?? t('reusableContent')}</p>
            {found.data?.document ? <Blocks nodes={found.data.document.nodes as Node[]} /> : found.isError ? <p className="muted">{t('notFound')}</p> : null}
        </div>
    );
}

export function Updates({ node }: { node: Node }) {
    return (node.nodes ?? []).map((update, at) => (
        <section key={update.key ?? at} className={`q-update ${fateClass(update.fate) ?? ''}`}>
            <FateName of={update.fate} />
            <p className="q-label">{text(update, 'date')}</p>
            <Blocks nodes={update.nodes} />
            <Notes of={update.fate} />
        </section>
    ));
}

export function Caption({ node }: { node: Node }) {
    const nodes = fragment(node, 'caption').flatMap((it) => it.nodes ?? []);
    return plain(nodes) ? <figcaption><Inlines nodes={nodes} /></figcaption> : null;
}
