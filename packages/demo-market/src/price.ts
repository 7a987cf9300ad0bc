import type { Random } from './random.ts';
import type { DemoClass, DemoListing } from './records.ts';
import type { Country } from './countries.ts';
import type { Vehicle } from './vehicles/vehicle.ts';

/** Loss of value per year, after the initial loss of a registered vehicle. */
const yearlyLoss: Readonly<Record<DemoClass, number>> = {
  TU: 0.185,
  TR: 0.125,
  VA: 0.135,
  ST: 0.115,
  TL: 0.09,
  BU: 0.125,
  CM: 0.105,
};
const firstLoss = 0.9;
const scrapShare = 0.05;

/** Net value in euro. */
export function valueOf(random: Random, vehicle: Vehicle): number {
  const noise = Math.exp(0.09 * random.bell());
  const { condition, ageYears } = vehicle.life;
  if (condition === 'new') return vehicle.newPrice * (0.93 + 0.07 * random.unit());
  const residualShare = Math.exp(-yearlyLoss[vehicle.vehicleClass] * ageYears) * firstLoss * vehicle.wear;
  const checked = condition === 'certified' ? 1.05 : 1;
  return vehicle.newPrice * Math.min(0.93, Math.max(scrapShare, residualShare * noise * checked));
}

type Price = Pick<
  DemoListing,
  'price' | 'currency' | 'priceType' | 'vatRate' | 'vatDeductible' | 'vatScheme'
>;

/** Rounds to a price that dealers would write: 45,900 rather than 45,873. */
function dealerFigure(random: Random, amount: number): number {
  const step =
    amount < 5_000 ? 50 : amount < 50_000 ? 100 : amount < 250_000 ? 500 : amount < 1_000_000 ? 1_000 : 5_000;
  const rounded = Math.max(step, Math.round(amount / step) * step);
  const isCharmPrice = step >= 100 && rounded > 10 * step && random.chance(0.4);
  return isCharmPrice ? Math.round(rounded / (10 * step)) * 10 * step - step : rounded;
}

/** Share of dealers outside the euro area who price in euros. */
const euroShare = 0.3;

export function drawPrice(random: Random, vehicle: Vehicle, country: Country): Price {
  const inEuro =
    country.perEuro !== 1 && ['PL', 'CZ', 'RO', 'DK'].includes(country.code) && random.chance(euroShare);
  const currency = inEuro ? 'EUR' : country.currency;
  const net = valueOf(random, vehicle) * (inEuro ? 1 : country.perEuro);
  // Old vans often come from private owners and are sold under the margin scheme.
  const deductible = !random.chance(vehicle.vehicleClass === 'VA' && vehicle.life.ageYears > 6 ? 0.35 : 0.03);
  const kind = random.unit();
  const priceType = kind < 0.05 ? 'on_request' : kind < 0.5 ? 'negotiable' : 'fixed';
  const price =
    priceType === 'on_request'
      ? null
      : dealerFigure(random, deductible ? net : net * (1 + country.vatRate / 200));
  return {
    price,
    currency,
    priceType,
    vatRate: deductible ? country.vatRate : null,
    vatDeductible: deductible,
    vatScheme: deductible ? null : 'margin',
  };
}
