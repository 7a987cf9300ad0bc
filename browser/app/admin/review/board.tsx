/**
 * A queue of decisions: what waits on one side, the one that is looked at on the other. Decisions by keys, for many at once,
 * and taken back within ten seconds.
 */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useState } from 'react';
import { leaving } from '../../api.ts';
import { useKeys } from '../../keys.ts';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, problemText } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { say, showToast } from '../../ui/toasts.tsx';
import { useUrlState } from '../../url-state.ts';
import { type DeskText, useWords } from '../../words.ts';
import { hold, isAnyHeld, undoLast } from '../../held.ts';
import { ReasonDialog, type Reason } from './reasons.tsx';

/** With fewer left the next ones are read. */
const SHORT = 15;

const QUEUES = ['listings', 'reports', 'documents', 'reviews', 'objections'] as const;

export interface Item {
  readonly id: string;
  readonly title: string;
  /** Since when it waits. */
  readonly since: string;
  readonly note: string;
  /** Why to look closely; empty where nothing was found. */
  readonly marks: readonly string[];
  /** Why the reader cannot decide it; absent if they can. */
  readonly notDecidable?: string | undefined;
}

export interface Decision<Row> {
  readonly label: DeskText;
  readonly done: DeskText;
  readonly send: (row: Row, reason: Reason | null) => Promise<unknown>;
  /** Asked for before it is sent. */
  readonly reasons?: readonly string[];
  /** More to choose in the dialog of the reasons. */
  readonly extras?: readonly { readonly name: string; readonly label: DeskText }[];
}

/** The page of a queue, whatever its state. */
export function ReviewPage({ children }: { children: ReactNode }): ReactElement {
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
      {children}
    </Page>
  );
}

export function Board<Row>({
  rows,
  total,
  itemOf,
  detail,
  accept,
  refuse,
  stale,
}: {
  rows: readonly Row[];
  total: number;
  itemOf: (row: Row) => Item;
  detail: (row: Row) => ReactNode;
  accept: Decision<Row>;
  refuse: Decision<Row>;
  /** Queries that a decision changes. */
  stale: readonly string[];
}): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const [state, change] = useUrlState();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<{
    readonly decision: Decision<Row>;
    readonly about: readonly Row[];
  } | null>(null);
  const waiting = rows.filter((row) => !gone.has(itemOf(row).id));
  const at = Math.max(
    0,
    waiting.findIndex((row) => itemOf(row).id === state['id']),
  );
  const current = waiting[at];
  const show = (row: Row | undefined): void =>
    change({ id: row === undefined ? undefined : itemOf(row).id }, { replace: true });
  const chosen = (): readonly Row[] => {
    const some = waiting.filter((row) => selected.has(itemOf(row).id));
    const about = some.length > 0 ? some : current === undefined ? [] : [current];
    return about.filter((row) => itemOf(row).notDecidable === undefined);
  };
  const decide = (decision: Decision<Row>, about: readonly Row[], reason: Reason | null): void => {
    const ids = about.map((row) => itemOf(row).id);
    const left = waiting.filter((row) => !ids.includes(itemOf(row).id));
    const back = (some: readonly string[]): void =>
      setGone((before) => new Set([...before].filter((id) => !some.includes(id))));
    setGone((before) => new Set([...before, ...ids]));
    setSelected(new Set());
    show(left[Math.min(at, left.length - 1)]);
    // Whoever decides quickly has the queue read again when it runs short, and at the end: not for each decision.
    const readAgain = async (): Promise<void> => {
      if (isAnyHeld() && left.length > SHORT) return;
      await Promise.all(stale.map((name) => queries.invalidateQueries({ queryKey: [name] })));
    };
    const send = async (): Promise<void> => {
      const sendOne = async (row: Row): Promise<void> => {
        try {
          await decision.send(row, reason);
        } catch (error) {
          say(`${itemOf(row).title}: ${problemText(error, words)}`, { isProblem: true });
          back([itemOf(row).id]);
        }
      };
      // Nothing runs after the page is gone, so that all are sent at once then.
      if (leaving.isNow) await Promise.all(about.map(sendOne));
      else for (const row of about) await sendOne(row);
      await readAgain();
    };
    const undo = hold(
      () => {
        // It can be taken back no longer.
        dismiss();
        void send();
      },
      () => {
        back(ids);
        show(about[0]);
        void readAgain();
      },
    );
    const [first] = about;
    const what =
      about.length === 1 && first !== undefined
        ? itemOf(first).title
        : words.count('desk.review.many', about.length);
    const dismiss = showToast(`${words.text(decision.done)}: ${what}`, {
      action: { label: words.text('desk.undo'), run: undo },
    });
  };
  const start = (decision: Decision<Row>): void => {
    const about = chosen();
    if (about.length === 0) return;
    if (decision.reasons === undefined) decide(decision, about, null);
    else setAsking({ decision, about });
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
    j: () => show(waiting[Math.min(at + 1, waiting.length - 1)]),
    k: () => show(waiting[Math.max(at - 1, 0)]),
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
                  {item.marks.length > 0 && (
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
            <button type="button" className="quiet" onClick={() => show(waiting[at + 1] ?? waiting[0])}>
              {words.text('desk.review.later')} <kbd>J</kbd>
            </button>
          </div>
        </section>
      </div>
      {asking !== null && (
        <ReasonDialog
          title={words.text(asking.decision.label)}
          reasons={asking.decision.reasons ?? []}
          extras={asking.decision.extras ?? []}
          onClose={() => setAsking(null)}
          onDone={(reason) => decide(asking.decision, asking.about, reason)}
        />
      )}
    </>
  );
}
