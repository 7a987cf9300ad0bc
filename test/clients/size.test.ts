import { gzipSync } from 'node:zlib';
import path from 'node:path';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { report } from '../support/report.ts';

const INDEX = path.join(PACKAGE_ROOT, 'clients', 'typescript', 'src', 'index.ts');

/** Bundles and minifies what a program that imports `names` would load. */
async function bundleOf(names: string): Promise<string> {
  const entry = 'virtual:entry';
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) => (id === entry ? `export { ${names} } from ${JSON.stringify(INDEX)};` : null),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      rollupOptions: { input: entry, preserveEntrySignatures: 'strict' },
    },
  });
  const [first] = (Array.isArray(output) ? output : [output]) as { output: { code: string }[] }[];
  return first!.output[0]!.code;
}

it('the core is under 12 kB gzipped, and runs without Node.js', async () => {
  const core = gzipSync(await bundleOf('createClient')).length;
  report(`The core of the client for TypeScript has ${core} bytes, gzipped`);
  expect(core).toBeLessThan(12_000);
  const all = await bundleOf('createClient, stream, verifyWebhook');
  expect(gzipSync(all).length).toBeLessThan(12_000);
  expect(all).not.toMatch(/node:|require\(|\bprocess\b|\bBuffer\b/);
});

it('a program that only verifies webhooks loads nothing else', async () => {
  expect(gzipSync(await bundleOf('verifyWebhook')).length).toBeLessThan(1500);
});
