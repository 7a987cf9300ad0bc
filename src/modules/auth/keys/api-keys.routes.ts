import { Type } from 'typebox';
import type { UserActor } from '../../../platform/actor.ts';
import { isoOrNull } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { readOwnPage } from '../../../platform/http/pagination.ts';
import { created, noContent, ok } from '../../../platform/http/reply.ts';
import { access, PRIVATE, type Reply, route } from '../../../platform/http/route.ts';
import { ListOf, ownPageParameters } from '../../../platform/http/schemas.ts';
import { type AccountSecurity, restrictionProblems } from '../account/account-security.ts';
import {
  AccountSecurityBody,
  AccountSecurityView,
  ApiKeyView,
  CreateKeyBody,
  KeyVerification,
  KeyWithoutValue,
  NewApiKey,
  RegenerateKeyBody,
  TeamApiKeyView,
} from './api-key.schemas.ts';
import type { ApiKeys } from './api-keys.ts';

const common = { tag: 'API keys', access: access.user(), rateLimit: 'general', cache: PRIVATE } as const;
const team = { tag: 'Team', access: access.seller('OWNER'), rateLimit: 'seller', cache: PRIVATE } as const;
const NEW_KEY =
  'Requires the password of the account and a verified email address. An email announces the new key. ';
const LOST_ANSWER =
  '200: the response to the first request with this Idempotency-Key was lost, and the value with it; regenerate the key to get another value.';

export function apiKeyRoutes(services: { readonly apiKeys: ApiKeys; readonly security: AccountSecurity }) {
  const { apiKeys, security } = services;
  // Only a hash of the key is stored.
  const answerAgain = async ({ actor }: { readonly actor: UserActor }, keyId: string): Promise<Reply> =>
    ok(
      { apiKey: await apiKeys.get(actor, keyId) },
      { message: 'The value was in an answer that was lost. Regenerate the key to get a new one.' },
    );
  return [
    route('GET', '/auth/verify', {
      ...common,
      operationId: 'apiKeys.verify',
      summary: 'Verify an API key',
      description: 'Accepts any API key, whatever its scopes, but not an access token.',
      access: access.anyKey,
      responses: { 200: KeyVerification },
      handler: async ({ actor: { credential } }) => {
        if (credential.kind !== 'apiKey')
          throw new AppError('INVALID_API_KEY', 'This endpoint verifies API keys, not access tokens.');
        const { scopes, expiresAt } = credential;
        return ok({ valid: true, scopes, expires_at: isoOrNull(expiresAt) });
      },
    }),
    route('GET', '/account/api-keys', {
      ...common,
      operationId: 'apiKeys.list',
      summary: 'List your API keys',
      query: Type.Object(ownPageParameters),
      responses: { 200: ListOf('apiKeys', ApiKeyView) },
      handler: async ({ actor, query }) => ok(await apiKeys.list(actor, readOwnPage(query))),
    }),
    route('POST', '/account/api-keys', {
      ...common,
      operationId: 'apiKeys.create',
      summary: 'Create an API key',
      description:
        NEW_KEY + 'The value and the signing secret are shown only in this response. ' + LOST_ANSWER,
      body: CreateKeyBody,
      responses: { 201: NewApiKey, 200: KeyWithoutValue },
      withMessage: [200],
      errors: ['PLAN_LIMIT_EXCEEDED'],
      alsoCheck: ({ body }) => apiKeys.problemsOf(body),
      handler: async ({ actor, body, context }) => created(await apiKeys.create(actor, body, context)),
      answerAgain,
    }),
    route('DELETE', '/account/api-keys/:id', {
      ...common,
      operationId: 'apiKeys.revoke',
      summary: 'Revoke an API key',
      responses: { 204: null },
      handler: ({ actor, params, context }) => apiKeys.revoke(actor, params.id, context).then(noContent),
    }),
    route('POST', '/account/api-keys/:id/regenerate', {
      ...common,
      operationId: 'apiKeys.regenerate',
      summary: 'Replace an API key with a new one on the same terms',
      description:
        NEW_KEY +
        'With `graceMinutes`, the old value keeps working for that long; a value that it replaced earlier ends immediately. ' +
        LOST_ANSWER,
      body: RegenerateKeyBody,
      responses: { 201: NewApiKey, 200: KeyWithoutValue },
      withMessage: [200],
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, body, context }) =>
        created(await apiKeys.regenerate(actor, params.id, body, context)),
      answerAgain,
    }),
    route('GET', '/seller/team/api-keys', {
      ...team,
      operationId: 'team.listApiKeys',
      summary: 'List the API keys of all members, newest first',
      description: 'Keys belong to the company. A member’s keys are revoked when that member leaves.',
      query: Type.Object(ownPageParameters),
      responses: { 200: ListOf('apiKeys', TeamApiKeyView) },
      handler: async ({ actor, query }) => ok(await apiKeys.listOfTeam(actor, readOwnPage(query))),
    }),
    route('DELETE', '/seller/team/api-keys/:id', {
      ...team,
      operationId: 'team.revokeApiKey',
      summary: 'Revoke an API key of any member',
      responses: { 204: null },
      handler: ({ actor, params, context }) =>
        apiKeys.revokeOfTeam(actor, params.id, context).then(noContent),
    }),
    route('GET', '/account/security', {
      ...common,
      operationId: 'accountSecurity.get',
      summary: 'Get the restrictions on the API keys of the account',
      responses: { 200: AccountSecurityView },
      errors: ['NOT_FOUND'],
      handler: async ({ actor }) => ok(await security.get(actor)),
    }),
    route('PUT', '/account/security', {
      ...common,
      operationId: 'accountSecurity.update',
      summary: 'Restrict the API keys to IP addresses, or require signed requests',
      description:
        'Omitted fields stay unchanged. Loosening a restriction requires the `password`. Open event streams that are no longer allowed end.',
      body: AccountSecurityBody,
      responses: { 200: AccountSecurityView },
      alsoCheck: ({ body }) => restrictionProblems(body.ipRestriction),
      handler: async ({ actor, body, context }) => ok(await security.update(actor, body, context)),
    }),
  ];
}
