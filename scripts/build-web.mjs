// Bundles what pages load in the browser into dist/web, under names with a hash of their content.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

export async function buildWeb() {
  const { build } = await import('vite');
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: path.join(root, 'dist', 'web'),
      emptyOutDir: true,
      manifest: 'manifest.json',
      target: 'es2022',
      cssCodeSplit: true,
      // Fonts stay files: inline they would be fetched by everybody who has them already.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: {
          main: path.join(root, 'web', 'islands', 'main.ts'),
          app: path.join(root, 'web', 'app', 'main.tsx'),
        },
        // Libraries mark what runs in browsers only; all of this does.
        onwarn: (warning, warn) => {
          if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
        },
      },
    },
  });
}
