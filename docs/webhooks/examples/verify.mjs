import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * @param {Buffer} body the bytes of the request as they came, before any JSON parser
 * @param {string | undefined} signatureHeader
 * @param {string} secret
 * @returns {boolean}
 */
export function isGenuine(body, signatureHeader, secret) {
  const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const given = Buffer.from(signatureHeader ?? '');
  return given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
}

// node verify.mjs SECRET SIGNATURE < body
const [, , secret, signature] = process.argv;
if (secret !== undefined) process.exitCode = isGenuine(readFileSync(0), signature, secret) ? 0 : 1;
