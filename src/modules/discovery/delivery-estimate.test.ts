import { expect, it } from 'vitest';
import { deliveryEstimate } from './delivery-estimate.ts';

it('estimates by distance and category, rounded to tens; without amounts not at all', () => {
  const setting = { base: 150, perKm: 1.3, factors: { vans: 0.6 } };
  expect(deliveryEstimate(0, 'trucks', setting)).toBe(150);
  expect(deliveryEstimate(500, 'trucks', setting)).toBe(800);
  expect(deliveryEstimate(500, 'vans', setting)).toBe(480);
  expect(deliveryEstimate(500, 'constructor', setting)).toBe(800);
  expect(deliveryEstimate(500, 'trucks', { ...setting, base: 0, perKm: 0 })).toBeNull();
});
