import { type Selectable, sql } from 'kysely';
import type { UserTable } from '../tables.ts';

/**
 * The account columns that other modules may join in their own statements: `from ${accounts} u`, `accounts.as('u')`.
 * PostgreSQL plans it like the table.
 */
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
