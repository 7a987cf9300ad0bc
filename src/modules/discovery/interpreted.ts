import { Type } from 'typebox';
import { Literals, NamedObject, Nullable } from '../../platform/http/schemas.ts';
import {
  CODE_DIMENSIONS,
  type Condition,
  DIMENSIONS,
  isNumberDimension,
  NAME_DIMENSIONS,
  NUMBER_DIMENSIONS,
  type ParsedQuery,
  type RangeCondition,
  type SearchQuery,
  type ValueCondition,
  type ValueDimension,
  type ValueField,
} from '@fifthwheel/search';

/** Parameter that expresses the same as a condition read from the query text. Flags have none. */
export const PARAMETERS: Readonly<Partial<Record<ValueField, string>>> = {
  driveType: 'drive_type',
  category: 'category',
  brand: 'brand',
  model: 'model',
  feature: 'features',
  ...parameters(CODE_DIMENSIONS),
  country: 'country',
  region: 'region',
  city: 'city',
  ...parameters(NAME_DIMENSIONS),
};

function parameters(names: readonly ValueDimension[]): Partial<Record<ValueDimension, string>> {
  return Object.fromEntries(names.map((name) => [name, DIMENSIONS[name].parameter]));
}

const RANGES = NUMBER_DIMENSIONS.map((name) => DIMENSIONS[name].parameter);

const Value = Type.Unsafe<string | number | string[]>({
  anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'array', items: { type: 'string' } }],
});

const ReadingView = NamedObject('QueryReading', {
  typed: Type.String({ description: 'The words as typed' }),
  kind: Literals(
    [
      'make',
      'model',
      'category',
      'equipment',
      'adjective',
      'place',
      'number',
      'seller',
      'listing',
      'word',
      'code',
      'talk',
    ],
    { description: 'word and code: searched for as such; talk: says nothing about the vehicle' },
  ),
  parameters: Type.Optional(
    Type.Record(Type.String(), Value, {
      description: 'The same condition as parameters, if they can express it',
    }),
  ),
  label: Type.Optional(
    Type.String({ description: 'Names of the values, in the language of Accept-Language' }),
  ),
  excluded: Type.Optional(Type.Boolean({ description: 'true: results must not meet the condition' })),
  overridden: Type.Optional(Type.Boolean({ description: 'true: an explicit parameter takes precedence' })),
});

export const Interpreted = NamedObject('InterpretedQuery', {
  min_year: Type.Optional(Type.Integer()),
  max_year: Type.Optional(Type.Integer()),
  min_price: Type.Optional(Type.Number()),
  max_price: Type.Optional(Type.Number()),
  min_mileage: Type.Optional(Type.Integer()),
  max_mileage: Type.Optional(Type.Integer()),
  ...Object.fromEntries(
    Object.values(PARAMETERS).map((name) => [name, Type.Optional(Type.Array(Type.String()))]),
  ),
  ...Object.fromEntries(
    RANGES.flatMap((name) => [`min_${name}`, `max_${name}`]).map((name) => [
      name,
      Type.Optional(Type.Number()),
    ]),
  ),
  lat: Type.Optional(Type.Number()),
  lng: Type.Optional(Type.Number()),
  radius: Type.Optional(Type.Number({ description: 'Radius in kilometers around `lat` and `lng`' })),
  without: Type.Optional(Type.Array(Type.String(), { description: 'Values that results must not have' })),
  left_out: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Query terms that were dropped because no listing matches all of them',
    }),
  ),
  readings: Type.Optional(
    Type.Array(ReadingView, {
      description: 'What each part of the text was taken for, in the order of the text',
    }),
  ),
  relaxed: Type.Optional(
    Type.Array(ReadingView, {
      description: 'What each dropped part of the text was taken for; see `left_out`',
    }),
  ),
  nearest: Type.Optional(
    Type.Object(
      {
        place: Type.String(),
        distance: Nullable(Type.Number({ description: 'Kilometers to the nearest result' })),
      },
      {
        description:
          'The dropped place. Results are sorted by their distance from it unless the request names an order',
      },
    ),
  ),
  unknown_number: Type.Optional(
    Type.String({
      description: 'The requested stock number or vehicle identification number, if no listing has it',
    }),
  ),
  did_you_mean: Type.Optional(
    Type.Array(Type.Object({ typed: Type.String(), meant: Type.String() }), {
      description: 'Query terms treated as misspellings, with the terms used instead',
    }),
  ),
});

/** Returns the conditions read from the words, including those that a listing may also meet by containing the words. */
export function conditionsRead({ meant = [], named }: SearchQuery): readonly Condition[] {
  if (named === undefined) return meant;
  return [...('all' in named.parsed ? named.parsed.all : [named.parsed]), ...meant];
}

/** Returns the conditions that were parsed from the query text, except those that a parameter already sets. */
export function interpretedView(
  { query, corrections, dropped }: ParsedQuery,
  request: SearchQuery,
): Record<string, unknown> {
  const view: Record<string, unknown> = {
    min_year: request.minYear === undefined ? query.minYear : undefined,
    max_year: request.maxYear === undefined ? query.maxYear : undefined,
    min_price: request.minPrice === undefined ? query.minPrice : undefined,
    max_price: request.maxPrice === undefined ? query.maxPrice : undefined,
    min_mileage: request.minMileage === undefined ? query.minMileage : undefined,
    max_mileage: request.maxMileage === undefined ? query.maxMileage : undefined,
    drive_type: request.values?.driveType?.length ? undefined : query.values?.driveType,
  };
  for (const condition of conditionsRead(query)) {
    if ('range' in condition) addRange(view, condition);
    if ('field' in condition) addValues(view, condition);
    if ('circle' in condition) {
      const { lat, lng, radiusKm } = condition.circle;
      Object.assign(view, { lat, lng, radius: radiusKm });
    }
    if ('not' in condition && 'field' in condition.not)
      view.without = [...((view.without as string[] | undefined) ?? []), ...condition.not.values];
  }
  if (dropped.length > 0) view.left_out = dropped.map(({ words }) => words);
  if (corrections.length > 0) view.did_you_mean = corrections.map(({ typed, meant }) => ({ typed, meant }));
  return view;
}

function addRange(view: Record<string, unknown>, { range, min, max }: RangeCondition): void {
  if (!isNumberDimension(range)) return;
  const name = DIMENSIONS[range].parameter;
  if (min !== undefined) view[`min_${name}`] = min;
  if (max !== undefined) view[`max_${name}`] = max;
}

function addValues(view: Record<string, unknown>, { field, values }: ValueCondition): void {
  const name = PARAMETERS[field];
  if (name !== undefined) view[name] = [...((view[name] as string[] | undefined) ?? []), ...values];
}
