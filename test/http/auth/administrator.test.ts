import { expect, it } from 'vitest';
import { createUser } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const env = { ADMIN_EMAIL: 'root@example.org', ADMIN_PASSWORD: 'Master#Lorry42' };

async function withApp(
  options: Parameters<typeof createTestApp>[0],
  work: (t: TestApp) => Promise<void>,
): Promise<void> {
  const t = await createTestApp(options);
  try {
    await work(t);
  } finally {
    await t.close();
  }
}

it('the first administrator comes from the environment, once', async () => {
  await withApp({ env }, async (t) => {
    const login = await t.post('/api/auth/login', { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD });
    expect(login.body.data.user).toMatchObject({ role: 'ADMIN', emailVerified: true });
    const starts = Array.from({ length: 2 }, () =>
      withApp(
        { env: { ...env, ADMIN_EMAIL: 'second@example.org' }, databaseUrl: t.databaseUrl },
        async () => {},
      ),
    );
    await Promise.all(starts);
    const admins = await t.db.selectFrom('users').select('email').where('role', '=', 'ADMIN').execute();
    expect(admins).toEqual([{ email: env.ADMIN_EMAIL }]);
  });
});

it('an account that already has the address is not made an administrator', async () => {
  await withApp({}, async (t) => {
    const person = await createUser(t, { email: env.ADMIN_EMAIL });
    await withApp({ env, databaseUrl: t.databaseUrl }, async () => {});
    const rows = await t.db.selectFrom('users').select(['id', 'role']).execute();
    expect(rows).toEqual([{ id: person.userId, role: 'BUYER' }]);
  });
});

it.each([
  ['weak', 'password1', /^ADMIN_PASSWORD must have an uppercase letter$/],
  ['common', 'Password1', /^ADMIN_PASSWORD is one of the most common passwords/],
])('a %s ADMIN_PASSWORD is no start', async (_kind, password, message) => {
  await expect(createTestApp({ env: { ...env, ADMIN_PASSWORD: password } })).rejects.toThrow(message);
});

it('another one is made where the only one is suspended or erased', async () => {
  await withApp({ env }, async (t) => {
    for (const [n, status] of (['suspended', 'erased'] as const).entries()) {
      await t.db.updateTable('users').set({ status }).where('role', '=', 'ADMIN').execute();
      const email = `next${n}@example.org`;
      await withApp({ env: { ...env, ADMIN_EMAIL: email }, databaseUrl: t.databaseUrl }, async () => {});
      const active = await t.db
        .selectFrom('users')
        .select('email')
        .where('role', '=', 'ADMIN')
        .where('status', '=', 'active')
        .execute();
      expect(active).toEqual([{ email }]);
    }
  });
});

it('one of several processes that start on an empty database creates the administrator', async () => {
  await withApp({}, async (t) => {
    const starts = ['one', 'two', 'three'].map((name) =>
      withApp(
        { env: { ...env, ADMIN_EMAIL: `${name}@example.org` }, databaseUrl: t.databaseUrl },
        async () => {},
      ),
    );
    await Promise.all(starts);
    const admins = await t.db.selectFrom('users').select('email').where('role', '=', 'ADMIN').execute();
    expect(admins).toHaveLength(1);
  });
});

it('the operator creates further administrators at unused addresses', async () => {
  await withApp({}, async (t) => {
    const person = await createUser(t);
    const make = (email: string, password = env.ADMIN_PASSWORD) =>
      t.app.modules.createAdministrator(email, password);
    await make('first@example.org');
    await make('second@example.org');
    await expect(make('FIRST@example.org')).rejects.toThrow('is already an administrator');
    await expect(make(person.email)).rejects.toThrow('belongs to an account that is not an administrator');
    await expect(make('nobody')).rejects.toThrow('"nobody" is not an email address');
    await expect(make('third@example.org', 'short')).rejects.toThrow(/^ADMIN_PASSWORD must have/);
    const admins = await t.db
      .selectFrom('users')
      .select(['email', 'name', 'email_verified'])
      .where('role', '=', 'ADMIN')
      .orderBy('email')
      .execute();
    const defaults = { name: 'Administrator', email_verified: true };
    expect(admins).toEqual([
      { email: 'first@example.org', ...defaults },
      { email: 'second@example.org', ...defaults },
    ]);
    const login = await t.post('/api/auth/login', {
      email: 'second@example.org',
      password: env.ADMIN_PASSWORD,
    });
    expect(login.body.data.user.role).toBe('ADMIN');
  });
});
