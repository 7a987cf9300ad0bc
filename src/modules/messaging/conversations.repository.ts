import type { AccountStatus } from '../../platform/actor.ts';
import { type RawBuilder, sql } from 'kysely';
import type { ListingState } from '../listings/index.ts';
import { defer } from '../../platform/db/deferred.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import { memberships, companies } from '../companies/index.ts';
import { accounts } from '../auth/index.ts';
import { type Side, SIDE_COLUMNS, type Viewer } from './sides.ts';
import './tables.ts';

/** A conversation as one side sees it in a list, with the other party, the listing and the last message. */
export interface ConversationSummaryRow {
  readonly id: string;
  readonly side: Side;
  readonly listing_id: string;
  readonly listing_title: string;
  /** The seller's stock number, visible only to the seller. */
  readonly listing_number: string | null;
  readonly listing_price: number | null;
  readonly listing_currency: string | null;
  readonly listing_vat_deductible: boolean | null;
  readonly listing_status: ListingState | null;
  readonly listing_thumbnail: string | null;
  readonly buyer_id: string;
  readonly buyer_name: string;
  readonly buyer_avatar: string | null;
  readonly buyer_verified: boolean;
  readonly seller_id: string;
  readonly seller_name: string;
  readonly seller_logo: string | null;
  readonly seller_verified: boolean;
  readonly unread: number;
  readonly archived: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly last_content: string | null;
  readonly last_sender_id: string | null;
  readonly last_sent_at: Date | null;
  readonly last_read_at: Date | null;
  readonly last_erased: boolean | null;
}

/** A conversation with everything that reading and writing depend on. */
export interface ConversationRow extends ConversationSummaryRow {
  readonly buyer_status: AccountStatus;
  readonly buyer_seen_at: Date | null;
  readonly seller_status: AccountStatus;
  /** When any member of the team was last seen. */
  readonly seller_seen_at: Date | null;
  readonly listing_slug: string | null;
  readonly listing_city: string | null;
  readonly listing_country: string | null;
  readonly last_seq: number;
  readonly cleared_seq: number;
  readonly other_unread: number;
  readonly other_cleared_seq: number;
  readonly other_deleted: boolean;
  readonly responded_at: Date | null;
}

/** Columns of `v` (ID and side) and of the tables in JOINS. */
const SUMMARY_COLUMNS = sql`
  c.id, v.side, c.listing_id, coalesce(l.title, c.listing_title) as listing_title, l.external_id as listing_number,
  l.price as listing_price,
  l.currency as listing_currency, l.vat_deductible as listing_vat_deductible,
  l.status as listing_status, l.thumbnail as listing_thumbnail,
  c.buyer_id, b.name as buyer_name, b.avatar as buyer_avatar, b.email_verified as buyer_verified,
  c.seller_id, s.company_name as seller_name, s.logo as seller_logo, s.verified as seller_verified,
  case v.side when 'buyer' then c.buyer_unread else c.seller_unread end as unread,
  case v.side when 'buyer' then c.buyer_archived_at else c.seller_archived_at end is not null as archived,
  c.created_at, c.updated_at,
  m.content as last_content, m.sender_id as last_sender_id, m.sent_at as last_sent_at, m.read_at as last_read_at,
  m.erased as last_erased`;

const COLUMNS = sql`${SUMMARY_COLUMNS},
  b.status as buyer_status, b.last_seen_at as buyer_seen_at,
  s.status as seller_status,
  (select max(u.last_seen_at) from ${memberships} t join ${accounts} u on u.id = t.user_id where t.seller_id = c.seller_id)
    as seller_seen_at,
  l.slug as listing_slug, l.city as listing_city, l.country as listing_country,
  c.last_seq,
  case v.side when 'buyer' then c.buyer_cleared_seq else c.seller_cleared_seq end as cleared_seq,
  case v.side when 'buyer' then c.seller_unread else c.buyer_unread end as other_unread,
  case v.side when 'buyer' then c.seller_cleared_seq else c.buyer_cleared_seq end as other_cleared_seq,
  case v.side when 'buyer' then c.seller_deleted_at else c.buyer_deleted_at end is not null as other_deleted,
  c.responded_at`;

const JOINS = sql`
  join conversations c on c.id = v.id
  join ${accounts} b on b.id = c.buyer_id
  join ${companies} s on s.id = c.seller_id
  left join listings l on l.id = c.listing_id
  left join messages m on m.id = c.last_message_id`;

/** `archived` only hides a conversation from the list without a filter; `all` ignores it. */
export const CONVERSATION_FILTERS = ['all', 'unread', 'read', 'archived'] as const;
export type ConversationFilter = (typeof CONVERSATION_FILTERS)[number];

export interface ConversationQuery {
  readonly filter: ConversationFilter | null;
  readonly role: Side | null;
  readonly limit: number;
  readonly offset: number;
}

/**
 * The conversations of one side, newest first. A buyer who later joined the seller's team stays the buyer of the
 * conversation.
 */
function ofSide(viewer: Viewer, side: Side): RawBuilder<unknown> {
  const { deletedAt } = SIDE_COLUMNS[side];
  const isMine =
    side === 'buyer'
      ? sql`c.buyer_id = ${viewer.userId}`
      : sql`c.seller_id = ${viewer.sellerId} and c.buyer_id <> ${viewer.userId}`;
  return sql`select c.*, ${sql.lit(side)} as side from conversations c where ${isMine} and c.${sql.ref(deletedAt)} is null`;
}

function sidesOf(viewer: Viewer, role: Side | null): readonly Side[] {
  return (viewer.sellerId === null ? (['buyer'] as const) : (['buyer', 'seller'] as const)).filter(
    (side) => role === null || role === side,
  );
}

function filterSql(side: Side, filter: ConversationFilter | null): RawBuilder<unknown> {
  const { unread, archivedAt } = SIDE_COLUMNS[side];
  switch (filter) {
    case 'all':
      return sql`true`;
    case 'unread':
      return sql`c.${sql.ref(unread)} > 0`;
    case 'read':
      return sql`c.${sql.ref(unread)} = 0`;
    case 'archived':
      return sql`c.${sql.ref(archivedAt)} is not null`;
    case null:
      return sql`c.${sql.ref(archivedAt)} is null`;
  }
}

/** Reads each side in the order of its index, and only as far as the page reaches. */
export async function listConversations(
  db: Queryable,
  viewer: Viewer,
  query: ConversationQuery,
): Promise<readonly ConversationSummaryRow[]> {
  const sides = sidesOf(viewer, query.role);
  if (sides.length === 0) return [];
  const reach = query.limit + query.offset;
  const parts = sides.map(
    (side) => sql`(
      select c.id, c.side, c.updated_at from (${ofSide(viewer, side)}) c where ${filterSql(side, query.filter)}
      order by c.updated_at desc, c.id desc limit ${reach})`,
  );
  const { rows } = await sql<ConversationSummaryRow>`
    ${prepared} with v as (
      select id, side from (${sql.join(parts, sql` union all `)}) mine
      order by updated_at desc, id desc limit ${query.limit} offset ${query.offset}
    )
    select ${SUMMARY_COLUMNS} from v ${JOINS} order by c.updated_at desc, c.id desc`.execute(db);
  return rows;
}

export interface ConversationCounts {
  readonly all: number;
  readonly unread: number;
  readonly archived: number;
}

/**
 * Counts the conversations of one side: one scan of its list's index, which also holds the unread counts, and one of
 * the archive's.
 */
function countsOfSide(viewer: Viewer, side: Side): RawBuilder<unknown> {
  const { unread, archivedAt, deletedAt } = SIDE_COLUMNS[side];
  const [party, id] = side === 'buyer' ? ['buyer_id', viewer.userId] : ['seller_id', viewer.sellerId];
  const isOfParty = sql`c.${sql.ref(party ?? '')} = ${id}`;
  const all = sql`
    select count(*) as total, count(*) filter (where c.${sql.ref(unread)} > 0) as unread,
      (select count(*) from conversations c where ${isOfParty} and c.${sql.ref(archivedAt)} is not null) as archived
    from conversations c where ${isOfParty} and c.${sql.ref(deletedAt)} is null`;
  if (side === 'buyer') return all;
  // Conversations that the viewer began before joining the team are on the buyer's side.
  return sql`${all} union all
    select -count(*) filter (where c.seller_deleted_at is null), -count(*) filter (where c.seller_unread > 0),
      -count(*) filter (where c.seller_archived_at is not null)
    from conversations c where c.buyer_id = ${viewer.userId} and c.seller_id = ${viewer.sellerId}`;
}

/** A side that has deleted a conversation has nothing unread in it, and has not archived it. */
export async function countConversations(
  db: Queryable,
  viewer: Viewer,
  role: Side | null,
): Promise<ConversationCounts> {
  const parts = sidesOf(viewer, role).map((side) => countsOfSide(viewer, side));
  if (parts.length === 0) return { all: 0, unread: 0, archived: 0 };
  const { rows } = await sql<ConversationCounts>`
    ${prepared} select sum(total)::bigint as "all", sum(unread)::bigint as unread, sum(archived)::bigint as archived
    from (${sql.join(parts, sql` union all `)}) counts`.execute(db);
  return rows[0] ?? { all: 0, unread: 0, archived: 0 };
}

export async function countUnread(
  db: Queryable,
  viewer: Viewer,
): Promise<{ messages: number; conversations: number }> {
  const parts = sidesOf(viewer, null).map((side) => {
    const { unread } = SIDE_COLUMNS[side];
    return sql`select c.${sql.ref(unread)} as unread from (${ofSide(viewer, side)}) c where c.${sql.ref(unread)} > 0`;
  });
  const { rows } = await sql<{ messages: number; conversations: number }>`
    select coalesce(sum(unread), 0)::bigint as messages, count(*) as conversations
    from (${sql.join(parts, sql` union all `)}) counts`.execute(db);
  return rows[0] ?? { messages: 0, conversations: 0 };
}

function fromViewer(viewer: Viewer, id: string): RawBuilder<unknown> {
  const parts = sidesOf(viewer, null).map(
    (side) => sql`(select c.id, c.side from (${ofSide(viewer, side)}) c where c.id = ${id})`,
  );
  return sql.join(parts, sql` union all `);
}

/** The conversation, if the viewer belongs to one of its sides and has not deleted it. */
export async function findConversation(
  db: Queryable,
  viewer: Viewer,
  id: string,
): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`
    ${prepared} with v as (${fromViewer(viewer, id)}) select ${COLUMNS} from v ${JOINS}`.execute(db);
  return rows[0];
}

/** As above, locked until the transaction ends: sending, reading, archiving and deleting happen one after another. */
export async function findForChange(
  trx: Transaction,
  viewer: Viewer,
  id: string,
): Promise<ConversationRow | undefined> {
  await lock(trx, id);
  return findConversation(trx, viewer, id);
}

/** Locks in a separate statement, so that the next statement sees all earlier commits. */
async function lock(trx: Transaction, id: string): Promise<void> {
  await defer(trx, sql`${prepared} select from conversations where id = ${id} for no key update`);
}

/** A conversation, with everything that decides whether the sender may write to it now. */
export interface ConversationToWriteTo extends ConversationRow {
  /** Sides that have blocked the other. */
  readonly blocker: string | null;
  /** When the sender wrote the last but so many message of the window; null when fewer were written. */
  readonly rate_reached_at: Date | null;
}

export interface SendingRate {
  readonly senderId: string;
  readonly since: Date;
  readonly messagesMax: number;
}

/** Call it under `lockSender`, as a separate statement, so that it sees earlier commits. */
export async function findToWriteTo(
  trx: Transaction,
  viewer: Viewer,
  id: string,
  rate: SendingRate,
): Promise<ConversationToWriteTo | undefined> {
  return readToWriteTo(trx, fromViewer(viewer, id), rate);
}

/** As the buyer sees it, deleted or not: for beginning it again. Locks it. */
export async function findAsBuyer(
  trx: Transaction,
  id: string,
  rate: SendingRate,
): Promise<ConversationToWriteTo | undefined> {
  await lock(trx, id);
  return readToWriteTo(trx, sql`select ${id}::text as id, 'buyer' as side`, rate);
}

async function readToWriteTo(
  trx: Transaction,
  source: RawBuilder<unknown>,
  { senderId, since, messagesMax }: SendingRate,
): Promise<ConversationToWriteTo | undefined> {
  const { rows } = await sql<ConversationToWriteTo>`
    ${prepared} with v as (${source}) select ${COLUMNS},
      (select k.blocker from message_blocks k
        where (k.blocker = c.buyer_id and k.blocked = c.seller_id)
          or (k.blocker = c.seller_id and k.blocked = c.buyer_id) limit 1) as blocker,
      (select w.sent_at from messages w where w.sender_id = ${senderId} and w.sent_at > ${since}::timestamptz
        order by w.sent_at desc offset ${messagesMax - 1}::integer limit 1) as rate_reached_at
    from v ${JOINS}`.execute(trx);
  return rows[0];
}

/** The id of the one conversation of this buyer about this listing, and whether it is new. */
export async function insertConversation(
  trx: Transaction,
  conversation: {
    id: string;
    listingId: string;
    listingTitle: string;
    buyerId: string;
    sellerId: string;
    at: Date;
  },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('conversations')
    .values({
      id: conversation.id,
      listing_id: conversation.listingId,
      listing_title: conversation.listingTitle,
      buyer_id: conversation.buyerId,
      seller_id: conversation.sellerId,
      created_at: conversation.at,
      updated_at: conversation.at,
    })
    .onConflict((conflict) => conflict.columns(['listing_id', 'buyer_id']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function findConversationId(
  db: Queryable,
  listingId: string,
  buyerId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('conversations')
    .select('id')
    .where('listing_id', '=', listingId)
    .where('buyer_id', '=', buyerId)
    .executeTakeFirst();
  return row?.id;
}

export async function setArchived(trx: Transaction, id: string, side: Side, at: Date | null): Promise<void> {
  const { archivedAt } = SIDE_COLUMNS[side];
  await sql`
    update conversations set ${sql.ref(archivedAt)} = case when ${at}::timestamptz is null then null
      else coalesce(${sql.ref(archivedAt)}, ${at}::timestamptz) end
    where id = ${id}`.execute(trx);
}

/** Permanently hides everything up to now from a side. */
export async function hideForSide(trx: Transaction, id: string, side: Side, at: Date): Promise<void> {
  const { deletedAt, clearedSeq, unread, archivedAt } = SIDE_COLUMNS[side];
  await sql`
    update conversations set ${sql.ref(deletedAt)} = ${at}, ${sql.ref(clearedSeq)} = last_seq, ${sql.ref(unread)} = 0,
      ${sql.ref(archivedAt)} = null
    where id = ${id}`.execute(trx);
}

export async function deleteConversation(trx: Transaction, id: string): Promise<void> {
  await trx.deleteFrom('conversations').where('id', '=', id).execute();
}

/** When the newest conversation but `nth` - 1 began; undefined when there are fewer. */
export async function findNthStartedSince(
  trx: Transaction,
  buyerId: string,
  since: Date,
  nth: number,
): Promise<Date | undefined> {
  const row = await trx
    .selectFrom('conversations')
    .select('created_at')
    .where('buyer_id', '=', buyerId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

/** The first reply of the seller, if there was none before. */
export async function setFirstReply(trx: Transaction, id: string, at: Date, minutes: number): Promise<void> {
  await defer(
    trx,
    sql`
    ${prepared} update conversations set responded_at = ${at}, response_minutes = ${minutes}
    where id = ${id} and responded_at is null`,
  );
}

/** Matches event stream entries of a conversation. */
export function ofConversation(id: string): RawBuilder<boolean> {
  return sql<boolean>`data ->> 'conversation_id' = ${id}`;
}
