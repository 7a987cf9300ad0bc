import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

/** Which targets a sticky bar covers in part depends on how far the page is scrolled. */
const WITHOUT_STICKY_BARS = `(() => {
  for (const element of document.querySelectorAll('*'))
    if (getComputedStyle(element).position === 'sticky') element.style.position = 'static';
})()`;
const WITH_STICKY_BARS = `(() => {
  for (const element of document.querySelectorAll('[style*=static]')) element.style.position = '';
})()`;

/**
 * Returns violations of WCAG 2.2 AA that axe finds in a page, as `rule: element`. The script is injected by the test, so
 * the content security policy of the page does not apply to it.
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(source);
  await page.evaluate(WITHOUT_STICKY_BARS);
  const findings = (await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(TAGS)} }).then(({ violations }) => violations)`,
  )) as readonly Finding[];
  await page.evaluate(WITH_STICKY_BARS);
  return findings.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}

/** Expects an accessible page that is not wider than its window. */
export async function noProblems(page: Page): Promise<void> {
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
}
