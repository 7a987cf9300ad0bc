import { type Static, Type } from 'typebox';
import { noContent, ok } from '../../platform/http/reply.ts';
import { type AnyRouteRow, route } from '../../platform/http/route.ts';
import { NamedObject, Nullable, Timestamp } from '../../platform/http/schemas.ts';
import type { ColumnMappings, Mapping } from './mappings.ts';
import { base, reads, writes } from './schemas.ts';
import { PresetName } from './views.ts';

const COLUMNS_MAX = 300;
const VALUES_MAX = 500;

const mappedColumn = {
  column: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Column of your files, as named in the header',
  }),
  readAs: Nullable(
    Type.String({ maxLength: 100, description: 'Column of the format; null: the column is ignored' }),
  ),
};

const explainedValue = {
  column: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Column of your files, as named in the header',
  }),
  value: Type.String({ minLength: 1, maxLength: 200, description: 'Value as written in your files' }),
  readAs: Nullable(
    Type.String({
      maxLength: 200,
      description: 'Meaning, as a cell of the format; null: the value is ignored',
    }),
  ),
};

const MappingView = NamedObject('ImportMapping', {
  preset: PresetName,
  columns: Type.Array(Type.Object(mappedColumn)),
  values: Type.Array(NamedObject('ImportedValue', explainedValue)),
  updatedAt: Timestamp,
});

export function mappingRoutes(mappings: ColumnMappings): AnyRouteRow[] {
  return [
    route('GET', `${base}/mappings`, {
      ...reads,
      operationId: 'importMappings.list',
      showsInViews: true,
      summary: 'List the mappings of your columns and values, by format',
      responses: { 200: Type.Object({ mappings: Type.Array(MappingView) }) },
      handler: async ({ actor }) =>
        ok({ mappings: (await mappings.list(actor.seller.sellerId)).map(mappingView) }),
    }),
    route('PUT', `${base}/mappings/:preset`, {
      ...writes,
      operationId: 'importMappings.set',
      params: { preset: PresetName },
      summary: 'Set the mapping of your columns and values; it applies to imports that start later',
      description:
        'Each list replaces the stored one; an omitted list stays. Columns and values that are not in the lists keep their meaning in the format.',
      body: Type.Object({
        columns: Type.Optional(Type.Array(Type.Object(mappedColumn), { maxItems: COLUMNS_MAX })),
        values: Type.Optional(Type.Array(Type.Object(explainedValue), { maxItems: VALUES_MAX })),
      }),
      responses: { 200: Type.Object({ mapping: MappingView }) },
      errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
      handler: async ({ actor, params, body }) =>
        ok({
          mapping: mappingView(await mappings.set(actor.seller.sellerId, params.preset, body)),
        }),
    }),
    route('DELETE', `${base}/mappings/:preset`, {
      ...writes,
      operationId: 'importMappings.delete',
      params: { preset: PresetName },
      summary: 'Delete the mapping of your columns and values',
      responses: { 204: null },
      errors: ['NOT_FOUND'],
      handler: ({ actor, params }) => mappings.remove(actor.seller.sellerId, params.preset).then(noContent),
    }),
  ];
}

function mappingView(row: Mapping): Static<typeof MappingView> {
  return {
    preset: row.preset,
    columns: Object.entries(row.columns).map(([column, readAs]) => ({ column, readAs })),
    values: row.words.map(({ column, written, meant }) => ({ column, value: written, readAs: meant })),
    updatedAt: row.updated_at.toISOString(),
  };
}
