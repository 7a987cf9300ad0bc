/** The browser's files, built into dist/browser under names that carry a hash of their content. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root.ts';

export const ASSETS_DIRECTORY = path.join(PACKAGE_ROOT, 'dist', 'browser');
const MANIFEST = path.join(ASSETS_DIRECTORY, 'manifest.json');

export interface Assets {
  readonly script: string;
  readonly style: string;
  /** Used above the fold on every page, so they are fetched with it. */
  readonly fonts: readonly string[];
  readonly application: Application;
}

/** Entry files of the app for dealers and administrators. */
export interface Application {
  readonly script: string;
  readonly styles: readonly string[];
  readonly preloads: readonly string[];
}

interface ManifestEntry {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

/** Throws when the browser's files were not built. */
export function readAssets(): Assets {
  if (!existsSync(MANIFEST))
    throw new Error('the files of the pages are missing: build them with `npm run build`');
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, ManifestEntry>;
  const entry = manifest['browser/islands/main.ts'];
  const style = entry?.css?.[0];
  if (entry === undefined || style === undefined) throw new Error('the build of the pages is not complete');
  const fonts = Object.entries(manifest).flatMap(([source, { file }]) =>
    source.endsWith('encode-sans-latin-standard-normal.woff2') ? [file] : [],
  );
  return {
    script: `/${entry.file}`,
    style: `/${style}`,
    fonts: fonts.map((file) => `/${file}`),
    application: readApplication(manifest),
  };
}

function readApplication(manifest: Readonly<Record<string, ManifestEntry>>): Application {
  const entry = manifest['browser/app/main.tsx'];
  if (entry === undefined) throw new Error('the build of the applications is not complete');
  const imported = (entry.imports ?? []).flatMap((name) => manifest[name] ?? []);
  return {
    script: `/${entry.file}`,
    styles: [entry, ...imported].flatMap(({ css }) => css ?? []).map((file) => `/${file}`),
    preloads: imported.map(({ file }) => `/${file}`),
  };
}
