import { fields } from './fields.ts';
import type { MemberSpec, ValueSpec } from './fields/spec.ts';
import { bodyPath } from './listing-body.ts';

export interface ImportColumn {
  readonly column: string;
  /** Where the value goes in a listing body, such as `location.city`. */
  readonly path: string;
  readonly spec: ValueSpec;
  readonly description: string;
}

/** The columns of the own CSV format that carry listing fields, in the order of the catalogue. */
export const importColumns: readonly ImportColumn[] = fields.flatMap((field) => {
  const path = bodyPath(field);
  const members = field.kind === 'object' ? Object.entries<MemberSpec>(field.members) : [];
  const columns: ImportColumn[] = members.flatMap(([name, spec]) =>
    spec.importColumn === undefined
      ? []
      : [{ column: spec.importColumn, path: `${path}.${name}`, spec, description: spec.description }],
  );
  if (field.importColumn !== undefined) {
    columns.push({ column: field.importColumn, path, spec: field, description: field.description });
  }
  if (field.name === 'powerKw') {
    columns.push({
      column: 'power_hp',
      path: 'powerHp',
      spec: { kind: 'integer', min: 1, max: 1631, unit: 'hp' },
      description: 'Engine power in horsepower, read when power_kw is empty.',
    });
  }
  return columns;
});
