import { type Selectable, sql } from 'kysely';
import type { SellerTable, TeamMemberTable } from './tables.ts';

type Company = Pick<
  Selectable<SellerTable>,
  | 'id'
  | 'slug'
  | 'company_name'
  | 'logo'
  | 'phone'
  | 'whatsapp'
  | 'languages'
  | 'opening_hours'
  | 'vat_id'
  | 'country'
  | 'region'
  | 'city'
  | 'postal_code'
  | 'lat'
  | 'lng'
  | 'status'
  | 'verified'
  | 'trust_score'
  | 'rating_count'
  | 'rating_sum'
  | 'response_time_minutes'
  | 'created_at'
  | 'updated_at'
> & {
  /** Basis of listings that state none. */
  readonly price_basis: 'net' | 'gross';
  /** Share of the profile that is filled in, 0 to 1. */
  readonly profile_share: number;
};

/**
 * Columns of companies that every module may read, to be joined in its statements: `from ${companies} s`,
 * `companies.as('s')`. PostgreSQL plans it like the table.
 */
export const companies = sql<Company>`(
  select id, slug, company_name, logo, phone, whatsapp, languages, opening_hours, vat_id, country, region, city,
    postal_code, lat, lng, status, verified, trust_score, rating_count, rating_sum, response_time_minutes, created_at, updated_at,
    coalesce(default_price_basis, case when vat_id is null then 'gross' else 'net' end) as price_basis,
    num_nonnulls(about, logo, phone, website, city, postal_code, vat_id) / 7.0 as profile_share
  from sellers)`;

/** Members of companies, with the columns that triggers copy from company and account. */
export const memberships = sql<Selectable<TeamMemberTable>>`(
  select id, seller_id, user_id, role, created_at, company_name, verified, user_since from team_members)`;
