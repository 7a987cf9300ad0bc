/**
 * A series of motor vehicles, ranked by how often dealers sell it: the rank decides the share. Years are
 * years of manufacture, weights are gross in tonnes, and power is in horsepower as on the badge.
 *
 * Variant patterns are separated by bars: {hp} power, {h} power in tens, {t} gross weight, {drive} axle
 * formula.
 */
export interface Series {
  readonly model: string;
  /** The series as a title writes it, if that differs: "R" for the R-series. */
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly gvwMin: number;
  readonly gvwMax: number;
  readonly horsepowers: readonly number[];
  readonly variants: readonly string[];
  readonly electric: boolean;
}

export interface Maker {
  readonly brand: string;
  readonly name: string;
  readonly series: readonly Series[];
}

type Row = readonly [
  model: string,
  label: string,
  from: number,
  to: number,
  gvwMin: number,
  gvwMax: number,
  horsepowers: string,
  variants: string,
];

const soldNow = 2100;
const electricModel = /^e[A-Z]|^E-T|Electric/;

const maker = (brand: string, name: string, rows: readonly Row[]): Maker => ({
  brand,
  name,
  series: rows.map(([model, label, from, to, gvwMin, gvwMax, horsepowers, variants]) => ({
    model,
    label,
    from,
    to,
    gvwMin,
    gvwMax,
    horsepowers: horsepowers.split(' ').map(Number),
    variants: variants.split('|'),
    electric: electricModel.test(model),
  })),
});

// prettier-ignore
export const tractorMakers: readonly Maker[] = [
  maker('mercedes-benz', 'Mercedes-Benz', [
    ['Actros', 'Actros', 2003, soldNow, 18, 41, '420 430 450 480 510', '{t}{h} LS|{t}{h} LS StreamSpace|{t}{h} LS BigSpace|{t}{h} LS GigaSpace'],
    ['Actros L', 'Actros L', 2021, soldNow, 18, 26, '450 480 530', '{t}{h} LS GigaSpace|{t}{h} LS BigSpace'],
    ['Arocs', 'Arocs', 2013, soldNow, 18, 41, '430 450 480 510 580 630', '{t}{h} S|{t}{h} LS StreamSpace'],
    ['Axor', 'Axor', 2002, 2013, 18, 18, '400 430', '{t}{h} LS'],
    ['eActros', 'eActros', 2022, soldNow, 18, 26, '540 600', '300 LS|600 LS'],
  ]),
  maker('scania', 'Scania', [
    ['R-series', 'R', 2004, soldNow, 18, 41, '410 440 450 480 500 520', '{hp} Topline|{hp} Highline|{hp} A{drive}NB|{hp} LA{drive}'],
    ['S-series', 'S', 2017, soldNow, 18, 41, '450 460 500 530 590 660 770', '{hp} Highline|{hp} A{drive}NB|{hp} V8'],
    ['G-series', 'G', 2008, soldNow, 18, 26, '400 410 440 450', '{hp} LA{drive}|{hp} CG19'],
    ['P-series', 'P', 2005, soldNow, 18, 18, '360 380 410', '{hp} LA{drive}'],
  ]),
  maker('volvo', 'Volvo', [
    ['FH', 'FH', 2002, soldNow, 18, 41, '420 440 460 500 540', '{hp} Globetrotter|{hp} Globetrotter XL|{hp} {drive} I-Save'],
    ['FH16', 'FH16', 2004, soldNow, 18, 41, '600 650 700 750', '{hp} Globetrotter XL|{hp} {drive}'],
    ['FM', 'FM', 2002, soldNow, 18, 26, '380 410 420 460', '{hp} {drive}|{hp} Globetrotter'],
    ['FMX', 'FMX', 2010, soldNow, 18, 41, '450 460 500 540', '{hp} {drive}'],
    ['FH Electric', 'FH Electric', 2022, soldNow, 18, 26, '490 666', '{drive} Globetrotter'],
  ]),
  maker('man', 'MAN', [
    ['TGX', 'TGX', 2007, soldNow, 18, 41, '430 440 470 480 500 510 540', '{t}.{hp} BLS|{t}.{hp} {drive} XXL|{t}.{hp} GX|{t}.{hp} LLS-U'],
    ['TGS', 'TGS', 2007, soldNow, 18, 41, '400 430 440 480 500', '{t}.{hp} BLS|{t}.{hp} {drive}H BLS'],
    ['TGA', 'TGA', 2001, 2008, 18, 33, '390 410 430 440', '{t}.{hp} XXL|{t}.{hp} XLX'],
  ]),
  maker('daf', 'DAF', [
    ['XF', 'XF', 2006, soldNow, 18, 33, '410 430 450 460 480 510 530', '{hp} FT Super Space Cab|{hp} FT Space Cab|{hp} FTG SSC'],
    ['XG', 'XG', 2021, soldNow, 18, 26, '450 480 530', '{hp} FT|{hp} FTP'],
    ['XG+', 'XG+', 2021, soldNow, 18, 26, '480 530', '{hp} FT|{hp} FTG'],
    ['CF', 'CF', 2005, 2023, 18, 33, '370 400 410 440 450', '{hp} FT|{hp} FT Space Cab'],
  ]),
  maker('iveco', 'Iveco', [
    ['S-Way', 'S-Way', 2019, soldNow, 18, 26, '460 490 510 530', 'AS440S{h}T/P|AS440S{h}T/FP LT'],
    ['Stralis', 'Stralis', 2003, 2019, 18, 26, '420 430 450 460 480', 'AS440S{h}T/P|Hi-Way 440S{h}|XP 440S{h}'],
    ['Trakker', 'Trakker', 2005, 2021, 18, 41, '410 450 500', 'AT400T{h}|AD400T{h}'],
    ['X-Way', 'X-Way', 2019, soldNow, 18, 33, '460 490 510', 'AS440X{h}T/P'],
  ]),
  maker('renault-trucks', 'Renault Trucks', [
    ['T', 'T', 2013, soldNow, 18, 26, '430 440 460 480 520', '{hp} {drive}|{hp} Sleeper Cab'],
    ['T High', 'T High', 2013, soldNow, 18, 26, '480 520', '{hp} {drive}|{hp} Maxispace'],
    ['C', 'C', 2013, soldNow, 18, 33, '430 440 480 520', '{hp} {drive} Optitrack|{hp} {drive}'],
    ['Premium', 'Premium', 2003, 2013, 18, 26, '430 450 460', '{hp} DXi'],
    ['Magnum', 'Magnum', 2003, 2013, 18, 26, '480 500 520', '{hp} DXi'],
  ]),
  maker('ford-trucks', 'Ford Trucks', [
    ['F-MAX', 'F-MAX', 2018, soldNow, 18, 18, '500', '{hp}|{hp} L'],
    ['Cargo', 'Cargo', 2012, 2020, 18, 18, '420 480', '1848T|1842T'],
  ]),
  maker('tatra', 'Tatra', [['Phoenix', 'Phoenix', 2012, soldNow, 26, 41, '430 480 530', '{drive} {hp}']]),
  maker('terberg', 'Terberg', [['YT 193', 'YT 193', 2018, soldNow, 18, 33, '210 250', '{drive} RoRo|{drive}']]),
];

// prettier-ignore
export const truckMakers: readonly Maker[] = [
  maker('mercedes-benz', 'Mercedes-Benz', [
    ['Atego', 'Atego', 2004, soldNow, 7.5, 16, '160 180 210 230 270 300', '{t}{h} L|{t}{h}|{t}{h} LL'],
    ['Actros', 'Actros', 2003, soldNow, 18, 33, '320 360 400 420 450', '{t}{h} L|{t}{h} LL|{t}{h} L StreamSpace'],
    ['Arocs', 'Arocs', 2013, soldNow, 18, 41, '330 360 400 430 450', '{t}{h} K|{t}{h} AK|{t}{h} B'],
    ['Antos', 'Antos', 2012, 2023, 18, 26, '320 360 400 430', '{t}{h} L|{t}{h} LL'],
    ['Axor', 'Axor', 2002, 2013, 18, 26, '330 360 400', '{t}{h} L|{t}{h} K'],
    ['Econic', 'Econic', 2005, soldNow, 18, 32, '270 300 330 350', '{t}{h} LL|{t}{h} L'],
    ['eActros', 'eActros', 2022, soldNow, 18, 27, '450 540', '300|400'],
  ]),
  maker('man', 'MAN', [
    ['TGL', 'TGL', 2005, soldNow, 7.5, 12, '160 190 220 250', '{t}.{hp} BL|{t}.{hp} BB|{t}.{hp} LL'],
    ['TGM', 'TGM', 2005, soldNow, 12, 26, '250 290 320 340', '{t}.{hp} BL|{t}.{hp} LL|{t}.{hp} {drive} BB'],
    ['TGS', 'TGS', 2007, soldNow, 18, 41, '320 360 400 420 440 470 500', '{t}.{hp} BL|{t}.{hp} {drive} BB|{t}.{hp} {drive}H BL'],
    ['TGX', 'TGX', 2007, soldNow, 18, 26, '400 440 480 510', '{t}.{hp} LL|{t}.{hp} XLX'],
    ['TGA', 'TGA', 2001, 2008, 18, 33, '310 350 390 430', '{t}.{hp} BB|{t}.{hp} FNLC'],
  ]),
  maker('volvo', 'Volvo', [
    ['FL', 'FL', 2006, soldNow, 12, 18, '210 240 250 280', '{hp} {drive}|{hp} 42R'],
    ['FE', 'FE', 2006, soldNow, 18, 32, '280 320 350', '{hp} {drive}'],
    ['FM', 'FM', 2002, soldNow, 18, 41, '330 370 410 420 460', '{hp} {drive}|{hp} Globetrotter'],
    ['FMX', 'FMX', 2010, soldNow, 18, 41, '420 450 460 500', '{hp} {drive}'],
    ['FH', 'FH', 2002, soldNow, 18, 41, '420 460 500 540', '{hp} {drive}|{hp} Globetrotter'],
    ['FE Electric', 'FE Electric', 2020, soldNow, 18, 27, '300', '{drive}'],
  ]),
  maker('scania', 'Scania', [
    ['P-series', 'P', 2004, soldNow, 16, 41, '250 280 320 360 370 410', '{hp} B{drive}|{hp} DB{drive}'],
    ['G-series', 'G', 2007, soldNow, 18, 41, '400 410 450 490', '{hp} B{drive}NB|{hp} CB{drive}'],
    ['R-series', 'R', 2004, soldNow, 18, 41, '450 500 520 580', '{hp} B{drive}NB|{hp} Topline'],
    ['L-series', 'L', 2018, soldNow, 18, 26, '280 320 340', '{hp} B{drive}NA'],
  ]),
  maker('iveco', 'Iveco', [
    ['Eurocargo', 'Eurocargo', 2003, soldNow, 7.5, 18, '160 190 210 220 250 280 320', 'ML{t0}E{h}|{t0}E{h}|ML{t0}E{h}/P'],
    ['Stralis', 'Stralis', 2003, 2019, 18, 26, '310 330 360 420', 'AD{t0}S{h}|AT{t0}S{h}|AS{t0}S{h}Y/PS'],
    ['Trakker', 'Trakker', 2005, 2021, 18, 41, '360 410 450 500', 'AD{t0}T{h}|AT{t0}T{h}'],
    ['S-Way', 'S-Way', 2019, soldNow, 18, 26, '360 420 460', 'AD{t0}S{h}|AS{t0}S{h}Y/FS'],
    ['X-Way', 'X-Way', 2017, soldNow, 18, 41, '360 420 460 480', 'AD{t0}X{h}Z'],
  ]),
  maker('daf', 'DAF', [
    ['LF', 'LF', 2004, 2023, 7.5, 18, '180 210 220 230 260 290', '{hp} FA|45.{hp}|{hp} FA Day Cab'],
    ['CF', 'CF', 2005, 2023, 18, 41, '330 340 370 410 440', '{hp} FA|{hp} FAN|{hp} FAD'],
    ['XF', 'XF', 2006, soldNow, 18, 41, '410 450 460 480', '{hp} FAR|{hp} FAN SSC'],
    ['XD', 'XD', 2022, soldNow, 18, 41, '370 410 450', '{hp} FA|{hp} FAN|{hp} FAD'],
    ['XB', 'XB', 2023, soldNow, 7.5, 18, '170 210 230 290', '{hp} FA'],
  ]),
  maker('renault-trucks', 'Renault Trucks', [
    ['D', 'D', 2013, soldNow, 7.5, 18, '210 240 250 280', '{hp} {drive}'],
    ['D Wide', 'D Wide', 2013, soldNow, 18, 26, '280 320 360', '{hp} {drive}'],
    ['C', 'C', 2013, soldNow, 18, 32, '380 430 440 480', '{hp} {drive}'],
    ['K', 'K', 2013, soldNow, 18, 41, '430 440 480 520', '{hp} {drive}'],
    ['Midlum', 'Midlum', 2003, 2013, 7.5, 18, '180 220 240 270', '{hp} DXi'],
    ['Premium', 'Premium', 2003, 2013, 18, 32, '340 370 410', '{hp} DXi'],
  ]),
  maker('ford-trucks', 'Ford Trucks', [
    ['Cargo', 'Cargo', 2012, soldNow, 18, 41, '330 350 420', '{t}{h} DC|{t}{h} DE'],
  ]),
  maker('tatra', 'Tatra', [
    ['Phoenix', 'Phoenix', 2012, soldNow, 18, 41, '430 460 480', '{drive} {hp}'],
    ['T815', 'T815', 2002, 2016, 18, 41, '320 360 410', '{drive} S3'],
  ]),
  maker('isuzu', 'Isuzu', [['F-series', 'F', 2009, soldNow, 11, 14, '190 210', '12.{hp}|11.{hp}']]),
  maker('hino', 'Hino', [['700', '700', 2009, soldNow, 26, 32, '360 380 450', '{drive} {hp}']]),
];

/** Gross weight determines the size: up to 2.4 small, up to 3.2 medium, from 3.5 large. */
// prettier-ignore
export const vanMakers: readonly Maker[] = [
  maker('mercedes-benz', 'Mercedes-Benz', [
    ['Sprinter', 'Sprinter', 2006, soldNow, 3.5, 5.5, '110 129 140 143 163 170 190', '{v}{c} CDI|{v}{c} CDI Kasten|{v}{c} CDI Maxi'],
    ['Vito', 'Vito', 2006, soldNow, 2.8, 3.2, '102 114 136 163 190', '1{c} CDI|1{c} CDI Mixto'],
    ['Citan', 'Citan', 2013, soldNow, 2, 2.4, '75 90 95 116', '1{c} CDI'],
    ['eVito', 'eVito', 2019, soldNow, 3.2, 3.2, '116', '112'],
    ['eSprinter', 'eSprinter', 2020, soldNow, 3.5, 4.25, '116 136 204', '312|320'],
  ]),
  maker('volkswagen', 'Volkswagen', [
    ['Crafter', 'Crafter', 2007, soldNow, 3.5, 5, '102 109 136 140 163 177', '35 TDI|35 2.0 TDI L3H3|50 TDI|35 TDI L4H3'],
    ['Transporter', 'T6', 2010, soldNow, 2.8, 3.2, '84 102 110 150 204', '2.0 TDI|2.0 TDI Kombi|2.0 TDI LR'],
    ['Caddy', 'Caddy', 2010, soldNow, 2, 2.4, '75 102 122', 'Cargo 2.0 TDI|Maxi 2.0 TDI'],
  ]),
  maker('ford', 'Ford', [
    ['Transit', 'Transit', 2006, soldNow, 3.5, 4.7, '105 130 155 170 185', '350 L3H2|350 L4H3|310 L2H2|470 L4'],
    ['Transit Custom', 'Transit Custom', 2012, soldNow, 2.6, 3.2, '105 130 150 170', '300 L1H1|320 L2H1|340 L2'],
    ['Transit Connect', 'Transit Connect', 2013, soldNow, 2, 2.4, '75 100 120', '220 L1|240 L2'],
    ['E-Transit', 'E-Transit', 2022, soldNow, 3.5, 4.25, '184 269', '350 L3H2|425 L4H3'],
  ]),
  maker('iveco', 'Iveco', [
    ['Daily', 'Daily', 2006, soldNow, 3.5, 7.2, '116 136 150 156 170 180 205', '35S{h}|35C{h}|50C{h}|70C{h}|72C{h}'],
    ['eDaily', 'eDaily', 2023, soldNow, 3.5, 7.2, '190', '42S14E|50C14E'],
  ]),
  maker('renault', 'Renault', [
    ['Master', 'Master', 2006, soldNow, 3.5, 4.5, '110 125 130 145 165', 'L3H2 dCi {hp}|L2H2 dCi {hp}|L4H2 dCi {hp}'],
    ['Trafic', 'Trafic', 2006, soldNow, 2.8, 3.1, '95 115 120 145 150', 'L1H1 dCi {hp}|L2H1 dCi {hp}'],
    ['Kangoo', 'Kangoo', 2008, soldNow, 2, 2.4, '75 90 95 115', 'dCi {hp}|Maxi dCi {hp}'],
  ]),
  maker('fiat', 'Fiat', [
    ['Ducato', 'Ducato', 2006, soldNow, 3.5, 4.25, '115 130 140 160 180', '35 L3H2 MultiJet {hp}|35 L4H3 MultiJet {hp}|33 L2H2 MultiJet {hp}'],
    ['Doblo', 'Doblo', 2008, soldNow, 2, 2.4, '75 90 105', 'Cargo MultiJet {hp}'],
    ['Scudo', 'Scudo', 2007, soldNow, 2.8, 3.1, '120 145 177', 'L2 MultiJet {hp}|L3 BlueHDi {hp}'],
  ]),
  maker('man', 'MAN', [
    ['TGE', 'TGE', 2017, soldNow, 3.5, 5.5, '102 140 163 177', '3.{h}0|5.{h}0|3.140 L3H3'],
  ]),
  maker('peugeot', 'Peugeot', [
    ['Boxer', 'Boxer', 2006, soldNow, 3.5, 4.25, '110 120 140 165', '335 L3H2 BlueHDi {hp}|335 L4H2 BlueHDi {hp}'],
    ['Expert', 'Expert', 2007, soldNow, 2.8, 3.1, '120 145 180', 'L2 BlueHDi {hp}|L3 BlueHDi {hp}'],
    ['Partner', 'Partner', 2008, soldNow, 2, 2.4, '75 100 130', 'L1 BlueHDi {hp}'],
  ]),
  maker('opel', 'Opel', [
    ['Movano', 'Movano', 2010, soldNow, 3.5, 4.5, '120 130 140 165', 'L3H2 {hp}|L2H2 {hp}'],
    ['Vivaro', 'Vivaro', 2007, soldNow, 2.8, 3.1, '102 115 145', 'Cargo L {hp}|Cargo M {hp}'],
    ['Combo', 'Combo', 2012, soldNow, 2, 2.4, '75 102 130', 'Cargo {hp}'],
  ]),
  maker('citroen', 'Citroën', [
    ['Jumper', 'Jumper', 2006, soldNow, 3.5, 4.25, '110 120 140 165', '35 L3H2 BlueHDi {hp}|35 L4H3 BlueHDi {hp}'],
    ['Jumpy', 'Jumpy', 2007, soldNow, 2.8, 3.1, '102 120 145', 'M BlueHDi {hp}|XL BlueHDi {hp}'],
    ['Berlingo', 'Berlingo', 2008, soldNow, 2, 2.4, '75 100 130', 'M BlueHDi {hp}'],
  ]),
  maker('mitsubishi-fuso', 'Mitsubishi Fuso', [
    ['Canter', 'Canter', 2007, soldNow, 3.5, 7.5, '130 150 175', '3C{h}|7C{h}|3S{h}|7C{h} D'],
  ]),
  maker('renault-trucks', 'Renault Trucks', [
    ['Master', 'Master', 2013, soldNow, 3.5, 4.5, '130 145 165', 'dCi {hp} L3|Red Edition {hp}'],
  ]),
  maker('isuzu', 'Isuzu', [['N-series', 'N', 2009, soldNow, 3.5, 7.5, '120 150 190', 'M21|P75|L35']]),
  maker('toyota', 'Toyota', [
    ['Proace', 'Proace', 2013, soldNow, 2.8, 3.1, '102 122 144 177', 'L1 D-4D {hp}|L2 D-4D {hp}'],
    ['Proace City', 'Proace City', 2020, soldNow, 2, 2.4, '75 102 130', 'D-4D {hp}'],
  ]),
  maker('nissan', 'Nissan', [
    ['NV400', 'NV400', 2011, 2021, 3.5, 4.5, '110 130 145', 'L3H2 dCi {hp}|L2H2 dCi {hp}'],
    ['Interstar', 'Interstar', 2022, soldNow, 3.5, 4.5, '135 150 165', 'L3H2 dCi {hp}'],
  ]),
];
