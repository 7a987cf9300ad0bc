/** Writes the generated pages of docs/; with --check it only reports the outdated ones. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { App } from '../app/app.ts';
import { generatedPages } from '../app/docs/pages.ts';
import { readConfig } from '../config/config.ts';
import { createLogger } from '../platform/log.ts';
import { PACKAGE_ROOT } from '../platform/package-root.ts';

// Nothing connects: routes and events are data.
const app = new App({
  config: readConfig({}),
  databaseUrl: 'postgresql://127.0.0.1/unused',
  appSecret: 'only routes and events are read, nothing is signed',
  log: createLogger('silent'),
});
const isCheck = process.argv.includes('--check');
const stale: string[] = [];
for (const [name, text] of Object.entries(generatedPages(app.routes, app.platform.events.catalogue))) {
  const file = path.join(PACKAGE_ROOT, 'docs', name);
  if (!isCheck) await writeFile(file, text);
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) stale.push(`docs/${name}`);
}
if (stale.length > 0) {
  console.error(`not up to date: ${stale.join(', ')}; run npm run docs`);
  process.exit(1);
}
process.exit(0);
