import { expect, test } from 'vitest';
import { boxAround, distanceKm, lngWithin } from './geo.ts';

test('distances agree with known ones, and boxes hold their circle', () => {
  expect(distanceKm(52.52, 13.405, 48.8566, 2.3522)).toBeCloseTo(877.5, 0);
  expect(distanceKm(0, 179.9, 0, -179.9)).toBeCloseTo(22.24, 1);
  for (const lat of [-89, -60, 0, 52, 89.5]) {
    const box = boxAround(lat, 200);
    for (let bearing = 0; bearing < 360; bearing += 7) {
      const reach = 200 / 6371.0088;
      const [from, angle] = [(lat * Math.PI) / 180, (bearing * Math.PI) / 180];
      const to = Math.asin(
        Math.sin(from) * Math.cos(reach) + Math.cos(from) * Math.sin(reach) * Math.cos(angle),
      );
      const east = Math.atan2(
        Math.sin(angle) * Math.sin(reach) * Math.cos(from),
        Math.cos(reach) - Math.sin(from) * Math.sin(to),
      );
      const degrees = (to * 180) / Math.PI;
      expect(degrees).toBeGreaterThanOrEqual(box.latMin);
      expect(degrees).toBeLessThanOrEqual(box.latMax);
      expect(lngWithin(0, (east * 180) / Math.PI, box.lngReach)).toBe(true);
    }
  }
});
