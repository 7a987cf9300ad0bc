// Code blocks in the docs are at least well-formed; the tests of the client compile the TypeScript ones.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { canUse } from '../support/programs.ts';
import { markdownPages, type Snippet, snippetsOf } from '../support/snippets.ts';

const run = promisify(execFile);
const snippets = snippetsOf(markdownPages());
const inLanguage = (language: string): readonly Snippet[] =>
  snippets.filter((snippet) => snippet.language === language);

/** Returns the snippets that the program cannot parse, with its error messages. */
async function findUnreadable(
  language: string,
  program: string,
  argumentsFor: (code: string) => readonly string[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const { place, code } of inLanguage(language))
    await run(program, argumentsFor(code)).catch((error: Error) =>
      problems.push(`${place}: ${error.message}`),
    );
  return problems;
}

describe('The blocks of code of the docs', () => {
  it('name a language that is checked', () => {
    const checked = new Set(['json', 'sh', 'ts', 'js', 'python', 'php', 'http', 'ini', 'sql', 'text']);
    expect(snippets.length).toBeGreaterThan(30);
    expect(snippets.filter(({ language }) => !checked.has(language)).map(({ place }) => place)).toEqual([]);
  });

  it('are JSON where they say so', () => {
    const broken = inLanguage('json').filter(({ code }) => {
      try {
        JSON.parse(code);
        return false;
      } catch {
        return true;
      }
    });
    expect(broken.map(({ place }) => place)).toEqual([]);
  });

  it('are read by a shell', async () => {
    expect(await findUnreadable('sh', 'bash', (code) => ['-n', '-c', code])).toEqual([]);
  });

  it.runIf(canUse('the Python of the docs', 'python3'))('are read by Python', async () => {
    const compile = 'import sys; compile(sys.argv[1], "snippet", "exec")';
    expect(await findUnreadable('python', 'python3', (code) => ['-c', compile, code])).toEqual([]);
  });

  it.runIf(canUse('the PHP of the docs', 'php'))('are read by PHP', async () => {
    const parse = 'token_get_all($argv[1], TOKEN_PARSE);';
    expect(await findUnreadable('php', 'php', (code) => ['-r', parse, '--', code])).toEqual([]);
  });
});
