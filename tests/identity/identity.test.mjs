// Signs users and visitors of sites in by three identity providers that others wrote: oidc-provider, samlify and samlp. QUIRE_URL and QUIRE_TOKEN
// name the server, which has to fetch from this machine and to let anybody have the domain operated.example.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';

import { Provider } from 'oidc-provider';
import samlify from 'samlify';
import samlp from 'samlp';

import { Browser } from './browser.mjs';

const { QUIRE_URL, QUIRE_TOKEN } = process.env;
const DOMAIN = 'operated.example';

const fixture = (name) => readFile(new URL(`../../crates/sso/tests/it/fixtures/${name}`, import.meta.url), 'utf8');
const [certificate, key] = await Promise.all([fixture('rsa.crt'), fixture('rsa.key')]);
const closing = [];

/** What an operation answers. */
async function api(path, body, method = body ? 'POST' : 'GET') {
    const headers = { authorization: `Bearer ${QUIRE_TOKEN}`, 'content-type': 'application/json' };
    const response = await fetch(`${QUIRE_URL}/v1${path}`, { method, headers, body: body && JSON.stringify(body) });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
}

/** The address of a server of this test, which is stopped with it. */
async function listen(answer) {
    const server = createServer(answer);
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    closing.push(server);
    return `http://127.0.0.1:${server.address().port}`;
}

let organization;
before(async () => {
    organization = `/orgs/${(await api('/orgs')).items[0].id}`;
    await api(organization, { emailDomains: [DOMAIN] }, 'PATCH');
});
after(() => closing.forEach((server) => server.close()));

/** The user who is signed in. */
async function signedIn(browser) {
    const { status, text } = await browser.open(`${QUIRE_URL}/v1/user`);
    assert.equal(status, 200, text);
    return JSON.parse(text);
}

/** The reason of a refusal. */
function refused({ status, text }) {
    assert.equal(status, 403, text);
    return /<code>([^<]*)</.exec(text)?.[1];
}

/** A site whose visitors sign in by a provider, and whose schema declares the claim `email`. Returns its address. */
async function site(title, provider) {
    const made = await api(`${organization}/sites`, { title, visibility: 'visitor-auth', spaces: 'sample' });
    const path = `${organization}/sites/${made.id}`;
    await api(`${path}/publishing/auth`, { backend: 'provider', provider }, 'PATCH');
    await api(`${path}/publish`, {});
    return (await api(path)).urls.published.replace(/\/$/, '');
}

/** What holds for the visitors of a site, whatever the provider. */
async function visited(address, signIn) {
    const browser = new Browser();
    const end = await signIn(browser, `${address}/`);
    assert.equal(end.status, 200, end.text);
    assert.ok(end.at.startsWith(address), end.at);
    assert.match(end.text, /~sign-out/);
    assert.equal((await browser.open(`${QUIRE_URL}/v1/user`)).status, 401, 'a visitor is no user');
    assert.equal((await browser.open(`${address}/llms.txt`)).status, 200);
    assert.ok(browser.has(address, 'quire-visitor-session'));
    const out = await browser.send(await browser.open(`${address}/~sign-out`));
    assert.equal(out.status, 200, out.text);
    assert.ok(!browser.has(address, 'quire-visitor-session'));
    return out;
}

test('OpenID Connect by oidc-provider', async () => {
    let provider;
    const issuer = await listen((request, response) => provider.callback()(request, response));
    const made = await api(`${organization}/oidc`, { label: 'oidc-provider' });
    const team = await api(`${organization}/teams`, { title: 'Writers' }, 'PUT');
    provider = new Provider(issuer, {
        clients: [
            {
                client_id: 'quire',
                client_secret: 'a secret & more',
                redirect_uris: [made.service.callbackURL],
                grant_types: ['authorization_code'],
                response_types: ['code'],
            },
        ],
        cookies: { keys: ['a key of this test'] },
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
        findAccount: (_, id) => ({
            accountId: id,
            claims: () => ({
                sub: id,
                email: `${id}@${DOMAIN}`,
                email_verified: id !== 'mallory',
                name: 'Ada Lovelace',
                groups: ['docs'],
            }),
        }),
        ttl: { Interaction: 600, Session: 600, Grant: 600, IdToken: 600, AccessToken: 600 },
    });
    const settings = { issuer, clientId: 'quire', clientSecret: 'a secret & more', groupTeams: { docs: team.id } };
    const { status } = await api(`${organization}/oidc/${made.id}`, settings, 'PATCH');
    assert.equal(status, 'active');
    const signIn = async (browser, login, from = made.service.startURL) => {
        let page = await browser.open(from);
        page = await browser.send(page, { login, password: 'any' });
        return browser.send(page);
    };
    const browser = new Browser();
    const end = await signIn(browser, 'ada');
    assert.equal(new URL(end.at).pathname, '/account', end.text);
    const ada = await signedIn(browser);
    assert.deepEqual([ada.email, ada.displayName], [`ada@${DOMAIN}`, 'Ada Lovelace']);
    assert.equal((await api(`${organization}/members/${ada.id}`)).teams, 1, 'teams follow groups');
    const again = new Browser();
    await signIn(again, 'ada');
    assert.equal((await signedIn(again)).id, ada.id);
    assert.equal(refused(await signIn(new Browser(), 'mallory')), 'unverified-address');
    const address = await site('Visited by oidc-provider', made.id);
    const left = await visited(address, (visitor, from) => signIn(visitor, 'eve', from));
    assert.match(left.text, /Sign out at the identity provider too/);
    await api(`${organization}/oidc/${made.id}`, { clientSecret: 'wrong' }, 'PATCH');
    assert.equal(refused(await signIn(new Browser(), 'bob')), 'no-token');
    await api(`${organization}/oidc/${made.id}`, undefined, 'DELETE');
    assert.equal((await browser.open(`${QUIRE_URL}/v1/user`)).status, 401, 'its sessions end with it');
});

/** Sets up a provider of SAML, and returns it with our metadata. */
async function saml(label, entityID, ssoURL) {
    const made = await api(`${organization}/saml`, { label, entityID, ssoURL, certificate });
    assert.equal(made.status, 'active');
    return { ...made, metadata: await (await fetch(made.service.entityID)).text() };
}

/** Signs in by a provider whose page sends its answer by itself, and which may be changed on the way. */
async function answered(browser, { startURL }, change = (answer) => answer) {
    const page = await browser.open(startURL);
    const [, value] = /name="SAMLResponse" value="([^"]*)"/.exec(page.text) ?? assert.fail(page.text);
    const answer = change(Buffer.from(value, 'base64').toString());
    return browser.send(page, { SAMLResponse: Buffer.from(answer).toString('base64') });
}

/** What holds for every provider of SAML. */
async function holds(service, person) {
    const browser = new Browser();
    const end = await answered(browser, service);
    assert.equal(new URL(end.at).pathname, '/account', end.text);
    const user = await signedIn(browser);
    assert.equal(user.email, `${person}@${DOMAIN}`);
    const again = new Browser();
    await answered(again, service);
    assert.equal((await signedIn(again)).id, user.id);
    const other = (answer) => answer.replaceAll(`${person}@${DOMAIN}`, `mallory@${DOMAIN}`);
    assert.match(refused(await answered(new Browser(), service, other)), /digest|signature/);
    const unsigned = (answer) => answer.replace(/<(\w+:)?Signature[\s\S]*<\/(\w+:)?Signature>/, '');
    assert.equal(refused(await answered(new Browser(), service, unsigned)), 'unsigned');
}

/** What holds for single logout with a provider that samlify plays, whose bindings are both used. */
async function loggedOut({ provider, service, idp, logouts, name }) {
    const user = async () => {
        const browser = new Browser();
        await answered(browser, provider.service);
        await signedIn(browser);
        return browser;
    };
    const status = async (browser) => (await browser.open(`${QUIRE_URL}/v1/user`)).status;
    const success = async (id) => {
        const { extract } = await idp.parseLogoutResponse(service, 'redirect', { query: logouts.pop() });
        assert.deepEqual([extract.response.inResponseTo, extract.issuer], [id, provider.service.entityID]);
    };
    // By address, of one session; the browser that brings it has no part in it.
    const [one, two] = [await user(), await user()];
    const asked = idp.createLogoutRequest(service, 'redirect', { logoutNameID: name, sessionIndex: '_s1' });
    const end = await new Browser().open(asked.context);
    assert.equal(end.text, 'signed out at the provider');
    await success(asked.id);
    assert.deepEqual([await status(one), await status(two)], [401, 401]);
    // By form, of everything; a changed one ends nothing.
    const three = await user();
    const posted = idp.createLogoutRequest(service, 'post', { logoutNameID: name });
    const send = (SAMLRequest) =>
        new Browser().open(provider.service.sloURL, { form: { SAMLRequest }, from: 'https://idp.example.com' });
    const changed = Buffer.from(posted.context, 'base64').toString().replace(name, `${name}-2`);
    assert.match(refused(await send(Buffer.from(changed).toString('base64'))), /digest|signature/);
    assert.equal(await status(three), 200);
    await send(posted.context);
    await success(posted.id);
    assert.equal(await status(three), 401);
    // Somebody who signs out here goes on to the provider, which understands whom and what to sign out.
    const four = await user();
    const out = await four.send(await four.open(`${QUIRE_URL}/account`), {}, '/sign-out');
    const [, link] = /href="([^"]*\/slo\?[^"]*)"/.exec(out.text) ?? assert.fail(out.text);
    await four.open(link.replaceAll('&amp;', '&'));
    const { extract } = await idp.parseLogoutRequest(service, 'redirect', { query: logouts.pop() });
    assert.deepEqual([extract.nameID, [extract.sessionIndex].flat()], [name, ['_s1']]);
}

const form = (acs, token) =>
    `<form method="post" action="${acs}"><input type="hidden" name="SAMLResponse" value="${token}"></form>`;

const BASIC = 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic';
const AUTHENTICATED =
    '<saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="_s1"><saml:AuthnContext>' +
    '<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>' +
    '</saml:AuthnContext></saml:AuthnStatement>';

test('SAML by samlify', async () => {
    samlify.setSchemaValidator({ validate: async () => 'not checked' });
    let answer;
    const base = await listen((request, response) => answer(request, response));
    const provider = await saml('samlify', `${base}/metadata`, `${base}/sso`);
    const service = samlify.ServiceProvider({ metadata: provider.metadata, wantLogoutRequestSigned: true });
    const idp = samlify.IdentityProvider({
        entityID: `${base}/metadata`,
        signingCert: certificate,
        privateKey: key,
        isAssertionEncrypted: false,
        messageSigningOrder: 'sign-then-encrypt',
        nameIDFormat: ['urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'],
        singleSignOnService: [{ Binding: samlify.Constants.namespace.binding.redirect, Location: `${base}/sso` }],
        singleLogoutService: [{ Binding: samlify.Constants.namespace.binding.redirect, Location: `${base}/slo` }],
        wantLogoutRequestSigned: false,
        loginResponseTemplate: {
            context: samlify.SamlLib.defaultLoginResponseTemplate.context.replace('{AuthnStatement}', AUTHENTICATED),
            attributes: [{ name: 'email', valueTag: 'user.email', nameFormat: BASIC, valueXsiType: 'xs:string' }],
        },
    });
    const acs = provider.service.acsURL;
    const logouts = [];
    answer = async (request, response) => {
        const { pathname, searchParams } = new URL(request.url, base);
        const query = Object.fromEntries(searchParams);
        if (pathname === '/slo') {
            logouts.push(query);
            return response.end('signed out at the provider');
        }
        const asked = await idp.parseLoginRequest(service, 'redirect', { query });
        const fill = (template) => {
            const now = new Date();
            const until = new Date(now.getTime() + 300_000).toISOString();
            const id = `_${crypto.randomUUID()}`;
            const values = {
                ID: id,
                AssertionID: `_${crypto.randomUUID()}`,
                Destination: acs,
                Audience: provider.service.entityID,
                SubjectRecipient: acs,
                AssertionConsumerServiceURL: acs,
                Issuer: `${base}/metadata`,
                IssueInstant: now.toISOString(),
                StatusCode: samlify.Constants.StatusCode.Success,
                ConditionsNotBefore: now.toISOString(),
                ConditionsNotOnOrAfter: until,
                SubjectConfirmationDataNotOnOrAfter: until,
                NameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
                NameID: 'samlify-ada',
                InResponseTo: asked.extract.request.id,
                attrUserEmail: `grace@${DOMAIN}`,
            };
            return { id, context: samlify.SamlLib.replaceTagsByValue(template, values) };
        };
        const { context } = await idp.createLoginResponse(service, asked, 'post', {}, fill);
        response.setHeader('content-type', 'text/html').end(form(acs, context));
    };
    await holds(provider.service, 'grace');
    const address = await site('Visited by samlify', provider.id);
    await visited(address, (visitor, startURL) => answered(visitor, { startURL }));
    await api(`${organization}/saml/${provider.id}`, { sloURL: `${base}/slo` }, 'PATCH');
    const left = await visited(address, (visitor, startURL) => answered(visitor, { startURL }));
    assert.match(left.text, /Sign out at the identity provider too/);
    await loggedOut({ provider, service, idp, logouts, name: 'samlify-ada' });
});

test('SAML by samlp', async () => {
    let answer;
    const base = await listen((request, response) => answer(request, response));
    const provider = await saml('samlp', 'urn:samlp', `${base}/sso`);
    const person = {
        id: 'samlp-hedy',
        emails: [{ value: `hedy@${DOMAIN}` }],
        displayName: 'Hedy Lamarr',
        name: { givenName: 'Hedy', familyName: 'Lamarr' },
    };
    const acs = provider.service.acsURL;
    const middleware = samlp.auth({
        issuer: 'urn:samlp',
        cert: certificate,
        key,
        destination: acs,
        recipient: acs,
        nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
        sessionIndex: '_s1',
        getUserFromRequest: () => person,
        getPostURL: (_audience, _request, _asked, done) => done(null, acs),
        responseHandler: (token, _options, _request, response) => {
            response.setHeader('content-type', 'text/html').end(form(acs, token.toString('base64')));
        },
    });
    answer = (request, response) => {
        request.query = Object.fromEntries(new URL(request.url, base).searchParams);
        middleware(request, response, (error) => response.end(String(error)));
    };
    await holds(provider.service, 'hedy');
});
