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

it('compose.yaml is what Docker Compose takes', { timeout: 600_000 }, async () => {
  const { DCLinter } = (await loaderOfTool('linters'))('dclint') as ComposeLinter;
  const linter = new DCLinter({
    rules: {
      // The proxy is there to be reached, and the image that is built has a name.
      'no-unbound-port-interfaces': 0,
      'no-build-and-image': 0,
      // The order tells what stands on what.
      'services-alphabetical-order': 0,
      'service-keys-order': 0,
      'top-level-properties-order': 0,
      // The style of quotes is Prettier's.
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
