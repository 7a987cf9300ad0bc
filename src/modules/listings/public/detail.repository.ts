import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Queryable } from '../../../platform/db/transaction.ts';
import { isId } from '../../../platform/ids.ts';
import { memberships, companies, type OpeningHours } from '../../companies/index.ts';
import { accounts } from '../../auth/index.ts';
import { lingeringStates } from '../lifecycle/lifecycle.ts';
import type { ListingRow } from '../tables.ts';

interface DetailSeller {
  readonly id: string;
  readonly slug: string;
  readonly companyName: string;
  readonly verified: boolean;
  readonly trustScore: number;
  readonly country: string | null;
  readonly city: string | null;
  readonly phone: string | null;
  readonly whatsapp: string | null;
  readonly languages: readonly string[];
  readonly openingHours: OpeningHours | null;
}

export interface DetailRow {
  readonly row: ListingRow;
  readonly seller: DetailSeller;
  /** Name of the team member who is the contact. */
  readonly memberName: string | null;
}

/** Finds a listing that is, or recently was, on the market, by ID or slug. */
export async function findDetailRow(db: Database, idOrSlug: string): Promise<DetailRow | undefined> {
  const found = await db
    .selectFrom('listings as l')
    .innerJoin(companies.as('s'), 's.id', 'l.seller_id')
    .selectAll('l')
    .select([
      's.slug as seller_slug',
      's.company_name as seller_company_name',
      's.verified as seller_verified',
      's.trust_score as seller_trust_score',
      's.country as seller_country',
      's.city as seller_city',
      's.phone as seller_phone',
      's.whatsapp as seller_whatsapp',
      's.languages as seller_languages',
      's.opening_hours as seller_opening_hours',
    ])
    .select((select) =>
      select
        .selectFrom(memberships.as('m'))
        .innerJoin(accounts.as('u'), 'u.id', 'm.user_id')
        .where('m.id', '=', sql<string>`l.contact ->> 'memberId'`)
        .whereRef('m.seller_id', '=', 'l.seller_id')
        .select('u.name')
        .as('member_name'),
    )
    .where(isId('lst', idOrSlug) ? 'l.id' : 'l.slug', '=', idOrSlug)
    .where('l.status', 'in', ['ACTIVE', ...lingeringStates])
    // The listings of an erased seller are deleted in batches; hide them meanwhile.
    .where('s.status', '<>', 'erased')
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const {
    seller_slug,
    seller_company_name,
    seller_verified,
    seller_trust_score,
    seller_country,
    seller_city,
    seller_phone,
    seller_whatsapp,
    seller_languages,
    seller_opening_hours,
    member_name,
    ...row
  } = found;
  return {
    row,
    seller: {
      id: row.seller_id,
      slug: seller_slug,
      companyName: seller_company_name,
      verified: seller_verified,
      trustScore: seller_trust_score,
      country: seller_country,
      city: seller_city,
      phone: seller_phone,
      whatsapp: seller_whatsapp,
      languages: seller_languages,
      openingHours: seller_opening_hours,
    },
    memberName: member_name,
  };
}

interface ReportedSeller {
  readonly name: string;
  readonly ownerId: string | null;
}

export async function getReportedSeller(db: Queryable, sellerId: string): Promise<ReportedSeller> {
  const { rows } = await sql<ReportedSeller>`
    select company_name as name,
      (select user_id from ${memberships} team_members where seller_id = s.id and role = 'OWNER' limit 1) as "ownerId"
    from ${companies} s where s.id = ${sellerId}`.execute(db);
  const [seller] = rows;
  if (seller === undefined) throw new Error(`The seller ${sellerId} of a listing is missing`);
  return seller;
}
