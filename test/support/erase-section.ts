import type { Transaction } from '../../src/platform/db/transaction.ts';
import type { Person, PersonalDataSection } from '../../src/modules/auth/index.ts';

/** Erases all that one module keeps about a person, in one transaction. */
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
