import type { Touched } from '../../test/scale/accounting.ts';
import { printTable } from '../support/table.ts';
import { LINES } from './lines.ts';
import type { Step } from './walk.ts';

/** A request touches a few hundred buffers, and a few for each row. */
const BUFFERS_MAX = 1000;
const BUFFERS_PER_ROW = 20;
const STATEMENT_CHARACTERS = 160;
const SHOWN = 60;

const buffersPerCall = ({ buffers, calls }: Touched): number => buffers / Math.max(1, calls);
const rowsPerCall = ({ rows, calls }: Touched): number => rows / Math.max(1, calls);
const format = (figure: number): string => Math.round(figure).toLocaleString('en');

export function printResults(
  steps: readonly Step[],
  failed: readonly { readonly name: string; readonly last_error: string }[],
): void {
  const rows = LINES.map(({ what, before, steps: stepPattern, statements }) => {
    const found = steps.filter(({ name }) => stepPattern.test(name));
    const touched = found
      .flatMap((step) => step.touched)
      .filter(({ statement }) => statements?.test(statement) ?? true);
    const worst = touched.toSorted((a, b) => buffersPerCall(b) - buffersPerCall(a))[0];
    const statuses = [...new Set(found.flatMap(({ status }) => status ?? []))].toSorted((a, b) => a - b);
    const longest = Math.max(0, ...found.map(({ ms }) => ms));
    return [
      what,
      before,
      worst === undefined ? '–' : `${format(buffersPerCall(worst))} (${format(rowsPerCall(worst))} rows)`,
      statements === undefined ? format(longest) : '',
      statuses.join(', '),
      found.length,
    ];
  });
  printTable(
    'Growth with the size of the market',
    ['query', 'before', 'most buffers of one statement', 'longest ms', 'statuses', 'steps'],
    rows,
  );
  const heavy = new Map<string, { readonly step: string; readonly touched: Touched }>();
  for (const { name, touched } of steps)
    for (const statement of touched) {
      const known = heavy.get(statement.statement);
      const isHeavy = buffersPerCall(statement) > BUFFERS_MAX + BUFFERS_PER_ROW * rowsPerCall(statement);
      if (isHeavy && (known === undefined || buffersPerCall(known.touched) < buffersPerCall(statement)))
        heavy.set(statement.statement, { step: name, touched: statement });
    }
  const heaviest = [...heavy.values()]
    .toSorted((a, b) => buffersPerCall(b.touched) - buffersPerCall(a.touched))
    .slice(0, SHOWN);
  printTable(
    'Statements beyond a thousand buffers and twenty a row',
    ['step', 'buffers', 'rows', 'calls', 'statement'],
    heaviest.map(({ step, touched }) => [
      step,
      format(buffersPerCall(touched)),
      format(rowsPerCall(touched)),
      touched.calls,
      touched.statement.slice(0, STATEMENT_CHARACTERS).replaceAll('|', '\\|'),
    ]),
  );
  const longBlocks = steps
    .flatMap(({ name, blocks }) => blocks.map((block) => ({ name, ...block })))
    .toSorted((a, b) => b.processorMs - a.processorMs);
  printTable(
    'Event loop blocked for more than 50 ms',
    ['step', 'processor ms', 'ms', 'collecting garbage, ms'],
    longBlocks
      .slice(0, SHOWN)
      .map(({ name, processorMs, ms, collectingMs }) => [
        name,
        ...[processorMs, ms, collectingMs].map(format),
      ]),
  );
  const slow = steps.filter(({ status }) => status !== null).toSorted((a, b) => b.ms - a.ms);
  printTable(
    'The slowest requests',
    ['step', 'status', 'ms'],
    slow.slice(0, 20).map(({ name, status, ms }) => [name, status ?? '', format(ms)]),
  );
  const faults = steps.filter(({ status }) => (status ?? 0) >= 500);
  console.log(
    `${steps.length} steps; ${faults.length} responses of 5xx; ${failed.length} failed jobs; ${longBlocks.length} blocks of the event loop.`,
  );
  for (const { name, status } of faults) console.log(`${status} ${name}`);
  for (const { name, last_error: error } of failed) console.log(`${name}: ${error}`);
}
