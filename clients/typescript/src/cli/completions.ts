import { COMMON, type Command } from './command.ts';
import { UsageError } from './io.ts';

const SHELLS = ['bash', 'zsh', 'fish'];

export function completions(all: () => readonly Command[]): Command {
  return {
    name: 'completions',
    takes: SHELLS.join('|'),
    does: 'print what completes commands: eval "$(fifthwheel completions bash)"',
    completes: SHELLS,
    options: {},
    wordsMin: 1,
    wordsMax: 1,
    async run({ out, words }) {
      const [shell = ''] = words;
      if (!SHELLS.includes(shell)) throw new UsageError(`completions are for ${SHELLS.join(', ')}`);
      out.line(shell === 'fish' ? forFish(all()) : forBash(all(), shell === 'zsh'));
      return 0;
    },
  };
}

const optionsOf = (command: Command): [name: string, hasValue: boolean][] =>
  Object.entries({ ...command.options, ...COMMON });

const valuesOf = ({ completes }: Command): readonly string[] =>
  typeof completes === 'object' ? completes : [];

function forBash(commands: readonly Command[], isZsh: boolean): string {
  const firsts = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))];
  const seconds = firsts
    .map((first) => ({
      first,
      second: commands.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.split(' ')[1]] : [])),
    }))
    .filter(({ second }) => second.length > 0);
  const values = commands.filter((command) => valuesOf(command).length > 0);
  return [
    ...(isZsh
      ? [
          '(( $+functions[compdef] )) || { autoload -U +X compinit && compinit; }',
          'autoload -U +X bashcompinit && bashcompinit',
        ]
      : []),
    '_fifthwheel() {',
    '  local current="${COMP_WORDS[COMP_CWORD]}" first="${COMP_WORDS[1]}" words="" name',
    '  name="$first"',
    '  case "$first" in',
    ...seconds.map(({ first }) => `    ${first}) name="$first \${COMP_WORDS[2]}" ;;`),
    '  esac',
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    words="${firsts.join(' ')}"`,
    '  elif [[ "$current" == -* ]]; then',
    '    case "$name" in',
    ...commands.map((command) => {
      const options = optionsOf(command).map(([name]) => `--${name}`);
      return `      "${command.name}") words="${options.join(' ')}" ;;`;
    }),
    '    esac',
    '  elif [ "$COMP_CWORD" -eq 2 ]; then',
    '    case "$first" in',
    ...seconds.map(({ first, second }) => `      ${first}) words="${second.join(' ')}" ;;`),
    ...values.map((command) => `      ${command.name}) words="${valuesOf(command).join(' ')}" ;;`),
    '    esac',
    '  fi',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    // If the function returns nothing, the shell completes file names.
    'complete -o default -F _fifthwheel fifthwheel',
  ].join('\n');
}

function forFish(commands: readonly Command[]): string {
  const line = (condition: string, rest: string): string =>
    `complete -c fifthwheel -n '${condition}' ${rest}`;
  const names = commands.map((command) => {
    const [first = '', second] = command.name.split(' ');
    return { command, first, second };
  });
  const groups = [...new Set(names.filter(({ second }) => second !== undefined).map(({ first }) => first))];
  return [
    'complete -c fifthwheel -f',
    ...groups.map((first) => line('__fish_use_subcommand', `-a ${first}`)),
    ...names.flatMap(({ command, first, second }) => {
      const ownCommand = second ?? first;
      const place =
        second === undefined
          ? '__fish_use_subcommand'
          : `__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${second}`;
      const chosen = `__fish_seen_subcommand_from ${ownCommand}`;
      return [
        line(place, `-a ${ownCommand} -d ${quoted(command.does)}`),
        ...valuesOf(command).map((value) => line(chosen, `-a ${value}`)),
        ...(command.completes === 'files' ? [line(chosen, '-F')] : []),
        ...optionsOf(command).map(([name, hasValue]) => line(chosen, `-l ${name}${hasValue ? ' -x' : ''}`)),
      ];
    }),
  ].join('\n');
}

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
