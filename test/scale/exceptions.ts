/** What still grows with the market, and why it may. The list only gets shorter: what no longer occurs must go. */
export interface Exception {
  /** Part of the statement, with single spaces. */
  readonly statement: string;
  readonly reason: string;
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    statement: 'select "id", "reply", "replied_at" from "reviews" where "reply_by" = $1 order by "id"',
    reason: 'Found when it was first measured: GET /auth/me/export',
  },
  {
    statement:
      'select "m"."id", "m"."conversation_id" as "conversationId", "m"."type", "m"."content", "a"."filename" as "atta',
    reason: 'Found when it was first measured: GET /auth/me/export',
  },
  {
    statement:
      'select count(*) as "count" from "listings" as "l" where "l"."seller_id" = $1 and "l"."deleted_at" is null and ',
    reason: 'Found when it was first measured: GET /seller/listings?q=tgx',
  },
  {
    statement:
      'select "l"."id", "l"."slug", "l"."status", "l"."version", "l"."title", "l"."external_id", "l"."vin", "l"."mode',
    reason: 'Found when it was first measured: GET /seller/listings?q=dealer-7',
  },
  {
    statement:
      'select coalesce(sum(favorites_count), $2)::int as count from listings where seller_id = $1 and status <> $3',
    reason: 'Found when it was first measured: GET /seller/dashboard',
  },
  {
    statement:
      'select count(*)::int as conversations, count(responded_at)::int as answered, round(percentile_cont($4) within ',
    reason: 'Found when it was first measured: GET /seller/dashboard',
  },
  {
    statement:
      'select d.day::date::text as date, coalesce(sum(s.views), $6)::int as views, coalesce(sum(s.visitors), $7)::int',
    reason: 'Found when it was first measured: GET /seller/dashboard',
  },
  {
    statement:
      'select id, slug, title, quality_score as score, images_count as images, avg(quality_score) over ()::float8 as ',
    reason: 'Found when it was first measured: GET /seller/dashboard',
  },
  {
    statement:
      'with stock as materialized ( select id from listings where seller_id = $1 and status <> $5 ), top as ( select ',
    reason: 'Found when it was first measured: GET /seller/dashboard',
  },
  {
    statement:
      'select count(*) as "count" from "listings" where "seller_id" = $1 and "status" = $2 and "deleted_at" is null',
    reason: 'Found when it was first measured: GET /sellers/:slug',
  },
  {
    statement:
      'select "r".*, "u"."name" as "author_name", "u"."status" as "author_status", "s"."slug" as "seller_slug", "s"."',
    reason: 'Found when it was first measured: GET /sellers/:slug/reviews?page=60',
  },
  {
    statement: 'select count(*) as "total" from "reviews" as "r" where (r.seller_id = $1 and r.status = $2)',
    reason: 'Found when it was first measured: GET /sellers/:slug/reviews?page=60',
  },
  {
    statement:
      'select count(*) as "total" from "reviews" as "r" where (r.seller_id = $1 and r.status = $2 and (r.reply is not',
    reason: 'Found when it was first measured: GET /seller/reviews?replied=true',
  },
  {
    statement:
      "with v as ( select id, side from (( select c.id, c.side, c.updated_at from (select c.*, 'buyer' as side from c",
    reason: 'Found when it was first measured: GET /messages/conversations?status=unread',
  },
  {
    statement:
      'select coalesce(sum(unread), $4)::bigint as messages, count(*) as conversations from (select c."buyer_unread" ',
    reason: 'Found when it was first measured: GET /messages/unread',
  },
  {
    statement:
      'select "id", "type", "data", "link", "read_at", "created_at" from "notifications" where "user_i',
    reason: 'Found when it was first measured: GET /notifications?page=60',
  },
  {
    statement:
      'select case when verified then $1 else $2 end as key, count(*)::int as count from sellers where status = $3 gr',
    reason: 'Found when it was first measured: GET /admin/dashboard',
  },
  {
    statement:
      'select d.day::date::text as date, (select count(*) from users where created_at >= d.day and created_at < d.day',
    reason: 'Found when it was first measured: GET /admin/dashboard',
  },
  {
    statement: 'select role as key, count(*)::int as count from users where status = $1 group by role',
    reason: 'Found when it was first measured: GET /admin/dashboard',
  },
  {
    statement: 'select status as key, count(*)::int as count from listings group by status',
    reason: 'Found when it was first measured: GET /admin/dashboard',
  },
  {
    statement:
      'with recursive waiting (webhook_id) as ( ( select webhook_id from webhook_deliveries where due_at is not null ',
    reason: 'Found when it was first measured: GET /admin/dashboard',
  },
  {
    statement: 'select count(*) as "total" from "reviews" as "r" where $1 = $2',
    reason: 'Found when it was first measured: GET /admin/reviews',
  },
  {
    statement: 'select count(*) as "total" from "reviews" as "r" where r.status = $1',
    reason: 'Found when it was first measured: GET /admin/reviews?status=published',
  },
  {
    statement: 'select count(*) as "total" from "reviews" as "r" where 1 = 1',
    reason: 'Found when it was first measured: GET /admin/reviews?page=2',
  },
  {
    statement:
      'select "u"."id", "u"."email", "u"."name", "u"."role", "u"."phone", "u"."avatar", "u"."email_verified", "u"."ph',
    reason: 'Found when it was first measured: GET /admin/users',
  },
  {
    statement:
      'select count(*) as "count" from "users" as "u" left join "team_members" as "m" on "m"."user_id" = "u"."id" lef',
    reason: 'Found when it was first measured: GET /admin/users',
  },
  {
    statement:
      'select (select count(*) from sessions where user_id = $1 and ended_at is null) as "liveSessions", (select coun',
    reason: 'Found when it was first measured: GET /admin/users/:id',
  },
  {
    statement:
      'select "l"."id", "l"."slug", "l"."title", "l"."status", "l"."price", "l"."currency", "l"."year", "l"."mileage"',
    reason: 'Found when it was first measured: GET /admin/listings',
  },
  {
    statement:
      'select count(*) as "count" from "listings" as "l" inner join "sellers" as "s" on "s"."id" = "l"."seller_id" wh',
    reason: 'Found when it was first measured: GET /admin/listings',
  },
  {
    statement: 'select count(*) as "count" from "audit_log"',
    reason: 'Found when it was first measured: GET /admin/audit-log',
  },
  {
    statement:
      'select * from "listings" where "seller_id" = $1 and "deleted_at" is null and "id" > $2 order by "id" limit $3',
    reason: 'Found when it was first measured: GET /seller/bulk-import/export',
  },
  {
    statement:
      'select f.id, f.listing_id, f.created_at, f.price_at_added, f.currency_at_added, coalesce(l.title, f.title) as ',
    reason: 'Found when it was first measured: GET /favorites?page=60',
  },
  {
    statement:
      'select "l"."id", "l"."slug", "l"."title", "l"."description", "l"."category_id", "l"."subcategor',
    reason: 'Found when it was first measured: jobs after PATCH /admin/settings',
  },
  {
    statement:
      'update "sellers" set "logo" = $1 || substring("logo" from $4) where id in ( select id from "sellers" where "lo',
    reason: 'Found when it was first measured: jobs after PATCH /admin/settings',
  },
  {
    statement:
      'insert into events (id, type, data, seller_id, user_id, created_at) select t.id, $1, t.data, t.seller_id, t.us',
    reason: 'Found when it was first measured: POST /auth/register',
  },
  {
    statement: 'delete from "brands" where "id" = $1',
    reason: 'Found when it was first measured: jobs after POST /admin/brands/:id/merge',
  },
  {
    statement:
      'update listings set "brand_id" = $1, updated_at = $2, version = version + $5 where id in (select id from listi',
    reason: 'Found when it was first measured: jobs after POST /admin/brands/:id/merge',
  },
  {
    statement:
      'select s.id as "sellerId", s.verified, s.created_at as "createdAt", s.rating_count as "ratingCount", s.rating_',
    reason: 'Found when it was first measured: jobs after PUT /seller/profile',
  },
  {
    statement:
      'update sellers s set trust_score = given.score from jsonb_to_recordset($1::jsonb) as given(seller_id text, sco',
    reason: 'Found when it was first measured: jobs after PUT /seller/profile',
  },
  {
    statement:
      'insert into "reports" ("id", "kind", "subject_id", "reporter_id", "reported_user_id", "reason", "details", "co',
    reason: 'Found when it was first measured: POST /messages/:messageId/report',
  },
  {
    statement:
      'with marked as ( update notifications set read_at = $1 where user_id = $2 and in_app and read_at is null and (',
    reason: 'Found when it was first measured: PATCH /notifications/read-all',
  },
  {
    statement:
      'update listings l set version = t.version, updated_at = t.updated_at from unnest($1::text[], $2::text[], $3::i',
    reason: 'Found when it was first measured: POST /admin/listings/:id/unfeature',
  },
  {
    statement: 'delete from "live_events" where channel = any($1::text[]) and data -> $3 ->> $4 = $2',
    reason: 'Found when it was first measured: DELETE /admin/users/:id',
  },
  {
    statement:
      'delete from message_attachments a using messages m where m.id = a.message_id and m.sender_id = $1 returning a.',
    reason: 'Found when it was first measured: DELETE /admin/users/:id',
  },
  {
    statement:
      'delete from refresh_tokens where token_hash in (select token_hash from refresh_tokens where created_at < $1 li',
    reason:
      'Found when it was first measured: job auth.purge-expired: 22 → 186 buffers, 1 → 1 rows (1 in all)',
  },
  {
    statement: 'delete from sessions where id in (select id from sessions where ended_at < $1 limit $2)',
    reason:
      'Found when it was first measured: job auth.purge-expired: 15 → 118 buffers, 1 → 1 rows (1 in all)',
  },
  {
    statement:
      'delete from "listing_changes" where "changed_at" < clock_timestamp() - make_interval(secs => $1) and "seq" < (',
    reason:
      'Found when it was first measured: job discovery.purge-change-log: 106 → 962 buffers, 1 → 1 rows (1 i',
  },
  {
    statement:
      'delete from idempotency_keys where ctid in ( select ctid from idempotency_keys where created_at < $1 limit $2 ',
    reason:
      'Found when it was first measured: job http.purge-idempotency-keys: 492 → 2046 buffers, 450 → 1000 ro',
  },
  {
    statement:
      'delete from live_events where ctid = any(array( select e.ctid from live_channels c join live_events e on e.cha',
    reason: 'Found when it was first measured: job live.purge-events: 8 → 76 buffers, 1 → 1 rows (1 in all)',
  },
  {
    statement:
      'update sellers s set response_time_minutes = fresh.minutes from ( select wanted.id, round(percentile_cont($3) ',
    reason:
      'Found when it was first measured: job messaging.refresh-response-times: 48 → 302 buffers, 2 → 4 rows',
  },
  {
    statement:
      'insert into jobs (id, name, payload, dedupe_key, run_at, attempts_max, created_at) select $1, $2, $7, $8, $3, ',
    reason:
      'Found when it was first measured: job saved-searches.send-alerts: 32 → 210 buffers, 1 → 1 rows (1 in',
  },
  {
    statement: 'select "id", "name", "attempts", "last_error" from "jobs" where "last_error" is not null',
    reason: 'Found when it was first measured: job saved-searches.send-alerts: 24 → 242 buffers, 1 → 1 rows',
  },
  {
    statement:
      'select s.id, s.user_id, s.name from saved_searches s where s.alerts and exists (select from saved_search_alert',
    reason:
      'Found when it was first measured: job saved-searches.send-alerts: 680 → 2647 buffers, 98 → 99 rows (',
  },
  {
    statement:
      'select * from "reports" order by status = \'open\' desc, "created_at", "id" limit $1 offset $2',
    reason: 'Found when it was first measured: walks reports',
  },
  {
    statement:
      'update "listings" set "thumbnail" = $1 || substring("thumbnail" from \'/media/(.+)$\') where id in ( select id f',
    reason: 'Found when it was first measured: walks listings (1 in all)',
  },
  {
    statement:
      'update "sellers" set "logo" = $1 || substring("logo" from \'/media/(.+)$\') where id in ( select id from "seller',
    reason: 'Found when it was first measured: walks sellers (1 in all)',
  },
  {
    statement: 'select 1 from listings where $1 = any(features) limit 1',
    reason: 'Found when it was first measured: walks listings (1 in all)',
  },
  {
    statement:
      "update \"imports\" set options = jsonb_set(options, '{notifyEmails}', ( select coalesce(jsonb_agg(receiver), '[]",
    reason: 'Found when it was first measured: walks imports (1 in all)',
  },
  {
    statement:
      'update "import_pulls" set options = jsonb_set(options, \'{notifyEmails}\', ( select coalesce(jsonb_agg(receiver)',
    reason: 'Found when it was first measured: walks import_pulls (1 in all)',
  },
  {
    statement: "update imports set options = options - 'notifyEmails' where user_id = $1",
    reason: 'Found when it was first measured: walks imports (1 in all)',
  },
  {
    statement: 'delete from "import_pulls" where "user_id" = $1',
    reason: 'Found when it was first measured: walks import_pulls (1 in all)',
  },
  {
    statement: 'update "reviews" set "reply" = $1, "replied_at" = $2, "reply_by" = $3 where "reply_by" = $4',
    reason: 'Found when it was first measured: walks reviews (1 in all)',
  },
  {
    statement: 'update "reports" set "decision" = $1 where "decided_by" = $2',
    reason: 'Found when it was first measured: walks reports (1 in all)',
  },
  {
    statement:
      "update reports set context = jsonb_set(context, array[$1::text], jsonb_build_object('id', $2::text)) where con",
    reason: 'Found when it was first measured: walks reports (1 in all)',
  },
  {
    statement: 'delete from "team_invitations" where lower(email) = lower($1)',
    reason: 'Found when it was first measured: walks team_invitations (1 in all)',
  },
  {
    statement: 'update "team_invitations" set "invited_by" = $1 where "invited_by" = $2',
    reason: 'Found when it was first measured: walks team_invitations (1 in all)',
  },
  {
    statement:
      'delete from api_keys where id in (select id from api_keys where replaced_by is not null and expires_at < $1 li',
    reason: 'Found when it was first measured: walks api_keys (1 in all)',
  },
  {
    statement: 'delete from "listing_view_changes" where "changed_at" < $1',
    reason: 'Found when it was first measured: walks listing_view_changes (1 in all)',
  },
  {
    statement:
      'select * from "invoices" where "seller_id" = $1 order by "issued_at" desc, "id" desc limit $2 offset $3',
    reason: 'Found when it was first measured: passes over more than 1000 rows (1 in all)',
  },
  {
    statement:
      'select "id", "user_agent", "ip", "created_at", "last_used_at", "expires_at" from "sessions" where "user_id" = ',
    reason: 'Found when it was first measured: passes over more than 1000 rows (1 in all)',
  },
  {
    statement:
      'select * from "seller_documents" where "seller_id" = $1 order by "created_at" desc, "id" desc limit $2 offset ',
    reason: 'Found when it was first measured: passes over more than 1000 rows (1 in all)',
  },
  {
    statement:
      'select * from "api_keys" where "user_id" = $1 and "environment" = $2 and "revoked_at" is null order by "create',
    reason: 'Found when it was first measured: passes over more than 1000 rows (1 in all)',
  },
  {
    statement:
      'select * from "saved_searches" where "user_id" = $1 order by "created_at" desc, "id" desc limit $2 offset $3',
    reason: 'Found when it was first measured: passes over more than 1000 rows (1 in all)',
  },
  {
    statement:
      'select * from "webhooks" where "deleted_at" is null and "seller_id" = $1 order by "created_at" desc, "id" desc',
    reason: 'Found when it was first measured: passes over more than 1000 rows (1 in all)',
  },
  {
    statement:
      '/* prepared */ with v as ( select id, side from (( select c.id, c.side, c.updated_at from (sele',
    reason: 'Found when it was first measured: passes over more than 1000 rows (1 in all)',
  },
  {
    statement: 'select * from "audit_log" order by "seq" desc limit $1 offset $2',
    reason: 'Found when it was first measured: passes over more than 1000 rows (1 in all)',
  },
  {
    statement:
      'select id, name, run_at, attempts, attempts_max, locked_until, failed_at, last_error, created_at, dedupe_key i',
    reason: 'Found when it was first measured: passes over more than 1000 rows (1 in all)',
  },
  {
    statement:
      'select * from "imports" where "seller_id" = $1 order by "created_at" desc, "id" desc limit $2 offset $3',
    reason: 'Found when it was first measured: passes over more than 1000 rows (1 in all)',
  },
  {
    statement:
      'select * from "import_problems" where "import_id" = $1 order by row_number nulls first, "seq" limit $2 offset ',
    reason: 'Found when it was first measured: passes over more than 1000 rows (1 in all)',
  },
  {
    statement:
      'select f.id, f.listing_id, f.created_at, f.price_at_added, f.currency_at_added, coalesce(l.titl',
    reason: 'Found when it was first measured: passes over more than 1000 rows (1 in all)',
  },
  {
    statement:
      'select c.id, c.user_id, c.name, c.share_version, c.created_at, c.updated_at, (select array_agg(cl.listing_id o',
    reason: 'Found when it was first measured: passes over more than 1000 rows (1 in all)',
  },
  {
    statement:
      'select "id", "slug", "title", "status", "price", "currency", "description", "created_at" as "createdAt", "upda',
    reason: 'Found when it was first measured: GET /auth/me/export',
  },
  {
    statement: 'select * from "audit_log" order by "seq" desc limit $1',
    reason: 'Found when it was first measured: GET /admin/audit-log/export.csv',
  },
  {
    statement:
      'select seq, listing_id, page_only, pg_snapshot_xmin(pg_current_snapshot())::text as oldest, pg_snapshot_xmax(p',
    reason: 'Found when it was first measured: PATCH /admin/categories/:id',
  },
  {
    statement:
      'select distinct unnest(array[c.buyer_id, c.seller_id]) as channel from conversations c where c.id in (select c',
    reason: 'Found when it was first measured: DELETE /admin/users/:id',
  },
];
