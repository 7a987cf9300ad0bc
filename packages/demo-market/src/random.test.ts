import { describe, expect, it } from 'vitest';
import { byZipf, Random, weighted } from './random.ts';

const drawMany = <T>(count: number, draw: (random: Random) => T, stream = 'test'): T[] => {
  const random = new Random(1, stream);
  return Array.from({ length: count }, () => draw(random));
};

describe('Random', () => {
  it('repeats a stream and differs between seeds, names and indexes', () => {
    const first = (seed: number, stream: string, index: number): number =>
      new Random(seed, stream, index).next();
    expect(first(1, 'a', 0)).toBe(first(1, 'a', 0));
    const firsts = [first(1, 'a', 0), first(2, 'a', 0), first(1, 'b', 0), first(1, 'a', 1), first(1, 'a', 2)];
    expect(new Set(firsts).size).toBe(5);
  });

  it('fills its ranges evenly, also over the first draws of neighbouring streams', () => {
    const counts = Array.from({ length: 10 }, () => 0);
    for (let index = 0; index < 10_000; index += 1) {
      const digit = new Random(7, 'neighbours', index).integer(0, 9);
      counts[digit] = (counts[digit] ?? 0) + 1;
    }
    expect(Math.min(...counts)).toBeGreaterThan(880);
    expect(Math.max(...counts)).toBeLessThan(1120);
  });

  it('has a bell of mean 0 and deviation 1, and waits as long as asked', () => {
    const bells = drawMany(20_000, (random) => random.bell());
    const mean = bells.reduce((sum, value) => sum + value, 0) / bells.length;
    const variance = bells.reduce((sum, value) => sum + (value - mean) ** 2, 0) / bells.length;
    expect(mean).toBeCloseTo(0, 1);
    expect(variance).toBeCloseTo(1, 1);
    const waits = drawMany(20_000, (random) => random.waiting(5));
    expect(waits.reduce((sum, value) => sum + value, 0) / waits.length).toBeCloseTo(5, 0);
  });

  it('rejects to choose from nothing', () => {
    expect(() => new Random(1, 'x').pick([])).toThrow('empty');
    expect(() => weighted([])).toThrow('empty');
  });
});

describe('choices by weight', () => {
  it('follow their weights', () => {
    const choice = weighted([
      ['often', 9],
      ['rarely', 1],
    ] as const);
    const drawn = drawMany(10_000, (random) => choice.draw(random));
    expect(drawn.filter((item) => item === 'often').length / 10_000).toBeCloseTo(0.9, 1);
  });

  it('give the first of a Zipf ranking about twice what the second gets', () => {
    const choice = byZipf(['a', 'b', 'c']);
    const drawn = drawMany(20_000, (random) => choice.draw(random));
    const count = (item: string): number => drawn.filter((other) => other === item).length;
    expect(count('a') / count('b')).toBeGreaterThan(1.7);
    expect(count('a') / count('b')).toBeLessThan(2.1);
  });
});
