import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdmin, createSeller } from '../../support/factories.ts';
import { fieldsOf, createTestApp, type TestResponse, type TestApp } from '../../support/test-app.ts';
import {
  buyerForm,
  codeFor,
  errorOf,
  FORM_HEADERS,
  formBytes,
  type FormPart,
  lastMailTo,
  newEmail,
  newPerson,
  PASSWORD,
  partsOf,
  PDF,
  PNG,
  register,
  sellerForm,
  signIn,
} from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const registerForm = (parts: readonly FormPart[], end?: string): Promise<TestResponse> =>
  t.call('POST', '/api/auth/register', { payload: formBytes(parts, end), headers: FORM_HEADERS });
const pdf = (name = 'licence.pdf', content = PDF): FormPart => ({
  name: 'documents[]',
  file: { name, type: 'application/pdf', content },
});

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

/** Waits until no temporary files are left; they are deleted after the response is sent. */
const waitForCleanup = (): Promise<void> =>
  expect.poll(() => filesBelow(path.join(t.dataDir, 'tmp'))).toEqual([]);

describe('emails to an unconfirmed address', () => {
  it('contain no address that is part of a name', async () => {
    const name = 'Win at https://prize.example/now or www.prize.example J.R.';
    const person = await newPerson(t, buyerForm({ name }));
    const verification = await lastMailTo(t, person.email);
    expect(verification.text).toContain('Win at https prize example now or www prize example J R.');
    await t.post('/api/auth/forgot-password', { email: person.email });
    const reset = await lastMailTo(t, person.email);
    expect(reset.text).toContain('fwpr_');
    const stranger = newEmail();
    await t.post('/api/account/email', { email: stranger, password: PASSWORD }, { as: person });
    const change = await lastMailTo(t, stranger);
    const owner = await createSeller(t, { plan: 'professional' });
    await t.db.updateTable('sellers').set({ company_name: name }).where('id', '=', owner.sellerId).execute();
    await t.db.updateTable('users').set({ name }).where('id', '=', owner.userId).execute();
    const invited = newEmail();
    await t.post('/api/seller/team/invitations', { email: invited, role: 'AGENT' }, { as: owner });
    const invitation = await lastMailTo(t, invited);
    for (const { text, html } of [verification, reset, change, invitation])
      for (const body of [text, html ?? '']) {
        expect(body).toContain('Win at https prize example');
        expect(body).not.toContain('prize.example');
      }
  });
});

describe('201', () => {
  it.each(['/api', '/api/v1', '/v1'])('returns the account and a message below %s', async (mount) => {
    const form = buyerForm({ name: '  Anna Petersen ' });
    const response = await t.post(`${mount}/auth/register`, form);
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      success: true,
      data: {
        user: {
          id: expect.stringMatching(/^usr_/),
          email: form['email'],
          name: 'Anna Petersen',
          role: 'BUYER',
          emailVerified: false,
        },
        message: expect.any(String),
      },
    });
  });

  it('creates a seller with a unique slug, an owner and the free plan', async () => {
    const forms = [sellerForm(), sellerForm()];
    for (const form of forms) expect((await t.post('/api/auth/register', form)).status).toBe(201);
    const sellers = await Promise.all(
      forms.map(async (form) => {
        const { token } = await signIn(t, { userId: '', email: String(form['email']) });
        return (await t.get('/api/auth/me', { as: token })).body.data.seller;
      }),
    );
    expect(sellers[0]).toEqual({
      id: expect.stringMatching(/^sel_/),
      companyName: 'Nord Trucks GmbH',
      slug: 'nord-trucks-gmbh',
      verified: false,
      trustScore: expect.any(Number),
      subscription: { plan: 'free', status: 'active' },
    });
    expect(sellers[1].slug).toMatch(/^nord-trucks-gmbh-[0-9a-f]{6}$/);
  });

  it('finds a slug for a name without Latin letters', async () => {
    const form = sellerForm({ companyName: 'Грузовики' });
    expect((await t.post('/api/auth/register', form)).status).toBe(201);
  });

  it('sends a code, in the language asked for', async () => {
    const german = buyerForm({ language: 'de' });
    await t.post('/api/auth/register', german);
    expect((await lastMailTo(t, String(german['email']))).subject).toMatch(/^\d{6} ist Ihr/);
    const accepted = buyerForm();
    await t.post('/api/auth/register', accepted, { headers: { 'accept-language': 'de-AT,de;q=0.9' } });
    expect((await lastMailTo(t, String(accepted['email']))).subject).toMatch(/ist Ihr/);
    const french = buyerForm({ language: 'fr' });
    await t.post('/api/auth/register', french);
    expect((await lastMailTo(t, String(french['email']))).subject).toMatch(/est votre code/);
    const other = buyerForm({ language: 'cs' });
    await t.post('/api/auth/register', other);
    expect(await codeFor(t, String(other['email']))).toMatch(/^\d{6}$/);
    expect((await lastMailTo(t, String(other['email']))).subject).toMatch(/is your/);
  });

  it('records it as an event of the user', async () => {
    const form = sellerForm();
    const response = await t.post('/api/auth/register', form);
    const { id } = response.body.data.user;
    const events = await t.db.selectFrom('events').selectAll().where('user_id', '=', id).execute();
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      type: 'user.created',
      seller_id: null,
      data: {
        user: {
          id,
          email: form['email'],
          role: 'SELLER',
          email_verified: false,
          seller: { id: expect.stringMatching(/^sel_/) },
        },
      },
    });
  });

  it('never accepts more fields than it documents', async () => {
    const response = await t.post('/api/auth/register', {
      ...buyerForm(),
      emailVerified: true,
      verified: true,
      id: 'usr_mine',
      status: 'active',
      trustScore: 100,
    });
    expect(response.status).toBe(201);
    expect(response.body.data.user.emailVerified).toBe(false);
    expect(String(response.headers['x-ignored-fields']).split(', ').toSorted()).toEqual(
      ['emailVerified', 'id', 'status', 'trustScore', 'verified'].toSorted(),
    );
  });

  it('keeps the password as a hash only', async () => {
    const form = buyerForm();
    await t.post('/api/auth/register', form);
    const { password_hash } = await t.db
      .selectFrom('users')
      .select('password_hash')
      .where('email', '=', String(form['email']))
      .executeTakeFirstOrThrow();
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('stores documents privately, under names of ours', async () => {
    const response = await registerForm([
      ...partsOf(sellerForm()),
      pdf('../../etc/passwd'),
      { name: 'documents', file: { name: 'a\u202egnp.pdf', type: 'image/png', content: PNG } },
    ]);
    expect(response.status).toBe(201);
    const rows = await t.db
      .selectFrom('seller_documents')
      .selectAll()
      .where('user_id', '=', response.body.data.user.id)
      .orderBy('bytes')
      .execute();
    expect(rows.map((row) => [row.filename, row.content_type, row.bytes])).toEqual([
      ['passwd', 'application/pdf', PDF.length],
      ['agnp.pdf', 'image/png', PNG.length],
    ]);
    for (const row of rows) {
      expect(row.storage_key).toMatch(/^private\/documents\/sel_\w+\/doc_\w+$/);
      expect((await t.app.platform.storage.get(row.storage_key))?.bytes).toBe(row.bytes);
    }
    await waitForCleanup();
  });

  it('takes a form without files, and empty inputs as not given', async () => {
    const form = { ...buyerForm(), phone: '', country: '' };
    const nothingChosen: FormPart = {
      name: 'documents[]',
      file: { name: '', type: 'application/octet-stream', content: Buffer.alloc(0) },
    };
    expect((await registerForm([...partsOf(form), nothingChosen])).status).toBe(201);
  });

  it('reads fields that come after a file', async () => {
    expect((await registerForm([pdf(), ...partsOf(sellerForm())])).status).toBe(201);
  });

  it('returns the same response for the same Idempotency-Key', async () => {
    const form = buyerForm();
    const options = { headers: { 'idempotency-key': 'register-1' } };
    const responses = await Promise.all([1, 2, 3].map(() => t.post('/api/auth/register', form, options)));
    expect(responses.map((response) => response.status)).toEqual([201, 201, 201]);
    expect(new Set(responses.map((response) => response.text)).size).toBe(1);
    const stored = await t.db.selectFrom('idempotency_keys').select('body').executeTakeFirstOrThrow();
    expect(stored.body?.toString('latin1')).not.toContain('driver');
  });
});

describe('400', () => {
  it.each([
    ['no last boundary', (): Buffer => formBytes([...partsOf(sellerForm()), pdf()], '')],
    ['no content', (): Buffer => Buffer.alloc(0)],
    ['text instead of a form', (): Buffer => Buffer.from('email=a@b.de')],
  ])('a broken form: %s', async (_name, bytes) => {
    const response = await t.call('POST', '/api/auth/register', { payload: bytes(), headers: FORM_HEADERS });
    expect([400, 422]).toContain(response.status);
    await waitForCleanup();
  });

  it('a file in a field that has none', async () => {
    const stray: FormPart = { name: 'avatar', file: { name: 'a.png', type: 'image/png', content: PNG } };
    expect(errorOf(await registerForm([...partsOf(sellerForm()), stray]))).toEqual([400, 'BAD_REQUEST']);
  });

  it('no body, and a body that is no JSON', async () => {
    expect(errorOf(await t.call('POST', '/api/auth/register', {}))).toEqual([422, 'VALIDATION_ERROR']);
    const broken = { payload: '{"email":', headers: { 'content-type': 'application/json' } };
    expect(errorOf(await t.call('POST', '/api/auth/register', broken))).toEqual([400, 'BAD_REQUEST']);
  });
});

describe('422', () => {
  it.each([
    [{ role: 'ADMIN' }, ['role']],
    [{ role: ['BUYER'] }, ['role']],
    [{ role: 'buyer' }, ['role']],
    [{ email: 'not an address' }, ['email']],
    [{ email: `${'a'.repeat(250)}@example.org` }, ['email']],
    [{ name: 'A' }, ['name']],
    [{ name: '  A  ' }, ['name']],
    [{ name: 'A'.repeat(101) }, ['name']],
    [{ name: 'Anna\nPetersen' }, ['name']],
    [{ phone: '040 123456' }, ['phone']],
    [{ country: 'XX' }, ['country']],
    [{ country: 'de' }, ['country']],
    [{ language: 'german' }, ['language']],
    [{ currency: 'XXX' }, ['currency']],
    [{ password: 'Short1' }, ['password']],
    [{ password: 'nouppercase1' }, ['password']],
    [{ password: 'NoNumberHere' }, ['password']],
    [{ password: 'password1' }, ['password']],
    [{ password: `A1${'x'.repeat(255)}` }, ['password']],
    [{ password: `A1${'x'.repeat(900_000)}` }, ['password']],
    [{ password: 'Secure#\u0000Lorry42' }, ['password']],
    [{ name: 'Anna \ud800' }, ['name']],
    [{ role: 'SELLER' }, ['companyName']],
    [{ role: 'SELLER', companyName: ' ' }, ['companyName']],
    [
      { role: 'SELLER', email: 'x', name: '', password: 'password1', phone: '1', country: 'Germany' },
      ['companyName', 'country', 'email', 'name', 'password', 'phone'],
    ],
  ])('%# names every field at once', async (fields, names) => {
    const response = await t.post('/api/auth/register', buyerForm(fields));
    expect(errorOf(response)).toEqual([422, 'VALIDATION_ERROR']);
    expect(fieldsOf(response).toSorted()).toEqual(names);
  });

  it('says what a password lacks', async () => {
    const response = await t.post('/api/auth/register', buyerForm({ password: 'lorry' }));
    expect(response.body.error.details).toEqual([
      { field: 'password', message: 'must have at least 8 characters, an uppercase letter and a number' },
    ]);
  });

  it('everything that is required is missing', async () => {
    const response = await t.post('/api/auth/register', {});
    expect(fieldsOf(response).toSorted()).toEqual(['email', 'name', 'password', 'role']);
  });

  it('documents of a buyer', async () => {
    const response = await registerForm([...partsOf(buyerForm()), pdf()]);
    expect(errorOf(response)).toEqual([422, 'VALIDATION_ERROR']);
    expect(fieldsOf(response).toSorted()).toEqual(['documents']);
  });

  it('the fields of a form like those of JSON', async () => {
    const response = await registerForm([...partsOf(sellerForm({ role: 'ADMIN', email: 'x' })), pdf()]);
    expect(fieldsOf(response).toSorted()).toEqual(['email', 'role']);
    await waitForCleanup();
  });
});

describe('413 and 415', () => {
  it('a sixth document, and one over 10 MB', async () => {
    const six = Array.from({ length: 6 }, () => pdf());
    expect(errorOf(await registerForm([...partsOf(sellerForm()), ...six]))).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
    ]);
    const large = pdf('large.pdf', Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024)]));
    expect(errorOf(await registerForm([...partsOf(sellerForm()), large]))).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
    ]);
    const many = Array.from({ length: 60 }, (_, i) => ({ name: `field${i}`, value: 'x' }));
    expect(errorOf(await registerForm(many))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it.each([
    ['a page that calls itself a PDF', 'licence.pdf', Buffer.from('<html><script>alert(1)</script>')],
    ['an archive', 'licence.pdf', Buffer.from('PK\u0003\u0004rest')],
    ['an empty file', 'licence.pdf', Buffer.alloc(0)],
    ['an SVG', 'logo.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])('%s is recognized by its bytes', async (_name, filename, content) => {
    const response = await registerForm([...partsOf(sellerForm()), pdf(), pdf(filename, content)]);
    expect(errorOf(response)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    await waitForCleanup();
  });

  it('another type of body', async () => {
    const response = await t.call('POST', '/api/auth/register', {
      payload: 'email=a@b.de',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(errorOf(response)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});

describe('409', () => {
  it('an address that is taken, in any case of its letters', async () => {
    const form = buyerForm();
    await t.post('/api/auth/register', form);
    const repeated = { ...form, email: String(form['email']).toUpperCase() };
    expect(errorOf(await t.post('/api/auth/register', repeated))).toEqual([409, 'ALREADY_EXISTS']);
  });

  it('one of twenty simultaneous registrations gets the address', async () => {
    const [local = ''] = newEmail().split('@');
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        t.post(
          '/api/auth/register',
          buyerForm({ email: i % 2 === 0 ? `${local}@Race.example` : `${local.toUpperCase()}@race.EXAMPLE` }),
        ),
      ),
    );
    expect(responses.filter((response) => response.status === 201)).toHaveLength(1);
    expect(responses.filter((response) => errorOf(response)[1] === 'ALREADY_EXISTS')).toHaveLength(19);
  });

  it('leaves nothing of a seller who came second', async () => {
    const form = sellerForm({ companyName: 'Zweite Spedition' });
    const before = await filesBelow(path.join(t.dataDir, 'media'));
    const responses = await Promise.all([1, 2, 3, 4].map(() => registerForm([...partsOf(form), pdf()])));
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409,
    ]);
    const sellers = await t.db
      .selectFrom('sellers')
      .select('id')
      .where('company_name', '=', 'Zweite Spedition')
      .execute();
    expect(sellers).toHaveLength(1);
    expect(await filesBelow(path.join(t.dataDir, 'media'))).toHaveLength(before.length + 1);
    await waitForCleanup();
  });
});

it('a bad credential does not prevent registering', async () => {
  expect((await t.post('/api/auth/register', buyerForm(), { as: 'nonsense' })).status).toBe(201);
});

it('signs in with the registered credentials', async () => {
  const form = buyerForm();
  await t.post('/api/auth/register', form);
  const response = await t.post('/api/auth/login', { email: form['email'], password: PASSWORD });
  expect(response.status).toBe(200);
});

describe('common passwords', () => {
  const register = (password: string) =>
    t.post('/api/auth/register', { email: newEmail(), password, name: 'Common Case', role: 'BUYER' });

  it.each(['Password1', 'PASSWORD123', 'Welcome1', 'Sojdlg123aljg'])('422: %s', async (password) => {
    const refused = await register(password);
    expect([refused.status, refused.body.error.details[0].field]).toEqual([422, 'password']);
  });

  it.each(['Fifthwheel1', 'Longhaul24', 'SecurePass123', 'StrongPass1', 'Secure#Lorry42'])(
    '201: %s',
    async (password) => {
      expect((await register(password)).status).toBe(201);
    },
  );

  it('are accepted where the operator wants only the rule', async () => {
    const admin = await createAdmin(t);
    const url = '/api/admin/settings/auth.refuseCommonPasswords';
    expect((await t.put(url, { value: false }, { as: admin })).status).toBe(200);
    expect((await register('Password1')).status).toBe(201);
    await t.del(url, { as: admin });
    expect((await register('Password1')).status).toBe(422);
  });
});

describe('an address in another form', () => {
  it.each([
    ['ida.a@müller.example', 'ida.a@xn--mller-kva.example'],
    ['ida.b@xn--mller-kva.example', 'IDA.B@Müller.example'],
    ['ida.c@mu\u0308ller.example', 'ida.c@müller.example'],
  ])('%s and %s are one account', async (first, second) => {
    const email = first.normalize('NFC').replace('müller', 'xn--mller-kva');
    const registered = await t.post('/api/auth/register', buyerForm({ email: first }));
    expect([registered.status, registered.body.data.user.email]).toEqual([201, email]);
    expect(errorOf(await t.post('/api/auth/register', buyerForm({ email: second })))).toEqual([
      409,
      'ALREADY_EXISTS',
    ]);
    const signedIn = await t.post('/api/auth/login', { email: second, password: PASSWORD });
    expect(signedIn.status).toBe(200);
    const code = await codeFor(t, email);
    expect((await t.post('/api/auth/verify-email', { email: second, code })).status).toBe(200);
    await t.post('/api/auth/forgot-password', { email: second });
    await t.drainJobs();
    expect(t.mailbox.filter(({ to, subject }) => to === email && subject.includes('Reset'))).toHaveLength(1);
    const other = await signIn(t, await register(t));
    const change = { email: second, password: PASSWORD };
    expect(errorOf(await t.post('/api/account/email', change, { as: other.token }))).toEqual([
      409,
      'ALREADY_EXISTS',
    ]);
    const changed = await t.post('/api/account/email', change, { as: signedIn.body.data.accessToken });
    expect(fieldsOf(changed)).toEqual(['email']);
  });
});
