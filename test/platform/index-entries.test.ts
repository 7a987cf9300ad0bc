import { describe, expect, it } from 'vitest';
import type { IndexedRow } from '../../src/modules/discovery/documents.repository.ts';
import { IndexEntries } from '../../src/modules/discovery/index-entries.ts';
import { TaxonomySnapshot } from '../../src/modules/taxonomy/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { SearchEngine } from '@fifthwheel/search';

const taxonomy = new TaxonomySnapshot({ categories: [], brands: [], features: [], redirects: [] });

function row(id: string, title: unknown): IndexedRow {
  const at = new Date('2026-01-01T00:00:00Z');
  return {
    id,
    slug: id,
    title,
    description: null,
    category_id: 'cat',
    subcategory_id: null,
    brand_id: null,
    model: null,
    variant: null,
    price: 1,
    currency: 'EUR',
    year: 2020,
    mileage: 1,
    fuel_type: null,
    transmission: null,
    drive_type: null,
    euro_standard: null,
    condition: 'used',
    features: [],
    power_kw: null,
    gross_vehicle_weight_kg: null,
    payload_kg: null,
    operating_weight_kg: null,
    operating_hours: null,
    seats: null,
    axles: null,
    cab_type: null,
    color: null,
    axle_make: null,
    cooling: null,
    tyres: null,
    load_volume_m3: null,
    next_inspection: null,
    video_url: null,
    accident_history: null,
    postal_code: null,
    country: 'DE',
    region: null,
    city: null,
    lat: null,
    lng: null,
    featured: false,
    quality_score: 1,
    views: 0,
    thumbnail: null,
    images_count: 0,
    created_at: at,
    published_at: at,
    status: 'ACTIVE',
    seller_id: 'sel',
    seller_slug: 'sel',
    company_name: 'Sel',
    verified: false,
  } as unknown as IndexedRow;
}

describe('a listing that cannot be indexed', () => {
  const found = (engine: SearchEngine) => engine.search({ limit: 10 }).hits.length;

  it('is left out and counted, whatever comes before and after it, until it can be or is gone', () => {
    const engine = new SearchEngine();
    const entries = new IndexEntries(createLogger('silent'));
    entries.put(engine, [row('a', 'MAN TGX'), row('b', { en: 'x' }), row('c', 'Volvo FH')], taxonomy);
    expect([entries.leftOut, engine.stats().documents, found(engine)]).toEqual([1, 2, 2]);
    // A document that was indexed before is removed, so that searches never find an outdated version.
    entries.put(engine, [row('a', 7)], taxonomy);
    expect([entries.leftOut, engine.stats().documents, found(engine)]).toEqual([2, 1, 1]);
    entries.put(engine, [row('b', 'Scania R')], taxonomy);
    entries.remove(engine, ['a']);
    expect([entries.leftOut, engine.stats().documents, found(engine)]).toEqual([0, 2, 2]);
  });
});
