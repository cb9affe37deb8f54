// Reads a space with the published client of the API's field. The server holds `content/`, imported into a space;
// QUIRE_URL and QUIRE_TOKEN say where it is.

import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';

import { GitBookAPI, GitBookAPIError } from '@gitbook/api';

const { QUIRE_URL: endpoint, QUIRE_TOKEN: authToken } = process.env;
const api = new GitBookAPI({ endpoint, authToken });
const source = (path) => readFile(new URL(`content/${path}`, import.meta.url));

let organization;
let space;

before(async () => {
    const { data: organizations } = await api.orgs.listOrganizationsForAuthenticatedUser();
    assert.equal(organizations.items.length, 1);
    organization = organizations.items[0];
    const { data: spaces } = await api.orgs.listSpacesInOrganizationById(organization.id);
    assert.equal(spaces.items.length, 1);
    space = spaces.items[0];
});

test('the user is the one of the token', async () => {
    const { data: user } = await api.user.getAuthenticatedUser();
    assert.equal(user.object, 'user');
    assert.ok(user.displayName.length > 0);
    assert.equal(user.urls.location.startsWith(endpoint), true);
});

test('an organization is found by its id', async () => {
    const { data } = await api.orgs.getOrganizationById(organization.id);
    assert.equal(data.object, 'organization');
    assert.equal(data.id, organization.id);
    assert.equal(data.permissions.admin, true);
});

test('a space says what it is', async () => {
    const { data } = await api.spaces.getSpaceById(space.id);
    assert.equal(data.object, 'space');
    assert.equal(data.title, 'Client');
    assert.equal(data.organization, organization.id);
    assert.equal(data.defaultLevel, 'inherit');
    assert.equal(data.permissions.view, true);
    assert.ok(!Number.isNaN(Date.parse(data.createdAt)));
    assert.equal(data.revision, space.revision);
});

test('the revision has pages, files, reusable contents and variables', async () => {
    const { data: revision } = await api.spaces.getCurrentRevision(space.id);
    assert.equal(revision.object, 'revision');
    assert.equal(revision.id, space.revision);
    assert.equal(revision.type, 'edits');
    assert.equal(revision.parents.length, 1);
    assert.deepEqual(outline(revision.pages), [
        ['document', 'Field notes', []],
        [
            'group',
            'Guides',
            [
                ['document', 'Rivers', [['document', 'Old bridges', []]]],
                ['link', 'Elsewhere', []],
            ],
        ],
    ]);
    assert.deepEqual(revision.files.map((file) => file.name), ['pixel.png']);
    assert.deepEqual(revision.reusableContents.map((content) => content.title), ['Tools']);
    assert.deepEqual(revision.variables, { river: 'Spree', arches: 7 });
    const { data: same } = await api.spaces.getRevisionById(space.id, space.revision);
    assert.equal(same.id, revision.id);
});

test('the page tree has paths, links and git metadata', async () => {
    const { data } = await api.spaces.listPages(space.id);
    const [start, guides] = data.pages;
    const [rivers, elsewhere] = guides.pages;
    assert.equal(rivers.pages[0].path, 'guides/rivers/old-bridges');
    assert.equal(rivers.description, 'How to cross one.');
    assert.equal(rivers.icon, 'water');
    assert.deepEqual(elsewhere.target, { kind: 'url', url: 'https://example.org/elsewhere' });
    assert.equal(start.git.path, 'README.md');
    assert.equal(start.git.oid, gitBlob(await source('README.md')));
    const { data: plain } = await api.spaces.listPages(space.id, { metadata: false });
    assert.equal(plain.pages[0].git, undefined);
});

test('a page has its bytes, by its id and by its path', async () => {
    const { data: tree } = await api.spaces.listPages(space.id);
    const rivers = tree.pages[1].pages[0];
    // Front matter is not part of a body; all that follows it is, byte for byte.
    const [, , markdown] = (await source('guides/rivers.md')).toString().split('---\n');
    const { data: byId } = await api.spaces.getPageById(space.id, rivers.id, { format: 'markdown' });
    assert.equal(byId.markdown, markdown);
    assert.equal(byId.title, 'Rivers');
    const { data: byPath } = await api.spaces.getPageByPath(space.id, 'guides/rivers', { format: 'markdown' });
    assert.deepEqual(byPath, byId);
});

test('a file has its bytes, without a token', async () => {
    const { data: files } = await api.spaces.listFiles(space.id, { limit: 10 });
    assert.equal(files.items.length, 1);
    const { data: file } = await api.spaces.getFileById(space.id, files.items[0].id);
    const bytes = await source('.gitbook/assets/pixel.png');
    assert.equal(file.contentType, 'image/png');
    assert.equal(file.size, bytes.length);
    assert.deepEqual(file.dimensions, { width: 2, height: 1 });
    const response = await fetch(file.downloadURL);
    assert.equal(response.status, 200);
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes);
});

test('reusable content is found by its id', async () => {
    const { data: revision } = await api.spaces.getCurrentRevision(space.id);
    const [tools] = revision.reusableContents;
    const { data } = await api.spaces.getReusableContentById(space.id, tools.id);
    assert.equal(data.title, 'Tools');
    assert.equal(data.git.path, '.gitbook/includes/tools.md');
});

test('main content and change requests are discussed', async () => {
    const { data: revision } = await api.spaces.getCurrentRevision(space.id);
    const page = revision.pages.find((item) => item.type === 'document');
    const { data: read } = await api.spaces.getPageById(space.id, page.id);
    const node = read.document.nodes.find((block) => block.type === 'paragraph').key;
    const { data: proposal } = await api.spaces.createChangeRequest(space.id, { subject: 'Talk' });
    const { data: user } = await api.user.getAuthenticatedUser();
    for (const [place, path] of [['InSpace', [space.id]], ['InChangeRequest', [space.id, proposal.id]]]) {
        const call = (name, ...rest) => api.spaces[`${name}${place}`](...path, ...rest).then(({ data }) => data);
        const body = { markdown: 'Is this **right**?' };
        const comment = await call('postComment', { body, page: page.id, node });
        assert.deepEqual([comment.object, comment.status, comment.postedBy.id], ['comment', 'open', user.id]);
        assert.deepEqual([comment.target.node.id, comment.target.page.outdated], [node, false]);
        assert.equal(comment.target.changeRequest, place === 'InSpace' ? undefined : proposal.id);
        assert.equal(comment.body.document.object, 'document');
        const filter = { status: 'open', order: 'asc', format: 'markdown', targetPage: page.id, authors: [user.id] };
        assert.deepEqual((await call('listComments', filter)).items.map((item) => item.body), [body]);
        const reply = await call('postCommentReply', comment.id, { body: comment.body });
        const reaction = { addedReactions: ['👍'] };
        const reacted = await call('updateCommentReply', comment.id, reply.id, reaction);
        assert.deepEqual(reacted.reactions.map((item) => [item.emoji, item.count]), [['👍', 1]]);
        assert.equal((await call('getCommentReply', comment.id, reply.id)).object, 'comment-reply');
        assert.equal((await call('listCommentReplies', comment.id)).items.length, 1);
        const resolved = await call('updateComment', comment.id, { resolved: true });
        assert.deepEqual([resolved.status, resolved.resolvedBy.id, resolved.replies], ['resolved', user.id, 1]);
        assert.deepEqual((await call('listCommenters')).items.map((item) => item.id), [user.id]);
        await call('deleteCommentReply', comment.id, reply.id);
        assert.equal((await call('getComment', comment.id)).replies, 0);
        await call('deleteComment', comment.id);
        await assert.rejects(call('getComment', comment.id), { code: 404 });
    }
});

test('what is not there is an error with a message', async () => {
    const fails = (call, code) =>
        assert.rejects(call, (error) => {
            assert.ok(error instanceof GitBookAPIError);
            assert.equal(error.code, code);
            assert.ok(error.errorMessage.length > 0);
            return true;
        });
    await fails(api.spaces.getSpaceById('no-such-space'), 404);
    await fails(api.spaces.getPageByPath(space.id, 'no/such/page', { format: 'markdown' }), 404);
    const stranger = new GitBookAPI({ endpoint, authToken: 'nobody' });
    await fails(stranger.spaces.getSpaceById(space.id), 401);
});

test('a space can be created, changed, deleted and restored', async () => {
    const { data: made } = await api.orgs.createSpace(organization.id, { title: 'Drafts', empty: true });
    assert.equal(made.title, 'Drafts');
    const { data: changed } = await api.spaces.updateSpaceById(made.id, { title: 'Sketches' });
    assert.equal(changed.title, 'Sketches');
    await api.spaces.deleteSpaceById(made.id);
    const { data: spaces } = await api.orgs.listSpacesInOrganizationById(organization.id);
    assert.deepEqual(spaces.items.map((item) => item.id), [space.id]);
    const { data: restored } = await api.spaces.restoreSpace(made.id);
    assert.equal(restored.title, 'Sketches');
    await api.spaces.deleteSpaceById(made.id);
});

test('an organization is changed', async () => {
    const { data: changed } = await api.orgs.updateOrganizationById(organization.id, {
        emailDomains: ['example.org'],
        logo: 'https://example.org/logo.svg',
        defaultRole: 'comment',
    });
    assert.deepEqual(changed.emailDomains, ['example.org']);
    assert.equal(changed.urls.logo, 'https://example.org/logo.svg');
    assert.equal(changed.permissions.listMembers, true);
    const { data: same } = await api.orgs.getOrganizationById(organization.id);
    assert.deepEqual(same, changed);
    const { data: found } = await api.emailDomains.getOrganizationsForEmailDomain('example.org');
    assert.deepEqual(found.organizations.map((item) => item.id), [organization.id]);
});

test('people are invited, changed and removed', async () => {
    const emails = ['ada@example.org', { email: 'bob@example.org', role: null }];
    const { data: invited } = await api.orgs.inviteUsersToOrganization(organization.id, { emails, role: 'edit' });
    assert.equal(invited.invited, 2);
    const [ada, bob] = invited.users;
    const members = async (query) => {
        const { data } = await api.orgs.listMembersInOrganizationById(organization.id, query);
        return data.items.map((member) => member.id);
    };
    assert.deepEqual(await members({ role: 'guest' }), [bob]);
    assert.deepEqual(await members({ search: 'ADA', order: 'asc', sort: 'joinedAt' }), [ada]);
    assert.deepEqual(await members({ search: 'ada', sort: 'lastSeenAt' }), []);
    const { data: changed } = await api.orgs.updateMemberInOrganizationById(organization.id, ada, { role: 'read' });
    assert.deepEqual([changed.object, changed.role, changed.disabled], ['member', 'read', false]);
    const { data: sso } = await api.orgs.setUserAsSsoMemberForOrganization(organization.id, ada);
    assert.equal(sso.sso, true);
    const { data: spaces } = await api.orgs.listSpacesForOrganizationMember(organization.id, ada);
    assert.deepEqual(spaces.items.map((item) => [item.permission, item.space.id]), [['read', space.id]]);
    assert.equal(sso.spaces, 1);
    await api.orgs.updateOrganizationMemberLastSeenAt(organization.id);
    assert.equal((await members({ sort: 'lastSeenAt' })).length, 1);
    for (const id of [ada, bob, ada]) {
        await api.orgs.removeMemberFromOrganizationById(organization.id, id);
    }
    await assert.rejects(api.orgs.getMemberInOrganizationById(organization.id, ada), { code: 404 });
});

test('a team has members', async () => {
    const { data: user } = await api.user.getAuthenticatedUser();
    const body = { title: 'Writers', members: [user.id] };
    const { data: team } = await api.orgs.createOrganizationTeam(organization.id, body);
    assert.deepEqual([team.object, team.members, team.permissions.admin], ['team', 1, true]);
    await api.orgs.updateTeamInOrganizationById(organization.id, team.id, { title: 'Editors' });
    const { data: teams } = await api.orgs.listTeamsInOrganizationById(organization.id, { title: 'EDIT' });
    assert.deepEqual(teams.items.map((item) => item.id), [team.id]);
    await api.orgs.updateMembersInOrganizationTeam(organization.id, team.id, {
        memberships: { [user.id]: { role: 'owner' } },
    });
    const { data: joined } = await api.orgs.listTeamsForOrganizationMember(organization.id, user.id);
    assert.deepEqual(joined.items.map((item) => [item.team.id, item.member.role]), [[team.id, 'owner']]);
    await api.orgs.deleteMemberFromOrganizationTeamById(organization.id, team.id, user.id);
    await api.orgs.addMemberToOrganizationTeamById(organization.id, team.id, user.id, {});
    const { data: members } = await api.orgs.listTeamMembersInOrganizationById(organization.id, team.id);
    assert.deepEqual(members.items.map((item) => [item.organization.id, item.team.role]), [[user.id, 'member']]);
    await api.orgs.removeTeamFromOrganizationById(organization.id, team.id);
    await assert.rejects(api.orgs.getTeamInOrganizationById(organization.id, team.id), { code: 404 });
});

test('links let people join', async () => {
    const { data: link } = await api.orgs.createOrganizationInvite(organization.id, { role: 'comment' });
    assert.deepEqual([link.object, link.role, link.redundant], ['invite', 'comment', true]);
    const { data: changed } = await api.orgs.updateOrganizationInviteById(organization.id, link.id, { role: 'read' });
    assert.equal(changed.role, 'read');
    const content = { level: 'read', space: space.id };
    const { data: toSpace } = await api.orgs.createOrganizationInvite(organization.id, content);
    assert.equal(toSpace.space.id, space.id);
    const { data: links } = await api.orgs.listOrganizationInviteLinks(organization.id);
    assert.equal(links.items.length, 2);
    await api.orgs.joinOrganizationWithInvite(organization.id, link.id);
    await api.orgs.joinOrganization(organization.id);
    const { data: user } = await api.user.getAuthenticatedUser();
    const { data: member } = await api.orgs.getMemberInOrganizationById(organization.id, user.id);
    assert.equal(member.role, 'admin');
    for (const id of [link.id, toSpace.id, link.id]) {
        await api.orgs.deleteOrganizationInviteById(organization.id, id);
    }
    await assert.rejects(api.orgs.getOrganizationInviteLink(organization.id, link.id), { code: 404 });
});

test('a template begins a space, and content is written', async () => {
    const { data: made } = await api.orgs.createSpace(organization.id, { title: 'Written', editMode: 'live' });
    await api.spaces.applyTemplateToSpace(made.id, { id: 'product-docs', params: { contentRefs: {} } });
    const { data: before } = await api.spaces.listPages(made.id);
    assert.equal(before.pages[0].title, 'Welcome');
    await assert.rejects(api.spaces.applyTemplateToSpace(made.id, { id: 'knowledge-base' }), { code: 409 });
    // The client knows where uploads are announced, and has no method of its own for changes of content.
    const bytes = await source('.gitbook/assets/pixel.png');
    const { data: upload } = await api.request({
        path: `/orgs/${organization.id}/storage/upload`,
        method: 'POST',
        body: { file: { name: 'pixel.png', type: 'image/png', size: bytes.length }, kind: 'organization_file' },
        type: 'application/json',
        format: 'json',
        secure: true,
    });
    assert.equal((await fetch(upload.url, { method: 'PUT', body: bytes })).status, 204);
    const write = async (changes) => {
        const { data } = await api.request({
            path: `/spaces/${made.id}/content`,
            method: 'POST',
            query: { compat: false },
            body: { changes },
            type: 'application/json',
            format: 'json',
            secure: true,
        });
        return data;
    };
    const outcome = await write([
        { operation: 'insert_files', files: [{ name: 'pixel.png', ref: 'pixel', url: upload.url }] },
        { operation: 'insert_page', title: 'Picture', at: 0, document: { markdown: '# Picture\n\n![dot](pixel)\n' } },
    ]);
    assert.deepEqual(outcome.insertedFiles[0].dimensions, { width: 2, height: 1 });
    const id = outcome.insertedPages[0].id;
    const { data: page } = await api.spaces.getPageById(made.id, id, { format: 'document' });
    assert.ok(JSON.stringify(page.document).includes(`"file":"${outcome.insertedFiles[0].id}"`));
    const edited = structuredClone(page.document);
    edited.nodes.push({
        object: 'block',
        type: 'paragraph',
        data: {},
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'More.', marks: [] }] }],
    });
    await write([{ operation: 'update_page', page: id, document: edited }]);
    const { data: after } = await api.spaces.getPageById(made.id, id, { format: 'markdown' });
    assert.ok(after.markdown.endsWith('\n\nMore.\n'), after.markdown);
    assert.equal((await write([{ operation: 'update_page', page: id, title: 'Picture' }])).changed, false);
    await api.spaces.deleteSpaceById(made.id);
});

test('change requests are made, read, changed, updated and merged', async () => {
    const { data: before } = await api.spaces.getSpaceById(space.id);
    const { data: made } = await api.spaces.createChangeRequest(space.id, { subject: 'Bridges' });
    const number = before.changeRequests + 1;
    assert.deepEqual([made.object, made.number, made.status, made.outdated], ['change-request', number, 'open', false]);
    assert.equal(made.revision, made.revisionInitial);
    const { data: same } = await api.spaces.getChangeRequestById(space.id, `${number}`);
    assert.equal(same.id, made.id);
    const description = {
        object: 'document',
        data: {},
        nodes: [
            {
                object: 'block',
                type: 'paragraph',
                data: {},
                nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Why.', marks: [] }] }],
            },
        ],
    };
    const { data: changed } = await api.spaces.updateChangeRequestById(space.id, made.id, {
        subject: 'Older bridges',
        description,
        status: 'draft',
    });
    assert.deepEqual([changed.subject, changed.status, changed.description.object], ['Older bridges', 'draft', 'document']);
    const { data: open } = await api.spaces.listChangeRequestsForSpace(space.id);
    assert.equal(open.items.length, before.changeRequestsOpen);
    const { data: drafts } = await api.spaces.listChangeRequestsForSpace(space.id, { status: 'draft' });
    assert.deepEqual(drafts.items.map((item) => item.id), [made.id]);

    const { data: content } = await api.spaces.getRevisionOfChangeRequestById(space.id, made.id);
    assert.equal(content.id, made.revision);
    const { data: pages } = await api.spaces.listPagesInChangeRequest(space.id, made.id);
    assert.deepEqual(outline(pages.pages), outline(content.pages));
    const { data: contributors } = await api.spaces.getContributorsByChangeRequestId(space.id, made.id);
    assert.deepEqual(contributors.items, []);
    const { data: changes } = await api.spaces.getChangeRequestChanges(space.id, made.id);
    assert.deepEqual(changes.changes, []);

    const { data: updated } = await api.spaces.updateChangeRequest(space.id, made.id);
    assert.equal(updated.result, 'update');
    const { data: merged } = await api.spaces.mergeChangeRequest(space.id, made.id);
    assert.equal(merged.result, 'merge');
    const { data: revision } = await api.spaces.getRevisionById(space.id, merged.revision);
    assert.deepEqual([revision.type, revision.mergedFrom.id], ['merge', made.id]);
    await assert.rejects(api.spaces.mergeChangeRequest(space.id, made.id), { code: 409 });
    const { data: counted } = await api.spaces.getSpaceById(space.id);
    const counts = (space) => [space.changeRequests, space.changeRequestsOpen, space.changeRequestsDraft];
    assert.deepEqual(counts(counted), [number, ...counts(before).slice(1)]);
});

test('reviews are asked for, and rules hold a merge back', async () => {
    const { data: user } = await api.user.getAuthenticatedUser();
    const { data: made } = await api.orgs.createSpace(organization.id, { title: 'Reviewed', empty: true });
    assert.deepEqual(made.mergeRules, { type: 'inherit' });
    const { data: proposal } = await api.spaces.createChangeRequest(made.id, { subject: 'Words' });
    const at = [made.id, proposal.id];
    const { data: invited } = await api.orgs.inviteUsersToOrganization(organization.id, {
        emails: ['eve@example.com'],
        role: 'review',
    });
    const [eve] = invited.users;
    const { data: asked } = await api.spaces.requestReviewersForChangeRequest(...at, { users: [eve] });
    const [request] = asked.users;
    assert.equal(request.object, 'change-request-requested-reviewer');
    assert.deepEqual([request.kind, request.user.id, request.requestedBy.id], ['user', eve, user.id]);
    const { data: waiting } = await api.spaces.getRequestedReviewersByChangeRequestId(...at);
    assert.deepEqual(waiting.items, asked.users);
    await api.spaces.removeRequestedReviewerFromChangeRequest(...at, eve);
    const { data: nobody } = await api.spaces.getRequestedReviewersByChangeRequestId(...at);
    assert.deepEqual(nobody.items, []);
    const review = api.spaces.submitChangeRequestReview(...at, { status: 'approved' });
    await assert.rejects(review, { code: 403 });
    const { data: reviews } = await api.spaces.getReviewsByChangeRequestId(...at, { outdated: false });
    assert.deepEqual(reviews.items, []);
    const rules = [{ rule: 'require_at_least_one_review' }];
    const { data: ruled } = await api.spaces.updateSpaceById(made.id, { mergeRules: { type: 'rules', rules } });
    assert.deepEqual(ruled.mergeRules, { type: 'rules', rules });
    await assert.rejects(api.spaces.mergeChangeRequest(...at), (error) => {
        assert.ok(error instanceof GitBookAPIError);
        assert.equal(error.code, 409);
        return error.message.includes('require_at_least_one_review');
    });
    const expression = 'changeRequest.createdBy.id === actor.id && reviews.length === 0 && space.title === "Reviewed"';
    const { data: org } = await api.orgs.updateOrganizationById(organization.id, {
        mergeRules: { type: 'rules', rules: [{ rule: 'custom', expression }] },
    });
    assert.equal(org.mergeRules.rules[0].expression, expression);
    await api.spaces.updateSpaceById(made.id, { mergeRules: { type: 'inherit' } });
    const { data: merged } = await api.spaces.mergeChangeRequest(...at);
    assert.equal(merged.result, 'merge');
    await api.orgs.updateOrganizationById(organization.id, { mergeRules: { type: 'none' } });
    await api.orgs.removeMemberFromOrganizationById(organization.id, eve);
    await api.spaces.deleteSpaceById(made.id);
});

test('links say where they lead, and old paths lead on', async () => {
    const { data: made } = await api.orgs.createSpace(organization.id, { title: 'Linked', editMode: 'live' });
    const insert = (title, markdown) => ({ operation: 'insert_page', title, document: { markdown } });
    const first = [insert('Rivers', '## Spree'), insert('Bridges', '[a](/pages/none) [b](https://example.org/)')];
    await write(made.id, first);
    const { data: tree } = await api.spaces.listPages(made.id);
    const [rivers, bridges] = tree.pages;
    const document = { markdown: `[a](/pages/${rivers.id}#spree) [b](/pages/none) [c](https://example.org/)` };
    await write(made.id, [{ operation: 'update_page', page: bridges.id, document }]);
    const { data: links } = await api.spaces.listSpaceLinks(made.id, { limit: 10 });
    assert.deepEqual(links.stats, { total: 3, broken: { total: 1 } });
    const [broken, ...others] = links.items;
    assert.deepEqual([broken.status, broken.targetReference], ['broken', { kind: 'url', url: '/pages/none' }]);
    const { targetReference: target, locationReferences: locations } =
        others.find((item) => item.targetReference.kind === 'page');
    assert.deepEqual([target.page.id, target.internalLocation], [rivers.id, { type: 'anchor', anchor: 'spree' }]);
    assert.deepEqual(locations.map((location) => [location.space.id, location.page.id]), [[made.id, bridges.id]]);
    const { data: ofPage } = await api.spaces.listPageLinksInSpace(made.id, bridges.id, { status: 'ok' });
    assert.equal(ofPage.items.length, 2);
    const { data: backlinks } = await api.spaces.listSpacePageBacklinks(made.id, rivers.id);
    assert.deepEqual(backlinks.items.map((location) => location.page.id), [bridges.id]);
    const { data: proposal } = await api.spaces.createChangeRequest(made.id, { subject: 'Less' });
    const { data: proposed } = await api.spaces.listChangeRequestLinks(made.id, proposal.id);
    assert.deepEqual(proposed.stats.broken, { total: 1, changeRequest: 0 });
    await write(made.id, [{ operation: 'update_page', page: rivers.id, slug: 'streams' }]);
    const { data: moved } = await api.spaces.getPageByPath(made.id, 'rivers');
    assert.deepEqual([moved.id, moved.path], [rivers.id, 'streams']);
    await api.spaces.deleteSpaceById(made.id);
});

test('a site looks as it is told to, leads old addresses on, and is found by its names', async () => {
    const { data: empty } = await api.orgs.createSpace(organization.id, { title: 'Looks', empty: true });
    const { data: site } = await api.orgs.createSite(organization.id, { title: 'Looks', spaces: [empty.id] });
    const at = [organization.id, site.id];
    const { data: plain } = await api.orgs.getSiteCustomizationById(...at);
    assert.equal(plain.styling.theme, 'clean');
    const styling = { ...plain.styling, theme: 'gradient', primaryColor: { light: '#123456', dark: '#abc' } };
    const { data: set } = await api.orgs.updateSiteCustomizationById(...at, { ...plain, styling, favicon: { emoji: '1f680' } });
    assert.deepEqual(set.styling, styling);
    const { data: decorated } = await api.orgs.getSiteById(...at);
    assert.deepEqual(decorated.icon, { emoji: '1f680' });
    const { data: variants } = await api.orgs.listSiteSpaces(...at);
    const variant = variants.items[0].id;
    const changes = { styling: { theme: 'muted', corners: null }, pdf: { enabled: true } };
    const { data: different } = await api.orgs.overrideSiteSpaceCustomizationById(...at, variant, changes);
    assert.deepEqual([different.styling.theme, different.pdf.enabled], ['muted', true]);
    await api.orgs.deleteSiteSpaceCustomizationById(...at, variant);
    const { data: same } = await api.orgs.getSiteSpaceCustomizationById(...at, variant);
    assert.deepEqual(same, set);
    await assert.rejects(
        api.orgs.updateSiteCustomizationById(...at, { ...plain, styling: { ...styling, theme: 'loud' } }),
        (error) => error.code === 400 && error.message.includes('styling.theme'),
    );

    const destination = { kind: 'site-space', siteSpaceId: variant };
    const { data: redirect } = await api.orgs.createSiteRedirect(...at, { source: '/old/start', destination });
    assert.deepEqual([redirect.object, redirect.source, redirect.destination], ['site-redirect', '/old/start', destination]);
    const { data: moved } = await api.orgs.updateSiteRedirectById(...at, redirect.id, { source: '/older' });
    const { data: redirects } = await api.orgs.listSiteRedirects(...at, { search: 'old' });
    assert.deepEqual(redirects.items, [moved]);
    const { data: found } = await api.orgs.getSiteRedirectBySource(...at, { source: '/older' });
    assert.equal(found.redirect.id, redirect.id);
    assert.equal(found.target, `${endpoint}/sites/${organization.hostname}/looks/`);
    await assert.rejects(api.orgs.createSiteRedirect(...at, { source: '/older', destination }), { code: 409 });
    await api.orgs.deleteSiteRedirectById(...at, redirect.id);
    await assert.rejects(api.orgs.getSiteRedirectBySource(...at, { source: '/older' }), { code: 404 });

    const { data: people } = await api.orgs.listPermissionsAggregateInSite(...at);
    assert.ok(people.items.some((each) => each.permission === 'admin'));
    const { data: subdomain } = await api.subdomains.getSubdomain(organization.hostname);
    assert.equal(subdomain.target.organization, organization.id);
    await assert.rejects(api.customHostnames.getCustomHostname('docs.example.com'), { code: 404 });
    await api.orgs.deleteSiteById(...at);
    await api.spaces.deleteSpaceById(empty.id);
});

test('a site is searched', async () => {
    const { data: site } = await api.orgs.createSite(organization.id, { title: 'Searched', spaces: [space.id] });
    const at = [organization.id, site.id];
    const { data: spaces } = await api.orgs.listSiteSpaces(...at);
    const current = spaces.items[0].id;
    const search = async (where) => {
        const { data } = await api.orgs.searchSiteContent(...at, { query: 'field notes', ...where }, { limit: 10 });
        return data.items;
    };
    let found = [];
    // What is new is found within a second.
    while (found.length === 0) found = await search({ scope: { mode: 'all' } });
    assert.deepEqual([found[0].id, found[0].title], [space.id, space.title]);
    const [page] = found[0].pages;
    assert.equal(page.title, 'Field notes');
    assert.ok(page.urls.app.startsWith(endpoint) && page.sections.every((section) => section.body.length > 0));
    for (const where of [
        { scope: { mode: 'default', currentSiteSpace: current } },
        { scope: { mode: 'specific', siteSpaceIds: [current] } },
        { siteSpaceIds: [current] },
        { mode: 'current', siteSpaceId: current },
        { mode: 'all' },
    ]) {
        assert.deepEqual(await search(where), found);
    }
    await assert.rejects(search({ scope: { mode: 'specific', siteSpaceIds: [] } }), { code: 400 });
    await assert.rejects(search({ scope: { mode: 'specific', siteSpaceIds: ['other'] } }), { code: 404 });
    await api.orgs.deleteSiteById(...at);
});

test('a site says who reads it', async () => {
    const { data: made } = await api.orgs.createSite(organization.id, {
        title: 'Visited',
        visibility: 'visitor-auth',
        spaces: [space.id],
    });
    const site = [organization.id, made.id];
    await api.orgs.updateSiteById(...site, { adaptiveContent: { enabled: true } });
    await api.orgs.publishSite(...site);

    const fallbackURL = 'https://example.com/login';
    const { data: auth } = await api.orgs.updateSitePublishingAuthById(...site, { backend: 'custom', fallbackURL });
    assert.deepEqual([auth.object, auth.backend, auth.fallbackURL], ['publishing-auth', 'custom', fallbackURL]);
    assert.deepEqual((await api.orgs.getSitePublishingAuthById(...site)).data, auth);
    const { data: hostname } = await api.orgs.getOrganizationById(organization.id);
    const url = `${endpoint}/sites/${hostname.hostname}/${made.basename}`;
    const { data: sent } = await api.urls.resolvePublishedContentByUrl({ url });
    assert.deepEqual(sent, { target: 'external', redirect: `${fallbackURL}?location=/` });
    const signed = (key) => {
        const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
        const claims = { sub: 'ada', exp: Math.floor(Date.now() / 1000) + 60 };
        const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
        return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
    };
    const visitor = { jwtToken: signed(auth.privateKey) };
    const { data: found } = await api.urls.resolvePublishedContentByUrl({ url, visitor });
    assert.deepEqual([found.site, found.space, found.pathname], [made.id, space.id, '/']);
    const { data: regenerated } = await api.orgs.regenerateSitePublishingAuthById(...site);
    assert.notEqual(regenerated.privateKey, auth.privateKey);
    await assert.rejects(api.urls.resolvePublishedContentByUrl({ url, visitor }), { code: 403 });
    const { data: content } = await api.urls.getContentByUrl({ url });
    assert.equal(content.space.id, space.id);
    const { data: preview } = await api.orgs.getSitePublishingPreviewById(...site, { claims: '(plan:pro)' });
    assert.ok(preview.url.startsWith(`${url}/?jwt_token=`));

    const claims = { beta: { type: 'boolean', description: 'Wants what is new' } };
    const unsigned = {
        type: 'object',
        description: 'Unsigned claims of the site visitor.',
        properties: claims,
        additionalProperties: false,
    };
    const jsonSchema = { type: 'object', properties: { unsigned }, additionalProperties: false };
    const { data: schema } = await api.orgs.updateSiteAdaptiveSchema(...site, { jsonSchema });
    assert.deepEqual([schema.object, schema.jsonSchema], ['site-adaptive-schema', jsonSchema]);
    assert.deepEqual((await api.orgs.getSiteAdaptiveSchema(...site)).data, schema);
    const { data: conditions } = await api.orgs.listSiteAdaptiveTemplateConditions(...site);
    const condition = 'visitor.claims.unsigned.beta === true';
    assert.deepEqual(conditions.items, [{ description: 'Wants what is new', condition }]);

    const { data: link } = await api.orgs.createSiteShareLink(...site, { name: 'Reviewers' });
    assert.deepEqual([link.object, link.name, link.active], ['share-link', 'Reviewers', true]);
    await api.orgs.updateSiteById(...site, { visibility: 'share-link' });
    const { data: shared } = await api.urls.resolvePublishedContentByUrl({ url: link.urls.published });
    assert.ok(link.urls.published.includes(shared.shareKey));
    await api.orgs.updateSiteShareLinkById(...site, link.id, { active: false });
    await assert.rejects(api.urls.getPublishedContentByUrl({ url: link.urls.published }), { code: 404 });
    const { data: links } = await api.orgs.listSiteShareLinks(...site);
    assert.deepEqual(links.items.map((item) => [item.id, item.active]), [[link.id, false]]);
    await api.orgs.deleteSiteShareLinkById(...site, link.id);
    await api.orgs.deleteSiteById(...site);
});

test('a site is made of spaces, sections and groups', async () => {
    const { data: site } = await api.orgs.createSite(organization.id, { title: 'Field guide', visibility: 'public' });
    assert.deepEqual([site.object, site.type, site.basename, site.published], ['site', 'basic', 'field-guide', false]);
    assert.ok(site.features.every((feature) => feature.id.startsWith('sites-') && feature.frozen === false));
    const at = [organization.id, site.id];
    const { data: extra } = await api.orgs.createSpace(organization.id, { title: 'Extra', empty: true });
    const { data: added } = await api.orgs.addSpaceToSite(...at, { spaceId: space.id });
    assert.deepEqual([added.object, added.default, added.path, added.space.id], ['site-space', true, 'client', space.id]);
    const { data: section } = await api.orgs.addSectionToSite(...at, { spaceId: extra.id, title: 'More', icon: 'book' });
    assert.deepEqual([section.object, section.default, section.path, section.icon], ['site-section', false, 'more', 'book']);
    const { data: sections } = await api.orgs.listSiteSections(...at);
    assert.deepEqual(sections.items.map((it) => [it.title, it.default]), [['Client', true], ['More', false]]);
    const condition = 'visitor.claims.plan === "pro"';
    const { data: narrowed } = await api.orgs.updateSiteSectionById(...at, section.id, { condition, description: 'All' });
    assert.deepEqual([narrowed.condition, narrowed.description], [condition, 'All']);
    await assert.rejects(api.orgs.updateSiteSectionById(...at, section.id, { condition: '"always"' }), { code: 400 });
    const { data: group } = await api.orgs.addSectionGroupToSite(...at, { title: 'Group', sections: [section.id] });
    assert.deepEqual([group.object, group.sections[0].sectionGroup], ['site-section-group', group.id]);
    const { data: moved } = await api.orgs.sortSiteStructure(...at, {
        item: { type: 'site-section-group', id: group.id },
        position: { before: { type: 'site-section', id: sections.items[0].id } },
    });
    assert.equal(moved.id, group.id);
    const { data: structure } = await api.orgs.getSiteStructure(...at);
    assert.deepEqual([structure.type, structure.structure.map((it) => it.title)], ['sections', ['Group', 'Client']]);
    await api.orgs.removeSectionFromGroup(...at, group.id, section.id);
    await api.orgs.addSectionToGroup(...at, group.id, { sectionId: section.id });
    await api.orgs.deleteSiteSectionGroupById(...at, group.id);
    const { data: live } = await api.orgs.publishSite(...at);
    assert.equal(live.published, true);
    assert.ok(live.urls.published.endsWith('/field-guide/'));
    const { data: published } = await api.orgs.getPublishedContentSite(...at);
    assert.deepEqual([published.object, published.site.id, published.scripts], ['published-content-site', site.id, []]);
    const { data: shown } = await api.spaces.getSpaceById(extra.id);
    assert.equal(shown.urls.published, `${live.urls.published}more`);
    const { data: changed } = await api.orgs.updateSiteById(...at, { basename: 'guide', proxy: 'example.com/docs' });
    assert.deepEqual([changed.basename, changed.proxy.origin], ['guide', 'example.com/docs']);
    const { data: listed } = await api.orgs.listSites(organization.id, { space: extra.id, published: true });
    assert.deepEqual(listed.items.map((it) => it.id), [site.id]);
    await api.orgs.deleteSiteSectionById(...at, section.id);
    const { data: left } = await api.orgs.listSiteSpaces(...at, { default: true });
    assert.deepEqual(left.items.map((it) => it.id), [added.id]);
    await api.orgs.deleteSiteSpaceById(...at, added.id);
    await api.orgs.unpublishSite(...at);
    await api.orgs.deleteSiteById(...at);
    await api.spaces.deleteSpaceById(extra.id);
});

test('an OpenAPI specification has versions, and everybody may get a public one', async () => {
    const at = [organization.id, 'pets'];
    const text = 'openapi: 3.1.0\ninfo: {title: Pets, version: "1"}\npaths: {/pets: {get: {responses: {}}}}\n';
    const { data: made, status } = await api.orgs.createOrUpdateOpenApiSpecBySlug(...at, { source: { text } });
    assert.deepEqual([status, made.object, made.slug, made.processingState], [201, 'openapi-spec', 'pets', 'pending']);
    const done = await processed(at);
    assert.deepEqual([done.lastProcessErrorCode, done.lastProcessedErrors], [undefined, []]);
    const { data: version } = await api.orgs.getLatestOpenApiSpecVersion(...at);
    assert.deepEqual([version.object, version.id], ['openapi-spec-version', done.lastVersion]);
    const { data: versions } = await api.orgs.listOpenApiSpecVersions(...at);
    assert.deepEqual(versions.items, [version]);
    assert.deepEqual((await api.orgs.getOpenApiSpecVersionById(...at, version.id)).data, version);
    const { data: content } = await api.orgs.getLatestOpenApiSpecVersionContent(...at);
    assert.deepEqual(content.filesystem[0].specification.paths, { '/pets': { get: { responses: {} } } });
    assert.deepEqual((await api.orgs.getOpenApiSpecVersionContentById(...at, version.id)).data, content);
    const { data: shown } = await api.orgs.updateOpenApiSpecBySlug(...at, { visibility: 'public' });
    assert.equal(await (await fetch(shown.urls.published)).text(), text);
    await assert.rejects(
        api.orgs.createOpenApiSpec(organization.id, { slug: 'pets', source: { text } }),
        (error) => error instanceof GitBookAPIError && error.code === 409,
    );
    assert.deepEqual((await api.orgs.listOpenApiSpecs(organization.id)).data.items.map((it) => it.slug), ['pets']);
    assert.equal((await api.orgs.getOpenApiSpecBySlug(...at)).data.visibility, 'public');
    assert.equal((await api.orgs.deleteOpenApiSpecBySlug(...at)).status, 204);
});

// An OpenAPI specification after its source was read.
async function processed(at) {
    for (;;) {
        const { data: spec } = await api.orgs.getOpenApiSpecBySlug(...at);
        if (spec.processingState === 'complete') return spec;
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
}

// Type, title and children of each page.
function outline(pages) {
    return pages.map((page) => [page.type, page.title, outline(page.pages ?? [])]);
}

// Changes main content, which the client has no call for.
async function write(space, changes) {
    const response = await fetch(`${endpoint}/v1/spaces/${space}/content`, {
        method: 'POST',
        headers: { authorization: `Bearer ${authToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ changes }),
    });
    assert.equal(response.status, 200, await response.text());
}

// Git's name of some bytes.
function gitBlob(bytes) {
    return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
