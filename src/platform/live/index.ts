import type { Platform } from '../module.ts';
import { LiveHub } from './hub.ts';
import { LiveLedger } from './ledger.ts';
import { LiveTeller } from './teller.ts';

export { LiveHub } from './hub.ts';
export { type LedgerRow, LiveLedger, type LiveTelling } from './ledger.ts';
export { LiveStream, type StreamHolder } from './live-stream.ts';

/** Live events: the ledger stores them, the teller numbers them, the hub sends them to open streams. */
export interface Live {
  readonly ledger: LiveLedger;
  readonly teller: LiveTeller;
  readonly hub: LiveHub;
}

export function createLive(platform: Platform): Live {
  const teller = new LiveTeller(platform);
  const ledger = new LiveLedger({ ...platform, teller });
  return { ledger, teller, hub: new LiveHub({ ...platform, ledger, teller }) };
}
