import type { ReactElement, ReactNode } from 'react';
import type { Reader } from '../texts/reader.ts';

/** Below the language. */
export const VIEW_PAGE = '/view';

/** Who is viewed, and until when. */
export type ViewBarValues = Readonly<Record<'name' | 'time', ReactNode>>;

/** Says as whom an administrator sees the market. Hidden on pages that everybody gets, until a script knows of a view. */
export function ViewBar({ reader, view }: { reader: Reader; view: ViewBarValues | null }): ReactElement {
  const values: Readonly<Record<string, ReactNode>> = view ?? {};
  // Text and names of placeholders by turns.
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
        {pieces.map((piece, at) =>
          at % 2 === 0 ? (
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
