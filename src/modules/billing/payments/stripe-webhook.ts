import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { isId } from '../../../platform/ids.ts';
import type { Database } from '../../../platform/db/database.ts';
import { findPayment } from './payments.repository.ts';
import type { Payments } from './payments.ts';
import type { StripeClient } from './stripe-client.ts';
import { outcomeOfIntent } from './stripe-gateway.ts';

/** The path to configure at Stripe has no mount; the mounted ones are for proxies that forward only those. */
const PATHS = ['/billing/stripe/webhook', '/api/billing/stripe/webhook'] as const;

/** Maximum age of a signed callback; Stripe's default. */
const TOLERANCE_SECONDS = 300;

interface WebhookParts {
  readonly stripe: StripeClient;
  readonly secret: string;
  readonly payments: Payments;
  readonly db: Database;
  readonly wallClock: Clock;
}

/**
 * Receives Stripe's callbacks about charges. The only credential is the signature over the exact bytes of the body.
 * Callbacks can be late, duplicated and out of order, which `record` handles. Callbacks about other payments are
 * acknowledged and ignored.
 */
export function addStripeWebhook(app: FastifyInstance, parts: WebhookParts): void {
  for (const path of PATHS) {
    app.post(path, async (request, reply) => {
      const event = await readEvent(parts, request.body, request.headers['stripe-signature']);
      await recordOutcome(parts, event);
      return reply
        .type('application/json; charset=utf-8')
        .send(JSON.stringify({ success: true, message: 'Received.' }));
    });
  }
}

async function readEvent(
  parts: WebhookParts,
  body: unknown,
  signature: string | string[] | undefined,
): Promise<Stripe.Event> {
  if (!Buffer.isBuffer(body) || typeof signature !== 'string')
    throw new AppError('INVALID_SIGNATURE', 'The callback must be signed by Stripe.');
  const { webhooks } = await parts.stripe();
  try {
    return webhooks.constructEvent(
      body,
      signature,
      parts.secret,
      TOLERANCE_SECONDS,
      undefined,
      parts.wallClock.now().getTime(),
    );
  } catch (error) {
    throw new AppError('INVALID_SIGNATURE', 'The signature does not match this callback.', { cause: error });
  }
}

async function recordOutcome(parts: WebhookParts, event: Stripe.Event): Promise<void> {
  const isOutcome =
    event.type === 'payment_intent.succeeded' ||
    event.type === 'payment_intent.payment_failed' ||
    event.type === 'payment_intent.canceled';
  if (!isOutcome) return;
  const intent = event.data.object;
  const paymentId = intent.metadata['payment_id'] ?? '';
  if (!isId('pay', paymentId) || (await findPayment(parts.db, paymentId)) === undefined) return;
  await parts.payments.record(paymentId, outcomeOfIntent(intent), 'background');
}
