// Translates a space with the published client of the API's field, by a translator of this test that writes words in
// capitals. The server holds `content/`, imported into a space; QUIRE_URL and QUIRE_TOKEN say where it is.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';

import { GitBookAPI, GitBookAPIError } from '@gitbook/api';

const { QUIRE_URL: endpoint, QUIRE_TOKEN: authToken } = process.env;
const api = new GitBookAPI({ endpoint, authToken });

let organization;
let source;
// What the translator was told and asked for, by request.
const asked = [];

const translator = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const [system, user] = JSON.parse(text).messages.map((message) => message.content);
    const texts = JSON.parse(user);
    asked.push({ system, texts, key: request.headers.authorization });
    const content = JSON.stringify(texts.map(loud));
    response.end(JSON.stringify({ choices: [{ message: { content } }] }));
});

before(async () => {
    await new Promise((resolve) => translator.listen(0, '127.0.0.1', resolve));
    organization = (await api.orgs.listOrganizationsForAuthenticatedUser()).data.items[0].id;
    source = (await api.orgs.listSpacesInOrganizationById(organization)).data.items[0].id;
    const url = `http://127.0.0.1:${translator.address().port}`;
    // The client has no call for the translator of an organization.
    const provider = await fetch(`${endpoint}/v1/orgs/${organization}/translations-provider`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${authToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ kind: 'openai', url, key: 'not-shown', model: 'loud' }),
    });
    assert.equal(provider.status, 200, await provider.text());
});

after(() => translator.close());

test('a glossary has entries in several languages', async () => {
    const list = async (query) => (await api.orgs.listGlossaryEntries(organization, query)).data;
    const update = (...operations) => api.orgs.updateGlossaryEntries(organization, { operations });
    assert.deepEqual((await list()).items, []);
    const made = await update(
        { type: 'insert', translations: { en: 'bridges', es: 'puentes', 'pt-br': 'pontes' } },
        { type: 'insert', translations: { en: 'river', de: 'Fluss' } },
    );
    assert.equal(made.status, 204);
    const [bridge, river] = (await list()).items;
    assert.deepEqual(bridge.translations, { en: 'bridges', es: 'puentes', 'pt-br': 'pontes' });
    assert.equal(bridge.object, 'glossary-entry');
    assert.ok(!Number.isNaN(Date.parse(bridge.createdAt)) && !Number.isNaN(Date.parse(bridge.updatedAt)));
    assert.equal(bridge.urls.location, `${endpoint}/v1/orgs/${organization}/translations-glossary/${bridge.id}`);
    assert.deepEqual((await api.orgs.getGlossaryEntry(organization, bridge.id)).data, bridge);

    const first = await list({ limit: 1 });
    assert.deepEqual(first.items, [bridge]);
    const second = await list({ limit: 1, page: first.next.page });
    assert.deepEqual([second.items, second.next], [[river], undefined]);

    await update(
        { type: 'update', id: river.id, translations: { en: 'river', es: 'río' } },
        { type: 'insert', translations: { fr: 'gone' } },
    );
    const [, changed, gone] = (await list()).items;
    assert.deepEqual([changed.id, changed.translations], [river.id, { en: 'river', es: 'río' }]);
    await update({ type: 'delete', id: gone.id });
    assert.equal((await list()).items.length, 2);
    await assert.rejects(api.orgs.getGlossaryEntry(organization, gone.id), failed(404));
    const wrong = [
        { type: 'insert', translations: {} },
        { type: 'insert', translations: { en: ' ' } },
        { type: 'insert', translations: { 'not-a-language': 'x' } },
        { type: 'update', id: gone.id, translations: { en: 'x' } },
    ];
    for (const operation of wrong) {
        await assert.rejects(update({ type: 'insert', translations: { en: 'x' } }, operation), failed(400));
    }
    assert.equal((await list()).items.length, 2, 'all or nothing');
});

test('a space is translated, follows its source, and stays when the translation is deleted', async () => {
    const instructions = { object: 'document', data: {}, nodes: [paragraph('Be polite.')] };
    const wanted = { language: 'es', source: { space: source, language: 'en' }, instructions };
    const { data: made, status } = await api.orgs.createTranslation(organization, wanted);
    assert.deepEqual([status, made.object, made.language, made.source], [201, 'translation', 'es', wanted.source]);
    assert.ok(['pending', 'running'].includes(made.status));
    assert.deepEqual(made.permissions, { view: true, edit: true });
    const at = [organization, made.id];
    assert.equal(made.urls.location, `${endpoint}/v1/orgs/${organization}/translations/${made.id}`);
    const first = await ran(at);
    const words = asked.flatMap(({ texts }) => texts).join(' ').split(/\s+/).length;
    assert.equal(first.stats.runs, 1);
    assert.ok(first.stats.totalWords > 0 && first.stats.totalWords <= words);
    assert.deepEqual([first.stats.latestWords, first.stats.latestPages], [first.stats.totalWords, first.stats.totalPages]);
    assert.ok(asked.every(({ key }) => key === 'Bearer not-shown'));
    assert.ok(asked.every(({ system }) => system.includes('Be polite.')));
    const told = asked.find(({ texts }) => texts.some((text) => /\bbridges\b/i.test(text)));
    assert.ok(told.system.includes('bridges = puentes') && !told.system.includes('pontes'));

    const { data: result } = await api.spaces.getSpaceById(first.result.space);
    assert.deepEqual([result.language, result.revision], ['es', first.result.revision]);
    const { data: revision } = await api.spaces.getRevisionById(result.id, result.revision);
    assert.equal(revision.type, 'computed');
    const read = async (space) => (await api.spaces.getPageByPath(space, 'guides/rivers', { format: 'markdown' })).data;
    const [before, now] = [await read(source), await read(result.id)];
    assert.deepEqual([now.id, now.path, now.title], [before.id, before.path, 'RIVERS']);
    assert.notEqual(now.markdown, before.markdown);
    const links = (text) => text.match(/\]\([^)]*\)/g);
    assert.deepEqual(links(now.markdown), links(before.markdown));

    const { data: list } = await api.orgs.listTranslations(organization, { limit: 1 });
    assert.deepEqual([list.items, list.next], [[first], undefined]);
    assert.deepEqual((await api.orgs.getTranslation(...at)).data, first);
    const polite = { ...instructions, nodes: [paragraph('Be brief.')] };
    const { data: changed } = await api.orgs.updateTranslation(...at, { instructions: polite });
    assert.equal(changed.instructions.nodes[0].nodes[0].leaves[0].text, 'Be brief.');
    const count = asked.length;
    assert.equal((await api.orgs.runTranslation(...at)).status, 204);
    const second = await ran(at);
    assert.deepEqual([second.stats.runs, second.stats.latestWords, asked.length], [2, 0, count]);

    await assert.rejects(api.orgs.createTranslation(organization, wanted), failed(409));
    const same = { ...wanted, language: 'en' };
    await assert.rejects(api.orgs.createTranslation(organization, same), failed(400));
    const absent = [organization, 'aaaaaaaaaaaaaaaaaaaaab'];
    await assert.rejects(api.orgs.getTranslation(...absent), failed(404));
    await assert.rejects(api.orgs.updateTranslation(...absent, { instructions }), failed(404));
    await assert.rejects(api.orgs.runTranslation(...absent), failed(404));
    assert.equal((await api.orgs.deleteTranslation(...at)).status, 204);
    assert.equal((await api.orgs.deleteTranslation(...at)).status, 204);
    assert.equal((await api.spaces.getSpaceById(result.id)).data.revision, second.result.revision);
    assert.deepEqual((await api.orgs.listTranslations(organization)).data.items, []);
});

// A translation after its run.
async function ran(at) {
    for (;;) {
        const { data: translation } = await api.orgs.getTranslation(...at);
        if (translation.status === 'completed') return translation;
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
}

// Writes words in capitals, but for tags and escapes.
function loud(text) {
    return text.replace(/(<[^>]*>|&[a-z]+;)|[^<&]+/g, (part, kept) => kept ?? part.toUpperCase());
}

function paragraph(text) {
    return {
        object: 'block',
        type: 'paragraph',
        data: {},
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
    };
}

function failed(code) {
    return (error) => error instanceof GitBookAPIError && error.code === code;
}
