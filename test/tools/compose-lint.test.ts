import path from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { loaderOfTool } from '../support/tool.ts';

interface ComposeLinter {
  readonly DCLinter: new (config: object) => {
    lintFiles(
      paths: readonly string[],
      doRecursiveSearch: boolean,
    ): readonly { readonly filePath: string; readonly messages: readonly unknown[] }[];
  };
}

it('compose.yaml is valid for Docker Compose', { timeout: 600_000 }, async () => {
  const { DCLinter } = (await loaderOfTool('linters'))('dclint') as ComposeLinter;
  const linter = new DCLinter({
    rules: {
      // The proxy must be reachable from outside, and the built image needs a name.
      'no-unbound-port-interfaces': 0,
      'no-build-and-image': 0,
      // Services are ordered by their dependencies.
      'services-alphabetical-order': 0,
      'service-keys-order': 0,
      'top-level-properties-order': 0,
      // Prettier decides the style of quotes.
      'no-quotes-in-volumes': 0,
    },
    quiet: true,
    debug: false,
    exclude: [],
  });
  const [result] = linter.lintFiles([path.join(PACKAGE_ROOT, 'compose.yaml')], false);
  expect(result?.filePath).toMatch(/compose\.yaml$/);
  expect(result?.messages).toEqual([]);
});
