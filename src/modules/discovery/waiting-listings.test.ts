import { expect, test } from 'vitest';
import type { LogEntry } from '../listings/index.ts';
import { WaitingListings } from './waiting-listings.ts';

const state = (position: number) => ({ position, holes: [] });
const entries = (transaction: string, ids: readonly string[], ageMs = 0): LogEntry[] =>
  ids.map((listingId) => ({ listingId, transaction, ageMs }));
const many = (prefix: string): string[] => Array.from({ length: 101 }, (_, index) => `${prefix}${index}`);

test('what one transaction changed alone comes before the thousands of another', () => {
  const waiting = new WaitingListings();
  const renamed = many('renamed');
  waiting.add(
    [...entries('1', renamed.slice(0, 50)), ...entries('2', ['own']), ...entries('1', renamed.slice(50))],
    state(102),
  );
  expect(waiting.next(1000)).toEqual(['own']);
  expect(waiting.next(1000)).toEqual(['own']);
  waiting.remove(['own']);
  expect(waiting.hasFew).toBe(false);
  expect(waiting.next(1000)).toEqual(renamed);
});

test('a listing that waits among thousands comes first once it is changed alone', () => {
  const waiting = new WaitingListings();
  waiting.add(entries('1', many('renamed')), state(101));
  waiting.add(entries('2', ['renamed70']), state(102));
  expect(waiting.next(1000)).toEqual(['renamed70']);
  waiting.remove(['renamed70']);
  expect(waiting.size).toBe(100);
  waiting.add(entries('3', [...many('renamed'), 'renamed101']), state(204));
  expect(waiting.size).toBe(102);
});

test('the log counts as applied up to where nothing before is waiting, whatever came first', () => {
  const waiting = new WaitingListings();
  const renamed = many('renamed');
  waiting.add(entries('1', renamed), state(101));
  waiting.add(entries('2', ['own']), state(102));
  waiting.remove(['own']);
  expect(waiting.applied()).toBeNull();
  waiting.remove(renamed.slice(1));
  waiting.add([], state(103));
  expect(waiting.applied()).toBeNull();
  waiting.remove(renamed.slice(0, 1));
  expect(waiting.applied()).toEqual(state(103));
  expect(waiting.applied()).toBeNull();
});

test('the age is that of the oldest change that waits', () => {
  const waiting = new WaitingListings();
  expect(waiting.oldestAgeMs).toBe(0);
  waiting.add([...entries('1', ['old'], 90_000), ...entries('2', ['new'], 1000)], state(2));
  expect(waiting.oldestAgeMs).toBeGreaterThanOrEqual(90_000);
  waiting.remove(['old', 'new']);
  expect(waiting.oldestAgeMs).toBe(0);
});
