/** A body of tractor units, trucks and vans: its share, its price, and the chassis that it fits. */
export interface Body {
  readonly subcategory: string;
  readonly share: number;
  /** New price of the body above the chassis, in euro. */
  readonly bodyPrice: number;
  /** Axle formula, gross weight in tonnes, share. */
  readonly chassis: readonly (readonly [drive: string, tonnes: number, share: number])[];
  /** Load space in millimeters: length range, width, height range; zeros if there is none. */
  readonly load: readonly [
    lengthMin: number,
    lengthMax: number,
    width: number,
    heightMin: number,
    heightMax: number,
  ];
  readonly tankL: number;
  readonly features: readonly string[];
  readonly refrigerated: boolean;
}

type Row = readonly [
  subcategory: string,
  share: number,
  bodyPrice: number,
  chassis: string,
  load: string,
  features: string,
  tankL?: number,
];

/**
 * Parses a row. Each chassis is axle formula, tonnes and share: `4x2/18*7`. Features and load figures are
 * separated by spaces.
 */
function body([subcategory, share, bodyPrice, chassis, load, features, tankL = 0]: Row): Body {
  const [lengthMin = 0, lengthMax = 0, width = 0, heightMin = 0, heightMax = 0] =
    load === '' ? [] : load.split(' ').map(Number);
  return {
    subcategory,
    share,
    bodyPrice,
    chassis: chassis.split(' ').map((text) => {
      const [drive = '', tonnes = '0', weight = '1'] = text.split(/[/*]/);
      return [drive, Number(tonnes), Number(weight)] as const;
    }),
    load: [lengthMin, lengthMax, width, heightMin, heightMax],
    tankL,
    features: features === '' ? [] : features.split(' '),
    refrigerated: subcategory.startsWith('refrigerated'),
  };
}

// prettier-ignore
const tractorRows: readonly Row[] = [
  ['standard-tractor-units', 78, 0, '4x2/18*85 6x2/26*11 6x4/26*4', '', ''],
  ['low-deck-tractor-units', 11, 3_000, '4x2/18*95 6x2/26*5', '', 'air_suspension'],
  ['heavy-load-tractor-units', 5, 45_000, '6x4/33*60 8x4/41*30 6x2/26*10', '', 'differential_lock'],
  ['hazardous-load-tractor-units', 4, 4_000, '4x2/18*100', '', 'adr'],
  ['other-tractor-units', 2, 0, '4x2/18*90 4x4/18*10', '', 'pto'],
];

// prettier-ignore
const truckRows: readonly Row[] = [
  ['box-trucks', 15, 16_000, '4x2/7.5*30 4x2/12*35 4x2/18*25 6x2/26*10', '5400 9600 2480 2200 2750', 'tail_lift wing_doors'],
  ['refrigerated-trucks', 13, 48_000, '4x2/7.5*10 4x2/12*25 4x2/18*35 6x2/26*30', '5200 9000 2490 2200 2650', 'tail_lift atp_certificate'],
  ['curtainsider-trucks', 10, 14_000, '4x2/7.5*20 4x2/12*30 4x2/18*30 6x2/26*20', '6000 9600 2480 2300 2900', 'code_xl'],
  ['tipper-trucks', 11, 30_000, '4x2/18*20 6x4/26*35 8x4/32*45', '4400 6200 2420 900 1700', 'tipper_hydraulics differential_lock'],
  ['three-sided-tippers', 6, 27_000, '4x2/18*45 6x4/26*55', '4200 5400 2420 600 900', 'tipper_hydraulics differential_lock'],
  ['hooklift-trucks', 7, 28_000, '4x2/18*15 6x2/26*55 6x4/26*15 8x4/32*15', '', 'pto'],
  ['chassis-trucks', 6, 0, '4x2/12*20 4x2/18*45 6x2/26*35', '', ''],
  ['swap-body-trucks', 6, 7_000, '4x2/18*35 6x2/26*65', '', 'twist_locks'],
  ['crane-trucks', 6, 70_000, '4x2/18*25 6x2/26*40 6x4/26*20 8x4/32*15', '4800 7200 2480 600 800', 'crane pto'],
  ['dropside-trucks', 3, 8_000, '4x2/7.5*30 4x2/12*35 4x2/18*35', '5000 8000 2480 400 600', 'trailer_coupling'],
  ['skip-loaders', 3, 26_000, '4x2/18*95 6x2/26*5', '', 'pto'],
  ['concrete-mixers', 3, 42_000, '6x4/26*15 8x4/32*85', '', 'pto'],
  ['tank-trucks', 2, 60_000, '4x2/18*45 6x2/26*55', '', 'adr tanker_hydraulics', 17_000],
  ['refuse-trucks', 3, 85_000, '4x2/18*25 6x2/26*75', '', 'rear_view_camera municipal'],
  ['timber-trucks', 1, 75_000, '6x4/26*70 8x4/32*30', '', 'crane differential_lock'],
  ['sweepers', 1, 95_000, '4x2/12*30 4x2/18*70', '', 'municipal beacon'],
  ['aerial-platform-trucks', 1, 80_000, '4x2/7.5*60 4x2/18*40', '', 'beacon'],
  ['breakdown-trucks', 1, 45_000, '4x2/7.5*40 4x2/12*40 4x2/18*20', '', 'beacon'],
  ['car-transporter-trucks', 1, 60_000, '4x2/18*100', '', 'differential_lock'],
  ['vacuum-trucks', 1, 160_000, '6x2/26*60 8x4/32*40', '', 'pto', 12_000],
];

// prettier-ignore
const vanRows: readonly Row[] = [
  ['panel-vans', 24, 0, '4x2/2*35 4x2/2.8*65', '1700 2900 1400 1200 1420', 'sliding_door partition_wall'],
  ['high-long-panel-vans', 20, 2_500, '4x2/3.5*95 4x2/5*5', '3700 4400 1780 1900 2150', 'sliding_door partition_wall'],
  ['high-panel-vans', 12, 1_200, '4x2/3.5*100', '3000 3400 1780 1850 1950', 'sliding_door partition_wall'],
  ['long-panel-vans', 6, 1_200, '4x2/2.8*30 4x2/3.5*70', '2800 3700 1700 1400 1800', 'sliding_door'],
  ['box-vans', 10, 9_500, '4x2/3.5*90 4x2/7.2*10', '4000 4400 2100 2100 2350', 'tail_lift'],
  ['refrigerated-vans', 7, 19_000, '4x2/3.5*100', '2800 4200 1750 1700 2000', 'atp_certificate'],
  ['dropside-vans', 6, 4_000, '4x2/3.5*80 4x2/5*10 4x2/7*10', '3000 4400 2050 350 450', 'trailer_coupling'],
  ['tipper-vans', 5, 9_000, '4x2/3.5*80 4x2/7*20', '2800 3600 2050 350 450', 'trailer_coupling'],
  ['curtainsider-vans', 3, 7_500, '4x2/3.5*100', '4200 4900 2200 2100 2450', 'sleeping_berth'],
  ['minibuses-up-to-9-seats', 5, 6_000, '4x2/2.8*100', '', 'air_conditioning sliding_door'],
  ['chassis-vans', 1, 0, '4x2/3.5*100', '', ''],
  ['aerial-platform-vans', 1, 38_000, '4x2/3.5*100', '', 'beacon'],
];

export const tractorBodies: readonly Body[] = tractorRows.map(body);
export const truckBodies: readonly Body[] = truckRows.map(body);
export const vanBodies: readonly Body[] = vanRows.map(body);
