/** Recipients of emails and notifications to a seller. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getCustomer } from '../../../src/modules/auth/account/customers.repository.ts';
import { findManagers } from '../../../src/modules/companies/index.ts';
import { addMs, DAY_MS } from '../../../src/platform/clock.ts';
import { createSeller, createTeamMember } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

it('emails about money go to the owner who has been in the team for longest', async () => {
  const seller = await createSeller(t);
  await createTeamMember(t, seller.sellerId, 'MANAGER');
  const second = await createTeamMember(t, seller.sellerId, 'OWNER');
  const third = await createTeamMember(t, seller.sellerId, 'OWNER');
  const setJoinedAt = async (
    joinedAt: Date,
    ...users: readonly { readonly userId: string }[]
  ): Promise<void> => {
    for (const { userId } of users)
      await t.db
        .updateTable('team_members')
        .set({ created_at: joinedAt })
        .where('user_id', '=', userId)
        .execute();
  };
  const ownerId = async (): Promise<string | undefined> =>
    (await getCustomer(t.db, seller.sellerId)).owner?.userId;
  const now = t.clock.now();
  await setJoinedAt(now, seller, second, third);
  const byId = await t.db
    .selectFrom('team_members')
    .select('user_id')
    .where('seller_id', '=', seller.sellerId)
    .where('role', '=', 'OWNER')
    .orderBy('id')
    .execute();
  expect(await ownerId()).toBe(byId[0]?.user_id);
  for (const user of [third, second, seller]) {
    await setJoinedAt(now, seller, second, third);
    await setJoinedAt(addMs(now, -DAY_MS), user);
    expect(await ownerId()).toBe(user.userId);
  }
});

it('notifications about the company go to its owners and managers, in the order in which they joined', async () => {
  const [one, other] = [await createSeller(t), await createSeller(t)];
  const manager = await createTeamMember(t, one.sellerId, 'MANAGER');
  for (const role of ['AGENT', 'VIEWER'] as const) await createTeamMember(t, one.sellerId, role);
  expect(await findManagers(t.db, [])).toEqual(new Map());
  const recipients = new Map([[one.sellerId, [one.userId, manager.userId]]]);
  expect(await findManagers(t.db, [one.sellerId])).toEqual(recipients);
  recipients.set(other.sellerId, [other.userId]);
  expect(await findManagers(t.db, [other.sellerId, one.sellerId])).toEqual(recipients);
});
