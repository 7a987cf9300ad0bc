import type { Reader } from '../texts/reader.ts';

/**
 * Attributes of a list of cards, with the texts by which a script marks new ones. Pages are cached for all readers, so only the
 * browser knows the last visit.
 */
export function sinceVisit(reader: Reader): Readonly<Record<`data-${string}`, string>> {
  return {
    'data-new-full': reader.text('since.badge'),
    'data-new-short': reader.text('since.short'),
  };
}
