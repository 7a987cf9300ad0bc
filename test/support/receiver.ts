import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: number;
}

/** The status of the response, or a function that writes it; `hang` never responds. */
export type Reaction = number | 'hang' | ((response: ServerResponse, request: ReceivedRequest) => void);

export interface Receiver {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  /** Highest number of concurrent requests so far. */
  readonly openMax: number;
  /** Sets the reactions to the next requests, one per request. Later requests get the default reaction. */
  script(...reactions: Reaction[]): void;
  /** Sets the default reaction for requests after the script; initially 200. */
  usually(reaction: Reaction): void;
  /** Resolves when the total number of requests reaches `count`. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a local HTTP server that records requests and sends scripted responses. */
export async function startReceiver(): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let scripted: Reaction[] = [];
  let defaultReaction: Reaction = 200;
  let open = 0;
  let openMax = 0;
  const server = createServer((request, response) => {
    open++;
    openMax = Math.max(openMax, open);
    response.on('close', () => open--);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const received: ReceivedRequest = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        at: performance.now(),
      };
      requests.push(received);
      react(scripted.shift() ?? defaultReaction, response, received);
      for (const waiter of waiting) if (requests.length >= waiter.count) waiter.resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    requests,
    get openMax() {
      return openMax;
    },
    script: (...reactions) => {
      scripted = reactions;
    },
    usually: (reaction) => {
      defaultReaction = reaction;
    },
    received: (count) =>
      requests.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ count, resolve })),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function react(reaction: Reaction, response: ServerResponse, request: ReceivedRequest): void {
  if (reaction === 'hang') return;
  if (typeof reaction === 'number') response.writeHead(reaction).end();
  else reaction(response, request);
}
