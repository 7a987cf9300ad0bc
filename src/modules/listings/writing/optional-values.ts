import type { FieldProblem } from '../record/field-check.ts';
import type { ListingBody } from '../record/listing-body.ts';
import type { Assessment } from './assessment.ts';

interface Item {
  readonly body: ListingBody;
  readonly isOptional?: (field: string) => boolean;
}

/** Rounds of leaving values out: a value can turn out to be wrong only when another one is gone. */
const ROUNDS_MAX = 3;

/** Assesses the body without the optional values that are refused. */
export function assessWithoutRefused(
  { body, isOptional }: Item,
  first: Assessment,
  assessed: (body: ListingBody) => Assessment,
): { readonly assessment: Assessment; readonly leftOut: readonly FieldProblem[] } {
  let assessment = first;
  let rest = body;
  const leftOut: FieldProblem[] = [];
  for (let round = 0; isOptional !== undefined && round < ROUNDS_MAX; round++) {
    const refused = assessment.errors.filter(({ field }) => isOptional(field) && isIn(rest, field));
    if (refused.length === 0) break;
    leftOut.push(...refused);
    for (const { field } of refused) rest = without(rest, field);
    assessment = assessed(rest);
  }
  return { assessment, leftOut };
}

function isIn(body: ListingBody, field: string): boolean {
  const value = (body as Readonly<Record<string, unknown>>)[rootOf(field)];
  return value !== undefined && value !== null;
}

/** `location.city` leaves the rest of the location; of other compounds nothing is left. */
function without(body: ListingBody, field: string): ListingBody {
  const { location, ...others } = body as Readonly<Record<string, unknown>>;
  if (rootOf(field) === 'location' && typeof location === 'object' && field.includes('.')) {
    const member = field.split('.')[1];
    const kept = Object.entries(location ?? {}).filter(([name]) => name !== member);
    return { ...others, location: Object.fromEntries(kept) };
  }
  const kept = Object.entries(body).filter(([name]) => name !== rootOf(field));
  return Object.fromEntries(kept) as ListingBody;
}

function rootOf(field: string): string {
  return field.split(/[.[]/)[0] ?? field;
}
