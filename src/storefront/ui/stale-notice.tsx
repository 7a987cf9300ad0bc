import type { ReactElement } from 'react';
import type { Reader } from '../texts/reader.ts';
import { Say } from './notice.tsx';

/** Notice that a page was rendered from memory, because the database is unavailable. */
export function StaleNotice({ reader }: { reader: Reader }): ReactElement {
  return (
    <div className="notice wrap">
      <Say kind="amber" role="status">
        {reader.text('stale.notice')}
      </Say>
    </div>
  );
}
