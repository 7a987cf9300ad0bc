import type { AccountStatus, Role, TeamRole, UserActor } from '../../../platform/actor.ts';
import { type AppError, forbidden } from '../../../platform/errors/app-error.ts';
import { t } from '../../../platform/errors/sentence.ts';

/** The account data that each request needs. */
export interface AccountHolder {
  readonly user_id: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly role: Role;
  readonly language: string;
  readonly status: AccountStatus;
  readonly seller_id: string | null;
  readonly team_role: TeamRole | null;
}

export function actorOf(holder: AccountHolder, credential: UserActor['credential']): UserActor {
  return {
    kind: 'user',
    userId: holder.user_id,
    email: holder.email,
    emailVerified: holder.email_verified,
    role: holder.role,
    language: holder.language,
    seller:
      holder.seller_id === null || holder.team_role === null
        ? null
        : { sellerId: holder.seller_id, teamRole: holder.team_role },
    credential,
  };
}

export function accountSuspended(): AppError {
  return forbidden(t('This account is suspended. Please contact support.'));
}
