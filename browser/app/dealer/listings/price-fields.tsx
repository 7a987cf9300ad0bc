/** The price of a listing, its basis, and the net or gross amount that follows from it. */
import { type ReactElement, useState } from 'react';
import { readNumber } from '../../../../src/storefront/texts/numbers.ts';
import { labelOf } from '../../field-label.ts';
import { NumberField, SelectField } from '../../ui/form.tsx';
import { useWords } from '../../words.ts';
import type { Values } from './fields.ts';

const MONEY = { kind: 'money' } as const;
const PERCENT = { kind: 'decimal', unit: '%', max: 100 } as const;
const BASES = ['net', 'gross', 'full', 'margin'] as const;

export function PriceFields({ values }: { values: Values }): ReactElement {
  const words = useWords();
  const [price, setPrice] = useState(amountIn(values['price']));
  const [basis, setBasis] = useState(values['priceBasis'] ?? '');
  const [rate, setRate] = useState(amountIn(values['vatRate']));
  const other = otherAmount(price, basis, rate);
  const note =
    other === null
      ? undefined
      : words.text(`desk.editor.price.${other.name}`, { price: words.number(other.amount) });
  return (
    <>
      <NumberField
        name="price"
        label={labelOf('price', words)}
        hint={note}
        {...MONEY}
        defaultValue={values['price'] ?? ''}
        onInput={({ currentTarget }) => setPrice(readNumber(currentTarget.value, words.language, MONEY))}
      />
      <SelectField
        name="priceBasis"
        label={words.text('desk.field.priceBasis')}
        none={words.text('desk.editor.basis.usual')}
        options={BASES.map((value) => ({ value, label: words.text(`desk.editor.basis.${value}`) }))}
        defaultValue={values['priceBasis'] ?? ''}
        onInput={({ currentTarget }) => setBasis(currentTarget.value)}
      />
      <NumberField
        name="vatRate"
        label={
          <>
            {labelOf('vatRate', words)}
            <span className="unit"> (%)</span>
          </>
        }
        {...PERCENT}
        defaultValue={values['vatRate'] ?? ''}
        onInput={({ currentTarget }) => setRate(readNumber(currentTarget.value, words.language, PERCENT))}
      />
    </>
  );
}

function amountIn(text: string | undefined): number | null {
  return text === undefined || text === '' ? null : Number(text);
}

/** Rounds to hundredths, as the server does. */
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
