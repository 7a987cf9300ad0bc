/**
 * With WORKERS, each process has separate metrics, and a request for /metrics reaches any one worker. That worker requests the
 * metrics from the primary process, which collects and merges those of all workers.
 */
import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { AggregatorRegistry, type Registry } from 'prom-client';

const QUESTION = 'fifthwheel:metrics?';
const ANSWER = 'fifthwheel:metrics';
const ANSWER_TIMEOUT_MS = 6000;

interface Message {
  readonly type?: unknown;
  readonly id?: unknown;
  readonly text?: unknown;
}

/** Runs in the primary process: serves the requests of the workers. Returns how to read the metrics of all workers. */
export function gatherMetrics(): () => Promise<string> {
  const all = new AggregatorRegistry();
  cluster.on('message', (worker, message: Message) => {
    if (message?.type !== QUESTION) return;
    const respond = (text: string | null): void => {
      if (worker.isConnected()) worker.send({ type: ANSWER, id: message.id, text });
    };
    all.clusterMetrics().then(respond, () => respond(null));
  });
  return () => all.clusterMetrics();
}

/** Runs in a worker: returns the metrics of all workers, or only its own if the primary process does not respond. */
export function metricsOfAll(registry: Registry): () => Promise<string> {
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries(registry);
  return async () => (await requestMetrics()) ?? registry.metrics();
}

function requestMetrics(): Promise<string | null> {
  const id = randomUUID();
  return new Promise((resolve) => {
    const finish = (text: string | null): void => {
      clearTimeout(timer);
      process.off('message', onMessage);
      resolve(text);
    };
    const onMessage = (message: Message): void => {
      if (message?.type === ANSWER && message.id === id)
        finish(typeof message.text === 'string' ? message.text : null);
    };
    const timer = setTimeout(() => finish(null), ANSWER_TIMEOUT_MS);
    process.on('message', onMessage);
    process.send?.({ type: QUESTION, id });
  });
}
