import { verify } from '@octokit/webhooks-methods';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newSigningSecret, signatureHeaders } from './signing.ts';

const body = Buffer.from(
  '{"id":"evt_01JGFJJZ00000000000000000","type":"listing.created","created_at":"2026-01-01T00:00:00.000Z","data":{}}',
);

describe('signatureHeaders', () => {
  it('are those of the published example', () => {
    const headers = signatureHeaders({
      eventId: 'evt_01JGFJJZ00000000000000000',
      body,
      timestamp: new Date('2026-01-01T00:00:00.999Z'),
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      previousSecret: null,
    });
    expect(headers).toEqual({
      'X-Service-Signature': 'sha256=67cd77169db976301308f2b1bdb056baf682659a3b56532ba8faa84166d00a60',
      'webhook-id': 'evt_01JGFJJZ00000000000000000',
      'webhook-timestamp': '1767225600',
      'webhook-signature': 'v1,9HggkyhtKE4+Iscgbfzw0jCLiYsEN1S3XedvOwRUhOk=',
    });
  });

  it('satisfy verifiers that others wrote, with the new and the old secret', async () => {
    const [secret, previousSecret] = [newSigningSecret(), newSigningSecret()];
    const timestamp = new Date();
    const headers = signatureHeaders({ eventId: 'evt_1', body, timestamp, secret, previousSecret });
    expect(await verify(secret, body.toString(), headers['X-Service-Signature'] ?? '')).toBe(true);
    for (const known of [secret, previousSecret])
      expect(new Webhook(known).verify(body.toString(), headers)).toMatchObject({ type: 'listing.created' });
    expect(() => new Webhook(newSigningSecret()).verify(body.toString(), headers)).toThrow(/signature/);
  });
});

describe('newSigningSecret', () => {
  it('is 32 bytes in base64 after whsec_, another each time', () => {
    const secret = newSigningSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(newSigningSecret()).not.toBe(secret);
  });
});
