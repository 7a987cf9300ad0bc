import { vi } from 'vitest';
import type { TestApp } from './test-app.ts';

/** Does something while the clock stands still: for what changes from one millisecond to the next. */
export async function standingAt<R>(t: TestApp, instant: number, work: () => Promise<R>): Promise<R> {
  const clock = vi.spyOn(t.clock, 'now').mockImplementation(() => new Date(instant));
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}
