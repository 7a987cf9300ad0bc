/** Changes many prices by a percentage. Nothing is sent before the new prices have been shown. */
import { type ReactElement, useState } from 'react';
import { readNumber } from '../../../../src/storefront/texts/numbers.ts';
import type { OwnListingSummary } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, Form, numberOf, NumberField, SelectField } from '../../ui/form.tsx';
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
    <Dialog title={words.text('desk.listings.changePrice')} onClose={onClose}>
      <Form
        submit={words.count('desk.bulkPrice.submit', preview?.changes.length ?? rows.length)}
        onSubmit={async (values) => {
          const by = numberOf(values, 'percent');
          if (by === undefined) throw new FieldError('percent', words.text('desk.bulkPrice.empty'));
          const found = priceChanges(rows, by, numberOf(values, 'rounding') ?? 0);
          if (found === null)
            throw new FieldError(
              'percent',
              words.text('desk.bulkPrice.range', {
                min: words.number(PERCENT_MIN),
                max: words.number(PERCENT_MAX),
              }),
            );
          if (found.changes.length === 0) throw new FieldError('percent', words.text('desk.bulkPrice.same'));
          onChange(found.changes);
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
      </Form>
    </Dialog>
  );
}

function PricePreview({ preview: { changes, fixed } }: { preview: PriceChanges }): ReactElement {
  const words = useWords();
  return (
    <>
      {changes.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it by keys
        <div className="table-frame price-preview" tabIndex={0} role="region" aria-labelledby="new-prices">
          <table className="table">
            <caption id="new-prices" className="unseen">
              {words.text('desk.bulkPrice.preview')}
            </caption>
            <thead>
              <tr>
                <th scope="col">{words.text('desk.listings.vehicle')}</th>
                <th scope="col" className="end number">
                  {words.text('desk.bulkPrice.old')}
                </th>
                <th scope="col" className="end number">
                  {words.text('desk.bulkPrice.new')}
                </th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ id, title, currency, isNet, before, after }) => (
                <tr key={id}>
                  <th scope="row">{title}</th>
                  <td className="end number">{words.price(before, currency, isNet)}</td>
                  <td className="end number">
                    <strong>{words.price(after, currency, isNet)}</strong>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {fixed > 0 && <p className="note">{words.count('desk.bulkPrice.fixed', fixed)}</p>}
    </>
  );
}
