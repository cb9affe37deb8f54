/** Code, formulas, images, files, embeds, cards of links. */

import { Link } from 'wouter';
import { t } from '../i18n';
import { Icon } from '../ui/icons';
import { Caption } from './containers';
import { FateName, fateClass, Notes } from './fate';
import { plain, ref, safeImage, safeUrl, size, text, type Node } from './model';
import { target, usePlace } from './place';

export function Code({ node }: { node: Node }) {
    const title = text(node, 'title');
    const lines = node.nodes ?? [];
    return (
        <div className="q-code">
            {title || text(node, 'syntax') ? <p className="q-label">{title ?? text(node, 'syntax')}</p> : null}
            <pre dir="ltr" tabIndex={0}><code>{lines.map((line, at) => <span key={line.key ?? at} className={fateClass(line.fate) ?? (line.data?.highlighted ? 'q-high' : undefined)}><FateName of={line.fate} />{plain(line.nodes)}{'\n'}</span>)}</code></pre>
        </div>
    );
}

export function Formula({ node }: { node: Node }) {
    return <pre className="q-math" dir="ltr" tabIndex={0}><code>{text(node, 'formula')}</code></pre>;
}

function Picture({ node }: { node: Node }) {
    const place = usePlace();
    const { href, file } = target(ref(node), place);
    const dark = safeImage(target(ref(node, 'refDark'), place).href);
    const src = safeImage(href);
    if (!src) return place.known ? <figure className={fateClass(node.fate)}><p className="q-missing"><Icon name="warn" /> {t('missingImage')}</p></figure> : null;
    const alt = text(node, 'alt') ?? '';
    const width = size(node.data?.width);
    const shared = { alt, width: width ?? file?.dimensions?.width, height: width ? undefined : file?.dimensions?.height, loading: 'lazy' as const };
    return (
        <figure className={fateClass(node.fate)}>
            <FateName of={node.fate} />
            <img {...shared} src={src} className={dark ? 'on-light' : undefined} />
            {dark ? <img {...shared} src={dark} className="on-dark" /> : null}
            <Caption node={node} />
            <Notes of={node.fate} />
        </figure>
    );
}

export function Images({ node }: { node: Node }) {
    const images = node.type === 'images' ? (node.nodes ?? []) : [node];
    return <div className="q-images">{images.map((image, at) => <Picture key={image.key ?? at} node={image === node ? { ...image, fate: undefined } : image} />)}</div>;
}

export function FileCard({ node }: { node: Node }) {
    const { href, title } = target(ref(node), usePlace());
    return <figure><Card href={href} title={title ?? t('missingFile')} icon="page" within={false} /><Caption node={node} /></figure>;
}

export function Embed({ node }: { node: Node }) {
    const url = safeUrl(text(node, 'url'));
    return <figure><Card href={url} title={text(node, 'url') ?? ''} icon="out" within={false} /><Caption node={node} /></figure>;
}

export function Reference({ node }: { node: Node }) {
    const { href, title, within } = target(ref(node), usePlace());
    return <Card href={href} title={title ?? t('unknownTarget')} icon="page" within={within} />;
}

function Card({ href, title, icon, within }: { href?: string; title: string; icon: 'page' | 'out'; within: boolean }) {
    const inside = <><Icon name={icon} /><span className="cut">{title}</span></>;
    if (!href) return <p className="q-card q-broken">{inside}</p>;
    if (within) return <Link className="q-card" href={href}>{inside}</Link>;
    return <a className="q-card" href={href} target="_blank" rel="noopener noreferrer nofollow">{inside}</a>;
}
