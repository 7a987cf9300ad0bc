import type { ReactElement, ReactNode } from 'react';

/** A choice as a tile: axle formulas, emission classes, colours. Those that none has are disabled. */
export function Option({
  name,
  value,
  count,
  isChosen,
  type = 'checkbox',
  children,
}: {
  name: string;
  value: string;
  /** As written; null without one. */
  count: string | null;
  isChosen: boolean;
  type?: 'checkbox' | 'radio';
  children: ReactNode;
}): ReactElement {
  return (
    <label className="option">
      <input
        type={type}
        name={name}
        value={value}
        defaultChecked={isChosen}
        disabled={count === '0' && !isChosen}
      />
      {children}
      {count !== null && <span className="count">{count}</span>}
    </label>
  );
}
