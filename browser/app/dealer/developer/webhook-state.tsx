import type { ReactElement } from 'react';
import type { DeliveryAttempt, Webhook } from '../../api.ts';
import { type DeskWords, useWords } from '../../words.ts';

type Failure = NonNullable<DeliveryAttempt['error']>;

export function failureText(words: DeskWords, error: Failure, code: number | null): string {
  return words.text(`desk.failure.${error}`, { code: code ?? '' });
}

const DISABLED_TEXTS = {
  failures: 'desk.webhooks.disabledByFailures',
  administrator: 'desk.webhooks.disabledByAdministrator',
  member_left: 'desk.webhooks.withoutKeeper',
  owner: 'desk.webhooks.disabled',
} as const;

export const isFailing = ({ failingSince, disabledReason }: Webhook): boolean =>
  failingSince !== undefined || disabledReason === 'failures';

/** The member who created the webhook, and the one who is responsible for it now, if different. */
export function creatorText(words: DeskWords, { maker, keeper }: Webhook): string {
  const by = maker?.name ?? words.text('desk.webhooks.maker.unknown');
  if (keeper === null || keeper === undefined || keeper.userId === maker?.userId) return by;
  return words.text('desk.webhooks.maker.keptBy', { maker: by, keeper: keeper.name });
}

/** The state of a webhook, with the last error. */
export function WebhookState({ webhook }: { webhook: Webhook }): ReactElement {
  const words = useWords();
  const { status, disabledReason, failingSince, lastError } = webhook;
  const reason =
    lastError === undefined ? null : (
      <span className="note">{failureText(words, lastError.error, lastError.responseCode)}</span>
    );
  if (status === 'disabled')
    return (
      <span className="stack tight">
        <span
          className={
            disabledReason === 'failures' || disabledReason === 'member_left' ? 'state is-bad' : 'state'
          }
        >
          {words.text(DISABLED_TEXTS[disabledReason ?? 'owner'])}
        </span>
        {disabledReason === 'failures' && reason}
      </span>
    );
  if (failingSince !== undefined)
    return (
      <span className="stack tight">
        <span className="state is-busy">
          {words.text('desk.webhooks.failing', { when: words.moment(failingSince) })}
        </span>
        {reason}
      </span>
    );
  return <span className="state is-good">{words.text('desk.webhooks.healthy')}</span>;
}
