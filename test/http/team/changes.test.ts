/** Team changes: the data that they leave unchanged, the entries that they log, and the users that they notify. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/platform/clock.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { teamPersonalData } from '../../../src/modules/team/personal-data.repository.ts';
import { eraseSection, exportSection } from '../../support/personal-data.ts';
import {
  createAdmin,
  createBuyer,
  createSeller,
  createTeamMember,
  type TestSeller,
  type TestUser,
} from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let owner: TestSeller;
let admin: TestUser;

beforeAll(async () => {
  t = await createTestApp();
  admin = await createAdmin(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  owner = await createSeller(t, { plan: 'professional' });
});

interface Member {
  readonly id: string;
  readonly userId: string;
  readonly role: string;
}

interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly expired: boolean;
}

const readTeam = async (as: TestUser): Promise<{ members: Member[]; invitations: Invitation[] }> =>
  (await t.get('/api/seller/team', { as })).body.data;

async function memberId(user: TestUser, as: TestUser = owner): Promise<string> {
  const { members } = await readTeam(as);
  const member = members.find(({ userId }) => userId === user.userId);
  if (member === undefined) throw new Error(`${user.email} is not in the team`);
  return member.id;
}

async function invite(email: string, role = 'AGENT', as: TestUser = owner): Promise<Invitation> {
  const response = await t.post('/api/seller/team/invitations', { email, role }, { as });
  expect(response.status).toBe(201);
  return response.body.data.invitation;
}

/** Returns the email of the last invitation to this user, and its token. */
async function mailTo(buyer: TestUser): Promise<{ text: string; token: string }> {
  await t.drainJobs();
  const mail = t.mailbox.findLast(({ to, text }) => to === buyer.email && text.includes('invitations/fwi_'));
  const token = /invitations\/(fwi_[\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (mail === undefined || token === undefined) throw new Error(`nobody invited ${buyer.email}`);
  return { text: mail.text, token };
}

async function tokenOf(buyer: TestUser): Promise<string> {
  return (await mailTo(buyer)).token;
}

async function accept(buyer: TestUser) {
  const token = await tokenOf(buyer);
  return t.post(`/api/seller/team/invitations/${token}/accept`, undefined, { as: buyer });
}

/** Returns the stored roles of these accounts. */
async function rolesOf(...users: readonly TestUser[]): Promise<string[]> {
  const ids = users.map(({ userId }) => userId);
  const rows = await t.db.selectFrom('users').select(['id', 'role']).where('id', 'in', ids).execute();
  return ids.map((id) => rows.find((row) => row.id === id)?.role ?? 'nobody');
}

async function listAuditEntries(action: string, subjectId: string) {
  const { entries } = (
    await t.get(`/api/admin/audit-log?action=${action}&subjectId=${subjectId}`, { as: admin })
  ).body.data;
  return entries as { actor: { id: string }; before: unknown; after: unknown }[];
}

describe('a user who joins a team', () => {
  it('is the only one to become a seller; the owners are notified, and the audit log has an entry', async () => {
    const [buyer, bystander] = [await createBuyer(t), await createBuyer(t)];
    const second = await createTeamMember(t, owner.sellerId, 'OWNER');
    const manager = await createTeamMember(t, owner.sellerId, 'MANAGER');
    const invitation = await invite(buyer.email, 'VIEWER');
    const joined = await accept(buyer);
    expect(joined.body.data.member).toMatchObject({ userId: buyer.userId, role: 'VIEWER' });
    expect(await rolesOf(buyer, bystander, admin)).toEqual(['SELLER', 'BUYER', 'ADMIN']);
    expect((await readTeam(owner)).invitations).toEqual([]);

    await t.drainJobs();
    const listNotices = async (user: TestUser) =>
      (await t.get('/api/notifications', { as: user })).body.data.notifications.map(
        (notice: { type: string; data: { role: string } }) => [notice.type, notice.data.role],
      );
    for (const user of [owner, second]) expect(await listNotices(user)).toEqual([['team_joined', 'VIEWER']]);
    for (const user of [manager, buyer]) expect(await listNotices(user)).toEqual([]);

    const [entry, ...otherEntries] = await listAuditEntries('team.joined', owner.sellerId);
    expect(otherEntries).toEqual([]);
    expect(entry).toMatchObject({
      actor: { id: buyer.userId },
      after: { memberId: joined.body.data.member.id, role: 'VIEWER' },
    });
    expect(await listAuditEntries('team.invited', owner.sellerId)).toMatchObject([
      { actor: { id: owner.userId }, after: { invitationId: invitation.id, role: 'VIEWER' } },
    ]);
  });

  it('joins the team whose invitation it is, and not another that has invited them too', async () => {
    const buyer = await createBuyer(t);
    const other = await createSeller(t, { plan: 'professional' });
    const invited = [];
    for (const inviter of [owner, other]) {
      const { id } = await invite(buyer.email, 'AGENT', inviter);
      const { text, token } = await mailTo(buyer);
      const company = `Dealer ${inviter.sellerId.slice(-4)}`;
      expect(text).toContain(`${inviter.name} invites you to join the team of ${company}.`);
      invited.push({ id, token });
    }
    const join = (token: string) =>
      t.post(`/api/seller/team/invitations/${token}/accept`, undefined, { as: buyer });
    expect((await join(`fwi_${'A'.repeat(43)}`)).status).toBe(404);
    expect((await join(invited[1]!.token)).status).toBe(200);
    const memberIds = async (user: TestUser) => (await readTeam(user)).members.map(({ userId }) => userId);
    expect(await memberIds(owner)).toEqual([owner.userId]);
    expect(await memberIds(other)).toEqual([other.userId, buyer.userId]);
    expect((await readTeam(owner)).invitations.map(({ id }) => id)).toEqual([invited[0]!.id]);
    expect((await readTeam(other)).invitations).toEqual([]);
  });

  it('finds no seat on a plan that has just one too few', async () => {
    const [first, second] = [await createBuyer(t), await createBuyer(t)];
    for (const buyer of [first, second]) await invite(buyer.email);
    expect((await accept(first)).status).toBe(200);
    // The plan has two seats, which the owner and the first member occupy.
    const { id } = await t.db
      .selectFrom('plans')
      .select('id')
      .where('slug', '=', 'starter')
      .executeTakeFirstOrThrow();
    await t.db
      .updateTable('subscriptions')
      .set({ plan_id: id })
      .where('seller_id', '=', owner.sellerId)
      .execute();
    const refused = await accept(second);
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'PLAN_LIMIT_EXCEEDED']);
  });

  it('has seven days to do so', async () => {
    const [early, late] = [await createBuyer(t), await createBuyer(t)];
    const [first, second] = [await invite(early.email), await invite(late.email)];
    for (const { createdAt, expiresAt } of [first, second])
      expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(7 * DAY_MS);
    const expireAt = (id: string, expiresAt: Date) =>
      t.db.updateTable('team_invitations').set({ expires_at: expiresAt }).where('id', '=', id).execute();
    const now = t.clock.now().getTime();
    await expireAt(first.id, new Date(now + DAY_MS));
    await expireAt(second.id, new Date(now - 1));
    expect((await accept(early)).status).toBe(200);
    expect((await accept(late)).status).toBe(404);
    // An expired invitation is listed until it is revoked or renewed, and occupies no seat.
    expect((await readTeam(owner)).invitations).toMatchObject([{ email: late.email, expired: true }]);
  });

  it('again after the term accepts that one invitation and leaves the others open', async () => {
    const [expired, open] = [await createBuyer(t), await createBuyer(t)];
    const other = await createSeller(t, { plan: 'professional' });
    const first = await invite(expired.email);
    const withdrawn = await invite('withdrawn@again.example');
    await t.del(`/api/seller/team/invitations/${withdrawn.id}`, { as: owner });
    const listClosed = () =>
      t.db
        .selectFrom('team_invitations')
        .select(['id', 'revoked_at'])
        .where('id', 'in', [first.id, withdrawn.id])
        .where('revoked_at', 'is not', null)
        .orderBy('id')
        .execute();
    const before = await listClosed();
    expect(before.map(({ id }) => id)).toEqual([withdrawn.id]);
    await invite(open.email);
    const elsewhere = await invite(expired.email, 'AGENT', other);
    await t.db
      .updateTable('team_invitations')
      .set({ expires_at: new Date(t.clock.now().getTime() - 1) })
      .where('id', 'in', [first.id, withdrawn.id, elsewhere.id])
      .execute();
    const renewed = await invite(expired.email);
    expect(renewed.id).not.toBe(first.id);
    expect(await listClosed()).toEqual([{ id: first.id, revoked_at: expect.any(Date) }, ...before]);
    expect((await readTeam(owner)).invitations.map(({ email, expired }) => [email, expired])).toEqual([
      [open.email, false],
      [expired.email, false],
    ]);
    expect((await readTeam(other)).invitations).toMatchObject([{ id: elsewhere.id, expired: true }]);
  });
});

describe('a withdrawn invitation', () => {
  const withdraw = (id: string, as: TestUser) => t.del(`/api/seller/team/invitations/${id}`, { as });

  it('is that one, and only its own team does so', async () => {
    const stranger = await createSeller(t, { plan: 'professional' });
    const [first, second, third] = [
      await invite('first@taken-back.example'),
      await invite('second@taken-back.example'),
      await invite('third@taken-back.example'),
    ];
    expect((await withdraw(second.id, stranger)).status).toBe(404);
    expect((await withdraw(second.id, owner)).status).toBe(204);
    expect((await withdraw(second.id, owner)).status).toBe(404);
    expect((await readTeam(owner)).invitations.map(({ id }) => id)).toEqual([first.id, third.id]);
  });

  it('is not accepted at the same time, nor accepted twice', async () => {
    for (let round = 0; round < 5; round++) {
      const buyer = await createBuyer(t);
      const { id } = await invite(buyer.email);
      const token = await tokenOf(buyer);
      const join = () => t.post(`/api/seller/team/invitations/${token}/accept`, undefined, { as: buyer });
      const responses = await Promise.all([join(), withdraw(id, owner), join()]);
      expect(responses.filter(({ status }) => status < 300)).toHaveLength(1);
      const row = await t.db
        .selectFrom('team_invitations')
        .select(['accepted_at', 'revoked_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect([row.accepted_at, row.revoked_at].filter((time) => time !== null)).toHaveLength(1);
      const member = (await readTeam(owner)).members.find(({ userId }) => userId === buyer.userId);
      expect(member !== undefined).toBe(row.accepted_at !== null);
      if (member !== undefined) await t.del(`/api/seller/team/${member.id}`, { as: owner });
    }
  });
});

describe('a team', () => {
  it('is listed in the order in which people joined and were invited, whatever has changed since', async () => {
    const people = [
      owner,
      await createTeamMember(t, owner.sellerId, 'AGENT'),
      await createTeamMember(t, owner.sellerId, 'VIEWER'),
    ];
    const invitations = [await invite('one@order.example'), await invite('two@order.example')];
    // An updated row moves to the end of its table.
    await t.patch(`/api/seller/team/${await memberId(people[1]!)}`, { role: 'VIEWER' }, { as: owner });
    await t.db
      .updateTable('team_invitations')
      .set({ expires_at: new Date(t.clock.now().getTime() + DAY_MS) })
      .where('id', '=', invitations[0]!.id)
      .execute();
    const team = await readTeam(owner);
    expect(team.members.map(({ userId }) => userId)).toEqual(people.map(({ userId }) => userId));
    expect(team.invitations.map(({ id }) => id)).toEqual(invitations.map(({ id }) => id));

    // The order is also stable for members who joined at the same time.
    const joinedAt = t.clock.now();
    for (const user of people.toReversed())
      await t.db
        .updateTable('team_members')
        .set({ created_at: joinedAt })
        .where('user_id', '=', user.userId)
        .execute();
    for (const { id } of invitations.toReversed())
      await t.db.updateTable('team_invitations').set({ created_at: joinedAt }).where('id', '=', id).execute();
    const { members, invitations: open } = await readTeam(owner);
    expect(members.map(({ userId }) => userId)).toEqual(people.map(({ userId }) => userId));
    expect(open.map(({ id }) => id)).toEqual(invitations.map(({ id }) => id));
  });
});

describe('the erasure of a person', () => {
  it('takes invitations to them, and their name from those that they wrote', async () => {
    const manager = await createTeamMember(t, owner.sellerId, 'MANAGER');
    const byManager = await invite('by.manager@erasure.example', 'AGENT', manager);
    const byOwner = await invite('by.owner@erasure.example');
    const other = await createSeller(t, { plan: 'professional' });
    const toManager = await invite(manager.email.toUpperCase(), 'AGENT', other);
    const elsewhere = await invite('else@erasure.example', 'AGENT', other);
    const authors = async () => {
      const ids = [byManager.id, byOwner.id, toManager.id, elsewhere.id];
      const rows = await t.db
        .selectFrom('team_invitations')
        .select(['id', 'invited_by'])
        .where('id', 'in', ids)
        .execute();
      return ids.map((id) => rows.find((row) => row.id === id)?.invited_by);
    };
    expect(await authors()).toEqual([manager.userId, owner.userId, other.userId, other.userId]);
    const erase = (person: TestUser, sellerId: string | null) =>
      inTransaction(t.db, (trx) =>
        eraseSection(teamPersonalData, trx, { ...person, sellerId }, t.clock.now()),
      );
    const secondInvitation = await invite(
      manager.email,
      'VIEWER',
      await createSeller(t, { plan: 'professional' }),
    );
    // An updated row moves to the end of its table.
    await t.db
      .updateTable('team_invitations')
      .set({ role: 'VIEWER' })
      .where('id', '=', toManager.id)
      .execute();
    const exported = await exportSection(teamPersonalData, t.db, { ...manager, sellerId: null });
    expect(exported).toMatchObject([{ id: toManager.id }, { id: secondInvitation.id }]);
    await erase(manager, null);
    expect(await authors()).toEqual([null, owner.userId, undefined, other.userId]);
    // Erasing the last member of a seller also erases the seller.
    await erase(other, other.sellerId);
    expect(await authors()).toEqual([null, owner.userId, undefined, undefined]);
  });
});

describe('the personal data of a user who accepted an invitation', () => {
  it('includes the invitation to an earlier address, and erases it', async () => {
    const buyer = await createBuyer(t);
    const invitation = await invite(buyer.email, 'VIEWER');
    expect((await accept(buyer)).status).toBe(200);
    const person = { ...buyer, email: 'another@address.example', sellerId: null };
    expect(await exportSection(teamPersonalData, t.db, person)).toMatchObject([{ id: invitation.id }]);
    await inTransaction(t.db, (trx) => eraseSection(teamPersonalData, trx, person, t.clock.now()));
    const stored = await t.db
      .selectFrom('team_invitations')
      .select('id')
      .where('id', '=', invitation.id)
      .execute();
    expect(stored).toEqual([]);
  });
});

describe('a change of role', () => {
  it('is of that member alone, holds at once, and is in the audit log', async () => {
    const agent = await createTeamMember(t, owner.sellerId, 'AGENT');
    const colleague = await createTeamMember(t, owner.sellerId, 'AGENT');
    const id = await memberId(agent);
    const response = await t.patch(`/api/seller/team/${id}`, { role: 'MANAGER' }, { as: owner });
    expect([response.status, response.body.data.member.role]).toEqual([200, 'MANAGER']);
    const { members } = await readTeam(owner);
    expect(new Map(members.map(({ userId, role }) => [userId, role]))).toEqual(
      new Map([
        [owner.userId, 'OWNER'],
        [agent.userId, 'MANAGER'],
        [colleague.userId, 'AGENT'],
      ]),
    );
    await invite('by.the.new.manager@example.org', 'VIEWER', agent);
    expect(await listAuditEntries('team.role_changed', id)).toMatchObject([
      { actor: { id: owner.userId }, before: { role: 'AGENT' }, after: { role: 'MANAGER' } },
    ]);
  });

  it('needs another owner if it demotes an owner, and may appoint an owner', async () => {
    const agent = await createTeamMember(t, owner.sellerId, 'AGENT');
    const [ownId, agentId] = [await memberId(owner), await memberId(agent)];
    const change = (id: string, role: string) => t.patch(`/api/seller/team/${id}`, { role }, { as: owner });
    expect((await change(ownId, 'OWNER')).status).toBe(200);
    expect((await change(ownId, 'MANAGER')).body.error.code).toBe('INVALID_STATE');
    expect((await change(agentId, 'OWNER')).status).toBe(200);
    expect((await change(ownId, 'MANAGER')).status).toBe(200);
    expect((await change(agentId, 'AGENT')).status).toBe(403);
  });
});

describe('two owners who make each other less at the same moment', () => {
  it('leave one of them', async () => {
    for (let round = 0; round < 3; round++) {
      const team = await createSeller(t, { plan: 'professional' });
      const second = await createTeamMember(t, team.sellerId, 'OWNER');
      const [ownId, secondId] = [await memberId(team, team), await memberId(second, team)];
      const responses = await Promise.all([
        t.patch(`/api/seller/team/${secondId}`, { role: 'MANAGER' }, { as: team }),
        t.patch(`/api/seller/team/${ownId}`, { role: 'MANAGER' }, { as: second }),
      ]);
      // The later request fails, because its author has become a manager by then.
      const [done, refused, ...otherStatuses] = responses
        .map(({ status }) => status)
        .toSorted((a, b) => a - b);
      expect([done, otherStatuses]).toEqual([200, []]);
      expect([403, 409]).toContain(refused);
      const { members } = await readTeam(team);
      expect(members.map(({ role }) => role).toSorted()).toEqual(['MANAGER', 'OWNER']);
    }
  });
});

describe('a removed member', () => {
  it('is a buyer again; colleagues and other sellers are unchanged', async () => {
    const [agent, colleague] = [
      await createTeamMember(t, owner.sellerId, 'AGENT'),
      await createTeamMember(t, owner.sellerId, 'AGENT'),
    ];
    const stranger = await createSeller(t);
    const id = await memberId(agent);
    expect((await t.del(`/api/seller/team/${id}`, { as: owner })).status).toBe(204);
    expect(await rolesOf(agent, colleague, owner, stranger)).toEqual(['BUYER', 'SELLER', 'SELLER', 'SELLER']);
    expect((await readTeam(owner)).members.map(({ userId }) => userId)).toEqual([
      owner.userId,
      colleague.userId,
    ]);
    expect((await readTeam(stranger)).members).toHaveLength(1);
    expect(await listAuditEntries('team.removed', id)).toMatchObject([
      { actor: { id: owner.userId }, before: { userId: agent.userId, role: 'AGENT' } },
    ]);
  });

  it('stays an administrator who has become one since', async () => {
    const agent = await createTeamMember(t, owner.sellerId, 'AGENT');
    const id = await memberId(agent);
    await t.db.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', agent.userId).execute();
    expect((await t.del(`/api/seller/team/${id}`, { as: owner })).status).toBe(204);
    expect(await rolesOf(agent)).toEqual(['ADMIN']);
  });

  it('may be oneself, in any role, while others decide about agents and viewers only', async () => {
    const [manager, other] = [
      await createTeamMember(t, owner.sellerId, 'MANAGER'),
      await createTeamMember(t, owner.sellerId, 'MANAGER'),
    ];
    const viewer = await createTeamMember(t, owner.sellerId, 'VIEWER');
    const remove = async (user: TestUser, as: TestUser) =>
      (await t.del(`/api/seller/team/${await memberId(user)}`, { as })).status;
    expect(await remove(other, manager)).toBe(403);
    expect(await remove(manager, manager)).toBe(204);
    expect(await remove(viewer, other)).toBe(204);
    expect((await readTeam(owner)).members).toHaveLength(2);
  });
});
