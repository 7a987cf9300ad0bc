/** Throughput of a search cluster for plain bulk writes of the same documents, as a reference for a rebuild. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'undici';

const KEPT_BYTES_MAX = 1_000_000_000;
const WRITES_MAX = 4;
const BULK = /^\/([^/?]+)\/_bulk/;

/** A proxy in front of a search cluster that records the documents written through it. */
export class BulkRecorder {
  readonly #target: string;
  readonly #bodies: Buffer[] = [];
  readonly #server: http.Server;
  #bytes = 0;
  #index = '';

  constructor(target: string) {
    this.#target = target;
    this.#server = http.createServer((request, response) => {
      this.#pass(request, response).catch(() => response.destroy());
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close().closeAllConnections();
  }

  /** Documents per second, sent to an index of the same kind with the write concurrency of a rebuild. */
  async sendAgain(): Promise<number> {
    const index = `${this.#index}-bare`;
    const kind = JSON.parse((await this.#ask('GET', `/${this.#index}`)).toString()) as Record<
      string,
      { mappings: unknown }
    >;
    const settings = { number_of_shards: 1, number_of_replicas: 0, refresh_interval: '-1' };
    const definition = { settings, mappings: kind[this.#index]?.mappings };
    await this.#ask('PUT', `/${index}`, Buffer.from(JSON.stringify(definition)));
    const documents = this.#bodies.reduce((sum, body) => sum + linesIn(body) / 2, 0);
    const startedMs = performance.now();
    const waiting = this.#bodies.values();
    const send = async (): Promise<void> => {
      for (const body of waiting) await this.#ask('POST', `/${index}/_bulk`, body);
    };
    await Promise.all(Array.from({ length: WRITES_MAX }, send));
    await this.#ask('POST', `/${index}/_refresh`);
    const seconds = (performance.now() - startedMs) / 1000;
    await this.#ask('DELETE', `/${index}`);
    return documents / seconds;
  }

  async #pass(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    const { method = 'GET', url = '/', headers } = request;
    const [, index] = BULK.exec(url) ?? [];
    if (index !== undefined && this.#bytes < KEPT_BYTES_MAX) {
      this.#index = index;
      this.#bytes += body.length;
      this.#bodies.push(body);
    }
    const forwarded = http.request(this.#target + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    forwarded.end(body);
  }

  async #ask(method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: Buffer): Promise<Buffer> {
    const client = new Client(this.#target);
    try {
      const headers = { 'content-type': 'application/json' };
      const response = await client.request({
        method,
        path,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      const text = Buffer.from(await response.body.arrayBuffer());
      if (response.statusCode >= 300)
        throw new Error(`${response.statusCode} for ${path}: ${text.toString().slice(0, 300)}`);
      return text;
    } finally {
      await client.close();
    }
  }
}

function linesIn(body: Buffer): number {
  let lines = 0;
  for (let at = body.indexOf(10); at >= 0; at = body.indexOf(10, at + 1)) lines++;
  return lines;
}
