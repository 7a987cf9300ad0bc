import type { Actor } from '../../../platform/actor.ts';
import { message } from '../../../platform/http/reply.ts';
import { access, PRIVATE, route } from '../../../platform/http/route.ts';
import type { EmailVerification } from '../registration/email-verification.ts';
import { newPasswordProblems, type Passwords } from './passwords.ts';
import {
  ChangePasswordBody,
  EmailBody,
  ResetPasswordBody,
  VerificationLinkBody,
  VerifyEmailBody,
} from '../schemas.ts';

const common = {
  tag: 'Auth',
  access: access.public,
  rateLimit: 'auth',
  cache: PRIVATE,
  responses: { 200: 'message' },
} as const;
const VERIFIED = 'The e-mail address is verified.';
const EITHER_WAY = 'The response is the same whether or not the account exists.';

export function passwordRoutes(services: {
  readonly verification: EmailVerification;
  readonly passwords: Passwords;
}) {
  const { verification, passwords } = services;
  return [
    route('POST', '/auth/verify-email', {
      ...common,
      operationId: 'auth.verifyEmail',
      passesOverBadCredentials: true,
      summary: 'Verify the email address with the code sent to it',
      description:
        'A code is valid for one hour and five attempts per requester: the account itself when signed in, otherwise a network.',
      body: VerifyEmailBody,
      errors: ['INVALID_CODE'],
      handler: async ({ body, actor, context }) => {
        await verification.verify(body.email, body.code, { ip: context.ip, userId: userIdOf(actor) });
        return message(VERIFIED);
      },
    }),
    route('POST', '/auth/verify-email/link', {
      ...common,
      operationId: 'auth.verifyEmailByLink',
      passesOverBadCredentials: true,
      summary: 'Verify the email address with the link sent to it',
      description:
        'A link is valid for 24 hours, as long as the account still has the address to which it was sent.',
      body: VerificationLinkBody,
      errors: ['INVALID_CODE'],
      handler: async ({ body }) => {
        await verification.verifyByLink(body.token);
        return message(VERIFIED);
      },
    }),
    route('POST', '/auth/resend-verification', {
      ...common,
      operationId: 'auth.resendVerification',
      passesOverBadCredentials: true,
      summary: 'Send another verification code',
      description: `${EITHER_WAY} A signed-in account can request more codes for its own address than others can.`,
      body: EmailBody,
      handler: async ({ body, actor }) => {
        await verification.requestAgain(body.email, userIdOf(actor));
        return message(
          'If an account with this address is waiting for verification, a new code is on its way.',
        );
      },
    }),
    route('POST', '/auth/forgot-password', {
      ...common,
      operationId: 'auth.forgotPassword',
      passesOverBadCredentials: true,
      summary: 'Send a token for resetting the password',
      description: EITHER_WAY,
      body: EmailBody,
      handler: async ({ body }) => {
        await passwords.requestReset(body.email);
        return message(
          'If there is an account with this address, a link to reset its password is on its way.',
        );
      },
    }),
    route('POST', '/auth/reset-password', {
      ...common,
      operationId: 'auth.resetPassword',
      passesOverBadCredentials: true,
      summary: 'Set a new password with a reset token',
      description: 'A token is valid for one hour and works once. All sessions and API keys end.',
      body: ResetPasswordBody,
      errors: ['INVALID_RESET_TOKEN'],
      alsoCheck: ({ body }) => passwordProblemsIfPresent('password', body.password, body.confirmPassword),
      handler: async ({ body, context }) => {
        await passwords.reset(body, context);
        return message('The password has been changed. Please sign in with the new one.');
      },
    }),
    route('POST', '/auth/change-password', {
      ...common,
      operationId: 'auth.changePassword',
      summary: 'Change the password',
      description:
        'All other sessions end, and so do the API keys of the account unless `keepApiKeys` is true.',
      access: access.user(),
      body: ChangePasswordBody,
      alsoCheck: ({ body }) =>
        passwordProblemsIfPresent('newPassword', body.newPassword, body.confirmPassword),
      handler: async ({ actor, body, context }) => {
        await passwords.change(actor, body, context);
        return message('The password has been changed, and other devices have been signed out.');
      },
    }),
  ];
}

function userIdOf(actor: Actor): string | null {
  return actor.kind === 'user' ? actor.userId : null;
}

function passwordProblemsIfPresent(
  field: string,
  password: string | undefined,
  confirmation: string | undefined,
) {
  return password === undefined ? [] : newPasswordProblems(field, password, confirmation ?? password);
}
