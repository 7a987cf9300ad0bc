import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/platform/clock.ts';
import { hashToken } from '../../../src/platform/crypto/tokens.ts';
import { newId } from '../../../src/platform/ids.ts';
import {
  createAdmin,
  createBuyer,
  createListing,
  createSeller,
  createTeamMember,
  TEST_PASSWORD,
  type TestSeller,
} from '../../support/factories.ts';
import { fieldsOf, type TestResponse, createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let owner: TestSeller;

beforeAll(async () => {
  t = await createTestApp();
});

afterAll(() => t.close());

beforeEach(async () => {
  owner = await createSeller(t, { plan: 'professional' });
  t.mailbox.length = 0;
});

async function invite(email: string, role = 'AGENT', as: { token: string } = owner) {
  return t.post('/api/seller/team/invitations', { email, role }, { as });
}

/** Returns the token of the last invitation to this address. */
async function tokenFor(email: string): Promise<string> {
  await t.drainJobs();
  const mail = t.mailbox.findLast((sent) => sent.to === email && sent.text.includes('invitations/fwi_'));
  const token = /invitations\/(fwi_[\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`nobody invited ${email}`);
  return token;
}

const accept = (token: string, as: { token: string }) =>
  t.post(`/api/seller/team/invitations/${token}/accept`, undefined, { as });
const outcomeOf = (response: TestResponse): [number, string | undefined] => [
  response.status,
  response.body?.error?.code,
];

async function members(): Promise<{ id: string; userId: string; role: string; isYou: boolean }[]> {
  return (await t.get('/api/seller/team', { as: owner })).body.data.members;
}

describe('an invitation', () => {
  it('makes a buyer a member with that role', async () => {
    const buyer = await createBuyer(t);
    const spelled = buyer.email.toUpperCase().replace('EXAMPLE.ORG', 'example.org');
    const response = await invite(spelled);
    expect(response.status).toBe(201);
    expect(response.body.data.invitation).toMatchObject({ role: 'AGENT', expired: false });
    const token = await tokenFor(spelled);
    const accepted = await t.post(`/v1/seller/team/invitations/${token}/accept`, undefined, { as: buyer });
    expect(accepted.status).toBe(200);
    expect(accepted.body.data.member).toMatchObject({ userId: buyer.userId, role: 'AGENT', isYou: true });
    expect((await t.get('/api/seller/team', { as: buyer })).status).toBe(200);
    expect((await members()).map((member) => member.role)).toEqual(['OWNER', 'AGENT']);
    expect(
      (await t.post(`/v1/seller/team/invitations/${token}/accept`, undefined, { as: buyer })).status,
    ).toBe(404);
  });

  it('409 for the second of two teams that are joined at once', async () => {
    const buyer = await createBuyer(t);
    for (const inviter of [owner, await createSeller(t, { plan: 'professional' })])
      expect((await invite(buyer.email, 'AGENT', inviter)).status).toBe(201);
    await t.drainJobs();
    const tokens = t.mailbox
      .filter(({ to }) => to === buyer.email)
      .flatMap(({ text }) => /invitations\/(fwi_[\w-]+)/.exec(text)?.[1] ?? []);
    expect(new Set(tokens).size).toBe(2);
    const responses = await Promise.all(
      tokens.map((token) => t.post(`/v1/seller/team/invitations/${token}/accept`, undefined, { as: buyer })),
    );
    expect(responses.map(({ status, body }) => `${status} ${body.error?.code ?? ''}`).toSorted()).toEqual([
      '200 ',
      '409 INVALID_STATE',
    ]);
  });

  it('422 for an invalid address or role', async () => {
    const response = await t.post(
      '/api/seller/team/invitations',
      { email: 'nobody', role: 'BOSS' },
      { as: owner },
    );
    expect(response.status).toBe(422);
    expect(fieldsOf(response).toSorted()).toEqual(['email', 'role']);
  });

  it('404 for other accounts, after seven days, and once withdrawn', async () => {
    const buyer = await createBuyer(t);
    const other = await createBuyer(t);
    const { id } = (await invite(buyer.email)).body.data.invitation;
    const token = await tokenFor(buyer.email);
    expect(outcomeOf(await accept(token, other))).toEqual([404, 'NOT_FOUND']);
    expect((await t.get('/api/seller/team', { as: other })).status).toBe(403);
    expect((await members()).map((member) => member.userId)).toEqual([owner.userId]);
    await t.db
      .updateTable('team_invitations')
      .set({ expires_at: new Date(t.clock.now().getTime() - DAY_MS) })
      .where('id', '=', id)
      .execute();
    expect(outcomeOf(await accept(token, buyer))).toEqual([404, 'NOT_FOUND']);
    expect((await invite(buyer.email)).status).toBe(201);
    const second = await tokenFor(buyer.email);
    const open = (await t.get('/api/seller/team', { as: owner })).body.data.invitations;
    expect((await t.del(`/api/seller/team/invitations/${open[0].id}`, { as: owner })).status).toBe(204);
    expect(
      (await t.post(`/api/seller/team/invitations/${second}/accept`, undefined, { as: buyer })).status,
    ).toBe(404);
  });

  it('403 for an administrator, and for who belongs to a seller already 409', async () => {
    const [admin, seller] = [await createAdmin(t), await createSeller(t)];
    for (const person of [admin, seller]) expect((await invite(person.email)).status).toBe(201);
    expect(outcomeOf(await accept(await tokenFor(admin.email), admin))).toEqual([403, 'FORBIDDEN']);
    expect(outcomeOf(await accept(await tokenFor(seller.email), seller))).toEqual([409, 'INVALID_STATE']);
    expect((await members()).map((member) => member.userId)).toEqual([owner.userId]);
    const { role } = await t.db
      .selectFrom('users')
      .select('role')
      .where('id', '=', admin.userId)
      .executeTakeFirstOrThrow();
    expect(role).toBe('ADMIN');
  });

  it('says by its link whose team it is for, which role, and what has become of it', async () => {
    const hansa = await createSeller(t, { plan: 'professional', companyName: 'Hansa Trucks' });
    const buyer = await createBuyer(t);
    const read = async (token: string, as?: { token: string }) =>
      (await t.get(`/api/seller/team/invitations/${token}/details`, as === undefined ? {} : { as })).body.data
        .invitation;
    const { id } = (await invite(buyer.email, 'VIEWER', hansa)).body.data.invitation;
    const withdrawn = await tokenFor(buyer.email);
    expect(await read(withdrawn)).toMatchObject({
      company: 'Hansa Trucks',
      role: 'VIEWER',
      email: buyer.email,
      state: 'open',
      isForYou: false,
      ownCompany: null,
    });
    expect(await read(withdrawn, buyer)).toMatchObject({ isForYou: true, ownCompany: null });
    await t.del(`/api/seller/team/invitations/${id}`, { as: hansa });
    expect((await read(withdrawn)).state).toBe('revoked');

    const { id: second } = (await invite(buyer.email, 'VIEWER', hansa)).body.data.invitation;
    const expired = await tokenFor(buyer.email);
    const past = new Date(t.clock.now().getTime() - DAY_MS);
    await t.db.updateTable('team_invitations').set({ expires_at: past }).where('id', '=', second).execute();
    expect((await read(expired)).state).toBe('expired');
    // The next invitation revokes this one, but the recipient sees no difference.
    await invite(buyer.email, 'VIEWER', hansa);
    expect((await read(expired)).state).toBe('expired');

    const used = await tokenFor(buyer.email);
    expect((await accept(used, buyer)).status).toBe(200);
    expect((await read(used)).state).toBe('accepted');
    expect((await t.get('/api/seller/team/invitations/fwi_none/details')).status).toBe(404);
  });

  describe('a user who has a company', () => {
    let person: TestSeller;
    let token: string;

    beforeEach(async () => {
      person = await createSeller(t, { companyName: 'Own Trucks' });
      await invite(person.email);
      token = await tokenFor(person.email);
    });

    const leave = (link = token) =>
      t.post(`/api/seller/team/invitations/${link}/accept`, { leaveCompany: true }, { as: person });
    const holdings = async (): Promise<unknown> =>
      (await t.get(`/api/seller/team/invitations/${token}/details`, { as: person })).body.data.invitation
        .ownCompany;
    const companyExists = async (): Promise<boolean> => {
      const row = await t.db
        .selectFrom('sellers')
        .select('id')
        .where('id', '=', person.sellerId)
        .executeTakeFirst();
      return row !== undefined;
    };

    it('leaves an empty company for the team: it is deleted with its keys, and recorded', async () => {
      const key = await t.post(
        '/api/account/api-keys',
        { name: 'Old', scopes: ['listings:read'], password: TEST_PASSWORD },
        { as: person },
      );
      expect(key.status).toBe(201);
      expect(await holdings()).toEqual({ name: 'Own Trucks', holdings: [] });
      expect(outcomeOf(await accept(token, person))).toEqual([409, 'INVALID_STATE']);
      const leaveResponse = await leave();
      expect([leaveResponse.status, leaveResponse.body.data?.member.role]).toEqual([200, 'AGENT']);
      expect(await companyExists()).toBe(false);
      expect((await t.get(`/api/sellers/${person.slug}`)).status).toBe(404);
      const team = (await t.get('/api/seller/team', { as: person })).body.data.members;
      expect(team.map((member: { userId: string }) => member.userId)).toContain(owner.userId);
      expect((await t.get('/api/seller/listings', { as: key.body.data.apiKey.key })).status).toBe(401);
      const audited = await t.db
        .selectFrom('audit_log')
        .select('action')
        .where('actor_id', '=', person.userId)
        .where('action', 'like', 'team.%')
        .orderBy('id')
        .execute();
      expect(audited.map(({ action }) => action)).toEqual(['team.company_left', 'team.joined']);
    });

    it('409 while the company has anything, and it stays as it was', async () => {
      const agent = await createTeamMember(t, person.sellerId, 'AGENT');
      await createListing(t, person, { status: 'DRAFT' });
      await t.db
        .insertInto('team_invitations')
        .values({
          id: newId('ivt', t.clock.now()),
          seller_id: person.sellerId,
          email: 'colleague@own.example',
          role: 'VIEWER',
          token_hash: hashToken('fwi_colleague'),
          invited_by: person.userId,
          created_at: t.clock.now(),
          expires_at: new Date(t.clock.now().getTime() + DAY_MS),
          accepted_at: null,
          revoked_at: null,
        })
        .execute();
      await t.db
        .updateTable('subscriptions')
        .set({ trial_used_at: t.clock.now() })
        .where('seller_id', '=', person.sellerId)
        .execute();
      expect(await holdings()).toEqual({
        name: 'Own Trucks',
        holdings: ['members', 'invitations', 'listings', 'plan'],
      });
      expect(outcomeOf(await leave())).toEqual([409, 'INVALID_STATE']);
      expect(await companyExists()).toBe(true);
      expect((await t.get('/api/seller/team', { as: agent })).status).toBe(200);
      expect((await members()).map(({ userId }) => userId)).not.toContain(person.userId);
    });

    it('cannot give it up without being its owner, or while it is suspended', async () => {
      const { sellerId } = person;
      await t.db.updateTable('sellers').set({ status: 'suspended' }).where('id', '=', sellerId).execute();
      expect(await holdings()).toMatchObject({ holdings: ['status'] });
      expect((await leave()).status).not.toBe(200);
      await t.db.updateTable('sellers').set({ status: 'active' }).where('id', '=', sellerId).execute();
      await t.db
        .updateTable('team_members')
        .set({ role: 'MANAGER' })
        .where('seller_id', '=', sellerId)
        .execute();
      expect(await holdings()).toMatchObject({ holdings: ['role'] });
      expect(outcomeOf(await leave())).toEqual([409, 'INVALID_STATE']);
    });

    it('leaves it while a listing is being created: one of the two happens', async () => {
      const [leaveResponse, created] = await Promise.all([
        leave(),
        t.post('/api/seller/listings', { title: 'A new one', category: 'trailers' }, { as: person }),
      ]);
      const isCreated = created.status === 201;
      expect(leaveResponse.status).toBe(isCreated ? 409 : 200);
      expect(created.status).not.toBeGreaterThanOrEqual(500);
      expect(await companyExists()).toBe(isCreated);
    });

    it('403 for a request that waits for the company while it is deleted', async () => {
      const { sellerId } = person;
      const deletion = new pg.Client({ connectionString: t.databaseUrl });
      await deletion.connect();
      try {
        await deletion.query('begin');
        await deletion.query('delete from sellers where id = $1', [sellerId]);
        const creation = t.post(
          '/api/seller/listings',
          { title: 'A new one', category: 'trailers' },
          { as: person },
        );
        const waiting = sql<{ count: number }>`
          select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        await expect.poll(async () => (await waiting.execute(t.db)).rows[0]?.count).toBeGreaterThan(0);
        await deletion.query('commit');
        expect(outcomeOf(await creation)).toEqual([403, 'FORBIDDEN']);
      } finally {
        await deletion.end();
      }
    });

    it('two invitations at once are accepted once', async () => {
      const other = await createSeller(t, { plan: 'professional' });
      await invite(person.email, 'VIEWER', other);
      const second = await tokenFor(person.email);
      const responses = await Promise.all([leave(), leave(second)]);
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    });
  });

  it('403 when the plan has fewer seats by now; the last seat is the one that it has held', async () => {
    const people = [await createBuyer(t), await createBuyer(t), await createBuyer(t), await createBuyer(t)];
    for (const person of people) expect((await invite(person.email)).status).toBe(201);
    const tokens = await Promise.all(people.map((person) => tokenFor(person.email)));
    for (const [i, person] of people.entries())
      if (i < 3) expect(outcomeOf(await accept(tokens[i] ?? '', person))).toEqual([200, undefined]);
    const free = await t.db
      .selectFrom('plans')
      .select('id')
      .where('slug', '=', 'free')
      .executeTakeFirstOrThrow();
    const switchPlan = (planId: string) =>
      t.db
        .updateTable('subscriptions')
        .set({ plan_id: planId })
        .where('seller_id', '=', owner.sellerId)
        .execute();
    const { plan_id } = await t.db
      .selectFrom('subscriptions')
      .select('plan_id')
      .where('seller_id', '=', owner.sellerId)
      .executeTakeFirstOrThrow();
    const [last, lastToken] = [people[3] ?? owner, tokens[3] ?? ''];
    await switchPlan(free.id);
    expect(outcomeOf(await accept(lastToken, last))).toEqual([403, 'PLAN_LIMIT_EXCEEDED']);
    await switchPlan(plan_id);
    expect(outcomeOf(await accept(lastToken, last))).toEqual([200, undefined]);
    expect(await members()).toHaveLength(5);
  });

  it('expire alone: those of other sellers, accepted and open ones stay as they are', async () => {
    const other = await createSeller(t, { plan: 'professional' });
    const [expired, accepted, taken] = [await createBuyer(t), await createBuyer(t), await createBuyer(t)];
    await invite(expired.email);
    await invite(expired.email, 'VIEWER', other);
    await invite(accepted.email);
    await accept(await tokenFor(accepted.email), accepted);
    const seats = async () =>
      (await t.get('/api/subscriptions', { as: owner })).body.data.usage.teamSeats.used;
    // Seats of the owner, of the member and of the open invitation.
    expect(await seats()).toBe(3);
    await t.db
      .updateTable('team_invitations')
      .set({ expires_at: new Date(t.clock.now().getTime() - DAY_MS) })
      .execute();
    expect(await seats()).toBe(2);
    await invite(taken.email);
    expect(await seats()).toBe(3);
    expect((await invite(expired.email)).status).toBe(201);
    const rows = await t.db
      .selectFrom('team_invitations')
      .select(['email', 'seller_id', 'revoked_at'])
      .where('email', 'in', [expired.email, accepted.email, taken.email])
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    expect(rows.map((row) => [row.email, row.seller_id === owner.sellerId, row.revoked_at !== null])).toEqual(
      [
        [expired.email, true, true],
        [expired.email, false, false],
        [accepted.email, true, false],
        [taken.email, true, false],
        [expired.email, true, false],
      ],
    );
  });

  it('409 twice, and for a user who is already a member', async () => {
    const buyer = await createBuyer(t);
    await invite(buyer.email);
    expect((await invite(buyer.email)).body.error.code).toBe('ALREADY_EXISTS');
    expect((await invite(owner.email)).body.error.code).toBe('ALREADY_EXISTS');
  });

  it('403 beyond the seats of the plan; of several at once exactly the free ones win', async () => {
    let invited = 0;
    const inviteNext = () => invite(`seat${invited++}-${owner.sellerId.toLowerCase()}@example.org`);
    for (let i = 0; i < 2; i++) expect((await inviteNext()).status).toBe(201);
    // Send fewer requests than there are database connections, so that none waits for one.
    const responses = await Promise.all([inviteNext(), inviteNext(), inviteNext(), inviteNext()]);
    const codes: string[] = responses.map(({ status, body }) => (status === 201 ? 'made' : body.error.code));
    expect(codes.toSorted()).toEqual(['PLAN_LIMIT_EXCEEDED', 'PLAN_LIMIT_EXCEEDED', 'made', 'made']);
  });
});

describe('team roles', () => {
  it('a manager decides about agents and viewers only', async () => {
    const manager = await createTeamMember(t, owner.sellerId, 'MANAGER');
    expect((await invite('a1@example.org', 'AGENT', manager)).status).toBe(201);
    expect((await invite('a2@example.org', 'MANAGER', manager)).status).toBe(403);
    const ownerId = (await members()).find((member) => member.role === 'OWNER')?.id ?? '';
    expect((await t.del(`/api/seller/team/${ownerId}`, { as: manager })).status).toBe(403);
    expect((await t.patch(`/api/seller/team/${ownerId}`, { role: 'AGENT' }, { as: manager })).status).toBe(
      403,
    );
    const agent = await createTeamMember(t, owner.sellerId, 'AGENT');
    const agentId = (await members()).find(({ userId }) => userId === agent.userId)?.id ?? '';
    const changeRole = (role: string) => t.patch(`/api/seller/team/${agentId}`, { role }, { as: manager });
    for (const role of ['OWNER', 'MANAGER']) expect((await changeRole(role)).status).toBe(403);
    expect((await changeRole('VIEWER')).status).toBe(200);
  });

  it('a manager takes back invitations of agents, and none of owners or managers', async () => {
    const manager = await createTeamMember(t, owner.sellerId, 'MANAGER');
    for (const [role, status] of [
      ['OWNER', 403],
      ['MANAGER', 403],
      ['AGENT', 204],
    ] as const) {
      const buyer = await createBuyer(t);
      const { id } = (await invite(buyer.email, role)).body.data.invitation;
      const removed = await t.del(`/api/seller/team/invitations/${id}`, { as: manager });
      expect([role, removed.status]).toEqual([role, status]);
      const accepted = await accept(await tokenFor(buyer.email), buyer);
      expect([role, accepted.status]).toEqual([role, status === 403 ? 200 : 404]);
    }
  });

  it('agents and viewers cannot invite', async () => {
    for (const role of ['AGENT', 'VIEWER'] as const) {
      const member = await createTeamMember(t, owner.sellerId, role);
      expect((await invite('b@example.org', 'VIEWER', member)).status).toBe(403);
      expect((await t.get('/api/seller/team', { as: member })).status).toBe(200);
    }
  });

  it('a member of another team is unknown', async () => {
    const stranger = await createSeller(t);
    const ownerId = (await members())[0]?.id ?? '';
    expect((await t.del(`/api/seller/team/${ownerId}`, { as: stranger })).status).toBe(404);
    expect((await t.patch(`/api/seller/team/${ownerId}`, { role: 'VIEWER' }, { as: stranger })).status).toBe(
      404,
    );
  });
});

describe('the last owner', () => {
  it('stays, however many try to leave at once', async () => {
    const second = await createTeamMember(t, owner.sellerId, 'OWNER');
    const both = await members();
    const idOf = (userId: string): string => both.find((member) => member.userId === userId)?.id ?? '';
    const responses = await Promise.all([
      t.del(`/api/seller/team/${idOf(owner.userId)}`, { as: owner }),
      t.del(`/api/seller/team/${idOf(second.userId)}`, { as: second }),
    ]);
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    const remaining = await t.db
      .selectFrom('team_members')
      .select('role')
      .where('seller_id', '=', owner.sellerId)
      .execute();
    expect(remaining).toEqual([{ role: 'OWNER' }]);
  });

  it('cannot become less', async () => {
    const id = (await members())[0]?.id ?? '';
    expect((await t.patch(`/api/seller/team/${id}`, { role: 'VIEWER' }, { as: owner })).body.error.code).toBe(
      'INVALID_STATE',
    );
  });
});

it('a removed member is a buyer again', async () => {
  const agent = await createTeamMember(t, owner.sellerId, 'AGENT');
  const id = (await members()).find((member) => member.userId === agent.userId)?.id ?? '';
  expect((await t.del(`/api/seller/team/${id}`, { as: owner })).status).toBe(204);
  expect((await t.get('/api/seller/team', { as: agent })).body.error.code).toBe('FORBIDDEN');
});

describe('invitations to strangers', () => {
  it('have a limit a day for each address, from all sellers together, and for each seller', async () => {
    const reinvite = async (as: TestSeller, email: string): Promise<[number, string | undefined]> => {
      const response = await invite(email, 'AGENT', as);
      if (response.status === 201) {
        const { id } = response.body.data.invitation;
        await t.del(`/api/seller/team/invitations/${id}`, { as });
      }
      return [response.status, response.body.error?.code];
    };
    const email = 'not.asked@example.org';
    const other = await createSeller(t, { plan: 'professional' });
    for (const inviter of [owner, owner, owner, other, other])
      expect(await reinvite(inviter, email)).toEqual([201, undefined]);
    // A different case is still the same address.
    expect(await reinvite(other, email.toUpperCase())).toEqual([429, 'RATE_LIMITED']);
    expect(await reinvite(owner, email)).toEqual([429, 'RATE_LIMITED']);
    await t.drainJobs();
    expect(t.mailbox.filter(({ to }) => to === email)).toHaveLength(5);
    for (const { subject } of t.mailbox) expect(subject).not.toMatch(/Dealer|Person/);

    for (let i = 3; i < 30; i++) expect((await reinvite(owner, `stranger${i}@example.org`))[0]).toBe(201);
    expect(await reinvite(owner, 'one.more@example.org')).toEqual([429, 'RATE_LIMITED']);
    expect((await reinvite(other, 'one.more@example.org'))[0]).toBe(201);
    // Addresses are compared with the case folding of the database; JavaScript keeps a dot above this i.
    for (let i = 0; i < 5; i++) expect((await reinvite(other, 'ilhan@example.org'))[0]).toBe(201);
    expect(await reinvite(other, 'İlhan@example.org')).toEqual([429, 'RATE_LIMITED']);
    const limited = await invite('one.more@example.org');
    const wait = Number(limited.headers['retry-after']);
    expect(wait > 0 && wait <= 86_400).toBe(true);
  });
});
