/** Draws a vehicle from the side, facing left, as an SVG of 640 by 480, for listings without photos. */
import { load } from './bodies.ts';
import {
  box,
  circle,
  FRAME,
  GLASS,
  GROUND,
  INK,
  mixed,
  type Paint,
  path,
  range,
  STEEL,
  stroke,
  wheels,
} from './forms.ts';
import { type Body, COLORS, type Drawing } from './vehicle.ts';

export function sceneOf(drawing: Drawing): string {
  const main = COLORS[drawing.color];
  const paint: Paint = { main, dark: mixed(main, '#000000', 0.32), light: mixed(main, '#ffffff', 0.35) };
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480">' +
    backdrop(drawing) +
    vehicle(drawing, paint) +
    '</svg>'
  );
}

/** The same vehicle from its other side, on an evening. */
export function evening(drawing: Drawing): string {
  const dusk =
    '<linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#31415f" stop-opacity=".55"/>' +
    '<stop offset=".7" stop-color="#d98b4a" stop-opacity=".32"/></linearGradient>';
  return sceneOf(drawing)
    .replace('480">', `480"><defs>${dusk}</defs><g transform="translate(640) scale(-1 1)">`)
    .replace('</svg>', `</g>${box(0, 0, 640, 480, 'url(#dusk)')}</svg>`);
}

function backdrop({ shape, axles, body }: Drawing): string {
  const skies = ['#b9cbd8', '#c9d3cf', '#d8cdbd', '#bccfd0'];
  const sky = skies[(shape.length + body.length + axles) % skies.length] ?? '#b9cbd8';
  const far = mixed(sky, '#5d6d75', 0.35);
  const site = ['excavator', 'loader', 'dozer', 'roller', 'dumper', 'machine', 'farm'].includes(shape);
  const ground = site ? '#a08f77' : '#646b71';
  const skyline = site
    ? `<path d="M0 330L90 276 170 318 260 262 360 322 450 284 560 330 640 300V360H0Z" fill="${far}"/>`
    : [30, 112, 190, 300, 392, 470, 560]
        .map((x, i) => {
          const height = 34 + ((i * 37) % 62);
          return box(x, 352 - height, 66, height, far);
        })
        .join('');
  const road = site ? '' : [0, 120, 240, 360, 480, 600].map((x) => box(x, 446, 64, 6, '#dfe3e4')).join('');
  return (
    box(0, 0, 640, 352, sky) +
    `<rect width="640" height="200" fill="#fff" opacity=".28"/>` +
    skyline +
    box(0, 350, 640, 130, ground) +
    box(0, 350, 640, 8, mixed(ground, '#ffffff', 0.25)) +
    road +
    `<ellipse cx="322" cy="${GROUND + 4}" rx="276" ry="14" fill="#000" opacity=".25"/>`
  );
}

function vehicle(drawing: Drawing, paint: Paint): string {
  const { shape, axles, body } = drawing;
  switch (shape) {
    case 'tractor':
      return tractor(axles, paint);
    case 'truck':
      return truck(axles, body, paint);
    case 'semi':
      return semi(axles, body, paint);
    case 'trailer':
      return trailer(axles, body, paint);
    case 'van':
      return van(body, paint);
    case 'bus':
      return bus(axles, body, paint);
    case 'excavator':
      return excavator(paint);
    case 'loader':
      return loader(paint);
    case 'dozer':
      return dozer(paint);
    case 'roller':
      return roller(paint);
    case 'dumper':
      return dumper(axles, paint);
    case 'crane':
      return crane(axles, paint);
    case 'forklift':
      return forklift(paint);
    case 'farm':
      return farm(paint);
    case 'machine':
      return loader(paint);
  }
}

/** A forward cab of a heavy truck from x to x + 130. */
function cab(x: number, paint: Paint, height = 214): string {
  const top = 346 - height;
  return (
    path(
      `M${x} 346V${top + 84}Q${x + 4} ${top + 10} ${x + 56} ${top}H${x + 124}Q${x + 132} ${top} ${x + 132} ${top + 10}V346Z`,
      paint.main,
    ) +
    path(
      `M${x + 88} ${top + 6}H${x + 124}Q${x + 132} ${top + 6} ${x + 132} ${top + 14}V346H${x + 88}Z`,
      paint.dark,
      0.35,
    ) +
    path(
      `M${x + 8} ${top + 128}V${top + 90}Q${x + 12} ${top + 56} ${x + 36} ${top + 54}H${x + 46}V${top + 128}Z`,
      GLASS,
    ) +
    box(x + 54, top + 56, 44, 62, GLASS, 5) +
    path(`M${x + 10} ${top + 124}L${x + 30} ${top + 58}H${x + 38}L${x + 20} ${top + 124}Z`, '#ffffff', 0.16) +
    box(x + 60, top + 136, 22, 5, INK, 2) +
    box(x - 2, 306, 56, 30, paint.dark, 4) +
    box(x + 2, 312, 26, 14, '#f3ecd0', 3) +
    box(x - 4, 336, 134, 22, FRAME, 4) +
    box(x - 12, top + 60, 10, 44, INK, 4)
  );
}

function tractor(axles: number, paint: Paint): string {
  const rear = axles >= 3 ? [402, 478] : [456];
  return (
    box(120, 344, 420, 18, FRAME, 4) +
    box(268, 330, 74, 40, STEEL, 8) +
    path('M392 344L420 326H500L528 344Z', '#4a545c') +
    box(430, 318, 62, 10, INK, 4) +
    box(264, 180, 12, 160, FRAME, 4) +
    cab(126, paint) +
    box(520, 330, 22, 30, '#b3202c', 3) +
    wheels([196, ...rear, ...(axles >= 4 ? [326] : [])])
  );
}

function truck(axles: number, body: Body, paint: Paint): string {
  const rear = axles >= 4 ? [446, 520] : axles === 3 ? [438, 514] : [482];
  const front = axles >= 4 ? [134, 210] : [140];
  return (
    box(80, 344, 494, 18, FRAME, 4) +
    box(262, 348, 64, 30, STEEL, 8) +
    load(body, 216, 578, 344, paint) +
    cab(70, paint, 196) +
    wheels([...front, ...rear])
  );
}

function semi(axles: number, body: Body, paint: Paint): string {
  const rear = [540, 468, 396, 324, 252].slice(0, axles).map((x) => x - 20);
  return (
    (body === 'low' ? '' : box(50, 338, 548, 16, FRAME, 3)) +
    load(body, 48, 600, 338, paint) +
    box(196, 350, 12, 44, STEEL) +
    box(186, 390, 32, 6, INK, 2) +
    box(230, 362, 110, 8, STEEL, 2) +
    wheels(rear, 31)
  );
}

function trailer(axles: number, body: Body, paint: Paint): string {
  const places = axles === 1 ? [380] : axles === 2 ? [344, 418] : [204, 456, 526];
  return (
    box(40, 362, 110, 8, FRAME, 3) +
    box(34, 354, 16, 24, INK, 4) +
    (body === 'low' ? '' : box(130, 344, 446, 16, FRAME, 3)) +
    load(body, 128, 580, 344, paint) +
    wheels(places, 31)
  );
}

function van(body: Body, paint: Paint): string {
  const nose = 'M70 372V318Q72 298 96 292L142 284L176 216Q184 202 202 202';
  const isOpen = ['dropside', 'tipper', 'none', 'crane', 'cars'].includes(body);
  const shell = isOpen
    ? path(`${nose}H262Q276 202 276 216V372Z`, paint.main) +
      box(270, 356, 300, 16, FRAME, 3) +
      load(body === 'tipper' ? 'tipper' : body === 'none' ? 'none' : 'dropside', 290, 572, 356, paint)
    : path(`${nose}H548Q566 202 566 222V372Z`, paint.main) +
      box(96, 340, 470, 6, paint.dark) +
      box(320, 214, 4, 140, paint.dark) +
      box(452, 214, 4, 140, paint.dark);
  const cooler = body === 'reefer' ? box(206, 180, 80, 24, '#e2e7e9', 6) : '';
  return (
    shell +
    cooler +
    path('M154 284L184 224Q188 216 198 216H250V284Z', GLASS) +
    box(258, 296, 24, 5, INK, 2) +
    box(72, 316, 26, 18, '#f3ecd0', 4) +
    box(64, 358, 512, 16, FRAME, 4) +
    wheels([160, 476], 32)
  );
}

function bus(axles: number, body: Body, paint: Paint): string {
  const top = body === 'double' ? 96 : 160;
  const rows = body === 'double' ? [112, 220] : [180];
  return (
    path(`M44 366V${top + 40}Q46 ${top} 84 ${top}H582Q602 ${top} 602 ${top + 20}V366Z`, paint.main) +
    path(`M52 300V${top + 48}Q54 ${top + 22} 84 ${top + 20}H96V300Z`, GLASS) +
    rows
      .map((y) =>
        range(112, 560, 76)
          .map((x) => box(x, y, 66, 74, GLASS, 4))
          .join(''),
      )
      .join('') +
    box(112, 274, 62, 92, mixed(GLASS, '#ffffff', 0.12), 4) +
    box(44, 336, 558, 8, paint.dark) +
    box(48, 316, 24, 16, '#f3ecd0', 4) +
    wheels(axles >= 3 ? [142, 440, 510] : [142, 468], 33)
  );
}

function tracks(x: number, width: number): string {
  return (
    box(x, GROUND - 52, width, 52, INK, 26) +
    box(x + 10, GROUND - 42, width - 20, 32, '#4d565c', 16) +
    range(x + 30, x + width - 20, 44)
      .map((at) => circle(at, GROUND - 26, 11, INK))
      .join('')
  );
}

function machineCab(x: number, y: number, width: number, height: number, paint: Paint): string {
  return (
    box(x, y, width, height, INK, 8) +
    box(x + 8, y + 10, width - 16, height - 40, mixed(GLASS, '#ffffff', 0.18), 5) +
    box(x - 4, y - 8, width + 8, 12, paint.dark, 5)
  );
}

function excavator(paint: Paint): string {
  return (
    tracks(250, 270) +
    box(330, 316, 90, 26, FRAME, 6) +
    path('M296 316V250H420L540 258Q556 260 556 278V316Z', paint.main) +
    machineCab(298, 190, 92, 118, paint) +
    stroke('M330 300L196 118L110 214', paint.main, 30, true) +
    stroke('M116 196L84 330', paint.main, 22) +
    path('M64 320H112L128 372Q92 396 60 372Z', '#4d565c') +
    stroke('M300 250L210 150', STEEL, 8)
  );
}

function loader(paint: Paint): string {
  return (
    path('M290 340V262H520Q548 262 548 296V340Z', paint.main) +
    machineCab(300, 166, 104, 116, paint) +
    stroke('M320 320L170 268L118 346', paint.dark, 20, true) +
    path('M56 300L70 384H156L120 318Z', '#4d565c') +
    box(260, 322, 120, 22, paint.dark, 4) +
    wheels([246, 470], 56)
  );
}

function dozer(paint: Paint): string {
  return (
    tracks(200, 330) +
    path('M250 340V270H370V340Z', paint.main) +
    box(180, 286, 200, 56, paint.main, 6) +
    machineCab(370, 190, 104, 140, paint) +
    box(474, 270, 60, 72, paint.main, 6) +
    path('M110 262Q86 330 110 392H136V262Z', '#4d565c') +
    box(130, 344, 90, 14, paint.dark)
  );
}

function roller(paint: Paint): string {
  return (
    box(240, 286, 300, 56, paint.main, 10) +
    machineCab(290, 180, 112, 112, paint) +
    stroke('M120 330H260', paint.dark, 20) +
    circle(160, GROUND - 68, 68, '#59646b') +
    circle(160, GROUND - 68, 52, '#717d85') +
    circle(160, GROUND - 68, 14, INK) +
    wheels([468], 60)
  );
}

function dumper(axles: number, paint: Paint): string {
  return (
    box(90, 330, 470, 20, FRAME, 4) +
    path('M226 214H600L520 322H262Z', paint.main) +
    box(226, 206, 376, 14, paint.dark, 4) +
    path('M70 336V280L118 268L140 206H214V336Z', paint.main) +
    path('M132 268L150 218H200V268Z', GLASS) +
    wheels(axles >= 3 ? [152, 392, 490] : [152, 452], 44)
  );
}

function crane(axles: number, paint: Paint): string {
  const count = Math.max(axles, 3);
  return (
    box(60, 322, 510, 30, paint.main, 6) +
    path('M60 322V272L96 236H156V322Z', paint.main) +
    path('M74 280L102 248H146V280Z', GLASS) +
    box(330, 268, 150, 54, paint.dark, 6) +
    stroke('M400 276L110 150L84 160', paint.main, 28, true) +
    stroke('M92 168V250', INK, 3) +
    box(82, 248, 20, 18, INK, 4) +
    wheels(range(130, 540, 410 / (count - 1) - 1).slice(0, count), 30)
  );
}

function forklift(paint: Paint): string {
  return (
    path('M250 356V290H330L350 252H470Q492 252 492 280V356Z', paint.main) +
    stroke('M268 290V166H420L450 252', INK, 12, true) +
    box(214, 130, 14, 250, FRAME) +
    box(234, 130, 10, 250, STEEL) +
    box(92, 372, 130, 10, INK, 3) +
    box(206, 320, 12, 62, INK) +
    wheels([282, 446], 38)
  );
}

function farm(paint: Paint): string {
  return (
    path('M110 324V262Q114 246 136 244H300V336H124Z', paint.main) +
    machineCab(300, 158, 138, 150, paint) +
    stroke('M330 322Q350 252 430 252Q510 252 520 322', paint.main, 20) +
    box(130, 330, 300, 18, FRAME, 4) +
    box(196, 190, 9, 60, INK) +
    wheels([172], 50) +
    wheels([434], 84)
  );
}
