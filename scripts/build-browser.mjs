// Bundles what pages load in the browser into dist/browser, under names with a hash of their content.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { writeSprites } from './symbols.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** `reloads`: for development, pages reload when the server restarts. */
export async function buildBrowser({ reloads = false } = {}) {
  const { build } = await import('vite');
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { PAGES_RELOAD: JSON.stringify(reloads) },
    // React has had this hook itself since 18; the shim is for older ones.
    resolve: {
      alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
    },
    build: {
      outDir: path.join(root, 'dist', 'browser'),
      emptyOutDir: true,
      manifest: 'manifest.json',
      target: 'es2022',
      // Lowers light-dark() for browsers that lack it.
      cssTarget: ['chrome111', 'firefox113', 'safari16.4'],
      cssCodeSplit: true,
      // Fonts stay separate files: inlined, browsers would fetch them again with every build.
      assetsInlineLimit: 0,
      // Preload lists would make the first load a kilobyte larger.
      modulePreload: { polyfill: false, resolveDependencies: () => [] },
      rollupOptions: {
        input: {
          main: path.join(root, 'browser', 'islands', 'main.ts'),
          app: path.join(root, 'browser', 'app', 'main.tsx'),
        },
        output: {
          // One chunk compresses better than fifteen.
          codeSplitting: {
            groups: [
              // The storefront needs these without the application.
              { name: 'preload', test: /preload-helper/, priority: 1 },
              {
                name: 'shared',
                test: /[\\/](browser[\\/]shared[\\/]\w+|src[\\/]storefront[\\/]texts[\\/]languages)\.ts$/,
                priority: 1,
              },
              {
                name: 'core',
                // Lists in pages and of many queries are for the areas that have some.
                test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](history|query-core|react-query|react-router|react-store|router-core|store))[\\/](?!.*(queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery))/,
              },
              {
                name: 'frame',
                test: /[\\/](clients[\\/]typescript|src[\\/]storefront[\\/]texts|browser[\\/]app[\\/](\w+\.tsx?$|ui[\\/](dialog|icon|page|popover|states|toasts)\.tsx))/,
              },
            ],
          },
        },
        // Libraries mark what runs in browsers only; all of this does.
        onwarn: (warning, warn) => {
          if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
        },
      },
    },
  });
  const assets = path.join(root, 'dist', 'browser', 'assets');
  writeSprites(assets);
  compress(assets);
}

/** The best of all takes ten times as long, for a twentieth of the bytes. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Writes a compressed copy next to each text file. */
function compress(directory) {
  for (const name of readdirSync(directory)) {
    if (!/\.(?:js|css|svg)$/.test(name)) continue;
    const bytes = readFileSync(path.join(directory, name));
    writeFileSync(path.join(directory, `${name}.br`), brotliCompressSync(bytes, QUALITY));
    writeFileSync(path.join(directory, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}
