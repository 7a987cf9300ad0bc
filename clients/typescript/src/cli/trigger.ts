import { type Command, textOf } from './command.ts';
import { clientOf } from './credentials.ts';
import { plain, UsageError } from './io.ts';

export const trigger: Command = {
  name: 'events trigger',
  takes: 'TYPE [--webhook ID]',
  does: 'send a sample of an event to your webhooks',
  options: { webhook: true },
  wordsMin: 1,
  wordsMax: 1,
  async run({ io, out, words, options }) {
    const [type = ''] = words;
    const market = await clientOf(io, textOf(options, 'url'));
    const ids: string[] = [];
    const chosen = textOf(options, 'webhook');
    if (chosen !== undefined) ids.push(chosen);
    else for await (const { id, status } of market.webhooks.list()) if (status === 'active') ids.push(id);
    if (ids.length === 0)
      throw new UsageError('the account has no active webhook; webhooks listen hears of real events only');
    let failed = 0;
    for (const id of ids) {
      const { delivery: log } = await market.webhooks.test(id, { event_type: type });
      if (log.status !== 'delivered') failed++;
      out.result({ webhook: id, ...log }, () => [
        `${id}  ${plain(type)}  ${log.status}  ${log.response_code ?? log.error ?? ''} (${log.response_time_ms} ms)`,
      ]);
    }
    return failed === 0 ? 0 : 1;
  },
};
