import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useAction } from '../../action.ts';
import { api, type DeliveryAttempt, type DeliveryExchange, type Webhook } from '../../api.ts';
import { useGuard } from '../../me.ts';
import { read } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { oneOf, SelectFilter } from '../../ui/filters.tsx';
import { Load } from '../../ui/section.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { type Column, DataTable } from '../../ui/table.tsx';
import { useUrlState } from '../../url-state.ts';
import { type DeskWords, useWords } from '../../words.ts';
import { EventFilter } from './developer.tsx';
import { failureText } from './webhook-state.tsx';

const PAGE_ROWS = 50;
const RECENT_ROWS = 5;
const STATUSES = ['delivered', 'failed'] as const;

const columnsOf = (
  words: DeskWords,
  webhookId: string,
  open: (attempt: DeliveryAttempt) => void,
): readonly Column<DeliveryAttempt>[] => [
  {
    id: 'status',
    label: words.text('desk.log.status'),
    isFixed: true,
    cell: ({ status, next_retry: next }) => (
      <span className="stack tight">
        <span className={status === 'delivered' ? 'state is-good' : 'state is-bad'}>
          {words.text(`desk.log.${status}`)}
        </span>
        {typeof next === 'string' && (
          <span className="note">{words.text('desk.log.next', { when: words.moment(next) })}</span>
        )}
      </span>
    ),
  },
  {
    id: 'event_type',
    label: words.text('desk.log.event'),
    isFixed: true,
    cell: (attempt) => (
      <button
        type="button"
        className="link"
        title={words.text('desk.log.open')}
        onClick={() => open(attempt)}
      >
        {attempt.event_type}
      </button>
    ),
  },
  {
    id: 'answer',
    label: words.text('desk.log.answer'),
    cell: ({ error, response_code: code }) =>
      error === undefined ? (code ?? '') : failureText(words, error, code),
  },
  {
    id: 'took',
    label: words.text('desk.log.took'),
    align: 'end',
    isWide: true,
    cell: ({ response_time_ms: ms }) => `${words.number(ms)} ms`,
  },
  {
    id: 'attempt',
    label: words.text('desk.log.attempt'),
    align: 'end',
    isWide: true,
    cell: ({ retry_count: before = 0 }) => words.number(before + 1),
  },
  {
    id: 'created_at',
    label: words.text('desk.log.time'),
    isWide: true,
    cell: ({ created_at: at }) => words.moment(at),
  },
  {
    id: 'acts',
    label: words.text('desk.log.retry'),
    isFixed: true,
    isLast: true,
    cell: (attempt) =>
      attempt.status === 'failed' && <RetryButton webhookId={webhookId} attempt={attempt} isQuiet />,
  },
];

function RetryButton({
  webhookId,
  attempt: { id, event_type: event },
  isQuiet = false,
  onSent,
}: {
  webhookId: string;
  attempt: DeliveryAttempt;
  isQuiet?: boolean;
  onSent?: () => void;
}): ReactElement {
  const words = useWords();
  const guard = useGuard('MANAGER');
  const [act, isSending] = useAction();
  const retry = (): Promise<boolean> =>
    act(() => api.webhooks.retryDelivery(webhookId, id), {
      done: words.text('desk.log.retried'),
      next: onSent,
    });
  return (
    <Button
      text="desk.log.retry"
      about={event}
      className={isQuiet ? 'quiet' : undefined}
      {...guard}
      disabled={guard.disabled || isSending}
      onClick={() => void retry()}
    />
  );
}

/** Delivery attempts of the last 30 days, filtered by result and event, with request and response. */
export function DeliveryLog({ webhook }: { webhook: Webhook }): ReactElement {
  const words = useWords();
  const [state, change] = useUrlState();
  const [open, setOpen] = useState<DeliveryAttempt | null>(null);
  const status = oneOf(STATUSES, state['status']);
  const event = state['event'];
  const cursor = state['cursor'];
  const query = useQuery({
    ...read('webhooks.listLogs', webhook.id, { limit: PAGE_ROWS, cursor, status, event_type: event }),
    placeholderData: keepPreviousData,
  });
  const isFiltered = status !== undefined || event !== undefined;
  return (
    <section aria-labelledby="log">
      <div className="table-tools">
        <h2 id="log">{words.text('desk.log')}</h2>
        <SelectFilter
          name="status"
          className="push"
          label={words.text('desk.log.status')}
          none={words.text('desk.log.any')}
          options={words.options('desk.log', STATUSES)}
        />
        <EventFilter name="event" label={words.text('desk.log.event')} />
      </div>
      <Loaded query={query}>
        {({ logs, pagination }) =>
          logs.length === 0 ? (
            <Empty title={words.text(isFiltered ? 'desk.table.filteredEmpty' : 'desk.log.none')}>
              {isFiltered && (
                <Button
                  text="desk.table.clear"
                  className="quiet"
                  onClick={() => change({ status: undefined, event: undefined, cursor: undefined })}
                />
              )}
            </Empty>
          ) : (
            <>
              <DataTable
                label={words.text('desk.log')}
                columns={columnsOf(words, webhook.id, setOpen)}
                rows={logs}
                idOf={({ id }) => id}
                nameOf={({ event_type: type }) => type}
                isBusy={query.isFetching}
              />
              <nav className="pager" aria-label={words.text('desk.table.pages')}>
                <Button
                  text="desk.log.newer"
                  className="quiet"
                  disabled={cursor === undefined}
                  onClick={() => change({ cursor: undefined })}
                />
                <Button
                  text="desk.log.older"
                  className="quiet"
                  disabled={pagination.nextCursor === null}
                  onClick={() => change({ cursor: pagination.nextCursor ?? undefined })}
                />
              </nav>
            </>
          )
        }
      </Loaded>
      {open !== null && <Exchange webhookId={webhook.id} attempt={open} onClose={() => setOpen(null)} />}
    </section>
  );
}

/** The latest failed attempts, so that they can be retried without opening the webhook. */
export function RecentFailures({ webhook: { id, url } }: { webhook: Webhook }): ReactElement {
  const words = useWords();
  const [open, setOpen] = useState<DeliveryAttempt | null>(null);
  const label = words.text('desk.webhooks.failures', { url });
  return (
    <section className="stack" aria-label={label}>
      <h2 className="long">{label}</h2>
      <Load
        query={read('webhooks.listLogs', id, { limit: RECENT_ROWS, status: 'failed' })}
        lines={RECENT_ROWS}
      >
        {({ logs }) => (
          <DataTable
            label={label}
            columns={columnsOf(words, id, setOpen)}
            rows={logs}
            idOf={(attempt) => attempt.id}
            nameOf={({ event_type: type }) => type}
          />
        )}
      </Load>
      {open !== null && <Exchange webhookId={id} attempt={open} onClose={() => setOpen(null)} />}
    </section>
  );
}

function Exchange({
  webhookId,
  attempt,
  onClose,
}: {
  webhookId: string;
  attempt: DeliveryAttempt;
  onClose: () => void;
}): ReactElement {
  const words = useWords();
  return (
    <Dialog
      title={attempt.event_type}
      kind="sheet"
      onClose={onClose}
      footer={<RetryButton webhookId={webhookId} attempt={attempt} onSent={onClose} />}
    >
      <p className="note">
        {words.moment(attempt.created_at)} · <code>{attempt.event_id}</code>
      </p>
      <Load query={read('webhooks.getLog', webhookId, attempt.id)}>{({ log }) => <Bodies log={log} />}</Load>
    </Dialog>
  );
}

function Bodies({ log }: { log: DeliveryExchange }): ReactElement {
  const words = useWords();
  const { request, response } = log;
  return (
    <>
      <h3>{words.text('desk.log.request')}</h3>
      {request.headers !== null && (
        <CodeBlock label={words.text('desk.log.headers')} text={linesOf(request.headers)} />
      )}
      {request.body === null ? (
        <p className="note">{words.text('desk.log.erased')}</p>
      ) : (
        <CodeBlock label={words.text('desk.log.body')} text={indented(request.body)} />
      )}
      <h3>
        {words.text('desk.log.answer')} {log.response_code}
      </h3>
      {response === null ? (
        <p className="note">{words.text('desk.log.noAnswer')}</p>
      ) : (
        <>
          {response.headers !== null && (
            <CodeBlock
              label={`${words.text('desk.log.answer')}: ${words.text('desk.log.headers')}`}
              text={linesOf(response.headers)}
            />
          )}
          <CodeBlock
            label={`${words.text('desk.log.answer')}: ${words.text('desk.log.body')}`}
            text={indented(response.body ?? '')}
          />
        </>
      )}
    </>
  );
}

const linesOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** Indents JSON; other text stays as it is. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
