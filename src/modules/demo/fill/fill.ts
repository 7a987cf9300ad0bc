import { createHash } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { type IdPrefix, idOf } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/module.ts';
import type { TaxonomySnapshot } from '../../taxonomy/index.ts';
import type { PricedPlan } from '../accounts.ts';
import { type DemoSeller, mix } from '@fifthwheel/demo-market';
import type { Copy } from './copy.ts';
import type { FillCounts } from './counts.ts';

/** Fields of a seller that other tables need. */
export interface FilledSeller {
  readonly id: string;
  readonly ownerId: string;
  readonly subscriptionId: string;
  readonly plan: PricedPlan;
  readonly record: DemoSeller;
}

/** Fields of a listing that other tables need. */
export interface FilledListing {
  readonly id: string;
  readonly seller: number;
  readonly title: string;
  readonly price: number | null;
  readonly currency: string;
  /** null: buyers have never seen it. */
  readonly publishedAt: Date | null;
  readonly isLive: boolean;
  inquiries: number;
  favorites: number;
}

export interface FillOptions {
  readonly seed: number;
  readonly now: Date;
  readonly counts: FillCounts;
  readonly platform: Pick<Platform, 'db' | 'keys'>;
  readonly taxonomy: TaxonomySnapshot;
  readonly plans: ReadonlyMap<string, PricedPlan>;
  /** `known` for accounts with the demo password, `unknown` for accounts without a usable password. */
  readonly passwordHashes: { readonly known: string; readonly unknown: string };
  readonly copy: Copy;
}

/** State of a fill. The first dealer and the first buyer are the busiest. */
export class Fill {
  readonly options: FillOptions;
  readonly counts: FillCounts;
  readonly now: Date;
  readonly sellers: FilledSeller[] = [];
  readonly buyerIds: string[] = [];
  readonly listings: FilledListing[] = [];
  /** Indexes of `listings` that buyers can write about. */
  readonly seen: number[] = [];

  constructor(options: FillOptions) {
    this.options = options;
    this.counts = options.counts;
    this.now = options.now;
  }

  /** The nth draw of a stream: from 0 (included) to `size` (excluded). */
  draw(stream: number, n: number, size: number): number {
    return (mix(n ^ mix(stream ^ this.options.seed)) >>> 0) % size;
  }

  /** Returns the instant of the nth of `count` events spread evenly over the last days. */
  at(n: number, count: number, days: number): Date {
    const ago = Math.round((days * DAY_MS * (count - n)) / (count + 1));
    return new Date(this.now.getTime() - MINUTE_MS - ago);
  }

  before(ms: number): Date {
    return new Date(this.now.getTime() - ms);
  }

  id(prefix: IdPrefix, at: Date, n: number): string {
    return idOf(prefix, at, n);
  }

  /** Placeholder for a hash or signature. */
  digest(stream: string, n: number): Buffer {
    return createHash('sha256').update(`${this.options.seed} ${stream} ${n}`).digest();
  }

  seller(n: number): FilledSeller {
    return required(this.sellers[n % this.sellers.length]);
  }

  buyerId(n: number): string {
    return required(this.buyerIds[n % this.buyerIds.length]);
  }

  listing(n: number): FilledListing {
    return required(this.listings[n]);
  }

  /** The nth of the listings that buyers have seen. */
  seenListing(n: number): FilledListing {
    return this.listing(required(this.seen[n % this.seen.length]));
  }
}

export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the market has none of these');
  return value;
}

/** 0, 1, 2 … before `count`. */
export function* range(count: number): Generator<number> {
  for (let n = 0; n < count; n += 1) yield n;
}
