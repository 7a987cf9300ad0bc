import { createHmac } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DELIVERY_ERRORS } from '../../../src/modules/webhooks/delivery-errors.ts';
import { PACKAGE_ROOT } from '../../../src/platform/package-root.ts';
import { canUse } from '../../support/programs.ts';

const directory = path.join(PACKAGE_ROOT, 'docs', 'webhooks');
const guide = readFileSync(path.join(directory, 'receiving.md'), 'utf8');
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = Buffer.from('{"id":"evt_1","type":"listing.created","data":{"title":"Škoda € \\u0000"}}');
const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

const languages = [
  { file: 'verify.mjs', command: process.execPath, needs: [] },
  { file: 'verify.py', command: 'python3', needs: [] },
  { file: 'verify.php', command: 'php', needs: [] },
  { file: 'verify.sh', command: 'sh', needs: ['openssl'] },
];

describe.each(languages)('$file', ({ file, command, needs }) => {
  const canRun = canUse(`the example ${file}`, command, ...needs);
  const run = (...parameters: string[]): number | null =>
    spawnSync(command, [path.join(directory, 'examples', file), ...parameters], { input: body }).status;

  it.skipIf(!canRun)('accepts genuine requests, and nothing else', () => {
    expect(run(secret, signature)).toBe(0);
    expect(
      run(
        secret,
        signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      ),
    ).toBe(1);
    expect(run(secret, '')).toBe(1);
    expect(run('whsec_other', signature)).toBe(1);
  });

  it('appears in the guide unchanged', () => {
    expect(guide).toContain(readFileSync(path.join(directory, 'examples', file), 'utf8'));
  });
});

it('the guide explains every error of the delivery log', () => {
  for (const error of DELIVERY_ERRORS) expect(guide).toContain(`| \`${error}\``);
});
