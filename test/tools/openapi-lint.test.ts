/** The documents pass the linters that integrators use, without errors and warnings. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENTS } from '../../src/platform/http/openapi/document.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { loaderOfTool } from '../support/tool.ts';

interface Redocly {
  createConfig(config: { readonly extends: readonly string[] }): Promise<object>;
  lintFromString(options: {
    readonly source: string;
    readonly absoluteRef: string;
    readonly config: object;
  }): Promise<readonly { readonly ruleId: string; readonly message: string }[]>;
}

interface Spectral {
  readonly Spectral: new () => {
    setRuleset(ruleset: { readonly extends: readonly unknown[] }): void;
    run(document: string): Promise<
      readonly {
        readonly code: string | number;
        readonly path: readonly (string | number)[];
        readonly message: string;
      }[]
    >;
  };
}

const FILES = Object.values(DOCUMENTS).map(({ file }) => `/${file}`);

/**
 * Redocly compares only paths, but no request matches both. `/seller/listings/by-external-id/{externalId}` accepts PUT,
 * which no path below `/seller/listings/{id}/` does. The segment after `/seller/bulk-import/mappings/` is one of a closed
 * list.
 */
const WITHOUT_COMMON_REQUEST =
  /^no-ambiguous-paths: .*\/seller\/(?:listings\/by-external-id\/\{externalId\}|bulk-import\/mappings\/\{preset\})/;

let t: TestApp;
let redocly: Redocly;
let spectral: Spectral;
let rulesets: { readonly oas: unknown };
beforeAll(async () => {
  const load = await loaderOfTool('linters');
  redocly = load('@redocly/openapi-core') as Redocly;
  spectral = load('@stoplight/spectral-core') as Spectral;
  rulesets = load('@stoplight/spectral-rulesets') as typeof rulesets;
  t = await createTestApp();
});
afterAll(() => t.close());

describe.each(FILES)('%s', { timeout: 180_000 }, (file) => {
  it('passes Redocly’s recommended-strict', async () => {
    const config = await redocly.createConfig({ extends: ['recommended-strict'] });
    const { text } = await t.get(file);
    const problems = await redocly.lintFromString({ source: text, absoluteRef: file, config });
    const found = problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
    expect(found.filter((problem) => !WITHOUT_COMMON_REQUEST.test(problem))).toEqual([]);
  });

  it('passes Spectral', async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset({ extends: [rulesets.oas] });
    const problems = await linter.run((await t.get(file)).text);
    expect(problems.map(({ code, path, message }) => `${code}: ${path.join('/')} ${message}`)).toEqual([]);
  });
});
