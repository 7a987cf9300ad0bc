import type { PictureSource } from './tables.ts';
import { groupBy } from '../../platform/group-by.ts';
import type { RowDraft } from './presets/draft.ts';

const ARCHIVED = 'archive:';

/** Pictures of archives have a name only; it stands where others have an address. */
export function addressOf(source: PictureSource): string {
  return 'url' in source ? source.url : ARCHIVED + source.name;
}

/** The same for an address with bars, and as the export writes it: there, bars divide the addresses. */
export function keyOfAddress(address: string): string {
  return address.replaceAll('|', '%7C');
}

/** A file of addresses cannot name what came in an archive, and so takes none of it away; a newer archive does. */
export function staysBeside(sources: readonly PictureSource[]): (address: string) => boolean {
  const isOfAddresses = sources.every((source) => 'url' in source);
  return (address) => isOfAddresses && address.startsWith(ARCHIVED);
}

/**
 * Whether a listing has just the pictures that are ordered, in their order, and behind them none but those that stay. `present`: where
 * its pictures came from, in their order; null is by hand.
 */
export function isCarriedOut(
  sources: readonly PictureSource[],
  present: readonly (string | null)[],
): boolean {
  const stays = staysBeside(sources);
  return (
    sources.every((source, n) => keyOfAddress(present[n] ?? '') === keyOfAddress(addressOf(source))) &&
    present.slice(sources.length).every((address) => address === null || stays(address))
  );
}

/** Pictures of an archive by the key of their row, in their order. */
export type PictureArchive = ReadonlyMap<string, readonly { readonly key: string; readonly name: string }[]>;

/** They are called by a key of the row, an underscore and their number. */
const NAME = /^(.*)_(\d+)\.\w+$/s;

/** `files`: storage keys by the names in the archive. */
export function pictureArchive(files: Readonly<Record<string, string>>): PictureArchive {
  const found = Object.entries(files)
    .flatMap(([name, key]) => {
      const [, rowKey, number] = NAME.exec(name) ?? [];
      return rowKey === undefined ? [] : [{ rowKey, number: Number(number), picture: { key, name } }];
    })
    .toSorted((a, b) => a.number - b.number);
  const byRow = groupBy(found, ({ rowKey }) => rowKey);
  return new Map([...byRow].map(([rowKey, ofRow]) => [rowKey, ofRow.map(({ picture }) => picture)]));
}

export function sourcesOf(draft: RowDraft, archive: PictureArchive): PictureSource[] {
  const archived = draft.pictureNames.flatMap((name) => archive.get(name) ?? []);
  return [...(draft.imageUrls ?? []).map((url) => ({ url })), ...new Set(archived)];
}
