/** Acts on many listings at once. */
import { type ReactElement, useState } from 'react';
import type { OwnListingSummary } from '../../api.ts';
import { hold } from '../../held.ts';
import { useMay, useWhyNot } from '../../me.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { say, showToast } from '../../ui/toasts.tsx';
import { useWords } from '../../words.ts';
import { BulkPriceDialog } from './bulk-price.tsx';
import type { BulkOperation, StartRun } from './bulk-run.tsx';
import { FeatureDialog } from './feature.tsx';
import type { PriceChange } from './new-prices.ts';

const STEPS = ['publish', 'unpublish', 'renew'] as const;

interface BulkProps {
  readonly ids: ReadonlySet<string>;
  /** Those of the selection, which may be on other pages. */
  readonly rows: readonly OwnListingSummary[];
  readonly start: StartRun;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
}

export function BulkActions({ ids, rows, start, onSelect }: BulkProps): ReactElement {
  const words = useWords();
  const mayDelete = useMay('MANAGER');
  const whyNot = useWhyNot('MANAGER');
  const [asked, ask] = useState<'price' | 'feature' | 'delete' | null>(null);
  const run = (label: string, operation: Omit<BulkOperation, 'id'>): void =>
    void start(
      label,
      [...ids].map((id) => ({ ...operation, id })),
    );

  /** Buyers are told of a price at once, so it is sent only when nobody has taken it back. */
  const changePrices = (changes: readonly PriceChange[]): void => {
    ask(null);
    const label = words.text('desk.listings.changePrice');
    const undo = hold(
      () => {
        dismiss();
        void start(
          label,
          changes.map(({ id, version, after }) => ({ op: 'changePrice', id, version, price: after })),
          { doneText: (count) => words.count('desk.bulkPrice.done', count) },
        );
      },
      () => say(words.text('desk.bulkPrice.undone')),
    );
    const dismiss = showToast(words.count('desk.bulkPrice.held', changes.length), {
      action: { label: words.text('desk.undo'), run: undo },
    });
  };

  return (
    <div className="bulk" role="region" aria-label={words.text('desk.listings.bulk')}>
      <strong>{words.count('desk.table.selected', ids.size)}</strong>
      {STEPS.map((step) => (
        <button
          key={step}
          type="button"
          className="quiet"
          onClick={() => run(words.text(`desk.listings.${step}`), { op: step })}
        >
          {words.text(`desk.listings.${step}`)}
        </button>
      ))}
      <button type="button" className="quiet" onClick={() => ask('price')}>
        {words.text('desk.listings.changePrice')}
      </button>
      <button type="button" className="quiet" onClick={() => ask('feature')}>
        {words.text('desk.listings.feature')}
      </button>
      {rows.some(({ featured }) => featured) && (
        <button
          type="button"
          className="quiet"
          onClick={() => run(words.text('desk.listings.unfeature'), { op: 'unfeature' })}
        >
          {words.text('desk.listings.unfeature')}
        </button>
      )}
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
          onConfirm={() => run(words.text('desk.delete'), { op: 'delete' })}
          onClose={() => ask(null)}
        />
      )}
      {asked === 'price' && <BulkPriceDialog rows={rows} onChange={changePrices} onClose={() => ask(null)} />}
      {asked === 'feature' && (
        <FeatureDialog
          title={words.count('desk.table.selected', ids.size)}
          count={rows.filter(({ featured }) => !featured).length}
          onFeature={async (days) => {
            ask(null);
            run(words.text('desk.listings.feature'), { op: 'feature', days });
          }}
          onClose={() => ask(null)}
        />
      )}
    </div>
  );
}
