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
const ADDRESSES =
  'Once after the address of the server has changed, in batches; no index is worth having for it';

export const EXCEPTIONS: readonly Exception[] = [
  {
    statement: 'with movable as materialized ( select id from saved_searches where id = any(array(',
    reason:
      'Gives a time to each search that has found something and waits for nothing: ten times the searches, ten times as many',
    isOccasional: true,
  },
  {
    statement: 'with chosen as materialized ( select id, row_number() over (order by part',
    reason:
      'The vehicles of the own stock in the order of their figures in any period, which are summed for all of it',
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
    statement:
      'select count(*)::int as count from (select from ((select u.id, u.created_at from users u where',
    reason: COUNTED,
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
