/** What still grows with the market, and why it may. The list only gets shorter: what no longer occurs must go. */
export interface Exception {
  /** Part of the statement, with single spaces, and question marks for values. */
  readonly statement: string;
  readonly reason: string;
  /** Not found in every run, so it may stay when one does without. */
  readonly isOccasional?: true;
}

const COUNTED =
  'Counts to 10,000 at most, from an index; the larger market has more than the smaller, and ends there';
const LOOKED_AT = 'Looks at 1,000 rows at most, whatever the market holds: which of them fit is in no index';
const ADDRESSES =
  'Once after the address of the server has changed, in batches; no index is worth having for it';

export const EXCEPTIONS: readonly Exception[] = [
  {
    statement:
      'with added as ( insert into saved_search_alerts as a (search_id, listing_id, reason, created_at)',
    reason:
      'Writes a row for each search that matched and returns one for all: ten times the searches, ten times the matches',
  },
  {
    statement:
      'select l.id from listings l where l.seller_id = ? and l.deleted_at is null order by "l"."views" asc',
    reason:
      'A dealer sorts the whole own stock by views, and reads it for that: an index would be written to by each view',
  },
  {
    statement: 'select l.id from listings l where l.seller_id = ? and l.deleted_at is null order by "l"."',
    reason:
      'A dealer sorts the whole own stock: one index holds it, 33 vehicles to a buffer, for every order',
  },
  {
    statement: 'with chosen as materialized ( select l.id, row_number() over (order by',
    reason:
      'The vehicles of the own stock in the order of their figures in any period, which are summed for all of it; or in another order, from an index',
  },
  {
    statement: 'with weakest as materialized ( select id from listings where seller_id = ?',
    reason: 'The weakest of the whole own stock, from the same index',
  },
  {
    statement:
      'select count(*)::int as count from (select from listings l where l.seller_id = ? and l.deleted_at is null and listing_text(',
    reason: 'Each vehicle of the own stock that the text is found in is looked at, 10,000 at most',
  },
  {
    statement: 'select sum(total)::bigint as "all", sum(unread)::bigint as unread, sum(archived)::bigint',
    reason: 'The numbers beside the own conversations: from an index, 35 to a buffer',
  },
  {
    statement: 'select count(*)::int as count from (select from ((select id, created_at from events',
    reason:
      'The own events of a month are put together from those of the seller and of the person to be counted',
  },
  { statement: 'select count(*)::int as count from (select from reviews r where', reason: COUNTED },
  { statement: 'select count(*)::int as count from (select from payments t where', reason: COUNTED },
  { statement: 'select count(*)::int as count from (select from invoices t where', reason: COUNTED },
  { statement: 'select count(*)::int as count from (select from coupons c where', reason: COUNTED },
  {
    statement: 'select count(*)::int as count from (select from users u where ? and u.status',
    reason: COUNTED,
  },
  { statement: 'select count(*)::int as count from (select from users u where true and', reason: COUNTED },
  {
    statement: 'select count(*)::int as count from (select from users u where ? and u.role = ? and exists',
    reason: LOOKED_AT,
  },
  {
    statement: 'select count(*)::int as count from (select from listings l where l.status = any(',
    reason: LOOKED_AT,
  },
  {
    statement: 'select id from ((select l.id, case when l.status = ? then ? else ? end as queue',
    reason: LOOKED_AT,
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
