const encoder = new TextEncoder();

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let index = 0;
  for (const part of parts) {
    all.set(part, index);
    index += part.length;
  }
  return all;
}

export const hmacKey = (key: Uint8Array<ArrayBuffer>, use: 'sign' | 'verify') =>
  crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [use]);

const hex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Computes version 2 of the signature, which also covers method, path and query. `target` is, for example,
 * `/v1/listings?page=2`.
 */
export async function signatureOf(
  secret: string,
  request: { timestamp: number; method: string; target: string; body: Uint8Array },
): Promise<string> {
  const head = bytesOf(`v2\n${request.timestamp}\n${request.method}\n${request.target}\n`);
  const key = await hmacKey(bytesOf(secret), 'sign');
  return `v2=${hex(new Uint8Array(await crypto.subtle.sign('HMAC', key, concatBytes(head, request.body))))}`;
}

/** Tolerated clock difference. Signatures are valid for five minutes. */
const REMEMBERED_SECONDS = 60;

/**
 * Signs requests. The server accepts each signature of a write only once, so a request that would get the
 * same signature (a retry within the second, an identical request) is signed with a later timestamp.
 */
export class Signer {
  readonly #secret: string;
  readonly #lastUse = new Map<string, number>();

  constructor(secret: string) {
    this.#secret = secret;
  }

  async headersFor(method: string, target: string, body: Uint8Array): Promise<Record<string, string>> {
    const now = Math.floor(Date.now() / 1000);
    for (const [request, used] of this.#lastUse)
      if (used < now - REMEMBERED_SECONDS) this.#lastUse.delete(request);
    const request = `${method} ${target}`;
    const last = method === 'GET' ? undefined : this.#lastUse.get(request);
    const timestamp = last === undefined ? now : Math.max(now, last + 1);
    if (method !== 'GET') this.#lastUse.set(request, timestamp);
    const signature = await signatureOf(this.#secret, { timestamp, method, target, body });
    return { 'x-timestamp': String(timestamp), 'x-signature': signature };
  }
}
