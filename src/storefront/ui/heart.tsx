import type { ReactElement } from 'react';
import type { Reader } from '../texts/reader.ts';
import { Icon } from './icon.tsx';

const FORM = 'add-favorite';

/** Adds a vehicle to the favorites; a script shows whether it is one. Without a script or a session, via the sign-in. */
export function Heart({ id, title, reader }: { id: string; title: string; reader: Reader }): ReactElement {
  return (
    <button
      className="heart"
      form={FORM}
      name="listingId"
      value={id}
      data-favorite={id}
      aria-label={`${reader.text('listing.save')}: ${title}`}
    >
      <Icon name="heart" />
    </button>
  );
}

/** The form of all hearts of a page. */
export function HeartForm({ reader }: { reader: Reader }): ReactElement {
  return (
    <form id={FORM} method="post" action={`/${reader.language}/favorites`} hidden>
      <input type="hidden" name="do" value="add" />
    </form>
  );
}
