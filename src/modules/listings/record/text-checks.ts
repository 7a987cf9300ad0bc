import { isPrintable } from '../../../platform/http/request/formats.ts';

/**
 * Checks the texts of a listing for contact details, links, markup and characters that cannot be stored. Precision
 * takes precedence over recall: axle formulas, tire sizes, engine numbers, prices and dates are full of digits and
 * dots and must pass. All expressions are linear in the length of the text.
 */
export type TextFindingKind = 'url' | 'email' | 'phone' | 'markup' | 'unstorable';

interface TextFinding {
  readonly kind: TextFindingKind;
  /** The offending part of the text, shortened; empty if it cannot be displayed. */
  readonly found: string;
}

const emailPart = /^[^\s@]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}$/u;
const schemePart = /^(?:(?:https?|ftp|whatsapp|tg):\/\/|javascript:|mailto:|data:[a-z]+\/)\S/i;

/**
 * Top-level domains that make a word without a scheme a URL. Omits those that are also words after a full stop
 * without a space ("brakes.It"): it, no, be, at, is, to.
 */
const hostEndings = new Set(
  'com net org info biz eu de ch pl nl fr es pt cz sk hu ro bg lt lv ee dk se fi uk ie ru ua tr shop online app'.split(
    ' ',
  ),
);

/** Punctuation around a word. */
const around = new Set('()[]{}"\'„“”«»‚‘’*,;:!?.');

/** Digits with common separators of phone numbers. */
const digitRun = /(?:\+|\(\+?)?\d[\d ()/.\u00a0-]{5,28}\d/g;
const callWord =
  /(?<!\p{L})(?:tel|telefon|telephone|phone|mobil|mobile|handy|fax|whatsapp|viber|call|gsm|tél)[.: ()]*$/iu;

/** Further findings are reported once these are corrected. */
const FINDINGS_MAX = 10;

/** Returns all forbidden parts of a text without duplicates. */
export function findForbiddenText(text: string): TextFinding[] {
  if (!isPrintable(text)) return [{ kind: 'unstorable', found: '' }];
  const findings: TextFinding[] = [];
  const add = (kind: TextFindingKind, found: string) => {
    const excerpt = found.slice(0, 60);
    if (findings.length < FINDINGS_MAX && !findings.some((each) => each.found === excerpt))
      findings.push({ kind, found: excerpt });
  };
  const bracket = /[<>]/.exec(text);
  if (bracket !== null) add('markup', text.slice(bracket.index, bracket.index + 20));
  const words = ADDRESS_LIKE.test(text) ? text.split(/\s+/) : [];
  for (const word of words) {
    const part = bareWord(word);
    const kind = contactKind(part);
    if (kind !== null) add(kind, part);
  }
  for (const phone of phonesIn(text)) add('phone', phone);
  return findings;
}

/** Maximum of findings to remove; with more, the text stays unchanged and the checks reject it. */
const REMOVED_MAX = 40;

/** Removes addresses and phone numbers from a feed's text, and returns them. */
export function withoutContact(text: string): {
  readonly text: string;
  readonly removed: readonly TextFinding[];
} {
  const removed: TextFinding[] = [];
  let rest = text.replace(/\S+/g, (word) => {
    const part = bareWord(word);
    const kind = contactKind(part);
    if (kind === null || removed.length >= REMOVED_MAX) return word;
    removed.push({ kind, found: part.slice(0, 60) });
    return word.replace(part, '');
  });
  for (
    let phone = findPhone(rest);
    phone !== undefined && removed.length < REMOVED_MAX;
    phone = findPhone(rest)
  ) {
    removed.push({ kind: 'phone', found: phone });
    rest = rest.replace(phone, '');
  }
  return { text: removed.length === 0 ? text : rest.replace(/ {2,}/g, ' ').trim(), removed };
}

/** Every address contains one of these; most texts do not, and need not be split. */
const ADDRESS_LIKE = /[@:.]\S/;

function contactKind(part: string): 'email' | 'url' | null {
  if (part.includes('@') && emailPart.test(part)) return 'email';
  return (part.includes(':') && schemePart.test(part)) || (part.includes('.') && isHost(part)) ? 'url' : null;
}

/** By index, because an expression that is anchored only at the end would try every position of a long run of dots. */
function bareWord(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && around.has(word.charAt(start))) start += 1;
  while (end > start && around.has(word.charAt(end - 1))) end -= 1;
  return word.slice(start, end);
}

function isHost(part: string): boolean {
  const labels = (part.split(/[/?#:]/, 1)[0] ?? '').split('.');
  if (labels.length < 2 || !labels.every((label) => /^[\p{L}\p{N}-]+$/u.test(label))) return false;
  if (labels[0]?.toLowerCase() === 'www') return true;
  // The label before the ending needs a letter: "18.440.de" is a part number.
  return hostEndings.has(labels.at(-1) ?? '') && /\p{L}/u.test(labels.at(-2) ?? '');
}

/**
 * A phone number has an international prefix (+49, 0049), a national one in groups (0171 2345678), or follows a word
 * such as "Tel". Plain long numbers are prices, mileages and part numbers.
 */
function findPhone(text: string): string | undefined {
  return phonesIn(text).next().value ?? undefined;
}

function* phonesIn(text: string): Generator<string, undefined> {
  for (const match of text.matchAll(digitRun)) {
    const run = match[0];
    const digitCount = run.replace(/\D/g, '').length;
    if (digitCount < 7 || digitCount > 15 || isDate(run)) continue;
    const before = text.slice(Math.max(0, match.index - 20), match.index);
    if (callWord.test(before)) {
      yield run.trim();
      continue;
    }
    // Digits attached to letters, or after a single one, are part of a code: a VIN, or a part number such as A 004
    // 159 83 04.
    if (/[\p{L}\p{N}]$|(?<!\p{L})\p{L} $/u.test(before)) continue;
    if (digitCount >= 9 && hasDiallingPrefix(run)) yield run.trim();
  }
  return undefined;
}

function hasDiallingPrefix(run: string): boolean {
  return (
    /^(?:\+|\(\+|00(?=[1-9]\d))\d/.test(run) ||
    /^\(?0[1-9]\d{1,4}\)?[ /-]\(?\d/.test(run) ||
    /^\(\d{3}\) ?\d{3}[-. ]\d{4}$/.test(run)
  );
}

/** 01.02.2019, 12/2019, 2019-2021: groups that start like dates or years. */
function isDate(run: string): boolean {
  return (
    /^(?:0?[1-9]|[12]\d|3[01])[./-](?:0?[1-9]|1[0-2])[./-](?:(?:19|20)\d\d|\d\d)(?!\d)/.test(run) ||
    /^(?:0?[1-9]|1[0-2])[./-](?:19|20)\d\d(?!\d)/.test(run) ||
    /^(?:19|20)\d\d[./-]\d/.test(run)
  );
}
