import { sql } from 'kysely';
import type { Scope } from '../../../platform/actor.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Keys } from '../../../platform/crypto/keys.ts';
import { hashToken } from '../../../platform/crypto/tokens.ts';
import type { Database } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Authenticated } from '../../../platform/http/access/credentials.ts';
import { isAddressAllowed } from './address-list.ts';
import { hasValidForm, type KeyEnvironment } from './api-key-form.ts';
import { actorOf } from '../sessions/authenticator.ts';
import { type AccountHolder, SEEN_EVERY_MS } from '../sessions/sessions.repository.ts';
import { accountSuspended } from '../sessions/sign-in.ts';
import '../tables.ts';

export const SIGNING_SECRET_PURPOSE = 'api-key-signing-secret';

const SIGNATURE_KEPT_SECONDS = 600;

interface KeyHolder extends AccountHolder {
  readonly key_id: string;
  readonly scopes: Scope[];
  readonly signing_secret: Buffer;
  readonly expires_at: Date | null;
  readonly ip_restriction: boolean;
  readonly allowed_addresses: string[];
  readonly require_signature: boolean;
  readonly last_used_at: Date | null;
}

/** Finds the account that an API key acts for. */
export class ApiKeyAuthenticator {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #keys: Keys;
  readonly #environment: KeyEnvironment;

  constructor(parts: { db: Database; clock: Clock; keys: Keys; environment: KeyEnvironment }) {
    this.#db = parts.db;
    this.#clock = parts.clock;
    this.#keys = parts.keys;
    this.#environment = parts.environment;
  }

  async authenticate(key: string, ip: string): Promise<Authenticated> {
    // A wrong checksum or environment is recognised without a query.
    const holder = hasValidForm(key, this.#environment) ? await this.#find(key) : undefined;
    if (holder === undefined)
      throw new AppError(
        'INVALID_API_KEY',
        'The API key is unknown, revoked or expired, or belongs to the other environment.',
      );
    if (holder.status === 'suspended') throw accountSuspended();
    if (holder.ip_restriction && !isAddressAllowed(ip, holder.allowed_addresses)) {
      throw new AppError(
        'FORBIDDEN',
        'This address is not on the list of allowed addresses for the API keys of the account.',
      );
    }
    await this.#noteUse(holder, ip);
    return {
      actor: actorOf(holder, {
        kind: 'apiKey',
        keyId: holder.key_id,
        scopes: holder.scopes,
        expiresAt: holder.expires_at,
      }),
      signing: {
        secret: this.#keys.open(SIGNING_SECRET_PURPOSE, holder.signing_secret),
        required: holder.require_signature,
        keyId: holder.key_id,
      },
    };
  }

  /** Reads are remembered too, or the signature of one would do for a write without a body. */
  async rememberSignature(keyId: string, signature: Buffer, wrote: boolean): Promise<boolean> {
    const now = this.#clock.now();
    const result = await sql`
      insert into seen_signatures as s (key_id, signature, seen_at, wrote)
      values (${keyId}, ${signature}, ${now}, ${wrote})
      on conflict (key_id, signature) do update set seen_at = excluded.seen_at, wrote = excluded.wrote
      where s.seen_at < ${now}::timestamptz - make_interval(secs => ${SIGNATURE_KEPT_SECONDS})
        or not (s.wrote or excluded.wrote)`.execute(this.#db);
    return result.numAffectedRows === 1n;
  }

  #find(key: string): Promise<KeyHolder | undefined> {
    const now = this.#clock.now();
    return this.#db
      .selectFrom('api_keys as k')
      .innerJoin('users as u', 'u.id', 'k.user_id')
      .leftJoin('team_members as m', 'm.user_id', 'u.id')
      .select([
        'k.id as key_id',
        'k.scopes',
        'k.signing_secret',
        'k.expires_at',
        'k.last_used_at',
        'u.id as user_id',
        'u.email',
        'u.email_verified',
        'u.role',
        'u.language',
        'u.status',
        'u.ip_restriction',
        'u.allowed_addresses',
        'u.require_signature',
        'm.seller_id',
        'm.role as team_role',
      ])
      .where('k.key_hash', '=', hashToken(key))
      .where('k.revoked_at', 'is', null)
      .where((where) => where.or([where('k.expires_at', 'is', null), where('k.expires_at', '>', now)]))
      .where('u.status', '!=', 'erased')
      .executeTakeFirst();
  }

  async #noteUse(holder: KeyHolder, ip: string): Promise<void> {
    const now = this.#clock.now();
    if (holder.last_used_at !== null && now.getTime() - holder.last_used_at.getTime() < SEEN_EVERY_MS) return;
    await this.#db
      .updateTable('api_keys')
      .set({ last_used_at: now, last_used_ip: ip })
      .where('id', '=', holder.key_id)
      .execute();
  }
}
