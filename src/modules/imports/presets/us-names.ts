/** North American names, folded, for bodies of trucks and trailers and for axles. */
export const US_CATEGORIES: Readonly<Record<string, string>> = {
  sleepertractor: 'standard-tractor-units',
  sleepertractors: 'standard-tractor-units',
  sleeper: 'standard-tractor-units',
  daycab: 'standard-tractor-units',
  daycabtractor: 'standard-tractor-units',
  semitruck: 'tractor-units',
  truckheavyduty: 'trucks',
  tractor: 'tractor-units',
  heavyhaul: 'heavy-load-tractor-units',
  dumptruck: 'tipper-trucks',
  boxtruck: 'box-trucks',
  straighttruck: 'box-trucks',
  reefertruck: 'refrigerated-trucks',
  flatbedtruck: 'dropside-trucks',
  mixertruck: 'concrete-mixers',
  tanktruck: 'tank-trucks',
  watertruck: 'tank-trucks',
  vacuumtruck: 'vacuum-trucks',
  loggingtruck: 'timber-trucks',
  garbagetruck: 'refuse-trucks',
  towtruck: 'breakdown-trucks',
  rollofftruck: 'hooklift-trucks',
  buckettruck: 'aerial-platform-trucks',
  bucket: 'aerial-platform-trucks',
  cabchassis: 'chassis-trucks',
  cargovan: 'panel-vans',
  dryvan: 'box-semi-trailers',
  dryvantrailer: 'box-semi-trailers',
  vantrailer: 'box-semi-trailers',
  reefer: 'refrigerated-semi-trailers',
  reefertrailer: 'refrigerated-semi-trailers',
  flatbed: 'platform-semi-trailers',
  flatbedtrailer: 'platform-semi-trailers',
  stepdeck: 'platform-semi-trailers',
  dropdeck: 'platform-semi-trailers',
  dropdecktrailer: 'platform-semi-trailers',
  lowboy: 'low-loader-semi-trailers',
  lowboytrailer: 'low-loader-semi-trailers',
  curtainside: 'curtainsider-semi-trailers',
  curtainsidetrailer: 'curtainsider-semi-trailers',
  dumptrailer: 'tipper-semi-trailers',
  enddump: 'tipper-semi-trailers',
  walkingfloortrailer: 'walking-floor-semi-trailers',
  livefloor: 'walking-floor-semi-trailers',
  tanktrailer: 'tank-semi-trailers',
  tanker: 'tank-semi-trailers',
  pneumatic: 'silo-semi-trailers',
  livestocktrailer: 'livestock-semi-trailers',
  loggingtrailer: 'timber-semi-trailers',
  carhauler: 'car-carrier-semi-trailers',
  containerchassis: 'container-chassis-semi-trailers',
  schoolbus: 'school-buses',
  bus: 'buses',
  truck: 'trucks',
  trailer: 'semi-trailers',
};

/** Axles as North Americans count them: by name instead of by formula. */
export const US_AXLES: Readonly<Record<string, string>> = {
  single: '4x2',
  singleaxle: '4x2',
  tandem: '6x4',
  tandemaxle: '6x4',
  triaxle: '8x4',
  tri: '8x4',
  quad: '10x4',
};

const KM_PER_MILE = 1.609344;
const KW_PER_HORSEPOWER = 0.7457;

export function kmOfMiles(miles: number): number {
  return Math.round(miles * KM_PER_MILE);
}

export function kwOfHorsepower(horsepower: number): number {
  return Math.round(horsepower * KW_PER_HORSEPOWER);
}
