import type { Event } from './generated/types.ts';
import { bytesOf, hmacKey, concatBytes } from './signing.ts';

/** An event as webhooks receive it; `type` is its discriminator. */
export type WebhookEvent = Event;

export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

const TOLERANCE_SECONDS = 300;

function headerOf(headers: HeaderSource, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : (found?.[0] ?? '');
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/**
 * Returns the event if the marketplace signed it within the last five minutes; otherwise throws
 * `WebhookVerificationError`. `raw` must be the unparsed bytes of the body. After a change of the secret, the
 * previous one stays valid for a day.
 */
export async function verifyWebhook(
  raw: Uint8Array | string,
  headers: HeaderSource,
  secret: string,
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  if (id === '' || signatures === '' || !/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('the headers of a webhook are missing');
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS)
    throw new WebhookVerificationError('the webhook is too old, or the clock is wrong');
  const body = typeof raw === 'string' ? bytesOf(raw) : raw;
  const secretBytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (secretBytes.length === 0) throw new WebhookVerificationError('the secret is not one of a webhook');
  const key = await hmacKey(secretBytes, 'verify');
  const signed = concatBytes(bytesOf(`${id}.${timestamp}.`), body);
  for (const signature of signatures.split(' ')) {
    if (!signature.startsWith('v1,')) continue;
    if (await crypto.subtle.verify('HMAC', key, fromBase64(signature.slice(3)), signed))
      return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
  }
  throw new WebhookVerificationError('no signature fits');
}
