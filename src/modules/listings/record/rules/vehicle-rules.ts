import { errorAt, warningAt } from '../field-check.ts';
import { hasWrongCheckDigit } from '../vin.ts';
import type { Rule } from './rule.ts';
import { t } from '../../../../platform/errors/sentence.ts';

/** Mileage that a new vehicle can have from transport. */
const newMileageKmMax = 1000;

const coordinatesPaired: Rule = ({ lat, lng }) => {
  if ((lat === null) === (lng === null)) return [];
  return lat === null
    ? [errorAt('location.lat', t('is required together with lng'))]
    : [errorAt('location.lng', t('is required together with lat'))];
};

const vinPlausible: Rule = ({ vin }) =>
  vin !== null && hasWrongCheckDigit(vin)
    ? [warningAt('vin', t('has a wrong check digit (position 9); was it typed correctly?'))]
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
    return mileage === 0 ? [warningAt('mileage', t('is 0 although the vehicle is used'))] : [];
  const registeredNew = usageType === 'demonstration' || usageType === 'pre_registration';
  return [
    ...((mileage ?? 0) >= newMileageKmMax
      ? [warningAt('mileage', t('should be below {max} km for a new vehicle', { max: newMileageKmMax }))]
      : []),
    ...((previousOwners ?? 0) > 0 ? [warningAt('previousOwners', t('should be 0 for a new vehicle'))] : []),
    ...(damaged === true ? [warningAt('damaged', t('does not fit a new vehicle'))] : []),
    ...(firstRegistration !== null && !registeredNew
      ? [
          warningAt(
            'firstRegistration',
            t('fits a new vehicle only with usageType demonstration or pre_registration'),
          ),
        ]
      : []),
  ];
};

const roadworthyOfDamaged: Rule = ({ roadworthy, damaged }) =>
  roadworthy !== null && damaged !== true
    ? [warningAt('roadworthy', t('applies to damaged vehicles only'))]
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
    return [
      errorAt(
        'curbWeightKg',
        t('must not be above the gross vehicle weight of {weight} kg', { weight: gross }),
      ),
    ];
  }
  return [
    ...(combination !== null && combination < gross
      ? [
          errorAt(
            'grossCombinationWeightKg',
            t('must not be below the gross vehicle weight of {weight} kg', { weight: gross }),
          ),
        ]
      : []),
    ...(payloadKg !== null && payloadKg > gross - (curb ?? 0)
      ? [
          warningAt(
            'payloadKg',
            t('is above the payload that the weights allow ({weight} kg)', { weight: gross - (curb ?? 0) }),
          ),
        ]
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
  ).flatMap(([field, inside, outside]) =>
    inside !== null && outside !== null && inside > outside
      ? [warningAt(field, t('is larger than the vehicle ({length} mm)', { length: outside }))]
      : [],
  );

const energyFitsDrive: Rule = ({ fuelType, engineDisplacementCcm, batteryCapacityKwh, rangeKm }) => {
  const burns = fuelType !== null && !['electric', 'hybrid', 'hydrogen', 'other'].includes(fuelType);
  return [
    ...(fuelType === 'electric' && engineDisplacementCcm !== null
      ? [warningAt('engineDisplacementCcm', t('does not fit an electric drive'))]
      : []),
    ...(burns && batteryCapacityKwh !== null
      ? [warningAt('batteryCapacityKwh', t('does not fit the fuel {fuel}', { fuel: fuelType }))]
      : []),
    ...(burns && rangeKm !== null
      ? [warningAt('rangeKm', t('does not fit the fuel {fuel}', { fuel: fuelType }))]
      : []),
  ];
};

/** An axle formula counts wheel positions, two per axle. */
const axlesFitFormula: Rule = ({ axles, driveType, tyres }) => {
  const byFormula = driveType === null ? null : Number.parseInt(driveType, 10) / 2;
  return [
    ...(axles !== null && byFormula !== null && axles !== byFormula
      ? [
          warningAt(
            'axles',
            t('should be {count} with the axle formula {formula}', {
              count: byFormula,
              formula: driveType ?? '',
            }),
          ),
        ]
      : []),
    ...(axles !== null && tyres?.some((tyre) => tyre.axle > axles) === true
      ? [warningAt('tyres', t('names an axle that a vehicle with {count} does not have', { count: axles }))]
      : []),
  ];
};

export const vehicleRules: readonly Rule[] = [
  coordinatesPaired,
  vinPlausible,
  conditionFitsUse,
  roadworthyOfDamaged,
  weightsOrdered,
  loadFitsInside,
  energyFitsDrive,
  axlesFitFormula,
];
