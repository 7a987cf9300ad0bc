// The first start after installation: it builds, creates its database and fills the demo marketplace.
import { spawn } from 'node:child_process';
import { cp, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDataDirectory } from '../../bench/support/data-directory.ts';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';

const TIMEOUT_MS = 300_000;
const LEFT_OUT = new Set(['node_modules', 'dist', '.git', 'data']);

it(
  'leads to a market with vehicles, also on a machine where nothing was built',
  { timeout: TIMEOUT_MS },
  async () => {
    const home = await temporaryDataDirectory();
    const project = path.join(home, 'project');
    let end = async (): Promise<unknown> => undefined;
    try {
      await cp(PACKAGE_ROOT, project, {
        recursive: true,
        filter: (source) => !LEFT_OUT.has(path.relative(PACKAGE_ROOT, source)),
      });
      await symlink(path.join(PACKAGE_ROOT, 'node_modules'), path.join(project, 'node_modules'));
      const { PATH } = process.env;
      const server = spawn(process.execPath, ['bin/fifthwheel.mjs', 'server'], {
        cwd: project,
        env: { PATH, PORT: '0', DATA_DIR: path.join(home, 'data') },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const ended = new Promise((resolve) => server.once('close', resolve));
      end = () => {
        server.kill('SIGTERM');
        return ended;
      };
      let output = '';
      const origin = await new Promise<string>((resolve, reject) => {
        const collect = (chunk: Buffer): void => {
          output += chunk.toString();
          const address = /listening at (http:\/\/[\d.:]+)/.exec(output)?.[1];
          if (address !== undefined && output.includes('is running at')) resolve(address);
        };
        server.stdout.on('data', collect);
        server.stderr.on('data', collect);
        void ended.then(() => reject(new Error(`the server ended: ${output}`)));
      });
      const response = await fetch(`${origin}/api/search?limit=1`);
      const { data } = (await response.json()) as { data: { pagination: { total: number } } };
      expect(data.pagination.total).toBeGreaterThan(100);
      // The console prints the demo logins.
      expect(output).toContain('@fifthwheel.example');
      const page = await fetch(`${origin}/en/`);
      expect(page.status).toBe(200);
      expect(await end()).toBe(0);
    } finally {
      await end();
      await rm(home, { recursive: true, force: true });
    }
  },
);
