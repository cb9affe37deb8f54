// Bundles the app into crates/web/dist: `node build.mjs`. With `--check` it builds elsewhere and compares byte by byte.
//
// The names of the files carry no hashes; the server puts one digest of all of them into their address. What several
// bundles share goes into files named after the bundles. `assets.rs` lists the files for the crate, with a digest of
// the sources that they were built from, so that a stale bundle is found without Node.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';

const here = import.meta.dirname;
const dist = join(here, '../crates/web/dist');
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const inOrder = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** The bundles by name. `source` exists as soon as somebody writes it. */
const entries = Object.fromEntries(
    Object.entries({ shell: 'src/main.tsx', editor: 'src/editor/index.tsx', source: 'src/editor/source.tsx' })
        .filter(([, path]) => existsSync(join(here, path))),
);

/** The most that a first visit may load, in bytes after gzip: scripts, and all styles. */
const BUDGET = { shell: 230 * 1024, editor: 160 * 1024, source: 135 * 1024 };

/** Files that decide what the bundle is: everything below `src`, and what is beside it. */
function sources() {
    const found = ['build.mjs', 'package.json', 'package-lock.json', 'tsconfig.json'];
    const walk = (dir) => {
        for (const name of readdirSync(join(here, dir))) {
            const path = `${dir}/${name}`;
            if (statSync(join(here, path)).isDirectory()) walk(path);
            else found.push(path);
        }
    };
    walk('src');
    return found.sort(inOrder);
}

/** A digest of names and contents, which `crates/web` computes in the same way. */
function digest(paths) {
    const hash = createHash('sha256');
    for (const path of paths) {
        const bytes = readFileSync(join(here, path));
        hash.update(`${path}\n${bytes.length}\n`).update(bytes);
    }
    return hash.digest('hex');
}

async function bundle() {
    const result = await esbuild.build({
        absWorkingDir: here,
        entryPoints: entries,
        entryNames: '[name]',
        chunkNames: 'chunk-[hash]',
        outdir: 'dist',
        bundle: true,
        splitting: true,
        format: 'esm',
        target: ['es2022', 'chrome120', 'firefox120', 'safari17'],
        jsx: 'automatic',
        minify: true,
        legalComments: 'none',
        metafile: true,
        write: false,
        external: ['*.woff2'],
        define: { 'process.env.NODE_ENV': '"production"' },
        logLevel: 'warning',
    });
    return { files: renamed(result), metafile: result.metafile };
}

/** The files by name, where the names of shared ones say which bundles share them. */
function renamed({ outputFiles, metafile }) {
    const outputs = Object.fromEntries(Object.entries(metafile.outputs).map(([path, it]) => [path.slice('dist/'.length), it]));
    const users = new Map();
    for (const name of Object.keys(entries)) {
        for (const path of reached(outputs, `${name}.js`, true)) users.set(path, [...(users.get(path) ?? []), name]);
    }
    const names = new Map();
    const taken = new Set();
    const chunks = Object.keys(outputs).filter((path) => path.startsWith('chunk-') && path.endsWith('.js'));
    const size = (path) => outputs[path].bytes;
    for (const path of chunks.sort((a, b) => size(b) - size(a) || inOrder(Object.keys(outputs[a].inputs).join(), Object.keys(outputs[b].inputs).join()))) {
        const inputs = Object.keys(outputs[path].inputs);
        const screen = outputs[path].entryPoint?.replace(/^.*\/([^/]+)\.tsx?$/, '$1');
        const base = screen ?? (inputs.some((it) => it.includes('/react-dom/')) ? 'vendor' : (users.get(path) ?? ['lazy']).join('-'));
        let name = `${base}.js`;
        for (let n = 2; taken.has(name) || name in outputs; n += 1) name = `${base}-${n}.js`;
        taken.add(name);
        names.set(path, name);
    }
    const files = new Map();
    for (const { path, contents } of outputFiles) {
        const name = path.slice(join(here, 'dist').length + 1);
        let bytes = Buffer.from(contents);
        // Styles of a bundle that is also imported later come twice; the page links those of the bundle.
        if (name.startsWith('chunk-') && name.endsWith('.css')) continue;
        if (name.endsWith('.js')) {
            let text = bytes.toString();
            for (const [old, now] of names) text = text.replaceAll(old, now);
            bytes = Buffer.from(text);
        }
        files.set(names.get(name) ?? name, bytes);
    }
    return { files, names, outputs };
}

/** The files that this one loads at once, itself included. */
function reached(outputs, name, all = false) {
    const found = new Set();
    const open = [name];
    while (open.length) {
        const path = open.pop();
        if (found.has(path) || !outputs[path]) continue;
        found.add(path);
        for (const it of outputs[path].imports) {
            if (it.kind === 'import-statement' || (all && it.kind === 'dynamic-import' && !Object.keys(entries).includes(it.path.replace(/^dist\/(.*)\.js$/, '$1')))) {
                open.push(it.path.slice('dist/'.length));
            }
        }
    }
    return found;
}

/** The licences of the packages whose code is in the bundles. */
function licences(metafile) {
    const used = new Set();
    for (const path of Object.keys(metafile.inputs)) {
        const at = path.lastIndexOf('node_modules/');
        if (at < 0) continue;
        const [first, second] = path.slice(at + 'node_modules/'.length).split('/');
        used.add(`${path.slice(0, at)}node_modules/${first.startsWith('@') ? `${first}/${second}` : first}`);
    }
    const parts = [...used].sort(inOrder).map((dir) => {
        const at = join(here, dir);
        const { name, version, license } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
        const file = readdirSync(at).sort(inOrder).find((it) => /^(licen[cs]e|copying)/i.test(it));
        const text = file ? readFileSync(join(at, file), 'utf8').replaceAll('\r\n', '\n').trim() : `Licence: ${license}`;
        return `${name} ${version} (${license})\n\n${text}\n`;
    });
    return `Code of these packages is part of the files of the app.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/** The list of the files for the crate. */
function list(files) {
    const rows = [...files.keys()].sort(inOrder).map((name) => `    (${JSON.stringify(name)}, include_bytes!(${JSON.stringify(name)})),`);
    return [
        '// Made by web/build.mjs.',
        '/// The files of the app by name.',
        'pub(crate) const FILES: &[(&str, &[u8])] = &[',
        ...rows,
        '];',
        '/// A digest of what the files were built from.',
        '#[cfg(test)]',
        `pub(crate) const SOURCES: &str = "${digest(sources())}";`,
        '/// A digest of all files, for their addresses.',
        `pub(crate) const VERSION: &str = "${sha256([...files].sort(([a], [b]) => inOrder(a, b)).map(([name, bytes]) => `${name} ${sha256(bytes)}\n`).join('')).slice(0, 16)}";`,
        '',
    ].join('\n');
}

function weigh({ files, names, outputs }) {
    const shell = reached(outputs, 'shell.js');
    const gz = (paths) => [...paths].reduce((sum, path) => sum + gzipSync(files.get(names.get(path) ?? path), { level: 9 }).length, 0);
    const sizes = { shell: gz(shell) + (files.has('shell.css') ? gz(['shell.css']) : 0) };
    for (const name of Object.keys(entries)) {
        if (name === 'shell') continue;
        const more = [...reached(outputs, `${name}.js`)].filter((path) => !shell.has(path));
        sizes[name] = gz(more) + (files.has(`${name}.css`) ? gz([`${name}.css`]) : 0);
    }
    for (const [name, size] of Object.entries(sizes)) {
        console.log(`${name.padEnd(8)} ${(size / 1024).toFixed(1).padStart(6)} KB of ${BUDGET[name] / 1024} KB gzip`);
        if (size > BUDGET[name]) throw new Error(`${name} is larger than its budget`);
    }
}

const built = await bundle();
weigh(built.files);
const files = new Map(built.files.files);
files.set('licenses.txt', Buffer.from(licences(built.metafile)));
const all = new Map([...files, ['assets.rs', Buffer.from(list(files))]]);

if (process.argv.includes('--check')) {
    const differing = [...all].filter(([name, bytes]) => !existsSync(join(dist, name)) || !readFileSync(join(dist, name)).equals(bytes));
    const surplus = readdirSync(dist).filter((name) => !all.has(name));
    const wrong = [...differing.map(([name]) => name), ...surplus];
    if (wrong.length) throw new Error(`crates/web/dist is not what the sources give: ${wrong.join(', ')}; run \`npm run build\` in web`);
} else {
    rmSync(dist, { recursive: true, force: true });
    mkdirSync(dist, { recursive: true });
    for (const [name, bytes] of all) writeFileSync(join(dist, name), bytes);
}
