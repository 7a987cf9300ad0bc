import type Stripe from 'stripe';
import { SECOND_MS } from '../../../platform/clock.ts';

const TIMEOUT_MS = 10 * SECOND_MS;
const NETWORK_RETRIES_MAX = 1;

interface StripeOptions {
  readonly secretKey: string;
  /** Alternative server with the same protocol, for tests. */
  readonly apiBase?: string | null;
}

/** The library, loaded on first use, because it is large and would delay the start. */
export type StripeClient = () => Promise<Stripe>;

export function createStripeClient(options: StripeOptions): StripeClient {
  let client: Promise<Stripe> | null = null;
  return () => (client ??= load(options));
}

async function load({ secretKey, apiBase = null }: StripeOptions): Promise<Stripe> {
  const { Stripe } = await import('./stripe.bundled.ts');
  const base = apiBase === null ? null : new URL(apiBase);
  return new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: NETWORK_RETRIES_MAX,
    telemetry: false,
    ...(base === null
      ? {}
      : {
          host: base.hostname,
          port: base.port === '' ? (base.protocol === 'http:' ? 80 : 443) : base.port,
          protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
        }),
  });
}
