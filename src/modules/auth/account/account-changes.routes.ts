import { created, message, ok } from '../../../platform/http/reply.ts';
import { access, PRIVATE, route } from '../../../platform/http/route.ts';
import { DOCUMENT_RULES } from '../registration/seller-documents.ts';
import { BecomeSellerBody, ChangeEmailBody, CodeBody, Me, VerifyPhoneBody } from '../schemas.ts';
import type { BecomeSeller } from './become-seller.ts';
import type { EmailChange } from './email-change.ts';
import type { PhoneVerification } from './phone-verification.ts';
import type { Profile } from './profile.ts';

const common = { tag: 'Auth', access: access.user(), cache: PRIVATE } as const;

export function accountChangeRoutes(services: {
  readonly profile: Profile;
  readonly becomeSeller: BecomeSeller;
  readonly emailChange: EmailChange;
  readonly phones: PhoneVerification;
}) {
  const { profile, becomeSeller, emailChange, phones } = services;
  return [
    route('POST', '/account/become-seller', {
      ...common,
      operationId: 'account.becomeSeller',
      summary: 'Turn your buyer account into a seller account',
      description:
        'The account becomes the owner of a new seller on the free plan and keeps favorites, searches and conversations; tokens ' +
        'stay valid. JSON, or a multipart form with documents for the verification (pdf, jpeg or png, up to 5 of 10 MB), ' +
        'which need a verified email address.',
      rateLimit: 'upload',
      body: BecomeSellerBody,
      upload: DOCUMENT_RULES,
      responses: { 201: Me },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, body, files, context }) => {
        await becomeSeller.become(actor, body, files, context);
        return created(await profile.get(actor));
      },
      answerAgain: async ({ actor }) => created(await profile.get(actor)),
    }),
    route('POST', '/account/email', {
      ...common,
      operationId: 'account.changeEmail',
      summary: 'Request a change of the email address',
      description:
        'Sends a code to the new address, valid for one hour and five attempts. The account keeps its address until the code ' +
        'is sent to `POST /account/email/confirm`. Limited to five requests an hour, and five codes a day per address; each replaces the previous one.',
      rateLimit: 'auth',
      body: ChangeEmailBody,
      responses: { 200: 'message' },
      errors: ['ALREADY_EXISTS'],
      handler: async ({ actor, body, context }) => {
        await emailChange.request(actor, body, context);
        return message('A code has been sent to the new address.');
      },
    }),
    route('POST', '/account/email/confirm', {
      ...common,
      operationId: 'account.confirmEmail',
      summary: 'Confirm the new email address with the code sent to it',
      description:
        'Sets the new address as verified and notifies the old one. Password reset links sent ' +
        'to the old address are revoked. Sessions and API keys stay.',
      rateLimit: 'auth',
      body: CodeBody,
      responses: { 200: Me },
      errors: ['ALREADY_EXISTS', 'INVALID_CODE', 'NOT_FOUND'],
      handler: async ({ actor, body, context }) => {
        await emailChange.confirm(actor, body.code, context);
        return ok(await profile.get(actor));
      },
    }),
    route('POST', '/account/phone', {
      ...common,
      operationId: 'account.verifyPhone',
      summary: 'Request a code to verify a phone number',
      description:
        'Sends a text message with a code to the number, valid for one hour and five attempts. The account keeps its number until ' +
        'the code is sent to `POST /account/phone/confirm`. Limited to five codes an hour per account, five a day per number, ' +
        'and a daily total; each replaces the previous one. INVALID_STATE if the server cannot send text messages, or the number is already verified.',
      rateLimit: 'auth',
      body: VerifyPhoneBody,
      responses: { 200: 'message' },
      errors: ['INVALID_STATE', 'NOT_FOUND'],
      handler: async ({ actor, body, context }) => {
        await phones.request(actor, body, context);
        return message('A code has been sent to the number.');
      },
    }),
    route('POST', '/account/phone/confirm', {
      ...common,
      operationId: 'account.confirmPhone',
      summary: 'Verify the phone number with the code sent to it',
      description: 'Sets the number of the account and `phoneVerified`, until the number changes.',
      rateLimit: 'auth',
      body: CodeBody,
      responses: { 200: Me },
      errors: ['INVALID_CODE', 'NOT_FOUND'],
      handler: async ({ actor, body, context }) => {
        await phones.confirm(actor, body.code, context);
        return ok(await profile.get(actor));
      },
    }),
  ];
}
