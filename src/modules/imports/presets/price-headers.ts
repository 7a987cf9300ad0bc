import { fold } from '@fifthwheel/text/fold';
import { currencyWord } from '../values/currencies.ts';

/**
 * Recognizes headers of price and VAT columns as dealers and their software write them: "Netto-Preis", "Preis (zzgl.
 * MwSt.)", "Prix de vente HT", "prijs excl. btw". Word order and language vary too much for a list of headers.
 */

const pattern = (alternatives: string): RegExp => new RegExp(`^(?:${alternatives.replaceAll(' ', '|')})$`);

const TAX = pattern(
  'mwst ust mehrwertsteuer umsatzsteuer vat tax taxes tva taxe btw iva pdv dph moms mva alv km pvm pvn kdv dds fpa afa ptu podatek podatku podatkiem',
);
const PRICE =
  /preis|price|prix|prijs|precio|prezzo|preco|^cen[ay]|hinta|kaina|betrag|amount|montant|importe|importo|bedrag|kwota|^(?:vk|pris|pret|ar|hind)$/;
const NET = pattern('netto net nett nette neto netta ht htva htvat');
const GROSS = pattern('brutto bruto gross lordo lorda ttc tvac ivato');
/** Refer to VAT only next to a tax word: "ex works", "with warranty". */
const WITHOUT = pattern(
  'hors excl exkl ex exc excluding exclusive exclusief excluded excluido excluida exclus esclusa escluso sin senza sans ohne without bez sem zonder uden utan ilman plus zzgl zuzuglich zuzueglich',
);
const WITH = pattern(
  'incl inkl inc inklusive including inclusive inclusief included incluido incluida inclusa incluso inclus compris comprise comprises mit with avec con com met z med',
);
/** Amounts other than the asking price, and other quantities that are net or gross. */
const OTHER =
  /einkauf|purchase|cost|achat|inkoop|zakup|compra|acquisto|^alt|ancien|^star[ae]|haendler|handler|dealer|trade|wholesale|export|leas|rate$|monat|month|miet|rent|loyer|^list|listen|neupreis|katalog|catalog|mindest|minimum|reserve|auction|transport|fracht|gewicht|weight|poids|masa|peso|verkauft|^(?:ek|old|was|mtl|uvp|min|max|new|sold)$/;
/** The permitted buyers do not determine whether a price is net or gross. */
const BUYERS =
  /(?<![a-z])(?:dealers?|traders?|trade|export)[\s,;_]+only(?![a-z])|(?<![a-z])(?:nur|fur|for)[\s,;_]+(?:handler|dealers|export)(?![a-z])/g;
const CURRENCY = pattern('eur euro euros € usd \\$ gbp £ chf pln zl zloty czk kc sek dkk nok huf ron');

const DEDUCTIBLE =
  /ausweisbar|abzugsfahig|abziehbar|deductible|reclaimable|recoverable|refundable|qualifying|recuperable|recuperabile|verrekenbaar|aftrekbaar|odlicz|detraibile|deducible|fradrag|avdrag/;
const MARGIN_SCHEME = /differenzbesteuer|margenbesteuer|margeregeling|^25a$|^rebu$/;
const MARGIN = pattern('margin marge marza margine margen');
const SCHEME = pattern('scheme regime regimen regeling schema procedura');
const RATE = pattern('rate satz prozent percent taux tarief stawka tipo aliquota sazba %');

/**
 * Splits a header into words without case, accents and punctuation. An abbreviation is one word however it is
 * written.
 */
function wordsOf(header: string): string[] {
  return fold(header)
    .replaceAll(BUYERS, ' ')
    .replaceAll(
      /(?<![a-z])(h[._/ ]t|t[._/ ]t[._/ ]c|mw[._ ]st|b[._]t[._]w|i[._]v[._]a|t[._]v[._]a)(?![a-z])/g,
      (text) => text.replaceAll(/[^a-z]/g, ''),
    )
    .replaceAll(/[%€$£]/g, ' $& ')
    .split(/[^a-z0-9%€$£]+/)
    .filter((word) => word !== '')
    .flatMap(splitCompound);
}

const PREFIXES = ['netto', 'brutto', 'bruto', 'gross', 'net'] as const;
const SUFFIXES = ['netto', 'brutto', 'bruto', 'ht', 'ttc'] as const;

/** Splits "nettopreis" and "prixht" into two words. */
function splitCompound(word: string): string[] {
  const prefix = PREFIXES.find((start) => word.startsWith(start));
  const suffix = SUFFIXES.find((end) => word.endsWith(end));
  const cut = prefix?.length ?? word.length - (suffix?.length ?? 0);
  const [first, second] = [word.slice(0, cut), word.slice(cut)];
  if (first === '' || second === '') return [word];
  return PRICE.test(first) || PRICE.test(second) ? [first, second] : [word];
}

type PriceBasisColumn = 'price_net' | 'price_gross';

/** Returns the Fifthwheel column that a header of prices or VAT means; null for any other header. */
export function priceColumnOf(
  header: string,
): PriceBasisColumn | 'vat_rate' | 'vat_deductible' | 'vat_scheme' | null {
  const words = wordsOf(header);
  const has = (kind: RegExp): boolean => words.some((word) => kind.test(word));
  const isPrice = has(PRICE);
  if (!isPrice) {
    if (has(MARGIN_SCHEME) || (has(MARGIN) && (has(TAX) || has(SCHEME)))) return 'vat_scheme';
    if (has(TAX) && has(DEDUCTIBLE)) return 'vat_deductible';
    if (has(TAX) && has(RATE)) return 'vat_rate';
  }
  if (has(OTHER) || (!isPrice && !has(CURRENCY))) return null;
  return basisOf(words);
}

function basisOf(words: readonly string[]): PriceBasisColumn | null {
  const has = (kind: RegExp): boolean => words.some((word) => kind.test(word));
  const isNet = has(NET) || (has(TAX) && has(WITHOUT));
  const isGross = has(GROSS) || (has(TAX) && has(WITH));
  if (isNet === isGross) return null;
  return isNet ? 'price_net' : 'price_gross';
}

/**
 * Splits an amount from the words about VAT in its cell: "54.900 € netto", "65.331 inkl. 19 % MwSt."; null if there
 * are none.
 */
export function splitPriceCell(text: string): { column: PriceBasisColumn; amount: string } | null {
  const start = text.search(/\d/);
  if (start === -1) return null;
  const number = /^[\d.,'’\s\u00a0\u202f]*-{0,2}/.exec(text.slice(start))?.[0] ?? '';
  const around = `${text.slice(0, start)} ${text.slice(start + number.length)}`;
  const column = basisOf(wordsOf(around));
  if (column === null) return null;
  const currency = currencyWord(around);
  return { column, amount: currency === null ? number.trim() : `${number.trim()} ${currency}` };
}
