/** Construction machinery: model, operating weight in kilograms, power in kilowatts, new price in euro. */
export interface Machine {
  readonly brand: string;
  readonly name: string;
  readonly model: string;
  readonly weightKg: number;
  readonly powerKw: number;
  readonly newPrice: number;
}

export interface MachineKind {
  readonly subcategory: string;
  readonly share: number;
  readonly undercarriage: 'tracked' | 'wheeled' | null;
  readonly yearlyHours: number;
  readonly features: readonly string[];
  /** Ranked by share. */
  readonly machines: readonly Machine[];
}

type Row = readonly [
  subcategory: string,
  share: number,
  undercarriage: 'tracked' | 'wheeled' | null,
  yearlyHours: number,
  features: string,
  /** "brand|Name|model|kg|kW|euro". */
  machines: readonly string[],
];

// prettier-ignore
const rows: readonly Row[] = [
  ['crawler-excavators', 22, 'tracked', 1100, 'cabin air_conditioning quick_coupler rear_view_camera', ['caterpillar|Caterpillar|320|22500|122|195000', 'komatsu|Komatsu|PC210|22800|123|188000', 'liebherr|Liebherr|R 922|23500|110|205000', 'volvo-ce|Volvo CE|EC220|22900|129|190000', 'hitachi|Hitachi|ZX210|22200|122|184000', 'caterpillar|Caterpillar|330|31000|202|285000', 'develon|Develon|DX225|23200|124|165000', 'liebherr|Liebherr|R 936|33500|190|310000', 'jcb|JCB|JS220|22000|129|160000', 'hyundai-ce|Hyundai CE|HX220|23000|129|155000', 'kobelco|Kobelco|SK210|22200|124|168000', 'sany|Sany|SY215|21900|128|125000']],
  ['mini-excavators', 22, 'tracked', 600, 'quick_coupler cabin', ['kubota|Kubota|KX019|1900|12|29000', 'takeuchi|Takeuchi|TB216|1800|11|30000', 'wacker-neuson|Wacker Neuson|EZ17|1750|13|28500', 'yanmar|Yanmar|ViO17|1800|10|29500', 'caterpillar|Caterpillar|301.7|1900|14|30500', 'bobcat|Bobcat|E19|1900|10|28000', 'kubota|Kubota|U27|2700|16|38000', 'jcb|JCB|8026|2750|18|36000', 'takeuchi|Takeuchi|TB240|3900|26|52000', 'komatsu|Komatsu|PC18|1850|11|29000', 'hitachi|Hitachi|ZX55|5500|28|68000']],
  ['wheel-loaders', 17, 'wheeled', 1000, 'cabin air_conditioning central_lubrication rear_view_camera', ['caterpillar|Caterpillar|950|19500|186|245000', 'volvo-ce|Volvo CE|L90|15500|128|195000', 'liebherr|Liebherr|L 556|17500|140|220000', 'komatsu|Komatsu|WA320|15300|127|185000', 'volvo-ce|Volvo CE|L120|19800|203|250000', 'caterpillar|Caterpillar|906|5700|55|82000', 'kramer|Kramer|5085|4600|55|65000', 'weidemann|Weidemann|1280|2600|36|42000', 'atlas|Atlas|AR 65|5300|55|75000', 'case|Case|621|12500|128|150000', 'jcb|JCB|427|14200|133|160000']],
  ['wheeled-excavators', 10, 'wheeled', 1050, 'cabin air_conditioning quick_coupler road_licence', ['liebherr|Liebherr|A 918|18500|120|215000', 'caterpillar|Caterpillar|M318|18800|129|220000', 'volvo-ce|Volvo CE|EW160|17800|115|205000', 'atlas|Atlas|160 W|17500|105|185000', 'komatsu|Komatsu|PW160|17600|105|195000', 'develon|Develon|DX165W|17000|100|165000', 'hydrema|Hydrema|MX16|16800|116|200000', 'mecalac|Mecalac|9MWR|9500|85|145000']],
  ['backhoe-loaders', 5, 'wheeled', 850, 'cabin air_conditioning four_wheel_drive road_licence', ['jcb|JCB|3CX|8100|68|98000', 'jcb|JCB|4CX|8900|81|112000', 'caterpillar|Caterpillar|432|8900|74|105000', 'case|Case|590 SR|8600|80|92000', 'komatsu|Komatsu|WB97|8300|74|90000']],
  ['telehandlers', 8, 'wheeled', 800, 'cabin four_wheel_drive road_licence', ['manitou|Manitou|MT 1840|11900|75|115000', 'merlo|Merlo|P 40.17|11000|75|110000', 'jcb|JCB|540-170|12300|81|118000', 'manitou|Manitou|MRT 2150|18000|115|210000', 'merlo|Merlo|TF 42.7|7500|100|98000', 'jcb|JCB|531-70|7200|81|85000', 'manitou|Manitou|MT 625|4900|55|62000']],
  ['dump-trucks', 4, 'wheeled', 1200, 'cabin air_conditioning central_lubrication rear_view_camera', ['volvo-ce|Volvo CE|A30|23500|265|390000', 'caterpillar|Caterpillar|725|23200|239|370000', 'bell|Bell|B30|19500|240|330000', 'komatsu|Komatsu|HM300|25000|248|375000', 'hydrema|Hydrema|922|16700|234|290000']],
  ['bulldozers', 3, 'tracked', 900, 'cabin air_conditioning', ['caterpillar|Caterpillar|D6|22000|161|330000', 'komatsu|Komatsu|D61|19800|127|285000', 'liebherr|Liebherr|PR 736|24500|160|330000']],
  ['rollers', 4, null, 550, 'protective_roof', ['bomag|Bomag|BW 120|2700|25|36000', 'hamm|Hamm|HD 12|2700|23|37000', 'bomag|Bomag|BW 213|12500|95|98000', 'ammann|Ammann|ARX 26|2600|25|34000', 'dynapac|Dynapac|CA2500|11500|82|92000', 'hamm|Hamm|H 13|13000|100|105000']],
  ['cranes', 3, 'wheeled', 900, 'cabin air_conditioning road_licence', ['liebherr|Liebherr|LTM 1070|48000|270|720000', 'tadano|Tadano|ATF 70|47500|260|650000', 'grove|Grove|GMK 3060|36000|260|580000', 'liebherr|Liebherr|LTM 1100|54000|330|950000']],
  ['work-platforms', 5, 'wheeled', 250, '', ['genie|Genie|GS-1932|1500|3|13500', 'haulotte|Haulotte|Compact 10|2200|4|16500', 'jlg|JLG|450AJ|6600|36|68000', 'genie|Genie|Z-45|6900|36|72000', 'haulotte|Haulotte|HA16|6600|35|66000', 'jlg|JLG|660SJ|12900|50|115000']],
  ['skid-steers', 2, 'wheeled', 600, 'cabin quick_coupler', ['bobcat|Bobcat|S450|2300|36|42000', 'case|Case|SR175|3000|50|48000', 'bobcat|Bobcat|S650|3800|55|58000']],
  ['road-building', 2, 'tracked', 750, '', ['voegele|Vögele|Super 1800|19300|127|320000', 'wirtgen|Wirtgen|W 100|18000|190|380000', 'voegele|Vögele|Super 800|6300|55|165000']],
  ['crushers', 1, 'tracked', 900, '', ['kleemann|Kleemann|MC 110|39000|248|480000', 'kleemann|Kleemann|MR 110|44000|371|560000']],
];

const electricPlatform = 5;

export const isElectric = (kind: MachineKind, machine: Machine): boolean =>
  kind.subcategory === 'work-platforms' && machine.powerKw < electricPlatform;

export const machineKinds: readonly MachineKind[] = rows.map(
  ([subcategory, share, undercarriage, yearlyHours, features, machines]) => ({
    subcategory,
    share,
    undercarriage,
    yearlyHours,
    features: features === '' ? [] : features.split(' '),
    machines: machines.map((text) => {
      const [brand = '', name = '', model = '', weightKg, powerKw, newPrice] = text.split('|');
      return {
        brand,
        name,
        model,
        weightKg: Number(weightKg),
        powerKw: Number(powerKw),
        newPrice: Number(newPrice),
      };
    }),
  }),
);
