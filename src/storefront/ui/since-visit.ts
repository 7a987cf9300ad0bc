import type { Reader } from '../texts/reader.ts';

/** Attributes of a list of cards whose new ones the browser marks, of which pages that are kept for everyone know nothing. */
export function sinceVisit(reader: Reader): Readonly<Record<`data-${string}`, string>> {
  return {
    'data-new-full': reader.text('since.badge'),
    'data-new-short': reader.text('since.short'),
  };
}
