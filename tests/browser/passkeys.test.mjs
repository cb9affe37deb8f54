// Passkeys by the virtual authenticator of Chromium: made, used, refused and removed. QUIRE_URL names a server at
// `localhost` with the user ada@example.org.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { launch } from './chromium.mjs';

const { QUIRE_URL } = process.env;
const PASSWORD = 'correct horse battery';

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

/** A page with an authenticator, and what its browser complained about. */
async function open(options = {}) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const complaints = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
            protocol: 'ctap2',
            transport: 'internal',
            hasResidentKey: true,
            hasUserVerification: true,
            isUserVerified: true,
            automaticPresenceSimulation: true,
        },
    });
    return { context, page, complaints, devtools, authenticatorId };
}

async function withPassword(page) {
    await page.goto(`${QUIRE_URL}/sign-in`);
    await page.getByLabel('E-mail address').fill('ada@example.org');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
}

async function add(page, name) {
    await page.getByLabel('Name of the new passkey').fill(name);
    await page.locator('#passkey-current').fill(PASSWORD);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('button', { name: 'Go on' }).click();
}

async function withPasskey(page) {
    await page.goto(`${QUIRE_URL}/sign-in`);
    await page.getByRole('link', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
}

test('a passkey is made, signs in, and is removed', async () => {
    const { context, page, complaints } = await open();
    await withPassword(page);
    await add(page, 'Laptop');
    await page.getByText('The passkey can sign you in now.').waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).last().click();
    await withPasskey(page);
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    assert.ok(await page.getByText('Last used').first().isVisible());
    // The device has one already.
    await add(page, 'Again');
    await page.getByText('The browser did not give a passkey').waitFor();
    await page.goto(`${QUIRE_URL}/account`);
    await page.getByRole('button', { name: 'Remove the passkey Laptop' }).click();
    await page.getByText('The passkey is removed').waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).last().click();
    await withPasskey(page);
    await page.getByText('does not know the passkey').waitFor();
    const own = complaints.filter((words) => !words.includes('422'));
    assert.deepEqual(own, [], 'the policy of the pages lets their script run and complains about nothing');
    await context.close();
});

test('a person who is not verified stays out', async () => {
    const { context, page, devtools, authenticatorId } = await open();
    await withPassword(page);
    await add(page, 'Phone');
    await page.getByText('The passkey can sign you in now.').waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).last().click();
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await withPasskey(page);
    await page.getByText('The browser did not give a passkey').waitFor();
    await page.goto(`${QUIRE_URL}/account`);
    assert.equal(new URL(page.url()).pathname, '/sign-in');
    await context.close();
});

test('pages say what passkeys need, and a wrong password leads back', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await withPassword(page);
    await page.getByLabel('Name of the new passkey').fill('Laptop');
    await page.locator('#passkey-current').fill('wrong');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    assert.match(await page.locator('#passkey-current-wrong').innerText(), /current password is wrong/i);
    assert.ok(await page.getByRole('heading', { name: 'Your account' }).isVisible());
    // Scripts are stopped here without the parser knowing, so that the browser does not show what is for those without.
    const sent = await (await page.goto(`${QUIRE_URL}/sign-in/passkey`)).text();
    assert.match(sent, /<noscript>.*Passkeys need JavaScript.*<\/noscript>/);
    await context.close();
});
