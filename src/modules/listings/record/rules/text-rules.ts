import { errorAt, type FieldProblem, warningAt } from '../field-check.ts';
import { findForbiddenText, type TextFindingKind } from '../text-checks.ts';
import type { Rule } from './rule.ts';
import { t } from '../../../../platform/errors/sentence.ts';
import { isCurrencyCode } from '../money.ts';

const findingNames: Readonly<Record<TextFindingKind, string>> = {
  url: 'a web address',
  email: 'an email address',
  phone: 'a phone number',
  markup: 'angle brackets',
  unstorable: 'control characters or broken Unicode',
};

function forbiddenIn(field: string, text: string | null | undefined): FieldProblem[] {
  if (text === null || text === undefined) return [];
  const findings = findForbiddenText(text);
  const [first, second] = findings;
  if (first === undefined) return [];
  if (second === undefined && first.found !== '')
    return [
      errorAt(field, t(`must not contain ${findingNames[first.kind]} ("{found}")`, { found: first.found })),
    ];
  // One problem is reported per field, so it names all findings.
  const found = findings.map(
    ({ kind, found: part }) => `${findingNames[kind]}${part === '' ? '' : ` ("${part}")`}`,
  );
  return [errorAt(field, t('must not contain {found}', { found: listed(found) }))];
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1) ?? ''}`;
}

/** Texts are plain and contain no contact details. */
const noContactInTexts: Rule = (record) => [
  ...forbiddenIn('title', record.title),
  ...forbiddenIn('description', record.description),
  ...forbiddenIn('damageNotes', record.damageNotes),
  ...forbiddenIn('model', record.model),
  ...forbiddenIn('variant', record.variant),
];

const noContactInTranslations: Rule = (record) =>
  Object.entries(record.translations ?? {}).flatMap(([language, texts]) => [
    ...forbiddenIn(`translations.${language}.title`, texts.title),
    ...forbiddenIn(`translations.${language}.description`, texts.description),
  ]);

export const textRules: readonly Rule[] = [noContactInTexts, noContactInTranslations];

const noPriceOnRequest: Rule = ({ priceType, price, priceNet, priceGross }) => {
  if (priceType !== 'on_request') return [];
  return Object.entries({ price, priceNet, priceGross })
    .filter(([, amount]) => amount !== null)
    .map(([field]) => errorAt(field, t('must be empty when priceType is on_request')));
};

const knownCurrency: Rule = ({ currency, leasing }) => [
  ...(currency === null || isCurrencyCode(currency)
    ? []
    : [errorAt('currency', t('{code} is not an ISO 4217 currency', { code: currency }))]),
  ...(leasing?.currency === undefined || leasing.currency === null || isCurrencyCode(leasing.currency)
    ? []
    : [errorAt('leasing.currency', t('{code} is not an ISO 4217 currency', { code: leasing.currency }))]),
];

const dealerPriceBelowPrice: Rule = ({ dealerPrice, price }) =>
  dealerPrice !== null && price !== null && dealerPrice > price
    ? [errorAt('dealerPrice', t('must not be above the price of {price}', { price }))]
    : [];

const leasingBelowPrice: Rule = ({ leasing, price }) => {
  if (leasing === null || price === null) return [];
  return [
    ...(leasing.monthly > price
      ? [warningAt('leasing.monthly', t('is above the price; is it the monthly rate?'))]
      : []),
    ...((leasing.deposit ?? 0) > price ? [warningAt('leasing.deposit', t('is above the price'))] : []),
  ];
};

export const priceRules: readonly Rule[] = [
  noPriceOnRequest,
  knownCurrency,
  dealerPriceBelowPrice,
  leasingBelowPrice,
];
