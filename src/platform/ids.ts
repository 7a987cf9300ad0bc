import { randomBytes } from 'node:crypto';

/** Resources by the prefix of their IDs. */
interface IdPrefixes {
  att: 'attachment of a message';
  aud: 'entry of the audit log';
  brd: 'brand';
  cat: 'category';
  cmp: 'comparison';
  cnv: 'conversation';
  cpn: 'coupon';
  dec: 'decision of an administrator';
  dlv: 'delivery of a webhook';
  doc: 'document of a seller';
  eal: 'alert by email';
  evt: 'event';
  exp: 'export of an account';
  fav: 'favorite';
  img: 'image of a listing';
  imp: 'import';
  inv: 'invoice';
  ivt: 'invitation to a team';
  job: 'job';
  key: 'API key';
  lst: 'listing';
  mai: 'email';
  mdl: 'model';
  mem: 'membership of a team';
  msg: 'message';
  ntf: 'notification';
  pay: 'payment';
  pln: 'plan';
  rdm: 'redemption of a coupon';
  rev: 'review';
  rfd: 'refund';
  rpt: 'report';
  sel: 'seller';
  ses: 'session';
  ssr: 'saved search';
  sub: 'subscription';
  svw: 'saved view';
  tpl: 'message template';
  usr: 'account';
  whk: 'webhook';
}
export type IdPrefix = keyof IdPrefixes;

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_CHARACTERS = 10;
const RANDOM_BYTES = 10;

let lastMs = 0;
let lastRandom: Buffer = Buffer.alloc(RANDOM_BYTES);

/** `usr_` and a ULID. Ids made by one process sort in the order of creation, even within a millisecond. */
export function newId(prefix: IdPrefix, at?: Date): string {
  return `${prefix}_${newUlid(at)}`;
}

/** 26 Crockford base32 characters: 48 bits of milliseconds, then 80 random bits. */
export function newUlid(at?: Date): string {
  const ms = at?.getTime() ?? Date.now();
  if (ms === lastMs) increment(lastRandom);
  else {
    lastMs = ms;
    lastRandom = randomBytes(RANDOM_BYTES);
    lastRandom[0] = (lastRandom[0] ?? 0) & 0x7f; // room to count up within the millisecond
  }
  return `${encodeTime(ms)}${encodeRandom(lastRandom)}`;
}

/** Returns the lower bound of IDs created at this time or later. */
export function firstIdAt(prefix: IdPrefix, at: Date): string {
  return `${prefix}_${encodeTime(at.getTime())}`;
}

/** Returns the ID of the nth resource of its kind in generated data: always the same, and distinct from IDs of `newId`. */
export function idOf(prefix: IdPrefix, at: Date, n: number): string {
  const bytes = Buffer.alloc(RANDOM_BYTES);
  // Above what `newId` draws.
  bytes[0] = 0xff;
  bytes.writeUIntBE(n, RANDOM_BYTES - 6, 6);
  return `${prefix}_${encodeTime(at.getTime())}${encodeRandom(bytes)}`;
}

const ID = /^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$/;

/** Whether a text has the form of an id of this kind. Anything else is treated like an unknown id, without a query. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && ID.test(text);
}

function increment(bytes: Buffer): void {
  for (let i = bytes.length - 1; i >= 0; i--) {
    const next = ((bytes[i] ?? 0) + 1) & 0xff;
    bytes[i] = next;
    if (next !== 0) return;
  }
}

function encodeTime(ms: number): string {
  let rest = ms;
  let text = '';
  for (let i = 0; i < TIME_CHARACTERS; i++) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function encodeRandom(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0x1fff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET.charAt((value >> bits) & 31);
    }
  }
  return text;
}
