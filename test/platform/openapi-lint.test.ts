/** The documents pass the linters that integrators use, without an error and without a warning. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENTS } from '../../src/platform/http/openapi/document.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const FILES = Object.values(DOCUMENTS).map(({ file }) => `/${file}`);

/**
 * Redocly compares paths alone. `/seller/listings/by-external-id/{externalId}` takes PUT, which no path below
 * `/seller/listings/{id}/` does; and what follows `/seller/bulk-import/mappings/` is one of a closed list. So no request
 * fits two of them.
 */
const WITHOUT_COMMON_REQUEST =
  /^no-ambiguous-paths: .*\/seller\/(?:listings\/by-external-id\/\{externalId\}|bulk-import\/mappings\/\{preset\})/;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe.each(FILES)('%s', { timeout: 180_000 }, (file) => {
  it('passes Redocly’s recommended-strict', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const { text } = await t.get(file);
    const problems = await lintFromString({ source: text, absoluteRef: file, config });
    const found = problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
    expect(found.filter((problem) => !WITHOUT_COMMON_REQUEST.test(problem))).toEqual([]);
  });

  it('passes Spectral', async () => {
    const linter = new spectral.Spectral();
    // The two packages describe the same rules with types that do not know each other.
    linter.setRuleset({ extends: [rulesets.oas as never] });
    const problems = await linter.run((await t.get(file)).text);
    expect(problems.map(({ code, path, message }) => `${code}: ${path.join('/')} ${message}`)).toEqual([]);
  });
});
