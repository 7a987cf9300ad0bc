/** Imports exchange rates from lines of "currency,rate". Shows rates that differ much from the current ones before importing. */
import { type ReactElement, useState } from 'react';
import { CheckField, Form, TextArea, TextField, textOf } from '../../ui/form.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useWords } from '../../words.ts';
import { admin, type Setting } from '../api.ts';

/** Larger changes within days are rare: they suggest a misplaced comma or row. */
const MOVE_MAX = 0.2;

interface Odd {
  readonly currency: string;
  readonly before: number;
  readonly after: number;
}

/** Rates in the text that are far from those in use. */
export function unusualRates(csv: string, rates: Readonly<Record<string, number>>): readonly Odd[] {
  // The server parses the lines in the same way: a single separator in a number is the decimal separator.
  const delimiter = [';', '\t'].find((sign) => csv.includes(sign)) ?? ',';
  return csv.split('\n').flatMap((line) => {
    const [currency = '', rate = ''] = line.split(delimiter).map((part) => part.trim());
    const before = rates[currency.toUpperCase()];
    const after = Number(rate.replace(',', '.'));
    if (before === undefined || !(after > 0)) return [];
    return Math.abs(after / before - 1) > MOVE_MAX
      ? [{ currency: currency.toUpperCase(), before, after }]
      : [];
  });
}

export function Rates({ setting, onDone }: { setting: Setting; onDone: () => void }): ReactElement {
  const words = useWords();
  const [odd, setOdd] = useState<readonly Odd[]>([]);
  const { value } = setting;
  const rates = (value as { rates?: Readonly<Record<string, number>> }).rates ?? {};
  return (
    <details className="example">
      <summary>{words.text('desk.rates.import')}</summary>
      <Form
        submit={words.text(odd.length > 0 ? 'desk.rates.importAnyway' : 'desk.rates.import')}
        onSubmit={async (values) => {
          const csv = textOf(values, 'csv') ?? '';
          const found = unusualRates(csv, rates);
          if (found.length > 0 && odd.length === 0) {
            setOdd(found);
            return;
          }
          await admin.settings.importExchangeRates({
            csv,
            asOf: textOf(values, 'asOf') ?? '',
            replace: values.get('replace') !== null,
          });
          notify(words.text('desk.saved'));
          onDone();
        }}
      >
        <TextArea
          name="csv"
          label={words.text('desk.rates.csv')}
          hint="USD,1.08"
          rows={6}
          onChange={() => setOdd([])}
        />
        <TextField name="asOf" type="date" label={words.text('desk.rates.asOf')} required />
        <CheckField name="replace" label={words.text('desk.rates.replace')} value="1" />
        {odd.length > 0 && (
          <div className="attention" role="alert">
            <ul>
              {odd.map(({ currency, before, after }) => (
                <li key={currency}>
                  {words.text('desk.rates.odd', {
                    currency,
                    before: words.number(before),
                    after: words.number(after),
                  })}
                </li>
              ))}
            </ul>
          </div>
        )}
      </Form>
    </details>
  );
}
