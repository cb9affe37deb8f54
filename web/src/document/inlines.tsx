/** Inlines: text with marks, links, mentions, emoji, formulas, images in a line. */

import { Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import { t } from '../i18n';
import { emojiOf, plain, ref, safeImage, text, type Leaf, type Mark, type Node } from './model';
import { target, usePlace } from './place';

const COLORS = /^(red|orange|yellow|green|blue|purple)$/;

function marked(content: ReactNode, { type, data }: Mark): ReactNode {
    switch (type) {
        case 'bold': return <strong>{content}</strong>;
        case 'italic': return <em>{content}</em>;
        case 'strikethrough': return <s>{content}</s>;
        case 'code': return <code className="q-c">{content}</code>;
        case 'keyboard': return <kbd>{content}</kbd>;
        case 'superscript': return <sup>{content}</sup>;
        case 'subscript': return <sub>{content}</sub>;
        case 'color': {
            const name = (value: unknown, kind: string) => (typeof value === 'string' && COLORS.test(value) ? `q-${kind}-${value}` : '');
            return <span className={`${name(data?.text, 'fg')} ${name(data?.background, 'bg')}`}>{content}</span>;
        }
        default: return content;
    }
}

/** A text with its line breaks. One that a comparison marks has a sign, as there is nothing else to see of it. */
function Lines({ leaf: { text: words, fate } }: { leaf: Leaf }) {
    if (!words.includes('\n')) return words;
    return words.split('\n').map((line, at) => <Fragment key={at}>{at ? <>{fate ? <span aria-hidden="true">↵</span> : null}<br /></> : null}{line}</Fragment>);
}

function Words({ leaf }: { leaf: Leaf }) {
    const content = (leaf.marks ?? []).reduceRight<ReactNode>(marked, <Lines leaf={leaf} />);
    if (!leaf.fate) return content;
    return leaf.fate === 'inserted' ? <ins>{content}</ins> : <del>{content}</del>;
}

function Leaves({ leaves }: { leaves: Leaf[] }) {
    return leaves.map((leaf, at) => <Words key={at} leaf={leaf} />);
}

function Anchor({ node, children, className }: { node: Node; children: ReactNode; className?: string }) {
    const { href, within } = target(ref(node), usePlace());
    if (!href) return <span className="q-broken" title={t('brokenLink')}>{children}</span>;
    if (within) return <Link href={href} className={className}>{children}</Link>;
    return <a href={href} className={className} target="_blank" rel="noopener noreferrer nofollow">{children}</a>;
}

function Mention({ node }: { node: Node }) {
    const { title } = target(ref(node), usePlace());
    return <Anchor node={node} className="q-mention">{title ?? t('unknownTarget')}</Anchor>;
}

function InlineImage({ node }: { node: Node }) {
    const { href } = target(ref(node), usePlace());
    const src = safeImage(href);
    return src ? <img className="q-inline-image" src={src} alt={text(node, 'alt') ?? ''} loading="lazy" /> : null;
}

function Inline({ node }: { node: Node }) {
    if (node.leaves) return <Leaves leaves={node.leaves} />;
    const inside = <Inlines nodes={node.nodes} />;
    switch (node.type) {
        case 'link': return <Anchor node={node}>{inside}</Anchor>;
        case 'mention': return <Mention node={node} />;
        case 'emoji': return <span role="img">{emojiOf(text(node, 'code'))}</span>;
        case 'icon': return <span className="muted" title={text(node, 'icon')}>◦</span>;
        case 'inline-math': return <code className="q-math">{text(node, 'formula')}</code>;
        case 'inline-image': return <InlineImage node={node} />;
        case 'expression': return <code className="q-expression">{text(node, 'expression')}</code>;
        case 'button': return <Anchor node={node} className="button">{text(node, 'label') ?? plain(node.nodes)}</Anchor>;
        case 'annotation': return <span className="q-annotation" title={plain(node.fragments?.flatMap((it) => it.nodes ?? []))}>{inside}</span>;
        default: return inside;
    }
}

export function Inlines({ nodes }: { nodes: Node[] | undefined }) {
    return (nodes ?? []).map((node, at) => <Inline key={node.key ?? at} node={node} />);
}
