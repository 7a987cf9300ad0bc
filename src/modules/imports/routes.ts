import { Type } from 'typebox';
import type { Actor } from '../../platform/actor.ts';
import { accepted, content, noContent, ok } from '../../platform/http/reply.ts';
import { invalidField } from '../../platform/errors/app-error.ts';
import { type Localize, localizerFor } from '../../platform/errors/localize.ts';
import {
  access,
  type AnyRouteRow,
  type RequestContext,
  route,
  type SellerActor,
} from '../../platform/http/route.ts';
import { ownPageReply, pagination, readOwnPage } from '../../platform/http/pagination.ts';
import { ListOf } from '../../platform/http/schemas.ts';
import { errorReport, reportName } from './error-report.ts';
import type { StockExport } from './export/stock-export.ts';
import { FILE_BYTES_MAX } from './file-limits.ts';
import { templateCsv, templateXml } from './export/template.ts';
import { PRESETS } from './presets/presets.ts';
import {
  PullView,
  pullView,
  importDetail,
  InspectionView,
  inspectionView,
  LimitsView,
  ImportView,
  importView,
  PresetView,
  presetView,
  ProblemGroupView,
  problemGroupView,
  ProblemView,
  problemView,
} from './views.ts';
import type { PullService } from './pulls.ts';
import {
  CreateImportBody,
  ExportQuery,
  ImportsQuery,
  InspectBody,
  ProblemGroupsQuery,
  ProblemsQuery,
  PullBody,
  base,
  writes,
  reads,
} from './schemas.ts';
import type { ColumnMappings } from './mappings.ts';
import type { ImportService } from './service.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import type { Wording } from '../../platform/wording.ts';
import { t } from '../../platform/errors/sentence.ts';
import { mappingRoutes } from './mappings.routes.ts';

const CSV = 'text/csv; charset=utf-8';
const XML = 'application/xml; charset=utf-8';

function attachment(name: string): Record<string, string> {
  return { 'content-disposition': `attachment; filename="${name}"` };
}

interface RouteParts {
  readonly imports: ImportService;
  readonly pulls: PullService;
  readonly mappings: ColumnMappings;
  readonly stock: StockExport;
  readonly db: Queryable;
  readonly wording: Wording;
}

/** Problems are stored in English and localized for each reader. */
const localizer =
  ({ wording }: RouteParts) =>
  ({ languages }: RequestContext): Localize =>
    localizerFor(languages, wording);

export function importRoutes(parts: RouteParts): AnyRouteRow[] {
  return [...fixedRoutes(parts), ...mappingRoutes(parts.mappings), ...pullRoutes(parts), ...jobRoutes(parts)];
}

/** Precede the routes with an ID in their path. */
function fixedRoutes(parts: RouteParts): AnyRouteRow[] {
  const { imports, stock } = parts;
  const localize = localizer(parts);
  const upload = {
    fields: ['file'],
    filesMax: 1,
    fileBytesMax: FILE_BYTES_MAX,
    fileBytesMaxOf: async (actor: Actor) =>
      (await imports.limits((actor as SellerActor).seller.sellerId)).bytes,
    types: null,
  };
  return [
    route('POST', base, {
      ...writes,
      rateLimit: 'upload',
      operationId: 'imports.create',
      summary: 'Import listings from a CSV, XML or ZIP file, or from a URL',
      description:
        'The file is inspected before the response; a job then writes its rows, and its progress can be read. `limits` of `GET …/presets` shows the maximum number of rows and the maximum size for your plan. A seller can have one running import.',
      upload: { ...upload, needed: { or: 'url' } },
      body: CreateImportBody,
      responses: { 202: Type.Object({ job: ImportView }) },
      errors: ['INVALID_STATE', 'PLAN_LIMIT_EXCEEDED'],
      handler: async ({ actor, body, files, context }) => {
        const { url, ...options } = body;
        const row = await imports.create(actor, { file: files[0] ?? null, url: url ?? null, options });
        return accepted({ job: importDetail(row, localize(context)) });
      },
      answerAgain: async ({ actor, context }, id) =>
        accepted({ job: importDetail(await imports.get(actor.seller.sellerId, id), localize(context)) }),
    }),
    route('POST', `${base}/inspect`, {
      ...writes,
      rateLimit: 'upload',
      operationId: 'imports.inspect',
      summary: 'Preview how the columns of a file would be read, with their first values',
      description:
        'Nothing is stored, and only the first 20 MB are read. The meaning of a column can then be set with `PUT …/mappings/:preset`.',
      upload: { ...upload, needed: 'always' },
      body: InspectBody,
      responses: { 200: Type.Object({ inspection: InspectionView }) },
      handler: async ({ actor, body, files }) => {
        const [file] = files;
        if (file === undefined) throw invalidField('file', t('is required'));
        const { preset, head } = await imports.inspect(actor.seller.sellerId, file, body);
        return ok({ inspection: inspectionView(preset, head) });
      },
    }),
    route('GET', base, {
      ...reads,
      operationId: 'imports.list',
      showsInViews: true,
      summary: 'List imports, newest first',
      query: ImportsQuery,
      responses: { 200: ListOf('jobs', ImportView) },
      handler: ({ actor, query, context }) =>
        ownPageReply(
          'jobs',
          query,
          (page) => imports.list(actor.seller.sellerId, { ...page, status: query.status }),
          (row) => importView(row, localize(context)),
        ),
    }),
    route('GET', `${base}/presets`, {
      ...reads,
      operationId: 'imports.listPresets',
      showsInViews: true,
      summary: 'List supported formats with their columns, and the maximum file size',
      responses: { 200: Type.Object({ presets: Type.Array(PresetView), limits: LimitsView }) },
      handler: async ({ actor: { seller } }) => {
        const currency = await imports.accountCurrency(seller.sellerId);
        const { rows, bytes } = await imports.limits(seller.sellerId);
        return ok({
          presets: PRESETS.map((preset) => presetView(preset, currency)),
          limits: { rows, bytes },
        });
      },
    }),
    route('GET', `${base}/template.csv`, {
      ...reads,
      operationId: 'imports.templateCsv',
      summary: 'Download an example of the Fifthwheel CSV format',
      responses: { 200: { contentType: 'text/csv' } },
      handler: async () => content(CSV, templateCsv(), attachment('fifthwheel-template.csv')),
    }),
    route('GET', `${base}/template.xml`, {
      ...reads,
      operationId: 'imports.templateXml',
      summary: 'Download an example of the Fifthwheel XML format',
      responses: { 200: { contentType: 'application/xml' } },
      handler: async () => content(XML, templateXml(), attachment('fifthwheel-template.xml')),
    }),
    route('GET', `${base}/export`, {
      ...reads,
      operationId: 'imports.exportStock',
      summary: 'Export all your listings in the Fifthwheel format; the file can be imported unchanged',
      // This exports listings: the scope to write them does not allow reading them all.
      access: access.seller('VIEWER', 'listings:read'),
      query: ExportQuery,
      responses: { 200: { contentType: 'text/csv' } },
      otherFormats: ['application/xml'],
      handler: async ({ actor, query }) =>
        query.format === 'xml'
          ? content(XML, stock.xml(actor.seller.sellerId), attachment('fifthwheel-listings.xml'))
          : content(CSV, stock.csv(actor.seller.sellerId), attachment('fifthwheel-listings.csv')),
    }),
  ];
}

function pullRoutes(parts: RouteParts): AnyRouteRow[] {
  const { pulls } = parts;
  const localize = localizer(parts);
  return [
    route('GET', `${base}/pull`, {
      ...reads,
      operationId: 'importFeed.get',
      summary: 'Get the scheduled feed',
      responses: { 200: Type.Object({ pull: PullView }) },
      errors: ['NOT_FOUND'],
      handler: async ({ actor, context }) => {
        const { row, everyMinutes } = await pulls.get(actor.seller.sellerId);
        return ok({ pull: pullView(row, everyMinutes, localize(context)) });
      },
    }),
    route('PUT', `${base}/pull`, {
      ...writes,
      operationId: 'importFeed.set',
      summary: 'Schedule a feed, which is fetched as often as the plan allows',
      body: PullBody,
      responses: { 200: Type.Object({ pull: PullView }) },
      errors: ['PLAN_LIMIT_EXCEEDED'],
      handler: async ({ actor, body, context }) => {
        const { row, everyMinutes } = await pulls.set(actor, body);
        return ok({ pull: pullView(row, everyMinutes, localize(context)) });
      },
    }),
    route('DELETE', `${base}/pull`, {
      ...writes,
      operationId: 'importFeed.delete',
      summary: 'Delete the scheduled feed',
      responses: { 204: null },
      errors: ['NOT_FOUND'],
      handler: ({ actor }) => pulls.remove(actor.seller.sellerId).then(noContent),
    }),
  ];
}

function jobRoutes(parts: RouteParts): AnyRouteRow[] {
  const { imports, db } = parts;
  const localize = localizer(parts);
  return [
    route('GET', `${base}/:id`, {
      ...reads,
      operationId: 'imports.get',
      showsInViews: true,
      summary: 'Get an import and its progress',
      responses: { 200: Type.Object({ job: ImportView }) },
      handler: async ({ actor, params, context }) =>
        ok({ job: importDetail(await imports.get(actor.seller.sellerId, params.id), localize(context)) }),
    }),
    route('GET', `${base}/:id/errors`, {
      ...reads,
      operationId: 'imports.listProblems',
      showsInViews: true,
      summary: 'List the problems of an import; with format=csv, the rejected rows',
      query: ProblemsQuery,
      responses: { 200: ListOf('errors', ProblemView) },
      otherFormats: ['text/csv'],
      handler: async ({ actor, params, query, context }) => {
        const { sellerId } = actor.seller;
        const localizeRow = localize(context);
        if (query.format === 'csv') {
          const job = await imports.get(sellerId, params.id);
          return content(CSV, errorReport(db, job, localizeRow), attachment(reportName(job)));
        }
        const page = readOwnPage(query);
        const { problems, total } = await imports.problems(sellerId, params.id, {
          ...page,
          severity: query.severity,
        });
        return ok({
          errors: problems.map((each) => problemView(each, localizeRow)),
          pagination: pagination(page, total),
        });
      },
    }),
    route('GET', `${base}/:id/problem-groups`, {
      ...reads,
      operationId: 'imports.listProblemGroups',
      showsInViews: true,
      summary: 'List the problems of an import, grouped by column and value',
      description:
        'Each entry covers all rows with the same value. Set its meaning once with `values` of `PUT …/mappings/:preset`, then import the file again.',
      query: ProblemGroupsQuery,
      responses: { 200: ListOf('groups', ProblemGroupView) },
      handler: async ({ actor, params, query, context }) => {
        const page = readOwnPage(query);
        const { groups, total } = await imports.problemGroups(actor.seller.sellerId, params.id, {
          ...page,
          severity: query.severity,
        });
        const localizeRow = localize(context);
        return ok({
          groups: groups.map((each) => problemGroupView(each, localizeRow)),
          pagination: pagination(page, total),
        });
      },
    }),
    route('POST', `${base}/:id/cancel`, {
      ...writes,
      operationId: 'imports.cancel',
      summary: 'Cancel an import; written rows stay',
      responses: { 200: Type.Object({ job: ImportView }) },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, context }) =>
        ok({ job: importDetail(await imports.cancel(actor.seller.sellerId, params.id), localize(context)) }),
    }),
  ];
}
