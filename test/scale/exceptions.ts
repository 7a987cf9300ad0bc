/** A statement whose cost still grows with the marketplace, and the reason. Remove entries that no longer occur; add none. */
export interface Exception {
  /** Part of the statement, with single spaces, and question marks instead of values. */
  readonly statement: string;
  readonly reason: string;
  /** Does not occur in every run, so the entry can stay if a run does not need it. */
  readonly isOccasional?: true;
}

const COUNTED =
  'Counts to 10,000 at most, from an index; the larger market has more than the smaller, and ends there';
const SEARCHED =
  'Looks at 300 rows at most that a text is found in; the larger market has them, the smaller fewer';
const ADDRESSES =
  'Once after the address of the server has changed, in batches; no index is worth having for it';

/** Responses that contain all rows of an account, read in batches. The paths start with these prefixes. */
export const UNPAGINATED: readonly string[] = [
  '/auth/me/export',
  '/admin/users/:id/export',
  '/admin/audit-log/export.csv',
  '/seller/dashboard/vehicles.csv',
  '/seller/bulk-import/export',
  '/admin/audit-log/verify',
];

export const EXCEPTIONS: readonly Exception[] = [
  {
    statement: 'with movable as materialized ( select id from saved_searches where id = any(array(',
    reason:
      'Gives a time to each search that has found something and waits for nothing: ten times the searches, ten times as many',
    isOccasional: true,
  },
  {
    statement: 'delete from live_events where ctid = any(array( select e.ctid from (select distinct channel',
    reason:
      'Deletes, in batches, what a stream has beyond its last thousand events; only the larger market has one',
    isOccasional: true,
  },
  {
    statement: 'select from saved_searches s where s.query_hash = any(?::text[])',
    reason: 'Looks once for each query that matches the listing: ten times the searches, more queries',
    isOccasional: true,
  },
  {
    statement: 'with turn as ( select t.*, case when t.is_full',
    reason:
      'Writes to each search whose owner is told, in batches: ten times the searches, ten times as many owners',
    isOccasional: true,
  },
  {
    statement: 'left join "listing_price_positions" as "p" on',
    reason:
      'Finds each changed listing and its price position by key; in the smaller market, one scan of the few positions is cheaper',
    isOccasional: true,
  },
  {
    statement: 'with stock as materialized ( select listing_id, place from listing_texts where',
    reason:
      'Sorts the own stock by statistics: its IDs, about a hundred per buffer, and totals of thousands of vehicles per row',
  },
  {
    statement: 'select sum(total)::bigint as "all", sum(unread)::bigint as unread, sum(archived)::bigint',
    reason: 'The numbers beside the own conversations: from an index, 35 to a buffer',
  },
  { statement: 'select count(*)::int as count from (select from reviews r where', reason: COUNTED },
  { statement: 'select count(*)::int as count from (select from payments t where', reason: COUNTED },
  { statement: 'select count(*)::int as count from (select from invoices t where', reason: COUNTED },
  { statement: 'select count(*)::int as count from (select from coupons c where', reason: COUNTED },
  {
    statement:
      'select count(*)::int as count from (select from ((select u.id as id, u.created_at as created_at from users u where',
    reason: COUNTED,
  },
  {
    statement: 'with found as materialized (select * from (',
    reason: SEARCHED,
  },
  {
    statement: 'select id from (select t.listing_id as id from listing_texts t where t.seller_id = ?',
    reason: 'Reads the texts of the own stock from an index that contains them, about a hundred per buffer',
    isOccasional: true,
  },
  {
    statement: 'select id from ( select l.id, case l.status when ? then ? else ? end as queue',
    reason: SEARCHED,
    isOccasional: true,
  },
  {
    statement: 'insert into listings (id, seller_id, slug',
    reason: 'Sorts new words into the index of texts whenever their list has sixteen pages',
    isOccasional: true,
  },
  {
    statement:
      'update listings l set version = t.version, status = t.status, edited_version = t.edited_version',
    reason:
      'Writes each listing of a suspended seller, in batches: its indexes, and its row of searched texts',
    isOccasional: true,
  },
  {
    statement: 'from mails',
    reason:
      'What has become of the newest 10,000 mails is kept; the larger market has as many, the smaller fewer',
  },
  { statement: 'update "listings" set "thumbnail" = ? || substring("thumbnail" from ?)', reason: ADDRESSES },
  {
    statement: 'delete from "brands" where "id" = ?',
    reason:
      'Looks for what still refers to the brand, past those index entries of what the merge has moved that are not known to be dead: once',
    isOccasional: true,
  },
];
