import type { Scope } from '../../../src/platform/actor.ts';
import { hashToken } from '../../../src/platform/crypto/tokens.ts';
import { newId } from '../../../src/platform/ids.ts';
import { newApiKey, shownPrefix } from '../../../src/modules/auth/api-key-form.ts';
import { SIGNING_SECRET_PURPOSE } from '../../../src/modules/auth/api-key-authenticator.ts';
import type { TestApp } from '../../support/test-app.ts';

/** A key with these scopes, made directly in the database. */
export async function createApiKey(t: TestApp, userId: string, scopes: readonly Scope[]): Promise<string> {
  const key = newApiKey('live');
  await t.db
    .insertInto('api_keys')
    .values({
      id: newId('key', t.clock.now()),
      user_id: userId,
      name: 'test',
      scopes: [...scopes],
      prefix: shownPrefix(key),
      environment: 'live',
      key_hash: hashToken(key),
      signing_secret: t.app.platform.keys.seal(SIGNING_SECRET_PURPOSE, 'fws_test'),
      expires_at: null,
      revoked_at: null,
      replaced_by: null,
      last_used_at: null,
      last_used_ip: null,
      created_at: t.clock.now(),
    })
    .execute();
  return key;
}
