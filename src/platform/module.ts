import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { AuditLog } from './audit/audit-log.ts';
import type { Clock } from './clock.ts';
import type { Keys } from './crypto/keys.ts';
import type { PgNotifier } from './db/pg-notifier.ts';
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
import type { StoredFiles } from './storage/stored-files.ts';
import type { Texter } from './texting/texter.ts';
import type { Wording } from './wording.ts';

/** Services that every module gets from the composition root. */
export interface Platform {
  readonly config: Config;
  readonly clock: Clock;
  /** Real time, for what programs outside compare with their own clocks; `clock` may have been moved in a sandbox. */
  readonly wallClock: Clock;
  readonly log: Logger;
  readonly db: Database;
  /** For reads that may be a few seconds old; uses the replica if there is one. */
  readonly reads: Reads;
  readonly listener: PgListener;
  readonly pgNotifier: PgNotifier;
  readonly keys: Keys;
  readonly jobs: JobQueue;
  readonly events: EventBus;
  readonly mails: Mails;
  /** Null where no text messages are sent. */
  readonly texter: Texter | null;
  readonly notices: Notices;
  readonly audit: AuditLog;
  readonly storage: Storage;
  readonly files: StoredFiles;
  readonly metrics: Metrics;
  readonly wording: Wording;
}

/** A module as the composition root sees it. All parts are optional. */
export interface Module {
  readonly name: string;
  readonly routes?: readonly AnyRouteRow[];
  readonly jobs?: readonly AnyJobDefinition[];
  readonly events?: readonly EventDefinition[];
  /** Called before the first request, in the order of the list of modules. */
  start?(): Promise<void>;
  /** After a request has written, waits briefly until derived state includes it, because its response may notify others. */
  followWrite?(): Promise<void>;
  /** Waits until derived state (index, caches, counts) includes everything that this process has committed. */
  settle?(): Promise<void>;
  /** Starts background work that is not a job; runs in the server and in `fifthwheel worker`. */
  startWork?(): Promise<void>;
  /** Stops that work and gives back what cannot be finished soon. */
  stopWork?(): Promise<void>;
  /** Called after the last request, in reverse order. */
  stop?(): Promise<void>;
  /** Why the module cannot serve requests yet; null when it can. */
  notReady?(): string | null;
  /** Figures for `/readyz?verbose`, read in the background. */
  status?(): Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;
  /** Adds paths and hooks outside the API, such as /media. */
  extend?(app: FastifyInstance): Promise<void> | void;
}
