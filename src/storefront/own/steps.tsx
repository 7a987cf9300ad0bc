import type { ReactElement } from 'react';
import type { Reader } from '../texts/reader.ts';

const STEPS = ['account', 'email', 'documents'] as const;

/** Where a new dealer is on the way to a verified company. */
export function Steps({ reader, at }: { reader: Reader; at: (typeof STEPS)[number] }): ReactElement {
  return (
    <ol className="steps" aria-label={reader.text('steps.title')}>
      {STEPS.map((step) => (
        <li key={step} aria-current={step === at ? 'step' : undefined}>
          {reader.text(`steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}
