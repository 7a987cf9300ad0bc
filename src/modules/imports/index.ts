import path from 'node:path';
import { dayOf } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import type { Module, Platform } from '../../platform/module.ts';
import type { PersonalDataSection } from '../../platform/personal-data.ts';
import type { Taxonomy } from '../taxonomy/index.ts';
import { StockExport } from './export/stock-export.ts';
import { ImportCompletion } from './completion.ts';
import { countRowsOn, IMPORT_FOLDER } from './imports.repository.ts';
import { isLarge } from './file-limits.ts';
import { ImportFiles } from './import-files.ts';
import { importCompleted } from './events.ts';
import { importJobs } from './jobs.ts';
import type { Listings, PictureOrders } from '../listings/index.ts';
import { importsPersonalData } from './personal-data.ts';
import { Pictures, type PictureStore } from './pictures.ts';
import { findPictureTask, orderPictures } from './pictures.repository.ts';
import { PullService } from './pulls.ts';
import { ColumnMappings } from './mappings.ts';
import { MissingListings } from './missing-listings.ts';
import { serveReports } from './report-page.ts';
import { importRoutes } from './routes.ts';
import { ImportRun } from './run.ts';
import { ImportService } from './service.ts';

export type { PictureStore } from './pictures.ts';

export interface ImportDependencies {
  readonly taxonomy: Taxonomy;
  readonly listings: Pick<Listings, 'bulk' | 'inventory' | 'transition'>;
  readonly pictures: PictureStore;
  readonly batchRows?: number;
}

export interface Imports {
  readonly module: Module;
  readonly personalData: PersonalDataSection;
  /** Rows that count against the plan's limit of today (UTC). */
  readonly countRowsToday: (db: Queryable, sellerId: string) => Promise<number>;
  /** Pictures that single calls name by address. */
  readonly pictureOrders: PictureOrders;
}

/** Checking them takes less than a tenth of a second, in which nobody else is answered. */
const BATCH_ROWS = 200;

export function createImports(platform: Platform, deps: ImportDependencies): Imports {
  const { config, db, clock } = platform;
  const places = {
    scratchDir: path.join(config.dataDir, 'tmp'),
    allowPrivate: config.imports.allowPrivate,
  };
  platform.files.define(IMPORT_FOLDER);
  const jobs = importJobs(platform, () => ({
    run: (importId, context, options) => run.run(importId, context, options),
    pictures: (listingId, context) => pictures.run(listingId, context),
    startPulls: () => pulls.startDue(),
  }));
  const importFiles = new ImportFiles({ ...platform, ...places });
  const missingListings = new MissingListings({ db, clock, inventory: deps.listings.inventory });
  const completion = new ImportCompletion({
    ...platform,
    discardJob: jobs.discard,
    baseUrl: config.baseUrl,
  });
  const run = new ImportRun({
    ...platform,
    taxonomy: deps.taxonomy,
    bulk: deps.listings.bulk,
    importFiles,
    missingListings,
    completion,
    pictureJob: jobs.pictures,
    largeJob: jobs.runLarge,
    batchRows: deps.batchRows ?? BATCH_ROWS,
  });
  const pictures = new Pictures({
    ...platform,
    ...places,
    store: deps.pictures,
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
    jobFor: (rows) => (isLarge(rows) ? jobs.runLarge : jobs.run),
  });
  const pulls = new PullService({ db, clock, imports, ...places });
  const mappings = new ColumnMappings({ db, clock });
  const stock = new StockExport({ db, taxonomy: deps.taxonomy });
  return {
    personalData: importsPersonalData(platform.jobs, jobs.discard),
    pictureOrders: {
      async order(trx, { id: listingId, sellerId }, urls) {
        const sources = [...new Set(urls.map((url) => new URL(url).href))].map((url) => ({ url }));
        const replaced = await orderPictures(trx, listingId, sources, clock.now());
        await completion.endPictures(trx, replaced);
        await platform.jobs.enqueue(
          trx,
          jobs.pictures,
          { listingId },
          { account: sellerId, keys: [listingId] },
        );
      },
      async stateOf(listingId) {
        const task = await findPictureTask(db, listingId);
        if (task === undefined) return { awaited: 0, failures: [] };
        const { failures, sources } = task;
        return failures === null ? { awaited: sources.length, failures: [] } : { awaited: 0, failures };
      },
    },
    countRowsToday: (queryable, sellerId) => countRowsOn(queryable, sellerId, dayOf(clock.now())),
    module: {
      name: 'imports',
      routes: importRoutes({ imports, pulls, mappings, stock, db, wording: platform.wording }),
      jobs: jobs.list,
      events: [importCompleted],
      extend: (app) => serveReports(app, platform),
    },
  };
}
