import type { ReactElement } from 'react';
import type { Reader } from '../texts/reader.ts';

export interface PriceLabelData {
  readonly position: (typeof STEPS)[number];
  readonly compared: number;
  /** Above the median of the similar vehicles, negative below it. */
  readonly percent: number;
}

const STEPS = ['lowest', 'low', 'usual', 'high', 'highest'] as const;
const STEP_WIDTH = 10.6;

/** Five bars, the present one filled, in words, and always with how many vehicles were compared. */
export function PriceLabel({ label, reader }: { label: PriceLabelData; reader: Reader }): ReactElement {
  const { position, compared, percent } = label;
  const count = reader.number(compared);
  const share = reader.percent(Math.abs(percent));
  return (
    <p className={`place ${position}`}>
      <svg viewBox="0 0 52 8" width="52" height="8" aria-hidden="true">
        {STEPS.map((step, index) => (
          <rect
            key={step}
            x={index * STEP_WIDTH}
            width="9.4"
            height="8"
            rx="2"
            className={step === position ? 'at' : undefined}
          />
        ))}
      </svg>
      <span>{reader.text(`position.${position}`)}</span>{' '}
      <span className="count note">
        {percent === 0
          ? reader.text('priceLabel.compared', { count })
          : reader.text(percent < 0 ? 'priceLabel.under' : 'priceLabel.over', { share, count })}
      </span>
    </p>
  );
}
