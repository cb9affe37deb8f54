// Merged Markdown in the source mode: by lines, with markers where both sides changed the same ones.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { changes, conflicted } from '../../src/editor/source/merge_text';
import { below, one, type Random, random } from './random';

const merged = (base: string, mine: string, theirs: string, refused = false): string => {
    let text = mine;
    for (const { from, to, insert } of changes(base, mine, theirs, refused).toReversed()) text = text.slice(0, from) + insert + text.slice(to);
    return text;
};

test('what is appended to a text without a line end is a line of its own', () => {
    assert.equal(merged('a', 'a', 'a\nb'), 'a\nb');
    assert.equal(merged('a\nb', 'a\nb', 'a'), 'a');
    assert.equal(merged('a\nb', 'a\nb', 'c\nb'), 'c\nb');
    assert.equal(merged('a\nb', 'm\na\nb', 'a\nb\nc'), 'm\na\nb\nc');
});

test('lines that both changed stand between markers, and nothing of them goes', () => {
    const text = merged('a\nb', 'a\nmine', 'a\ntheirs', true);
    assert.equal(text, 'a\n<<<<<<< mine\nmine\n=======\ntheirs\n>>>>>>> theirs');
    assert.equal(conflicted(text), 1);
});

function changed(next: Random, text: string, by: string): string {
    let lines = text.split('\n');
    for (let turn = 0; turn <= below(next, 2); turn += 1) {
        lines = one(next, [
            () => lines.toSpliced(below(next, lines.length + 1), 0, `${by}${turn}`),
            () => lines.with(below(next, lines.length), `${by}${turn}`),
            () => (lines.length > 1 ? lines.toSpliced(below(next, lines.length), 1) : lines),
        ])();
    }
    return lines.join('\n');
}

test('every line that one side wrote is in the merged text, whole', () => {
    for (let seed = 0; seed < 500; seed += 1) {
        const next = random(seed);
        const base = Array.from({ length: 1 + below(next, 8) }, (_, at) => `line ${at}`).join('\n');
        const [mine, theirs] = [changed(next, base, 'm'), changed(next, base, 't')];
        const lines = new Set(merged(base, mine, theirs).split('\n'));
        for (const line of [...mine.split('\n'), ...theirs.split('\n')]) {
            if (/^[mt]/.test(line)) assert.ok(lines.has(line), `seed ${seed}: ${line}`);
        }
        assert.equal(merged(base, base, theirs), theirs, `seed ${seed}`);
        assert.equal(merged(base, mine, base), mine, `seed ${seed}`);
    }
});
