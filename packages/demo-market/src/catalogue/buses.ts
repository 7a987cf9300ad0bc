import type { BusClass } from '../records.ts';
import { type KindMaker, makersOf } from './makers.ts';

/** A kind of bus: its makers, ranked by share, its capacity and its price. */
export interface BusKind {
  readonly subcategory: string;
  readonly busClass: BusClass;
  readonly share: number;
  readonly makers: readonly KindMaker[];
  /** In euro. */
  readonly newPrice: number;
  readonly seats: readonly [min: number, max: number];
  readonly standing: readonly [min: number, max: number];
  readonly grossKg: number;
  readonly axles: number;
  readonly horsepowers: readonly number[];
  readonly yearlyKm: number;
  readonly features: readonly string[];
}

type Row = readonly [
  subcategory: string,
  busClass: BusClass,
  share: number,
  makers: string,
  newPrice: number,
  seats: readonly [number, number],
  standing: readonly [number, number],
  grossKg: number,
  axles: number,
  horsepowers: string,
  yearlyKm: number,
  features: string,
];

// prettier-ignore
const rows: readonly Row[] = [
  ['coaches', 'coach', 32, 'setra:Setra:S 515,S 516,S 517,S 415,S 416; mercedes-benz:Mercedes-Benz:Tourismo,Travego; neoplan:Neoplan:Tourliner,Cityliner; man:MAN:Lion\'s Coach; vdl:VDL:Futura; van-hool:Van Hool:TX,Astron; irizar:Irizar:i6,i8; volvo:Volvo:9700,9900; temsa:Temsa:Maraton,Safari; scania:Scania:Touring', 330_000, [44, 59], [0, 0], 19_500, 2, '394 428 435 460 480', 85_000, 'wc kitchen air_conditioning sleeping_seats seat_belts refrigerator retarder'],
  ['city-buses', 'city', 22, 'mercedes-benz:Mercedes-Benz:Citaro,Conecto; man:MAN:Lion\'s City; solaris:Solaris:Urbino; volvo:Volvo:7900,8900; scania:Scania:Citywide; vdl:VDL:Citea; iveco:Iveco:Urbanway; otokar:Otokar:Kent', 270_000, [26, 38], [45, 70], 19_000, 2, '280 299 320', 58_000, 'low_floor destination_display wheelchair_access'],
  ['intercity-buses', 'intercity', 18, 'setra:Setra:S 415,S 417; mercedes-benz:Mercedes-Benz:Intouro; iveco:Iveco:Crossway; man:MAN:Lion\'s Intercity; solaris:Solaris:InterUrbino; otokar:Otokar:Vectio,Territo; scania:Scania:Interlink', 230_000, [45, 57], [0, 35], 18_000, 2, '299 320 360', 65_000, 'destination_display air_conditioning retarder'],
  ['articulated-buses', 'articulated', 7, 'mercedes-benz:Mercedes-Benz:Citaro; man:MAN:Lion\'s City; solaris:Solaris:Urbino; volvo:Volvo:7900', 390_000, [38, 52], [90, 115], 28_000, 3, '320 360 394', 60_000, 'low_floor destination_display wheelchair_access'],
  ['double-decker-buses', 'double_decker', 4, 'setra:Setra:S 531; neoplan:Neoplan:Skyliner; van-hool:Van Hool:TX', 520_000, [74, 85], [0, 0], 26_000, 3, '505 510', 95_000, 'wc kitchen air_conditioning seat_belts retarder'],
  ['minibuses', 'minibus', 12, 'mercedes-benz:Mercedes-Benz:Sprinter; iveco:Iveco:Daily; karsan:Karsan:Jest,Atak; isuzu:Isuzu:Novo', 85_000, [16, 24], [0, 6], 5_500, 2, '163 170 190', 45_000, 'air_conditioning wheelchair_access seat_belts'],
  ['midi-buses', 'coach', 4, 'otokar:Otokar:Navigo,Sultan; isuzu:Isuzu:Visigo,Novo; temsa:Temsa:MD9; karsan:Karsan:Atak', 145_000, [27, 35], [0, 0], 11_000, 2, '190 210 286', 50_000, 'air_conditioning seat_belts'],
  ['school-buses', 'school', 1, 'iveco:Iveco:Crossway; otokar:Otokar:Sultan', 160_000, [45, 55], [0, 20], 16_000, 2, '286 320', 35_000, 'seat_belts destination_display'],
];

export const busKinds: readonly BusKind[] = rows.map(
  ([
    subcategory,
    busClass,
    share,
    makers,
    newPrice,
    seats,
    standing,
    grossKg,
    axles,
    power,
    yearlyKm,
    features,
  ]) => ({
    subcategory,
    busClass,
    share,
    makers: makersOf(makers),
    newPrice,
    seats,
    standing,
    grossKg,
    axles,
    horsepowers: power.split(' ').map(Number),
    yearlyKm,
    features: features.split(' '),
  }),
);
