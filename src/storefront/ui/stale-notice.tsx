import type { ReactElement } from 'react';
import type { Reader } from '../texts/reader.ts';

/** Notice that a page was rendered from memory, because the database is unavailable. */
export function StaleNotice({ reader }: { reader: Reader }): ReactElement {
  return (
    <div className="notice" role="status">
      <p className="wrap">{reader.text('stale.notice')}</p>
    </div>
  );
}
