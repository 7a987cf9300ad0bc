import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/platform/clock.ts';
import { publish } from '../http/listings/bodies.ts';
import { createAdmin, createSeller, type TestSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let seller: TestSeller;

beforeAll(async () => {
  t = await createTestApp();
  seller = await createSeller(t, { plan: 'premium', companyName: 'Hansa Trucks', verified: true });
});
afterAll(() => t.close());

const page = async (url: string) => {
  await t.app.settle();
  const response = await t.get(url, { headers: { accept: 'text/html' } });
  return { ...response, text: response.text.replaceAll('\u00a0', ' ').replaceAll('<!-- -->', '') };
};

describe('the delivery estimate', () => {
  it('is shown for the entered town without a script, marked as an estimate', async () => {
    const truck = await publish(t, seller, { location: { country: 'DE', city: 'Hamburg' } });
    const before = (await page(`/en/listing/${truck.slug}`)).text;
    expect(before).toContain('What would delivery cost?');
    expect(before).toMatch(/<form action="\/en\/listing\/[^"]+#delivery">/);
    const { data } = (await t.get(`/api/listings/${truck.slug}/delivery?city=Berlin`)).body;
    expect(data).toMatchObject({ city: 'Berlin', country: 'DE' });
    expect(data.deliveryEstimate).toBe(Math.round((150 + data.distance * 1.3) / 10) * 10);
    const { text } = await page(`/en/listing/${truck.slug}?to=Berlin`);
    expect(text).toContain(`Delivery to Berlin: about €${data.deliveryEstimate} (estimate)`);
    expect((await page(`/de/listing/${truck.slug}?to=01067`)).text).toContain('Lieferung nach Dresden');
    expect(text).toContain(`${Math.round(data.distance)} km as the crow flies`);
    expect((await page(`/en/listing/${truck.slug}?to=Berlin&currency=GBP`)).text).toMatch(/about £\d+ \(est/);
    expect(text).toContain(
      `<link rel="canonical" href="${t.app.platform.config.baseUrl}/en/listing/${truck.slug}"/>`,
    );
  });

  it('reports an unknown place and is not offered for a sold vehicle', async () => {
    const truck = await publish(t, seller, { location: { country: 'DE', city: 'Hamburg' } });
    const unknownPlace = encodeURIComponent('<b>Nowhere-on-Sea');
    const { status, text } = await page(`/en/listing/${truck.slug}?to=${unknownPlace}`);
    expect(status).toBe(200);
    expect(text).toContain('We couldn’t find “&lt;b&gt;Nowhere-on-Sea”.');
    for (const to of ['x'.repeat(5000), '%00', '&to=Berlin', '%F0%9F%9A%9A'])
      expect([to.length, (await page(`/en/listing/${truck.slug}?to=${to}`)).status]).toEqual([
        to.length,
        200,
      ]);
    expect((await t.get(`/api/listings/${truck.slug}/delivery?city=Nowhere`)).body.error.code).toBe(
      'LOCATION_NOT_FOUND',
    );
    expect((await t.get(`/api/listings/none-such/delivery?city=Berlin`)).status).toBe(404);
    expect((await t.get(`/api/listings/${truck.slug}/delivery`)).status).toBe(400);
    await t.post(`/api/seller/listings/${truck.id}/sold`, {}, { as: seller });
    expect((await page(`/en/listing/${truck.slug}`)).text).not.toContain('What would delivery cost?');
  });

  it('is not offered if administrators have set no amounts', async () => {
    const truck = await publish(t, seller);
    const admin = await createAdmin(t);
    const value = { base: 0, perKm: 0, factors: {} };
    const set = await t.put('/api/admin/settings/delivery.estimate', { value }, { as: admin });
    expect(set.status).toBe(200);
    expect((await page(`/en/listing/${truck.slug}`)).text).not.toContain('What would delivery cost?');
  });
});

describe('the page of a listing', () => {
  it('draws the load space to scale with its pallets if both are known', async () => {
    const curtainsider = {
      category: 'semi-trailers',
      subcategory: 'curtainsider-semi-trailers',
      brand: 'krone',
    };
    const withoutEngine = { model: null, variant: null, mileage: null, fuelType: null, transmission: null };
    const trailer = { ...curtainsider, ...withoutEngine, driveType: null, euroStandard: null, features: [] };
    const known = { ...trailer, loadLengthMm: 13_600, loadWidthMm: 2480 };
    const { slug } = await publish(t, seller, { ...known, europallets: 33 });
    const { text } = await page(`/en/listing/${slug}`);
    expect(text.match(/class="pallet"/g)).toHaveLength(33);
    expect(text).toContain('33 Euro pallets');
    const [, width = '', height = ''] =
      /<figure class="load-plan"><svg viewBox="0 0 (\d+) (\d+)"/.exec(text) ?? [];
    expect(Number(width) / Number(height)).toBeCloseTo(13_600 / 2480, 0);
    for (const [, x = '', y = ''] of text.matchAll(/class="pallet" x="([\d.]+)" y="([\d.]+)"/g))
      expect([Number(x) < Number(width), Number(y) < Number(height)]).toEqual([true, true]);
    const unknown = await publish(t, seller, known);
    expect((await page(`/en/listing/${unknown.slug}`)).text).not.toContain('load-plan');
  });

  it('shows the evidence of the condition, and searches find it', async () => {
    const truck = await publish(t, seller, {
      nextInspection: '2027-09',
      nextSafetyCheck: '2027-03',
      tachograph: 'smart_2',
      tachographInspection: '2028-01',
      documents: ['service_book', 'vehicle_history'],
      damaged: true,
      damageNotes: 'Scratches on the front bumper.',
      serviceHistory: 'full',
      accidentHistory: false,
      tyres: [{ axle: 1, size: '315/70 R22.5', treadMm: 9 }],
    });
    const { text } = await page(`/en/listing/${truck.slug}`);
    const condition = /<section class="part" id="condition".*?<\/section>/s.exec(text)?.[0] ?? '';
    for (const part of [
      'Inspection valid until</dt><dd>09/2027',
      'Safety check valid until</dt><dd>03/2027',
      'Tachograph</dt><dd>smart, version 2',
      'Tachograph inspection valid until</dt><dd>01/2028',
      'service book</li>',
      'documented vehicle history</li>',
      'Scratches on the front bumper.',
      '9 mm',
    ])
      expect(condition).toContain(part);
    expect((await page(`/fr/listing/${truck.slug}`)).text).toContain('carnet d’entretien');
    const { data } = (await t.get(`/api/listings/${truck.slug}`)).body;
    expect(data.commercial).toMatchObject({
      documents: ['service_book', 'vehicle_history'],
      damageNotes: 'Scratches on the front bumper.',
    });
    expect(data.technical).toMatchObject({ tachograph: 'smart_2', tachographInspection: '2028-01' });
    const idsFor = async (query: string) =>
      (await t.get(`/api/search?${query}`)).body.data.results.map(({ id }: { id: string }) => id);
    expect(await idsFor('tachograph=smart_2')).toEqual([truck.id]);
    expect(await idsFor('tachograph=analog')).toEqual([]);
    expect(await idsFor('min_inspection=202709')).toEqual([truck.id]);
    const searched = (await page('/en/search?tachograph=smart_2&min_inspection=202709')).text;
    expect(searched).toContain('smart, version 2');
    expect(searched).toContain('Inspection valid until at least 09/2027');
    expect(searched).toMatch(/<option value="\d{6}">valid for at least 3 months<\/option>/);
    expect(searched).toContain('<option value="202709" selected="">');
  });

  it('rejects invalid evidence and can clear it', async () => {
    const { id } = await publish(t, seller);
    const send = (body: object) => t.patch(`/api/seller/listings/${id}`, body, { as: seller });
    for (const [field, value] of [
      ['tachograph', 'broken'],
      ['tachographInspection', '2027-13'],
      ['documents', ['passport']],
      ['damageNotes', 'Call +49 40 1234567 for photos of it.'],
      ['damageNotes', 'x'.repeat(1001)],
    ] as const) {
      const { status, body } = await send({ [field]: value });
      expect([field, status === 400 || status === 422]).toEqual([field, true]);
      expect(body.error.details[0].field).toContain(field);
    }
    expect((await send({ tachograph: 'digital', documents: ['service_book'] })).status).toBe(200);
    const cleared = (await send({ tachograph: null, documents: [] })).body.data;
    expect([cleared.tachograph, cleared.documents]).toEqual([null, []]);
  });

  it('has its facts as structured data', async () => {
    const { slug } = await publish(t, seller, {
      vatDeductible: true,
      powerKw: 375,
      engineDisplacementCcm: 12_419,
      gears: 12,
      axles: 2,
      color: 'red',
    });
    const { text } = await page(`/en/listing/${slug}`);
    const nodes = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, json = '']) => JSON.parse(json),
    );
    expect(nodes.find((node) => node['@type'] === 'Vehicle')).toMatchObject({
      vehicleEngine: {
        enginePower: { value: 375, unitCode: 'KWT' },
        engineDisplacement: { value: 12_419, unitCode: 'CMQ' },
        fuelType: 'Diesel',
      },
      fuelType: 'Diesel',
      vehicleTransmission: 'Automatic',
      numberOfForwardGears: 12,
      numberOfAxles: 2,
      driveWheelConfiguration: '4x2',
      color: 'red',
      vehicleModelDate: '2020',
      dateVehicleFirstRegistered: '2020-03',
      offers: {
        priceSpecification: { valueAddedTaxIncluded: false },
        availabilityStarts: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    });
  });

  it('shows a price reduction and the price history', async () => {
    const truck = await publish(t, seller, { price: 50_000, vatDeductible: false });
    expect((await page(`/en/listing/${truck.slug}`)).text).not.toContain('Price history');
    await t.patch(`/api/seller/listings/${truck.id}`, { price: 45_000 }, { as: seller });
    t.clock.advance(2 * DAY_MS);
    const { text } = await page(`/en/listing/${truck.slug}`);
    expect(text).toContain('Reduced from €50,000 (10% less)');
    const history = /<details class="fold price-changes">.*?<\/details>/s.exec(text)?.[0] ?? '';
    expect(history.match(/€\d\d,000/g)).toEqual(['€45,000', '€50,000']);
    expect(text).toContain('Listed 2 days ago');
  });
});
