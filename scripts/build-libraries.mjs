// Bundles each *.bundled.ts with the libraries behind it, and copies the files that the program serves or embeds from
// packages. Both kinds of packages are large, little of them is used, and only the build needs them.
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const manifest = require('../package.json');

const ASSETS = [
  'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  'rapidoc/dist/rapidoc-min.js',
];
const BUNDLED = '.bundled.ts';

export async function buildLibraries() {
  const assets = path.join(root, 'dist', 'assets');
  mkdirSync(assets, { recursive: true });
  for (const asset of ASSETS) copyFileSync(require.resolve(asset), path.join(assets, path.basename(asset)));
  const { build } = await import('vite');
  const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' });
  for (const source of sources.filter((name) => name.endsWith(BUNDLED))) {
    const place = path.parse(path.join(root, 'dist', 'src', source));
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      // Packages that are installed anyway stay imports, so that there is one instance of each.
      ssr: { noExternal: true, external: Object.keys(manifest.dependencies) },
      build: {
        ssr: path.join(root, 'src', source),
        outDir: place.dir,
        emptyOutDir: false,
        target: 'node20',
        license: { fileName: `${place.name}.license.md` },
        rollupOptions: { output: { entryFileNames: `${place.name}.js`, codeSplitting: false } },
      },
    });
  }
}
