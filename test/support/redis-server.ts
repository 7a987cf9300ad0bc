import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../bench/support/server.ts';

/** Starts a Redis server for one test, without persistence. */
export async function startRedis(): Promise<{ port: number; stop: () => Promise<void> }> {
  const port = await freePort();
  const redis = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  while (!output.includes('Ready to accept connections'))
    output += String((await once(redis.stdout, 'data'))[0]);
  redis.stdout.resume();
  return {
    port,
    async stop() {
      const ended = once(redis, 'exit');
      redis.kill('SIGKILL');
      await ended;
    },
  };
}
