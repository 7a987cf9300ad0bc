import { parseArgs } from 'node:util';
import { COMMON, type Command } from './command.ts';
import { COMMANDS } from './commands.ts';
import { type Io, Output, UsageError } from './io.ts';
import { tell } from './tell.ts';

const SIGNATURES = COMMANDS.map(({ name, takes, does }) => [`${name} ${takes}`.trim(), does] as const);

const HELP = [
  'fifthwheel COMMAND [--json] [--url https://market.example]',
  '',
  ...SIGNATURES.flatMap(([signature, does]) => [`  ${signature}`, `      ${does}`]),
  '',
  '--json prints the outcome for programs, one line each.',
  'FIFTHWHEEL_URL and FIFTHWHEEL_API_KEY come before what login has kept.',
].join('\n');

/** Runs a command line. Resolves with the exit status. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const isJson = args.includes('--json');
  const out = new Output(io, isJson);
  try {
    const command = commandOf(args);
    if (command === null || args.includes('--help')) {
      out.line(command === null ? helpFor(args) : helpOf(command));
      return 0;
    }
    const { words, options } = read(command, args.slice(command.name.split(' ').length));
    if (words.length < command.wordsMin || words.length > command.wordsMax)
      throw new UsageError(`usage: fifthwheel ${command.name} ${command.takes}`);
    return await command.run({ io, out, words, options });
  } catch (error) {
    out.endProgress();
    if (io.signal.aborted) return 0;
    return tell(error, out);
  }
}

const helpOf = ({ name, takes, does }: Command): string =>
  `${`fifthwheel ${name} ${takes}`.trim()}\n    ${does}`;

/** Returns the help for all commands, or for those that begin with the same word. */
function helpFor(args: readonly string[]): string {
  const words = args.filter((word) => !['help', '--help', '--json'].includes(word));
  if (words.length === 0) return HELP;
  const found = COMMANDS.filter(({ name }) => name.startsWith(`${words.join(' ')} `));
  if (found.length === 0 || words.length === args.length)
    throw new UsageError(`there is no command ${args.join(' ')}; fifthwheel help lists them`);
  return found.map(helpOf).join('\n');
}

/** Returns null if help is requested or the command does not exist. */
function commandOf(args: readonly string[]): Command | null {
  return (
    COMMANDS.find(({ name }) => name.split(' ').every((word, position) => args[position] === word)) ?? null
  );
}

function read(
  command: Command,
  args: string[],
): { words: string[]; options: Record<string, string | boolean | undefined> } {
  const known = Object.entries({ ...command.options, ...COMMON }).map(
    ([name, hasValue]) => [name, { type: hasValue ? ('string' as const) : ('boolean' as const) }] as const,
  );
  try {
    const { positionals, values } = parseArgs({
      args,
      options: Object.fromEntries(known),
      allowPositionals: true,
    });
    return { words: positionals, options: values };
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}
