import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from '../client.ts';
import type { Import, ImportProblem } from '../generated/types.ts';
import { pause } from '../transport.ts';
import type { Call, Command } from './command.ts';
import { clientOf } from './credentials.ts';
import { plain, table, UsageError } from './io.ts';
import { tell } from './tell.ts';

const POLL_MS = 1000;
/** Programs write a file in several steps; wait until it is complete. */
const SETTLE_MS = 500;
const PROBLEMS_SHOWN = 20;

export const push: Command = {
  name: 'listings push',
  takes: 'FILE [--dry-run] [--watch] [--publish] [--full]',
  does: 'bring the stock of a CSV, XML or ZIP file to the market',
  completes: 'files',
  options: { 'dry-run': false, watch: false, publish: false, full: false },
  wordsMin: 1,
  wordsMax: 1,
  async run(call) {
    const [file = ''] = call.words;
    const market = await clientOf(call.io, call.options['url'] as string | undefined);
    const pushFile = (): Promise<boolean> => pushOnce(call, market, file);
    if (call.options['watch'] !== true) return (await pushFile()) ? 0 : 1;
    await pushOnChanges(call, file, pushFile);
    return 0;
  },
};

async function pushOnce({ io, out, options }: Call, market: Client, file: string): Promise<boolean> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read: ${error.code ?? error.message}`);
  });
  const response = await market.imports.create({
    file: new File([bytes], path.basename(file)),
    dryRun: options['dry-run'] === true,
    ...(options['publish'] === true ? { publish: 'submit' as const } : {}),
    ...(options['full'] === true ? { mode: 'full' as const } : {}),
  });
  let job: Import = response.job;
  while (job.status === 'queued' || job.status === 'running') {
    out.progress(job.progress.processed, job.progress.rows, 'rows');
    await pause(POLL_MS, io.signal);
    job = (await market.imports.get(job.id)).job;
  }
  out.endProgress();
  const problems: ImportProblem[] = [];
  for await (const problem of market.imports.listProblems(job.id)) {
    problems.push(problem);
    if (problems.length === PROBLEMS_SHOWN) break;
  }
  out.result({ ...job, problems }, () => report(job, problems));
  return job.status === 'completed';
}

function report(job: Import, problems: readonly ImportProblem[]): string[] {
  const { totals } = job;
  const found = totals.failed + totals.warnings;
  return [
    ...table(
      problems.map(({ row, externalId, column, severity, message, suggestion }) => [
        severity,
        row === null ? 'file' : `row ${row}`,
        externalId ?? '',
        column ?? '',
        suggestion === null || message.includes(suggestion) ? message : `${message} (${suggestion})`,
      ]),
    ),
    ...(found > problems.length && problems.length === PROBLEMS_SHOWN ? ['…'] : []),
    ...(job.error === null ? [] : [plain(job.error.message)]),
    `${job.dryRun ? 'Checked only: ' : ''}${job.status}: ${totals.rows ?? 0} rows, ${totals.created} new, ` +
      `${totals.updated} changed, ${totals.unchanged} unchanged, ${totals.removed} removed, ${totals.failed} failed`,
  ];
}

/**
 * Pushes now and after each change of the file, one push at a time, until the signal. Reports errors and
 * continues.
 */
async function pushOnChanges({ io, out }: Call, file: string, push: () => Promise<boolean>): Promise<void> {
  let hasChanged: (() => void) | null = null;
  let isDirty = false;
  // Watch the folder, not the file: many programs write a new file and rename it.
  const watcher = watch(path.dirname(path.resolve(file)), (_type, name) => {
    if (name !== path.basename(file)) return;
    isDirty = true;
    hasChanged?.();
  });
  const pushAndReport = async (): Promise<void> => {
    await push().catch((error: unknown) => {
      out.endProgress();
      if (!io.signal.aborted) tell(error, out);
    });
  };
  io.signal.addEventListener('abort', () => hasChanged?.(), { once: true });
  try {
    await pushAndReport();
    while (!io.signal.aborted) {
      if (!isDirty) {
        out.note(`Waiting for changes of ${file} (Ctrl+C ends)`);
        await new Promise<void>((resolve) => {
          hasChanged = resolve;
        });
        if (io.signal.aborted) return;
      }
      await pause(SETTLE_MS, io.signal);
      isDirty = false;
      await pushAndReport();
    }
  } finally {
    watcher.close();
  }
}
