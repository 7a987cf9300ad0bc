import { DAY_MS } from '../../platform/clock.ts';
import type { JobDefinition } from '../../platform/jobs/job.ts';
import type { Logger } from '../../platform/log.ts';
import type { AuditReader } from './audit-reader.ts';

/**
 * Writes the chain's head to the server's log once a day. The log is kept apart from the database, so a chain that was
 * rewritten as a whole no longer contains these heads.
 */
export function exportHeadJob(audit: AuditReader, log: Logger): JobDefinition {
  return {
    name: 'admin.export-audit-head',
    everyMs: DAY_MS,
    async run() {
      const head = await audit.head();
      if (head !== null) log.info({ seq: head.seq, hash: head.hash }, 'the head of the audit log');
    },
  };
}
