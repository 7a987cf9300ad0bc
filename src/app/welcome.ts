import type { Config } from '../config/config.ts';
import type { DemoAccess } from '../modules/demo/index.ts';
import { SANDBOX_KEY_HEADER } from '../modules/sandbox/index.ts';

/** The lines printed after the start: addresses, demo logins, warnings. */
export function welcome(config: Config, demo: DemoAccess | null, sandboxKey: string | null = null): string {
  const lines = [
    '',
    `  Fifthwheel (${config.mode}) is running at ${config.baseUrl}`,
    `  API reference:                   ${config.baseUrl}/docs`,
    `  Example search:                  ${config.baseUrl}/api/search?q=actros+under+60k`,
  ];
  if (demo !== null) {
    lines.push(
      '',
      `  Demo logins (password ${demo.password}):`,
      `    buyer   ${demo.emails.buyer}`,
      `    seller  ${demo.emails.seller}`,
      `    admin   ${demo.emails.admin}`,
    );
    if (demo.apiKey !== null) lines.push(`  Demo API key (X-API-Key):        ${demo.apiKey}`);
  }
  if (sandboxKey !== null) lines.push(`  Clock, reset, emails (${SANDBOX_KEY_HEADER}): ${sandboxKey}`);
  if (!config.rateLimits) lines.push('', '  WARNING: rate limits are off. That is for load tests only.');
  return [...lines, ''].join('\n');
}
