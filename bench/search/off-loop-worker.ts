import { parentPort, workerData } from 'node:worker_threads';
import type { SearchQuery } from '@fifthwheel/search';
import { BenchMarket } from './market.ts';

type Message = { readonly id: number; readonly query: SearchQuery } | { readonly update: number };

const market = new BenchMarket(Number(workerData));

parentPort?.on('message', (message: Message) => {
  if ('update' in message) {
    market.update(message.update);
    return;
  }
  // A copy that fills its buffer, so that handing it over copies nothing more.
  const response = new Uint8Array(market.respond(message.query));
  parentPort?.postMessage({ id: message.id, answer: response }, [response.buffer]);
});
parentPort?.postMessage('ready');
