import type { Actor } from '../../platform/actor.ts';
import type { Keys } from '../../platform/crypto/keys.ts';
import { AppError, forbidden } from '../../platform/errors/app-error.ts';
import type { RequestContext } from '../../platform/http/route.ts';

export const SANDBOX_KEY_HEADER = 'X-Sandbox-Key';

const PREFIX = 'fw_sandbox_';
const PURPOSE = 'sandbox key';

/** Opens the endpoints that step and empty a sandbox; derived, so it is the same after a restart and a reset. */
export function sandboxKey(keys: Keys): string {
  return PREFIX + keys.sign(PURPOSE, '');
}

/** Throws unless the request carries the key, or an administrator of the sandbox is signed in. */
export function requireSandboxKey(keys: Keys, actor: Actor, context: RequestContext): void {
  const key = context.header(SANDBOX_KEY_HEADER.toLowerCase());
  if (key !== null) {
    if (key.startsWith(PREFIX) && keys.verify(PURPOSE, '', key.slice(PREFIX.length))) return;
    throw new AppError('UNAUTHORIZED', `This ${SANDBOX_KEY_HEADER} is not the key of this sandbox.`);
  }
  if (actor.kind !== 'user') {
    throw new AppError(
      'UNAUTHORIZED',
      `This needs the header ${SANDBOX_KEY_HEADER}, with the key that the sandbox printed at its start, or an administrator.`,
    );
  }
  if (actor.role !== 'ADMIN' || actor.credential.kind === 'apiKey')
    throw forbidden(`This needs the header ${SANDBOX_KEY_HEADER}, or an administrator.`);
}
