// Writes the types of the HTTP API from the document that the server prints: `npm run types`. With `--check` it only
// compares. QUIRE names a built binary; without it, cargo builds one.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';

const target = new URL('src/api/schema.d.ts', import.meta.url);
const root = new URL('..', import.meta.url);

function printDocument() {
    const [program, ...before] = process.env.QUIRE ? [process.env.QUIRE] : ['cargo', 'run', '--quiet', '--'];
    return execFileSync(program, [...before, 'openapi'], { cwd: root, maxBuffer: 1 << 28, encoding: 'utf8' });
}

const types = astToString(await openapiTS(JSON.parse(printDocument()), { alphabetize: true, defaultNonNullable: false }));
const text = `// Made by \`npm run types\` from the OpenAPI document of the server. Not written by hand.\n\n${types}`;
if (!process.argv.includes('--check')) {
    writeFileSync(target, text);
} else if (readFileSync(target, 'utf8') !== text) {
    console.error('web/src/api/schema.d.ts is not what the OpenAPI document says: run `npm run types` in web');
    process.exit(1);
}
