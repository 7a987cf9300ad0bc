import { type Insertable, type Selectable, sql } from 'kysely';
import { countRows } from '../../platform/db/rows.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import { canonicalEmail } from '../../platform/text/email.ts';
import { vehicleFacts } from '../listings/index.ts';
import { insertSavedSearch } from './repository.ts';
import type { EmailAlertTable } from './tables.ts';
import type { AlertedListing } from './alerts.repository.ts';

export type EmailAlertRow = Selectable<EmailAlertTable>;

const hasAddress = (email: string) => sql<boolean>`lower(email) = lower(${canonicalEmail(email)})`;

/** Stores a request for an alert. A repeated one gets a new token; it stays confirmed if it was. Returns its ID. */
export async function requestAlert(
  trx: Transaction,
  { query, ...row }: Insertable<EmailAlertTable>,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into email_alerts as a (id, email, language, name, query, token_hash, token_expires_at, created_at)
    values (${row.id}, ${canonicalEmail(row.email)}, ${row.language}, ${row.name}, ${query}::jsonb, ${row.token_hash},
      ${row.token_expires_at}, ${row.created_at})
    on conflict (lower(email), query_hash) do update set
      token_hash = excluded.token_hash, token_expires_at = excluded.token_expires_at,
      name = case when a.confirmed_at is null then excluded.name else a.name end,
      language = case when a.confirmed_at is null then excluded.language else a.language end
    returning id`.execute(trx);
  const [stored] = rows;
  if (stored === undefined) throw new Error('a request for an alert was not stored');
  return stored.id;
}

/** The alert of the token in a confirmation email, while the token is valid. */
export function findByToken(db: Queryable, tokenHash: Buffer, now: Date): Promise<EmailAlertRow | undefined> {
  return byToken(db, tokenHash, now).executeTakeFirst();
}

export function lockByToken(
  trx: Transaction,
  tokenHash: Buffer,
  now: Date,
): Promise<EmailAlertRow | undefined> {
  return byToken(trx, tokenHash, now).forUpdate().executeTakeFirst();
}

const byToken = (db: Queryable, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('email_alerts')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('token_expires_at', '>', now);

export function countConfirmed(db: Queryable, email: string): Promise<number> {
  return countRows(
    db.selectFrom('email_alerts').where(hasAddress(email)).where('confirmed_at', 'is not', null),
  );
}

export async function confirmAlert(
  trx: Transaction,
  id: string,
  { now, dueAt }: { readonly now: Date; readonly dueAt: Date },
): Promise<void> {
  await trx
    .updateTable('email_alerts')
    .set({ confirmed_at: now, announced_until: now, due_at: dueAt })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute();
}

export function findAlert(db: Queryable, id: string): Promise<EmailAlertRow | undefined> {
  return db.selectFrom('email_alerts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns the hash of its query; undefined if there is no such alert. */
export async function deleteAlert(trx: Transaction, id: string): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('email_alerts')
    .where('id', '=', id)
    .returning('query_hash')
    .executeTakeFirst();
  return row?.query_hash;
}

/** Confirmed alerts of an address, oldest first, locked. */
export function lockConfirmedOf(trx: Transaction, email: string, limit: number): Promise<EmailAlertRow[]> {
  return trx
    .selectFrom('email_alerts')
    .selectAll()
    .where(hasAddress(email))
    .where('confirmed_at', 'is not', null)
    .orderBy('confirmed_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
}

/** Turns an alert into a saved search of the account with its address; only deletes it if the account has the same search. */
export async function moveAlert(
  trx: Transaction,
  alert: EmailAlertRow,
  to: { readonly userId: string; readonly searchId: string; readonly now: Date },
): Promise<void> {
  const saved = await trx
    .selectFrom('saved_searches')
    .select('id')
    .where('user_id', '=', to.userId)
    .where('query_hash', '=', alert.query_hash)
    .where('alerts', '=', true)
    .executeTakeFirst();
  if (saved === undefined)
    await insertSavedSearch(trx, {
      id: to.searchId,
      user_id: to.userId,
      name: alert.name,
      query: JSON.stringify(alert.query),
      alerts: true,
      alert_frequency: 'daily',
      created_at: to.now,
      updated_at: to.now,
      last_alert_at: alert.last_alert_at,
      match_count: null,
      counted_at: null,
      alerts_after: alert.announced_until,
    });
  await deleteAlert(trx, alert.id);
}

/** Claims alerts that are due; concurrent workers claim others. */
export function lockDueAlerts(trx: Transaction, now: Date, limit: number): Promise<EmailAlertRow[]> {
  return trx
    .selectFrom('email_alerts')
    .selectAll()
    .where('confirmed_at', 'is not', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export interface NewVehicle extends AlertedListing {
  readonly alert_id: string;
  /** Vehicles of this alert, including those that are not returned. */
  readonly found: number;
}

/** Live vehicles that the searches of these alerts have found since the last email, newest first; `shown` at most per alert. */
export async function listNewVehicles(
  trx: Transaction,
  alertIds: readonly string[],
  { until, counted, shown }: { readonly until: Date; readonly counted: number; readonly shown: number },
): Promise<NewVehicle[]> {
  const { rows } = await sql<NewVehicle>`
    select * from (
      select a.id as alert_id, (count(*) over (partition by a.id))::int as found,
        row_number() over (partition by a.id order by m.at desc, l.id) as position,
        l.id as listing_id, l.seller_id, l.slug, l.title, l.price, l.currency, l.vat_deductible, l.thumbnail, l.city, l.country, ${vehicleFacts} as facts
      from email_alerts a
      cross join lateral (
        select listing_id, at from saved_query_matches
        where query_hash = a.query_hash and reason = 'new_match' and at > a.announced_until and at <= ${until}
        order by at desc limit ${counted}
      ) m
      join listings l on l.id = m.listing_id and l.status = 'ACTIVE'
      where a.id = any(${[...alertIds]}::text[])
    ) vehicle
    where position <= ${shown}
    order by alert_id, position`.execute(trx);
  return rows;
}

/** Records that these alerts have been handled up to a time, and when they are due again. */
export async function endAlertRuns(
  trx: Transaction,
  runs: { readonly alertIds: readonly string[]; readonly mailedIds: readonly string[] },
  { now, until, dueAt }: { readonly now: Date; readonly until: Date; readonly dueAt: Date },
): Promise<void> {
  await sql`
    update email_alerts set announced_until = greatest(announced_until, ${until}::timestamptz), due_at = ${dueAt},
      last_alert_at = case when id = any(${[...runs.mailedIds]}::text[]) then ${now}::timestamptz else last_alert_at end
    where id = any(${[...runs.alertIds]}::text[])`.execute(trx);
}

/** Deletes requests that were not confirmed in time. Returns their number. */
export async function purgeUnconfirmed(db: Queryable, now: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from email_alerts where id = any(array(
      select id from email_alerts where confirmed_at is null and token_expires_at <= ${now} limit ${limit}))`.execute(
    db,
  );
  return Number(numAffectedRows);
}

export function exportAlerts(db: Queryable, email: string) {
  return db
    .selectFrom('email_alerts')
    .select(['id', 'email', 'name', 'query', 'created_at', 'confirmed_at', 'last_alert_at'])
    .where(hasAddress(email))
    .execute();
}

/** Deletes a batch of an address's alerts, confirmed or not. Returns their IDs and the hashes of their queries. */
export async function deleteAlertsOf(
  trx: Transaction,
  email: string,
  limit: number,
): Promise<{ id: string; query_hash: string }[]> {
  return trx
    .deleteFrom('email_alerts')
    .where('id', 'in', (from) =>
      from.selectFrom('email_alerts').select('id').where(hasAddress(email)).limit(limit),
    )
    .returning(['id', 'query_hash'])
    .execute();
}
