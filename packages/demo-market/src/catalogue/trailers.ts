import type { DemoClass } from '../records.ts';
import { type KindMaker, makersOf } from './makers.ts';

/** A kind of trailer, by body: its makers, ranked by share, its weights and its price. */
export interface TrailerKind {
  readonly subcategory: string;
  readonly share: number;
  readonly makers: readonly KindMaker[];
  /** In euro. */
  readonly newPrice: number;
  readonly axles: readonly number[];
  readonly grossKg: number;
  readonly curbKg: readonly [min: number, max: number];
  readonly load: readonly [length: number, width: number, heightMin: number, heightMax: number];
  readonly pallets: number;
  readonly tankL: number;
  readonly features: readonly string[];
  readonly refrigerated: boolean;
}

type Row = readonly [
  subcategory: string,
  share: number,
  makers: string,
  newPrice: number,
  axles: string,
  grossKg: number,
  curbKg: string,
  load: string,
  features: string,
  pallets?: number,
  tankL?: number,
];

const numbers = (text: string): number[] => (text === '' ? [] : text.split(' ').map(Number));

function kind(row: Row): TrailerKind {
  const [subcategory, share, makers, newPrice, axles, grossKg, curb, load, features] = row;
  const [curbMin = 0, curbMax = curbMin] = numbers(curb);
  const [length = 0, width = 0, heightMin = 0, heightMax = heightMin] = numbers(load);
  return {
    subcategory,
    share,
    makers: makersOf(makers),
    newPrice,
    axles: numbers(axles),
    grossKg,
    curbKg: [curbMin, curbMax],
    load: [length, width, heightMin, heightMax],
    pallets: row[9] ?? 0,
    tankL: row[10] ?? 0,
    features: features === '' ? [] : features.split(' '),
    refrigerated: subcategory.startsWith('refrigerated'),
  };
}

// prettier-ignore
const semiTrailerRows: readonly Row[] = [
  ['curtainsider-semi-trailers', 33, 'schmitz-cargobull:Schmitz Cargobull:S.CS,S.CS Mega; krone:Krone:Profi Liner,Mega Liner,SDP,Coil Liner; koegel:Kögel:Cargo,Light,Mega; wielton:Wielton:NS 3,NS 3 Mega; schwarzmueller:Schwarzmüller:Curtainsider; fliegl:Fliegl:SDS; kaessbohrer:Kässbohrer:K.SCS; fruehauf:Fruehauf:Tautliner,Tautliner Mega; tirsan:Tirsan:Tautliner; lecitrailer:Lecitrailer:Tautliner Plus', 36_000, '3 3 3 2', 39_000, '6100 6900', '13620 2480 2700 3000', 'air_suspension disc_brakes ebs code_xl', 34],
  ['refrigerated-semi-trailers', 17, 'schmitz-cargobull:Schmitz Cargobull:S.KO Cool,S.KO Express; krone:Krone:Cool Liner; lamberet:Lamberet:SR2 HD,SR2 Green Liner; koegel:Kögel:Cool; chereau:Chéreau:Inogam; gray-adams:Gray & Adams:', 82_000, '3 3 3 2', 39_000, '7600 8900', '13400 2490 2550 2650', 'air_suspension disc_brakes ebs atp_certificate', 33],
  ['tipper-semi-trailers', 13, 'schmitz-cargobull:Schmitz Cargobull:S.KI; langendorf:Langendorf:SKA,SKS; meiller:Meiller:MHPS; kempf:Kempf:SKM; wielton:Wielton:NW 3; benalu:Benalu:BulkLiner,SideLiner; fliegl:Fliegl:DHKS; schwarzmueller:Schwarzmüller:Tipper; stas:Stas:BuildSTAR,AgroSTAR', 46_000, '3 3 2', 39_000, '4900 6300', '8200 2420 1400 2000', 'air_suspension ebs roller_tarpaulin'],
  ['box-semi-trailers', 7, 'krone:Krone:Dry Liner; schmitz-cargobull:Schmitz Cargobull:S.BO; koegel:Kögel:Box; fruehauf:Fruehauf:Savoyarde', 42_000, '3 2', 39_000, '6900 7900', '13550 2480 2650 2750', 'air_suspension disc_brakes wing_doors', 33],
  ['container-chassis-semi-trailers', 6, 'krone:Krone:Box Carrier,Container Carrier; schmitz-cargobull:Schmitz Cargobull:S.CF; koegel:Kögel:Port; broshuis:Broshuis:2 Connect; wielton:Wielton:NS 3', 30_000, '3 3 2', 41_000, '4200 5600', '', 'twist_locks ebs'],
  ['walking-floor-semi-trailers', 6, 'knapen:Knapen:K100,K200; stas:Stas:BioSTAR; kraker:Kraker:CF-Z,K-Force; schwarzmueller:Schwarzmüller:Walking floor', 68_000, '3', 39_000, '7400 8300', '13500 2480 2650 2750', 'air_suspension disc_brakes roller_tarpaulin'],
  ['low-loader-semi-trailers', 6, 'goldhofer:Goldhofer:STZ-L,STN-L; faymonville:Faymonville:MegaMAX,MultiMAX,TeleMAX; nooteboom:Nooteboom:Euro-PX,MCO-PX,OSDS; broshuis:Broshuis:Multi UltraChassis', 115_000, '3 4 4 5', 62_000, '11500 19000', '', 'steered_axle'],
  ['tank-semi-trailers', 3, 'feldbinder:Feldbinder:TSA; kaessbohrer:Kässbohrer:K.SSK; van-hool:Van Hool:; lag:LAG:', 120_000, '3', 39_000, '6000 8200', '', 'adr disc_brakes ebs', 0, 38_000],
  ['silo-semi-trailers', 3, 'feldbinder:Feldbinder:EUT,KIP; kaessbohrer:Kässbohrer:K.SSK; lag:LAG:', 72_000, '3', 39_000, '5400 7200', '', 'compressor air_suspension', 0, 58_000],
  ['platform-semi-trailers', 3, 'krone:Krone:Flat Liner; schmitz-cargobull:Schmitz Cargobull:S.PL; fliegl:Fliegl:SDS; schwarzmueller:Schwarzmüller:Platform', 34_000, '3', 39_000, '5600 6600', '13600 2480 0 0', 'twist_locks air_suspension'],
  ['long-material-semi-trailers', 2, 'faymonville:Faymonville:TeleMAX; nooteboom:Nooteboom:OVB,Teletrailer', 88_000, '3 4', 50_000, '8500 13000', '', 'steered_axle'],
  ['insulated-box-semi-trailers', 1, 'schmitz-cargobull:Schmitz Cargobull:S.BO; krone:Krone:Dry Liner', 52_000, '3', 39_000, '7200 8200', '13500 2480 2600 2650', 'air_suspension disc_brakes', 33],
];

// prettier-ignore
const trailerRows: readonly Row[] = [
  ['swap-body-trailers', 17, 'krone:Krone:Box Carrier; schmitz-cargobull:Schmitz Cargobull:Z.KO; wecon:Wecon:AWZ; koegel:Kögel:Multi', 23_000, '2', 18_000, '3000 3900', '', 'twist_locks air_suspension'],
  ['tipper-trailers', 18, 'meiller:Meiller:MZDA; humbaur:Humbaur:HTK; fliegl:Fliegl:TMK; kempf:Kempf:; schwarzmueller:Schwarzmüller:Tipper', 24_000, '2', 18_000, '4300 5600', '5000 2420 700 1100', ''],
  ['low-loader-trailers', 14, 'humbaur:Humbaur:HBT; goldhofer:Goldhofer:TU; fliegl:Fliegl:ZPS; ifor-williams:Ifor Williams:GX', 31_000, '2 3', 19_000, '3800 5400', '6200 2480 0 0', ''],
  ['curtainsider-trailers', 13, 'schmitz-cargobull:Schmitz Cargobull:; koegel:Kögel:Cargo; fliegl:Fliegl:; humbaur:Humbaur:HBT', 22_000, '2', 18_000, '4100 5100', '7300 2480 2500 2950', 'code_xl air_suspension', 18],
  ['refrigerated-trailers', 8, 'schmitz-cargobull:Schmitz Cargobull:Z.KO; krone:Krone:Cool Liner', 58_000, '2', 18_000, '5200 6400', '7400 2490 2500 2650', 'atp_certificate', 18],
  ['box-trailers', 6, 'schmitz-cargobull:Schmitz Cargobull:; krone:Krone:Dry Liner; humbaur:Humbaur:HN; boeckmann:Böckmann:', 21_000, '2', 18_000, '4700 5600', '7300 2480 2500 2800', 'wing_doors', 18],
  ['car-trailers', 8, 'humbaur:Humbaur:HA; boeckmann:Böckmann:; brenderup:Brenderup:1205,4260; saris:Saris:K3,PL; unsinn:Unsinn:WEB', 3_600, '1 2', 2_700, '420 720', '3000 1600 300 400', ''],
  ['livestock-trailers', 5, 'boeckmann:Böckmann:Comfort,Portax; ifor-williams:Ifor Williams:TA5,HB; humbaur:Humbaur:', 8_500, '2', 3_500, '850 1150', '3300 1800 2000 2300', ''],
  ['timber-trailers', 3, 'schwarzmueller:Schwarzmüller:; kaessbohrer:Kässbohrer:', 33_000, '2 3', 20_000, '4000 5500', '', ''],
  ['walking-floor-trailers', 2, 'stas:Stas:; schwarzmueller:Schwarzmüller:Walking floor', 55_000, '2', 20_000, '6000 7000', '8000 2480 2500 2650', ''],
  ['hooklift-trailers', 6, 'meiller:Meiller:; schwarzmueller:Schwarzmüller:; humbaur:Humbaur:', 22_000, '2 3', 18_000, '3400 4400', '', ''],
];

export const trailerKinds: Readonly<Record<'ST' | 'TL', readonly TrailerKind[]>> = {
  ST: semiTrailerRows.map(kind),
  TL: trailerRows.map(kind),
} satisfies Partial<Record<DemoClass, readonly TrailerKind[]>>;

export const axleMakes = [
  'BPW',
  'SAF',
  'BPW',
  'SAF',
  'Mercedes-Benz',
  'Gigant',
  'Jost',
  'Knorr-Bremse',
  'Valx',
];
