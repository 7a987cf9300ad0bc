import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';

export interface Snippet {
  /** File and line, for error messages. */
  readonly place: string;
  readonly file: string;
  readonly language: string;
  readonly code: string;
}

/** Returns the paths of hand-written and generated pages, relative to the root. */
export function markdownPages(): string[] {
  const folders = ['docs', path.join('clients', 'typescript'), path.join('browser', 'app')];
  const pages = [
    ...readdirSync(PACKAGE_ROOT),
    ...folders.flatMap((folder) =>
      readdirSync(path.join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(folder, file),
      ),
    ),
  ];
  return pages.filter((file) => file.endsWith('.md')).sort();
}

/** Returns every code block of the pages, as a reader would copy it. */
export function snippetsOf(pages: readonly string[]): Snippet[] {
  return pages.flatMap((file) => {
    const text = readFileSync(path.join(PACKAGE_ROOT, file), 'utf8');
    return [...text.matchAll(/^( *)```(\w+)\n([^]*?)^ *```$/gm)].map(
      ({ 1: indent = '', 2: language = '', 3: code = '', index }) => ({
        place: `${file}:${text.slice(0, index).split('\n').length}`,
        file,
        language,
        code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      }),
    );
  });
}
