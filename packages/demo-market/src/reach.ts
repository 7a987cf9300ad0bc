/** How the dealers of the demo are reached. */
import { Random } from './random.ts';
import type { DemoHours, DemoReach } from './records.ts';

interface Local {
  /** A range that the country keeps for films, or too short to be anyone's number. */
  readonly numbers: string;
  /** Digits after it. */
  readonly digits: number;
  readonly timeZone: string;
  readonly languages: readonly string[];
}

const short = { digits: 4 };
// prettier-ignore
const locals: Readonly<Record<string, Local>> = {
  DE: { numbers: '+494066969', digits: 3, timeZone: 'Europe/Berlin', languages: ['de'] },
  NL: { ...short, numbers: '+31990', timeZone: 'Europe/Amsterdam', languages: ['nl', 'de'] },
  PL: { ...short, numbers: '+48990', timeZone: 'Europe/Warsaw', languages: ['pl'] },
  FR: { ...short, numbers: '+3319900', timeZone: 'Europe/Paris', languages: ['fr'] },
  AT: { ...short, numbers: '+43990', timeZone: 'Europe/Vienna', languages: ['de'] },
  BE: { ...short, numbers: '+32990', timeZone: 'Europe/Brussels', languages: ['nl', 'fr'] },
  ES: { ...short, numbers: '+34990', timeZone: 'Europe/Madrid', languages: ['es'] },
  IT: { ...short, numbers: '+39990', timeZone: 'Europe/Rome', languages: ['it'] },
  CZ: { ...short, numbers: '+420990', timeZone: 'Europe/Prague', languages: ['cs', 'sk'] },
  SE: { numbers: '+468465004', digits: 2, timeZone: 'Europe/Stockholm', languages: ['sv'] },
  DK: { ...short, numbers: '+45990', timeZone: 'Europe/Copenhagen', languages: ['da'] },
  GB: { numbers: '+441632960', digits: 3, timeZone: 'Europe/London', languages: ['en'] },
  CH: { ...short, numbers: '+41990', timeZone: 'Europe/Zurich', languages: ['de', 'fr'] },
  LT: { ...short, numbers: '+370990', timeZone: 'Europe/Vilnius', languages: ['lt', 'ru'] },
  RO: { ...short, numbers: '+40990', timeZone: 'Europe/Bucharest', languages: ['ro'] },
};

const foreign = ['de', 'pl', 'ru', 'fr', 'uk', 'es'] as const;

export function drawReach(seed: number, index: number, country: string): DemoReach {
  const random = new Random(seed, 'reach', index);
  const local = locals[country];
  if (local === undefined) throw new Error(`no numbers for ${country}`);
  const number = random.integer(0, 10 ** local.digits - 1);
  const phone = `${local.numbers}${String(number).padStart(local.digits, '0')}`;
  const others = [
    ...(random.chance(0.9) ? ['en'] : []),
    ...(random.chance(0.6) ? [random.pick(foreign)] : []),
  ];
  return {
    phone,
    whatsapp: random.chance(0.6) ? phone : null,
    languages: [...new Set([...local.languages, ...others])],
    openingHours: drawHours(random, local.timeZone),
  };
}

function drawHours(random: Random, timeZone: string): DemoHours {
  const opens = random.pick(['07:30', '08:00', '08:30']);
  const closes = random.pick(['17:00', '17:30', '18:00']);
  const day = random.chance(0.3)
    ? [
        { from: opens, to: '12:00' },
        { from: '13:00', to: closes },
      ]
    : [{ from: opens, to: closes }];
  return {
    timeZone,
    monday: day,
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: random.chance(0.5) ? [{ from: opens, to: '16:00' }] : day,
    ...(random.chance(0.6) ? { saturday: [{ from: '09:00', to: '13:00' }] } : {}),
  };
}
