import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { SearchScheduler } from './search-scheduler.ts';

function schedulerWithClock() {
  let nowMs = 0;
  const done: string[] = [];
  const scheduler = new SearchScheduler(() => nowMs);
  const search = (name: string, ms: number): Promise<string> =>
    scheduler.run(() => {
      nowMs += ms;
      done.push(name);
      return name;
    });
  return { done, search };
}

it('runs short searches at once, in the order they come', async () => {
  const { done, search } = schedulerWithClock();
  const all = [search('a', 1), search('b', 1), search('c', 1)];
  expect(done).toEqual(['a', 'b', 'c']);
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
});

it('lets other work in once they have taken their time', async () => {
  const { done, search } = schedulerWithClock();
  const all = [search('a', 3), search('b', 3), search('c', 9), search('d', 1)];
  expect(done).toEqual(['a', 'b']);
  await setImmediate();
  expect(done).toEqual(['a', 'b', 'c']);
  // A search that arrives while others wait is queued behind them.
  all.push(search('e', 1));
  await setImmediate();
  expect(done).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('hands a failure to its caller and continues', async () => {
  const scheduler = new SearchScheduler();
  const failing = scheduler.run(() => {
    throw new Error('a bad query');
  });
  await expect(failing).rejects.toThrow('a bad query');
  expect(await scheduler.run(() => 1)).toBe(1);
});
