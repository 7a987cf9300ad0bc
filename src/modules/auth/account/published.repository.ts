import { type Selectable, sql } from 'kysely';
import type { UserTable } from '../tables.ts';

/** What every area may read of an account, to be joined in its own statements: `from ${accounts} u`, `accounts.as('u')`. PostgreSQL plans it like the table. */
export const accounts = sql<
  Pick<
    Selectable<UserTable>,
    | 'id'
    | 'name'
    | 'email'
    | 'email_verified'
    | 'language'
    | 'currency'
    | 'avatar'
    | 'role'
    | 'status'
    | 'last_seen_at'
  >
>`(select id, name, email, email_verified, language, currency, avatar, role, status, last_seen_at from users)`;
