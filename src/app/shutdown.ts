import cluster from 'node:cluster';
import { STOP_MESSAGE } from './cluster.ts';
import type { Launched } from './launch.ts';

const DEADLINE_MS = 20_000;

/** Shuts down gracefully on SIGTERM and SIGINT, and exits immediately on a second signal or after the deadline. */
export function onShutdown(launched: Launched): { isUnderWay(): boolean } {
  let isStopping = false;
  const stop = (reason: string, code = 0): void => {
    if (isStopping) return;
    isStopping = true;
    launched.log.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), DEADLINE_MS).unref();
    launched.stop().then(
      () => process.exit(code),
      (error: unknown) => {
        launched.log.error({ err: error }, 'the shutdown was not clean');
        process.exit(1);
      },
    );
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    if (isStopping && !cluster.isWorker) process.exit(1);
    stop(signal);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  // A terminal signals the whole process group, and the first process messages its workers as well, so a worker takes
  // both as one.
  if (cluster.isWorker)
    process.on('message', (message) => {
      if (message === STOP_MESSAGE) stop(STOP_MESSAGE);
    });
  process.on('unhandledRejection', (error) => launched.log.error({ err: error }, 'unhandled rejection'));
  process.on('uncaughtException', (error) => {
    launched.log.fatal({ err: error }, 'uncaught exception');
    stop('an exception', 1);
  });
  return { isUnderWay: () => isStopping };
}
