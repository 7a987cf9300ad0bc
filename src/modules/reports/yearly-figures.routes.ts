import { stringify } from 'csv-stringify/sync';
import { Type } from 'typebox';
import { content, ok } from '../../platform/http/reply.ts';
import { adminRow, route } from '../../platform/http/route.ts';
import { NamedObject, Nullable } from '../../platform/http/schemas.ts';
import { YEAR, type YearlyFigures, type YearlyFiguresService } from './yearly-figures.service.ts';

const FiguresView = NamedObject('YearlyFigures', {
  year: Type.Integer(),
  notices: Type.Array(
    Type.Object({
      kind: Type.String(),
      reason: Type.String(),
      status: Type.String(),
      count: Type.Integer(),
      byGuests: Type.Integer({ description: 'Reports without an account' }),
    }),
  ),
  medianHours: Nullable(Type.Number({ description: 'Median time from a report to its decision' })),
  decisions: Type.Array(Type.Object({ action: Type.String(), month: Type.String(), count: Type.Integer() })),
  statements: Type.Array(
    Type.Object({
      kind: Type.String(),
      code: Type.String(),
      foundBy: Type.String(),
      count: Type.Integer(),
    }),
    { description: 'Statements of reasons' },
  ),
  objections: Type.Object({
    made: Type.Integer(),
    upheld: Type.Integer(),
    reversed: Type.Integer(),
    medianHours: Nullable(Type.Number({ description: 'Median time from an appeal to its outcome' })),
  }),
});

export function yearlyFiguresRoutes(figures: YearlyFiguresService) {
  const common = adminRow('Admin: reports');
  const params = { year: Type.String({ pattern: YEAR.source }) };
  return [
    route('GET', '/admin/yearly-figures/:year', {
      ...common,
      operationId: 'admin.yearlyFigures.get',
      params,
      summary: 'Get reports and decisions of a year, for the legally required transparency report',
      description: 'Decisions are counted from the audit log. Years and months are UTC.',
      responses: { 200: FiguresView },
      handler: async ({ params }) => ok(await figures.read(params.year)),
    }),
    route('GET', '/admin/yearly-figures/:year/export.csv', {
      ...common,
      operationId: 'admin.yearlyFigures.export',
      params,
      summary: 'Export the report of a year as CSV',
      responses: { 200: { contentType: 'text/csv; charset=utf-8' } },
      handler: async ({ params }) => {
        const read = await figures.read(params.year);
        return content('text/csv; charset=utf-8', csvOf(read), {
          'content-disposition': `attachment; filename="moderation-${read.year}.csv"`,
        });
      },
    }),
  ];
}

/** One line per metric, so that any kind of table can be built from it. */
function csvOf({ year, notices, medianHours, decisions, statements, objections }: YearlyFigures): string {
  const rows = [
    ...notices.map(({ kind, reason, status, count }) => ['notices', kind, reason, status, '', count]),
    ...notices
      .filter(({ byGuests }) => byGuests > 0)
      .map(({ kind, reason, status, byGuests }) => [
        'notices without an account',
        kind,
        reason,
        status,
        '',
        byGuests,
      ]),
    ['median hours to decision', '', '', '', '', medianHours ?? ''],
    ...decisions.map(({ action, month, count }) => ['decisions', action, '', '', month, count]),
    ...statements.map(({ kind, code, foundBy, count }) => ['statements', kind, code, foundBy, '', count]),
    ...(['made', 'upheld', 'reversed'] as const).map((name) => [
      'objections',
      '',
      '',
      name,
      '',
      objections[name],
    ]),
    ['median hours to outcome of objections', '', '', '', '', objections.medianHours ?? ''],
  ];
  const header = ['year', 'figure', 'kind', 'reason', 'status', 'month', 'count'];
  return stringify([header, ...rows.map((row) => [year, ...row])], { escape_formulas: true });
}
