// Prints the two headers of a signed request: body on standard input, secret in FIFTHWHEEL_SIGNING_SECRET.
//   echo -n '{"title":"MAN TGX"}' | node sign.mjs [unix-seconds]
import { createHmac } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

/** `body` is the exact bytes that are sent; none for a request without a body. */
export function sign(secret, timestamp, body = Buffer.alloc(0)) {
  const mac = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  return `sha256=${mac}`;
}

const timestamp = process.argv[2] ?? String(Math.floor(Date.now() / 1000));
const signature = sign(process.env.FIFTHWHEEL_SIGNING_SECRET ?? '', timestamp, await buffer(process.stdin));
process.stdout.write(`X-Timestamp: ${timestamp}\nX-Signature: ${signature}\n`);
