import type { Origin } from '../../platform/audit/audit-log.ts';

/** Origin of a request. */
export interface Caller extends Origin {
  readonly ip: string;
}

/** The part of the request context that signing in needs. */
export interface Client extends Caller {
  readonly userAgent: string | null;
  /** When the server began to read the request. */
  readonly arrivedAt: Date;
  header(name: 'cookie'): string | null;
}
