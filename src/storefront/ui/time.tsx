import type { ReactElement } from 'react';
import type { TextKey } from '../texts/generated/keys.ts';
import type { Reader } from '../texts/reader.ts';

interface TimeProps {
  readonly at: string;
  readonly reader: Reader;
  /** `moment`: with the time of day. */
  readonly shows: 'date' | 'moment';
}

/** An instant, in the time zone of the marketplace; a script shows it in the reader's (`browser/shared/times.ts`). */
export function Time({ at, reader, shows }: TimeProps): ReactElement {
  return (
    <time dateTime={at} data-shows={shows}>
      {shows === 'date' ? reader.date(at) : reader.moment(at)}
    </time>
  );
}

/** Placeholder for the time in a text, replaced by an element. */
const PLACE = '\u0000';

/** A text with an instant in place of its placeholder `name`. */
export function TextWithTime({
  text,
  name,
  ...time
}: TimeProps & { readonly text: TextKey; readonly name: 'date' | 'day' }): ReactElement {
  const [before, after = ''] = time.reader.text(text, { [name]: PLACE }).split(PLACE);
  return (
    <>
      {before}
      <Time {...time} />
      {after}
    </>
  );
}
