import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import { hashToken } from '../../../platform/crypto/tokens.ts';
import { AppError, forbidden } from '../../../platform/errors/app-error.ts';
import type { Authenticated } from '../../../platform/http/access/credentials.ts';
import { hasValidForm, type KeyEnvironment } from './api-key-form.ts';
import { allowsAddress } from './key-restrictions.ts';
import { accountSuspended, actorOf } from '../account/account-holder.ts';
import { LAST_SEEN_PRECISION_MS } from '../sessions/sessions.repository.ts';
import { findKeyHolder, recordKeyUse, rememberSignature } from './api-keys.repository.ts';

export const SIGNING_SECRET_PURPOSE = 'api-key-signing-secret';

type ApiKeyAuthenticatorParts = Pick<Platform, 'db' | 'clock' | 'wallClock' | 'keys'> & {
  readonly environment: KeyEnvironment;
};

/** Finds the account that an API key acts for. */
export class ApiKeyAuthenticator extends Service<ApiKeyAuthenticatorParts> {
  async authenticate(key: string, ip: string): Promise<Authenticated> {
    const now = this.parts.clock.now();
    // A wrong checksum or environment is recognised without a query.
    const holder = hasValidForm(key, this.parts.environment)
      ? await findKeyHolder(this.parts.db, hashToken(key), now)
      : undefined;
    if (holder === undefined)
      throw new AppError(
        'INVALID_API_KEY',
        'The API key is unknown, revoked or expired, or belongs to the other environment.',
      );
    if (holder.status === 'suspended') throw accountSuspended();
    if (!allowsAddress(holder, ip)) {
      throw forbidden(
        'This address is not on the list of allowed addresses for the API keys of the account.',
      );
    }
    if (
      holder.last_used_at === null ||
      now.getTime() - holder.last_used_at.getTime() >= LAST_SEEN_PRECISION_MS
    )
      await recordKeyUse(this.parts.db, holder.key_id, ip, now);
    return {
      actor: actorOf(holder, {
        kind: 'apiKey',
        keyId: holder.key_id,
        scopes: holder.scopes,
        expiresAt: holder.expires_at,
      }),
      signing: {
        secret: this.parts.keys.open(SIGNING_SECRET_PURPOSE, holder.signing_secret),
        required: holder.require_signature,
        keyId: holder.key_id,
      },
    };
  }

  rememberSignature(keyId: string, signature: Buffer, wrote: boolean): Promise<boolean> {
    return rememberSignature(this.parts.db, { keyId, signature, wrote }, this.parts.wallClock.now());
  }
}
