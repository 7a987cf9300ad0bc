import { type Static, Type } from 'typebox';
import { fromRow } from '../../platform/http/from-row.ts';
import { ownPageReply } from '../../platform/http/pagination.ts';
import { ok } from '../../platform/http/reply.ts';
import { chooseLanguage } from '../../platform/http/request/languages.ts';
import { access, PRIVATE, route } from '../../platform/http/route.ts';
import {
  ListOf,
  Literals,
  NamedObject,
  Nullable,
  ownPageParameters,
  Timestamp,
} from '../../platform/http/schemas.ts';
import { MAIL_LANGUAGES } from '../../platform/mail/mail-languages.ts';
import type { Decisions, LocalizedDecision } from './decisions.ts';
import { DECISION_KINDS, OUTCOMES } from './tables.ts';

const DecisionView = NamedObject('Decision', {
  id: Type.String(),
  token: Type.String({
    description: 'Grants access to the decision and its appeal, even without an account',
  }),
  kind: Literals(DECISION_KINDS),
  subject: Type.String(),
  what: Type.String(),
  reason: Type.String(),
  rule: Type.String(),
  found: Type.String(),
  decidedAt: Timestamp,
  endsAt: Nullable(Timestamp),
  objectUntil: Timestamp,
  objection: Nullable(Type.String()),
  objectedAt: Nullable(Timestamp),
  outcome: Nullable(Literals(OUTCOMES)),
  outcomeReason: Nullable(Type.String()),
  outcomeAt: Nullable(Timestamp),
  outcomeBySamePerson: Nullable(
    Type.Boolean({
      description: 'Whether the appeal was judged by the original decision maker, as the only administrator',
    }),
  ),
});
export type DecisionView = Static<typeof DecisionView>;

export function decisionRoutes(decisions: Decisions) {
  const common = { tag: 'Auth', cache: PRIVATE } as const;
  const byToken = { ...common, access: access.public, passesOverBadCredentials: true } as const;
  return [
    route('GET', '/account/decisions', {
      ...common,
      access: access.user(),
      rateLimit: 'general',
      operationId: 'account.decisions',
      summary: 'List moderation decisions against you, with reasons',
      query: Type.Object({ ...ownPageParameters }),
      responses: { 200: ListOf('decisions', DecisionView) },
      handler: ({ actor, query, context }) =>
        ownPageReply(
          'decisions',
          query,
          (page) => decisions.listOf(actor.userId, page),
          (row) => decisionView(decisions.localize(row, languageOf(context.languages))),
        ),
    }),
    route('GET', '/decisions/:token', {
      ...byToken,
      rateLimit: 'listings',
      operationId: 'account.decision',
      summary: 'Get a decision with its reasons, by the token from the email',
      responses: { 200: DecisionView },
      handler: async ({ params, context }) =>
        ok(decisionView(await decisions.read(params.token, languageOf(context.languages)))),
    }),
    route('POST', '/decisions/:token/objection', {
      ...byToken,
      rateLimit: 'auth',
      operationId: 'account.objectToDecision',
      summary: 'Appeal against a decision within six months',
      body: Type.Object(
        { text: Type.String({ minLength: 10, maxLength: 5000, format: 'text' }) },
        { title: 'ObjectionRequest' },
      ),
      responses: { 200: DecisionView },
      errors: ['INVALID_STATE'],
      handler: async ({ params, body, context }) => {
        await decisions.object(params.token, body.text);
        return ok(decisionView(await decisions.read(params.token, languageOf(context.languages))));
      },
    }),
  ];
}

function languageOf(wanted: readonly string[]): string {
  return chooseLanguage(wanted, MAIL_LANGUAGES, 'en');
}

function decisionView(decision: LocalizedDecision): DecisionView {
  const { row, what, rule, found, token, objectUntil } = decision;
  return fromRow(DecisionView, row, {
    token,
    what,
    rule,
    found,
    objectUntil: objectUntil.toISOString(),
    outcomeBySamePerson: row.outcome === null ? null : row.outcome_by === row.decided_by,
  });
}
