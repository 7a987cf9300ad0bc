/** `fifthwheel migrate`: migrates the database to this release; with `--status`, only lists applied and missing migrations. */
import { commandLine, readOptions } from '../app/command-line.ts';
import { runProgram } from '../app/program.ts';

async function printStatus(): Promise<void> {
  const { createStartLog, openDatabase } = await import('../app/launch.ts');
  const { readMigrationStates } = await import('../app/prepare-database.ts');
  const { readConfig } = await import('../config/config.ts');
  const config = readConfig();
  const log = createStartLog(config);
  const database = await openDatabase(config, log, { attach: true });
  try {
    const states = await readMigrationStates({ ...database, log });
    for (const { name, state, isCompatible } of states)
      console.log(`${state.padEnd(7)}  ${isCompatible ? 'compatible' : '-         '}  ${name}`);
    const count = (wanted: string): number => states.filter(({ state }) => state === wanted).length;
    console.log(`${count('applied')} applied, ${count('missing')} missing, ${count('newer')} newer`);
  } finally {
    await database.stop();
  }
}

const options = readOptions(
  `usage: ${commandLine('migrate')}   brings the database to this release; with --status it only tells what is there and missing`,
  { status: { type: 'boolean' } },
);

await runProgram(async () => {
  if (options.status === true) return printStatus();
  const { launch } = await import('../app/launch.ts');
  const launched = await launch(undefined, { attach: true });
  await launched.stop();
});
