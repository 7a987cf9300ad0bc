import { totalmem } from 'node:os';
import path from 'node:path';
import { endpointSettings } from './endpoint.ts';
import { clusterIn, logDirectoryIn } from './home.ts';

export type Settings = Readonly<Record<string, string>>;

export interface SettingsInput {
  readonly home: string;
  readonly socketDir: string;
  readonly isDurable: boolean;
  /** Settings of the caller. They override the defaults, but not the listen address and the access rules. */
  readonly overrides: Settings;
}

/**
 * Tuned for one or two cores and a gigabyte of memory, shared with the server. More memory caches more of a
 * large instance's indexes.
 */
const SMALL_MACHINE: Settings = {
  max_connections: '100',
  shared_buffers: `${sharedMegabytes(memoryBytes())}MB`,
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  // On solid-state disks a random page costs about as much as the next one.
  random_page_cost: '1.1',
  // JIT compilation costs more than the short queries of a web server.
  jit: 'off',
  // Starting parallel workers takes longer than these queries, and the server uses the other core.
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
  // The detail of a violated constraint quotes the row, and email addresses must not be logged.
  log_error_verbosity: 'terse',
};

/** Returns an eighth of the memory, within bounds. */
export function sharedMegabytes(memory: number): number {
  return Math.min(512, Math.max(128, Math.floor(memory / 8 / 1024 ** 2)));
}

export function hbaFileIn(home: string): string {
  return path.join(home, 'pg_hba.conf');
}

/**
 * Passes all settings on the command line, so that a new release changes them without editing a file in the
 * data directory.
 */
export function serverArguments(input: SettingsInput): string[] {
  // Without durability (in tests), a crash of PostgreSQL can lose the last commits, and a crash of the
  // machine the whole data directory.
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

/** Returns the memory of the machine or of the container. */
function memoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity);
}
