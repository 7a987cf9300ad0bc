import type { World } from '@fifthwheel/demo-market';
import { loadGazetteer } from '../../platform/gazetteer/gazetteer.ts';
import { powerHpOf, powerKwOf } from '../listings/index.ts';

export const world: World = {
  findCity: (city, country) => loadGazetteer().findCity(city, country),
  powerHpOf,
  powerKwOf,
};
