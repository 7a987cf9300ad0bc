import { parseArgs, type ParseArgsConfig } from 'node:util';
import { isStartedByNpm } from '../config/started-by-npm.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
type Program = 'server' | 'worker' | 'migrate' | 'admin' | 'seed' | 'search' | 'sandbox';
type Values<Own extends Options> = ReturnType<typeof parseArgs<{ options: Own }>>['values'];

/** Parses the command line. `--help` prints the usage and exits; so does an unknown option. */
export function readOptions<Own extends Options>(usage: string, own: Own): Values<Own> {
  try {
    const { values } = parseArgs({ options: { ...own, help: { type: 'boolean', short: 'h' } } });
    if ((values as { help?: boolean }).help !== true) return values as Values<Own>;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}\n`);
    process.exit(2);
  }
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}

/** Returns the command that starts a program: by npm if this one was started that way, otherwise by the command of the image. */
export function commandLine(program: Program, options = ''): string {
  if (!isStartedByNpm()) return ['fifthwheel', program, options].filter(Boolean).join(' ');
  const script = program === 'server' ? 'npm start' : `npm run ${program}`;
  return options === '' ? script : `${script} -- ${options}`;
}

/** For programs that are configured only by the environment. */
export function takeNoOptions(program: Program, purpose: string): void {
  readOptions(
    `usage: ${commandLine(program)}   ${purpose}; settings are environment variables, listed in docs/operations.md`,
    {},
  );
}
