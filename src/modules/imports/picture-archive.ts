import { groupBy } from '../../platform/group-by.ts';
import type { RowDraft } from './presets/draft.ts';
import type { PictureSource } from './tables.ts';

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
