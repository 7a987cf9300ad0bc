/**
 * A queue of moderation decisions: the list on one side, the current item on the other. Decisions can be made by keys, for many items at
 * once, and undone within ten seconds.
 */
import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useState } from 'react';
import { pageState } from '../../api.ts';
import { sendLater, hasDelayedCalls, undoLast } from '../../delayed-calls.ts';
import { useKeys } from '../../keys.ts';
import { refresh } from '../../query.ts';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Loaded, problemText } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { notify, showToast } from '../../ui/toasts.tsx';
import { useUrlState } from '../../url-state.ts';
import { type DeskText, useWords } from '../../words.ts';
import { type Reason, ReasonDialog } from './reasons.tsx';

export const QUEUE_ROWS = 50;
/** Reload the queue when fewer rows are left. */
const RELOAD_BELOW = 15;

const QUEUES = ['listings', 'reports', 'documents', 'reviews', 'objections'] as const;

export interface Item {
  readonly id: string;
  readonly title: string;
  /** When it was submitted. */
  readonly since: string;
  readonly note: string;
  /** Moderation flags. */
  readonly marks?: readonly string[];
  /** Reason why the administrator cannot decide it. */
  readonly notDecidable?: string | undefined;
}

export interface Decision<Row> {
  readonly label: DeskText;
  readonly done: DeskText;
  readonly send: (row: Row, reason: Reason | null) => Promise<unknown>;
  /** A dialog offers them before the decision is sent. */
  readonly reasons?: readonly string[];
  /** Further choices in that dialog. */
  readonly extras?: readonly { readonly name: string; readonly label: DeskText }[];
}

interface QueueProps<Row> {
  readonly itemOf: (row: Row) => Item;
  readonly detail: (row: Row) => ReactNode;
  readonly accept: Decision<Row>;
  readonly refuse: Decision<Row>;
}

export function Queue<
  Row,
  Data extends { readonly pagination: { readonly total: number } },
  Key extends QueryKey,
>({
  query: options,
  rowsOf,
  ...board
}: QueueProps<Row> & {
  query: UseQueryOptions<Data, Error, Data, Key>;
  rowsOf: (data: Data) => readonly Row[];
}): ReactElement {
  const query = useQuery(options);
  const words = useWords();
  return (
    <Page title={words.text('desk.admin.nav.review')} note={words.text('desk.review.keys')}>
      <Tabs
        label={words.text('desk.review.queues')}
        tabs={QUEUES.map((name) => ({
          to: `/admin/review/${name}`,
          label: words.text(`desk.review.queue.${name}`),
        }))}
      />
      <Loaded query={query} lines={10}>
        {(data) => <Board {...board} rows={rowsOf(data)} total={data.pagination.total} />}
      </Loaded>
    </Page>
  );
}

function Board<Row>({
  rows,
  total,
  itemOf,
  detail,
  accept,
  refuse,
}: QueueProps<Row> & { rows: readonly Row[]; total: number }): ReactElement {
  const words = useWords();
  const [state, change] = useUrlState();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<{ decision: Decision<Row>; decided: readonly Row[] } | null>(null);
  const waiting = rows.filter((row) => !gone.has(itemOf(row).id));
  const index = Math.max(
    0,
    waiting.findIndex((row) => itemOf(row).id === state['id']),
  );
  const current = waiting[index];
  const show = (row: Row | undefined): void =>
    change({ id: row === undefined ? undefined : itemOf(row).id }, { replace: true });
  const rowsToDecide = (): readonly Row[] => {
    const checked = waiting.filter((row) => selected.has(itemOf(row).id));
    const candidates = checked.length > 0 ? checked : current === undefined ? [] : [current];
    return candidates.filter((row) => itemOf(row).notDecidable === undefined);
  };
  const decide = (decision: Decision<Row>, decided: readonly Row[], reason: Reason | null): void => {
    const ids = decided.map((row) => itemOf(row).id);
    const left = waiting.filter((row) => !ids.includes(itemOf(row).id));
    const restore = (restored: readonly string[]): void =>
      setGone((before) => new Set([...before].filter((id) => !restored.includes(id))));
    setGone((before) => new Set([...before, ...ids]));
    setSelected(new Set());
    show(left[Math.min(index, left.length - 1)]);
    // Reload when the queue runs short, and at its end, but not after each of many quick decisions.
    const reload = async (): Promise<void> => {
      if (hasDelayedCalls() && left.length > RELOAD_BELOW) return;
      await refresh();
    };
    const send = async (): Promise<void> => {
      const sendRow = async (row: Row): Promise<void> => {
        try {
          await decision.send(row, reason);
        } catch (error) {
          notify(`${itemOf(row).title}: ${problemText(error, words)}`, { isProblem: true });
          restore([itemOf(row).id]);
        }
      };
      // While the browser leaves the page, no code runs after an await: send all at once.
      if (pageState.isLeaving) await Promise.all(decided.map(sendRow));
      else for (const row of decided) await sendRow(row);
      await reload();
    };
    const undo = sendLater(
      () => {
        // The toast offers an undo that is no longer possible.
        dismiss();
        void send();
      },
      () => {
        restore(ids);
        show(decided[0]);
        void reload();
      },
    );
    const [first] = decided;
    const subject =
      decided.length === 1 && first !== undefined
        ? itemOf(first).title
        : words.count('desk.review.many', decided.length);
    const dismiss = showToast(`${words.text(decision.done)}: ${subject}`, {
      action: { label: words.text('desk.undo'), run: undo },
    });
  };
  const start = (decision: Decision<Row>): void => {
    const decided = rowsToDecide();
    if (decided.length === 0) return;
    if (decision.reasons === undefined) decide(decision, decided, null);
    else setOpen({ decision, decided });
  };
  const toggle = (row: Row | undefined): void => {
    if (row === undefined) return;
    const { id, notDecidable } = itemOf(row);
    if (notDecidable !== undefined) return;
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  useKeys({
    j: () => show(waiting[Math.min(index + 1, waiting.length - 1)]),
    k: () => show(waiting[Math.max(index - 1, 0)]),
    a: () => start(accept),
    r: () => start(refuse),
    x: () => toggle(current),
    u: () => void undoLast(),
  });
  if (current === undefined)
    return (
      <Empty title={words.text('desk.review.empty')}>
        <p>{words.text('desk.review.empty.text')}</p>
      </Empty>
    );
  const many = waiting.filter((row) => selected.has(itemOf(row).id)).length;
  const { notDecidable } = itemOf(current);
  return (
    <>
      <p className="note" role="status">
        {words.count('desk.review.waiting', Math.max(0, total - (rows.length - waiting.length)))}
        {many > 0 && ` · ${words.count('desk.table.selected', many)}`}
      </p>
      <div className="review">
        <ul className="review-list panel" aria-label={words.text('desk.review.queues')}>
          {waiting.map((row) => {
            const item = itemOf(row);
            return (
              <li key={item.id}>
                <input
                  type="checkbox"
                  aria-label={words.text('desk.table.select', { name: item.title })}
                  checked={selected.has(item.id)}
                  disabled={item.notDecidable !== undefined}
                  onChange={() => toggle(row)}
                />
                <button
                  type="button"
                  className="review-item"
                  aria-current={row === current ? 'true' : undefined}
                  onClick={() => show(row)}
                >
                  <strong>{item.title}</strong>
                  <span className="note">{item.note}</span>
                  <span className="note">
                    {words.text('desk.review.since', { when: words.moment(item.since) })}
                  </span>
                  {item.marks !== undefined && item.marks.length > 0 && (
                    <span className="bad">
                      <Icon name="warning" size={14} /> {item.marks.join(', ')}
                    </span>
                  )}
                </button>
              </li>
            );
          })}
        </ul>
        <section className="panel stack review-detail" aria-label={itemOf(current).title}>
          {detail(current)}
          {notDecidable !== undefined && <p className="attention">{notDecidable}</p>}
          <div className="row review-acts">
            {(notDecidable === undefined || many > 0) && (
              <>
                <button type="button" onClick={() => start(accept)}>
                  {words.text(accept.label)} <kbd>A</kbd>
                </button>
                <button type="button" className="danger" onClick={() => start(refuse)}>
                  {words.text(refuse.label)} <kbd>R</kbd>
                </button>
              </>
            )}
            <button type="button" className="quiet" onClick={() => show(waiting[index + 1] ?? waiting[0])}>
              {words.text('desk.review.later')} <kbd>J</kbd>
            </button>
          </div>
        </section>
      </div>
      {open !== null && (
        <ReasonDialog
          title={words.text(open.decision.label)}
          reasons={open.decision.reasons ?? []}
          extras={open.decision.extras ?? []}
          onClose={() => setOpen(null)}
          onDone={(reason) => decide(open.decision, open.decided, reason)}
        />
      )}
    </>
  );
}
