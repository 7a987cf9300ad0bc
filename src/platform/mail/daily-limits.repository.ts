import { sql } from 'kysely';
import { dayOf } from '../clock.ts';
import type { Keys } from '../crypto/keys.ts';
import type { Queryable, Transaction } from '../db/transaction.ts';
import { foldedEmail } from './folded-email.repository.ts';

interface DailyLimits {
  readonly perSeller: number;
  /** Limit for all sellers together. */
  readonly perRecipient: number;
}

/** Mails that sellers have sent to addresses of their choice, a day (UTC). */
const LIMITS = {
  invitation: { perSeller: 30, perRecipient: 5 },
  importResult: { perSeller: 100, perRecipient: 50 },
} as const satisfies Readonly<Record<string, DailyLimits>>;

/** The limit that an error may state: the recipient's count would reveal emails of other sellers. */
export function dailyMailsOfSeller(kind: keyof typeof LIMITS): number {
  return LIMITS[kind].perSeller;
}

/**
 * Counts an email against the daily limits of the seller and the recipient. Returns whether it is within both. The address is
 * stored only as a keyed hash, for two days.
 */
export async function takeDailyMail(
  trx: Transaction,
  keys: Keys,
  mail: {
    readonly kind: keyof typeof LIMITS;
    readonly sellerId: string;
    readonly to: string;
    readonly now: Date;
  },
): Promise<boolean> {
  const { kind, sellerId, to, now } = mail;
  const recipient = await mailboxKey(trx, keys, to);
  const { perSeller, perRecipient } = LIMITS[kind];
  // Always in this order, so that two transactions do not wait for each other.
  for (const [counted, limit] of [
    [`${kind}:${sellerId}`, perSeller],
    [`${kind}:${recipient}`, perRecipient],
  ] as const) {
    if (!(await countAgainstDay(trx, { counted, max: limit, now }))) return false;
  }
  return true;
}

const PLUS = /^([^+]+)\+.*(@[^@]*)$/;

/** The key for counting emails to an address, without a plus suffix: all its variants reach one mailbox. */
export async function mailboxKey(db: Queryable, keys: Keys, email: string): Promise<string> {
  const folded = await foldedEmail(db, email);
  return keys.sign('daily-mail-recipient', folded.replace(PLUS, '$1$2'));
}

/** Counts one use of a daily limit (UTC) and returns whether it was within the limit. People are counted by a keyed hash. */
export async function countAgainstDay(
  db: Queryable,
  { counted, max, now }: { readonly counted: string; readonly max: number; readonly now: Date },
): Promise<boolean> {
  const day = dayOf(now);
  await sql`delete from daily_mails where day < ${day}::date - 1`.execute(db);
  const { rows } = await sql`
    insert into daily_mails (day, counted, mails) values (${day}::date, ${counted}, 1)
    on conflict (day, counted) do update set mails = daily_mails.mails + 1 where daily_mails.mails < ${max}
    returning mails`.execute(db);
  return rows.length > 0;
}
