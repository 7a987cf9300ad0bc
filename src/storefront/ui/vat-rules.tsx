import type { ReactElement } from 'react';
import type { VatRule } from '../prices/vat-rules.ts';

export function VatRules({ rules }: { rules: readonly VatRule[] }): ReactElement | null {
  if (rules.length === 0) return null;
  return (
    <ul className="vat-rules">
      {rules.map(({ who, text }) => (
        <li key={text}>
          {who !== null && <h3>{who}</h3>}
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
