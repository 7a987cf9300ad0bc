import type { ReactElement } from 'react';

/** What has just been done. */
export function Notice({ text }: { text: string }): ReactElement {
  return (
    <p className="notice" role="status">
      <span className="wrap">{text}</span>
    </p>
  );
}
