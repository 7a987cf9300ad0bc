import { type Actor, hasTeamRole, type Scope, type UserActor } from '../../actor.ts';
import { MINUTE_MS } from '../../clock.ts';
import { AppError, forbidden } from '../../errors/app-error.ts';
import type { ExpectedBearer } from './credentials.ts';
import type { MountStyle } from '../mounts.ts';
import type { Access, AnyRouteRow } from '../route.ts';
import { either, t } from '../../errors/sentence.ts';
import { teamRoleName } from '../../team-role-names.ts';

type Endpoint = Pick<AnyRouteRow, 'access' | 'method' | 'showsInViews'>;

/** The only place that keeps views read-only. */
function closedToViews(method: string): AppError {
  return forbidden(
    method === 'GET'
      ? t('An administrator who views the marketplace as another user cannot see this.')
      : t(
          'An administrator who views the marketplace as another user cannot change anything. Stop viewing first.',
        ),
  );
}

export function credentialNeeded(): AppError {
  return new AppError(
    'UNAUTHORIZED',
    t('Credentials are required: send Authorization: Bearer <access token>, or an API key.'),
  );
}

/**
 * Throws when the actor may not call an endpoint with this access at all. Whether it may touch a given resource is
 * the service's decision.
 */
export function authorise({ access, method, showsInViews }: Endpoint, actor: Actor): void {
  if (actor.kind === 'user' && actor.credential.kind === 'view')
    if (method !== 'GET' || (access.kind !== 'public' && showsInViews !== true)) throw closedToViews(method);
  if (access.kind === 'public') return;
  if (actor.kind !== 'user') throw credentialNeeded();
  checkScope(access, actor);
  if (access.kind === 'admin' && actor.role !== 'ADMIN')
    throw forbidden(t('This requires the role {either}.', { either: 'ADMIN' }));
  if (access.kind === 'seller') checkSeller(access, actor);
}

const FRESH_MS = 15 * MINUTE_MS;

/**
 * Irreversible actions require a browser session that has just started. The error details name `session`, so that pages
 * prompt for the password again. Tokens and keys are exempt: guarding them is up to the client.
 */
export function requireFreshSignIn(actor: Actor, now: Date): void {
  if (actor.kind !== 'user' || actor.credential.kind !== 'session') return;
  const { begunAt } = actor.credential;
  if (begunAt === undefined || now.getTime() - begunAt.getTime() <= FRESH_MS) return;
  throw new AppError('FORBIDDEN', t('This requires a sign-in within the last 15 minutes. Sign in again.'), {
    details: [{ field: 'session', message: t('began more than 15 minutes ago') }],
  });
}

/** Specification "Key verification" and "Webhooks": where a bearer is an API key rather than an access token. */
export function expectedBearer(access: Access, style: MountStyle): ExpectedBearer {
  if (access.kind === 'user' && access.anyKey === true) return 'key';
  const isWebhooks = access.kind === 'seller' && access.scopes.includes('webhooks:manage');
  return isWebhooks && style === 'versioned' ? 'keyOrToken' : 'tokenOrKey';
}

function checkScope(access: Access, actor: UserActor): void {
  if (actor.credential.kind !== 'apiKey') return;
  if (access.kind === 'user' && access.anyKey === true) return;
  const scopes = scopesOf(access);
  if (scopes.length === 0) {
    throw new AppError('INSUFFICIENT_SCOPE', 'API keys cannot do this; sign in and use an access token.', {
      headers: { 'x-accepted-scopes': '' },
    });
  }
  const { scopes: own } = actor.credential;
  if (scopes.some((scope) => own.includes(scope))) return;
  throw new AppError('INSUFFICIENT_SCOPE', `The API key lacks the scope ${scopes.join(' or ')}.`, {
    headers: { 'x-accepted-scopes': scopes.join(', ') },
  });
}

/** Scopes, each of which admits an API key; if there are none, no key is admitted. */
export function scopesOf(access: Access): readonly Scope[] {
  return access.kind === 'user' || access.kind === 'seller' ? access.scopes : [];
}

function checkSeller(access: Access & { kind: 'seller' }, actor: UserActor): void {
  if (access.orAdmin === true && actor.role === 'ADMIN') return;
  if (actor.role !== 'SELLER' || actor.seller === null)
    throw forbidden(
      t('This requires the role {either}.', {
        either: either(access.orAdmin === true ? ['SELLER', 'ADMIN'] : ['SELLER']),
      }),
    );
  if (!hasTeamRole(actor.seller, access.teamRole)) {
    throw forbidden(
      t('This requires the team role {role}. Yours is {own}.', {
        role: teamRoleName(access.teamRole),
        own: teamRoleName(actor.seller.teamRole),
      }),
    );
  }
}
