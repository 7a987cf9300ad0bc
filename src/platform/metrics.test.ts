import { describe, expect, it } from 'vitest';
import { Metrics } from './metrics.ts';

const linesOf = async (metrics: Metrics): Promise<number> => (await metrics.read()).split('\n').length;

describe('metrics of requests', () => {
  it('grow by one line for another status of a route, and not at all for another odd method', async () => {
    const metrics = new Metrics();
    const answer = (method: string, status: number): void =>
      metrics.observeRequest({ method, route: '/api/search', status, seconds: 0.01 });
    answer('GET', 200);
    answer('PROPFIND', 404);
    const before = await linesOf(metrics);
    for (const status of [304, 400, 401, 403, 404, 429, 500, 503]) answer('GET', status);
    for (const method of ['LOCK', 'MKCOL', 'SEARCH', 'M-SEARCH', 'PURGE']) answer(method, 404);
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
