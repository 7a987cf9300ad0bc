// Prints the two headers of a signed request: body on standard input, secret in FIFTHWHEEL_SIGNING_SECRET.
//   echo -n '{"title":"MAN TGX"}' | node sign.mjs [unix-seconds [METHOD PATH-AND-QUERY]]
// With method, path and query the signature is of version 2, which covers them.
import { createHmac } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

/**
 * @param {string} secret
 * @param {string} timestamp
 * @param {Buffer} body the exact bytes that are sent; none for a request without a body
 */
export function sign(secret, timestamp, body = Buffer.alloc(0)) {
  const mac = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  return `sha256=${mac}`;
}

/**
 * Version 2.
 * @param {string} secret
 * @param {string} timestamp
 * @param {string} method
 * @param {string} target path and query as they are sent: `/v1/listings?page=2`
 * @param {Buffer} body the exact bytes that are sent; none for a request without a body
 */
export function signV2(secret, timestamp, method, target, body = Buffer.alloc(0)) {
  const head = `v2\n${timestamp}\n${method}\n${target}\n`;
  return `v2=${createHmac('sha256', secret).update(head).update(body).digest('hex')}`;
}

const [timestamp = String(Math.floor(Date.now() / 1000)), method, target] = process.argv.slice(2);
const secret = process.env.FIFTHWHEEL_SIGNING_SECRET ?? '';
const body = await buffer(process.stdin);
const signature =
  target === undefined ? sign(secret, timestamp, body) : signV2(secret, timestamp, method, target, body);
process.stdout.write(`X-Timestamp: ${timestamp}\nX-Signature: ${signature}\n`);
