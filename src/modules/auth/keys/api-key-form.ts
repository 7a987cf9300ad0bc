import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

export type KeyEnvironment = 'live' | 'test';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 30;
const CHECKSUM_CHARACTERS = 6;
const FORM = /^fw_(live|test)_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

/** `fw_live_` + 30 random base62 characters (178 bits) + their CRC-32, so that typos and leaked keys can be detected offline. */
export function newApiKey(environment: KeyEnvironment): string {
  let random = '';
  for (let i = 0; i < RANDOM_CHARACTERS; i++) random += ALPHABET.charAt(randomInt(ALPHABET.length));
  return withChecksum(environment, random);
}

/** A key that is the same for the same 32 secret bytes. */
export function derivedApiKey(environment: KeyEnvironment, secret: Buffer): string {
  const characters = [...secret.subarray(0, RANDOM_CHARACTERS)].map((byte) =>
    ALPHABET.charAt(byte % ALPHABET.length),
  );
  return withChecksum(environment, characters.join(''));
}

function withChecksum(environment: KeyEnvironment, random: string): string {
  return `fw_${environment}_${random}${checksum(random)}`;
}

export function hasValidForm(key: string, environment: KeyEnvironment): boolean {
  const match = FORM.exec(key);
  return match !== null && match[1] === environment && checksum(match[2] ?? '') === match[3];
}

/** The part of a key that may be shown to recognise it. */
export function shownPrefix(key: string): string {
  return `${key.slice(0, 12)}…${key.slice(-4)}`;
}

function checksum(random: string): string {
  let rest = crc32(Buffer.from(random, 'ascii'));
  let text = '';
  for (let i = 0; i < CHECKSUM_CHARACTERS; i++) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
