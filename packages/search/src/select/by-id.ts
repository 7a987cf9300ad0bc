import { hasBit } from '../store/bitset.ts';
import type { IndexView } from '../store/index-view.ts';
import { NO_PLACE, type PlaceTable } from '../store/place-table.ts';

/** Returns the summaries of live documents whose IDs end with these letters. */
export function summariesEnding(
  letters: string,
  { ids, blocks, capacity }: IndexView,
  places: PlaceTable,
): Uint8Array[] {
  return ids.ending(letters).flatMap((id) => {
    const place = places.get(id);
    if (place === NO_PLACE) return [];
    const block = blocks[Math.floor(place / capacity)];
    const slot = place % capacity;
    if (block === undefined || block === null || !hasBit(block.live, slot)) return [];
    return block.summaries === null ? [] : [block.summaries.get(slot)];
  });
}
