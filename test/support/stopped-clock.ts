import { vi } from 'vitest';
import type { TestApp } from './test-app.ts';

/** Runs `work` with the clock stopped at `instant`, for results that depend on the millisecond. */
export async function withClockAt<R>(t: TestApp, instant: number, work: () => Promise<R>): Promise<R> {
  const clock = vi.spyOn(t.clock, 'now').mockImplementation(() => new Date(instant));
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}
