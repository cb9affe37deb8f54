// Serves a directory of pages as a published site is served: with the strictest policy, and a search that answers.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

const TYPES = {
    '.html': 'text/html; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.svg': 'image/svg+xml',
    '.png': 'image/png',
};
const POLICY = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: https:",
    "connect-src 'self'",
    "form-action 'self'",
    'frame-src https://www.youtube-nocookie.com',
    "base-uri 'none'",
].join('; ');

const hit = (title, text) => ({
    title,
    url: 'guide.html',
    breadcrumbs: [{ title: 'Basics' }],
    sections: [{ title: 'One heading', url: 'guide.html#one-heading', snippet: [{ text: 'And a ' }, { text, marked: true }] }],
});
const FOUND = { items: [hit('Guide', 'text'), hit('Another guide', 'text')] };

async function answer(root, request) {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    if (request.headers.accept === 'application/json') {
        const items = searchParams.get('q') === 'nothing' ? [] : FOUND.items;
        return [200, 'application/json', JSON.stringify({ items })];
    }
    const path = normalize(decodeURIComponent(pathname));
    try {
        return [200, TYPES[extname(path)] ?? 'application/octet-stream', await readFile(join(root, path))];
    } catch {
        return [404, 'text/plain', 'there is nothing here'];
    }
}

/** A server of a directory, and its address. */
export async function serve(root) {
    const server = createServer(async (request, response) => {
        const [status, type, body] = await answer(root, request);
        response.writeHead(status, { 'content-type': type, 'content-security-policy': POLICY });
        response.end(body);
    });
    await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
    return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
