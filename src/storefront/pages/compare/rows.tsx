/** The rows of a comparison, and which of their values are better beyond doubt. */
import type { ReactNode } from 'react';
import { monthlyRate } from '../../prices/monthly-rate.ts';
import type { Reader } from '../../texts/reader.ts';
import { Town } from '../../ui/flag.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PriceLabel } from '../../ui/price-label.tsx';
import { Rating, Verified } from '../../ui/rating.tsx';
import { valueText } from '../listing/facts.ts';
import { leasingOf, leasingText } from '../listing/leasing.tsx';
import type { ComparePageData, Comparison } from './load.ts';

interface Row {
  readonly key: string;
  readonly label: string;
  readonly cells: readonly ReactNode[];
  readonly isDifferent: boolean;
  /** Columns. */
  readonly best?: ReadonlySet<number> | undefined;
}

interface RowGroup {
  readonly group: 'commercial' | 'core' | 'technical' | 'equipment';
  readonly rows: readonly Row[];
}

/** Prices stand above the columns, the place with the dealer. */
const ABOVE = new Set(['price', 'priceNet', 'priceGross', 'country', 'city']);
const FILTERED = ['category', 'subcategory', 'region'] as const;
const NONE: ReadonlySet<number> = new Set();

/** More of it is better between any two vehicles, or less. */
const BETTER: Readonly<Record<string, 'more' | 'less'>> = {
  year: 'more',
  firstRegistration: 'more',
  mileage: 'less',
  previousOwners: 'less',
};
/** The same between vehicles of one category. */
const BETTER_WITHIN: Readonly<Record<string, 'more' | 'less'>> = {
  powerKw: 'more',
  curbWeightKg: 'less',
  fuelTankL: 'more',
};

export function rowGroups(
  data: ComparePageData,
  comparison: Comparison,
  reader: Reader,
): readonly RowGroup[] {
  const of = (group: Comparison['attributes'][number]['group']): readonly Row[] =>
    comparison.attributes
      .filter((row) => row.group === group && !ABOVE.has(row.field))
      .map((row) => attributeRow(row, comparison, reader));
  return [
    { group: 'commercial', rows: [...offerRows(data, comparison, reader), ...of('commercial')] },
    { group: 'core', rows: of('core') },
    { group: 'technical', rows: of('technical') },
    {
      group: 'equipment',
      rows: comparison.features.map(({ code, name, values, isDifferent }) => ({
        key: code,
        label: name,
        // Equipment that a dealer does not list is not stated, which is not the same as absent.
        cells: values.map((value) =>
          value === true ? (
            <>
              <Icon name="check" />
              <span className="unseen">{reader.text('yes')}</span>
            </>
          ) : null,
        ),
        isDifferent,
      })),
    },
  ];
}

/** Columns with the lowest price. Amounts with and without VAT, or in two currencies, cannot be compared. */
export function bestPrices({ prices }: ComparePageData, { listings }: Comparison): ReadonlySet<number> {
  const shown = listings.map(({ id }) => prices.get(id) ?? null);
  const known = shown.filter((price) => price !== null);
  if (new Set(known.map(({ currency, basis }) => `${currency} ${basis}`)).size !== 1) return NONE;
  return bestOf(
    shown.map((price) => price?.amount ?? null),
    'less',
  );
}

function bestOf(values: readonly unknown[], better: 'more' | 'less'): ReadonlySet<number> {
  const known = values.filter((value) => typeof value === 'number' || typeof value === 'string');
  const [first] = known;
  if (first === undefined || known.every((value) => value === first)) return NONE;
  const best = known.reduce((a, b) => (a > b === (better === 'more') ? a : b));
  return new Set(values.flatMap((value, index) => (value === best ? [index] : [])));
}

/** What the market knows of vehicles that are still for sale. */
function offerRows(data: ComparePageData, comparison: Comparison, reader: Reader): readonly Row[] {
  const cards = comparison.listings.map(({ id }) => data.live.get(id) ?? null);
  const rates = comparison.listings.map(({ id }) => {
    const price = data.prices.get(id) ?? null;
    return price === null ? null : reader.money(monthlyRate(price.amount), price.currency);
  });
  const rows: (Omit<Row, 'isDifferent'> & { readonly texts: readonly (string | null)[] })[] = [
    {
      key: 'position',
      label: reader.text('compare.position'),
      texts: cards.map((card) => card?.priceLabel?.position ?? null),
      cells: cards.map((card) => {
        const label = card?.priceLabel ?? null;
        return label === null ? null : <PriceLabel key={card?.id} label={label} reader={reader} />;
      }),
    },
    {
      key: 'rate',
      label: reader.text('compare.rate'),
      texts: rates,
      cells: rates,
      best: bestPrices(data, comparison),
    },
    {
      key: 'dealer',
      label: reader.text('compare.dealer'),
      texts: cards.map((card) => card?.seller.name ?? null),
      cells: cards.map((card) =>
        card === null ? null : (
          <>
            {card.seller.name}
            <span className="row">
              {card.seller.verified && <Verified reader={reader} />}
              {card.facts !== undefined && (
                <Rating average={card.facts.rating} count={card.facts.ratings} reader={reader} />
              )}
            </span>
          </>
        ),
      ),
    },
    {
      key: 'place',
      label: reader.text('compare.place'),
      texts: cards.map((card) => (card === null ? null : `${card.location.city} ${card.location.country}`)),
      cells: cards.map((card) =>
        card === null ? null : <Town key={card.id} {...card.location} reader={reader} />,
      ),
    },
  ];
  return rows
    .filter(({ texts }) => texts.some((text) => text !== null))
    .map(({ texts, ...row }) => ({ ...row, isDifferent: new Set(texts).size > 1 }));
}

function attributeRow(
  { field, values, names, isDifferent }: Comparison['attributes'][number],
  { attributes, listings }: Comparison,
  reader: Reader,
): Row {
  const categories = attributes.find((row) => row.field === 'category')?.values ?? [];
  const better = BETTER[field] ?? (new Set(categories).size === 1 ? BETTER_WITHIN[field] : undefined);
  return {
    key: field,
    label: labelOf(field, reader),
    cells: values.map((value, index) => {
      if (value === null) return null;
      const name = names?.[index];
      if (name !== undefined && name !== null) return name;
      if (field === 'leasing') {
        // An offer is the dealer's, so it stays in the dealer's currency.
        const offer = leasingOf(value, listings[index]?.currency ?? null);
        return offer === null ? null : leasingText(offer, reader);
      }
      return field === 'year' && typeof value === 'number'
        ? value.toFixed(0)
        : valueText(field, value, reader);
    }),
    isDifferent,
    best: better === undefined ? undefined : bestOf(values, better),
  };
}

/** Fields of the filters have their labels there. */
function labelOf(field: string, reader: Reader): string {
  const named = FILTERED.find((name) => name === field);
  return named === undefined ? reader.field(field) : reader.text(`filter.${named}`);
}
