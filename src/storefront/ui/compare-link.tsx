import type { ReactElement } from 'react';
import type { Reader } from '../texts/reader.ts';

/** Link to the comparison; with a script, it adds the vehicle to the comparison and stays on the page. */
export function CompareLink({
  id,
  title,
  reader,
  className,
}: {
  id: string;
  title: string;
  reader: Reader;
  className: string;
}): ReactElement {
  return (
    <a
      className={className}
      href={`/${reader.language}/compare?ids=${id}`}
      rel="nofollow"
      data-compare={id}
      aria-label={`${reader.text('listing.compare')}: ${title}`}
    >
      {reader.text('listing.compare')}
    </a>
  );
}
