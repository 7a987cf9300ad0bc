import type { Queryable, Transaction } from '../../src/platform/db/transaction.ts';
import {
  type Exporter,
  PagedList,
  type Person,
  type PersonalDataSection,
} from '../../src/platform/personal-data.ts';

/** Erases all data that one module stores about a person, in one transaction. */
export async function eraseSection(
  section: PersonalDataSection,
  trx: Transaction,
  person: Person,
  now: Date,
): Promise<void> {
  for (const eraseBatch of Object.values(section.batches ?? {}))
    for (let after: string | null = ''; after !== null;) after = await eraseBatch(trx, person, after, now);
  await section.erase?.(trx, person, now);
}

/** Returns all data that one module stores about a person; only the first page of each list. */
export async function exportSection(
  section: PersonalDataSection,
  db: Queryable,
  person: Person,
): Promise<unknown> {
  const read = async (source: Exporter | PagedList): Promise<unknown> =>
    source instanceof PagedList ? (await source.page(db, person, '')).rows : source(db, person);
  const { export: exported } = section;
  if (typeof exported === 'function' || exported instanceof PagedList) return read(exported);
  const members: Record<string, unknown> = {};
  for (const [name, source] of Object.entries(exported)) members[name] = await read(source);
  return members;
}
