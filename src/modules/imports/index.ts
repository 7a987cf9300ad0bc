import path from 'node:path';
import { addMs, DAY_MS, dayOf, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import type { Module, Platform } from '../../platform/module.ts';
import type { PersonalDataSection } from '../../platform/personal-data.ts';
import type { Taxonomy } from '../taxonomy/index.ts';
import { StockExport } from './export/stock-export.ts';
import { ImportCompletion } from './completion.ts';
import { countRowsOn, deleteFinishedBefore, IMPORT_FOLDER } from './imports.repository.ts';
import { isLarge } from './file-limits.ts';
import { ImportFiles } from './import-files.ts';
import { importCompleted } from './events.ts';
import type { JobDefinition } from '../../platform/jobs/job.ts';
import type { Listings, ImageOrders } from '../listings/index.ts';
import { importsPersonalData } from './personal-data.ts';
import { Images, type ImageStore } from './images.ts';
import { findImageTask, orderImages } from './images.repository.ts';
import { PullService } from './pulls.ts';
import { ColumnMappings } from './mappings.ts';
import { MissingListings } from './missing-listings.ts';
import { serveReports } from './error-report.ts';
import { importRoutes } from './routes.ts';
import { ImportRun } from './run.ts';
import { ImportService } from './service.ts';

export type { ImageStore } from './images.ts';

interface ImportDependencies {
  readonly taxonomy: Taxonomy;
  readonly listings: Pick<Listings, 'bulk' | 'inventory' | 'transition'>;
  readonly images: ImageStore;
  readonly batchRows?: number;
}

export interface Imports {
  readonly module: Module;
  readonly personalData: PersonalDataSection;
  /** Rows that count against the plan's limit of today (UTC). */
  readonly countRowsToday: (db: Queryable, sellerId: string) => Promise<number>;
  /** Images that single calls name by address. */
  readonly imageOrders: ImageOrders;
}

/** Checking a batch blocks the event loop for less than 100 ms. */
const BATCH_ROWS = 200;
/** Days that the report of an import can be read. */
const KEPT_DAYS = 90;
const PURGE_BATCH = 100;

export function createImports(platform: Platform, deps: ImportDependencies): Imports {
  const { config, db, clock } = platform;
  const places = {
    scratchDir: path.join(config.dataDir, 'tmp'),
    allowPrivate: config.imports.allowPrivate,
  };
  platform.files.define(IMPORT_FOLDER);
  // The work that these run is created below.
  const runJob: JobDefinition<{ importId: string }> = {
    name: 'imports.run-import',
    attemptsMax: 6,
    concurrency: 2,
    run: ({ importId }, context) => run.run(importId, context, { mayBeLarge: false }),
  };
  // A large import takes minutes. A separate concurrency limit keeps it from delaying small imports.
  const largeJob: JobDefinition<{ importId: string }> = {
    name: 'imports.run-large-import',
    attemptsMax: 6,
    concurrency: 1,
    run: ({ importId }, context) => run.run(importId, context, { mayBeLarge: true }),
  };
  const imageJob: JobDefinition<{ listingId: string }> = {
    name: 'imports.fetch-pictures',
    lane: 'whenever',
    attemptsMax: 4,
    concurrency: 2,
    leaseMs: 5 * MINUTE_MS,
    run: ({ listingId }, context) => images.run(listingId, context),
  };
  const discardJob: JobDefinition<{ keys: readonly string[] }> = {
    name: 'imports.discard-files',
    lane: 'whenever',
    async run({ keys }) {
      for (const key of keys) await platform.storage.remove(key);
    },
  };
  const pullJob: JobDefinition = {
    name: 'imports.start-pulls',
    lane: 'soon',
    everyMs: MINUTE_MS,
    run: () => pulls.startDue(),
  };
  const purgeJob: JobDefinition = {
    name: 'imports.purge-reports',
    everyMs: 6 * HOUR_MS,
    async run() {
      const before = addMs(clock.now(), -KEPT_DAYS * DAY_MS);
      while ((await deleteFinishedBefore(db, before, PURGE_BATCH)) === PURGE_BATCH);
    },
  };
  const importFiles = new ImportFiles({ ...platform, ...places });
  const missingListings = new MissingListings({ db, clock, inventory: deps.listings.inventory });
  const completion = new ImportCompletion({ ...platform, discardJob, baseUrl: config.baseUrl });
  const run = new ImportRun({
    ...platform,
    taxonomy: deps.taxonomy,
    bulk: deps.listings.bulk,
    importFiles,
    missingListings,
    completion,
    imageJob,
    largeJob,
    batchRows: deps.batchRows ?? BATCH_ROWS,
  });
  const images = new Images({
    ...platform,
    ...places,
    store: deps.images,
    transition: deps.listings.transition,
    bulk: deps.listings.bulk,
    completion,
  });
  const imports = new ImportService({
    ...platform,
    ...places,
    bulk: deps.listings.bulk,
    importFiles,
    completion,
    jobFor: (rows) => (isLarge(rows) ? largeJob : runJob),
  });
  const pulls = new PullService({ db, clock, imports, ...places });
  const mappings = new ColumnMappings({ db, clock });
  const stock = new StockExport({ db, taxonomy: deps.taxonomy });
  return {
    personalData: importsPersonalData(platform.jobs, discardJob),
    imageOrders: {
      async order(trx, { id: listingId, sellerId }, urls) {
        const sources = [...new Set(urls.map((url) => new URL(url).href))].map((url) => ({ url }));
        const replaced = await orderImages(trx, listingId, sources, clock.now());
        await completion.endImages(trx, replaced);
        const account = { account: sellerId, keys: [listingId] };
        await platform.jobs.enqueue(trx, imageJob, { listingId }, account);
      },
      async stateOf(listingId) {
        const task = await findImageTask(db, listingId);
        if (task === undefined) return { awaited: 0, failures: [] };
        const { failures, sources } = task;
        return failures === null ? { awaited: sources.length, failures: [] } : { awaited: 0, failures };
      },
    },
    countRowsToday: (queryable, sellerId) => countRowsOn(queryable, sellerId, dayOf(clock.now())),
    module: {
      name: 'imports',
      routes: importRoutes({ imports, pulls, mappings, stock, db, wording: platform.wording }),
      jobs: [runJob, largeJob, imageJob, discardJob, pullJob, purgeJob],
      events: [importCompleted],
      extend: (app) => serveReports(app, platform),
    },
  };
}
