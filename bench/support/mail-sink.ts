import net from 'node:net';

export interface MailSink {
  readonly url: string;
  /** All emails so far. */
  readonly count: number;
  /** Resolves to the `performance.now()` of the next email to an address; null after the timeout. */
  firstTo(address: string, timeoutMs: number): Promise<number | null>;
  stop(): void;
}

/** Accepts every email and stores none. */
export async function startMailSink(): Promise<MailSink> {
  const waiting = new Map<string, (at: number) => void>();
  let count = 0;
  const server = net.createServer((socket) => {
    let isData = false;
    let rest = '';
    let receivers: string[] = [];
    socket.on('error', () => {});
    socket.write('220 sink\r\n');
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (isData) {
          if (line !== '.') continue;
          isData = false;
          count += 1;
          for (const receiver of receivers) waiting.get(receiver)?.(performance.now());
          receivers = [];
          socket.write('250 accepted\r\n');
          continue;
        }
        const receiver = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1];
        if (receiver !== undefined) receivers.push(receiver.toLowerCase());
        isData = /^DATA$/i.test(line);
        socket.write(isData ? '354 go on\r\n' : /^QUIT/i.test(line) ? '221 bye\r\n' : '250 sink\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    get count() {
      return count;
    },
    firstTo(receiver, timeoutMs) {
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve(null), timeoutMs);
        waiting.set(receiver.toLowerCase(), (at) => {
          clearTimeout(timer);
          waiting.delete(receiver.toLowerCase());
          resolve(at);
        });
      });
    },
    stop: () => void server.close(),
  };
}
