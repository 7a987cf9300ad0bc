import { type Actor, hasTeamRole, type UserActor } from '../actor.ts';
import { AppError } from '../errors/app-error.ts';
import type { Access } from './route.ts';

/**
 * Throws when the actor may not call an endpoint with this access at all. Whether it may touch a given resource is
 * the service's decision.
 */
export function authorise(access: Access, actor: Actor): void {
  if (access.kind === 'public') return;
  if (actor.kind !== 'user')
    throw new AppError(
      'UNAUTHORIZED',
      'This needs a credential: Authorization: Bearer <access token>, or an API key.',
    );
  checkScope(access, actor);
  if (access.kind === 'admin' && actor.role !== 'ADMIN')
    throw new AppError('FORBIDDEN', 'This needs the role ADMIN.');
  if (access.kind === 'seller') checkSeller(access, actor);
}

function checkScope(access: Access, actor: UserActor): void {
  if (actor.credential.kind !== 'apiKey') return;
  if (access.kind === 'user' && access.anyKey === true) return;
  const scope = access.kind === 'user' || access.kind === 'seller' ? access.scope : null;
  if (scope === null) {
    throw new AppError('INSUFFICIENT_SCOPE', 'API keys cannot do this; sign in and use an access token.', {
      headers: { 'x-accepted-scopes': '' },
    });
  }
  if (!actor.credential.scopes.includes(scope)) {
    throw new AppError('INSUFFICIENT_SCOPE', `The API key lacks the scope ${scope}.`, {
      headers: { 'x-accepted-scopes': scope },
    });
  }
}

function checkSeller(access: Access & { kind: 'seller' }, actor: UserActor): void {
  if (actor.role !== 'SELLER' || actor.seller === null)
    throw new AppError('FORBIDDEN', 'This needs the role SELLER.');
  if (!hasTeamRole(actor.seller, access.teamRole)) {
    throw new AppError(
      'FORBIDDEN',
      `This needs the team role ${access.teamRole}; yours is ${actor.seller.teamRole}.`,
    );
  }
}
