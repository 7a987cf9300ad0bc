// The parts that another engine shares with this one, so that both find and rank alike. A change here changes
// the scores of both.
export { byNumber, FACET_VALUES_MAX, numberCount, onlyNumber, rangesOf } from './facets/facet-rows.ts';
export {
  codeGroup,
  EXACT_FACTOR,
  inverseFrequency,
  PREFIX_FACTOR,
  saturated,
  SATURATION,
  strictTextGroups,
  textGroups,
  TYPO_FACTORS,
  VALUE_FACTOR,
} from './query/text-groups.ts';
export type { WordGroup } from './query/text-groups.ts';
export { sellerKeys } from './reading/engine-known.ts';
export { parsedOrLiteral } from './select/filters.ts';
export { distanceKm } from './select/geo.ts';
export { LITERAL_MATCH_FACTOR } from './select/word-search.ts';
export {
  boostOf,
  completenessPercent,
  FRESHNESS_STEPS,
  freshnessStep,
  SCORE_DIGITS,
} from './store/boosts.ts';
export { Catalogue, isSameList, KEY_SEPARATOR } from './store/catalogue.ts';
export { PRICE_EDGES, priceEdgesInBase, rateOf, toBase } from './store/currency.ts';
export { FIELD } from './store/fields.ts';
export { Suggester } from './suggest/suggester.ts';
export { Aliases } from './words/aliases.ts';
export {
  categoryTerms,
  CODE_MARK,
  documentTerms,
  featureTerms,
  NAMES_WEIGHT,
  WEIGHT_STEP,
} from './words/document-terms.ts';
export { equipmentTerms } from './words/own-words.ts';
export { valueTerms } from './words/value-words.ts';
