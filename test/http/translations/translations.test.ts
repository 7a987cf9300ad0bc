import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createAdmin,
  createBuyer,
  createListing,
  createSeller,
  type TestUser,
} from '../../support/factories.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { fieldsOf, createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let admin: TestUser;

beforeAll(async () => {
  t = await createTestApp();
  admin = await createAdmin(t);
});

afterAll(() => t.close());

const write = (language: string, entries: Record<string, string | null>) =>
  t.put(`/api/admin/translations/${language}`, { entries }, { as: admin });

describe('GET /translations/:language', () => {
  it('has the words that ship, with an ETag', async () => {
    const response = await t.get('/v1/translations/de');
    expect(response.body.data.texts).toMatchObject({
      'ui.search': 'Suchen',
      'errors.NOT_FOUND': expect.any(String),
      'categories.tractor-units': 'Sattelzugmaschinen',
    });
    const secondResponse = await t.get('/v1/translations/de', {
      headers: { 'if-none-match': String(response.headers['etag']) },
    });
    expect(secondResponse.status).toBe(304);
  });

  it('is empty for a language without texts, 404 for an invalid code', async () => {
    expect((await t.get('/api/translations/fi')).body.data.texts).toEqual({});
    expect((await t.get('/api/translations/klingon')).status).toBe(404);
  });
});

describe('administrators', () => {
  it('write texts, revert them, see missing ones', async () => {
    expect((await write('sv', { 'ui.search': 'Sök', 'ui.own_key': 'Min egen' })).body.data).toEqual({
      language: 'sv',
      written: 2,
    });
    expect((await t.get('/api/translations/sv')).body.data.texts).toEqual({
      'ui.own_key': 'Min egen',
      'ui.search': 'Sök',
    });
    const missing = (await t.get('/api/admin/translations/sv/missing', { as: admin })).body.data.texts;
    expect(missing['ui.search']).toBeUndefined();
    expect(missing['ui.price']).toBe('Price');
    await write('sv', { 'ui.own_key': null });
    expect((await t.get('/api/translations/sv')).body.data.texts).toEqual({ 'ui.search': 'Sök' });
    const { languages } = (await t.get('/api/admin/translations', { as: admin })).body.data;
    expect(languages.find((row: { language: string }) => row.language === 'sv')).toMatchObject({ keys: 1 });
  });

  it('change shipped texts, and restore them', async () => {
    await write('de', { 'ui.search': 'Finden' });
    expect((await t.get('/api/translations/de')).body.data.texts['ui.search']).toBe('Finden');
    await write('de', { 'ui.search': null });
    expect((await t.get('/api/translations/de')).body.data.texts['ui.search']).toBe('Suchen');
  });

  it('name categories in further languages; endpoints and search follow', async () => {
    await createListing(t, await createSeller(t));
    await write('sv', { 'categories.tractor-units': 'Dragbilar' });
    expect(
      (await t.get('/api/categories/tractor-units', { headers: { 'accept-language': 'sv' } })).body.data.name,
    ).toBe('Dragbilar');
    expect((await t.get('/api/search?q=dragbilar')).body.data.pagination.total).toBe(1);
  });

  it('export what can be imported', async () => {
    const file = await t.get('/api/admin/translations/de/export.json', { as: admin });
    expect(file.headers['content-disposition']).toContain('translations-de.json');
    const imported = await t.put('/api/admin/translations/de', JSON.parse(file.text), { as: admin });
    expect(imported.status).toBe(200);
    expect(imported.body.data.written).toBe(0);
    // Importing shipped texts does not count as an edit: errors keep their specific texts, and no listing is reindexed.
    const error = await t.get('/api/listings/nowhere', { headers: { 'accept-language': 'de' } });
    expect(error.body.error.message).toBe('Dieses Inserat gibt es nicht.');
    const edited = JSON.parse(file.text);
    edited.entries['ui.search'] = 'Stöbern';
    const secondImport = await t.put('/api/admin/translations/de', edited, { as: admin });
    expect(secondImport.body.data.written).toBe(1);
    await write('de', { 'ui.search': null });
  });

  it('take back what was read, too', async () => {
    const { data } = (await t.get('/api/admin/translations/de', { as: admin })).body;
    const sent = await t.put('/api/admin/translations/de', data, { as: admin });
    expect([sent.status, sent.body.data]).toEqual([200, { language: 'de', written: 0 }]);
    const texts = { ...data.texts, 'ui.search': 'Stöbern', 'Not A Key': 'x' };
    const refused = await t.put('/api/admin/translations/de', { texts }, { as: admin });
    expect(refused.body.error.details).toEqual([
      { field: 'texts.Not A Key', message: 'is not a key such as ui.search' },
    ]);
    for (const body of [{}, { texts: data.texts, entries: data.texts }])
      expect((await t.put('/api/admin/translations/de', body, { as: admin })).status).toBe(422);
  });

  it('422 naming every bad entry', async () => {
    const response = await write('fr', { 'Not A Key': 'x', 'ui.empty': ' ', 'categories.nothing': 'x' });
    expect(response.status).toBe(422);
    expect(fieldsOf(response)).toEqual([
      'entries.Not A Key',
      'entries.ui.empty',
      'entries.categories.nothing',
    ]);
  });

  it('are the only ones', async () => {
    expect((await t.get('/api/admin/translations', { as: await createBuyer(t) })).body.error.code).toBe(
      'FORBIDDEN',
    );
  });
});

describe('what the server says itself', () => {
  it('an email uses the text of administrators, in every process, until it is withdrawn', async () => {
    const other = await createTestApp({ databaseUrl: t.databaseUrl });
    const ask = async (app: TestApp, language: string) => {
      const user = await createBuyer(app, { language, name: 'Ada' });
      await app.post('/api/auth/forgot-password', { email: user.email });
      await app.drainJobs();
      return app.mailbox.findLast(({ to }) => to === user.email);
    };
    const builtIn = await ask(t, 'ro');
    expect(builtIn).toMatchObject({ subject: 'Reset your Fifthwheel password' });
    const subject = () => other.app.platform.wording.find(['ro'], 'mails.password_reset.subject')?.language;
    const response = await t.put(
      '/api/admin/translations/ro',
      {
        entries: {
          'mails.password_reset.subject': 'Parolă nouă',
          'mails.password_reset.body': 'Bună ziua {name},\n\ntoken: {token}',
        },
      },
      { as: admin },
    );
    expect(response.status).toBe(200);
    await vi.waitUntil(() => subject() === 'ro', { timeout: 5000, interval: 5 });
    for (const app of [t, other]) {
      const mail = await ask(app, 'ro');
      expect(mail?.subject).toBe('Parolă nouă');
      expect(mail?.html).toContain('lang="ro"');
      expect(mail?.text).toMatch(/^Bună ziua Ada,\n\ntoken: [\w-]{20,}\n\nChoose a new password: https:/);
      expect((await ask(app, 'de'))?.subject).toBe('Ihr Fifthwheel-Passwort zurücksetzen');
    }
    await write('ro', { 'mails.password_reset.subject': null, 'mails.password_reset.body': null });
    expect((await ask(t, 'ro'))?.subject).toBe('Reset your Fifthwheel password');
    await other.close();
  });

  it('an error uses it too, by the language of the request, and may keep what is particular', async () => {
    const message = async (language?: string) => {
      const headers = language === undefined ? {} : { 'accept-language': language };
      const { error } = (await t.get('/api/listings/nowhere', { headers })).body;
      expect(error.code).toBe('NOT_FOUND');
      return error.message;
    };
    await write('de', { 'errors.NOT_FOUND': 'Gibt es nicht. ({message})' });
    expect(await message('de-DE,de;q=0.9')).toBe('Gibt es nicht. (Dieses Inserat gibt es nicht.)');
    expect(await message()).toBe('There is no such listing.');
    await write('en', { 'errors.NOT_FOUND': 'Nothing here.' });
    expect([await message(), await message('fi')]).toEqual(['Nothing here.', 'Nothing here.']);
    await write('en', { 'errors.NOT_FOUND': null });
    await write('de', { 'errors.NOT_FOUND': null });
    expect(await message('de')).toBe('Dieses Inserat gibt es nicht.');
  });

  it('a notice uses it in the application and in its email', async () => {
    const seller = await createSeller(t);
    await write('en', { 'notices.listing_sold.title': 'Sold: {title} ({price})' });
    await inTransaction(t.db, (trx) =>
      t.app.platform.notices.add(trx, {
        userId: seller.userId,
        type: 'listing_sold',
        data: { title: 'MAN TGX', price: 45_900, currency: 'EUR' },
        link: null,
      }),
    );
    await t.drainJobs();
    const { notifications } = (await t.get('/api/notifications', { as: seller })).body.data;
    expect(notifications[0].title).toBe('Sold: MAN TGX (€45,900)');
    const mails = t.mailbox.filter(({ to }) => to === seller.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Fifthwheel: sold listings']);
    await write('en', { 'notices.listing_sold.title': null });
  });

  it('422 for a placeholder that nothing fills', async () => {
    const response = await write('en', {
      'mails.verification.subject': 'Your {cod}',
      'errors.NOT_FOUND': '{name}',
      'custom.search': 'Any {thing}',
    });
    expect(response.status).toBe(422);
    expect(response.body.error.details).toEqual([
      {
        field: 'entries.mails.verification.subject',
        message: 'does not have the placeholder {cod}; it has {code}',
      },
      {
        field: 'entries.errors.NOT_FOUND',
        message: 'does not have the placeholder {name}; it has {message}',
      },
    ]);
  });

  it('is among the texts to edit, and not among those for interfaces', async () => {
    const desk = (await t.get('/api/admin/translations/de', { as: admin })).body.data.texts;
    expect(desk['mails.verification.subject']).toBe('{code} ist Ihr Bestätigungscode für Fifthwheel');
    expect(desk['notices.message.title']).toBe('Neue Nachricht von {sender}');
    const open = (await t.get('/api/translations/de')).body.data.texts;
    expect(Object.keys(open).filter((key) => /^(?:mails|notices)\./.test(key))).toEqual([]);
  });
});
