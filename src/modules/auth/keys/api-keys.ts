import type { UserActor } from '../../../platform/actor.ts';
import { addMs, MINUTE_MS } from '../../../platform/clock.ts';
import { hashToken, newToken } from '../../../platform/crypto/tokens.ts';
import { inTransaction, recordCreated, type Transaction } from '../../../platform/db/transaction.ts';
import {
  type ErrorDetail,
  forbidden,
  found,
  invalidFields,
  invalidState,
  notFound,
  overPlanLimit,
} from '../../../platform/errors/app-error.ts';
import { fromRow } from '../../../platform/http/from-row.ts';
import { type Page, pagination } from '../../../platform/http/pagination.ts';
import type { SellerActor } from '../../../platform/http/route.ts';
import { isId, newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import { assertWithinPlan, lockSellerPlan } from '../../billing/index.ts';
import { SIGNING_SECRET_PURPOSE } from './api-key-authenticator.ts';
import { derivedApiKey, type KeyEnvironment, newApiKey, shownPrefix } from './api-key-form.ts';
import {
  ApiKeyView,
  type CreateKeyBody,
  type NewApiKey,
  type RegenerateKeyBody,
  TeamApiKeyView,
} from './api-key.schemas.ts';
import {
  type ApiKeyRow,
  countKeysOf,
  countKeysOfSeller,
  findKey,
  insertKey,
  type KeyOwner,
  listKeys,
  listKeysOfTeam,
  lockKey,
  lockKeyOfTeam,
  replaceKey,
  revokeKey,
  revokePredecessor,
  type TeamKeyRow,
  type TeamKeys,
} from './api-keys.repository.ts';
import { apiKeyMail } from '../mail-templates.ts';
import type { Caller } from '../caller.ts';
import { type Passwords, wrongPassword } from '../passwords/passwords.ts';
import { lockAccount, lockWithPassword } from '../account/users.repository.ts';
import type { UserRow } from '../tables.ts';
import { t } from '../../../platform/errors/sentence.ts';

/** For accounts without a plan: buyers and administrators. */
const KEYS_WITHOUT_PLAN_MAX = 2;
const SIGNING_SECRET_PREFIX = 'fws_';

type ApiKeysParts = Pick<Platform, 'db' | 'clock' | 'keys' | 'audit' | 'mails'> & {
  readonly environment: KeyEnvironment;
  readonly passwords: Passwords;
};
type KeyHolder = { readonly userId: string };
type KeyTerms = Pick<ApiKeyRow, 'name' | 'scopes' | 'expires_at'>;

/** Manages the API keys of a user. The value of a key and its signing secret appear in one response only. */
export class ApiKeys extends Service<ApiKeysParts> {
  async list(actor: UserActor, page: Page) {
    const { rows, total } = await listKeys(this.parts.db, this.#owner(actor), page);
    return { apiKeys: rows.map(viewOf), pagination: pagination(page, total) };
  }

  async get(actor: UserActor, keyId: string): Promise<ApiKeyView> {
    const key = found('API key', await findKey(this.parts.db, this.#owner(actor), keyId));
    return viewOf(key);
  }

  async create(actor: UserActor, body: CreateKeyBody, caller: Caller): Promise<NewApiKey> {
    const { db, clock } = this.parts;
    const expiresAt = readExpiry(body.expiresAt ?? null, clock.now());
    const holder = await this.#assertHolder(actor, body.password, caller);
    return inTransaction(db, async (trx) => {
      if (!(await lockWithPassword(trx, holder))) throw wrongPassword('password');
      await this.#assertRoom(trx, actor);
      const terms = { name: body.name.trim(), scopes: body.scopes, expires_at: expiresAt };
      const created = await this.#issue(trx, actor, terms);
      await this.#record(trx, actor, 'api_key.created', created.apiKey, caller);
      await this.parts.mails.enqueue(trx, apiKeyMail(holder, created.apiKey));
      return created;
    });
  }

  async revoke(actor: UserActor, keyId: string, caller: Caller): Promise<void> {
    await this.#revoke(actor, caller, async (trx) =>
      found('API key', isId('key', keyId) && (await lockKey(trx, this.#owner(actor), keyId))),
    );
  }

  async #revoke(
    actor: UserActor,
    caller: Caller,
    lock: (trx: Transaction) => Promise<ApiKeyRow>,
  ): Promise<void> {
    const { db, clock } = this.parts;
    await inTransaction(db, async (trx) => {
      const key = await lock(trx);
      await revokeKey(trx, key.id, clock.now());
      await revokePredecessor(trx, key, clock.now());
      await this.#record(trx, actor, 'api_key.revoked', viewOf(key), caller);
    });
  }

  /** The keys of all members, for owners: keys belong to the company. */
  async listOfTeam(actor: SellerActor, page: Page) {
    const { rows, total } = await listKeysOfTeam(this.parts.db, this.#team(actor), page);
    return { apiKeys: rows.map(teamViewOf), pagination: pagination(page, total) };
  }

  async revokeOfTeam(actor: SellerActor, keyId: string, caller: Caller): Promise<void> {
    await this.#revoke(actor, caller, async (trx) =>
      found('API key', isId('key', keyId) && (await lockKeyOfTeam(trx, this.#team(actor), keyId))),
    );
  }

  /** Replaces the value on the same terms; the old value ends immediately or after the grace period. */
  async regenerate(
    actor: UserActor,
    keyId: string,
    { graceMinutes = 0, password }: RegenerateKeyBody,
    caller: Caller,
  ): Promise<NewApiKey> {
    const { db, clock, mails } = this.parts;
    const holder = await this.#assertHolder(actor, password, caller);
    if (!isId('key', keyId)) throw notFound('API key');
    return inTransaction(db, async (trx) => {
      if (!(await lockWithPassword(trx, holder))) throw wrongPassword('password');
      const now = clock.now();
      const old = found('API key', await lockKey(trx, this.#owner(actor), keyId));
      assertReplaceable(old, now);
      const created = await this.#issue(trx, actor, old);
      await revokePredecessor(trx, old, now);
      if (graceMinutes === 0) await revokeKey(trx, old.id, now);
      const graceEndsAt = addMs(now, graceMinutes * MINUTE_MS);
      await replaceKey(trx, old.id, { id: created.apiKey.id, graceEndsAt });
      await this.#record(trx, actor, 'api_key.regenerated', created.apiKey, caller);
      await mails.enqueue(trx, apiKeyMail(holder, created.apiKey));
      return created;
    });
  }

  /**
   * Issues the API key of the demo data. It is derived from APP_SECRET, so that clients of integrators still work after a reset
   * of the sandbox.
   */
  issueDemo(trx: Transaction, holder: KeyHolder, terms: KeyTerms): Promise<NewApiKey> {
    const { keys, environment } = this.parts;
    return this.#issue(trx, holder, terms, {
      key: derivedApiKey(environment, keys.derive(`demo key ${environment}`)),
      signingSecret: SIGNING_SECRET_PREFIX + keys.sign('demo signing secret', environment),
    });
  }

  /** Issues a key without limits and audit; `create` and `regenerate` add those. */
  async #issue(
    trx: Transaction,
    holder: KeyHolder,
    terms: KeyTerms,
    { key, signingSecret } = {
      key: newApiKey(this.parts.environment),
      signingSecret: newToken(SIGNING_SECRET_PREFIX),
    },
  ): Promise<NewApiKey> {
    const { clock, keys, environment } = this.parts;
    const now = clock.now();
    const row = await insertKey(trx, {
      id: newId('key', now),
      userId: holder.userId,
      name: terms.name,
      scopes: terms.scopes,
      prefix: shownPrefix(key),
      environment,
      hash: hashToken(key),
      signingSecret: keys.seal(SIGNING_SECRET_PURPOSE, signingSecret),
      expiresAt: terms.expires_at,
      createdAt: now,
    });
    recordCreated(trx, row.id);
    return { apiKey: { ...viewOf(row), key, signingSecret } };
  }

  /** A key outlives the session that created it, so its creator must have verified the email address and know the password. */
  async #assertHolder(actor: UserActor, password: string, caller: Caller): Promise<UserRow> {
    if (!actor.emailVerified)
      throw forbidden(
        t(
          'API keys require a verified email address. Enter the code that we sent to it, or request a new one.',
        ),
      );
    return this.parts.passwords.assertOwn(actor, 'password', password, caller);
  }

  /** Counts under a lock, so that only one of two requests for the last slot gets it. */
  async #assertRoom(trx: Transaction, actor: UserActor): Promise<void> {
    const now = this.parts.clock.now();
    if (actor.seller !== null) {
      const { sellerId } = actor.seller;
      const plan = await lockSellerPlan(trx, sellerId);
      assertWithinPlan(plan, 'apiKeys', await countKeysOfSeller(trx, sellerId, now));
      return;
    }
    await lockAccount(trx, actor.userId);
    const used = await countKeysOf(trx, actor.userId, now);
    if (used < KEYS_WITHOUT_PLAN_MAX) return;
    throw overPlanLimit(
      t('An account without a seller plan can have {max} API keys. Revoke one first.', {
        max: KEYS_WITHOUT_PLAN_MAX,
      }),
    );
  }

  async #record(
    trx: Transaction,
    actor: UserActor,
    action: string,
    key: ApiKeyView,
    caller: Caller,
  ): Promise<void> {
    await this.parts.audit.record(trx, {
      actor,
      action,
      subject: { type: 'api_key', id: key.id },
      after: { scopes: key.scopes, environment: key.environment, expiresAt: key.expiresAt },
      origin: caller,
    });
  }

  problemsOf(body: Partial<CreateKeyBody>): readonly ErrorDetail[] {
    return expiryProblems(body.expiresAt, this.parts.clock.now());
  }

  #team({ seller }: SellerActor): TeamKeys {
    return { sellerId: seller.sellerId, environment: this.parts.environment };
  }

  #owner(actor: UserActor): KeyOwner {
    return { userId: actor.userId, environment: this.parts.environment };
  }
}

function readExpiry(text: string | null, now: Date): Date | null {
  if (text === null) return null;
  const expiresAt = new Date(text);
  const problems = expiryProblems(text, now);
  if (problems.length > 0) throw invalidFields(problems);
  return expiresAt;
}

function expiryProblems(text: string | null | undefined, now: Date): ErrorDetail[] {
  if (typeof text !== 'string' || new Date(text) > now) return [];
  return [{ field: 'expiresAt', message: t('must be in the future') }];
}

function assertReplaceable(key: ApiKeyRow, now: Date): void {
  const isExpired = key.expires_at !== null && key.expires_at <= now;
  if (key.replaced_by === null && !isExpired) return;
  const state = isExpired ? 'expired' : 'replaced';
  throw invalidState(t(`The API key is ${state}. Only an active key can be regenerated.`));
}

function teamViewOf(row: TeamKeyRow): TeamApiKeyView {
  return fromRow(TeamApiKeyView, row, { maker: { userId: row.user_id, name: row.maker_name } });
}

function viewOf(row: ApiKeyRow): ApiKeyView {
  return fromRow(ApiKeyView, row);
}
