import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { AuditLog } from './audit/audit-log.ts';
import type { Clock } from './clock.ts';
import type { Keys } from './crypto/keys.ts';
import type { Announcements } from './db/announcements.ts';
import type { Database } from './db/database.ts';
import type { PgListener } from './db/listener.ts';
import type { Reads } from './db/read-replica.ts';
import type { EventBus } from './events/bus.ts';
import type { EventDefinition } from './events/event.ts';
import type { AnyRouteRow } from './http/route.ts';
import type { AnyJobDefinition } from './jobs/job.ts';
import type { JobQueue } from './jobs/queue.ts';
import type { Logger } from './log.ts';
import type { Mails } from './mail/mails.ts';
import type { Metrics } from './metrics.ts';
import type { Notices } from './notices.ts';
import type { Storage } from './storage/storage.ts';
import type { Wording } from './wording.ts';

/** What every module is built on; made once by the composition root. */
export interface Platform {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly db: Database;
  /** For reads that need not see the last writes. */
  readonly reads: Reads;
  readonly listener: PgListener;
  readonly announcements: Announcements;
  readonly keys: Keys;
  readonly jobs: JobQueue;
  readonly events: EventBus;
  readonly mails: Mails;
  readonly notices: Notices;
  readonly audit: AuditLog;
  readonly storage: Storage;
  readonly metrics: Metrics;
  readonly wording: Wording;
}

/** An area of the product, as the composition root sees it. */
export interface Module {
  readonly name: string;
  readonly routes?: readonly AnyRouteRow[];
  readonly jobs?: readonly AnyJobDefinition[];
  readonly events?: readonly EventDefinition[];
  /** Before the first request, in the order of the list of modules. */
  start?(): Promise<void>;
  /** Waits until what this process has committed shows in what the module derives. */
  settle?(): Promise<void>;
  /** Background work beside the jobs, in the server or in a process of its own. */
  startWork?(): Promise<void>;
  /** Ends it, giving back what cannot be finished soon. */
  stopWork?(): Promise<void>;
  /** After the last request, in reverse order. */
  stop?(): Promise<void>;
  /** What is missing until requests can be served; null when nothing is. */
  notReady?(): string | null;
  /** Figures for /readyz. */
  status?(): Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;
  /** Unversioned paths that are no endpoints of the API, as /media. */
  extend?(app: FastifyInstance): Promise<void> | void;
}
