/**
 * No input of a client can block the process. A checker examines every regular expression of the source, including those
 * in schemas, and searches for inputs on which matching takes more than linear time.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { loaderOfTool } from '../support/tool.ts';

interface Expression {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** Timeout per expression; a longer one finds more. */
const TIMEOUT_MS = Number(process.env['EXPRESSION_CHECK_MS'] ?? 250);

/** A literal starts where a value can start; a slash elsewhere is a division or text. */
const LITERAL =
  /(?:[(,=:[!&|?{};>]|return)\s*\/((?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([dgimsuvy]*)/g;
const PATTERN = /pattern:\s*'((?:\\.|[^'\\])*)'/g;

function expressionsOf(file: string): Expression[] {
  const text = readFileSync(path.join(PACKAGE_ROOT, file), 'utf8');
  const found: Expression[] = [];
  for (const [, source = '', flags = ''] of text.matchAll(LITERAL)) found.push({ file, source, flags });
  for (const [, source = ''] of text.matchAll(PATTERN))
    found.push({ file, source: source.replaceAll('\\\\', '\\'), flags: 'u' });
  return found.filter(({ source, flags }) => isExpression(source, flags));
}

function isExpression(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}

const expressions = ['src', 'packages']
  .flatMap((folder) =>
    readdirSync(path.join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      path.join(folder, name),
    ),
  )
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('.data.ts'))
  .flatMap(expressionsOf);

/** Only repetitions can take more than linear time. */
const repeats = ({ source }: Expression): boolean => /[*+{]/.test(source);

/** Expressions that the checker considers quadratic, and why their input stays small. */
const BOUNDED: readonly (readonly [file: string, source: string, reason: string])[] = [
  ['src/config/config.ts', '\\/+$', 'an address that the operator writes'],
  [
    'src/platform/gazetteer/fold.ts',
    ' ?\\(.*\\)$',
    'the name of a place, at most 4,096 characters: milliseconds',
  ],
  [
    'src/platform/http/openapi/components.ts',
    '^[^\\x00]*([A-Z][^\\x00]*[0-9]|[0-9][^\\x00]*[A-Z])[^\\x00]*$',
    'the document alone has it, for tools that know no look-ahead',
  ],
];

type Check = (
  source: string,
  flags: string,
  options: { readonly timeout: number; readonly attackTimeout: number },
) => Promise<
  | { readonly status: 'safe' | 'unknown' }
  | { readonly status: 'vulnerable'; readonly complexity: { readonly summary: string } }
>;

let check: Check;
beforeAll(async () => {
  // Run in this process, because the package's Java and native programs are not installed (see overrides in
  // tools/linters/package.json).
  process.env['RECHECK_BACKEND'] = 'pure';
  ({ check } = (await loaderOfTool('linters'))('recheck') as { check: Check });
});

describe('regular expressions of the source', () => {
  it('are found', () => {
    expect(expressions.length).toBeGreaterThan(100);
    expect(expressions.some(({ file }) => file === 'src/platform/http/request/formats.ts')).toBe(true);
  });

  it('take time linear to their input', { timeout: 300_000 }, async () => {
    const judged = new Set<string>();
    const slow: string[] = [];
    for (const expression of expressions.filter(repeats)) {
      const { file, source, flags } = expression;
      if (judged.has(`${source}/${flags}`)) continue;
      judged.add(`${source}/${flags}`);
      // The checker mostly times out on bounded repetitions, which are costly for it but cheap for the server.
      const result = await check(source, flags.replaceAll(/[dv]/g, ''), {
        timeout: TIMEOUT_MS,
        attackTimeout: 100,
      });
      const isBounded = BOUNDED.some(([where, what]) => where === file && what === source);
      if (result.status === 'vulnerable' && !isBounded)
        slow.push(`${file}: /${source}/${flags} is ${result.complexity.summary}`);
    }
    expect(slow.join('\n')).toBe('');
    expect(judged.size).toBeGreaterThan(50);
  });
});
