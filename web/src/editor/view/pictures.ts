// Pictures, files and embeds: a preview, and the caption in which somebody writes.

import type { Node } from 'prosemirror-model';
import type { NodeView } from 'prosemirror-view';

import type { Data } from '../model/json';
import { button, el } from './dom';
import { Box, gear, type Parts } from './box';
import { w } from '../words';

type Make = (node: Node, parts: Parts) => NodeView;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Shows the picture that a reference leads to. */
async function show(image: HTMLImageElement, data: Data, parts: Parts): Promise<void> {
    const address = await parts.context.address(data.ref);
    image.alt = text(data.alt);
    if (address) image.src = address;
    else image.removeAttribute('src');
    image.classList.toggle('e-missing', !address);
}

/** Takes a picture out of its row, and the row with the last one. */
function remove({ view, getPos }: Parts): void {
    const pos = getPos();
    if (pos === undefined) return;
    const $pos = view.state.doc.resolve(pos);
    const last = $pos.parent.type.name === 'images' && $pos.parent.childCount === 1;
    const from = last ? $pos.before() : pos;
    const node = view.state.doc.nodeAt(from);
    if (node) view.dispatch(view.state.tr.delete(from, from + node.nodeSize));
    view.focus();
}

const images: Make = (node, parts) => {
    const contentDOM = el('div', { class: 'e-images-row' });
    const dom = el('div', { class: 'q-images' }, contentDOM, el('div', { class: 'e-bar', contenteditable: 'false' }, gear('images', parts)));
    return new Box(node, {
        dom,
        contentDOM,
        changed: ({ attrs }) => {
            dom.dataset.align = text(attrs.data.align);
            dom.classList.toggle('q-framed', attrs.data.withFrame === true);
        },
    });
};

const image: Make = (node, parts) => {
    const contentDOM = el('figcaption', { class: 'e-caption', dir: 'auto', 'data-placeholder': w('Caption') });
    const picture = el('img', { contenteditable: 'false', draggable: 'false' });
    const bar = el('div', { class: 'e-bar', contenteditable: 'false' }, gear(node.type.name, parts), button(w('Remove the picture'), '✕', () => remove(parts)));
    const dom = el('figure', { class: 'q-image' }, picture, contentDOM, bar);
    return new Box(node, {
        dom,
        contentDOM,
        changed: ({ attrs }) => {
            const width = Number(attrs.data.width?.value ?? attrs.data.width);
            const unit = attrs.data.width?.unit === '%' ? '%' : 'px';
            picture.style.width = width > 0 ? `${width}${unit}` : '';
            void show(picture, attrs.data, parts);
        },
    });
};

const file: Make = (node, parts) => {
    const contentDOM = el('figcaption', { class: 'e-caption', dir: 'auto', 'data-placeholder': w('Caption') });
    const name = el('span', { class: 'e-card-text', dir: 'auto' });
    const head = el('div', { class: 'e-card', contenteditable: 'false' }, el('span', { class: 'e-card-kind' }, w('File')), name, gear('file', parts));
    const dom = el('figure', { class: 'e-file' }, head, contentDOM);
    return new Box(node, {
        dom,
        contentDOM,
        changed: ({ attrs }) => void parts.context.nameOf(attrs.data.ref).then((found) => (name.textContent = found || w('Not set'))),
    });
};

const embed: Make = (node, parts) => {
    const contentDOM = el('figcaption', { class: 'e-caption', dir: 'auto', 'data-placeholder': w('Caption') });
    const address = el('span', { class: 'e-card-text' });
    const head = el('div', { class: 'e-card', contenteditable: 'false' }, el('span', { class: 'e-card-kind' }, w('Embed')), address, gear('embed', parts));
    const dom = el('figure', { class: 'e-embed' }, head, contentDOM);
    return new Box(node, { dom, contentDOM, changed: ({ attrs }) => (address.textContent = text(attrs.data.url) || w('Not set')) });
};

const inline: Make = (node, parts) => {
    const dom = el('img', { class: 'q-inline-image' });
    return new Box(node, {
        dom,
        changed: ({ attrs }) => {
            dom.classList.toggle('q-line-high', attrs.data.size === 'line');
            void show(dom, attrs.data, parts);
        },
    });
};

export const pictureView = { images, image, file, embed, inline };
