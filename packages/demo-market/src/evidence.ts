import { type Random, weightedKeys } from './random.ts';
import type { DemoEvidence, DemoLanguage } from './records.ts';
import type { Vehicle } from './vehicles/vehicle.ts';

const MONTHS_A_YEAR = 12;
/** Vehicles below these ages have a smart tachograph of version 2 or 1. */
const SMART_2_BELOW_YEARS = 3;
const SMART_1_BELOW_YEARS = 7;
const TREAD_NEW_MM = 15;
const AXLES_MAX = 5;
/** Vehicles up to this gross weight do not need a tachograph. */
const WITHOUT_TACHOGRAPH_MAX_KG = 3500;

const damageKinds = weightedKeys<'bumper' | 'side' | 'glass'>({ bumper: 4, side: 3, glass: 2 });
const DAMAGE_NOTES: Readonly<Record<DemoLanguage, Readonly<Record<'bumper' | 'side' | 'glass', string>>>> = {
  en: {
    bumper: 'Scratches on the front bumper, driver’s side. Not repaired.',
    side: 'Dent of about 10 cm on the right, painted over.',
    glass: 'Stone chip in the windscreen, outside the field of view.',
  },
  de: {
    bumper: 'Kratzer am vorderen Stoßfänger, Fahrerseite. Nicht repariert.',
    side: 'Delle von etwa 10 cm rechts, überlackiert.',
    glass: 'Steinschlag in der Windschutzscheibe, außerhalb des Sichtfelds.',
  },
  fr: {
    bumper: 'Rayures sur le pare-chocs avant, côté conducteur. Non réparées.',
    side: 'Bosse d’environ 10 cm à droite, repeinte.',
    glass: 'Impact sur le pare-brise, hors du champ de vision.',
  },
  nl: {
    bumper: 'Krassen op de voorbumper, bestuurderszijde. Niet hersteld.',
    side: 'Deuk van ongeveer 10 cm rechts, overgespoten.',
    glass: 'Sterretje in de voorruit, buiten het gezichtsveld.',
  },
  pl: {
    bumper: 'Rysy na przednim zderzaku po stronie kierowcy. Nienaprawione.',
    side: 'Wgniecenie ok. 10 cm po prawej, zamalowane.',
    glass: 'Odprysk na szybie czołowej, poza polem widzenia.',
  },
};

interface Context {
  readonly vehicle: Vehicle;
  readonly serviceHistory: 'full' | 'partial' | null;
  readonly language: DemoLanguage;
  readonly now: Date;
}

/** Draws the evidence of the condition. It uses its own random stream, so that other values of a seed do not change. */
export function drawEvidence(random: Random, context: Context): DemoEvidence {
  return {
    ...drawInspections(random, context),
    ...drawDamage(random, context),
    documents: random.chance(0.2) ? [] : drawDocuments(random, context),
    tyres: drawTyres(random, context),
  };
}

const isNew = ({ vehicle }: Context): boolean => vehicle.life.condition === 'new';
const isMachine = ({ vehicle }: Context): boolean => vehicle.vehicleClass === 'CM';
const isTowed = ({ vehicle }: Context): boolean =>
  vehicle.vehicleClass === 'ST' || vehicle.vehicleClass === 'TL';
const hasTachograph = (context: Context): boolean =>
  !isTowed(context) &&
  !isMachine(context) &&
  (context.vehicle.technical.grossVehicleWeightKg ?? 0) > WITHOUT_TACHOGRAPH_MAX_KG;

function drawInspections(random: Random, context: Context) {
  const monthWithin = (months: number): string => monthAhead(context.now, random.integer(1, months));
  const isUsed = !isNew(context);
  return {
    nextInspection:
      isUsed && !isMachine(context) && random.chance(0.75) ? monthWithin(2 * MONTHS_A_YEAR) : null,
    nextSafetyCheck: isUsed && random.chance(0.4) ? monthWithin(MONTHS_A_YEAR) : null,
    ...(hasTachograph(context)
      ? {
          tachograph: tachographOf(context.vehicle.life.ageYears),
          tachographInspection: random.chance(0.7) ? monthWithin(2 * MONTHS_A_YEAR) : null,
        }
      : { tachograph: null, tachographInspection: null }),
  };
}

function drawDamage(random: Random, context: Context) {
  if (isNew(context)) return { damaged: false, damageNotes: null, accidentHistory: false };
  const isDamaged = random.chance(0.06);
  const isDeclaredUndamaged = random.chance(0.3);
  return {
    damaged: isDamaged ? true : isDeclaredUndamaged ? false : null,
    damageNotes: isDamaged ? DAMAGE_NOTES[context.language][damageKinds.draw(random)] : null,
    accidentHistory: random.chance(0.55) ? random.chance(0.07) : null,
  };
}

function drawDocuments(random: Random, context: Context): readonly string[] {
  const { serviceHistory } = context;
  const chances = {
    registration_certificate: isMachine(context) ? 0 : 1,
    certificate_of_conformity: 0.4,
    service_book: serviceHistory === null ? 0 : 1,
    maintenance_invoices: serviceHistory === 'full' ? 0.5 : 0,
    inspection_report: isNew(context) ? 0 : 0.35,
    tachograph_certificate: hasTachograph(context) ? 0.5 : 0,
    vehicle_history: isNew(context) ? 0 : 0.25,
    operating_manual: 0.6,
  };
  return Object.entries(chances).flatMap(([document, chance]) => (random.chance(chance) ? [document] : []));
}

function drawTyres(random: Random, context: Context): DemoEvidence['tyres'] {
  const { vehicleClass, technical } = context.vehicle;
  const axles = Math.min(technical.axles ?? 0, AXLES_MAX);
  if (axles === 0 || vehicleClass === 'VA' || isMachine(context) || isNew(context) || random.chance(0.4))
    return null;
  return Array.from({ length: axles }, (_, i) => ({
    axle: i + 1,
    size: isTowed(context) ? '385/65 R22.5' : '315/70 R22.5',
    treadMm: random.integer(3, TREAD_NEW_MM),
  }));
}

function tachographOf(ageYears: number): 'digital' | 'smart_1' | 'smart_2' {
  if (ageYears < SMART_2_BELOW_YEARS) return 'smart_2';
  return ageYears < SMART_1_BELOW_YEARS ? 'smart_1' : 'digital';
}

function monthAhead(now: Date, months: number): string {
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
  return day.toISOString().slice(0, 7);
}
