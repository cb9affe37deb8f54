// Nothing that was typed goes when a session ends or a dialog is closed, and nobody is offered what they may not do.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { api, contextOf, launch, open, organization, signInWithPassword, space } from './app.mjs';

let browser;
before(async () => {
    browser = await launch();
});
after(() => browser?.close());

/** Opens a screen for somebody in a browser of its own. */
const openFor = async (name, path, options) => open(await contextOf(browser, name, options), path);

test('the session ends while somebody writes: signing in leads back to the same page with the text', async () => {
    const { id, pages } = await space('Sessions', { Hours: '# Hours\n\nOpen.\n' }, 'live');
    const at = `/spaces/${id}/page/${pages[0]}/edit`;
    const page = await openFor('ada', at);
    await page.locator('.ProseMirror').getByText('Open.').click();
    await page.context().clearCookies();
    await page.keyboard.press('End');
    await page.keyboard.type(' And closed.');
    await page.getByRole('alert').getByText('You are signed out').first().waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).first().click();
    await signInWithPassword(page);
    await page.locator('.ProseMirror').getByText('Open. And closed.').waitFor();
    assert.equal(new URL(page.url()).pathname, `/app${at}`);
    await page.locator('.e-status[data-kind="saved"]').waitFor({ state: 'attached' });
    assert.equal((await api(`/spaces/${id}/content/page/${pages[0]}?format=markdown`)).markdown, '# Hours\n\nOpen. And closed.\n');
    await page.context().close();
});

test('the bar about the end of the session leads back to the same page, and a comment that was begun is there', async () => {
    const { id } = await space('Ended', { Start: '# Start\n' }, 'live');
    const page = await openFor('ada', `/spaces/${id}/comments`);
    await page.getByRole('textbox', { name: 'Comment' }).fill('Half a thought');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Resolved' }).click();
    await page.locator('.signed-out').getByRole('button', { name: 'Sign in' }).click();
    await signInWithPassword(page);
    await page.getByRole('heading', { level: 1, name: 'Comments' }).waitFor();
    assert.equal(new URL(page.url()).pathname, `/app/spaces/${id}/comments`);
    assert.equal(await page.getByRole('textbox', { name: 'Comment' }).inputValue(), 'Half a thought');
    await page.context().close();
});

test('the description of a change request keeps its form, and a dialog asks before it discards', async () => {
    const { id } = await space('Described', { Start: '# Start\n' });
    const request = await api(`/spaces/${id}/change-requests`, { subject: 'Before' });
    const base = `/spaces/${id}/change-requests/${request.id}`;
    await api(base, { description: { markdown: '**Bold** words.\n\n* a\n* b\n' } }, 'PATCH');
    const described = async () => JSON.stringify((await api(base)).description);
    const before = await described();
    const page = await openFor('ada', base);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog.getByLabel('Subject').fill('After');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: /After/ }).waitFor();
    assert.equal(await described(), before);

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog.getByText('words.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' And _more_ of them.');
    await dialog.getByLabel('Subject').focus();
    await page.keyboard.press('Escape');
    await dialog.getByText('Discard what you typed?').waitFor();
    await dialog.getByRole('button', { name: 'Keep typing' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const text = JSON.stringify((await api(base)).description);
    for (const part of ['"Bold","marks":[{"object":"mark","type":"bold"}]', '"more","marks":[{"object":"mark","type":"italic"}]', 'list-unordered']) assert.ok(text.includes(part), `${part} is not in ${text}`);

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog.getByLabel('Subject').fill('Never');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await api(base)).subject, 'After');
    await page.close();
});

test('who may not create spaces gets no form for it, and members are not called invited', async () => {
    const org = await organization();
    const page = await openFor('bob', `/orgs/${org}/new`);
    await page.getByText('You may not create spaces here.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Create the space' }).count(), 0);
    await page.close();
    const people = await openFor('ada', `/orgs/${org}/people`);
    await people.getByText('bob@example.org').waitFor();
    assert.equal(await people.locator('.item', { hasText: /invited/i }).count(), 0);
    await people.close();
});

test('the editor speaks the language of the browser', async () => {
    const { id, pages } = await space('Sprachen', { Zeiten: '# Zeiten\n\nOffen.\n' }, 'live');
    const page = await openFor('ada', `/spaces/${id}/page/${pages[0]}/edit`, { locale: 'de-DE' });
    await page.getByRole('textbox', { name: 'Text der Seite' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/auf');
    await page.getByRole('option', { name: 'Aufzählung' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('eins');
    await page.locator('.e-status[data-kind="saved"]').waitFor({ state: 'attached' });
    assert.equal((await api(`/spaces/${id}/content/page/${pages[0]}?format=markdown`)).markdown, '# Zeiten\n\nOffen.\n\n* eins\n');
    await page.close();
});
