import { Type } from 'typebox';
import { readOwnPage } from '../../../platform/http/pagination.ts';
import { created, message, noContent, ok } from '../../../platform/http/reply.ts';
import { access, PRIVATE, route } from '../../../platform/http/route.ts';
import { ListOf, ownPageParameters } from '../../../platform/http/schemas.ts';
import type { Registration } from '../registration/registration.ts';
import {
  LoggedIn,
  LoginBody,
  RefreshBody,
  Refreshed,
  RegisterBody,
  Registered,
  SessionView,
} from '../schemas.ts';
import { DOCUMENT_RULES } from '../registration/seller-documents.ts';
import type { SignIn } from './sign-in.ts';
import type { Sessions } from './sessions.ts';
import type { UserRow } from '../tables.ts';

const signingIn = { tag: 'Auth', access: access.public, rateLimit: 'auth', cache: PRIVATE } as const;
const signedIn = { tag: 'Auth', access: access.user(), rateLimit: 'general', cache: PRIVATE } as const;

export function signInRoutes(services: {
  readonly registration: Registration;
  readonly signIn: SignIn;
  readonly sessions: Sessions;
}) {
  const { registration, signIn, sessions } = services;
  return [
    route('POST', '/auth/register', {
      ...signingIn,
      operationId: 'auth.register',
      passesOverBadCredentials: true,
      summary: 'Register as a buyer or a seller',
      description:
        'JSON, or a multipart form when a seller sends documents for the verification (pdf, jpeg or png, up to 5 of 10 MB, ' +
        '60 MB a day from one network; more with `POST /account/documents` once the address is verified). ' +
        'Sends a code to verify the email address.',
      body: RegisterBody,
      upload: DOCUMENT_RULES,
      responses: { 201: Registered },
      errors: ['ALREADY_EXISTS'],
      alsoCheck: ({ body, files }) => registration.problemsOf(body, files),
      handler: async ({ body, files, context }) =>
        created(registered(await registration.register(body, files, context))),
      answerAgain: async (_request, userId) => created(registered(await registration.get(userId))),
    }),
    route('POST', '/auth/login', {
      ...signingIn,
      operationId: 'auth.login',
      passesOverBadCredentials: true,
      summary: 'Sign in',
      description:
        'After ten wrong passwords for an account within 15 minutes from one network, or fifty from all networks, further ' +
        'attempts from there get RATE_LIMITED until the 15 minutes have passed. A device that has signed in before is counted ' +
        'separately; it is recognized by the cookie of this response, or by `refreshToken`.',
      body: LoginBody,
      responses: { 200: LoggedIn },
      errors: ['INVALID_CREDENTIALS'],
      handler: async ({ body, context }) => {
        const { user, proof, headers } = await signIn.signIn(body, context, (trx, holder, client) =>
          sessions.begin(trx, holder, client),
        );
        const { id, email, name, role, email_verified, avatar } = user;
        const view = { id, email, name, role, emailVerified: email_verified, avatar };
        return ok({ user: view, ...proof }, { headers });
      },
    }),
    route('POST', '/auth/refresh', {
      ...signingIn,
      operationId: 'auth.refresh',
      passesOverBadCredentials: true,
      summary: 'Exchange a refresh token for a new pair of tokens',
      description: 'A refresh token works once. Using it again after its exchange ends the session.',
      body: RefreshBody,
      responses: { 200: Refreshed },
      handler: async ({ body, context }) => ok(await sessions.refresh(body.refreshToken, context)),
    }),
    route('POST', '/auth/logout', {
      ...signedIn,
      operationId: 'auth.logout',
      summary: 'Sign out',
      responses: { 200: 'message' },
      handler: async ({ actor }) => {
        await sessions.logout(actor);
        return message('You are signed out.');
      },
    }),
    route('GET', '/auth/sessions', {
      ...signedIn,
      operationId: 'sessions.list',
      summary: 'List your sessions',
      query: Type.Object(ownPageParameters),
      responses: { 200: ListOf('sessions', SessionView) },
      handler: async ({ actor, query }) => ok(await sessions.list(actor, readOwnPage(query))),
    }),
    route('DELETE', '/auth/sessions/:id', {
      ...signedIn,
      operationId: 'sessions.end',
      summary: 'End a session',
      responses: { 204: null },
      handler: ({ actor, params, context }) => sessions.end(actor, params.id, context).then(noContent),
    }),
  ];
}

function registered({ id, email, name, role, email_verified }: UserRow) {
  return {
    user: { id, email, name, role, emailVerified: email_verified },
    message: `Welcome! A verification code was sent to ${email}.`,
  };
}
