import type pg from 'pg';
import type { JudgedListing } from './judged.ts';

/** A listing for judging results, and as input of other engines. */
export interface BenchListing extends JudgedListing {
  /** All searchable texts. */
  readonly texts: {
    readonly title: string;
    readonly make: string;
    readonly kind: string;
    readonly equipment: string;
    readonly description: string;
  };
  readonly eur: number | null;
}

const HP_PER_KW = 1.359_62;

type Row = Readonly<Record<string, unknown>> & { id: string; title: string };

/** All live listings, straight from the tables. */
export async function readListings(
  client: pg.Client,
  rates: Readonly<Record<string, number>>,
): Promise<BenchListing[]> {
  const features = await client.query<{ code: string; names: Record<string, string> }>(
    'select code, names from features',
  );
  const namesOf = new Map(features.rows.map(({ code, names }) => [code, Object.values(names).join(' ')]));
  const { rows } = await client.query<Row>(
    `select l.id, l.title, l.description, l.model, l.variant, l.year, l.mileage as km, l.condition as cond,
       l.fuel_type as fuel, l.transmission as trans, l.drive_type as drive, l.euro_standard as euro, l.power_kw,
       l.gross_vehicle_weight_kg as gvw, l.operating_weight_kg as weight, l.operating_hours as hours, l.seats, l.axles,
       l.axle_make as "axleMake", l.cooling->>'maker' as cooling_maker, l.cooling->>'model' as cooling_model,
       l.features as feats, l.price::float8 as price, l.currency, l.vat_deductible as "vatDeductible", l.color,
       l.cab_type as cab, l.country, l.region, l.city, l.postal_code as plz, l.lat, l.lng, l.vin,
       s.company_name as seller, b.slug as brand, b.name as brand_name, c.slug as cat, sc.slug as sub,
       c.names as cat_names, sc.names as sub_names, c.aliases || coalesce(sc.aliases, '{}') as kind_aliases
     from listings l join sellers s on s.id = l.seller_id join categories c on c.id = l.category_id
       left join categories sc on sc.id = l.subcategory_id left join brands b on b.id = l.brand_id
     where l.status = 'ACTIVE'`,
  );
  return rows.map((row) => listingOf(row, namesOf, rates));
}

function listingOf(
  row: Row,
  namesOf: ReadonlyMap<string, string>,
  rates: Readonly<Record<string, number>>,
): BenchListing {
  const words = (...parts: unknown[]): string => parts.filter((part) => typeof part === 'string').join(' ');
  const names = (held: unknown): string[] => Object.values((held ?? {}) as Record<string, string>);
  const price = row['price'] as number | null;
  const rate = rates[row['currency'] as string] ?? (row['currency'] === 'EUR' ? 1 : Number.NaN);
  const powerKw = row['power_kw'] as number | null;
  const cooler = words(row['cooling_maker'], row['cooling_model']);
  return {
    ...row,
    hp: powerKw === null ? null : Math.round(powerKw * HP_PER_KW),
    cooler: cooler === '' ? null : cooler,
    eur: price === null ? null : price / rate,
    text: words(row.title, row['model'], row['variant'], row['description']),
    texts: {
      title: row.title,
      make: words(row['brand_name'], row['model'], row['variant']),
      kind: words(
        ...names(row['cat_names']),
        ...names(row['sub_names']),
        ...(row['kind_aliases'] as string[]),
      ),
      equipment: words(cooler, ...(row['feats'] as string[]).map((code) => namesOf.get(code) ?? '')),
      description: words(row['description'], row['city'], row['region'], row['seller']),
    },
  };
}
