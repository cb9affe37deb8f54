// What others do appears by itself: saved text, who is there, and notifications.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { api, contextOf, findings, launch, open, organization, space } from './app.mjs';

let browser;
before(async () => {
    browser = await launch();
});
after(() => browser?.close());

const idOf = async (name) => {
    const { items } = await api(`/orgs/${await organization()}/members?search=${name}`);
    return items[0].user.id;
};

/** Writes over a page as somebody else. */
async function write(id, page, markdown) {
    const { revision } = await api(`/spaces/${id}`);
    await api(`/spaces/${id}/content`, { changes: [{ operation: 'update_page', page, base: revision, document: { markdown } }] });
}

test('what others save appears without a reload, in the text and in the tree, also after the stream was away', async () => {
    const { id, pages } = await space('Followed', { Hours: '# Hours\n\nOpen from six.\n' }, 'live');
    const ada = await contextOf(browser, 'ada');
    const page = await open(ada, `/spaces/${id}/page/${pages[0]}`);
    await page.getByText('Open from six.').waitFor();
    const loads = [];
    page.on('framenavigated', (frame) => loads.push(frame.url()));
    await write(id, pages[0], '# Hours\n\nOpen from five.\n');
    await page.getByText('Open from five.').waitFor();
    await api(`/spaces/${id}/content`, { changes: [{ operation: 'insert_page', title: 'Prices', document: { markdown: '# Prices\n' } }] });
    await page.getByRole('treegrid').getByText('Prices').waitFor();
    await page.context().setOffline(true);
    await write(id, pages[0], '# Hours\n\nOpen from four.\n');
    await page.context().setOffline(false);
    await page.getByText('Open from four.').waitFor();
    assert.deepEqual(loads, []);
    await ada.close();
});

test('a refused stream leaves polling, which finds what others saved', async () => {
    const { id, pages } = await space('Polled', { Hours: '# Hours\n\nOpen from six.\n' }, 'live');
    const ada = await contextOf(browser, 'ada');
    await ada.route('**/events', (route) => route.fulfill({ status: 429, json: { error: { code: 429, message: 'too many streams' } } }));
    const page = await open(ada, `/spaces/${id}/page/${pages[0]}`);
    await page.getByText('Open from six.').waitFor();
    await write(id, pages[0], '# Hours\n\nOpen from five.\n');
    await page.getByText('Open from five.').waitFor();
    await ada.close();
});

test('who else is on a page is shown with a name, and not any more after they left', async () => {
    const { id, pages } = await space('Together', { One: '# One\n\nText.\n', Two: '# Two\n' }, 'live');
    const [ada, bob] = [await contextOf(browser, 'ada'), await contextOf(browser, 'bob')];
    const page = await open(ada, `/spaces/${id}/page/${pages[0]}/edit`);
    const other = await open(bob, `/spaces/${id}/page/${pages[0]}`);
    await other.getByText(/Also on this page: .*who writes/).waitFor({ state: 'attached' });
    await page.getByText(/Also on this page: .*who reads/).waitFor({ state: 'attached' });
    await other.getByRole('treegrid').getByText('Two').click();
    await page.getByText(/Also on this page/).waitFor({ state: 'detached' });
    await other.goBack();
    await page.getByText(/Also on this page/).waitFor({ state: 'attached' });
    await other.close();
    await page.getByText(/Also on this page/).waitFor({ state: 'detached' });
    await Promise.all([ada.close(), bob.close()]);
});

test('notifications are counted while the app is open, read, and read again', async () => {
    const { id, pages } = await space('Notified', { Hours: '# Hours\n\nOpen.\n' });
    const request = await api(`/spaces/${id}/change-requests`, { subject: 'Later hours' });
    const base = `/spaces/${id}/change-requests/${request.id}`;
    await api(`${base}/content`, { changes: [{ operation: 'update_page', page: pages[0], document: { markdown: '# Hours\n\nOpen late.\n' } }] });
    const ada = await contextOf(browser, 'ada');
    const page = await open(ada, `/spaces/${id}`);
    // What other tests caused is read.
    await page.evaluate(() => fetch('/v1/user/notifications/read', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }));
    await page.reload();
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
    await api(`${base}/requested-reviewers`, { users: [await idOf('ada')] });
    await page.getByRole('link', { name: 'Notifications, 1 unread' }).click();
    const row = page.getByRole('link', { name: /asks for your review.*Later hours/s });
    await row.waitFor();
    assert.deepEqual(await findings(page), []);
    await row.click();
    await page.getByRole('heading', { level: 1, name: /Later hours/ }).waitFor();
    await page.getByRole('link', { name: 'Notifications', exact: true }).click();
    await page.getByText('Nothing new').waitFor();
    await page.getByLabel('Only unread').uncheck();
    await page.getByRole('button', { name: 'Mark as unread' }).first().click();
    await page.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
    await chooseMail(page, 'daily');
    await page.reload();
    await page.getByLabel('Mail about what is unread').waitFor();
    assert.equal(await page.getByLabel('Mail about what is unread').inputValue(), 'daily');
    await chooseMail(page, 'hourly');
    await ada.close();
});

/** Chooses how often mail is sent, and waits until the server has it. */
async function chooseMail(page, often) {
    const saved = page.waitForResponse((response) => response.url().endsWith('/notification-settings') && response.request().method() === 'PATCH');
    await page.getByLabel('Mail about what is unread').selectOption(often);
    assert.equal((await saved).status(), 200);
}
