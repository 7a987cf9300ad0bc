/** Acts on many listings: batches of what the API takes at once, one progress, and what became of each. */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { api, type ListingOperation, type OwnListingSummary } from '../../api.ts';
import { useMay, useWhyNot } from '../../me.ts';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { Form, TextField, textOf } from '../../ui/form.tsx';
import { problemText } from '../../ui/states.tsx';
import { say } from '../../ui/toasts.tsx';
import { useWords } from '../../words.ts';

/** A batch of the API takes 100; smaller ones let the progress move. */
const BATCH_SIZE = 25;
const STEPS = ['publish', 'unpublish', 'renew'] as const;

interface Refused {
  readonly id: string;
  readonly message: string;
}

interface Run {
  readonly label: string;
  readonly all: number;
  readonly done: number;
  readonly refused: readonly Refused[];
  readonly isOver: boolean;
}

interface BulkProps {
  readonly ids: ReadonlySet<string>;
  /** Those that are shown; the selection may hold rows of other pages. */
  readonly rows: readonly OwnListingSummary[];
  readonly onSelect: (ids: ReadonlySet<string>) => void;
}

export function BulkActions({ ids, rows, onSelect }: BulkProps): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const mayDelete = useMay('MANAGER');
  const whyNot = useWhyNot('MANAGER');
  const [asked, ask] = useState<'price' | 'delete' | null>(null);
  const [run, setRun] = useState<Run | null>(null);
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map());

  const start = async (label: string, operation: Omit<ListingOperation, 'id'>): Promise<void> => {
    const all = [...ids];
    const refused: Refused[] = [];
    // Of rows on other pages the id must do.
    setTitles(new Map(rows.map(({ id, title }) => [id, title])));
    setRun({ label, all: all.length, done: 0, refused, isOver: false });
    try {
      for (let at = 0; at < all.length; at += BATCH_SIZE) {
        const part = all.slice(at, at + BATCH_SIZE);
        const { results } = await api.listings.batch({
          operations: part.map((id) => ({ ...operation, id })),
          // The person has selected each of them.
          confirmMassRemoval: true,
        });
        for (const { index, error } of results)
          if (error !== undefined) refused.push({ id: part[index] ?? '', message: error.message });
        setRun({
          label,
          all: all.length,
          done: at + part.length,
          refused: [...refused],
          isOver: at + part.length >= all.length,
        });
      }
    } catch (error) {
      // What has not been answered may be asked for again: the steps are refused where they are done.
      say(problemText(error, words), { isProblem: true });
      setRun((before) => (before === null ? null : { ...before, isOver: true }));
    }
    await queries.invalidateQueries({ queryKey: ['listings'] });
    void queries.invalidateQueries({ queryKey: ['today'] });
  };

  return (
    <div className="bulk" role="region" aria-label={words.text('desk.listings.bulk')}>
      <strong>{words.count('desk.table.selected', ids.size)}</strong>
      {STEPS.map((step) => (
        <button
          key={step}
          type="button"
          className="quiet"
          onClick={() => void start(words.text(`desk.listings.${step}`), { op: step })}
        >
          {words.text(`desk.listings.${step}`)}
        </button>
      ))}
      <button type="button" className="quiet" onClick={() => ask('price')}>
        {words.text('desk.listings.changePrice')}
      </button>
      <button
        type="button"
        className="danger"
        disabled={!mayDelete}
        title={whyNot}
        onClick={() => ask('delete')}
      >
        {words.text('desk.delete')}
      </button>
      <button type="button" className="quiet" onClick={() => onSelect(new Set())}>
        {words.text('desk.table.selectNone')}
      </button>
      {asked === 'delete' && (
        <Confirm
          title={words.count('desk.listings.bulk.delete', ids.size)}
          text={words.text('desk.listings.delete.text')}
          action={words.text('desk.delete')}
          onConfirm={() => void start(words.text('desk.delete'), { op: 'delete' })}
          onClose={() => ask(null)}
        />
      )}
      {asked === 'price' && (
        <Dialog title={words.text('desk.listings.changePrice')} onClose={() => ask(null)}>
          <Form
            submit={words.text('desk.listings.changePrice')}
            onSubmit={async (values) => {
              const percent = Number((textOf(values, 'percent') ?? '').replace(',', '.'));
              ask(null);
              await start(words.text('desk.listings.changePrice'), { op: 'changePrice', percent });
            }}
          >
            <TextField
              name="percent"
              label={words.text('desk.listings.changePrice.percent')}
              hint={words.text('desk.listings.changePrice.hint')}
              inputMode="decimal"
              pattern="-?[0-9]+([.,][0-9]+)?"
              required
              autoComplete="off"
            />
          </Form>
        </Dialog>
      )}
      {run !== null && (
        <Dialog
          title={run.label}
          onClose={() => {
            setRun(null);
            if (run.isOver) onSelect(new Set(run.refused.map(({ id }) => id)));
          }}
        >
          <progress className="progress" max={run.all} value={run.done} aria-label={run.label} />
          <p role="status">
            {words.text('desk.listings.bulk.progress', { done: run.done, all: run.all })}
            {run.isOver && (
              <>
                {': '}
                <span className="good">
                  {words.count('desk.listings.bulk.succeeded', run.done - run.refused.length)}
                </span>
                {run.refused.length > 0 && (
                  <>
                    {', '}
                    <span className="bad">
                      {words.count('desk.listings.bulk.failed', run.refused.length)}
                    </span>
                  </>
                )}
              </>
            )}
          </p>
          {run.refused.length > 0 && (
            <ul className="results">
              {run.refused.map(({ id, message }) => (
                <li key={id}>
                  <strong>{titles.get(id) ?? id}</strong>
                  <span className="bad">{message}</span>
                </li>
              ))}
            </ul>
          )}
        </Dialog>
      )}
    </div>
  );
}
