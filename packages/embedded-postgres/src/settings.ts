import { totalmem } from 'node:os';
import path from 'node:path';
import { endpointSettings } from './endpoint.ts';
import { clusterIn, logDirectoryIn } from './home.ts';

export type Settings = Readonly<Record<string, string>>;

export interface SettingsInput {
  readonly home: string;
  readonly socketDir: string;
  readonly isDurable: boolean;
  /** Settings of the caller. They override the defaults, but not where the server listens and who may connect. */
  readonly overrides: Settings;
}

/** Tuned for one or two cores and a gigabyte of memory, shared with this server; more memory holds more of a large market's indexes. */
const SMALL_MACHINE: Settings = {
  max_connections: '100',
  shared_buffers: `${sharedMegabytes(memoryBytes())}MB`,
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  // On solid-state disks a random page costs about as much as the next one.
  random_page_cost: '1.1',
  // JIT compilation costs more than the short queries of a web server take.
  jit: 'off',
  // Starting parallel workers takes longer than such queries, and the other core is busy with the server.
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
};

/** `pruneLogs` bounds the number of files. */
const LOGS: Settings = {
  log_destination: 'stderr',
  logging_collector: 'on',
  log_filename: 'postgresql-%Y%m%d-%H%M%S.log',
  log_rotation_age: '1d',
  log_rotation_size: '10MB',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] %q%a ',
  log_checkpoints: 'off',
  // The detail of a violated constraint quotes the row: e-mail addresses do not belong into a log.
  log_error_verbosity: 'terse',
};

/** An eighth of the memory, within bounds. */
export function sharedMegabytes(memory: number): number {
  return Math.min(512, Math.max(128, Math.floor(memory / 8 / 1024 ** 2)));
}

export function hbaFileIn(home: string): string {
  return path.join(home, 'pg_hba.conf');
}

/** All settings are passed on the command line, so a new release changes them without editing a file in the cluster. */
export function serverArguments(input: SettingsInput): string[] {
  // Without durability, for tests, a crash of PostgreSQL may lose the last commits, one of the machine the whole cluster.
  const durability = input.isDurable ? 'on' : 'off';
  const settings: Settings = {
    ...SMALL_MACHINE,
    ...LOGS,
    log_directory: logDirectoryIn(input.home),
    fsync: durability,
    synchronous_commit: durability,
    full_page_writes: durability,
    ...input.overrides,
    ...endpointSettings(input.socketDir),
    hba_file: hbaFileIn(input.home),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', clusterIn(input.home), ...options];
}

/** Of the machine, or of the container. */
function memoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity);
}
