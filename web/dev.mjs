// Serves the app from its sources in front of a running server: `QUIRE_URL=http://127.0.0.1:8080 npm run dev`.
// Everything that is not a file of the app is passed on.

import { createReadStream, existsSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { spawn } from 'node:child_process';

const dist = join(import.meta.dirname, '../crates/web/dist');
const server = new URL(process.env.QUIRE_URL ?? 'http://127.0.0.1:8080');
const port = Number(process.env.PORT ?? 8090);
const types = { js: 'text/javascript', css: 'text/css' };

if (!process.argv.includes('--no-watch')) spawn('node', ['--watch-path=src', 'build.mjs'], { cwd: import.meta.dirname, stdio: 'inherit' });

createServer((asked, answer) => {
    const name = /^\/app\/assets\/[^/]+\/([\w.-]+)$/.exec(asked.url)?.[1];
    const file = name && join(dist, name);
    if (file && existsSync(file)) {
        answer.writeHead(200, { 'content-type': types[name.split('.').pop()] ?? 'application/octet-stream', 'cache-control': 'no-store' });
        return createReadStream(file).pipe(answer);
    }
    const { method, url: path, headers } = asked;
    const passed = request({ host: server.hostname, port: server.port, method, path, headers }, (from) => {
        answer.writeHead(from.statusCode, from.headers);
        from.pipe(answer);
    });
    passed.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
    // A stream of events ends with the page that reads it.
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
}).listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}/app`));
