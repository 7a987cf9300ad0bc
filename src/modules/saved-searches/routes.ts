import { Type } from 'typebox';
import { chooseLanguage } from '../../platform/http/request/languages.ts';
import { pagination, readOwnPage } from '../../platform/http/pagination.ts';
import { created, message, noContent, ok } from '../../platform/http/reply.ts';
import { access, PRIVATE, route } from '../../platform/http/route.ts';
import { ListOf, ownPageParameters } from '../../platform/http/schemas.ts';
import { MAIL_LANGUAGES } from '../../platform/mail/mail-languages.ts';
import type { EmailAlerts } from './email-alerts.ts';
import {
  CreateSavedSearch,
  EmailAlertView,
  QueryBody,
  RequestEmailAlert,
  SavedSearchView,
  UpdateSavedSearch,
} from './schemas.ts';
import type { SavedSearches } from './service.ts';

const QUERY_ERRORS = ['INVALID_FILTER', 'INVALID_SORT', 'LOCATION_NOT_FOUND'] as const;

export function savedSearchRoutes(searches: SavedSearches) {
  const common = {
    tag: 'Saved searches',
    access: access.user('listings:read'),
    rateLimit: 'general',
    cache: PRIVATE,
  } as const;
  return [
    route('GET', '/search/saved', {
      ...common,
      operationId: 'savedSearches.list',
      showsInViews: true,
      summary: 'List your saved searches, newest first',
      description:
        'A request refreshes at most 20 outdated counts, oldest first; the other `match_count` values may be more than a minute old.',
      query: Type.Object({
        ...ownPageParameters,
        seller: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 100,
            description:
              'ID of a seller: returns only searches for all listings of this seller, by which you follow it',
          }),
        ),
      }),
      responses: { 200: ListOf('saved_searches', SavedSearchView) },
      handler: async ({ actor, query }) => {
        const page = readOwnPage(query);
        const { views, total } = await searches.list(actor, page, query.seller);
        return ok({ saved_searches: views, pagination: pagination(page, total) });
      },
    }),
    route('POST', '/search/saved', {
      ...common,
      operationId: 'savedSearches.create',
      summary: 'Save a search; its parameters are validated as in a search',
      body: CreateSavedSearch,
      responses: { 201: SavedSearchView },
      errors: [...QUERY_ERRORS, 'PLAN_LIMIT_EXCEEDED'],
      handler: async ({ actor, body }) => created(await searches.create(actor, body)),
      answerAgain: async ({ actor }, id) => created(await searches.get(actor, id)),
    }),
    route('POST', '/search/saved/preview', {
      ...common,
      operationId: 'savedSearches.preview',
      summary: 'Count the results of a search before saving it',
      body: Type.Object({ query: QueryBody }),
      responses: { 200: Type.Object({ match_count: Type.Integer() }) },
      errors: QUERY_ERRORS,
      handler: async ({ body }) => ok({ match_count: await searches.preview(body.query) }),
    }),
    route('GET', '/search/saved/:id', {
      ...common,
      operationId: 'savedSearches.get',
      showsInViews: true,
      summary: 'Get a saved search',
      responses: { 200: SavedSearchView },
      handler: async ({ actor, params }) => ok(await searches.get(actor, params.id)),
    }),
    route('PATCH', '/search/saved/:id', {
      ...common,
      operationId: 'savedSearches.update',
      summary: 'Change a saved search',
      body: UpdateSavedSearch,
      responses: { 200: SavedSearchView },
      errors: QUERY_ERRORS,
      handler: async ({ actor, params, body }) => ok(await searches.update(actor, params.id, body)),
    }),
    route('POST', '/search/saved/:id/seen', {
      ...common,
      operationId: 'savedSearches.markSeen',
      summary: 'Mark the results of a saved search as seen',
      description: '`new_count` then counts from now.',
      responses: { 204: null },
      handler: ({ actor, params }) => searches.markSeen(actor, params.id).then(noContent),
    }),
    route('DELETE', '/search/saved/:id', {
      ...common,
      operationId: 'savedSearches.delete',
      summary: 'Delete a saved search and its alerts',
      responses: { 204: null },
      handler: ({ actor, params }) => searches.remove(actor, params.id).then(noContent),
    }),
  ];
}

/** Alerts without an account. */
export function emailAlertRoutes(alerts: EmailAlerts) {
  const common = {
    tag: 'Saved searches',
    access: access.public,
    rateLimit: 'auth',
    cache: PRIVATE,
  } as const;
  return [
    route('POST', '/search/alerts', {
      ...common,
      operationId: 'emailAlerts.request',
      summary: 'Request an email alert for a search, without an account',
      description:
        'Emails a confirmation link, valid for two days; there is no alert before it is confirmed. An address receives at most 3 confirmation emails a day. The response is the same whether or not an email is sent.',
      body: RequestEmailAlert,
      responses: { 200: 'message' },
      errors: QUERY_ERRORS,
      handler: async ({ body, context }) => {
        const language = chooseLanguage(context.languages, MAIL_LANGUAGES, 'en');
        await alerts.request(body, { ip: context.ip, language });
        return message('If this address can receive alerts, a confirmation link is on its way.');
      },
    }),
    route('GET', '/search/alerts/:token', {
      ...common,
      operationId: 'emailAlerts.get',
      summary: 'Get the requested alert by the token of its confirmation link',
      responses: { 200: EmailAlertView },
      errors: ['NOT_FOUND'],
      handler: async ({ params }) => ok(await alerts.get(params.token)),
    }),
    route('POST', '/search/alerts/:token/confirm', {
      ...common,
      operationId: 'emailAlerts.confirm',
      summary: 'Confirm an alert',
      description:
        'Starts the alert: at most one email a day with new vehicles. If the address has an account, the alert becomes one of its saved searches.',
      responses: { 200: EmailAlertView },
      errors: ['NOT_FOUND', 'PLAN_LIMIT_EXCEEDED'],
      handler: async ({ params }) => ok(await alerts.confirm(params.token)),
    }),
  ];
}
