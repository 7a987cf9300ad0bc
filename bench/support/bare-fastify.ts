/**
 * The peer of the HTTP suites: a bare Fastify whose one route returns the given JSON, in a separate process like the
 * measured server. Reports its address when it listens.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export interface BareFastify {
  readonly url: string;
  readonly pid: number;
  stop(): void;
}

/** Parses `json` once and serializes it for each response, as an endpoint would. */
export async function startBareFastify(json: string): Promise<BareFastify> {
  const child = fork(path.join(import.meta.dirname, 'bare-fastify-process.js'));
  child.send(json);
  const [url] = (await once(child, 'message')) as [string];
  return { url, pid: child.pid ?? 0, stop: () => child.disconnect() };
}
