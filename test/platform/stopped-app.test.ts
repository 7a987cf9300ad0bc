// Tests and tools create many apps in one process; each has routes, indexes and caches of about 20 MB.
import v8 from 'node:v8';
import vm from 'node:vm';
import { expect, it } from 'vitest';
import { createListing, createSeller } from '../support/factories.ts';
import { createTestApp } from '../support/test-app.ts';

v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc') as () => void;

async function runAndStop(): Promise<WeakRef<object>> {
  const t = await createTestApp();
  await createListing(t, await createSeller(t));
  expect((await t.get('/api/search?q=man')).body.data.results).toHaveLength(1);
  expect((await t.get('/metrics')).status).toBe(200);
  await t.close();
  return new WeakRef(t.app);
}

it('an app that has stopped is not kept in memory', async () => {
  const stopped = [await runAndStop(), await runAndStop()];
  // The last app can still be referenced from the stack, so create one more and let pending events run.
  await runAndStop();
  await expect
    .poll(() => {
      collectGarbage();
      return stopped.filter((app) => app.deref() !== undefined).length;
    })
    .toBe(0);
});
