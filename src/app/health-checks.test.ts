import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type HealthCheck, HealthChecks } from './health-checks.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const EVERY_MS = 5000;
const TIMEOUT_MS = 2000;

function checksOf(...runs: HealthCheck['run'][]): HealthChecks {
  const checks = runs.map((run, i) => ({ name: `part${i + 1}`, everyMs: EVERY_MS, run }));
  return new HealthChecks(checks, () => Date.now());
}

describe('health checks', () => {
  it('say how old each finding is', async () => {
    const health = checksOf(async () => ({ position: 7 }));
    expect(health.findings()).toEqual({ part1: { status: 'unknown', age_seconds: null } });
    health.start();
    await vi.advanceTimersByTimeAsync(1500);
    expect(health.findings()).toEqual({ part1: { status: 'ok', age_seconds: 1.5, position: 7 } });
    await vi.advanceTimersByTimeAsync(EVERY_MS - 1000);
    expect(health.findings()['part1']).toMatchObject({ age_seconds: 0.5 });
    health.stop();
  });

  it('report a dependency that fails, without its error, and the others as they are', async () => {
    const health = checksOf(
      () => Promise.reject(new Error('password of postgres://admin:secret@db')),
      () => {
        throw new Error('not started');
      },
      async () => {},
    );
    await health.refresh();
    expect(health.findings()).toEqual({
      part1: { status: 'unreachable', age_seconds: 0 },
      part2: { status: 'unreachable', age_seconds: 0 },
      part3: { status: 'ok', age_seconds: 0 },
    });
  });

  it('never query a hanging dependency a second time, and notice when it responds', async () => {
    let respond = (): void => {};
    const run = vi.fn<HealthCheck['run']>(
      () =>
        new Promise((resolve) => {
          respond = () => resolve();
        }),
    );
    const health = checksOf(run);
    health.start();
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    expect(health.findings()['part1']).toEqual({ status: 'timeout', age_seconds: 0 });
    await vi.advanceTimersByTimeAsync(10 * EVERY_MS);
    expect(run).toHaveBeenCalledTimes(1);
    expect(health.findings()['part1']).toEqual({ status: 'timeout', age_seconds: 50 });
    respond();
    await vi.advanceTimersByTimeAsync(0);
    expect(health.findings()['part1']).toEqual({ status: 'ok', age_seconds: 0 });
    health.stop();
  });

  it('end with stop', async () => {
    const run = vi.fn<HealthCheck['run']>(async () => {});
    const health = checksOf(run);
    health.start();
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    health.stop();
    await vi.advanceTimersByTimeAsync(10 * EVERY_MS);
    expect(run).toHaveBeenCalledTimes(2);
  });
});
