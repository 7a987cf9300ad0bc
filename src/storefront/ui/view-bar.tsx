import type { ReactElement, ReactNode } from 'react';
import type { Reader } from '../texts/reader.ts';

/** Path below the language. */
export const VIEW_PAGE = '/view';

/** The viewed user, and the end of the view. */
export type ViewBarValues = Readonly<Record<'name' | 'time', ReactNode>>;

/** Reports that an administrator views the marketplace as a user. Hidden on public pages until a script detects a view. */
export function ViewBar({ reader, view }: { reader: Reader; view: ViewBarValues | null }): ReactElement {
  const values: Readonly<Record<string, ReactNode>> = view ?? {};
  // Texts and names of placeholders alternate.
  const pieces = reader.text('view.bar').split(/\{(\w+)\}/);
  return (
    <form
      className="view-bar"
      method="post"
      action={`/${reader.language}${VIEW_PAGE}`}
      hidden={view === null}
      data-view-bar=""
    >
      <input type="hidden" name="do" value="end" />
      <span role="status">
        {pieces.map((piece, index) =>
          index % 2 === 0 ? (
            piece
          ) : (
            <b key={piece} data-view={piece}>
              {values[piece]}
            </b>
          ),
        )}
      </span>
      <button type="submit">{reader.text('view.end')}</button>
    </form>
  );
}
