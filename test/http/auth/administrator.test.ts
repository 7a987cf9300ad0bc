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

it('somebody who has the address already is not made one', async () => {
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
