/**
 * Writes the reference to `dist/reference`: the OpenAPI documents and the files below `/docs/`. With --write also
 * `docs/openapi.json`, the one that is committed because its diff is the review of a change to the API; with --check only
 * reports whether that file is up to date.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { App } from '../app/app.ts';
import { referenceFiles } from '../app/docs/files.ts';
import { readConfig } from '../config/config.ts';
import { type DocumentName, DOCUMENTS, openApiDocument } from '../platform/http/openapi/document.ts';
import { createLogger } from '../platform/log.ts';
import { PACKAGE_ROOT } from '../platform/package-root.ts';

const COMMITTED = path.join(PACKAGE_ROOT, 'docs', 'openapi.json');
const REFERENCE = path.join(PACKAGE_ROOT, 'dist', 'reference');

// Nothing connects: routes and events are data.
const app = new App({
  config: readConfig({}),
  databaseUrl: 'postgresql://127.0.0.1/unused',
  appSecret: 'only routes and events are read, nothing is signed',
  log: createLogger('silent'),
});
const { catalogue } = app.platform.events;

/** The document without examples, which are in a separate file, as one line: `npm run docs` formats it. */
function committedDocument(): string {
  const isExamples = (key: string, value: unknown): boolean => key === 'examples' && !Array.isArray(value);
  return JSON.stringify(openApiDocument('api', app.routes, catalogue), (key, value: unknown) =>
    isExamples(key, value) ? undefined : value,
  );
}

if (process.argv.includes('--check')) {
  const committed = JSON.stringify(JSON.parse(await readFile(COMMITTED, 'utf8')));
  const isCurrent = committed === committedDocument();
  if (!isCurrent) console.error('docs/openapi.json is not up to date; run npm run docs');
  process.exit(isCurrent ? 0 : 1);
}
await mkdir(REFERENCE, { recursive: true });
for (const [name, { file }] of Object.entries(DOCUMENTS)) {
  const document = openApiDocument(name as DocumentName, app.routes, catalogue);
  await writeFile(path.join(REFERENCE, file), JSON.stringify(document));
}
for (const [name, { render }] of Object.entries(referenceFiles(app.routes, catalogue)))
  await writeFile(path.join(REFERENCE, name), render());
if (process.argv.includes('--write')) await writeFile(COMMITTED, committedDocument());
process.exit(0);
