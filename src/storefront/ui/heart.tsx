import type { ReactElement } from 'react';
import type { Reader } from '../texts/reader.ts';
import { Icon } from './icon.tsx';

const FORM = 'add-favorite';
const REMOVAL_FORM = 'remove-favorite';

/** Button that adds a vehicle to the favorites; a script shows its state. Without a session, it leads to the sign-in page. */
export function Heart({
  id,
  title,
  reader,
  isFavorite = false,
}: {
  id: string;
  title: string;
  reader: Reader;
  isFavorite?: boolean;
}): ReactElement {
  return (
    <button
      className="heart"
      form={isFavorite ? REMOVAL_FORM : FORM}
      name="listingId"
      value={id}
      data-favorite={id}
      aria-pressed={isFavorite ? true : undefined}
      aria-label={`${reader.text('listing.save')}: ${title}`}
    >
      <Icon name="heart" />
    </button>
  );
}

/** The form of all hearts of a page. */
export const HeartForm = ({ reader }: { reader: Reader }): ReactElement => (
  <FormOf id={FORM} action="add" reader={reader} />
);

/** The form of the hearts in the list of favorites. */
export const RemovalForm = ({ reader }: { reader: Reader }): ReactElement => (
  <FormOf id={REMOVAL_FORM} action="remove" reader={reader} />
);

function FormOf({ id, action, reader }: { id: string; action: string; reader: Reader }): ReactElement {
  return (
    <form id={id} method="post" action={`/${reader.language}/favorites`} hidden>
      <input type="hidden" name="do" value={action} />
    </form>
  );
}
