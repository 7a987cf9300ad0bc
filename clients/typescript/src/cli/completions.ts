import type { Command } from './command.ts';
import { UsageError } from './io.ts';

const SHELLS = ['bash', 'zsh', 'fish'];

export function completions(all: () => readonly Command[]): Command {
  return {
    name: 'completions',
    takes: SHELLS.join('|'),
    does: 'print what completes commands: eval "$(fifthwheel completions bash)"',
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

const optionsOf = (command: Command): string =>
  [...Object.keys(command.options), 'json', 'url', 'help'].map((name) => `--${name}`).join(' ');

function forBash(commands: readonly Command[], isZsh: boolean): string {
  const firsts = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))];
  const seconds = firsts
    .map((first) => ({
      first,
      second: commands.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.split(' ')[1]] : [])),
    }))
    .filter(({ second }) => second.length > 0)
    .map(({ first, second }) => `    ${first}) words="${second.join(' ')}" ;;`);
  const options = commands.map((command) => `      "${command.name}") words="${optionsOf(command)}" ;;`);
  return [
    ...(isZsh ? ['autoload -U +X bashcompinit && bashcompinit'] : []),
    '_fifthwheel() {',
    '  local current="${COMP_WORDS[COMP_CWORD]}" first="${COMP_WORDS[1]}" words="" name',
    '  name="$first"',
    '  case "$first" in',
    ...firsts
      .filter((first) => seconds.some((line) => line.trimStart().startsWith(`${first})`)))
      .map((first) => `    ${first}) name="$first \${COMP_WORDS[2]}" ;;`),
    '  esac',
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    words="${firsts.join(' ')}"`,
    '  elif [[ "$current" == -* ]]; then',
    '    case "$name" in',
    ...options,
    '    esac',
    '  elif [ "$COMP_CWORD" -eq 2 ]; then',
    '    case "$first" in',
    ...seconds,
    '    esac',
    '  fi',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '  [ "${#COMPREPLY[@]}" -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))',
    '}',
    'complete -F _fifthwheel fifthwheel',
  ].join('\n');
}

function forFish(commands: readonly Command[]): string {
  return commands
    .flatMap((command) => {
      const [first = '', second] = command.name.split(' ');
      const begins = `complete -c fifthwheel -n __fish_use_subcommand -f -a ${first}`;
      const follows =
        second === undefined
          ? []
          : [`complete -c fifthwheel -n '__fish_seen_subcommand_from ${first}' -f -a ${second}`];
      const options = Object.entries(command.options).map(
        ([name, hasValue]) =>
          `complete -c fifthwheel -n '__fish_seen_subcommand_from ${second ?? first}' -l ${name}${hasValue ? ' -r' : ''}`,
      );
      return [begins, ...follows, ...options];
    })
    .join('\n');
}
