import { describe, expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import { FairSlots } from './fair-slots.ts';

/** Turns of a clock that stands still until it is moved, and the accounts in the order in which they got a slot. */
function open({ slots = 1, perAccount = 1 } = {}) {
  let nowMs = Date.parse('2026-03-01T10:00:00Z');
  const served: string[] = [];
  const held = new Map<string, string>();
  const turns = new FairSlots({
    slots: Array.from({ length: slots }, (_slot, i) => `slot ${i}`),
    clock: { now: () => new Date(nowMs) },
    perAccount: () => perAccount,
  });
  return {
    turns,
    served,
    take: (account: string): void => {
      void turns.take(account).then((slot) => {
        if (slot === null) return;
        served.push(account);
        held.set(account, slot);
      });
    },
    /** Ends the account's turn. */
    end: async (account: string, spentMs = 0): Promise<void> => {
      await settled();
      turns.release(account, held.get(account) ?? 'none', spentMs);
      await settled();
    },
    pass: (ms: number): void => {
      nowMs += ms;
    },
  };
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('turns of accounts', () => {
  it('leave a slot free for others, however much one account sends', async () => {
    const { take, served } = open({ slots: 2 });
    for (let i = 0; i < 60; i++) take('flood');
    take('other');
    await settled();
    expect(served).toEqual(['flood', 'other']);
  });

  it('go round the accounts, not round the images', async () => {
    const { take, end, served } = open();
    for (const account of ['a', 'a', 'a', 'b', 'b', 'c']) take(account);
    for (const account of ['a', 'b', 'c', 'a', 'b', 'a']) await end(account);
    expect(served).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
  });

  it('come less often to an account with costly images', async () => {
    const { take, end, served } = open();
    for (const account of ['costly', 'costly', 'cheap', 'cheap', 'cheap', 'new']) take(account);
    await end('costly', 3 * SECOND_MS);
    await end('cheap', 100);
    await end('new', 100);
    await end('cheap', 100);
    await end('cheap', 100);
    expect(served).toEqual(['costly', 'cheap', 'new', 'cheap', 'cheap', 'costly']);
  });

  it('reduce used time by half a second per second', async () => {
    const { take, end, turns, pass } = open();
    take('a');
    await end('a', MINUTE_MS);
    expect(turns.waitMs('a', 0)).toBe(2 * MINUTE_MS);
    expect(turns.waitMs('a', 30 * SECOND_MS)).toBe(MINUTE_MS);
    pass(90 * SECOND_MS);
    expect(turns.waitMs('a', 0)).toBe(30 * SECOND_MS);
    pass(30 * SECOND_MS);
    expect(turns.waitMs('a', 0)).toBe(0);
  });

  it('do not add to a debt when the clock is set back', async () => {
    const { take, end, turns, pass } = open();
    take('a');
    await end('a', MINUTE_MS);
    pass(-MINUTE_MS);
    expect(turns.waitMs('a', 0)).toBe(2 * MINUTE_MS);
  });

  it('end with null when they are closed', async () => {
    const { turns, take } = open();
    take('a');
    const waiting = turns.take('b');
    turns.close();
    expect(await waiting).toBeNull();
    expect(await turns.take('c')).toBeNull();
  });
});
