/** Requests to each route by each user: with IDs of the user's resources, and with every sort order and filter once. */
import type { AnyRouteRow } from '../../src/platform/http/route.ts';
import type { Accounting } from './accounting.ts';

export interface Person {
  readonly name: 'ordinary dealer' | 'largest dealer' | 'ordinary buyer' | 'busiest buyer' | 'administrator';
  readonly token: string;
  readonly userId: string;
  readonly sellerId: string | null;
}

export interface SampleRequest {
  readonly step: string;
  readonly method: string;
  /** The same request for several rows, if the path has an ID. */
  readonly paths: readonly string[];
  readonly token: string;
  readonly body?: unknown;
}

/** Routes that are not requested. Streams never end; signing out and erasing would end the session that later requests need. */
export const EXCLUDED_ROUTES: Readonly<Record<string, string>> = {
  'GET /notifications/stream': 'never ends',
  'GET /events/stream': 'never ends',
  'POST /auth/logout': 'ends the session of the test',
  'POST /admin/users/:id/sign-out': 'ends the session of the test',
  'POST /seller/webhooks/:id/replay': 'sends to other machines',
  'POST /webhooks/:id/replay': 'sends to other machines',
  'POST /admin/webhooks/:id/replay': 'sends to other machines',
};

/** Requests that make an account unusable come last. */
const LAST = [
  'POST /account/become-seller',
  'POST /auth/change-password',
  'DELETE /admin/users/:id',
  'POST /admin/users/:id/suspend',
  'DELETE /auth/me',
];

/** Number of rows per kind, so that an unusual row does not decide the result. */
const SAMPLES = 3;

/** Restricts a query to sellers without webhooks, which exist on a marketplace of any size and cause no deliveries. */
const WITHOUT_WEBHOOKS = 'seller_id not in (select seller_id from webhooks where seller_id is not null)';

const OF_SELLER = (table: string, condition = ''): string =>
  `select id from ${table} where seller_id = $2 ${condition} order by created_at desc, id desc limit ${SAMPLES}`;
const OF_USER = (table: string, condition = ''): string =>
  `select id from ${table} where user_id = $1 ${condition} order by created_at desc, id desc limit ${SAMPLES}`;
const OF_ANYBODY = (table: string, condition = 'true'): string =>
  `select id from ${table} where ${condition} order by id limit ${SAMPLES}`;
const CONVERSATION = `select id from conversations where buyer_id = $1 or seller_id = $2 order by updated_at desc, id limit ${SAMPLES}`;
const LISTING = `select id from listings where status = 'ACTIVE' and ($2::text is null or seller_id = $2) order by favorites_count desc, id limit ${SAMPLES}`;

/** Queries that find IDs, by route and parameter; the first match counts. $1 is the user's ID, $2 the seller's ID. */
const FINDS: readonly (readonly [RegExp, string])[] = [
  [/^\/admin\/listings.*:id/, OF_ANYBODY('listings', `status = 'ACTIVE' and ${WITHOUT_WEBHOOKS}`)],
  [
    /^\/admin\/users.*:id/,
    `select user_id as id from team_members where role = 'OWNER' and ${WITHOUT_WEBHOOKS} order by 1 limit ${SAMPLES}`,
  ],
  [/^\/admin\/traders.*:id/, OF_ANYBODY('sellers', "not is_traceable and status = 'active'")],
  [/^\/admin\/reports.*:id/, OF_ANYBODY('reports', "status = 'open'")],
  [/^\/admin\/objections.*:id/, OF_ANYBODY('decisions', 'objected_at is not null and outcome is null')],
  [/^\/admin\/webhooks.*:id/, OF_ANYBODY('webhooks', 'deleted_at is null')],
  [/^\/admin\/reviews.*:id/, OF_ANYBODY('reviews', "status = 'pending'")],
  [
    /^\/admin\/verifications.*:id/,
    `select seller_id as id from seller_documents where refused_at is null and accepted_at is null order by 1 limit ${SAMPLES}`,
  ],
  [/^\/admin\/documents.*:id/, OF_ANYBODY('seller_documents')],
  [/^\/admin\/categories\/:id/, OF_ANYBODY('categories', 'parent_id is not null')],
  [
    /^\/admin\/brands\/:id/,
    `select brand_id as id from listings group by 1 order by count(*) desc, 1 limit 1`,
  ],
  [/^\/admin\/yearly-figures/, `select '2026' as id`],
  [/^\/admin\/plans\/:id/, OF_ANYBODY('plans')],
  [/^\/admin\/payments\/:id/, OF_ANYBODY('payments', "status = 'succeeded' and refunded_minor = 0")],
  [/^\/admin\/invoices\/:id/, OF_ANYBODY('invoices')],
  [/^\/admin\/coupons\/:id/, `select id from coupons order by redeemed desc, id limit 1`],
  [/^\/admin\/jobs\/:id/, OF_ANYBODY('jobs')],
  [/^\/admin\/mails\/:id/, OF_ANYBODY('mails')],
  [/^\/admin\/settings\/:name/, `select 'listings.reviewNew' as id`],
  [/^\/admin\/translations\/:language|^\/translations/, `select 'de' as id`],
  [/:code/, `select 'abs' as id`],
  [/^\/brands\/:slug/, `select slug as id from brands order by 1 limit ${SAMPLES}`],
  [/^\/categories\/:slug/, `select slug as id from categories order by 1 limit ${SAMPLES}`],
  [
    /images\/:imageId/,
    `select i.id from listing_images i join listings l on l.id = i.listing_id where l.seller_id = $2 order by 1 limit ${SAMPLES}`,
  ],
  [
    /^\/sellers\/:slug/,
    `select slug as id from sellers where id = coalesce($2, (select min(id) from sellers where trust_score = 70))`,
  ],
  [
    /by-external-id\/:externalId/,
    `select external_id as id from listings where seller_id = $2 and external_id is not null limit 1`,
  ],
  [/^\/events\/:id/, OF_SELLER('events')],
  [/^\/(?:seller\/)?listings\/:/, LISTING],
  [
    /^\/favorites\/:/,
    `select listing_id as id from favorites where user_id = $1 order by 1 limit ${SAMPLES}`,
  ],
  [/^\/search\/saved/, OF_USER('saved_searches')],
  [/^\/comparisons\/:id/, OF_USER('comparisons')],
  [/^\/account\/views\/:id/, OF_USER('saved_views')],
  [/^\/notifications\/:id/, OF_USER('notifications')],
  [
    /logs\/:logId/,
    `select a.id from webhook_attempts a join webhooks w on w.id = a.webhook_id where w.seller_id = $2 order by 1 limit ${SAMPLES}`,
  ],
  [/^\/(?:seller\/)?webhooks\/:id/, OF_SELLER('webhooks')],
  [
    /invoices\/:id/,
    `select id from invoices where seller_id = $2 order by issued_at desc, id limit ${SAMPLES}`,
  ],
  [/bulk-import\/:id/, OF_SELLER('imports')],
  [/mappings\/:preset/, `select 'own' as id`],
  [/team\/invitations\/:/, OF_SELLER('team_invitations')],
  [
    /team\/:memberId/,
    `select id from team_members where seller_id = $2 and role <> 'OWNER' order by 1 limit ${SAMPLES}`,
  ],
  [/^\/seller\/reviews\/:id/, OF_SELLER('reviews', "and status = 'published' and reply is null")],
  [/^\/reviews\/:id/, `select id from reviews where author_id = $1 order by 1 limit ${SAMPLES}`],
  [
    /messages\/:messageId/,
    `select m.id from messages m join conversations c on c.id = m.conversation_id where c.buyer_id = $1 or c.seller_id = $2 order by 1 limit ${SAMPLES}`,
  ],
  [/attachments\/:id/, OF_ANYBODY('message_attachments')],
  [
    /participantId/,
    `select buyer_id as id from conversations where seller_id = $2 order by 1 limit ${SAMPLES}`,
  ],
  [/message-templates\/:id/, OF_SELLER('message_templates')],
  [/^\/messages\/(?:conversations\/)?:/, CONVERSATION],
  [/^\/auth\/sessions\/:id/, OF_USER('sessions', 'and ended_at is null')],
  [/api-keys\/:id/, OF_USER('api_keys')],
  [/account\/documents\/:id/, OF_USER('seller_documents')],
];

/** Bodies for routes where the smallest valid body has no effect. */
const BODIES: Readonly<Record<string, (find: (sql: string) => Promise<string | null>) => Promise<unknown>>> =
  {
    'POST /seller/listings/batch': async (find) => ({
      operations: [{ op: 'changePrice', id: await find(LISTING), percent: -1 }],
    }),
    'PATCH /seller/listings/:id': async () => ({ price: 12_345 }),
    'PATCH /listings/:slug': async () => ({ price: 12_340 }),
    'POST /favorites': async (find) => ({
      listingId: await find(OF_ANYBODY('listings', "status = 'ACTIVE'")),
    }),
    'POST /messages': async (find) => ({
      listing_id: await find(`select id from listings where status = 'ACTIVE' order by id desc limit 1`),
      content: 'Is it still available?',
    }),
    'POST /messages/conversations/:id': async () => ({ content: 'Thank you, until Saturday.' }),
    'POST /search/saved': async () => ({ name: 'Tractors', query: { q: 'man tgx' } }),
    'POST /account/views': async () => ({ area: 'listings', name: 'Drafts', query: 'status=DRAFT' }),
    'POST /comparisons': async (find) => ({ listingIds: [await find(LISTING)] }),
    'PATCH /admin/users/:id': async () => ({ name: 'Renamed Person' }),
    'PATCH /admin/brands/:id': async () => ({ name: 'Renamed Brand' }),
    'PATCH /admin/categories/:id': async () => ({ position: 3 }),
    'POST /admin/brands/:id/merge': async () => ({ into: 'volvo' }),
    'POST /auth/change-password': async () => ({
      currentPassword: OF_FORMAT.password,
      newPassword: 'Another#2025',
    }),
    'PUT /auth/me': async () => ({ name: 'Somebody Else' }),
    'PUT /seller/profile': async () => ({ about: 'We trade in trucks.' }),
    'PATCH /notifications/read-all': async () => ({}),
  };

interface Schema {
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

export const OF_FORMAT = {
  email: 'somebody@example.org',
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  'http-url': 'https://dealer.example/hook',
  password: 'Longhaul#2024',
  phone: '+4940123456',
  country: 'DE',
  currency: 'EUR',
} as const;

/** Returns the smallest value that matches a schema. */
function smallestValue(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf?.[0] !== undefined) return smallestValue(schema.anyOf[0]);
  if (schema.type === 'string')
    return (
      (OF_FORMAT as Readonly<Record<string, string>>)[schema.format ?? ''] ??
      'text that is long enough'.slice(0, Math.max(10, schema.minLength ?? 0))
    );
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, () => smallestValue(schema.items ?? {}));
  if (schema.type !== 'object') return null;
  const names = schema.required ?? [];
  return Object.fromEntries(names.map((name) => [name, smallestValue(schema.properties?.[name] ?? {})]));
}

const isOf = (person: Person, row: AnyRouteRow): boolean => {
  switch (row.access.kind) {
    case 'admin':
      return person.name === 'administrator';
    case 'seller':
      return person.sellerId !== null;
    case 'public':
      return person.name === 'ordinary dealer' || person.name === 'largest dealer';
    case 'user':
      return person.name !== 'administrator';
  }
};

const DEEP_PAGES = [2, 60] as const;

/** Queries with filters, sort orders and far pages: frequent terms, rare terms, and terms without results. */
const COMBINED: Readonly<Record<string, readonly string[]>> = {
  'GET /admin/users': [
    'q=dealers.example',
    'q=dealers.example&role=SELLER&page=10',
    'q=dealers.example&role=ADMIN',
    'q=gmbh',
    'q=gmbh&verified=false',
    'q=gmbh&status=suspended',
    'verified=true&page=10',
  ],
  'GET /admin/listings': [
    'q=volvo',
    'q=volvo&page=5',
    'q=volvo&status=PENDING_REVIEW',
    'q=volvo&status=SOLD',
    'q=gmbh',
    'q=volvo&flagged=true',
    'status=ACTIVE&page=60',
  ],
  'GET /seller/listings': [
    'q=volvo',
    'q=volvo&sort=price&order=asc',
    'q=volvo&sort=views&page=3',
    'q=volvo&status=PENDING_REVIEW',
    'sort=views&order=desc&page=60',
    'sort=price&order=desc&status=ACTIVE&page=60',
  ],
  'GET /seller/dashboard/vehicles': [
    'sort=views&order=desc&page=60',
    'sort=title&order=desc&page=60',
    'sort=favorites&from=2030-06-01&to=2031-03-19',
  ],
  'GET /seller/bulk-import': ['status=completed&page=2'],
  'GET /admin/mails': ['recipient=somebody@example.org'],
};
/** Routes that are served from memory. */
const FROM_MEMORY = /^\/(?:search|listings)$/;

/** Returns an empty query string, one for each value of each enumerated parameter, and one for a deep page. */
function queriesOf(row: AnyRouteRow): string[] {
  const properties = Object.entries((row.query as Schema | undefined)?.properties ?? {});
  if (row.method !== 'GET' || FROM_MEMORY.test(row.path)) return [''];
  return [
    '',
    ...properties.flatMap(([name, schema]) => {
      if (name === 'page') return DEEP_PAGES.map((page) => `page=${page}`);
      if (name === 'q') return ['q=tgx', 'q=dealer-7'];
      return valuesOf(schema).map(
        (value) => `${name}=${String(value)}${name === 'sort' ? '&order=asc' : ''}`,
      );
    }),
    ...(COMBINED[`GET ${row.path}`] ?? []),
  ];
}

function valuesOf(schema: Schema): readonly unknown[] {
  if (schema.enum !== undefined) return schema.enum;
  if (schema.const !== undefined) return [schema.const];
  if (schema.type === 'boolean') return [true, false];
  return schema.anyOf?.flatMap((branch) => valuesOf(branch)) ?? [];
}

const LAST_RANK = 3;

/** Returns reads first, then writes, then deletions, and last the requests that close accounts. */
export async function requestsOf(
  routes: readonly AnyRouteRow[],
  people: readonly Person[],
  accounting: Pick<Accounting, 'some'>,
): Promise<SampleRequest[]> {
  const nameOf = (row: AnyRouteRow): string => `${row.method} ${row.path}`;
  const rank = (row: AnyRouteRow): number => {
    const last = LAST.indexOf(nameOf(row));
    return last >= 0 ? LAST_RANK + last : row.method === 'GET' ? 0 : row.method === 'DELETE' ? 2 : 1;
  };
  const requests: SampleRequest[] = [];
  const ordered = routes
    .filter((row) => !(nameOf(row) in EXCLUDED_ROUTES))
    .toSorted((a, b) => rank(a) - rank(b));
  for (const row of ordered) {
    for (const person of people.filter((candidate) => isOf(candidate, row))) {
      const findSome = (sql: string): Promise<readonly string[]> =>
        accounting.some(
          sql.includes('$') ? `with _ as (select $1::text, $2::text) ${sql}` : sql,
          sql.includes('$') ? [person.userId, person.sellerId] : [],
        );
      const find = async (sql: string): Promise<string | null> => (await findSome(sql))[0] ?? null;
      let paths: readonly string[] = [row.path];
      for (const parameter of row.path.match(/:\w+/g) ?? []) {
        const sql = FINDS.find(
          ([pattern]) => pattern.test(row.path) && patternNames(pattern, parameter),
        )?.[1];
        const ids = sql === undefined ? [] : await findSome(sql);
        paths = pathsWith(paths, parameter, rank(row) < LAST_RANK ? ids : ids.slice(0, 1));
      }
      const body =
        row.body === undefined
          ? undefined
          : await (BODIES[nameOf(row)]?.(find) ?? Promise.resolve(smallestValue(row.body as Schema)));
      for (const query of queriesOf(row)) {
        requests.push({
          step: `${nameOf(row)}${query === '' ? '' : `?${query}`} as ${person.name}`,
          method: row.method,
          paths: paths.map((path) => `/api${path}${query === '' ? '' : `?${query}`}`),
          token: person.token,
          ...(body === undefined ? {} : { body }),
        });
      }
    }
  }
  return requests;
}

/** Replaces a parameter in the paths: one path per ID, and one path if there are no IDs. */
function pathsWith(paths: readonly string[], parameter: string, ids: readonly string[]): string[] {
  const count = Math.max(1, ids.length);
  return Array.from({ length: count }, (_, n) =>
    (paths[n % paths.length] ?? '').replace(parameter, ids[n] ?? 'nothing'),
  );
}

/** Returns whether a pattern applies to a parameter: it names that parameter, or ends with a colon and so applies to any. */
function patternNames(pattern: RegExp, parameter: string): boolean {
  const named = /(?<!\?):\w+/.exec(pattern.source)?.[0];
  return named === undefined || named === parameter;
}
