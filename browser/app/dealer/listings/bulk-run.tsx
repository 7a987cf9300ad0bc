/** Sends operations for many listings in batches that the API accepts, and shows their progress and results. */
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { api, pageState, type ListingOperation } from '../../api.ts';
import { refresh } from '../../query.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { problemText } from '../../ui/states.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useWords } from '../../words.ts';

/** A batch of the API takes 100; smaller ones let the progress move. */
const BATCH_SIZE = 25;

export type BulkOperation = ListingOperation & { readonly id: string };

interface FailedOperation {
  readonly id: string;
  readonly message: string;
}

interface Outcome {
  readonly done: number;
  readonly refused: readonly FailedOperation[];
  /** Error that ended the run early. Operations without a result can be repeated, because the API rejects those that are done. */
  readonly problem: unknown;
}

interface Run extends Outcome {
  readonly label: string;
  readonly operations: readonly BulkOperation[];
  readonly isOver: boolean;
}

export type StartRun = (
  label: string,
  operations: readonly BulkOperation[],
  options?: { readonly doneText?: (count: number) => string },
) => Promise<void>;

async function sendAll(
  operations: readonly BulkOperation[],
  onProgress: (outcome: Outcome) => void,
): Promise<Outcome> {
  const refused: FailedOperation[] = [];
  let done = 0;
  const send = async (from: number): Promise<void> => {
    const part = operations.slice(from, from + BATCH_SIZE);
    // No protection against mass removal: the user has selected each listing.
    const { results } = await api.listings.batch({ operations: part, confirmMassRemoval: true });
    for (const { index, error } of results)
      if (error !== undefined) refused.push({ id: part[index]?.id ?? '', message: error.message });
    done += part.length;
  };
  const starts = Array.from(
    { length: Math.ceil(operations.length / BATCH_SIZE) },
    (_, index) => index * BATCH_SIZE,
  );
  try {
    // While the browser leaves the page, no code runs after an await: send all at once.
    if (pageState.isLeaving) await Promise.all(starts.map(send));
    else
      for (const from of starts) {
        await send(from);
        onProgress({ done, refused: [...refused], problem: null });
      }
    return { done, refused, problem: null };
  } catch (problem) {
    return { done, refused, problem };
  }
}

/**
 * @param titleOf returns null for a listing that has not been shown
 * @param onSelect receives the failed and unsent listings
 */
export function useBulkRun({
  titleOf,
  onSelect,
}: {
  titleOf: (id: string) => string | null;
  onSelect: (ids: ReadonlySet<string>) => void;
}): { readonly start: StartRun; readonly dialog: ReactElement | null } {
  const words = useWords();
  const [run, setRun] = useState<Run | null>(null);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const start: StartRun = async (label, operations, { doneText } = {}) => {
    const isQuiet = doneText !== undefined;
    const first: Run = { label, operations, done: 0, refused: [], problem: null, isOver: false };
    if (!isQuiet) setRun(first);
    // Do not reopen a dialog that the user has closed.
    const outcome = await sendAll(operations, (part) =>
      setRun((before) => (before === null ? null : { ...before, ...part })),
    );
    const { done, refused, problem } = outcome;
    const over: Run = { ...first, ...outcome, isOver: true };
    const isWhole = refused.length === 0 && problem === null;
    if (problem !== null) notify(problemText(problem, words), { isProblem: true });
    if (doneText !== undefined && done > refused.length) notify(doneText(done - refused.length));
    if (isQuiet && !isWhole) setRun(over);
    else setRun((before) => (before === null ? null : over));
    if (!isShown.current)
      for (const { id, message } of refused) notify(`${titleOf(id) ?? id}: ${message}`, { isProblem: true });
    await refresh();
  };

  const close = (): void => {
    if (run?.isOver === true) {
      const unsent = run.operations.slice(run.done).map(({ id }) => id);
      onSelect(new Set([...run.refused.map(({ id }) => id), ...unsent]));
    }
    setRun(null);
  };
  return {
    start,
    dialog: run === null ? null : <RunDialog run={run} titleOf={titleOf} onClose={close} />,
  };
}

function RunDialog({
  run,
  titleOf,
  onClose,
}: {
  run: Run;
  titleOf: (id: string) => string | null;
  onClose: () => void;
}): ReactElement {
  const words = useWords();
  const { label, operations, done, refused, isOver } = run;
  return (
    <Dialog title={label} onClose={onClose}>
      <progress className="progress" max={operations.length} value={done} aria-label={label} />
      <p role="status">
        {words.text('desk.listings.bulk.progress', { done, all: operations.length })}
        {isOver && (
          <>
            {': '}
            <span className="good">{words.count('desk.listings.bulk.succeeded', done - refused.length)}</span>
            {refused.length > 0 && (
              <>
                {', '}
                <span className="bad">{words.count('desk.listings.bulk.failed', refused.length)}</span>
              </>
            )}
            {done < operations.length && (
              <>
                {', '}
                <span className="bad">
                  {words.count('desk.listings.bulk.unsent', operations.length - done)}
                </span>
              </>
            )}
          </>
        )}
      </p>
      {refused.length > 0 && (
        <ul className="results">
          {refused.map(({ id, message }) => (
            <li key={id}>
              <strong>{titleOf(id) ?? id}</strong>
              <span className="bad">{message}</span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
