import type { ImageSource } from './tables.ts';
import { groupBy } from '../../platform/group-by.ts';
import type { RowDraft } from './presets/draft.ts';

const ARCHIVED = 'archive:';

/** Returns the URL, or the name of an image of an archive in place of one. */
export function addressOf(source: ImageSource): string {
  return 'url' in source ? source.url : ARCHIVED + source.name;
}

/** Normalizes an address: bars separate addresses in exports, so exported addresses have them escaped. */
export function keyOfAddress(address: string): string {
  return address.replaceAll('|', '%7C');
}

/** A file with URLs cannot name images of an archive and must not remove them; a newer archive does. */
export function isPreservedBy(sources: readonly ImageSource[]): (address: string) => boolean {
  const isOfAddresses = sources.every((source) => 'url' in source);
  return (address) => isOfAddresses && address.startsWith(ARCHIVED);
}

/**
 * Whether a listing has exactly the ordered images in their order, followed only by images that stay. `present`:
 * source addresses of its images in their order; null: uploaded by hand.
 */
export function isOrderComplete(
  sources: readonly ImageSource[],
  present: readonly (string | null)[],
): boolean {
  const stays = isPreservedBy(sources);
  return (
    sources.every((source, n) => keyOfAddress(present[n] ?? '') === keyOfAddress(addressOf(source))) &&
    present.slice(sources.length).every((address) => address === null || stays(address))
  );
}

/** Images of an archive by the key of their row, in order. */
export type ImageArchive = ReadonlyMap<string, readonly { readonly key: string; readonly name: string }[]>;

/** Names consist of a key of the row, an underscore and a number. */
const NAME = /^(.*)_(\d+)\.\w+$/s;

/** `files`: storage keys by the names in the archive. */
export function imageArchive(files: Readonly<Record<string, string>>): ImageArchive {
  const found = Object.entries(files)
    .flatMap(([name, key]) => {
      const [, rowKey, number] = NAME.exec(name) ?? [];
      return rowKey === undefined ? [] : [{ rowKey, number: Number(number), image: { key, name } }];
    })
    .toSorted((a, b) => a.number - b.number);
  const byRow = groupBy(found, ({ rowKey }) => rowKey);
  return new Map([...byRow].map(([rowKey, ofRow]) => [rowKey, ofRow.map(({ image }) => image)]));
}

export function sourcesOf(draft: RowDraft, archive: ImageArchive): ImageSource[] {
  const archived = draft.imageNames.flatMap((name) => archive.get(name) ?? []);
  return [...(draft.imageUrls ?? []).map((url) => ({ url })), ...new Set(archived)];
}
