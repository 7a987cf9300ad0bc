import type { ReactElement } from 'react';
import type { Reader } from '../texts/reader.ts';

/** Vehicles that the reader has looked at; a script fills it from what the browser remembers. */
export function ViewedShelf({ reader }: { reader: Reader }): ReactElement {
  return (
    <section className="viewed" aria-labelledby="viewed" hidden data-viewed="">
      <div className="viewed-head">
        <h2 id="viewed">{reader.text('viewed.title')}</h2>
        <button type="button" className="plain">
          {reader.text('viewed.clear')}
        </button>
      </div>
      <ol />
    </section>
  );
}
