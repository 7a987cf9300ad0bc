/** Changes many prices by a percentage, after a preview of the new prices. */
import { type ReactElement, useState } from 'react';
import { readNumber } from '../../../../src/storefront/texts/numbers.ts';
import type { OwnListingSummary } from '../../api.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { FieldError, NumberField, numberOf, SelectField } from '../../ui/form.tsx';
import { ScrollRegion, Table } from '../../ui/table.tsx';
import { useWords } from '../../words.ts';
import {
  PERCENT_MAX,
  PERCENT_MIN,
  type PriceChange,
  priceChanges,
  type PriceChanges,
  ROUNDINGS,
} from './new-prices.ts';

const PERCENT = { kind: 'decimal', unit: '%', max: PERCENT_MAX } as const;

export function BulkPriceDialog({
  rows,
  onChange,
  onClose,
}: {
  rows: readonly OwnListingSummary[];
  onChange: (changes: readonly PriceChange[]) => void;
  onClose: () => void;
}): ReactElement {
  const words = useWords();
  const [typed, setTyped] = useState('');
  const [rounding, setRounding] = useState<number>(ROUNDINGS[0]);
  const percent = readNumber(typed, words.language, PERCENT);
  const preview = percent === null ? null : priceChanges(rows, percent, rounding);
  return (
    <FormDialog
      title={words.text('desk.listings.changePrice')}
      onClose={onClose}
      submit={words.count('desk.bulkPrice.submit', preview?.changes.length ?? rows.length)}
      onSubmit={async (values) => {
        const by = numberOf(values, 'percent');
        if (by === undefined) throw new FieldError('percent', words.text('desk.bulkPrice.empty'));
        const result = priceChanges(rows, by, numberOf(values, 'rounding') ?? 0);
        if (result === null)
          throw new FieldError(
            'percent',
            words.text('desk.bulkPrice.range', {
              min: words.number(PERCENT_MIN),
              max: words.number(PERCENT_MAX),
            }),
          );
        if (result.changes.length === 0) throw new FieldError('percent', words.text('desk.bulkPrice.same'));
        onChange(result.changes);
      }}
    >
      <div className="fields">
        <NumberField
          name="percent"
          {...PERCENT}
          min={PERCENT_MIN}
          label={
            <>
              {words.text('desk.bulkPrice.percent')} <span className="unit">(%)</span>
            </>
          }
          hint={words.text('desk.bulkPrice.percent.hint')}
          onChange={({ target }) => setTyped(target.value)}
        />
        <SelectField
          name="rounding"
          label={words.text('desk.bulkPrice.round')}
          options={ROUNDINGS.map((step) => ({
            value: String(step),
            label: step === 0 ? words.text('desk.bulkPrice.round.none') : words.number(step),
          }))}
          onChange={({ target }) => setRounding(Number(target.value))}
        />
      </div>
      {preview !== null && <PricePreview preview={preview} />}
      <p className="note">{words.text('desk.bulkPrice.undo.note')}</p>
    </FormDialog>
  );
}

function PricePreview({ preview: { changes, fixed } }: { preview: PriceChanges }): ReactElement {
  const words = useWords();
  return (
    <>
      {changes.length > 0 && (
        <ScrollRegion className="table-frame price-preview" label={words.text('desk.bulkPrice.preview')}>
          <Table
            caption={<caption className="unseen">{words.text('desk.bulkPrice.preview')}</caption>}
            columns={[
              {
                id: 'vehicle',
                label: words.text('desk.listings.vehicle'),
                isHead: true,
                cell: ({ title }) => title,
              },
              {
                id: 'old',
                label: words.text('desk.bulkPrice.old'),
                align: 'end',
                className: 'number',
                cell: ({ before, currency, isNet }) => words.price(before, currency, isNet),
              },
              {
                id: 'new',
                label: words.text('desk.bulkPrice.new'),
                align: 'end',
                className: 'number',
                cell: ({ after, currency, isNet }) => <strong>{words.price(after, currency, isNet)}</strong>,
              },
            ]}
            rows={changes}
            idOf={({ id }) => id}
          />
        </ScrollRegion>
      )}
      {fixed > 0 && <p className="note">{words.count('desk.bulkPrice.fixed', fixed)}</p>}
    </>
  );
}
