/** Implementations of the platform's ports, chosen by the configuration. */
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { sandboxMailer } from '../modules/sandbox/index.ts';
import type { Clock } from '../platform/clock.ts';
import { createDatabase, createPool, type Database } from '../platform/db/database.ts';
import { ReadReplica } from '../platform/db/read-replica.ts';
import type { Logger } from '../platform/log.ts';
import { fileMailer, type Mailer, smtpMailer } from '../platform/mail/mailer.ts';
import { directoryStorage } from '../platform/storage/directory-storage.ts';
import { s3Storage } from '../platform/storage/s3-storage.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { fileTexter, gatewayTexter, type Texter } from '../platform/texting/texter.ts';

export function createReplica(config: Config, primary: Database, log: Logger): ReadReplica | null {
  if (config.databaseReplicaUrl === null) return null;
  const pool = createPool({
    url: config.databaseReplicaUrl,
    max: config.databasePoolMax,
    applicationName: 'fifthwheel-replica',
    onError: (error) => log.warn({ err: error }, 'an idle connection to the read replica was lost'),
  });
  return new ReadReplica({ primary, replica: createDatabase(pool), log });
}

export function createMailer(config: Config, clock: Clock, db: Database): Mailer {
  if (config.mode === 'sandbox') return sandboxMailer(db, clock);
  if (config.smtpUrl !== null)
    return smtpMailer(config.smtpUrl, config.mailFrom, { requireTls: config.smtpRequireTls });
  return fileMailer(path.join(config.dataDir, 'mail'), config.mailFrom, clock);
}

/** Returns null in production without a gateway, because messages in a file would never arrive. */
export function createTexter(config: Config, clock: Clock): Texter | null {
  const isSandbox = config.mode === 'sandbox';
  if (config.smsUrl !== null && !isSandbox) return gatewayTexter(config.smsUrl);
  if (config.production && !isSandbox) return null;
  return fileTexter(path.join(config.dataDir, 'text-messages.log'), clock);
}

/** Directory of files if S3 is not used. */
export function mediaDirectory(config: Pick<Config, 'dataDir'>): string {
  return path.join(config.dataDir, 'media');
}

export function createStorage(config: Config): Storage {
  return config.s3 === null ? directoryStorage(mediaDirectory(config)) : s3Storage(config.s3);
}
