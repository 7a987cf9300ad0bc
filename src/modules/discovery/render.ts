import { chooseLanguage } from '../../platform/http/request/languages.ts';
import { READY_ENVELOPE } from '../../platform/http/reply.ts';
import type { SearchFacets, SearchHit, SlugCount } from '@fifthwheel/search';
import type { ListingSummary } from '../listings/index.ts';
import { nameIn, type TaxonomySnapshot } from '../taxonomy/index.ts';
import { JsonBytes } from './json-bytes.ts';
import { NamedSummary, type SummaryNames } from './packed-summaries.ts';
import { summaryNames } from './summary-names.ts';

export interface SummaryRendering {
  readonly language: SummaryLanguage;
  readonly taxonomy: TaxonomySnapshot;
  /** The fields to keep; all when absent. */
  readonly fields?: readonly string[] | undefined;
  readonly withScore?: boolean;
  readonly withDistance?: boolean;
}

const DEFAULT_LANGUAGE = 'en';
const TRANSLATED_LANGUAGES = ['en', 'de', 'fr', 'nl', 'pl', 'es', 'it'] as const;
export type SummaryLanguage = (typeof TRANSLATED_LANGUAGES)[number];

/** Returns the requested language for names; the default if none is available. */
export function summaryLanguage(languages: readonly string[]): SummaryLanguage {
  return chooseLanguage(languages, TRANSLATED_LANGUAGES, DEFAULT_LANGUAGE);
}

/** Returns the facets with the current names of categories, brands and features, in the language of the results. */
export function facetsIn(facets: SearchFacets, { language, taxonomy }: SummaryRendering): SearchFacets {
  const { categories, subcategories, brands, features } = facets;
  const named = (rows: readonly SlugCount[]): SlugCount[] =>
    rows.map((row) => ({
      ...row,
      name: nameIn(taxonomy.categoryBySlug(row.slug)?.names ?? { en: row.name }, [language]),
    }));
  return {
    ...facets,
    ...(categories === undefined ? {} : { categories: named(categories) }),
    ...(subcategories === undefined ? {} : { subcategories: named(subcategories) }),
    ...(brands === undefined
      ? {}
      : {
          brands: brands.map((row) => ({ ...row, name: taxonomy.brandBySlug(row.slug)?.name ?? row.name })),
        }),
    ...(features === undefined
      ? {}
      : {
          features: features.map((row) => ({
            ...row,
            name: nameIn(taxonomy.feature(row.value)?.names ?? { en: row.name }, [language]),
          })),
        }),
  };
}

/** Renders a response as bytes: the results under `name` in `data`, followed by the properties of `rest`. */
export function renderResults(
  name: 'results' | 'listings',
  hits: readonly SearchHit[],
  rendering: SummaryRendering,
  rest: Readonly<Record<string, unknown>> = {},
): Buffer {
  const json = new JsonBytes().text(`${READY_ENVELOPE.begin}{"${name}":`);
  addSummaries(json, hits, rendering);
  const tail = JSON.stringify(rest).slice(1);
  return json.text(`${tail === '}' ? '' : ','}${tail}${READY_ENVELOPE.end}`).toBuffer();
}

/** Adds a JSON array of results. Summaries are copied as bytes, and parsed only to omit fields. */
function addSummaries(json: JsonBytes, hits: readonly SearchHit[], rendering: SummaryRendering): void {
  const names = summaryNames(rendering.taxonomy, rendering.language);
  json.text('[');
  hits.forEach((hit, index) => {
    if (index > 0) json.text(',');
    if (rendering.fields === undefined) addReady(json, hit, names, rendering);
    else json.text(JSON.stringify(withFields(rendering.fields, hit, names, rendering)));
  });
  json.text(']');
}

/** Adds a complete summary, with score and distance at its end. */
function addReady(json: JsonBytes, hit: SearchHit, names: SummaryNames, rendering: SummaryRendering): void {
  json.summary(new NamedSummary(hit.summary, names));
  const extras = JSON.stringify(extrasOf(hit, rendering));
  if (extras !== '{}') json.back().text(`,${extras.slice(1)}`);
}

function withFields(
  fields: readonly string[],
  hit: SearchHit,
  names: SummaryNames,
  rendering: SummaryRendering,
): Record<string, unknown> {
  const summary = JSON.parse(String(new NamedSummary(hit.summary, names))) as ListingSummary;
  const all: Record<string, unknown> = { ...summary, ...extrasOf(hit, rendering) };
  return Object.fromEntries(Object.entries(all).filter(([name]) => name === 'id' || fields.includes(name)));
}

function extrasOf(hit: SearchHit, rendering: SummaryRendering): { score?: number; distance?: number | null } {
  return {
    ...(rendering.withScore === true ? { score: hit.score } : {}),
    ...(rendering.withDistance === true
      ? { distance: hit.distanceKm === null ? null : Math.round(hit.distanceKm * 10) / 10 }
      : {}),
  };
}
