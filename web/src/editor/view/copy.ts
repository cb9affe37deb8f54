// The whole text into the clipboard: as rich text that pastes with its form, or as Markdown.

import type { EditorView } from 'prosemirror-view';

/** Copies the text of an editor as rich text. */
export async function copyView(view: EditorView): Promise<void> {
    const { dom, text } = view.serializeForClipboard(view.state.doc.slice(0, view.state.doc.content.size));
    await copied({ 'text/html': dom.innerHTML, 'text/plain': text });
}

/** Copies a text as it is. */
export const copyText = (text: string): Promise<void> => copied({ 'text/plain': text });

async function copied(forms: Record<string, string>): Promise<void> {
    try {
        const blobs = Object.entries(forms).map(([type, text]) => [type, new Blob([text], { type })] as const);
        await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
    } catch {
        byEvent(forms);
    }
}

/** The older way, for pages that did not come by HTTPS. */
function byEvent(forms: Record<string, string>): void {
    const give = (event: ClipboardEvent) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        for (const [type, text] of Object.entries(forms)) event.clipboardData?.setData(type, text);
    };
    document.addEventListener('copy', give, { capture: true, once: true });
    const done = document.execCommand('copy');
    document.removeEventListener('copy', give, { capture: true });
    if (!done) throw new Error('The browser does not give the clipboard.');
}
