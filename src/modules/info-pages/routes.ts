import { type Static, Type } from 'typebox';
import { notFound } from '../../platform/errors/app-error.ts';
import { ownPageReply } from '../../platform/http/pagination.ts';
import { ok } from '../../platform/http/reply.ts';
import { LANGUAGE_PATTERN, SLUG_PATTERN } from '../../platform/http/request/formats.ts';
import { versionTag } from '../../platform/http/request/version.ts';
import { access, adminRow, publicFor, route } from '../../platform/http/route.ts';
import { ListOf, NamedObject, Nullable, ownPageParameters, Timestamp } from '../../platform/http/schemas.ts';
import { type InfoPageAdminService, type InfoPageDraft, SLUG_LENGTH_MAX } from './admin.service.ts';
import type { InfoPages } from './service.ts';

const PAGES_SECONDS = 300;
const TITLE_LENGTH_MAX = 120;
const BODY_LENGTH_MAX = 30_000;
const VERSION = /^\d{1,9}$/;

const place = {
  slug: Type.String({ pattern: SLUG_PATTERN, maxLength: SLUG_LENGTH_MAX }),
  language: Type.String({ pattern: LANGUAGE_PATTERN }),
};

const InfoPageView = NamedObject('InfoPage', {
  slug: Type.String(),
  language: Type.String({
    description: 'Language of the text; a fallback if the page is not available in the requested language.',
  }),
  title: Type.String(),
  body: Type.String({ description: 'Markdown without HTML' }),
  publishedAt: Nullable(Timestamp),
});
export type InfoPageView = Static<typeof InfoPageView>;

const DraftView = NamedObject('InfoPageText', {
  slug: Type.String(),
  language: Type.String(),
  title: Type.String(),
  body: Type.String({
    description:
      'Markdown without HTML; {operator}, {address}, {country}, {vatId} and {email} are filled in from the settings.',
  }),
  version: Type.Integer({ description: '0 is the built-in text.' }),
  publishedVersion: Type.Integer({ description: 'Published version.' }),
  publishedAt: Nullable(Timestamp),
  writtenBy: Nullable(Type.String()),
  writtenAt: Nullable(Timestamp),
});

const VersionView = NamedObject('InfoPageVersion', {
  version: Type.Integer(),
  title: Type.String(),
  writtenBy: Nullable(Type.String()),
  writtenAt: Timestamp,
});

const draftReply = (draft: InfoPageDraft) => ok(draft, { etag: versionTag(draft.version) });

export function infoPageRoutes(pages: InfoPages, service: InfoPageAdminService) {
  const admin = adminRow('Admin: info pages');
  return [
    route('GET', '/info-pages', {
      operationId: 'infoPages.list',
      tag: 'Reference data',
      summary: 'List information pages, such as imprint and terms',
      access: access.public,
      rateLimit: 'listings',
      cache: publicFor(PAGES_SECONDS),
      responses: {
        200: Type.Object({
          pages: Type.Array(
            Type.Object({ slug: Type.String(), title: Type.String(), language: Type.String() }),
          ),
        }),
      },
      handler: async ({ context }) => ok({ pages: pages.links(context.languages[0] ?? 'en') }),
    }),
    route('GET', '/info-pages/:slug', {
      operationId: 'infoPages.get',
      tag: 'Reference data',
      summary: 'Get an information page',
      access: access.public,
      rateLimit: 'listings',
      cache: publicFor(PAGES_SECONDS),
      responses: { 200: InfoPageView },
      handler: async ({ params, context }) => {
        const page = pages.find(params.slug, context.languages);
        if (page === null) throw notFound('info page');
        return ok(page);
      },
    }),
    route('GET', '/admin/info-pages', {
      ...admin,
      operationId: 'admin.infoPages.list',
      summary: 'List information pages with the published version in each language',
      responses: {
        200: Type.Object({
          pages: Type.Array(
            Type.Object({
              slug: Type.String(),
              ships: Type.Boolean(),
              languages: Type.Array(
                Type.Object({
                  language: Type.String(),
                  title: Type.String(),
                  version: Type.Integer(),
                  publishedVersion: Type.Integer(),
                  publishedAt: Nullable(Timestamp),
                }),
              ),
            }),
          ),
        }),
      },
      handler: async () => ok({ pages: await service.list() }),
    }),
    route('GET', '/admin/info-pages/:slug/:language', {
      ...admin,
      operationId: 'admin.infoPages.get',
      params: place,
      summary: 'Get the newest text of an information page, published or not',
      versioned: true,
      responses: { 200: DraftView },
      handler: async ({ params }) => draftReply(await service.get(params.slug, params.language)),
    }),
    route('PUT', '/admin/info-pages/:slug/:language', {
      ...admin,
      operationId: 'admin.infoPages.write',
      params: place,
      summary: 'Save a new version of an information page; publish it to make it visible',
      description: 'An unknown slug creates a new page.',
      versioned: true,
      body: Type.Object({
        title: Type.String({ minLength: 1, maxLength: TITLE_LENGTH_MAX, format: 'text' }),
        body: Type.String({ minLength: 1, maxLength: BODY_LENGTH_MAX }),
      }),
      responses: { 200: DraftView },
      errors: ['VERSION_CONFLICT'],
      handler: async ({ actor, params, body, context }) =>
        draftReply(await service.write(actor, params, body, context)),
    }),
    route('POST', '/admin/info-pages/:slug/:language/publish', {
      ...admin,
      operationId: 'admin.infoPages.publish',
      params: place,
      summary: 'Publish a version; 0 restores the built-in text, or unpublishes a custom page',
      body: Type.Object({ version: Type.Integer({ minimum: 0, maximum: 2_000_000_000 }) }),
      responses: { 200: DraftView },
      handler: async ({ actor, params, body, context }) =>
        ok(await service.publish(actor, params, body.version, context)),
    }),
    route('GET', '/admin/info-pages/:slug/:language/versions', {
      ...admin,
      operationId: 'admin.infoPages.listVersions',
      params: place,
      summary: 'List saved versions of an information page, newest first',
      query: Type.Object({ ...ownPageParameters }),
      responses: { 200: ListOf('versions', VersionView) },
      handler: ({ params, query }) =>
        ownPageReply(
          'versions',
          query,
          (page) => service.history(params.slug, params.language, page),
          ({ version, title, written_by: writtenBy, written_at: writtenAt }) => ({
            version,
            title,
            writtenBy,
            writtenAt: writtenAt.toISOString(),
          }),
        ),
    }),
    route('GET', '/admin/info-pages/:slug/:language/versions/:version', {
      ...admin,
      operationId: 'admin.infoPages.getVersion',
      params: { ...place, version: Type.String({ pattern: VERSION.source }) },
      summary: 'Get a saved version of an information page; 0 is the built-in one',
      responses: { 200: DraftView },
      handler: async ({ params }) => {
        if (!VERSION.test(params.version)) throw notFound('info page');
        return ok(await service.get(params.slug, params.language, Number(params.version)));
      },
    }),
  ];
}
