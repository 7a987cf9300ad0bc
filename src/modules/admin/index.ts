import { MINUTE_MS, DAY_MS } from '../../platform/clock.ts';
import { foldMarketSums } from '../../platform/db/market-sums.repository.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { AuditReader } from './audit-reader.ts';
import { auditRoutes } from './audit.routes.ts';
import { jobRoutes } from './jobs.routes.ts';
import { JobAdminService } from './jobs.service.ts';
import { overviewRoutes } from './overview.routes.ts';
import { OverviewService } from './overview.service.ts';
import { ProcessMetrics } from './process-metrics.ts';
import type { JobDefinition } from '../../platform/jobs/job.ts';
import type { Logger } from '../../platform/log.ts';

/**
 * Writes the chain's head to the server's log once a day. The log is kept apart from the database, so a chain that was
 * rewritten as a whole no longer contains these heads.
 */
function exportHeadJob(audit: AuditReader, log: Logger): JobDefinition {
  return {
    name: 'admin.export-audit-head',
    everyMs: DAY_MS,
    async run() {
      const head = await audit.head();
      if (head !== null) log.info({ seq: head.seq, hash: head.hash }, 'the head of the audit log');
    },
  };
}

const SUMS_BATCH = 5000;

/** Administration of the instance as a whole: overview, audit log, jobs. Every other module has its own administration. */
export function createAdmin(platform: Platform): { module: Module } {
  const processes = new ProcessMetrics(platform);
  const audit = new AuditReader(platform.db, platform.audit);
  return {
    module: {
      name: 'admin',
      async start() {
        processes.start();
      },
      stop: () => processes.stop(),
      jobs: [
        exportHeadJob(audit, platform.log),
        {
          name: 'admin.fold-sums',
          everyMs: MINUTE_MS,
          async run() {
            while ((await foldMarketSums(platform.db, SUMS_BATCH)) === SUMS_BATCH);
          },
        },
      ],
      routes: [
        ...overviewRoutes(new OverviewService({ ...platform, processes })),
        ...auditRoutes(audit),
        ...jobRoutes(new JobAdminService(platform)),
      ],
    },
  };
}
