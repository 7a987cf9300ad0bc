import { type Actor, hasTeamRole, type TeamRole, type UserActor } from '../../platform/actor.ts';
import { addMs, DAY_MS, secondsToMidnight } from '../../platform/clock.ts';
import { hashToken, newToken } from '../../platform/crypto/tokens.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/db/sql-errors.ts';
import { inTransaction, recordCreated, type Transaction } from '../../platform/db/transaction.ts';
import {
  alreadyExists,
  type AppError,
  forbidden,
  found,
  invalidState,
} from '../../platform/errors/app-error.ts';
import { rateLimited } from '../../platform/errors/rate-limited.ts';
import type { SellerActor } from '../../platform/http/route.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { dailyMailsOfSeller, takeDailyMail } from '../../platform/mail/daily-limits.repository.ts';
import { canonicalEmail } from '../../platform/text/email.ts';
import {
  deleteSeller,
  findMembership,
  lockCompanies,
  lockCompany,
  deleteMember,
  insertMember,
  updateMemberRole,
} from '../companies/index.ts';
import { findUser, lockAccount, memberReleased, revokeKeysOf, setSellerRole } from '../auth/index.ts';
import { assertWithinPlan, lockSellerPlan } from '../billing/index.ts';
import { invitationMail } from './mail-templates.ts';
import {
  type AddressedInvitation,
  closeInvitation,
  type CompanyHolding,
  countOwners,
  countSeats,
  findAddressedInvitation,
  findCompanyName,
  findInvitationByToken,
  findMember,
  insertInvitation,
  type InvitationRow,
  isMemberByEmail,
  listHoldings,
  listMembers,
  listOpenInvitations,
  lockMember,
  lockOpenInvitation,
  type MemberRow,
  revokeExpired,
} from './repository.ts';
import { t } from '../../platform/errors/sentence.ts';
import { teamRoleName } from '../../platform/team-role-names.ts';
import type { Notice } from '../../platform/notices.ts';

const INVITATION_MS = 7 * DAY_MS;

export interface Team {
  readonly members: readonly MemberRow[];
  readonly invitations: readonly InvitationRow[];
}

/** Team of a seller. Every change locks the seller, so that a team never loses its last owner. */
export class TeamService extends Service<Platform> {
  async read(sellerId: string): Promise<Team> {
    const { db } = this.parts;
    const [members, invitations] = await Promise.all([
      listMembers(db, sellerId),
      listOpenInvitations(db, sellerId),
    ]);
    return { members, invitations };
  }

  async openInvitation(sellerId: string, invitationId: string): Promise<InvitationRow> {
    const open = await listOpenInvitations(this.parts.db, sellerId);
    return found(
      'invitation',
      open.find(({ id }) => id === invitationId),
    );
  }

  async invite(actor: SellerActor, input: { email: string; role: TeamRole }): Promise<InvitationRow> {
    assertMayAssign(actor, input.role);
    const { db, clock, mails, audit, config, keys } = this.parts;
    const now = clock.now();
    const { sellerId } = actor.seller;
    const token = newToken('fwi_');
    try {
      return await inTransaction(db, async (trx) => {
        const { companyName } = await lockCompany(trx, sellerId);
        await revokeExpired(trx, sellerId, now);
        if (await isMemberByEmail(trx, sellerId, input.email))
          throw alreadyExists(t('{email} is already in the team.', { email: input.email }));
        assertWithinPlan(
          await lockSellerPlan(trx, sellerId),
          'teamSeats',
          await countSeats(trx, sellerId, now),
        );
        const invitation: InvitationRow = {
          id: newId('ivt', now),
          seller_id: sellerId,
          email: input.email,
          role: input.role,
          token_hash: hashToken(token),
          invited_by: actor.userId,
          created_at: now,
          expires_at: addMs(now, INVITATION_MS),
          accepted_at: null,
          accepted_by: null,
          revoked_at: null,
        };
        await insertInvitation(trx, invitation);
        recordCreated(trx, invitation.id);
        if (!(await takeDailyMail(trx, keys, { kind: 'invitation', sellerId, to: input.email, now })))
          throw rateLimited(
            t(
              'There have been too many invitations today from this company or to this address; try again tomorrow.',
            ),
            { limit: dailyMailsOfSeller('invitation'), waitSeconds: secondsToMidnight(now) },
          );
        const inviter = await findUser(trx, actor.userId);
        if (inviter === undefined) throw new Error('the inviting account is not there');
        const url = `${config.baseUrl}/team/invitations/${token}`;
        await mails.enqueue(
          trx,
          invitationMail({
            to: input.email,
            about: [actor.userId, sellerId],
            language: actor.language,
            companyName,
            inviter: inviter.name,
            url,
          }),
        );
        await audit.record(trx, {
          actor,
          action: 'team.invited',
          subject: { type: 'seller', id: sellerId },
          after: { invitationId: invitation.id, role: input.role },
        });
        return invitation;
      });
    } catch (error) {
      if (isUniqueViolation(error, 'team_invitations_open_key'))
        throw alreadyExists(t('{email} has already been invited.', { email: input.email }));
      throw error;
    }
  }

  async revoke(actor: SellerActor, invitationId: string): Promise<void> {
    const { db, clock } = this.parts;
    const { sellerId } = actor.seller;
    await inTransaction(db, async (trx) => {
      await lockCompany(trx, sellerId);
      const open = found('invitation', await lockOpenInvitation(trx, sellerId, invitationId));
      assertMayAssign(actor, open.role);
      await closeInvitation(trx, open.id, { revoked_at: clock.now() });
    });
  }

  /** Returns the invitation of a link. The invited person also receives the reasons why they cannot accept it. */
  async received(
    actor: Actor,
    token: string,
  ): Promise<{
    row: AddressedInvitation;
    ownCompany: { name: string; holdings: CompanyHolding[] } | null;
  }> {
    const { db, clock } = this.parts;
    const email = actor.kind === 'user' ? canonicalEmail(actor.email) : '';
    const row = found('invitation', await findAddressedInvitation(db, hashToken(token), email));
    if (actor.kind !== 'user' || actor.seller === null || !row.is_theirs) return { row, ownCompany: null };
    const { sellerId } = actor.seller;
    const [name, holdings] = await Promise.all([
      findCompanyName(db, sellerId),
      listHoldings(db, sellerId, actor.userId, clock.now()),
    ]);
    return { row, ownCompany: { name, holdings } };
  }

  /**
   * Makes the invited person a member. They must be signed in with the invited address and belong to no other team.
   * With `leavesCompany`, deletes their company in the same transaction, so that they cannot lose both. The company
   * must be empty, because invoices and reviews cannot move to another company; a used trial counts too, or the
   * person would get another.
   */
  async accept(
    actor: UserActor,
    token: string,
    { leavesCompany }: { readonly leavesCompany: boolean },
  ): Promise<MemberRow> {
    const { db, clock, audit, notices } = this.parts;
    const now = clock.now();
    const joined = inTransaction(db, async (trx) => {
      const invited = { tokenHash: hashToken(token), email: canonicalEmail(actor.email) };
      // An invitation to another address looks like one that is used, expired or does not exist.
      const { seller_id: sellerId } = found('invitation', await findInvitationByToken(trx, invited, now));
      if (actor.role === 'ADMIN') throw forbidden(t("An administrator cannot join a seller's team."));
      const left = actor.seller;
      if (left !== null && (!leavesCompany || left.sellerId === sellerId)) throw alreadyMember();
      await lockAccount(trx, actor.userId);
      // Another invitation may have been accepted since the request was authenticated.
      const membership = await findMembership(trx, actor.userId);
      if (membership?.seller_id !== left?.sellerId) throw alreadyMember();
      await lockCompanies(trx, left === null ? [sellerId] : [sellerId, left.sellerId]);
      // Repeat the check under the lock, so that it is accepted only once.
      const invitation = found('invitation', await findInvitationByToken(trx, invited, now));
      if (left !== null) await this.#endCompany(trx, actor, left.sellerId);
      const plan = await lockSellerPlan(trx, sellerId);
      // The invitation reserved this seat, so this fails only if the plan has become smaller.
      assertWithinPlan(plan, 'teamSeats', (await countSeats(trx, sellerId, now)) - 1);
      const memberId = newId('mem', now);
      await insertMember(trx, {
        id: memberId,
        seller_id: sellerId,
        user_id: actor.userId,
        role: invitation.role,
        created_at: now,
      });
      await setSellerRole(trx, actor.userId, 'SELLER', now);
      await closeInvitation(trx, invitation.id, { accepted_at: now, accepted_by: actor.userId });
      const member = await findMember(trx, sellerId, memberId);
      if (member === undefined) throw new Error('a new team member is not there');
      const otherOwners = (await listMembers(trx, sellerId)).filter(
        (other) => other.role === 'OWNER' && other.user_id !== actor.userId,
      );
      await notices.add(
        trx,
        ...otherOwners.map((owner): Notice => ({
          userId: owner.user_id,
          type: 'team_joined',
          data: { name: member.name, role: member.role },
          about: { [actor.userId]: ['name'] },
          link: '/seller/team',
          dedupeKey: `team_joined:${memberId}`,
        })),
      );
      await audit.record(trx, {
        actor,
        action: 'team.joined',
        subject: { type: 'seller', id: sellerId },
        after: { memberId, role: invitation.role },
      });
      return member;
    });
    return joined.catch((error: unknown) => {
      // Joining two teams concurrently: the actor was read before the user joined either.
      if (isUniqueViolation(error, 'team_members_user_key')) throw alreadyMember();
      // Data was added to the company while it was being deleted.
      throw isForeignKeyViolation(error) ? companyNotEmpty() : error;
    });
  }

  /** Deletes an empty company, whose lock is held. */
  async #endCompany(trx: Transaction, actor: UserActor, sellerId: string): Promise<void> {
    const { clock, audit } = this.parts;
    const now = clock.now();
    // Listings that are being created commit first and then count.
    await lockSellerPlan(trx, sellerId);
    const holdings = await listHoldings(trx, sellerId, actor.userId, now);
    if (holdings.length > 0) throw companyNotEmpty();
    const companyName = await findCompanyName(trx, sellerId);
    const revokedKeys = await revokeKeysOf(trx, actor.userId, now);
    await deleteSeller(trx, sellerId);
    await audit.record(trx, {
      actor,
      action: 'team.company_left',
      subject: { type: 'seller', id: sellerId },
      before: { companyName },
      after: { revokedKeys },
    });
  }

  async changeRole(actor: SellerActor, memberId: string, role: TeamRole): Promise<MemberRow> {
    const { db, audit } = this.parts;
    const { sellerId } = actor.seller;
    return inTransaction(db, async (trx) => {
      await lockCompany(trx, sellerId);
      const member = await this.#ownMember(trx, sellerId, memberId);
      assertMayAssign(actor, member.role);
      assertMayAssign(actor, role);
      if (member.role === 'OWNER' && role !== 'OWNER') await assertAnotherOwner(trx, sellerId);
      await updateMemberRole(trx, sellerId, memberId, role);
      if (!hasTeamRole({ sellerId, teamRole: role }, 'MANAGER')) await this.#release(trx, sellerId, member);
      await audit.record(trx, {
        actor,
        action: 'team.role_changed',
        subject: { type: 'teamMember', id: memberId },
        before: { role: member.role },
        after: { role },
      });
      return { ...member, role };
    });
  }

  /**
   * Removes a member or the actor, and revokes their API keys. From the next request, their tokens no longer give
   * access to the seller.
   */
  async remove(actor: SellerActor, memberId: string): Promise<void> {
    const { db, clock, audit } = this.parts;
    const { sellerId } = actor.seller;
    await inTransaction(db, async (trx) => {
      const { user_id: userId } = found('team member', await findMember(trx, sellerId, memberId));
      await lockAccount(trx, userId);
      await lockCompany(trx, sellerId);
      const member = await this.#ownMember(trx, sellerId, memberId);
      if (member.user_id !== actor.userId) assertMayAssign(actor, member.role);
      if (member.role === 'OWNER') await assertAnotherOwner(trx, sellerId);
      const revokedKeys = await revokeKeysOf(trx, member.user_id, clock.now());
      await this.#release(trx, sellerId, member);
      await deleteMember(trx, sellerId, member.id);
      await setSellerRole(trx, member.user_id, 'BUYER', clock.now());
      await audit.record(trx, {
        actor,
        action: 'team.removed',
        subject: { type: 'teamMember', id: memberId },
        before: { userId: member.user_id, role: member.role },
        after: { revokedKeys },
      });
    });
  }

  /** Pauses the member's webhooks until an owner takes them over. */
  #release(trx: Transaction, sellerId: string, { user_id: userId }: MemberRow): Promise<unknown> {
    const data = { seller_id: sellerId, user_id: userId };
    return this.parts.events.emit(trx, memberReleased, data, { sellerId });
  }

  async #ownMember(trx: Transaction, sellerId: string, memberId: string): Promise<MemberRow> {
    return found('team member', await lockMember(trx, sellerId, memberId));
  }
}

function assertMayAssign(actor: SellerActor, role: TeamRole): void {
  if (canAssign(actor.seller.teamRole, role)) return;
  throw forbidden(
    t('The team role {own} can manage agents and viewers only, not {role}.', {
      own: teamRoleName(actor.seller.teamRole),
      role: teamRoleName(role),
    }),
  );
}

async function assertAnotherOwner(trx: Transaction, sellerId: string): Promise<void> {
  if ((await countOwners(trx, sellerId)) < 2)
    throw invalidState(t('A team must have an owner: appoint another one first.'));
}

function companyNotEmpty(): AppError {
  return invalidState(
    t(
      'Your own company is not empty, so you cannot leave it for this team. It must have no other members or open invitations, no listings, conversations, reviews or payments, and the free plan.',
    ),
  );
}

function alreadyMember(): AppError {
  return invalidState(t('You already belong to a seller; leave that team first.'));
}

/**
 * Permissions of each team role, for `/docs/team.md`; enforced by `teamRole` of the routes. Each role includes those
 * below it.
 */
export const TEAM_ROLE_DUTIES: Readonly<Record<TeamRole, string>> = {
  OWNER:
    'subscribes and pays, appoints and removes members, revokes any API key, hands over webhooks; a team always has at least one owner',
  MANAGER:
    'deletes listings, imports, configures webhooks and the profile, invites and removes agents and viewers',
  AGENT: 'writes and publishes listings, uploads images, answers buyers',
  VIEWER: 'reads listings, conversations and statistics',
};

/** Managers can assign and change agents and viewers; owners everyone. */
function canAssign(own: TeamRole, role: TeamRole): boolean {
  if (own === 'OWNER') return true;
  return own === 'MANAGER' && (role === 'AGENT' || role === 'VIEWER');
}
