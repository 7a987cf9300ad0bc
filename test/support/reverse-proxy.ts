import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../../bench/support/server.ts';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';

export const REVERSE_PROXIES = ['nginx', 'haproxy'] as const;
export type ReverseProxyName = (typeof REVERSE_PROXIES)[number];

export interface ReverseProxy {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a reverse proxy with its configuration from deploy/; only addresses and paths of its files are replaced. */
export async function startReverseProxy(
  name: ReverseProxyName,
  directory: string,
  servers: readonly { readonly port: number }[],
): Promise<ReverseProxy> {
  const port = await freePort();
  const shipped = await readFile(path.join(PACKAGE_ROOT, 'deploy', FILES[name]), 'utf8');
  const addressed = servers.reduce(
    (text, server, i) => text.replaceAll(` server-${i + 1}:3000`, ` 127.0.0.1:${server.port}`),
    shipped,
  );
  const home = path.join(directory, name);
  await mkdir(home, { recursive: true });
  const file = path.join(home, FILES[name]);
  await writeFile(
    file,
    name === 'nginx'
      ? nginxConfig(addressed, port, home)
      : addressed.replace('bind :80', `bind 127.0.0.1:${port}`),
  );
  const child = spawn(
    name,
    name === 'nginx' ? ['-p', home, '-c', file, '-e', 'stderr'] : ['-f', file, '-db'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(url, child);
  return {
    url,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const FILES = { nginx: 'nginx.conf', haproxy: 'haproxy.cfg' } as const;

function nginxConfig(config: string, port: number, home: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const places = kinds.map((kind) => `${kind}_temp_path ${home}/${kind};`).join('\n');
  return `daemon off;\npid ${home}/pid;\n${config}`
    .replace('worker_processes auto', 'worker_processes 1')
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('http {', `http {\n${places}`);
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the proxy ended with ${child.exitCode}`);
    const response = await fetch(`${url}/readyz`).catch(() => null);
    if (response?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
