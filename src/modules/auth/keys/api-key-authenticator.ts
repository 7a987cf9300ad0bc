import type { Clock } from '../../../platform/clock.ts';
import type { Keys } from '../../../platform/crypto/keys.ts';
import { hashToken } from '../../../platform/crypto/tokens.ts';
import type { Database } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Authenticated } from '../../../platform/http/access/credentials.ts';
import { isAddressAllowed } from './address-list.ts';
import { hasValidForm, type KeyEnvironment } from './api-key-form.ts';
import { accountSuspended, actorOf } from '../account/account-holder.ts';
import { SEEN_EVERY_MS } from '../sessions/sessions.repository.ts';
import { findKeyHolder, noteKeyUse, rememberSignature } from './api-keys.repository.ts';

export const SIGNING_SECRET_PURPOSE = 'api-key-signing-secret';

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
    const now = this.#clock.now();
    // A wrong checksum or environment is recognised without a query.
    const holder = hasValidForm(key, this.#environment)
      ? await findKeyHolder(this.#db, hashToken(key), now)
      : undefined;
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
    if (holder.last_used_at === null || now.getTime() - holder.last_used_at.getTime() >= SEEN_EVERY_MS)
      await noteKeyUse(this.#db, holder.key_id, ip, now);
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

  rememberSignature(keyId: string, signature: Buffer, wrote: boolean): Promise<boolean> {
    return rememberSignature(this.#db, { keyId, signature, wrote }, this.#clock.now());
  }
}
