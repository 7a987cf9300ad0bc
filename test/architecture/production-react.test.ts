import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';

const LOOK = `
  await import('./dist/src/config/production-react.js');
  const react = await import('react');
  const written = await import('./dist/src/platform/mail/layout.js');
  console.log(JSON.stringify([typeof react.act, typeof written.layoutOf, process.env.NODE_ENV ?? null]));`;

it.each([undefined, 'development'])(
  'pages and emails are made without the checks of React, with NODE_ENV %s',
  (nodeEnv) => {
    const env = { ...process.env };
    delete env['NODE_ENV'];
    if (nodeEnv !== undefined) env['NODE_ENV'] = nodeEnv;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', LOOK], {
      cwd: PACKAGE_ROOT,
      env,
      encoding: 'utf8',
    });
    // Only the development build exports `act`.
    expect(JSON.parse(output)).toEqual(['undefined', 'function', nodeEnv ?? null]);
  },
);

it.each(['server', 'worker', 'sandbox'])('%s loads it before anything that loads React', (name) => {
  const source = readFileSync(path.join(PACKAGE_ROOT, 'src', 'bin', `${name}.ts`), 'utf8');
  const imported = [...source.matchAll(/(?<!await )import[^'(]*'([^']+)'/g)].map(([, from]) => from);
  const first = imported.filter((from) => from !== '../app/node-version.ts')[0];
  expect(first).toBe('../config/production-react.ts');
});
