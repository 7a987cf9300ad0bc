/** The texts that ship, which the build compiles from the catalogs in `texts/`. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE_ROOT } from './package-root.ts';
import { errorKey, type TextsByLanguage, Wording } from './wording.ts';

/** By language and area. Keys of errors are their English sentences. */
type Compiled = Readonly<Record<string, Partial<TextsByLanguage>>>;

/** Areas whose texts the server itself uses. */
const AREAS = ['pages', 'labels', 'workspace', 'emails'] as const;

let compiled: Compiled | undefined;

function readCompiled(): Compiled {
  const directory = path.join(PACKAGE_ROOT, 'dist', 'texts');
  return Object.fromEntries(
    readdirSync(directory).map((file) => [
      path.basename(file, '.json'),
      JSON.parse(readFileSync(path.join(directory, file), 'utf8')) as Partial<TextsByLanguage>,
    ]),
  );
}

/** The texts of an area, by language and key. */
export function shippedTexts(
  area: (typeof AREAS)[number] | 'notifications' | 'interface' | 'errors',
): TextsByLanguage {
  compiled ??= readCompiled();
  return Object.fromEntries(
    Object.entries(compiled).map(([language, areas]) => [language, areas[area] ?? {}]),
  );
}

/** A wording with all texts that ship. */
export function shippedWording(): Wording {
  const wording = new Wording();
  for (const area of AREAS) wording.define(shippedTexts(area));
  for (const [language, sentences] of Object.entries(shippedTexts('errors')))
    wording.define({
      [language]: Object.fromEntries(
        Object.entries(sentences).map(([english, text]) => [errorKey(english), text]),
      ),
    });
  return wording;
}
