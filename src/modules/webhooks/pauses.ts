/** A webhook that an administrator paused stays paused until one resumes it; otherwise a program that sets the status at each start would undo the pause. */
import type { Transaction } from '../../platform/db/transaction.ts';
import { forbidden } from '../../platform/errors/app-error.ts';
import { plainHost } from '../../platform/net/web-address.ts';
import type { WebhookOwner } from './authority.ts';
import type { WebhookRow } from './tables.ts';
import { listPausedUrls } from './webhooks.repository.ts';
import { type Message, t } from '../../platform/errors/sentence.ts';

export function assertNotPaused({ disabled_reason: reason }: WebhookRow, refusal: Message): void {
  if (reason === 'administrator') throw forbidden(refusal);
}

/** Throws if the owner has a paused webhook on the same host; otherwise a new webhook would bypass the pause. */
export async function assertNoPausedHost(
  trx: Transaction,
  owner: WebhookOwner,
  address: string,
): Promise<void> {
  const host = plainHost(new URL(address));
  const paused = await listPausedUrls(trx, owner);
  if (paused.every((url) => plainHost(new URL(url)) !== host)) return;
  throw forbidden(
    t(
      'An administrator has paused your webhook to {host}. No other webhook can send there until an administrator resumes it.',
      { host },
    ),
  );
}
