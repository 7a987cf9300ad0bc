import { createHmac, randomBytes } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Standard Webhooks expects base64 after the prefix; the specified signature uses the whole text as its key. */
export function newSigningSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

export interface SignedMessage {
  readonly eventId: string;
  readonly body: Buffer;
  readonly timestamp: Date;
  readonly secret: string;
  /** The previous secret, which also signs `webhook-signature` for a day after a rotation. */
  readonly previousSecret: string | null;
}

/** The specified signature header and, in addition, those of Standard Webhooks. */
export function signatureHeaders(message: SignedMessage): Record<string, string> {
  const seconds = String(Math.floor(message.timestamp.getTime() / 1000));
  const secrets = [message.secret, ...(message.previousSecret === null ? [] : [message.previousSecret])];
  return {
    'X-Service-Signature': `sha256=${createHmac('sha256', message.secret).update(message.body).digest('hex')}`,
    'webhook-id': message.eventId,
    'webhook-timestamp': seconds,
    'webhook-signature': secrets
      .map((secret) => `v1,${standardSignature(secret, message.eventId, seconds, message.body)}`)
      .join(' '),
  };
}

function standardSignature(secret: string, eventId: string, seconds: string, body: Buffer): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(`${eventId}.${seconds}.`).update(body).digest('base64');
}
