import { Type } from 'typebox';
import { readOwnPage } from '../../platform/http/pagination.ts';
import { chooseLanguage } from '../../platform/http/request/languages.ts';
import { MAIL_LANGUAGES } from '../../platform/mail/mail-languages.ts';
import { ok } from '../../platform/http/reply.ts';
import { access, PRIVATE, route } from '../../platform/http/route.ts';
import { ownPageParameters } from '../../platform/http/schemas.ts';
import type { MessagingParts } from './messaging-parts.ts';
import {
  MESSAGES_LIMIT_DEFAULT,
  MessageTranslationsData,
  MessageTranslationView,
  TranslationLanguage,
} from './schemas.ts';
import { messageTranslationView as view } from './views.ts';

const READ = access.user('messages:read');
const common = { tag: 'Messages', rateLimit: 'general', cache: PRIVATE, access: READ } as const;

export function translationRoutes({ translations }: MessagingParts) {
  return [
    route('GET', '/messages/conversations/:id/translations', {
      ...common,
      operationId: 'conversations.translations',
      summary: 'List the machine translations of a page of messages that have been made',
      query: Type.Object({ language: Type.Optional(TranslationLanguage), ...ownPageParameters }),
      description: 'Without `language`, those to the language of Accept-Language.',
      responses: { 200: MessageTranslationsData },
      handler: async ({ actor, params, query, context }) => {
        const language = query.language ?? chooseLanguage(context.languages, MAIL_LANGUAGES, 'en');
        const page = readOwnPage(query, MESSAGES_LIMIT_DEFAULT);
        const found = await translations.list(actor, params.id, language, page);
        return ok({
          offered: translations.isOffered,
          translations: found.map((translation) => view(translation, language)),
        });
      },
    }),
    route('POST', '/messages/conversations/:id/messages/:messageId/translation', {
      ...common,
      operationId: 'conversations.translate',
      summary: 'Have a message translated by machine',
      description:
        'Only if the operator has set up a translation service, which then receives the text. The characters per day of an account are limited.',
      body: Type.Object({ language: TranslationLanguage }),
      responses: { 200: Type.Object({ translation: MessageTranslationView }) },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, body: { language }, context }) => {
        const requester = { actor, ip: context.ip };
        return ok({ translation: view(await translations.translate(requester, params, language), language) });
      },
    }),
  ];
}
