import type { ReactElement } from 'react';
import type { Reader } from '../texts/reader.ts';

/** Below the language. */
export const VIEW_PAGE = '/view';

/** Says as whom an administrator sees the market. Hidden on pages that everybody gets, until a script knows of a view. */
export function ViewBar({ reader, text }: { reader: Reader; text: string | null }): ReactElement {
  return (
    <form
      className="view-bar"
      method="post"
      action={`/${reader.language}${VIEW_PAGE}`}
      hidden={text === null}
      data-view-bar={text === null ? reader.text('view.bar') : undefined}
    >
      <input type="hidden" name="do" value="end" />
      <span role="status">{text}</span>
      <button type="submit">{reader.text('view.end')}</button>
    </form>
  );
}
