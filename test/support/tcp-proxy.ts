import net from 'node:net';
import { freePort } from '../../bench/support/server.ts';

export interface TcpProxy {
  readonly port: number;
  /** Connections through the proxy so far. */
  readonly connections: number;
  /** Bytes forwarded so far, in both directions. */
  readonly bytes: number;
  /** Ends all connections and refuses new ones, as if the server were down. */
  cut(): Promise<void>;
  /** Accepts connections and bytes but forwards nothing, as a network that drops packets. */
  silence(): void;
  /** Delays all further traffic by this time. */
  delay(ms: number): void;
  /** Returns to normal operation. Ends the open connections, and with them the data held back by `silence`. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

export type Upstream = { readonly host: string; readonly port: number } | { readonly path: string };

/** Starts a proxy between a client and a server that can simulate network failures. */
export async function startTcpProxy(upstream: Upstream): Promise<TcpProxy> {
  const port = await freePort();
  const sockets = new Set<net.Socket>();
  let connections = 0;
  let forwardedBytes = 0;
  let isSilent = false;
  let delayMs = 0;
  const track = (socket: net.Socket): void => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };
  const accept = (client: net.Socket): void => {
    connections++;
    track(client);
    if (isSilent) return;
    const server = net.connect(upstream);
    track(server);
    const pass = (from: net.Socket, to: net.Socket): void => {
      from.on('data', (bytes) => {
        if (isSilent) return;
        forwardedBytes += bytes.length;
        if (delayMs === 0) to.write(bytes);
        else setTimeout(() => to.write(bytes), delayMs);
      });
      from.on('close', () => {
        if (!isSilent) to.destroy();
      });
    };
    pass(client, server);
    pass(server, client);
  };
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  let listener: net.Server | null = null;
  const open = (): Promise<void> =>
    new Promise((resolve, reject) => {
      listener = net.createServer(accept).once('error', reject);
      listener.listen(port, '127.0.0.1', () => resolve());
    });
  const closeListener = (): Promise<void> =>
    new Promise((resolve) => {
      const closing = listener;
      listener = null;
      drop();
      if (closing === null) resolve();
      else closing.close(() => resolve());
    });
  await open();
  return {
    port,
    get connections() {
      return connections;
    },
    get bytes() {
      return forwardedBytes;
    },
    cut: closeListener,
    silence() {
      isSilent = true;
    },
    delay(ms) {
      delayMs = ms;
    },
    async restore() {
      isSilent = false;
      delayMs = 0;
      drop();
      if (listener === null) await open();
    },
    close: closeListener,
  };
}
