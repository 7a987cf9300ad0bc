import type { ValueField } from '../../types.ts';
import type { Concept } from './concept.ts';

// Trade names of fuels, gearboxes, emission standards, conditions, colors, and makes of axles and cooling
// units.

const conceptOf =
  (field: ValueField) =>
  (values: string, words: string): Concept => ({ means: { field, values: values.split(' ') }, words });
const fuel = conceptOf('fuelType');
const gearbox = conceptOf('transmission');
const condition = conceptOf('condition');
const color = conceptOf('color');
const standard = conceptOf('euroStandard');
const makeConcept = (field: 'axleMake' | 'coolingMake', name: string, words: string): Concept => ({
  means: { field, values: [name] },
  words,
});
const axle = (name: string, words = name): Concept => makeConcept('axleMake', name, words);
const cooling = (name: string, words = name): Concept => makeConcept('coolingMake', name, words);

/** Returns a norm in the spellings that all languages share. */
function norm(number: number, roman: string, values = `euro${number}`): Concept {
  const words = [number, roman].flatMap((name) => [
    `euro ${name}`,
    `euronorm ${name}`,
    `norma euro ${name}`,
    `abgasnorm ${name}`,
    `norme euro ${name}`,
    `schadstoffklasse ${name}`,
  ]);
  // Letters of steps that are not separate standards.
  const steps = ['a', 'b', 'c'].flatMap((step) => [`euro ${number}${step}`, `euro ${roman}${step}`]);
  return standard(values, [...words, ...steps, `e${number}`, `eur${number}`].join(','));
}

export const VALUES: readonly Concept[] = [
  fuel('diesel', 'diesel, gasoil, gazole, gasóleo, gasolio, olej napędowy, ropa'),
  fuel('petrol', 'petrol, gasoline, benzin, benziner, essence, benzine, benzyna, benzynowy, gasolina, benzina'),
  fuel('electric', 'electric, battery, battery electric, bev, ev, elektro, elektrisch, vollelektrisch, batterie, e-lkw, e lkw, e-truck, e-van, e-transporter, électrique, elektrische, elektryczny, elektryk, eléctrico, elettrico'),
  fuel('hybrid', 'hybrid, phev, hybride, hybryda, hybrydowy, híbrido, ibrido'),
  fuel('cng', 'cng, erdgas, gnc, aardgas, gaz ziemny, gas natural comprimido, metano'),
  fuel('lng', 'lng, gnl, flüssiggas lng, liquefied gas'),
  fuel('lng cng', 'gas powered, gas, gasantrieb, gas-lkw, gaz naturel, gaz, gas natural, np, natural power, gas truck'),
  fuel('lpg', 'lpg, autogas, gpl, glp'),
  fuel('hydrogen', 'hydrogen, fuel cell, h2, wasserstoff, brennstoffzelle, hydrogène, waterstof, wodór, hidrógeno, idrogeno'),
  fuel('ethanol', 'ethanol, bioethanol, éthanol, etanol'),
  gearbox('manual', 'manual, manual gearbox, stick shift, schaltgetriebe, handschaltung, handschalter, schalter, schaltung, manuell, boîte manuelle, manuelle, bvm, handgeschakeld, handbak, handmatig, manualna, skrzynia manualna, manualny, cambio manual, manual caja, cambio manuale, manuale'),
  gearbox('automatic semi_automatic', 'automatic, automatic gearbox, auto gearbox, automated, automatik, automatikgetriebe, automatisch, i-shift, opticruise, powershift, tipmatic, tip-matic, as-tronic, traxon, automatique, boîte automatique, boîte auto, bva, automaat, automatische, automatyczna, automat, skrzynia automatyczna, cambio automático, automático, automatico, cambio automatico'),
  gearbox('semi_automatic', 'semi-automatic, semi automatic, halbautomatik, semi-automatique, robotisée, półautomat, półautomatyczna, semiautomático, semiautomatico'),
  norm(1, 'i'),
  norm(2, 'ii'),
  norm(3, 'iii'),
  norm(4, 'iv'),
  norm(5, 'v'),
  norm(6, 'vi', 'euro6 euro6d euro6e'),
  standard('euro6d', 'euro 6d, euro vi d, eur6d, e6d, euro 6 d, euro 6d temp'),
  standard('euro6e', 'euro 6e, euro vi e, eur6e, e6e, euro 6 e'),
  standard('eev', 'eev'),
  condition('new', 'new, brand new, unused, neu, neuwagen, neufahrzeug, fabrikneu, ungebraucht, neuf, neuve, neufs, nieuw, nieuwe, nowy, nowa, nowe, fabrycznie nowy, nuevo, nueva, nuevos, a estrenar, kilómetro cero, nuovo, nuova, nuovi'),
  condition('used certified', 'used, second hand, secondhand, pre-owned, preowned, gebraucht, gebrauchtwagen, gebrauchtfahrzeug, d occasion, occasion, occasie, gebruikt, gebruikte, tweedehands, tweedehandse, używany, używana, używane, z drugiej ręki, usado, usada, usados, segunda mano, de segunda mano, de ocasión, usato, usata, usati, seconda mano'),
  condition('certified', 'certified, certified used, zertifiziert, certifié, gecertificeerd, certyfikowany, certificado, certificato'),
  color('black', 'black, schwarz, noir, zwart, czarny, negro, nero'),
  color('grey', 'grey, gray, grau, anthrazit, gris, grijs, szary, grigio'),
  color('beige', 'beige, beżowy'),
  color('brown', 'brown, braun, brun, marron, bruin, brązowy, marrón, marrone'),
  color('red', 'red, rot, rouge, rood, rode, czerwony, rojo, rosso'),
  color('green', 'green, grün, vert, groen, zielony, verde'),
  color('blue', 'blue, blau, bleu, blauw, niebieski, granatowy, azul, blu'),
  color('purple', 'purple, violet, lila, violett, paars, fioletowy, morado, viola'),
  color('gold', 'gold, doré, goud, złoty, dorado, oro'),
  color('white', 'white, weiß, weiss, blanc, blanche, wit, witte, biały, blanco, bianco'),
  color('orange', 'orange, oranje, pomarańczowy, naranja, arancione'),
  color('silver', 'silver, silber, argent, argenté, zilver, srebrny, plateado, plata, argento'),
  color('yellow', 'yellow, gelb, jaune, geel, gele, żółty, amarillo, giallo'),
  axle('BPW'),
  axle('SAF', 'saf, saf holland'),
  axle('SMB'),
  axle('Gigant'),
  axle('Fuwa'),
  axle('ROR', 'ror, meritor'),
  axle('Valx'),
  axle('Trailor Achse', 'jost achse, dca'),
  cooling('Thermo King', 'thermo king, thermoking, tk aggregat'),
  cooling('Carrier', 'carrier, carrier vector, carrier supra, carrier xarios, carrier pulsor, carrier maxima'),
  cooling('Mitsubishi', 'mitsubishi aggregat'),
  cooling('Frigoblock'),
  cooling('Zanotti'),
]; // prettier-ignore

/** Numbers of axles as words. */
export const AXLE_COUNTS: readonly (readonly [axles: number, words: string])[] = [
  [1, 'single axle, einachser, einachsig, mono essieu, monoessieu, enkelas, jednoosiowy, un eje, monoasse'],
  [2, 'two axle, twin axle, tandem axle, zweiachser, zweiachsig, tandemachse, tandemachser, deux essieux, bi-essieux, tweeasser, tweeassig, dwuosiowy, dos ejes, due assi, biasse'],
  [3, 'three axle, tri-axle, triaxle, tridem, dreiachser, dreiachsig, trois essieux, tri essieux, drieasser, drieassig, trzyosiowy, tres ejes, tre assi, triasse'],
  [4, 'four axle, vierachser, vierachsig, quatre essieux, vierasser, vierassig, czteroosiowy, cuatro ejes, quattro assi'],
  [5, 'five axle, fünfachser, cinq essieux, vijfasser, pięcioosiowy, cinco ejes'],
]; // prettier-ignore
