import { errorAt, type FieldProblem, warningAt } from './field-check.ts';
import type { ListingRecord } from './fields.ts';
import { moneyMax } from './fields/spec.ts';
import type { ListingBody } from './listing-body.ts';
import { isWithinRounding, pricesOf, withoutRate, withRate } from './money.ts';
import { t } from '../../../platform/errors/sentence.ts';

/**
 * A price with its basis. A body can name it as `price`, `priceNet` or `priceGross`. Stored are the headline price,
 * its basis (`vatDeductible`), and the VAT rate or scheme, from which the other amount is computed, so that stored
 * amounts cannot contradict each other.
 */
export type PriceTerms = Pick<
  ListingRecord,
  'price' | 'priceNet' | 'priceGross' | 'vatRate' | 'vatDeductible' | 'vatScheme'
>;

type PriceBasis = 'net' | 'gross';

/** Defaults of the seller's company for a price without a basis. */
export interface PriceDefaults {
  readonly basis: PriceBasis;
  /** Standard VAT rate of the company's country; null if unknown. */
  readonly vatRate: number | null;
}

interface ResolvedPrice {
  readonly terms: PriceTerms;
  readonly problems: readonly FieldProblem[];
}

const amountNames = ['price', 'priceNet', 'priceGross'] as const;
const termNames = ['vatRate', 'vatDeductible', 'vatScheme'] as const;
const names = [...amountNames, ...termNames] as const;

function priceTermsOf(record: PriceTerms): PriceTerms {
  const { price, priceNet, priceGross, vatRate, vatDeductible, vatScheme } = record;
  return { price, priceNet, priceGross, vatRate, vatDeductible, vatScheme };
}

/** Returns the record with its price in stored form. Stored amounts and terms keep their interpretation. */
export function withResolvedPrice(
  written: ListingRecord,
  defaults: PriceDefaults,
  before: ListingRecord | null,
): { readonly record: ListingRecord; readonly problems: readonly FieldProblem[] } {
  const isKept = before !== null && names.every((name) => written[name] === before[name]);
  if (isKept || written.priceType === 'on_request') return { record: written, problems: [] };
  const { terms, problems } = resolvePrice(priceTermsOf(written), defaults);
  return { record: { ...written, ...terms }, problems };
}

/**
 * Returns the stored form of the amounts and terms as written. A net price has no `priceNet`, and a `priceGross` only
 * if it was written and rounding makes it differ from the computed amount. Invalid terms are returned unchanged.
 */
export function resolvePrice(written: PriceTerms, defaults: PriceDefaults): ResolvedPrice {
  const hasAmount = amountNames.some((name) => written[name] !== null);
  if (!areValid(written) || (!hasAmount && written.vatScheme !== 'margin'))
    return { terms: written, problems: [] };
  const resolved = written.vatScheme === 'margin' ? ofMargin(written) : ofStandard(written, defaults);
  const isRefused = resolved.problems.some(({ severity }) => severity === 'error');
  return isRefused ? { ...resolved, terms: written } : resolved;
}

function areValid(terms: PriceTerms): boolean {
  const isAmount = (value: unknown): boolean =>
    value === null || (typeof value === 'number' && value > 0 && value <= moneyMax);
  const { vatRate, vatDeductible, vatScheme } = terms;
  return (
    amountNames.every((name) => isAmount(terms[name])) &&
    (vatRate === null || (typeof vatRate === 'number' && vatRate >= 0)) &&
    (vatDeductible === null || typeof vatDeductible === 'boolean') &&
    (vatScheme === null || vatScheme === 'standard' || vatScheme === 'margin')
  );
}

/** Under the margin scheme the buyer pays one price, and no invoice shows the VAT in it. */
function ofMargin(written: PriceTerms): ResolvedPrice {
  const { price, priceNet, priceGross, vatRate, vatDeductible } = written;
  const problems: FieldProblem[] = [];
  if (priceNet !== null)
    problems.push(
      errorAt(
        'priceNet',
        t('must be empty under the margin scheme, which does not split a price into net and VAT'),
      ),
    );
  if (vatDeductible === true)
    problems.push(
      errorAt('vatDeductible', t('must be false under the margin scheme')),
      errorAt('vatScheme', t('must not be margin if the VAT is deductible')),
    );
  problems.push(...grossContradiction(price, priceGross));
  if (vatRate !== null)
    problems.push(warningAt('vatRate', t('does not apply under the margin scheme and is not kept')));
  const terms = { ...written, price: price ?? priceGross, vatRate: null, vatDeductible: false };
  return { terms: { ...terms, priceNet: null, priceGross: null }, problems };
}

function ofStandard(written: PriceTerms, defaults: PriceDefaults): ResolvedPrice {
  const rate = written.vatRate ?? defaults.vatRate;
  const { isNet, problems } = basisOf(written, rate, defaults.basis);
  const resolved = isNet ? ofNet(written, rate) : ofGross(written, rate);
  return { terms: resolved.terms, problems: [...problems, ...resolved.problems] };
}

/** Whether `price` is net: as written, or else as implied by the other amounts, or else by the company's default. */
function basisOf(
  { price, priceNet, priceGross, vatDeductible }: PriceTerms,
  rate: number | null,
  usual: PriceBasis,
): { isNet: boolean; problems: readonly FieldProblem[] } {
  if (vatDeductible !== null) return { isNet: vatDeductible, problems: [] };
  if (price === null) return { isNet: true, problems: [] };
  if (priceNet === null && priceGross === null) {
    const isNet = usual === 'net';
    const message = isNet
      ? t('is taken as net, the usual basis of your prices; send vatDeductible to state the basis')
      : t(
          'is taken as gross with VAT that is not deductible, the usual basis of your prices; send vatDeductible to state the basis',
        );
    return { isNet, problems: [warningAt('price', message)] };
  }
  const net = priceNet ?? (priceGross !== null && rate !== null ? withoutRate(priceGross, rate) : null);
  if (net !== null && isWithinRounding(price, net, [price])) return { isNet: true, problems: [] };
  const gross = priceGross ?? (priceNet !== null && rate !== null ? withRate(priceNet, rate) : null);
  if (gross === null || !isWithinRounding(price, gross, [price])) return { isNet: true, problems: [] };
  return {
    isNet: false,
    problems: [
      warningAt(
        'vatDeductible',
        t('is taken as false, because price is the gross price; send true if the buyer may deduct the VAT'),
      ),
    ],
  };
}

function ofNet(written: PriceTerms, rate: number | null): ResolvedPrice {
  const { price, priceNet, priceGross } = written;
  const net =
    price ?? priceNet ?? (priceGross === null || rate === null ? null : withoutRate(priceGross, rate));
  if (net === null)
    return { terms: written, problems: [errorAt('vatRate', t('is required to compute the net price'))] };
  const computed = rate === null ? null : withRate(net, rate);
  const problems = [...netContradictions(written), ...grossOfNetContradictions(written, rate)];
  if (rate !== null && computed !== null && computed > moneyMax)
    problems.push(
      errorAt(
        price === null ? 'priceNet' : 'price',
        t('must be at most {max}', { max: withoutRate(moneyMax, rate) }),
      ),
    );
  const terms = { ...written, price: net, vatRate: rate, vatDeductible: true };
  return {
    terms: { ...terms, priceNet: null, priceGross: priceGross === computed ? null : priceGross },
    problems,
  };
}

function netContradictions({ price, priceNet }: PriceTerms): FieldProblem[] {
  if (price === null || priceNet === null || isWithinRounding(price, priceNet, [price, priceNet])) return [];
  return [
    errorAt(
      'price',
      t('contradicts priceNet {net}: with deductible VAT, price is the net price', { net: priceNet }),
    ),
    errorAt(
      'priceNet',
      t('contradicts price {price}: with deductible VAT, price is the net price', { price }),
    ),
  ];
}

function grossOfNetContradictions(
  { price, priceNet, priceGross }: PriceTerms,
  rate: number | null,
): FieldProblem[] {
  const net = priceNet ?? price;
  if (net === null || priceGross === null) return [];
  const named = priceNet === null ? 'price' : 'priceNet';
  if (rate === null) return net > priceGross ? aboveGross(named, 'priceGross', priceGross) : [];
  if (isWithinRounding(withRate(net, rate), priceGross, [net, priceGross])) return [];
  return [
    errorAt(
      named,
      t('contradicts priceGross {gross}: without {rate} % VAT it is {net} net', {
        gross: priceGross,
        rate,
        net: withoutRate(priceGross, rate),
      }),
    ),
    errorAt(
      'priceGross',
      t('contradicts {field} {price}: with {rate} % VAT it is {gross} gross', {
        field: named,
        price: net,
        rate,
        gross: withRate(net, rate),
      }),
    ),
  ];
}

function aboveGross(netName: string, grossName: string, gross: number): FieldProblem[] {
  return [
    errorAt(netName, t('must not be above the gross price of {price}', { price: gross })),
    errorAt(grossName, t('must not be below the net price')),
  ];
}

/** The gross price. It has a net amount only if that was written. */
function ofGross(written: PriceTerms, standardRate: number | null): ResolvedPrice {
  const { price, priceNet, priceGross, vatRate } = written;
  const rate = priceNet === null ? vatRate : standardRate;
  const gross = price ?? priceGross ?? (priceNet === null || rate === null ? null : withRate(priceNet, rate));
  if (gross === null)
    return { terms: written, problems: [errorAt('vatRate', t('is required to compute the gross price'))] };
  return {
    terms: { ...written, price: gross, priceGross: null, vatRate: rate, vatDeductible: false },
    problems: [...grossContradiction(price, priceGross), ...netOfGrossContradictions(written, rate)],
  };
}

function netOfGrossContradictions(
  { price, priceNet, priceGross }: PriceTerms,
  rate: number | null,
): FieldProblem[] {
  const gross = price ?? priceGross;
  if (gross === null || priceNet === null) return [];
  const named = price === null ? 'priceGross' : 'price';
  if (rate === null) return priceNet > gross ? aboveGross('priceNet', named, gross) : [];
  if (isWithinRounding(withRate(priceNet, rate), gross, [priceNet, gross])) return [];
  return [
    errorAt(
      'priceNet',
      t('contradicts {field} {gross}: without {rate} % VAT it is {net} net', {
        field: named,
        gross,
        rate,
        net: withoutRate(gross, rate),
      }),
    ),
    errorAt(
      named,
      t('contradicts priceNet {net}: with {rate} % VAT it is {gross} gross', {
        net: priceNet,
        rate,
        gross: withRate(priceNet, rate),
      }),
    ),
  ];
}

function grossContradiction(price: number | null, priceGross: number | null): FieldProblem[] {
  if (price === null || priceGross === null || isWithinRounding(price, priceGross, [price, priceGross]))
    return [];
  return [
    errorAt(
      'price',
      t('contradicts priceGross {gross}: without deductible VAT, price is the gross price', {
        gross: priceGross,
      }),
    ),
    errorAt(
      'priceGross',
      t('contradicts price {price}: without deductible VAT, price is the gross price', { price }),
    ),
  ];
}

/**
 * Removes what the body replaces of a stored price. A new amount replaces the stored amounts; new terms keep the
 * headline price, and the other amount is recomputed.
 */
export function releasePrice(record: ListingRecord, body: ListingBody): void {
  const isNamed = (name: (typeof names)[number]): boolean => body[name] !== undefined;
  const isChanged = (name: (typeof names)[number]): boolean => isNamed(name) && body[name] !== record[name];
  const hasAmount = amountNames.some((name) => isNamed(name) && body[name] !== null);
  if (hasAmount || body.price === null) for (const name of amountNames) record[name] = null;
  else if (names.some(isChanged)) record.priceNet = record.priceGross = null;
  if (body.vatScheme === 'margin') {
    record.vatDeductible = false;
    record.vatRate = null;
  } else if (typeof body.priceNet === 'number' || body.vatDeductible === true) {
    if (record.vatScheme === 'margin') record.vatScheme = null;
    if (record.vatDeductible === false) record.vatDeductible = null;
  }
}

/** Whether a body names all parts of a price, which only a body does that the client read before. */
export function isEchoedPrice(body: ListingBody): boolean {
  return names.every((name) => body[name] !== undefined);
}

/**
 * Removes amounts and terms that the client sends back unchanged next to changed ones. They matched the old price and
 * must not contradict the new one.
 */
export function withoutEchoedPrice(current: ListingRecord, body: ListingBody): ListingBody {
  const stored: PriceTerms = { ...priceTermsOf(current), ...pricesOf(current) };
  const named = names.filter((name) => body[name] !== undefined);
  const isChanged = (name: (typeof names)[number]): boolean =>
    named.includes(name) && body[name] !== stored[name];
  if (!named.some(isChanged)) return body;
  const rest: { -readonly [N in keyof ListingBody]: ListingBody[N] } = { ...body };
  const drop = (list: readonly (typeof names)[number][]): void => {
    for (const name of list) if (!isChanged(name)) delete rest[name];
  };
  if (amountNames.some(isChanged)) drop(amountNames);
  else drop(['priceNet', 'priceGross']);
  // The price has changed since the client read it: the other two still match each other, but not it.
  if (isEchoedPrice(body) && isChanged('price') && agree(body)) {
    delete rest.priceNet;
    delete rest.priceGross;
  }
  if (isChanged('vatScheme') && body.vatScheme === 'margin') drop(['vatDeductible', 'vatRate']);
  else if (isChanged('vatDeductible') && body.vatDeductible === true && body.vatScheme === 'margin')
    drop(['vatScheme']);
  return rest;
}

function agree({ priceNet, priceGross, vatRate }: ListingBody): boolean {
  if (typeof priceNet !== 'number' || typeof priceGross !== 'number' || typeof vatRate !== 'number')
    return true;
  return isWithinRounding(withRate(priceNet, vatRate), priceGross, [priceNet, priceGross]);
}
