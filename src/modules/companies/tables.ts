import type { ColumnType, Generated } from 'kysely';
import type { AccountStatus, TeamRole } from '../../platform/actor.ts';
import type { OpeningHours } from './opening-hours.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    sellers: SellerTable;
    team_members: TeamMemberTable;
  }
}

export interface SellerTable {
  id: string;
  slug: string;
  company_name: string;
  country: string | null;
  region: string | null;
  city: string | null;
  postal_code: string | null;
  lat: number | null;
  lng: number | null;
  about: string | null;
  logo: string | null;
  phone: string | null;
  whatsapp: ColumnType<string | null, string | null | undefined, string | null>;
  languages: Generated<readonly string[]>;
  opening_hours: ColumnType<OpeningHours | null, OpeningHours | null | undefined, OpeningHours | null>;
  email: string | null;
  website: string | null;
  vat_id: string | null;
  /** If null: net with a VAT ID, otherwise gross. */
  default_price_basis: ColumnType<
    'net' | 'gross' | null,
    'net' | 'gross' | null | undefined,
    'net' | 'gross' | null
  >;
  street: ColumnType<string | null, string | null | undefined, string | null>;
  trade_register: ColumnType<string | null, string | null | undefined, string | null>;
  /** When the seller declared to offer only lawful goods. */
  certified_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  trader_asked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  is_traceable: ColumnType<boolean, never, never>;
  verified: Generated<boolean>;
  verified_at: Date | null;
  trust_score: Generated<number>;
  rating_count: Generated<number>;
  rating_sum: Generated<number>;
  response_time_minutes: number | null;
  status: Generated<AccountStatus>;
  created_at: Date;
  updated_at: Date;
}

export interface TeamMemberTable {
  id: string;
  seller_id: string;
  user_id: string;
  role: TeamRole;
  created_at: Date;
  /** Triggers copy these from the seller and the account. */
  company_name: Generated<string>;
  verified: Generated<boolean>;
  user_since: Generated<Date>;
}
