import { type ReactElement, useState } from 'react';
import type { OwnListingSummary } from '../../api.ts';
import { sendLater } from '../../delayed-calls.ts';
import { useGuard } from '../../me.ts';
import { Button } from '../../ui/button.tsx';
import { confirmFirst } from '../../ui/confirm.tsx';
import { notify, showToast } from '../../ui/toasts.tsx';
import { useWords } from '../../words.ts';
import { BulkPriceDialog } from './bulk-price.tsx';
import type { BulkOperation, StartRun } from './bulk-run.tsx';
import { FeatureDialog } from './feature.tsx';
import type { PriceChange } from './new-prices.ts';

const STEPS = ['publish', 'unpublish', 'renew'] as const;

interface BulkProps {
  readonly ids: ReadonlySet<string>;
  /** The selected rows, including those on other pages. */
  readonly rows: readonly OwnListingSummary[];
  readonly start: StartRun;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
}

export function BulkActions({ ids, rows, start, onSelect }: BulkProps): ReactElement {
  const words = useWords();
  const deleteGuard = useGuard('MANAGER');
  const [open, setOpen] = useState<'price' | 'feature' | null>(null);
  const run = (label: string, operation: Omit<BulkOperation, 'id'>): void =>
    void start(
      label,
      [...ids].map((id) => ({ ...operation, id })),
    );

  const remove = (): void =>
    confirmFirst({
      title: words.count('desk.listings.bulk.delete', ids.size),
      text: words.text('desk.listings.delete.text'),
      action: words.text('desk.delete'),
      onConfirm: () => run(words.text('desk.delete'), { op: 'delete' }),
    });
  /** Waits for an undo before sending, because buyers are notified of new prices immediately. */
  const changePrices = (changes: readonly PriceChange[]): void => {
    setOpen(null);
    const label = words.text('desk.listings.changePrice');
    const undo = sendLater(
      () => {
        dismiss();
        void start(
          label,
          changes.map(({ id, version, after }) => ({ op: 'changePrice', id, version, price: after })),
          { doneText: (count) => words.count('desk.bulkPrice.done', count) },
        );
      },
      () => notify(words.text('desk.bulkPrice.undone')),
    );
    const dismiss = showToast(words.count('desk.bulkPrice.held', changes.length), {
      action: { label: words.text('desk.undo'), run: undo },
    });
  };

  return (
    <div className="bulk" role="region" aria-label={words.text('desk.listings.bulk')}>
      <strong>{words.count('desk.table.selected', ids.size)}</strong>
      {STEPS.map((step) => (
        <Button
          text={`desk.listings.${step}`}
          key={step}

          className="quiet"
          onClick={() => run(words.text(`desk.listings.${step}`), { op: step })}
        />
      ))}
      <Button text="desk.listings.changePrice" className="quiet" onClick={() => setOpen('price')} />
      <Button text="desk.listings.feature" className="quiet" onClick={() => setOpen('feature')} />
      {rows.some(({ featured }) => featured) && (
        <Button
          text="desk.listings.unfeature"
          className="quiet"
          onClick={() => run(words.text('desk.listings.unfeature'), { op: 'unfeature' })}
        />
      )}
      <Button text="desk.delete" className="danger" {...deleteGuard} onClick={remove} />
      <Button text="desk.table.selectNone" className="quiet" onClick={() => onSelect(new Set())} />
      {open === 'price' && (
        <BulkPriceDialog rows={rows} onChange={changePrices} onClose={() => setOpen(null)} />
      )}
      {open === 'feature' && (
        <FeatureDialog
          title={words.count('desk.table.selected', ids.size)}
          count={rows.filter(({ featured }) => !featured).length}
          onFeature={async (days) => {
            setOpen(null);
            run(words.text('desk.listings.feature'), { op: 'feature', days });
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}
