import { COUNTRY_CODES } from '../../../../platform/countries.ts';
import { errorAt, warningAt } from '../field-check.ts';
import { hasWrongCheckDigit } from '../vin.ts';
import type { Rule } from './rule.ts';

/** A new vehicle has been moved, not driven. */
const newMileageKmMax = 1000;

const coordinatesPaired: Rule = ({ lat, lng }) => {
  if ((lat === null) === (lng === null)) return [];
  return lat === null
    ? [errorAt('location.lat', 'is required together with lng')]
    : [errorAt('location.lng', 'is required together with lat')];
};

const knownCountry: Rule = ({ country }) =>
  country === null || COUNTRY_CODES.has(country)
    ? []
    : [errorAt('location.country', `${country} is not an ISO 3166-1 country`)];

const vinPlausible: Rule = ({ vin }) =>
  vin !== null && hasWrongCheckDigit(vin)
    ? [warningAt('vin', 'has a wrong check digit (position 9); was it typed correctly?')]
    : [];

const conditionFitsUse: Rule = ({
  condition,
  mileage,
  previousOwners,
  damaged,
  firstRegistration,
  usageType,
}) => {
  if (condition !== 'new')
    return mileage === 0 ? [warningAt('mileage', 'is 0 although the vehicle is used')] : [];
  const registeredNew = usageType === 'demonstration' || usageType === 'pre_registration';
  return [
    ...((mileage ?? 0) >= newMileageKmMax
      ? [warningAt('mileage', `should be below ${newMileageKmMax} km for a new vehicle`)]
      : []),
    ...((previousOwners ?? 0) > 0 ? [warningAt('previousOwners', 'should be 0 for a new vehicle')] : []),
    ...(damaged === true ? [warningAt('damaged', 'does not fit a new vehicle')] : []),
    ...(firstRegistration !== null && !registeredNew
      ? [
          warningAt(
            'firstRegistration',
            'fits a new vehicle only with usageType demonstration or pre_registration',
          ),
        ]
      : []),
  ];
};

const roadworthyOfDamaged: Rule = ({ roadworthy, damaged }) =>
  roadworthy !== null && damaged !== true
    ? [warningAt('roadworthy', 'applies to damaged vehicles only')]
    : [];

const weightsOrdered: Rule = (record) => {
  const {
    curbWeightKg: curb,
    grossVehicleWeightKg: gross,
    grossCombinationWeightKg: combination,
    payloadKg,
  } = record;
  if (gross === null) return [];
  if (curb !== null && curb > gross) {
    return [errorAt('curbWeightKg', `must not be above the gross vehicle weight of ${gross} kg`)];
  }
  return [
    ...(combination !== null && combination < gross
      ? [errorAt('grossCombinationWeightKg', `must not be below the gross vehicle weight of ${gross} kg`)]
      : []),
    ...(payloadKg !== null && payloadKg > gross - (curb ?? 0)
      ? [warningAt('payloadKg', `is above what the weights leave (${gross - (curb ?? 0)} kg)`)]
      : []),
  ];
};

const loadFitsInside: Rule = (record) =>
  (
    [
      ['loadLengthMm', record.loadLengthMm, record.lengthMm],
      ['loadWidthMm', record.loadWidthMm, record.widthMm],
      ['loadHeightMm', record.loadHeightMm, record.heightMm],
    ] as const
  )
    .filter(([, inside, outside]) => inside !== null && outside !== null && inside > outside)
    .map(([field, , outside]) => warningAt(field, `is larger than the vehicle (${outside} mm)`));

const energyFitsDrive: Rule = ({ fuelType, engineDisplacementCcm, batteryCapacityKwh, rangeKm }) => {
  const burns = fuelType !== null && !['electric', 'hybrid', 'hydrogen', 'other'].includes(fuelType);
  return [
    ...(fuelType === 'electric' && engineDisplacementCcm !== null
      ? [warningAt('engineDisplacementCcm', 'does not fit an electric drive')]
      : []),
    ...(burns && batteryCapacityKwh !== null
      ? [warningAt('batteryCapacityKwh', `does not fit the fuel ${fuelType}`)]
      : []),
    ...(burns && rangeKm !== null ? [warningAt('rangeKm', `does not fit the fuel ${fuelType}`)] : []),
  ];
};

/** An axle formula counts wheel positions, two an axle. */
const axlesFitFormula: Rule = ({ axles, driveType, tyres }) => {
  const byFormula = driveType === null ? null : Number.parseInt(driveType, 10) / 2;
  return [
    ...(axles !== null && byFormula !== null && axles !== byFormula
      ? [warningAt('axles', `should be ${byFormula} with the axle formula ${driveType}`)]
      : []),
    ...(axles !== null && tyres?.some((tyre) => tyre.axle > axles) === true
      ? [warningAt('tyres', `names an axle that a vehicle with ${axles} does not have`)]
      : []),
  ];
};

export const vehicleRules: readonly Rule[] = [
  coordinatesPaired,
  knownCountry,
  vinPlausible,
  conditionFitsUse,
  roadworthyOfDamaged,
  weightsOrdered,
  loadFitsInside,
  energyFitsDrive,
  axlesFitFormula,
];
