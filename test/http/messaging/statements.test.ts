import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBuyer, createListing, createSeller, type TestSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { watchStatements } from '../../support/statements.ts';
import { CONVERSATIONS, startConversation } from './scene.ts';

const sent = watchStatements();

let t: TestApp;
let seller: TestSeller;

beforeAll(async () => {
  t = await createTestApp();
  seller = await createSeller(t);
  const listing = await createListing(t, seller);
  for (let i = 0; i < 6; i++) await startConversation(t, await createBuyer(t), listing);
});
afterAll(async () => {
  await t.close();
  sent.stop();
});

/** Counts the statements that read messaging tables; ignores those of background jobs. */
async function statementsForPage(limit: number): Promise<number> {
  sent.clear();
  const response = await t.get(`${CONVERSATIONS}?limit=${limit}`, { as: seller });
  expect(response.body.data.conversations).toHaveLength(limit);
  return sent.texts.filter((text) => /conversations|messages|listings|users/.test(text)).length;
}

it('a page of conversations takes the same few statements, however long it is', async () => {
  await statementsForPage(1);
  const forOne = await statementsForPage(1);
  // One statement each for the session, the page and the counts.
  expect(forOne).toBe(3);
  expect(await statementsForPage(6)).toBe(forOne);
});
