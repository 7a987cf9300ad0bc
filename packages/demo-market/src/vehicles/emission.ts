import type { Random } from '../random.ts';
import type { EuroStandard, NonRoadStage } from '../records.ts';

/** Heavy duty: IV 2005, V 2008, VI 2013, VI-D 9/2019, VI-E 9/2021, decided by the year of manufacture. */
export function heavyDutyEuro(random: Random, year: number): EuroStandard {
  if (year >= 2022) return 'euro6e';
  if (year >= 2020) return 'euro6d';
  if (year >= 2014) return 'euro6';
  if (year === 2013) return random.chance(0.5) ? 'euro6' : 'euro5';
  if (year >= 2009) return random.chance(0.08) ? 'eev' : 'euro5';
  if (year >= 2006) return random.chance(0.3) ? 'euro5' : 'euro4';
  return 'euro3';
}

/** Light duty: 4 in 2006, 5 in 2011, 6 in 2016, 6d in 2021, 6e in 2024. */
export function lightDutyEuro(year: number): EuroStandard {
  if (year >= 2024) return 'euro6e';
  if (year >= 2021) return 'euro6d';
  if (year >= 2016) return 'euro6';
  if (year >= 2011) return 'euro5';
  if (year >= 2006) return 'euro4';
  return 'euro3';
}

export function nonRoadStage(year: number): NonRoadStage {
  if (year >= 2020) return 'stage_5';
  if (year >= 2014) return 'stage_4';
  if (year >= 2011) return 'stage_3b';
  return 'stage_3a';
}
