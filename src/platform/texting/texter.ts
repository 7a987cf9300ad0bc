/** Text messages to phones. */
import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../clock.ts';

export interface TextMessage {
  /** In E.164. */
  readonly to: string;
  readonly text: string;
}

/** Sends one message or throws. Only jobs call it: no request waits for a gateway. */
export interface Texter {
  send(message: TextMessage): Promise<void>;
}

const GATEWAY_TIMEOUT_MS = 10_000;

/** For use without a gateway: a line of JSON for each message. Not the server's log, since messages carry codes. */
export function fileTexter(file: string, clock: Clock): Texter {
  return {
    async send(message) {
      await mkdir(path.dirname(file), { recursive: true });
      const line = JSON.stringify({ at: clock.now().toISOString(), ...message });
      await appendFile(file, `${line}\n`, { mode: 0o600 });
    },
  };
}

/** Hands messages to a gateway as `{to, text}`; a user and password in its address become Basic authorization. */
export function gatewayTexter(address: string): Texter {
  const url = new URL(address);
  const user = [url.username, url.password].map(decodeURIComponent).join(':');
  url.username = '';
  url.password = '';
  const headers = {
    'content-type': 'application/json',
    ...(user === ':' ? {} : { authorization: `Basic ${Buffer.from(user).toString('base64')}` }),
  };
  return {
    async send({ to, text }) {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ to, text }),
        redirect: 'error',
        signal: AbortSignal.timeout(GATEWAY_TIMEOUT_MS),
      });
      // Unread, its connection would stay taken.
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the gateway for text messages answered ${response.status}`);
    },
  };
}
