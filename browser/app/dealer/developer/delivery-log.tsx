import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { api, type DeliveryAttempt, type DeliveryExchange, type Webhook } from '../../api.ts';
import { useMay, useWhyNot } from '../../me.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty, Loaded, problemText } from '../../ui/states.tsx';
import { type Column, DataTable } from '../../ui/table.tsx';
import { say } from '../../ui/toasts.tsx';
import { useUrlState } from '../../url-state.ts';
import { type DeskWords, useWords } from '../../words.ts';
import { EVENT_NAMES } from './event-names.ts';
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
  const queries = useQueryClient();
  const isAllowed = useMay('MANAGER');
  const whyNot = useWhyNot('MANAGER');
  const retry = useMutation({
    mutationFn: () => api.webhooks.retryDelivery(webhookId, id),
    onSuccess: () => {
      say(words.text('desk.log.retried'));
      onSent?.();
      void queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
    onError: (error) => say(problemText(error, words), { isProblem: true }),
  });
  return (
    <button
      type="button"
      className={isQuiet ? 'quiet' : undefined}
      disabled={!isAllowed || retry.isPending}
      title={whyNot}
      onClick={() => retry.mutate()}
    >
      {words.text('desk.log.retry')}
      <span className="unseen">: {event}</span>
    </button>
  );
}

/** The attempts of the last 30 days, by result and event, with what was sent and answered. */
export function DeliveryLog({ webhook }: { webhook: Webhook }): ReactElement {
  const words = useWords();
  const [state, change] = useUrlState();
  const [open, setOpen] = useState<DeliveryAttempt | null>(null);
  const status = STATUSES.find((one) => one === state['status']);
  const event = state['event'];
  const cursor = state['cursor'];
  const query = useQuery({
    queryKey: ['webhooks', 'logs', webhook.id, status, event, cursor],
    queryFn: () => api.webhooks.listLogs(webhook.id, { limit: PAGE_ROWS, cursor, status, event_type: event }),
    placeholderData: keepPreviousData,
  });
  const isFiltered = status !== undefined || event !== undefined;
  return (
    <section aria-labelledby="log">
      <div className="table-tools">
        <h2 id="log">{words.text('desk.log')}</h2>
        <select
          className="push"
          aria-label={words.text('desk.log.status')}
          value={status ?? ''}
          onChange={({ target }) => change({ status: target.value, cursor: undefined })}
        >
          <option value="">{words.text('desk.log.any')}</option>
          {STATUSES.map((one) => (
            <option key={one} value={one}>
              {words.text(`desk.log.${one}`)}
            </option>
          ))}
        </select>
        <select
          aria-label={words.text('desk.log.event')}
          value={event ?? ''}
          onChange={({ target }) => change({ event: target.value, cursor: undefined })}
        >
          <option value="">{words.text('desk.log.anyEvent')}</option>
          {EVENT_NAMES.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <Loaded query={query}>
        {({ logs, pagination }) =>
          logs.length === 0 ? (
            <Empty title={words.text(isFiltered ? 'desk.table.filteredEmpty' : 'desk.log.none')}>
              {isFiltered && (
                <button
                  type="button"
                  className="quiet"
                  onClick={() => change({ status: undefined, event: undefined, cursor: undefined })}
                >
                  {words.text('desk.table.clear')}
                </button>
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
                <button
                  type="button"
                  className="quiet"
                  disabled={cursor === undefined}
                  onClick={() => change({ cursor: undefined })}
                >
                  {words.text('desk.log.newer')}
                </button>
                <button
                  type="button"
                  className="quiet"
                  disabled={pagination.nextCursor === null}
                  onClick={() => change({ cursor: pagination.nextCursor ?? undefined })}
                >
                  {words.text('desk.log.older')}
                </button>
              </nav>
            </>
          )
        }
      </Loaded>
      {open !== null && <Exchange webhookId={webhook.id} attempt={open} onClose={() => setOpen(null)} />}
    </section>
  );
}

/** The last that failed, so that one of them is sent again without going to its webhook. */
export function RecentFailures({ webhook: { id, url } }: { webhook: Webhook }): ReactElement {
  const words = useWords();
  const [open, setOpen] = useState<DeliveryAttempt | null>(null);
  const query = useQuery({
    queryKey: ['webhooks', 'failures', id],
    queryFn: () => api.webhooks.listLogs(id, { limit: RECENT_ROWS, status: 'failed' }),
  });
  const label = words.text('desk.webhooks.failures', { url });
  return (
    <section className="stack" aria-label={label}>
      <h2 className="long">{label}</h2>
      <Loaded query={query} lines={RECENT_ROWS}>
        {({ logs }) => (
          <DataTable
            label={label}
            columns={columnsOf(words, id, setOpen)}
            rows={logs}
            idOf={(attempt) => attempt.id}
            nameOf={({ event_type: type }) => type}
          />
        )}
      </Loaded>
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
  const query = useQuery({
    queryKey: ['webhooks', 'log', webhookId, attempt.id],
    queryFn: () => api.webhooks.getLog(webhookId, attempt.id),
  });
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
      <Loaded query={query}>{({ log }) => <Bodies log={log} />}</Loaded>
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

/** JSON in lines; anything else as it came. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
