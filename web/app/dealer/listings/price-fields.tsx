/** The one price of a listing, what it is, and the amount that follows from it. */
import { type ReactElement, useState } from 'react';
import { labelOf } from '../../field-label.ts';
import { SelectField, TextField } from '../../ui/form.tsx';
import { useWords } from '../../words.ts';
import type { Values } from './fields.ts';
import { numberIn } from './numbers.ts';

const BASES = ['net', 'gross', 'full', 'margin'] as const;

export function PriceFields({ values }: { values: Values }): ReactElement {
  const words = useWords();
  const [price, setPrice] = useState(values['price'] ?? '');
  const [basis, setBasis] = useState(values['priceBasis'] ?? '');
  const [rate, setRate] = useState(values['vatRate'] ?? '');
  const other = otherAmount(numberIn(price, true), basis, numberIn(rate, false));
  const note =
    other === null
      ? undefined
      : words.text(`desk.editor.price.${other.name}`, { price: words.number(other.amount) });
  return (
    <>
      <TextField
        name="price"
        label={labelOf('price', words)}
        hint={note}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={values['price'] ?? ''}
        onInput={({ currentTarget }) => setPrice(currentTarget.value)}
      />
      <SelectField
        name="priceBasis"
        label={words.text('desk.field.priceBasis')}
        none={words.text('desk.editor.basis.usual')}
        options={BASES.map((value) => ({ value, label: words.text(`desk.editor.basis.${value}`) }))}
        defaultValue={values['priceBasis'] ?? ''}
        onInput={({ currentTarget }) => setBasis(currentTarget.value)}
      />
      <TextField
        name="vatRate"
        label={
          <>
            {labelOf('vatRate', words)}
            <span className="unit"> (%)</span>
          </>
        }
        inputMode="decimal"
        autoComplete="off"
        defaultValue={values['vatRate'] ?? ''}
        onInput={({ currentTarget }) => setRate(currentTarget.value)}
      />
    </>
  );
}

/** As the server will compute it, in hundredths. */
function otherAmount(
  price: number | null,
  basis: string,
  rate: number | null,
): { name: 'gross' | 'net'; amount: number } | null {
  if (price === null || rate === null || (basis !== 'net' && basis !== 'gross')) return null;
  const factor = 100 + rate;
  return basis === 'net'
    ? { name: 'gross', amount: Math.round(price * factor) / 100 }
    : { name: 'net', amount: Math.round((price * 10_000) / factor) / 100 };
}
