import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROKEN_ROWS, healthyText, mobileDeCsv, ODD_ROWS } from '../../fixtures/imports/mobile-de-csv.ts';
import { errorReport, importFile, problemsOf, stockOf } from '../../fixtures/imports/scene.ts';
import { createSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const mobileDe = { preset: 'mobile_de_csv' } as const;

describe('mobile.de', () => {
  it('reads a row into the fields that it means', async () => {
    const seller = await createSeller(t);
    const job = await importFile(t, seller, mobileDeCsv(4), mobileDe);
    expect(await problemsOf(t, seller, job.id, 'severity=error')).toEqual([]);
    const rows = new Map((await stockOf(t, seller.sellerId)).map((row) => [row.external_id, row]));
    expect(rows.get('N2')).toMatchObject({
      title: 'Scania R-series 450 Highline 2014',
      status: 'ACTIVE',
      model: 'R-series',
      variant: '450 Highline',
      power_kw: 302,
      first_registration: '2014-03',
      next_inspection: '2027-03',
      mileage: 91_462,
      price: 15_215.13,
      price_gross: null,
      price_net: null,
      vat_deductible: true,
      vat_rate: 19,
      vin: 'WDB96340310100002',
      color: 'blue',
      climate: 'automatic',
      condition: 'used',
      year: 2014,
      gross_vehicle_weight_kg: 18_000,
      euro_standard: 'euro6',
      cab_type: 'sleeper',
      drive_type: '4x2',
      fuel_type: 'diesel',
      transmission: 'automatic',
      features: ['cruise_control'],
      description: 'Übernahme aus Fuhrpark, 2 Tanks à 600 l',
    });
    expect(rows.get('N3')).toMatchObject({ price: 18_159.5, vat_deductible: false });
    expect(rows.get('N3')?.description).toBe('Guter Zustand, Scheckheft gepflegt.\n- Standklima\n- Kühlbox');
  });

  it('takes 496 of 500 rows, six of them without a value, and the other four once they are corrected; the same file again changes nothing', async () => {
    const seller = await createSeller(t, { plan: 'enterprise' });
    // Import drafts, because the side effects of publishing are not under test.
    const drafts = { ...mobileDe, publish: 'draft' } as const;
    const file = mobileDeCsv(500, { broken: true });
    const job = await importFile(t, seller, file, drafts);
    expect(job).toMatchObject({
      status: 'completed_with_errors',
      totals: { rows: 500, created: 496, failed: 4 },
    });
    const groupProblems = (problems: readonly object[], rows: object) =>
      Object.fromEntries(
        problems
          .map((problem) => problem as { row: number; column: string; code: string })
          .filter(({ row }) => Object.hasOwn(rows, row))
          .map(({ row, column, code }) => [row, { column, code }]),
      );
    for (const [severity, rows] of [
      ['error', BROKEN_ROWS],
      ['warning', ODD_ROWS],
    ] as const) {
      const problems = await problemsOf(t, seller, job.id, `severity=${severity}&limit=100`);
      expect(groupProblems(problems, rows)).toEqual(
        Object.fromEntries(Object.entries(rows).map(([row, { column, code }]) => [row, { column, code }])),
      );
    }

    const secondImport = await importFile(t, seller, file, drafts);
    expect(secondImport.totals).toMatchObject({
      unchanged: 496,
      failed: 4,
      created: 0,
      updated: 0,
      removed: 0,
    });

    let report = await errorReport(t, seller, job.id);
    const lines = report.trim().split('\r\n');
    expect(lines).toHaveLength(4);
    for (const [i, { column, code }] of Object.values(BROKEN_ROWS).entries()) {
      expect(lines[i]).toContain(`${code}: ${column}: `);
    }
    expect(lines[0]).toContain('did you mean ""mercedes-benz""?');
    for (const [row, { column, text }] of Object.entries(BROKEN_ROWS))
      report = report.replace(text, healthyText(Number(row), column));
    const corrected = await importFile(t, seller, report, { ...drafts, mode: 'upsert' });
    expect(await problemsOf(t, seller, corrected.id, 'severity=error')).toEqual([]);
    expect(corrected.totals).toMatchObject({ rows: 4, created: 4, failed: 0 });
    expect(await stockOf(t, seller.sellerId)).toHaveLength(500);
    const whole = await importFile(t, seller, mobileDeCsv(500), drafts);
    // The missing year is derived from the first registration.
    expect(whole.totals).toMatchObject({ unchanged: 495, created: 0, updated: 5, removed: 0, failed: 0 });
  }, 60_000);

  it('leaves contact details out of descriptions, with a warning, and takes the row', async () => {
    const seller = await createSeller(t);
    const file = mobileDeCsv(2)
      .toString('latin1')
      .replace('Guter Zustand', 'x')
      .replace(
        /"Fahrer's[^;]*;[^;]*"/,
        '"Anrufen: +49 40 1234567 oder info@hof.de, 2 Tanks\\\\Mehr: www.hof.de"',
      );
    const job = await importFile(t, seller, Buffer.from(file, 'latin1'), mobileDe);
    expect(job.totals).toMatchObject({ created: 2, failed: 0 });
    const [warning] = await problemsOf(t, seller, job.id, 'severity=warning');
    expect(warning).toMatchObject({
      row: 1,
      code: 'QUESTIONABLE',
      column: 'bemerkung',
      field: 'description',
    });
    expect(warning?.message).toContain('"+49 40 1234567"');
    const first = (await stockOf(t, seller.sellerId)).find((row) => row.external_id === 'N1');
    expect(first).toMatchObject({ status: 'ACTIVE', description: 'Anrufen: oder , 2 Tanks\nMehr:' });
  });

  it('reads a file with a header the same way', async () => {
    const seller = await createSeller(t);
    const job = await importFile(t, seller, mobileDeCsv(3, { header: true }), mobileDe);
    expect(job.totals).toMatchObject({ rows: 3, created: 3 });
  });
});

const INVENTORY = `<?xml version="1.0"?>
<inventory dealer_id="7" dealer_name="Lone Star">
  <truck>
    <vin>1FUJGLDR9CSBM1234</vin><year>2019</year><make>Freightliner</make><model>Cascadia</model>
    <category>Sleeper Tractor</category><new_or_used>certified_preowned</new_or_used><price>$64,500</price>
    <odometer_miles>400,000</odometer_miles><horsepower>505</horsepower><engine_make>Detroit</engine_make>
    <engine_model>DD15</engine_model><fuel_type>Diesel</fuel_type><transmission_type>Automated Manual</transmission_type>
    <axle_config>Tandem</axle_config><location_city>Dallas</location_city><location_state>TX</location_state>
    <description>One owner &amp; clean</description><unheard_of>1</unheard_of>
  </truck>
  <trailer>
    <vin>1GRAA0622CB701234</vin><year>2017</year><make>Utility</make><model>3000R</model><category>Reefer</category>
    <new_or_used>used</new_or_used><price>0</price><location_city>Waco</location_city>
  </trailer>
</inventory>`;

describe('TruckRadar', () => {
  it('converts units and American names', async () => {
    const seller = await createSeller(t);
    const job = await importFile(t, seller, INVENTORY, { preset: 'truckradar_xml' }, 'inventory.xml');
    expect(job).toMatchObject({ format: 'xml', mode: 'upsert' });
    const problems = await problemsOf(t, seller, job.id);
    expect(problems.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual([
      'UNKNOWN_BRAND',
    ]);
    expect(await stockOf(t, seller.sellerId)).toMatchObject([
      {
        external_id: '1FUJGLDR9CSBM1234',
        price: 64_500,
        currency: 'USD',
        mileage: 643_738,
        power_kw: 377,
        variant: 'Detroit DD15',
        condition: 'certified',
        transmission: 'semi_automatic',
        drive_type: '6x4',
        country: 'US',
        region: 'TX',
        city: 'Dallas',
        description: 'One owner & clean',
        status: 'ACTIVE',
      },
    ]);
  });
});

const AX10 = `stock,title,vin,year,make,model,trim,type,body,mileage,price_current,InternetPrice,exterior,transmission,options,description,pics,condition
"U 12/3",,1XKYDP9X4EJ123456,2016,Kenworth,T680,76 Sleeper,COMMERCIAL TRUCKS & TRAILERS & BUSES,Sleeper,"512,300",39900,,Red,Manual,"Cruise Control,Sunroof",<p>Nice <b>truck</b></p><br>Call now,,Used
`;

describe('AX10', () => {
  it('reads stock, body, miles and options', async () => {
    const seller = await createSeller(t);
    const job = await importFile(t, seller, AX10, { preset: 'ax10_csv' });
    expect(await problemsOf(t, seller, job.id, 'severity=error')).toEqual([]);
    expect(await stockOf(t, seller.sellerId)).toMatchObject([
      {
        external_id: 'U-12-3',
        mileage: 824_467,
        price: 39_900,
        currency: 'USD',
        color: 'red',
        transmission: 'manual',
        features: ['cruise_control'],
        description: 'Nice truck\n\nCall now',
        condition: 'used',
      },
    ]);
    expect(job['aliases']).toContainEqual({
      field: 'externalId',
      written: 'U 12/3',
      meant: 'U-12-3',
      rows: 1,
    });
  });

  it('takes the first price there is, and a zero for a price on request unless another follows', async () => {
    const seller = await createSeller(t);
    const [head = '', row = ''] = AX10.replace('InternetPrice', 'internetprice,msrp').split('\n');
    const rowWithPrices = (stock: string, prices: string) =>
      row.replace('"U 12/3"', stock).replace('1XKYDP9X4EJ123456', '').replace('39900,', prices);
    const file = [
      head,
      rowWithPrices('P1', '39900,38000,52000'),
      rowWithPrices('P2', '0,38000,'),
      rowWithPrices('P3', '$0.00,,'),
      rowWithPrices('P4', '0,,0'),
      rowWithPrices('P5', '0,soon,'),
    ].join('\n');
    const { id } = await importFile(t, seller, file, { preset: 'ax10_csv' });
    const stock = await stockOf(t, seller.sellerId);
    expect(
      stock
        .map(({ external_id: key, price, price_type: type }) => [key, price, type])
        .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['P1', 39_900, null],
      ['P2', 38_000, 'fixed'],
      ['P3', null, 'on_request'],
      ['P4', null, 'on_request'],
    ]);
    expect(
      (await problemsOf(t, seller, id, 'severity=error')).map((problem) => [problem.row, problem.field]),
    ).toEqual([[5, 'price']]);
  });
});
