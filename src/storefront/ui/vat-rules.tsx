import type { ReactElement } from 'react';
import type { VatRule } from '../prices/vat-rules.ts';
import type { Reader } from '../texts/reader.ts';

export function VatRules({
  rules,
  reader,
}: {
  rules: readonly VatRule[];
  reader: Reader;
}): ReactElement | null {
  if (rules.length === 0) return null;
  return (
    <details className="fold vat-rules">
      <summary>{reader.text('vat.title')}</summary>
      {rules.map(({ who, text }) => (
        <p key={text} className="note">
          {who !== null && <strong>{reader.text('label', { label: who })} </strong>}
          {text}
        </p>
      ))}
    </details>
  );
}
