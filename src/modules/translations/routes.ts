import { Type } from 'typebox';
import { notFound } from '../../platform/errors/app-error.ts';
import { content, ok } from '../../platform/http/reply.ts';
import { LANGUAGE_PATTERN } from '../../platform/http/request/formats.ts';
import { access, adminRow, publicFor, route } from '../../platform/http/route.ts';
import { MapOf, Nullable } from '../../platform/http/schemas.ts';
import { ENTRIES_MAX, KEY_LENGTH_MAX, TEXT_LENGTH_MAX, type Translations } from './service.ts';

const TEXTS_SECONDS = 300;
const LANGUAGE = new RegExp(LANGUAGE_PATTERN);
const params = { language: Type.String({ pattern: LANGUAGE_PATTERN }) };

const Texts = Type.Record(Type.String(), Type.String());
const LanguageTexts = Type.Object({ language: Type.String(), texts: Texts });
const Entries = MapOf(
  { maxLength: KEY_LENGTH_MAX, are: 'key such as ui.search' },
  Nullable(Type.String({ maxLength: TEXT_LENGTH_MAX })),
  { minProperties: 1, maxProperties: ENTRIES_MAX },
);
const TextsBody = Type.Object({
  entries: Type.Optional(Entries),
  texts: Type.Optional(Entries),
});

function assertLanguage(language: string): void {
  if (!LANGUAGE.test(language)) throw notFound('language');
}

export function translationRoutes(translations: Translations) {
  const row = adminRow('Admin: translations');
  const read = async (language: string) => {
    assertLanguage(language);
    return ok({ language, texts: await translations.texts(language) });
  };
  return [
    route('GET', '/translations/:language', {
      operationId: 'translations.get',
      params,
      tag: 'Reference data',
      summary: 'List texts of interfaces, errors, categories and features in a language',
      access: access.public,
      rateLimit: 'listings',
      cache: publicFor(TEXTS_SECONDS),
      responses: { 200: LanguageTexts },
      handler: async ({ params }) => {
        assertLanguage(params.language);
        const { language } = params;
        return ok({ language, texts: await translations.publicTexts(language) });
      },
    }),
    route('GET', '/admin/translations', {
      ...row,
      operationId: 'admin.translations.list',
      summary: 'List languages with their number of missing texts',
      responses: {
        200: Type.Object({
          languages: Type.Array(
            Type.Object({ language: Type.String(), keys: Type.Integer(), missing: Type.Integer() }),
          ),
        }),
      },
      handler: async () => ok({ languages: await translations.languages() }),
    }),
    route('GET', '/admin/translations/:language', {
      ...row,
      operationId: 'admin.translations.get',
      params,
      summary: 'List all texts of a language',
      responses: { 200: LanguageTexts },
      handler: async ({ params }) => read(params.language),
    }),
    route('GET', '/admin/translations/:language/missing', {
      ...row,
      operationId: 'admin.translations.missing',
      params,
      summary: 'List missing texts of a language, with the English text',
      responses: { 200: LanguageTexts },
      handler: async ({ params }) => {
        assertLanguage(params.language);
        return ok({ language: params.language, texts: await translations.missing(params.language) });
      },
    }),
    route('PUT', '/admin/translations/:language', {
      ...row,
      operationId: 'admin.translations.update',
      params,
      summary: 'Write or import texts; null restores the built-in text',
      description:
        'Accepts `entries` as exported, or `texts` as returned by GET. Unchanged texts are not saved as edits.',
      body: TextsBody,
      responses: { 200: Type.Object({ language: Type.String(), written: Type.Integer() }) },
      handler: async ({ actor, params, body, context }) =>
        ok({
          language: params.language,
          written: await translations.write(actor, params.language, body, context),
        }),
    }),
    route('GET', '/admin/translations/:language/export.json', {
      ...row,
      operationId: 'admin.translations.export',
      params,
      summary: 'Export the texts of a language as an importable file',
      responses: { 200: { contentType: 'application/json' } },
      handler: async ({ params }) => {
        assertLanguage(params.language);
        const text = JSON.stringify({ entries: await translations.texts(params.language) }, null, 2);
        return content('application/json; charset=utf-8', text, {
          'content-disposition': `attachment; filename="translations-${params.language}.json"`,
        });
      },
    }),
  ];
}
