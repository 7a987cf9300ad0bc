import { created, message, ok } from '../../../platform/http/reply.ts';
import { access, PRIVATE, route } from '../../../platform/http/route.ts';
import { DOCUMENT_RULES } from '../registration/seller-documents.ts';
import { BecomeSellerBody, ChangeEmailBody, ConfirmEmailBody, Me } from '../schemas.ts';
import type { BecomeSeller } from './become-seller.ts';
import type { EmailChange } from './email-change.ts';
import type { Profile } from './profile.ts';

const common = { tag: 'Auth', access: access.user(), cache: PRIVATE } as const;

export function accountChangeRoutes(services: {
  readonly profile: Profile;
  readonly becomeSeller: BecomeSeller;
  readonly emailChange: EmailChange;
}) {
  const { profile, becomeSeller, emailChange } = services;
  return [
    route({
      ...common,
      method: 'POST',
      path: '/account/become-seller',
      operationId: 'account.becomeSeller',
      summary: 'Make a seller of your buyer’s account',
      description:
        'The account becomes the owner of a new seller on the free plan and keeps favorites, searches and conversations; tokens ' +
        'stay valid. JSON, or a multipart form with documents for the verification (pdf, jpeg or png, up to 5 of 10 MB), ' +
        'which need a verified e-mail address.',
      rateLimit: 'upload',
      body: BecomeSellerBody,
      upload: DOCUMENT_RULES,
      responses: { 201: Me },
      errors: ['INVALID_STATE', 'NOT_FOUND'],
      handler: async ({ actor, body, files, context }) => {
        await becomeSeller.become(actor, body, files, context);
        return created(await profile.get(actor));
      },
      answerAgain: async ({ actor }) => created(await profile.get(actor)),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/account/email',
      operationId: 'account.changeEmail',
      summary: 'Ask for another e-mail address',
      description:
        'A code goes to the new address, valid for one hour and five attempts. The account keeps its address until the code ' +
        'comes back through `POST /account/email/confirm`. Five requests an hour; each replaces the one before it.',
      rateLimit: 'auth',
      body: ChangeEmailBody,
      responses: { 200: 'message' },
      errors: ['ALREADY_EXISTS'],
      handler: async ({ actor, body, context }) => {
        await emailChange.request(actor, body, context);
        return message('A code is on its way to the new address.');
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/account/email/confirm',
      operationId: 'account.confirmEmail',
      summary: 'Confirm the new e-mail address with the code sent to it',
      description:
        'The new address is the account’s from then on, and verified; the old one is told. Links to reset the password that went ' +
        'to the old address end. Sessions and API keys stay.',
      rateLimit: 'auth',
      body: ConfirmEmailBody,
      responses: { 200: Me },
      errors: ['ALREADY_EXISTS', 'INVALID_CODE', 'NOT_FOUND'],
      handler: async ({ actor, body, context }) => {
        await emailChange.confirm(actor, body.code, context);
        return ok(await profile.get(actor));
      },
    }),
  ];
}
