import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvOf, truck } from '../fixtures/imports/own-csv.ts';
import { importFile, type Problem } from '../fixtures/imports/scene.ts';
import {
  createAdmin,
  createBuyer,
  createListing,
  createSeller,
  createTeamMember,
} from '../support/factories.ts';
import { BrowserSession } from '../support/browser-session.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

let addresses = 0;
const newIp = (): string => `198.51.100.${++addresses}`;
const withLanguage = (language: string | null) => (language === null ? {} : { 'accept-language': language });

describe('registering with wrong fields', () => {
  const register = (language: string | null) =>
    t.post(
      '/v1/auth/register',
      { email: 'nobody', password: 'short', name: 'Nobody At All', role: 'BUYER' },
      { headers: withLanguage(language), ip: newIp() },
    );
  const IN_ENGLISH = {
    code: 'VALIDATION_ERROR',
    message: '2 fields are invalid.',
    details: [
      { field: 'email', message: 'must be an email address' },
      { field: 'password', message: 'must have at least 8 characters, an uppercase letter and a number' },
    ],
  };

  it.each([null, '*', 'en', 'en-GB,de;q=0.8', 'sv', ''])(
    'is rejected in English for %j',
    async (language) => {
      const response = await register(language);
      expect([response.status, response.body.error]).toEqual([422, IN_ENGLISH]);
    },
  );

  it.each([
    [
      'de-AT,en;q=0.5',
      '2 Angaben sind ungültig.',
      'muss eine E-Mail-Adresse sein',
      'muss mindestens 8 Zeichen, einen Großbuchstaben und eine Ziffer haben',
    ],
    [
      'fr',
      '2 champs sont incorrects.',
      'doit être une adresse e-mail',
      'doit compter au moins 8 caractères, une majuscule et un chiffre',
    ],
    [
      'sv,nl;q=0.7',
      '2 velden zijn ongeldig.',
      'moet een e-mailadres zijn',
      'moet minimaal 8 tekens, een hoofdletter en een cijfer hebben',
    ],
    [
      'pl',
      'Liczba nieprawidłowych pól: 2.',
      'musi być adresem e-mail',
      'musi mieć co najmniej 8 znaków, wielką literę i cyfrę',
    ],
  ])(
    'is rejected in the best language of %j, with the same code and fields',
    async (language, whole, email, password) => {
      const response = await register(language);
      expect([response.status, response.body.error]).toEqual([
        422,
        {
          code: 'VALIDATION_ERROR',
          message: whole,
          details: [
            { field: 'email', message: email },
            { field: 'password', message: password },
          ],
        },
      ]);
      expect(response.headers['cache-control']).toBe('private, no-store');
    },
  );
});

it('a refusal of one field names the field as before', async () => {
  const body = { email: 'nobody', password: 'Longhaul24', name: 'Nobody At All', role: 'BUYER' };
  const response = await t.post('/v1/auth/register', body, { headers: withLanguage('de'), ip: newIp() });
  expect(response.body.error.message).toBe('email: muss eine E-Mail-Adresse sein');
});

it.each([
  ['de', 'E-Mail-Adresse oder Passwort ist falsch.'],
  ['pl', 'Adres e-mail lub hasło jest błędne.'],
])('a page in %s says it in its language, whatever the browser prefers', async (language, message) => {
  const form = { do: 'sign-in', email: 'a@x.example', password: 'Wrong12345' };
  const page = await new BrowserSession(t).submit(`/${language}/sign-in`, form);
  expect([page.status, page.text.includes(message)]).toEqual([401, true]);
});

it('a translated error contains the state of a listing', async () => {
  const seller = await createSeller(t);
  const { listingId } = await createListing(t, seller);
  const pause = (language: string | null) =>
    t.post(
      `/api/seller/listings/${listingId}/unpublish`,
      {},
      { as: seller, headers: withLanguage(language) },
    );
  expect((await pause(null)).status).toBe(200);
  const [english, german] = [await pause(null), await pause('de')];
  expect(english.body.error.message).toBe(
    'A listing in the state PAUSED cannot be unpublished; its state must be PENDING_REVIEW or ACTIVE.',
  );
  expect([german.status, german.body.error.code, german.body.error.message]).toEqual([
    english.status,
    english.body.error.code,
    'Ein Inserat im Status PAUSED lässt sich nicht offline nehmen; nötig ist der Status PENDING_REVIEW oder ACTIVE.',
  ]);
});

it('an error names team roles as the workspace does in the language, and by their API names in English', async () => {
  const owner = await createSeller(t);
  const viewer = await createTeamMember(t, owner.sellerId, 'VIEWER');
  const message = async (language: string | null) => {
    const invitation = { email: 'new@dealer.example', role: 'AGENT' };
    const headers = withLanguage(language);
    return (await t.post('/api/seller/team/invitations', invitation, { as: viewer, headers })).body.error
      .message;
  };
  expect([await message(null), await message('de')]).toEqual([
    'This requires the team role MANAGER. Yours is VIEWER.',
    'Dafür brauchen Sie im Team die Rolle „Leitung“. Ihre Rolle ist „Nur lesen“.',
  ]);
});

it('an operation of several is rejected in the language too', async () => {
  const seller = await createSeller(t);
  const { listingId } = await createListing(t, seller);
  const batch = (language: string | null) =>
    t.post(
      '/api/seller/listings/batch',
      { operations: [{ op: 'renew', id: listingId }, { op: 'publish', id: 'lst_none' }, { op: 'publish' }] },
      { as: seller, headers: withLanguage(language) },
    );
  const messages = async (language: string | null) =>
    ((await batch(language)).body.data.results as { error?: { message: string } }[])
      .map(({ error }) => error?.message)
      .slice(1);
  expect(await messages(null)).toEqual([
    'There is no such listing.',
    'id: is required unless externalId is given',
  ]);
  expect(await messages('de')).toEqual([
    'Dieses Inserat gibt es nicht.',
    'id: ist erforderlich, wenn externalId fehlt',
  ]);
});

it('a budget that ran out says in the language how long to wait', async () => {
  const limited = await createTestApp({ rateLimits: true });
  try {
    const login = () =>
      limited.post(
        '/api/auth/login',
        { email: 'a@x.example', password: 'Longhaul24' },
        { headers: withLanguage('fr') },
      );
    let response = await login();
    for (let tries = 0; tries < 20 && response.status === 401; tries++) {
      expect(response.body.error.message).toBe('L’adresse e-mail ou le mot de passe est incorrect.');
      response = await login();
    }
    expect([response.status, response.body.error.message]).toEqual([
      429,
      `Trop de requêtes ; veuillez réessayer dans ${String(response.headers['retry-after'])} secondes.`,
    ]);
  } finally {
    await limited.close();
  }
});

describe('several filters that are wrong', () => {
  const search = (language: string | null) =>
    t.get('/v1/search?brandd=man&euro_standard=euro9&page=0', { headers: withLanguage(language) });

  it('are reported in one message, sentence by sentence', async () => {
    const english = (await search(null)).body.error;
    const german = (await search('de')).body.error;
    expect(english.message).toContain('There is no parameter "brandd"; did you mean "brand"? page must be');
    expect(german.message).toContain('Es gibt keinen Parameter „brandd“; meinten Sie „brand“? page muss');
    expect(german.message).not.toMatch(/must|cannot|there is/i);
    expect(german.details.map((detail: { field: string }) => detail.field)).toEqual(
      english.details.map((detail: { field: string }) => detail.field),
    );
    expect(german.details[0]).toEqual({ field: 'brandd', message: 'ist unbekannt' });
  });

  it('are reported together with unknown values', async () => {
    const response = await t.get('/v1/search?min_price=9&max_price=3&city=Hamburgg', {
      headers: withLanguage('de'),
    });
    expect(response.body.error.message).toBe(
      'min_price liegt über max_price. Der Ort „Hamburgg“ ist nicht bekannt; meinten Sie „Hamburg“?',
    );
  });
});

it('an administrator edits an error message; the text for its code takes precedence', async () => {
  const admin = await createAdmin(t);
  const buyer = await createBuyer(t);
  const key = 'refusals.there-is-no-such-listing';
  const edit = (entries: Record<string, string | null>) =>
    t.put('/api/admin/translations/de', { entries }, { as: admin });
  const message = async () =>
    (await t.post('/api/favorites', { listingId: 'lst_none' }, { as: buyer, headers: withLanguage('de') }))
      .body.error.message;
  const shipped = await message();
  expect(shipped).toBe('Dieses Inserat gibt es nicht.');
  expect((await edit({ [key]: 'Weg ist es.' })).status).toBe(200);
  expect(await message()).toBe('Weg ist es.');
  await edit({ 'errors.NOT_FOUND': 'Ach: {message}' });
  expect(await message()).toBe('Ach: Weg ist es.');
  const wrong = await edit({ [key]: 'Weg: {what}' });
  expect(wrong.body.error.details[0].message).toContain('{what}');
  await edit({ [key]: null, 'errors.NOT_FOUND': null });
  expect(await message()).toBe(shipped);
});

const ENGLISH = /\b(?:is|are|was|must|should|the|there|not|did you|has|does)\b/i;

it("warnings of a listing, single and in a batch, are in the reader's language", async () => {
  const seller = await createSeller(t);
  const listing = {
    category: 'tractor-units',
    brand: 'man',
    model: 'TGX',
    year: 2020,
    firstRegistration: '2019-03',
    condition: 'used',
    mileage: 0,
    axles: 3,
    driveType: '4x2',
    location: { country: 'DE', city: 'Hamburgg' },
  };
  const headers = withLanguage('de');
  const english = (await t.post('/api/seller/listings', listing, { as: seller })).body.data;
  const german = (await t.post('/api/seller/listings', listing, { as: seller, headers })).body.data;
  expect(english.warnings).toContainEqual({
    field: 'location.city',
    message: 'is not known in DE; did you mean Hamburg?',
  });
  expect(german.warnings).toContainEqual({
    field: 'location.city',
    message: 'ist in DE nicht bekannt; meinten Sie Hamburg?',
  });
  const fields = (warnings: readonly { field: string }[]) => warnings.map(({ field }) => field);
  expect(fields(german.warnings)).toEqual(fields(english.warnings));
  const change = (as: Record<string, string>) =>
    t.patch(`/api/seller/listings/${german.id}`, { location: listing.location }, { as: seller, headers: as });
  const read = await t.get(`/api/seller/listings/${german.id}`, { as: seller, headers });
  const operations = [{ op: 'create', listing }];
  const batch = await t.post('/api/seller/listings/batch', { operations }, { as: seller, headers });
  const [result] = batch.body.data.results as [{ warnings: { field: string; message: string }[] }];
  expect(fields(result.warnings)).toEqual(fields(english.warnings));
  const messages = [german, (await change(headers)).body.data, read.body.data, result].flatMap(
    ({ warnings }: { warnings: { message: string }[] }) => warnings.map(({ message }) => message),
  );
  expect(messages.length).toBeGreaterThan(8);
  expect(messages.filter((message) => ENGLISH.test(message))).toEqual([]);
});

describe('an import', () => {
  const rows = [
    truck('P-1', { brand: 'no-such-brand', price: 'viel' }),
    truck('P-2', { fuel_type: 'desel', city: 'Hamburgg', mileage: '0', vin: 'WMA06XZZ' }),
    truck('P-2', { category: 'ships' }),
  ];

  it('reports its problems in the language of each reader', async () => {
    const seller = await createSeller(t);
    const file = csvOf(rows);
    const job = await importFile(t, seller, file);
    const path = `/api/seller/bulk-import/${job.id}/errors`;
    const [english, german] = [
      await t.get(`${path}?limit=100`, { as: seller }),
      await t.get(`${path}?limit=100`, { as: seller, headers: withLanguage('de') }),
    ].map((response) => response.body.data.errors as Problem[]);
    const withoutMessages = (problems: Problem[] = []) =>
      problems.map(({ message: _, ...problem }) => problem);
    expect(withoutMessages(german)).toEqual(withoutMessages(english));
    const messages = (german ?? []).map(({ message }) => message);
    expect(messages).toContain('price: ist keine Zahl');
    expect(messages).toContain('Die Zeile 2 hat dieselbe Bestandsnummer.');
    expect(messages.filter((message) => ENGLISH.test(message))).toEqual([]);
    const report = async (language: string | null) =>
      (await t.get(`${path}?format=csv`, { as: seller, headers: withLanguage(language) })).text;
    expect(await report('de')).toContain('INVALID_NUMBER: price: ist keine Zahl');
    expect(await report('de')).toContain('(meinten Sie ');
    expect(await report('de')).not.toMatch(/is not|must be|there is|did you mean/);
    expect(await report(null)).toContain('INVALID_NUMBER: price: is not a number');
  });

  it('says in the language why it failed, and so does its email', async () => {
    const seller = await createSeller(t, { language: 'de' });
    const full = { mode: 'full', publish: 'submit', notifyEmails: seller.email };
    await importFile(t, seller, csvOf([truck('F-1'), truck('F-2')]), full);
    const { id } = await importFile(t, seller, csvOf([truck('F-3')]), full);
    const error = async (language: string | null) =>
      (await t.get(`/api/seller/bulk-import/${id}`, { as: seller, headers: withLanguage(language) })).body
        .data.job.error;
    expect(await error(null)).toMatchObject({
      code: 'MASS_REMOVAL',
      message: expect.stringMatching(/^The file/),
    });
    const reason = 'Die Datei würde 2 von 2 Inseraten vom Marktplatz nehmen.';
    expect(await error('de')).toMatchObject({
      code: 'MASS_REMOVAL',
      message: expect.stringContaining(reason),
    });
    const letter = t.mailbox.findLast(({ subject }) => subject === 'Import fehlgeschlagen');
    expect(letter?.text).toContain(reason);
  });
});

it.each(['de', 'fr', 'nl', 'pl'])('the plans that ship describe themselves in %s', async (language) => {
  const plans = async (headers: Record<string, string>) =>
    (await t.get('/api/subscriptions/plans', { headers })).body.data.plans as Record<string, unknown>[];
  const [english, translated] = [await plans({}), await plans(withLanguage(language))];
  expect(translated.map((plan) => ({ ...plan, description: '' }))).toEqual(
    english.map((plan) => ({ ...plan, description: '' })),
  );
  const originals = english.map(({ description }) => description);
  expect(originals).toHaveLength(5);
  expect(translated.filter(({ description }) => originals.includes(description))).toEqual([]);
});

it('a plan description that an administrator has edited is shown as written', async () => {
  const admin = await createAdmin(t);
  const { plans } = (await t.get('/api/admin/plans', { as: admin, headers: withLanguage('de') })).body.data;
  const starter = plans.find(({ slug }: { slug: string }) => slug === 'starter');
  expect(starter.description).toBe('For a small yard.');
  const setDescription = (description: string) =>
    t.patch(`/api/admin/plans/${starter.id}`, { description }, { as: admin });
  await setDescription('For Hamburg.');
  const edited = await t.get('/api/subscriptions/plans', { headers: withLanguage('de') });
  expect(edited.body.data.plans.map((plan: { description: string }) => plan.description)).toContain(
    'For Hamburg.',
  );
  await setDescription(starter.description);
});
