import { type Static, Type } from 'typebox';
import { fromRow } from '../../platform/http/from-row.ts';
import { created, ok } from '../../platform/http/reply.ts';
import { adminRow, type RequestContext, route } from '../../platform/http/route.ts';
import {
  ListOf,
  Literals,
  MapOf,
  NamedObject,
  Nullable,
  ownPageParameters,
  Timestamp,
} from '../../platform/http/schemas.ts';
import { ownPageReply } from '../../platform/http/pagination.ts';
import type { SettingRecord, SettingsAdminService } from './admin.service.ts';
import { SETTINGS } from './definitions.ts';

const SettingView = NamedObject('Setting', {
  name: Type.String(),
  value: Type.Unknown(),
  default: Type.Unknown(),
  isDefault: Type.Boolean(),
  description: Type.String({ description: 'In the language of the request, or in English' }),
  schema: Type.Unknown(),
  updatedBy: Nullable(Type.String()),
  updatedAt: Nullable(Timestamp),
});

const HistoryView = NamedObject('SettingChange', {
  id: Type.Integer(),
  name: Type.String(),
  before: Type.Unknown(),
  after: Type.Unknown(),
  changedBy: Nullable(Type.String()),
  changedAt: Timestamp,
});

/** Their names, which `definitions.ts` lists. */
const params = { name: Literals(Object.keys(SETTINGS)) };

/** At most this many are named in one request; there are fewer. */
const SETTINGS_MAX = 50;

const Changes = Type.Union([
  MapOf({ maxLength: 100, are: 'setting' }, Type.Unknown(), { maxProperties: SETTINGS_MAX }),
  Type.Array(Type.Object({ name: Type.String({ maxLength: 100 }), value: Type.Unknown() }), {
    maxItems: SETTINGS_MAX,
  }),
]);

const RATES_CSV_MAX = 64 * 1024;

export function settingsAdminRoutes(service: SettingsAdminService) {
  const common = adminRow('Admin: settings');
  return [
    route('GET', '/admin/settings', {
      ...common,
      operationId: 'admin.settings.list',
      summary: 'List all settings with their values and defaults',
      responses: { 200: Type.Object({ settings: Type.Array(SettingView) }) },
      handler: async ({ context }) => ok({ settings: views(await service.list(), context) }),
    }),
    route('PATCH', '/admin/settings', {
      ...common,
      operationId: 'admin.settings.updateSeveral',
      needsFreshSignIn: true,
      summary: 'Change several settings at once, all or none',
      description:
        '`settings` is an object of names and values, or a list of `{name, value}` as returned by GET. null restores the default; in a list, unchanged values are ignored.',
      body: Type.Object({ settings: Changes }),
      responses: { 200: Type.Object({ settings: Type.Array(SettingView) }) },
      handler: async ({ actor, body, context }) =>
        ok({ settings: views(await service.change(actor, body.settings, context), context) }),
    }),
    route('GET', '/admin/settings/:name', {
      ...common,
      operationId: 'admin.settings.get',
      params,
      summary: 'Get a setting',
      responses: { 200: SettingView },
      handler: async ({ params, context }) => ok(view(await service.get(params.name), context)),
    }),
    route('PUT', '/admin/settings/:name', {
      ...common,
      operationId: 'admin.settings.set',
      params,
      needsFreshSignIn: true,
      summary: 'Change a setting',
      body: Type.Object({ value: Type.Unknown() }),
      responses: { 200: SettingView },
      handler: async ({ actor, params, body, context }) =>
        ok(view(await service.set(actor, params.name, body.value, context), context)),
    }),
    route('DELETE', '/admin/settings/:name', {
      ...common,
      operationId: 'admin.settings.reset',
      params,
      needsFreshSignIn: true,
      summary: 'Restore the default of a setting',
      responses: { 200: SettingView },
      handler: async ({ actor, params, context }) =>
        ok(view(await service.set(actor, params.name, null, context), context)),
    }),
    route('GET', '/admin/settings/:name/history', {
      ...common,
      operationId: 'admin.settings.history',
      params,
      summary: 'List earlier values, newest first',
      query: Type.Object({ ...ownPageParameters }),
      responses: { 200: ListOf('history', HistoryView) },
      handler: ({ params, query }) =>
        ownPageReply(
          'history',
          query,
          (page) => service.history(params.name, page),
          (row) => fromRow(HistoryView, row),
        ),
    }),
    route('POST', '/admin/settings/:name/rollback', {
      ...common,
      operationId: 'admin.settings.rollBack',
      params,
      needsFreshSignIn: true,
      summary: 'Restore the value that an earlier change replaced',
      body: Type.Object({ historyId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
      responses: { 200: SettingView },
      handler: async ({ actor, params, body, context }) =>
        ok(view(await service.rollBack(actor, params.name, body.historyId, context), context)),
    }),
    route('POST', '/admin/settings/exchangeRates/import', {
      ...common,
      operationId: 'admin.settings.importExchangeRates',
      needsFreshSignIn: true,
      summary: 'Import exchange rates from CSV, with one line "currency,rate" each, in units per euro',
      body: Type.Object({
        csv: Type.String({ minLength: 1, maxLength: RATES_CSV_MAX }),
        asOf: Type.String({ format: 'date' }),
        replace: Type.Optional(
          Type.Boolean({ description: 'Removes currencies that the file does not contain' }),
        ),
      }),
      responses: { 201: SettingView },
      handler: async ({ actor, body, context }) =>
        created(view(await service.importRates(actor, body, context), context)),
      answerAgain: async ({ context }) => created(view(await service.get('exchangeRates'), context)),
    }),
  ];
}

type Reader = Pick<RequestContext, 'languages'>;

function view({ description, ...setting }: SettingRecord, { languages }: Reader): Static<typeof SettingView> {
  const known = languages
    .map((tag) => tag.split('-')[0])
    .find((language) => language === 'en' || language === 'de');
  return { ...setting, description: description[known === 'de' ? 'de' : 'en'] };
}

const views = (settings: readonly SettingRecord[], reader: Reader) =>
  settings.map((setting) => view(setting, reader));
