import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSellerWithAddress } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { days, pass } from '../http/billing/support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await t.app.runner.scheduleRecurring();
});
afterAll(() => t.close());

it('the owner gets an email with each invoice that is paid, each try that fails, and the end', async () => {
  const seller = await createSellerWithAddress(t, { language: 'de' });
  const subscribed = await t.post(
    '/api/subscriptions',
    { planId: 'starter', billingCycle: 'monthly', paymentMethod: 'pm_fails_on_renewal' },
    { as: seller },
  );
  expect(subscribed.status).toBe(201);
  await pass(t, days(32));
  for (let i = 0; i < 5; i++) await pass(t, days(2));
  const mails = t.mailbox.filter((mail) => mail.to === seller.email);
  const subjects = mails.map((mail) => mail.subject);
  expect(subjects.filter((subject) => subject.includes('Rechnung FW-'))).toHaveLength(1);
  expect(subjects.filter((subject) => subject === 'Fifthwheel: fehlgeschlagene Zahlungen')).toHaveLength(3);
  expect(mails.filter(({ text }) => text.includes('Zahlung ist fehlgeschlagen'))).toHaveLength(3);
  const last = t.mailbox.findLast((mail) => mail.to === seller.email);
  expect(last?.text).toContain('Starter');
});
