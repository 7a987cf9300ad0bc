import type { Client } from '../client.ts';
import type { DeliveryAttempt } from '../generated/types.ts';
import { pause } from '../transport.ts';
import { type Command, textOf } from './command.ts';
import { clientOf } from './credentials.ts';

const POLL_MS = 3000;
const LIMIT = 20;
const REMEMBERED = 10_000;

export const tail: Command = {
  name: 'logs tail',
  takes: '[--webhook ID]',
  does: 'show the attempts of your webhooks as they are made',
  options: { webhook: true },
  wordsMin: 0,
  wordsMax: 0,
  async run({ io, out, options }) {
    const market = await clientOf(io, textOf(options, 'url'));
    const seen = new Set<string>();
    for (;;) {
      for (const id of await webhooksOf(market, textOf(options, 'webhook'))) {
        const { logs } = await market.webhooks.listLogs(id, { limit: LIMIT }, { signal: io.signal });
        for (const log of logs.toReversed()) {
          if (seen.has(log.id)) continue;
          seen.add(log.id);
          out.result({ webhook: id, ...log }, () => [lineOf(id, log)]);
        }
      }
      for (const id of seen) if (seen.size > REMEMBERED) seen.delete(id);
      await pause(POLL_MS, io.signal);
    }
  },
};

async function webhooksOf(market: Client, chosen: string | undefined): Promise<string[]> {
  if (chosen !== undefined) return [chosen];
  const ids: string[] = [];
  for await (const { id } of market.webhooks.list({ limit: 100 })) ids.push(id);
  return ids;
}

function lineOf(id: string, log: DeliveryAttempt): string {
  const outcome = log.response_code ?? log.error ?? '';
  const next = log.next_retry === undefined || log.next_retry === null ? '' : `, again at ${log.next_retry}`;
  return `${log.created_at}  ${id}  ${log.event_type}  ${log.status} ${outcome} (${log.response_time_ms} ms${next})`;
}
