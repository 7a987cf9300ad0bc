import { describe, expect, it, vi } from 'vitest';
import { Metrics } from './metrics.ts';

const linesOf = async (metrics: Metrics): Promise<number> => (await metrics.read()).split('\n').length;

it('watch the process once, however many apps it makes', () => {
  const observed = vi.spyOn(PerformanceObserver.prototype, 'observe');
  const [one, other] = [new Metrics(), new Metrics()];
  expect(observed.mock.calls.length).toBeLessThan(2);
  const name = 'fifthwheel_nodejs_eventloop_lag_p99_seconds';
  expect(one.registry.getSingleMetric(name)).toBeDefined();
  expect(other.registry.getSingleMetric(name)).toBe(one.registry.getSingleMetric(name));
  observed.mockRestore();
});

describe('metrics of requests', () => {
  it('grow by one line for another status of a route, and not at all for another odd method', async () => {
    const metrics = new Metrics();
    const countResponse = (method: string, status: number): void =>
      metrics.observeRequest({ method, route: '/api/search', status, seconds: 0.01 });
    countResponse('GET', 200);
    countResponse('PROPFIND', 404);
    const before = await linesOf(metrics);
    for (const status of [304, 400, 401, 403, 404, 429, 500, 503]) countResponse('GET', status);
    for (const method of ['LOCK', 'MKCOL', 'SEARCH', 'M-SEARCH', 'PURGE']) countResponse(method, 404);
    expect(await linesOf(metrics)).toBe(before + 8);
  });

  it('are read once for all who read at the same time', async () => {
    const metrics = new Metrics();
    let readings = 0;
    metrics.gauge('test', 'Test', () => ++readings);
    const texts = await Promise.all([metrics.read(), metrics.read(), metrics.read()]);
    expect(new Set(texts).size).toBe(1);
    expect(readings).toBe(1);
    await metrics.read();
    expect(readings).toBe(2);
  });
});

describe('a metric that cannot be read', () => {
  const lineOf = (text: string, name: string): string[] =>
    text.split('\n').filter((line) => line.startsWith(`fifthwheel_${name}`));
  const failing = (): Promise<never> => Promise.reject(new Error('the database is away'));

  it('is left out and counted in the same reading; all others are shown', async () => {
    const metrics = new Metrics();
    metrics.gauge('plain', 'Test', failing);
    metrics.gauges('labelled', 'Test', 'lane', failing);
    metrics.gauge('sync', 'Test', () => {
      throw new Error('broken');
    });
    metrics.gauge('sound', 'Test', () => 7);
    const text = await metrics.read();
    for (const name of ['plain', 'labelled', 'sync']) {
      expect(lineOf(text, name)).toEqual([]);
      expect(text).toContain(`fifthwheel_metrics_unread_total{metric="fifthwheel_${name}"} 1`);
    }
    expect(lineOf(text, 'sound')).toEqual(['fifthwheel_sound 7']);
    expect(lineOf(text, 'process_cpu_seconds_total')).toHaveLength(1);
  });

  it('shows no outdated value, and shows its value again once it can be read', async () => {
    const metrics = new Metrics();
    let read = (): Promise<number> => Promise.resolve(3);
    metrics.gauge('test', 'Test', () => read());
    metrics.gauges('tests', 'Test', 'lane', async () => [['soon', await read()]]);
    expect(lineOf(await metrics.read(), 'test')).toEqual([
      'fifthwheel_test 3',
      'fifthwheel_tests{lane="soon"} 3',
    ]);
    read = failing;
    expect(lineOf(await metrics.read(), 'test')).toEqual([]);
    read = () => Promise.resolve(4);
    expect(lineOf(await metrics.read(), 'test')).toEqual([
      'fifthwheel_test 4',
      'fifthwheel_tests{lane="soon"} 4',
    ]);
  });

  it('times out after two seconds without a response', async () => {
    vi.useFakeTimers();
    try {
      const metrics = new Metrics();
      metrics.gauge('silent', 'Test', () => new Promise<number>(() => {}));
      metrics.gauge('sound', 'Test', () => 7);
      const reading = metrics.read();
      await vi.advanceTimersByTimeAsync(2000);
      const text = await reading;
      expect(lineOf(text, 'silent')).toEqual([]);
      expect(lineOf(text, 'sound')).toEqual(['fifthwheel_sound 7']);
    } finally {
      vi.useRealTimers();
    }
  });
});
