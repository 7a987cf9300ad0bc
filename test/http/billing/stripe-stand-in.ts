import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Intent {
  readonly id: string;
  readonly object: 'payment_intent';
  status: string;
  readonly amount: number;
  readonly currency: string;
  readonly customer: string | null;
  readonly payment_method: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly client_secret: string;
  last_payment_error: unknown;
}

interface StripeResponse {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Implements the part of the Stripe protocol that we use: form bodies, idempotency keys, card errors. Methods:
 * `pm_card_visa` succeeds, `pm_card_declined` is declined, `pm_card_3ds` requires the seller to authenticate,
 * `pm_card_lost` charges and drops the response.
 */
export class StripeStandIn {
  readonly intents = new Map<string, Intent>();
  readonly refunds: string[] = [];
  readonly refundsMade: {
    readonly amount: number;
    status: string;
    readonly metadata: { readonly refund_id: string };
  }[] = [];
  refusesRefunds = false;
  statusOfRefunds = 'succeeded';
  /** Refunds the payment and drops the response. */
  losesRefunds = false;
  /** Runs immediately before a cancellation, for races with events at Stripe. */
  beforeCancel: () => void = () => {};
  readonly requests: { method: string; path: string; form: URLSearchParams; key: string | null }[] = [];
  readonly #storedResponses = new Map<string, StripeResponse>();
  readonly #server: Server;
  #dropped = new Set<string>();

  constructor() {
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this.address();
  }

  address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const method = request.method ?? '';
    const path = (request.url ?? '').split('?')[0] ?? '';
    const header = request.headers['idempotency-key'];
    const key = typeof header === 'string' ? header : null;
    this.requests.push({ method, path, form, key });
    const known = key === null ? undefined : this.#storedResponses.get(key);
    const result = known ?? this.#respond(method, path, form);
    if (key !== null) this.#storedResponses.set(key, result);
    if (form.get('payment_method') === 'pm_card_lost' && key !== null && !this.#dropped.has(key)) {
      this.#dropped.add(key);
      response.destroy();
      return;
    }
    response.writeHead(result.status, { 'content-type': 'application/json', 'request-id': 'req_1' });
    response.end(JSON.stringify(result.body));
  }

  #respond(method: string, path: string, form: URLSearchParams): StripeResponse {
    const parts = path.split('/').slice(2);
    const [resource, id = '', action] = parts;
    if (method === 'POST' && resource === 'customers')
      return ok({ id: id === '' ? `cus_${form.get('metadata[seller_id]') ?? ''}` : id, object: 'customer' });
    if (resource === 'payment_methods' && action === 'attach') {
      if (!id.startsWith('pm_card')) return failure(404, 'invalid_request_error', 'resource_missing');
      return ok({ id, object: 'payment_method', type: 'card', card: { brand: 'visa', last4: '4242' } });
    }
    if (resource === 'refunds') {
      if (method === 'GET') return ok({ object: 'list', has_more: false, data: this.refundsMade });
      return this.#refund(form);
    }
    if (resource === 'payment_intents' && id === '') return this.#createIntent(form);
    const intent = this.intents.get(id);
    if (intent === undefined) return failure(404, 'invalid_request_error', 'resource_missing');
    if (action === 'cancel') {
      this.beforeCancel();
      if (intent.status === 'succeeded')
        return failure(400, 'invalid_request_error', 'payment_intent_unexpected_state');
      intent.status = 'canceled';
    }
    return ok(intent);
  }

  #refund(form: URLSearchParams): StripeResponse {
    if (this.refusesRefunds) return failure(400, 'invalid_request_error', 'charge_already_refunded');
    this.refunds.push(form.get('payment_intent') ?? '');
    const refund = {
      id: `re_${this.refunds.length}`,
      object: 'refund',
      status: this.statusOfRefunds,
      amount: Number(form.get('amount')),
      metadata: { refund_id: form.get('metadata[refund_id]') ?? '' },
    };
    this.refundsMade.push(refund);
    if (this.losesRefunds) return failure(500, 'api_error', 'lost');
    return ok(refund);
  }

  #createIntent(form: URLSearchParams): StripeResponse {
    const method = form.get('payment_method') ?? '';
    const offSession = form.get('off_session') === 'true';
    const id = `pi_${this.intents.size + 1}`;
    const intent: Intent = {
      id,
      object: 'payment_intent',
      status: method === 'pm_card_3ds' && !offSession ? 'requires_action' : 'succeeded',
      amount: Number(form.get('amount')),
      currency: form.get('currency') ?? '',
      customer: form.get('customer'),
      payment_method: method,
      metadata: { payment_id: form.get('metadata[payment_id]') ?? '' },
      client_secret: `${id}_secret`,
      last_payment_error: null,
    };
    this.intents.set(id, intent);
    if (method === 'pm_card_declined' || (method === 'pm_card_3ds' && offSession)) {
      intent.status = 'requires_payment_method';
      return {
        status: 402,
        body: {
          error: {
            type: 'card_error',
            code: offSession ? 'authentication_required' : 'card_declined',
            decline_code: offSession ? 'authentication_required' : 'generic_decline',
            message: 'Your card was declined.',
            payment_intent: intent,
          },
        },
      };
    }
    return ok(intent);
  }
}

function ok(body: unknown): StripeResponse {
  return { status: 200, body };
}

function failure(status: number, type: string, code: string): StripeResponse {
  return { status, body: { error: { type, code, message: 'It cannot be done.' } } };
}
