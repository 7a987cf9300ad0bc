import { isDeepStrictEqual } from 'node:util';
import { countryName } from '../../platform/countries.ts';
import { loadGazetteer } from '../../platform/gazetteer/gazetteer.ts';
import {
  type Condition,
  DIMENSIONS,
  isNumberDimension,
  type ParsedQuery,
  type RangeCondition,
  type SearchQuery,
  type ValueCondition,
} from '@fifthwheel/search';
import { nameIn, type TaxonomySnapshot } from '../taxonomy/index.ts';
import { conditionsRead, PARAMETERS } from './interpreted.ts';

type Piece = ParsedQuery['pieces'][number];
type Value = string | number | readonly string[];

/** What one part of the query text was taken for. */
export interface Reading {
  /** The words as typed. */
  readonly typed: string;
  readonly kind: Piece['kind'];
  /** The same condition as parameters; absent if no parameters express it, and for plain words. */
  readonly parameters?: Readonly<Record<string, Value>>;
  /** Names of the values, in the language of the response. */
  readonly label?: string;
  /** Whether results must not meet the condition. */
  readonly excluded?: true;
  /** Whether an explicit parameter takes precedence. */
  readonly overridden?: true;
}

export interface ReadingContext {
  readonly taxonomy: TaxonomySnapshot;
  readonly language: string;
  /** The query without what was parsed. */
  readonly request: SearchQuery;
}

/** Returns what the parts of the text were taken for, in the order of the text: those that apply, and those that were dropped. */
export function readingsOf(
  { pieces, dropped, query }: ParsedQuery,
  context: ReadingContext,
): { readings: Reading[]; relaxed?: Reading[] } {
  const read = conditionsRead(query);
  const each = (parts: readonly Piece[]): Reading[] => parts.map((piece) => readingOf(piece, read, context));
  return { readings: each(pieces), ...(dropped.length === 0 ? {} : { relaxed: each(dropped) }) };
}

function readingOf(piece: Piece, read: readonly Condition[], context: ReadingContext): Reading {
  const { kind, means } = piece;
  const typed = piece.typed ?? piece.words;
  if (means === undefined) return { typed, kind };
  const condition = chosen(means, read);
  const isExcluded = piece.isRefused === true;
  const parameters = isExcluded ? undefined : parametersOf(condition, typed);
  const label = labelOf(condition, typed, context);
  return {
    typed,
    kind,
    ...(parameters === undefined ? {} : { parameters }),
    ...(label === undefined ? {} : { label }),
    ...(isExcluded ? { excluded: true } : {}),
    ...(isOverridden(condition, context.request) ? { overridden: true } : {}),
  };
}

/** Of alternatives, such as the weight of a vehicle or of a machine, returns the one that the query uses. */
function chosen(means: Condition, read: readonly Condition[]): Condition {
  if (!('any' in means)) return means;
  return means.any.find((part) => read.some((condition) => isDeepStrictEqual(condition, part))) ?? means;
}

function parametersOf(condition: Condition, typed: string): Readonly<Record<string, Value>> | undefined {
  if ('range' in condition) return rangeParameters(condition);
  if ('field' in condition) return valueParameters(condition);
  if ('circle' in condition) {
    const { lat, lng, radiusKm } = condition.circle;
    const city = cityAt(condition.circle, typed);
    return city === undefined ? { lat, lng, radius: radiusKm } : { city, radius: radiusKm };
  }
  if (!('all' in condition)) return undefined;
  const parts = condition.all.map((part) => parametersOf(part, typed));
  return parts.includes(undefined) ? undefined : (Object.assign({}, ...parts) as Record<string, Value>);
}

function rangeParameters({ range, min, max, currency }: RangeCondition): Record<string, Value> {
  const name = isNumberDimension(range) ? DIMENSIONS[range].parameter : range;
  return {
    ...(min === undefined ? {} : { [`min_${name}`]: min }),
    ...(max === undefined ? {} : { [`max_${name}`]: max }),
    ...(range === 'price' && currency !== undefined ? { currency } : {}),
  };
}

function valueParameters({ field, values }: ValueCondition): Record<string, Value> | undefined {
  if (field === 'seller') return values.length === 1 ? { seller: values[0] as string } : undefined;
  // Parameters require all features, and name one city or region.
  if (field === 'feature' && values.length > 1) return undefined;
  if (field === 'city' || field === 'region') return { [field]: values[0] as string };
  const name = PARAMETERS[field];
  return name === undefined ? undefined : { [name]: values };
}

/** Finds the name of the city at the center of a circle among the words. */
export function cityAt({ lat, lng }: { lat: number; lng: number }, typed: string): string | undefined {
  const gazetteer = loadGazetteer();
  const words = typed.split(/\s+/);
  for (let from = 0; from < words.length; from++)
    for (let end = words.length; end > from; end--) {
      const city = gazetteer.findCity(words.slice(from, end).join(' '));
      if (city !== null && city.lat === lat && city.lng === lng) return city.name;
    }
  return undefined;
}

function labelOf(condition: Condition, typed: string, context: ReadingContext): string | undefined {
  const { taxonomy, language } = context;
  if ('circle' in condition) return cityAt(condition.circle, typed);
  if (!('field' in condition)) return undefined;
  const { field, values } = condition;
  /** Labels of codes, such as fuels, belong to the reader of the response. */
  const nameOf = (value: string): string | undefined => {
    if (field === 'category')
      return nameIn(taxonomy.categoryBySlug(value)?.names ?? { en: value }, [language]);
    if (field === 'brand') return taxonomy.brandBySlug(value)?.name ?? value;
    if (field === 'feature') return nameIn(taxonomy.feature(value)?.names ?? { en: value }, [language]);
    if (field === 'country') return countryName(value, language);
    if (field === 'city') return loadGazetteer().findCity(value)?.name ?? value;
    if (field === 'seller') return typed;
    return field === 'model' || field === 'region' ? value : undefined;
  };
  const shown = field === 'city' || field === 'region' || field === 'seller' ? values.slice(0, 1) : values;
  const names = [...new Set(shown.map(nameOf))];
  return names.length === 0 || names.includes(undefined) ? undefined : names.join(', ');
}

function isOverridden(condition: Condition, { values, ...request }: SearchQuery): boolean {
  if ('field' in condition) return condition.field === 'driveType' && (values?.driveType?.length ?? 0) > 0;
  if (!('range' in condition)) return false;
  const { range } = condition;
  if (range === 'price') return (request.minPrice ?? request.maxPrice) !== undefined;
  if (range === 'year') return (request.minYear ?? request.maxYear) !== undefined;
  return range === 'mileage' && (request.minMileage ?? request.maxMileage) !== undefined;
}
