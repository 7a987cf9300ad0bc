/**
 * The yardstick of the HTTP suites: a Fastify without anything, whose one route answers with a JSON that was given, in a
 * process of its own, as the measured server is. It says its address when it listens.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export interface BareFastify {
  readonly url: string;
  readonly pid: number;
  stop(): void;
}

/** `json` is parsed once and written anew for each answer, as an endpoint would. */
export async function startBareFastify(json: string): Promise<BareFastify> {
  const child = fork(path.join(import.meta.dirname, 'bare-fastify-process.js'));
  child.send(json);
  const [url] = (await once(child, 'message')) as [string];
  return { url, pid: child.pid ?? 0, stop: () => child.disconnect() };
}
