import { describe, expect, it } from 'vitest';
import { IN_FLIGHT_MAX, Lanes } from './dispatcher.ts';

const QUICK_MS = 20;
const SLOW_MS = 10_000;

describe('Lanes', () => {
  it('let a webhook have four attempts under way', () => {
    const lanes = new Lanes();
    for (let i = 0; i < 3; i++) lanes.begin('a');
    expect(lanes.fast).toMatchObject({ roomDefault: 4, room: { a: 1 } });
    lanes.begin('a');
    expect(lanes.fast.room).toEqual({ a: 0 });
    lanes.end('a', QUICK_MS);
    expect(lanes.fast.room).toEqual({ a: 1 });
  });

  it('give 64 places in all', () => {
    const lanes = new Lanes();
    expect(lanes.fast.free + lanes.slow.free).toBe(IN_FLIGHT_MAX);
    const { free } = lanes.fast;
    for (let i = 0; i < free; i++) lanes.begin(`w${i}`);
    expect(lanes.fast.free).toBe(0);
  });

  it('put slow targets aside, one attempt each, until they are quick again', () => {
    const lanes = new Lanes();
    lanes.begin('tar');
    lanes.end('tar', SLOW_MS);
    expect(lanes.slowWebhooks).toEqual(['tar']);
    lanes.begin('tar');
    expect(lanes.slow).toMatchObject({ roomDefault: 1, room: { tar: 0 } });
    expect(lanes.fast.room).toEqual({});
    lanes.end('tar', QUICK_MS);
    expect(lanes.slowWebhooks).toEqual([]);
  });

  it('call an attempt slow that took two seconds, and no shorter one', () => {
    const lanes = new Lanes();
    lanes.end('quick', 1999);
    lanes.end('slow', 2000);
    expect(lanes.slowWebhooks).toEqual(['slow']);
  });

  it('give the slow sixteen places, and one back when one of them ends', () => {
    const lanes = new Lanes();
    expect([lanes.fast.free, lanes.slow.free]).toEqual([48, 16]);
    for (let i = 0; i < 17; i++) {
      lanes.end(`tar${i}`, SLOW_MS);
      lanes.begin(`tar${i}`);
    }
    expect(lanes.slow.free).toBe(0);
    lanes.end('tar0', SLOW_MS);
    expect(lanes.slow.free).toBe(0);
    lanes.end('tar1', SLOW_MS);
    expect([lanes.slow.free, lanes.slow.room['tar1'], lanes.slow.room['tar2']]).toEqual([1, undefined, 0]);
  });

  it('keep places free for the quick, however many targets hang', () => {
    const lanes = new Lanes();
    for (let i = 0; i < 500; i++) {
      lanes.begin(`tar${i}`);
      lanes.end(`tar${i}`, SLOW_MS);
    }
    for (let i = 0; lanes.slow.free > 0; i++) lanes.begin(`tar${i}`);
    expect(lanes.slow.free).toBe(0);
    expect(lanes.fast.free).toBe(48);
  });

  it('forget the oldest of too many slow ones', () => {
    const lanes = new Lanes();
    for (let i = 0; i < 1200; i++) {
      lanes.begin(`tar${i}`);
      lanes.end(`tar${i}`, SLOW_MS);
    }
    expect(lanes.slowWebhooks).toHaveLength(1000);
    expect(lanes.slowWebhooks[0]).toBe('tar200');
  });
});
