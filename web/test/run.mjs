// Runs the tests of the app that need no browser: `npm test`. Each is bundled as the app is, and run by `node --test`.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as esbuild from 'esbuild';

const here = import.meta.dirname;
const entryPoints = readdirSync(here, { recursive: true }).filter((path) => path.endsWith('.test.ts')).map((path) => join(here, path));
const outdir = mkdtempSync(join(tmpdir(), 'quire-app-test-'));
try {
    await esbuild.build({
        entryPoints,
        outdir,
        outExtension: { '.js': '.mjs' },
        bundle: true,
        platform: 'node',
        format: 'esm',
        sourcemap: 'inline',
        jsx: 'automatic',
        logLevel: 'warning',
    });
    const files = readdirSync(outdir, { recursive: true }).filter((path) => path.endsWith('.mjs')).map((path) => join(outdir, path));
    process.exitCode = spawnSync(process.execPath, ['--enable-source-maps', '--test', ...files], { stdio: 'inherit' }).status ?? 1;
} finally {
    rmSync(outdir, { recursive: true, force: true });
}
