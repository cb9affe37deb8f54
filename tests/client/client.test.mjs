// Reads a space with the published client of the API's field. The server holds `content/`, imported into a space;
// QUIRE_URL and QUIRE_TOKEN say where it is.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
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
