import type { ReactElement } from 'react';

/** Reports a success. */
export function Notice({ text }: { text: string }): ReactElement {
  return (
    <p className="notice" role="status">
      <span className="wrap">{text}</span>
    </p>
  );
}
