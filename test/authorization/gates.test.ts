/**
 * Calls every route as every kind of caller: the access declared on its row decides, and nothing else. For access to
 * single objects, see objects.test.ts.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccessTokens } from '../../src/modules/auth/index.ts';
import { newApiKey } from '../../src/modules/auth/keys/api-key-form.ts';
import { type Scope, SCOPES, TEAM_ROLES, type TeamRole } from '../../src/platform/actor.ts';
import { addMs, MINUTE_MS } from '../../src/platform/clock.ts';
import { hashToken } from '../../src/platform/crypto/tokens.ts';
import { scopesOf } from '../../src/platform/http/access/authorise.ts';
import type { AnyRouteRow } from '../../src/platform/http/route.ts';
import {
  createApiKey,
  createAdmin,
  createBuyer,
  createSeller,
  createTeamMember,
  type TestUser,
} from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

type Refusal = readonly [status: number, code: string];
/** null: the request passes the gate. */
type Verdict = Refusal | null;

interface Caller {
  readonly name: string;
  readonly credential: string | null;
  readonly role: 'BUYER' | 'SELLER' | 'ADMIN' | null;
  readonly teamRole?: TeamRole;
  readonly scopes?: readonly Scope[];
  /** The error for a bad credential. Public endpoints return it too, unless their row ignores bad credentials. */
  readonly always?: Refusal;
}

let t: TestApp;
const callers: Caller[] = [];

const keyOf = (user: TestUser, scopes: readonly Scope[]): Promise<string> =>
  createApiKey(t, user.userId, scopes);

/** Creates an API key that is revoked, expired or issued by another environment. */
async function createInvalidKey(
  user: TestUser,
  state: { revoked_at?: Date; expires_at?: Date; environment?: 'test' },
): Promise<string> {
  const live = await keyOf(user, SCOPES);
  const key = state.environment === 'test' ? newApiKey('test') : live;
  await t.db
    .updateTable('api_keys')
    .set({ ...state, key_hash: hashToken(key) })
    .where('key_hash', '=', hashToken(live))
    .execute();
  return key;
}

beforeAll(async () => {
  t = await createTestApp();
  const owner = await createSeller(t, { plan: 'enterprise' });
  const buyer = await createBuyer(t);
  const admin = await createAdmin(t);
  const suspended = await createSeller(t);
  const signedOut = await createBuyer(t);
  const ofSuspended = await keyOf(suspended, SCOPES);
  await t.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', suspended.userId).execute();
  const now = t.clock.now();
  await t.db.updateTable('sessions').set({ ended_at: now }).where('id', '=', signedOut.sessionId).execute();
  const outsider = await createBuyer(t);
  const foreign = await new AccessTokens(t.app.platform.keys, t.clock).issue({
    ...buyer,
    userId: outsider.userId,
    role: 'ADMIN',
  });
  callers.push(
    { name: 'nobody', credential: null, role: null },
    { name: 'a buyer', credential: buyer.token, role: 'BUYER' },
    { name: 'an administrator', credential: admin.token, role: 'ADMIN' },
    {
      name: 'a key of a buyer with every scope',
      credential: await keyOf(buyer, SCOPES),
      role: 'BUYER',
      scopes: SCOPES,
    },
    {
      name: 'a key of an administrator',
      credential: await keyOf(admin, SCOPES),
      role: 'ADMIN',
      scopes: SCOPES,
    },
    {
      name: 'a key without scopes',
      credential: await keyOf(owner, []),
      role: 'SELLER',
      teamRole: 'OWNER',
      scopes: [],
    },
    {
      name: 'a revoked key',
      credential: await createInvalidKey(owner, { revoked_at: now }),
      role: null,
      always: [401, 'INVALID_API_KEY'],
    },
    {
      name: 'an expired key',
      credential: await createInvalidKey(owner, { expires_at: addMs(now, -MINUTE_MS) }),
      role: null,
      always: [401, 'INVALID_API_KEY'],
    },
    {
      name: 'a key of the sandbox',
      credential: await createInvalidKey(owner, { environment: 'test' }),
      role: null,
      always: [401, 'INVALID_API_KEY'],
    },
    { name: 'a suspended seller', credential: suspended.token, role: null, always: [403, 'FORBIDDEN'] },
    { name: 'a key of a suspended seller', credential: ofSuspended, role: null, always: [403, 'FORBIDDEN'] },
    {
      name: 'somebody who has signed out',
      credential: signedOut.token,
      role: null,
      always: [401, 'INVALID_TOKEN'],
    },
    {
      name: 'a token for the session of another',
      credential: foreign,
      role: null,
      always: [401, 'INVALID_TOKEN'],
    },
    { name: 'nonsense', credential: 'nonsense', role: null, always: [401, 'INVALID_TOKEN'] },
  );
  for (const teamRole of TEAM_ROLES) {
    const member = teamRole === 'OWNER' ? owner : await createTeamMember(t, owner.sellerId, teamRole);
    callers.push(
      { name: `${teamRole} of a seller`, credential: member.token, role: 'SELLER', teamRole },
      {
        name: `a key of the ${teamRole} with every scope`,
        credential: await keyOf(member, SCOPES),
        role: 'SELLER',
        teamRole,
        scopes: SCOPES,
      },
    );
  }
  for (const scope of SCOPES) {
    const otherScopes = SCOPES.filter((other) => other !== scope);
    callers.push({
      name: `a key without ${scope}`,
      credential: await keyOf(owner, otherScopes),
      role: 'SELLER',
      teamRole: 'OWNER',
      scopes: otherScopes,
    });
  }
});
afterAll(() => t.close());

/** Restates the access rule of the contract, independently of the implementation. */
function expectedVerdict({ access, passesOverBadCredentials }: AnyRouteRow, caller: Caller): Verdict {
  const takesAnyKey = access.kind === 'user' && access.anyKey === true;
  // Routes that accept only API keys treat every credential as a key.
  if (takesAnyKey && caller.credential?.startsWith('fw_') === false) return [401, 'INVALID_API_KEY'];
  // Webhook routes below /v1, where all requests go, do the same with a credential that cannot be a token.
  if (caller.name === 'nonsense' && access.kind === 'seller' && access.scopes.includes('webhooks:manage'))
    return [401, 'INVALID_API_KEY'];
  if (caller.always !== undefined) return passesOverBadCredentials === true ? null : caller.always;
  if (access.kind === 'public') return null;
  if (caller.credential === null) return [401, 'UNAUTHORIZED'];
  const accepted = access.kind === 'admin' ? [] : access.scopes;
  if (
    caller.scopes !== undefined &&
    !takesAnyKey &&
    !accepted.some((scope) => caller.scopes?.includes(scope))
  )
    return [403, 'INSUFFICIENT_SCOPE'];
  if (access.kind === 'admin' && caller.role !== 'ADMIN') return [403, 'FORBIDDEN'];
  if (access.kind !== 'seller') return null;
  if (access.orAdmin === true && caller.role === 'ADMIN') return null;
  const rank = (role: TeamRole): number => TEAM_ROLES.indexOf(role);
  const isMember = caller.role === 'SELLER' && caller.teamRole !== undefined;
  return isMember && rank(caller.teamRole) <= rank(access.teamRole) ? null : [403, 'FORBIDDEN'];
}

const GATE_CODES = new Set(['UNAUTHORIZED', 'INVALID_TOKEN', 'INVALID_API_KEY', 'INSUFFICIENT_SCOPE']);
/** Error codes of callers that pass the gate and are then rejected by the rule of the resource. */
const REFUSED_BY_RULE: Readonly<Record<string, (caller: Caller) => string | null>> = {
  // Only buyers write reviews.
  'POST /sellers/:slug/reviews': (caller) => (caller.role === 'BUYER' ? null : 'FORBIDDEN'),
  // A VIEWER can read the conversations of the team, but cannot block the other participant.
  'DELETE /messages/blocks/:participantId': (caller) => (caller.teamRole === 'VIEWER' ? 'FORBIDDEN' : null),
};

const STREAMS: ReadonlySet<string> = new Set(['/notifications/stream', '/events/stream']);

/** Requests a path whose resource does not exist. Streams never end, so they get a HEAD request. */
async function ask(row: AnyRouteRow, caller: Caller): Promise<Refusal> {
  const url = `/v1${row.path.replaceAll(/:[A-Za-z]+/g, 'x')}`;
  const isStream = STREAMS.has(row.path);
  const { credential } = caller;
  const method = isStream ? 'HEAD' : row.method;
  const response = await t.call(method, url, credential === null ? {} : { as: credential });
  return [response.status, isStream ? '' : (response.body?.error?.code ?? '')];
}

describe('every route', () => {
  it('admits the roles in its row, and tells all others why not', { timeout: 240_000 }, async () => {
    // Sign out last, because it ends the session that the other rows use.
    const rows = t.app.routes.toSorted(
      (a, b) => Number(a.path === '/auth/logout') - Number(b.path === '/auth/logout'),
    );
    expect(rows.length).toBeGreaterThan(200);
    const wrong: string[] = [];
    let refused = 0;
    let letIn = 0;
    for (const row of rows) {
      await Promise.all(
        callers.map(async (caller) => {
          const verdict = expectedVerdict(row, caller);
          const [status, code] = await ask(row, caller);
          if (verdict !== null) {
            refused++;
            const isStream = STREAMS.has(row.path);
            if (status === verdict[0] && (isStream || code === verdict[1])) return;
          } else {
            letIn++;
            const byRule = REFUSED_BY_RULE[`${row.method} ${row.path}`]?.(caller) ?? null;
            if (byRule !== null && (code === byRule || status === 422 || status === 400)) return;
            if (status < 500 && !GATE_CODES.has(code) && code !== 'FORBIDDEN') return;
          }
          const verdictText = verdict?.join(' ') ?? 'let in';
          wrong.push(
            `${row.method} ${row.path}, ${caller.name}: ${status} ${code} instead of ${verdictText}`,
          );
        }),
      );
    }
    expect(wrong, wrong.join('\n')).toEqual([]);
    expect([refused > 3000, letIn > 1000]).toEqual([true, true]);
  });

  it('names the scopes that would do', async () => {
    const caller = callers.find((candidate) => candidate.name === 'a key without scopes');
    for (const row of t.app.routes) {
      const scopes = scopesOf(row.access);
      if (scopes.length === 0) continue;
      const url = `/v1${row.path.replaceAll(/:[A-Za-z]+/g, 'x')}`;
      const response = await t.call(row.method, url, { as: caller?.credential ?? '' });
      expect([row.path, response.headers['x-accepted-scopes']]).toEqual([row.path, scopes.join(', ')]);
      expect(response.body.error.message).toContain(scopes.join(' or '));
    }
  });
});
